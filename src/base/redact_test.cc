#include "base/redact.h"

#include <string>

#include <gtest/gtest.h>

#include "base/secret_values.h"
#include "base/text.h"

// The secrets below are made up, and written in two pieces so that scanners of this repository do
// not take them for real ones.
namespace assay {
namespace {

struct Case {
  std::string before, secret, after;
  std::string_view kind;
};

std::string letters(size_t n) {  // looks random, is the same each time
  static constexpr std::string_view k_alphabet = "q7Zr2Kx9Lm4Tb8Vw1Ns6Hd3Gf5PyJcXaReUoBiDtYkQ";
  std::string out;
  for (size_t i = 0; i < n; ++i) out += k_alphabet[(i * 7 + i / 5) % k_alphabet.size()];
  return out;
}
std::string hexes(size_t n) {
  static constexpr std::string_view k_alphabet = "9f3a7c1e5b8d2046";
  std::string out;
  for (size_t i = 0; i < n; ++i) out += k_alphabet[(i * i + i * 3 + i / 7) % k_alphabet.size()];
  return out;
}

std::vector<Case> secrets() {
  return {
      {"key: ",
       "AKI"
       "AQ7ZR2KX9LM4TB8VW",
       "", "AWS access key"},
      {"aws_access_key_id=",
       "ASI"
       "AQ7ZR2KX9LM4TB8VW",
       " x", "AWS access key"},
      {"aws_secret_access_key = ", letters(40), "", "AWS secret key"},
      {"AWS_SECRET_ACCESS_KEY=", "q7Zr2Kx9Lm4Tb8/w1Ns6Hd3Gf5PyJcXaRe+oBiDt", "", "AWS secret key"},
      {"remote: ",
       "gh"
       "p_" +
           letters(36),
       " denied", "GitHub token"},
      {"",
       "gh"
       "o_" +
           letters(36),
       "", "GitHub token"},
      {"",
       "gh"
       "s_" +
           letters(36),
       "", "GitHub token"},
      {"x ",
       "git"
       "hub_pat_11AAAAA_" +
           letters(59),
       ",", "GitHub token"},
      {"PRIVATE-TOKEN ",
       "gl"
       "pat-" +
           letters(20),
       "", "GitLab token"},
      {"slack ",
       "xo"
       "xb-123456789012-" +
           letters(24),
       "", "Slack token"},
      {"slack ",
       "xo"
       "xp-123456789012-" +
           letters(24),
       "", "Slack token"},
      {"stripe ",
       "sk"
       "_live_" +
           letters(24),
       "", "Stripe key"},
      {"stripe ",
       "rk"
       "_live_" +
           letters(24),
       "", "Stripe key"},
      {"stripe ",
       "sk"
       "_test_" +
           letters(24),
       "", "Stripe test key"},
      {"hook ",
       "whs"
       "ec_" +
           letters(32),
       "", "webhook secret"},
      {"maps ",
       "AI"
       "za" +
           letters(35),
       "&v=3", "Google API key"},
      {"oauth ",
       "ya"
       "29." +
           letters(60),
       "", "Google access token"},
      {"oauth ",
       "GOC"
       "SPX-" +
           letters(28),
       "", "Google client secret"},
      {"//packages.example.org/ ",
       "np"
       "m_" +
           letters(36),
       "", "npm token"},
      {"upload ",
       "py"
       "pi-AgEIcHlwaS5vcmc" +
           letters(60),
       "", "PyPI token"},
      {"openai ",
       "sk"
       "-" +
           letters(48),
       "", "OpenAI key"},
      {"openai ",
       "sk"
       "-proj-" +
           letters(60),
       "", "OpenAI key"},
      {"anthropic ",
       "sk"
       "-ant-api03-" +
           letters(60),
       "", "Anthropic key"},
      {"mail ",
       "S"
       "G." +
           letters(22) + "." + letters(43),
       "", "SendGrid key"},
      {"twilio ",
       "S"
       "K" +
           hexes(32),
       "", "Twilio key"},
      {"AccountName=x;AccountKey=", letters(86) + "==", ";EndpointSuffix=core", "Azure storage key"},
      {"jwt ",
       "ey"
       "JhbGciOiJIUzI1NiJ9.ey"
       "JzdWIiOiIxMjM0NTY3ODkwIn0." +
           letters(43),
       "", "JSON web token"},
      {"postgres://app:", "s3cr-t!pw", "@db.internal:5432/app", "URL password"},
      {"mongodb+srv://root:", "Hunter2Hunter", "@cluster0.mongodb.net", "URL password"},
      {"git clone https://bot:", letters(20), "@git.corp.net/x.git", "URL password"},
      {"redis://:", "p4ssw0rd", "@cache:6379", "URL password"},
      {"POST https://hooks.slack.com/services/",
       "T024"
       "BE7LD/B0ABCDEFG/" +
           letters(24),
       "", "webhook address"},
      {"POST https://discord.com/api/webhooks/", "123456789012345678/" + letters(68), "", "webhook address"},
      {"> Authorization: Bearer ", letters(32), "", "credentials"},
      {"Authorization: Basic ", "dXNlcjpodW50ZXIy", "", "credentials"},
      {"> Cookie: ", "sid=4f9a2c7d1e8b6a35; theme=dark", "", "cookie"},
      {"< Set-Cookie: ", "session=s3cr3t-9f8e7d6c; Path=/; HttpOnly", "", "cookie"},
      {"curl -H 'cookie: ", "auth=1a2b3c4d5e6f", "' http://localhost", "cookie"},
      {"-H 'authorization: token ", letters(40), "'", "credentials"},
      {"curl -H \"X: Bearer ", letters(30), "\"", "bearer token"},
      {"header Basic ", "dXNlcjpodW50ZXIy", " sent", "basic credentials"},
      {"bot ",
       "MT"
       "IzNDU2Nzg5MDEyMzQ1Njc4.Gab3_x." +
           letters(30),
       "", "Discord token"},
      {"bot", "/123456789", "", ""},  // replaced below
      {"identity ",
       "AGE"
       "-SECRET-KEY-1" +
           std::string("QZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE6"),
       "", "age key"},
      {"vault ",
       "hv"
       "s." +
           letters(28),
       "", "Vault token"},
      {"do ",
       "dop"
       "_v1_" +
           hexes(64),
       "", "DigitalOcean token"},
      {"shop ",
       "shp"
       "at_" +
           hexes(32),
       "", "Shopify token"},
      {"hf ",
       "h"
       "f_" +
           letters(34),
       "", "Hugging Face token"},
      {"docker ",
       "dck"
       "r_pat_" +
           letters(27),
       "", "Docker token"},
      {"DB_PASSWORD=", "hunter2", "", "password"},
      {"DB_PASSWORD=", "p@ss,w0rd)x", " next", "password"},
      {"password=", "letmein", "&user=x", "password"},
      {"password: ", "hunter2x", "", "password"},
      {"password = \"", "correct7horse", "\"", "password"},
      {"  \"password\": \"", "S3cure!pw", "\",", "password"},
      {"{\\\"password\\\":\\\"", "hunter2", "\\\"}", "password"},
      {"spring.datasource.password=", "hunter2", "", "password"},
      {"const dbPassword = '", "hunter2hunter2", "';", "password"},
      {"password: str = \"", "hunter2", "\"", "password"},
      {"config['password'] = '", "hunter2", "'", "password"},
      {":password => '", "hunter2", "'", "password"},
      {"passphrase: \"", "tr0ub4dor", "\"", "password"},
      {"<password>", "hunter2", "</password>", "password"},
      {"mysqldump --password ", "hunter22", " db", "password"},
      {"--api-key=", letters(20), " run", "key"},
      {"client_secret=", letters(24), "&x", "secret"},
      {"clientSecret: '", letters(24), "',", "secret"},
      {"api_key: ", hexes(32), "", "key"},
      {"\"apiKey\": \"", letters(20), "\"", "key"},
      {"x-api-key: ", letters(24), "", "key"},
      {"ACCESS_TOKEN=", "abcdef1234567890", "", "token"},
      {"export NPM_TOKEN=", "9f3a7c1e-5b8d-2046-9f3a-7c1e5b8d2046", "", "token"},
      {"refresh_token := \"", letters(32), "\"", "token"},
      {"secret: \"", "s3cr3t-v4lue", "\"", "secret"},
      {"\\n",
       "gh"
       "p_" +
           letters(36),
       "\\n", "GitHub token"},
      {"\x1b[32m",
       "AKI"
       "AQ7ZR2KX9LM4TB8VW",
       "\x1b[0m", "AWS access key"},
      {"\"private_key\": \"-----BEGIN PRIV"
       "ATE KEY-----",
       "\\nMIIEvQIBADANBgkqhkiG9w0B\\n" + letters(64) + "\\n", "-----END PRIVATE KEY-----\\n\"", "private key"},
  };
}

TEST(Redact, FindsTheSecretAndNothingElse) {
  size_t count = 0;
  for (Case c : secrets()) {
    if (c.kind.empty()) c = {"sendTo ", "123456789:AA" + letters(33), " ok", "Telegram token"};
    ++count;
    const std::string line = c.before + c.secret + c.after;
    const auto found = find_secrets(line);
    ASSERT_EQ(found.size(), 1u) << line;
    EXPECT_EQ(line.substr(found[0].begin, found[0].end - found[0].begin), c.secret) << line;
    EXPECT_EQ(found[0].kind, c.kind) << line;
    EXPECT_EQ(redact(line), c.before + "[redacted " + std::string(c.kind) + "]" + c.after);
  }
  EXPECT_GE(count, 60u);
}

TEST(Redact, LeavesCodeProseAndPlaceholdersAlone) {
  const std::string_view innocents[] = {
      "password = get_password()",
      "token: string",
      "token: string;",
      "token = lexer.next()",
      "const token = await getToken(user);",
      "password: String,",
      "password?: string",
      "let secret = env::var(\"SECRET\")?;",
      "secret = os.environ['SECRET']",
      "apiKey: process.env.API_KEY,",
      "api_key = ENV['API_KEY']",
      "PASSWORD=changeme",
      "PASSWORD=${DB_PASSWORD}",
      "PASSWORD=$DB_PASSWORD",
      "token: <token>",
      "token: ${{ secrets.GITHUB_TOKEN }}",
      "token=xxxxxxxxxxxxxxxx",
      "Authorization: Bearer <token>",
      "Cookie: the banner is shown once",
      "Set-Cookie: sid=<token>",
      "cookie: { secure: true, maxAge: 3600000 }",
      "const cookie = parse(header)[12345678]",
      "set-cookie: theme=dark; Path=/",
      "Authorization: Bearer ${token}",
      "Authorization: Bearer $TOKEN",
      "Authorization: [redacted credentials]",
      "password: ********",
      "password=[redacted password]",
      "your key is AKIAIOSFODNN7EXAMPLE here",
      "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      "secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      "postgres://user:password@localhost/db",
      "postgres://user:${PASSWORD}@host/db",
      "https://example.com:8080/path@v2",
      "see https://host/a:b@c",
      "http://localhost:3000/login",
      "if (password == \"\") return;",
      "if token != expected:",
      "assert token == other.token",
      "password=password",
      "connect(user=user, password=password)",
      "connect(user=name, password=pw2)",
      "login(password=self.password)",
      "\"password\": \"Password\"",
      "\"password\": \"Enter your password\"",
      "password: 'required'",
      "type Token = { kind: string }",
      "token: Token::Ident(name)",
      "token = tokens[2]",
      "next_token = page2token3next4",
      "max_tokens=4096",
      "token_count: 15234567890123456",
      "cache-key: node-modules-9f3a7c1e5b8d2046",
      "primary_key=True",
      "public_key: ssh-ed25519",
      "key = 'user-settings-v2'",
      "private_key: /etc/ssl/private/server2.pem",
      "--token string   the API token to use",
      "--password-stdin reads 1 line",
      "-------- BEGIN --------",
      "-----BEGIN CERTIFICATE-----",
      "-----BEGIN PUBLIC KEY-----",
      "12:34:56 INFO token: parsed 12 items",
      "ok 1 - token: rejects 2 errors",
      "the password must have 8 characters",
      "Basic authentication failed",
      "bearer of bad news, again and again",
      "class sk-circle-fade-dot is gone",
      "sk-proj-my-own-project-name-here",
      "npm_config_registry=https://packages.example.org/",
      "npm_lifecycle_event=test",
      "ghp_ is the prefix of a token",
      "xoxb-your-token-here",
      "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx",
      "eyJ is how web tokens start",
      "SKU SK1234567890 out of stock",
      "NSURLSession.sharedSession.dataTaskWithURL",
      "1234567890:AB is a ratio",
      "reset-password: /reset-password",
      "tokenizer: sha256:9f3a7c1e5b8d2046",
      "render_pass=second2",
      "pass: 44",
      "# pass 44",
      "Tests: 3 passed, 3 total",
      "expected token: '}' but got ')'",
      "TOKEN = re.compile(r'[a-z0-9]+')",
      "secret: { type: 'string', minLength: 16 }",
      "credentials: 'include'",
      "credentials: 'same-origin'",
      "password = hashlib.sha256(value).hexdigest()",
      "password: bcrypt.hashSync(pw, 10)",
      "$password = $_POST['password'];",
      "token := strings.Split(line, \" \")[0]",
      "secret := \"\"",
      "overlay=eof_action=pass:shortest=1:repeatlast0",
      "return { username: auth[0], password: parts2[1] };",
      "Malformed Basic authorization: invalid base64 credentials",
  };
  EXPECT_GE(std::size(innocents), 60u);
  for (std::string_view line : innocents) EXPECT_EQ(redact(line), line);
}

TEST(Redact, TwiceIsOnce) {
  for (const Case& a : secrets())
    for (const Case& b : secrets()) {
      const std::string line = a.before + a.secret + a.after + b.before + b.secret + b.after;
      const std::string once = redact(line);
      EXPECT_EQ(redact(once), once);
    }
}

const std::string k_key_block =
    "before\n-----BEGIN RSA PRIV"
    "ATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n" +
    letters(64) + "\n" + letters(64) + "\nQw==\n-----END RSA PRIVATE KEY-----\nafter DB_PASSWORD=hunter2\n";

TEST(Redact, CoversPrivateKeyBlocksLineByLine) {
  EXPECT_EQ(redact(k_key_block),
            "before\n-----BEGIN RSA PRIV"
            "ATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n[redacted private key]\n"
            "[redacted private key]\n[redacted private key]\n-----END RSA PRIVATE KEY-----\n"
            "after DB_PASSWORD=[redacted password]\n");
  EXPECT_EQ(redact(redact(k_key_block)), redact(k_key_block));
}

TEST(Redact, CoversPrivateKeysBehindLogPrefixes) {
  const std::string log =
      "2026-01-01T00:00:00Z -----BEGIN OPENSSH PRIV"
      "ATE KEY-----\n2026-01-01T00:00:00Z " +
      letters(70) + "\n2026-01-01T00:00:00Z -----END OPENSSH PRIVATE KEY-----\n";
  EXPECT_EQ(redact(log),
            "2026-01-01T00:00:00Z -----BEGIN OPENSSH PRIV"
            "ATE KEY-----\n2026-01-01T00:00:00Z "
            "[redacted private key]\n2026-01-01T00:00:00Z -----END OPENSSH PRIVATE KEY-----\n");
}

TEST(Redact, AnOpenBlockHidesNothingElse) {
  const std::string log =
      "-----BEGIN PRIV"
      "ATE KEY-----\n3 tests failed, 2 passed\nerror: boom\n";
  EXPECT_EQ(redact(log), log);
}

TEST(Redact, OpensPrivateKeyKnowsAllKinds) {
  for (std::string_view kind : {"", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA "})
    EXPECT_TRUE(opens_private_key(cat("+-----BEGIN ", kind,
                                      "PRIV"
                                      "ATE KEY-----")));
  EXPECT_TRUE(
      opens_private_key("-----BEGIN PGP PRIV"
                        "ATE KEY BLOCK-----"));
  EXPECT_FALSE(opens_private_key("-----BEGIN PUBLIC KEY-----"));
  EXPECT_FALSE(opens_private_key("-----BEGIN CERTIFICATE-----"));
}

std::string stream(std::string_view text, size_t first, size_t step) {
  RedactStream redactor;
  std::string out;
  redactor.feed(text.substr(0, first), out);
  for (size_t at = std::min(first, text.size()); at < text.size(); at += step)
    redactor.feed(text.substr(at, step), out);
  redactor.finish(out);
  return out;
}

TEST(RedactStream, EverySplitGivesTheSame) {
  std::string text = k_key_block;
  for (const Case& c : secrets()) text += c.before + c.secret + c.after + "\n";
  text += "no line end: password=hunter2";
  const std::string whole = redact(text);
  for (size_t split = 0; split <= text.size(); ++split) ASSERT_EQ(stream(text, split, text.size()), whole) << split;
  for (size_t step : {1, 2, 3, 7, 64, 1000}) ASSERT_EQ(stream(text, 0, step), whole) << step;
}

TEST(RedactStream, LongLinesAreCoveredAcrossPieces) {
  const std::string secret =
      "gh"
      "p_" +
      letters(36);
  for (size_t lead : {61000u, 61400u, 61430u, 61440u, 65490u, 65530u, 65536u, 130000u}) {
    std::string text(lead, '.');
    text += " " + secret + " password=hunter2 " + std::string(70000, ',') + secret + "\nnext TOKEN=abcdef1234567890\n";
    const std::string whole = redact(text);
    EXPECT_EQ(whole.find(secret), std::string::npos) << lead;
    EXPECT_EQ(whole.find("hunter2"), std::string::npos) << lead;
    EXPECT_EQ(whole.find("abcdef1234567890"), std::string::npos) << lead;
    EXPECT_EQ(stream(text, 0, 1000), whole) << lead;
    EXPECT_EQ(stream(text, 1, 65537), whole) << lead;
  }
}

TEST(RedactStream, ASecretLongerThanALineBufferIsSwallowedWhole) {
  std::string text = "PASSWORD=";
  for (size_t i = 0; i < 4000; ++i) text += letters(50);
  text += " tail\n";
  const std::string whole = redact(text);
  EXPECT_EQ(whole, "PASSWORD=[redacted password] tail\n");
  EXPECT_EQ(stream(text, 17, 4093), whole);
}

TEST(Redact, KeepsLineCountAndOddBytes) {
  const std::string text("\0\xff\n\r\n\n token=\n=:=:\n-----BEGIN \n", 30);
  EXPECT_EQ(redact(text), text);
}

TEST(SecretValues, KeysByTheirLastWords) {
  EXPECT_EQ(secret_key_kind("DB_PASSWORD"), SecretKey::password);
  EXPECT_EQ(secret_key_kind("clientSecret"), SecretKey::secret);
  EXPECT_EQ(secret_key_kind("X-Api-Key"), SecretKey::key);
  EXPECT_EQ(secret_key_kind("accessToken"), SecretKey::token);
  for (std::string_view none :
       {"tokens", "token_count", "key", "cache_key", "nextToken", "passed", "compass", "secretName"})
    EXPECT_EQ(secret_key_kind(none), SecretKey::none) << none;
}

}  // namespace
}  // namespace assay
