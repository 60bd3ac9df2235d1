// Code says `password = get_password()` and `token: string` far more often than it spells a secret,
// and logs print such code. So the form of the value decides: the more a place looks like code, the
// more random a value must be before it is taken for a secret.
#include "base/secret_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"

namespace assay {
namespace {

constexpr size_t k_decide = 256;  // bytes of a value that are looked at

struct Census {
  size_t letters = 0, digits = 0, symbols = 0, spaces = 0, upper = 0, changes = 0;
};

// `changes` counts steps between letters and digits and from lower to upper case: random text
// makes one at nearly every second byte, words and identifiers at few.
Census census(std::string_view value) {
  Census c;
  int before = 0;  // 1 lower, 2 upper, 3 digit
  for (char ch : value) {
    int now = 0;
    if (is_lower(ch)) now = 1, ++c.letters;
    if (is_upper(ch)) now = 2, ++c.letters, ++c.upper;
    if (is_digit(ch)) now = 3, ++c.digits;
    if (now == 0) {
      if (is_space(ch))
        ++c.spaces;
      else if (ch != '_' && ch != '-' && ch != '.')
        ++c.symbols;
      continue;
    }
    if (before != 0 && now != before && (now == 3 || before == 3 || (before == 1 && now == 2))) ++c.changes;
    before = now;
  }
  return c;
}

bool has_run(std::string_view value, char wanted, size_t length) {
  size_t count = 0;
  for (char c : value) {
    count = c == wanted ? count + 1 : 0;
    if (count >= length) return true;
  }
  return false;
}

bool all_same(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [&](char c) { return c == value[0]; });
}

bool is_reference(std::string_view v) {
  if (v[0] == '<' || v.starts_with("{{") || v.starts_with("[redacted")) return true;
  if (v[0] == '$' && v.size() > 1 && (is_alpha(v[1]) || v[1] == '{' || v[1] == '(' || v[1] == '_' || is_digit(v[1])))
    return !(v.size() > 3 && v[1] == '2' && v[3] == '$');  // "$2b$…" is a bcrypt hash
  if (v[0] == '%' && (v.back() == '%' || v.size() <= 3 || v[1] == '(' || v[1] == '{')) return true;
  if (v[0] == '{' && v.back() == '}') return true;
  for (std::string_view start :
       {"process.env", "os.environ", "os.getenv", "env.",  "ENV[",        "ENV.",          "env[",     "env(",
        "getenv",      "secrets.",   "vars.",     "var.",  "import.meta", "System.getenv", "Deno.env", "config.",
        "settings.",   "self.",      "this.",     "@",     "op://",       "vault:",        "arn:",     "ssm:",
        "file:",       "ref+",       "!Ref",      "data.", "local.",      "module.",       "each.",    "options.",
        "args.",       "params.",    "props.",    "req.",  "request."})
    if (v.starts_with(start)) return true;
  return contains(v, "[redacted ") || contains(v, "${") || contains(v, "#{") || contains(v, "{{");
}

// Words that stand where a value would: types, states, labels, test words.
bool is_filler_word(std::string_view lowered) {
  return is_one_of(
      lowered, {"password",  "passwd",   "pass",     "pwd",        "secret",    "secrets",    "token",     "tokens",
                "key",       "apikey",   "api_key",  "api-key",    "none",      "null",       "nil",       "undefined",
                "true",      "false",    "yes",      "no",         "string",    "str",        "text",      "number",
                "int",       "integer",  "uint32",   "uint64",     "int32",     "int64",      "float32",   "float64",
                "bool",      "boolean",  "bytes",    "byte",       "char",      "object",     "any",       "void",
                "auto",      "required", "optional", "hidden",     "todo",      "tbd",        "foo",       "bar",
                "baz",       "foobar",   "n/a",      "value",      "default",   "empty",      "unset",     "base64",
                "sha256",    "sha1",     "sha512",   "md5",        "hmac",      "bcrypt",     "argon2",    "argon2id",
                "utf8",      "utf-8",    "oauth2",   "oauth",      "jwt",       "bearer",     "basic",     "stdin",
                "prompt",    "keyring",  "invalid",  "valid",      "expired",   "missing",    "mismatch",  "incorrect",
                "wrong",     "failed",   "accepted", "rejected",   "unknown",   "enabled",    "disabled",  "visible",
                "ed25519",   "rsa2048",  "rsa4096",  "field",      "input",     "label",      "title",     "message",
                "error",     "varchar",  "varchar2", "x509",       "pkcs8",     "pkcs12",     "aes128",    "aes256",
                "test",      "user",     "username", "credential", "forgotten", "reset",      "forgot",    "confirm",
                "optional?", "masked",   "omitted",  "encrypted",  "hashed",    "identifier", "reference", "function",
                "variable",  "constant", "nullable", "inherit",    "generated", "unchanged"});
}

bool says_placeholder(std::string_view lowered) {
  if (lowered.starts_with("your") || lowered.starts_with("my-") || lowered.starts_with("my_")) return true;
  for (std::string_view mark :
       {"changeme", "change-me", "change_me", "changethis", "change-this", "change_this", "placeholder", "example",
        "redacted", "dummy",     "your-",     "your_",      "replace-",    "replace_",    "replaceme",   "insert-",
        "insert_",  "notreal",   "not-a-",    "not_a_",     "notasecret",  "todo-",       "-here",       "_here",
        "fake-",    "fake_",     "-fake",     "_fake",      "mock-",       "mock_",       "sample-",     "sample_",
        "invalid-", "invalid_",  "goes-",     "goes_"})
    if (contains(lowered, mark)) return true;
  return false;
}

bool contains_secret_word(std::string_view lowered) {
  for (std::string_view word : {"password", "passwd", "secret", "token", "apikey", "api_key", "api-key", "credential"})
    if (contains(lowered, word)) return true;
  return false;
}

// "next-page-2", "python-3.11.2": parts that are words or small numbers.
bool is_wordy(std::string_view value) {
  size_t parts = 0;
  for (size_t i = 0; i <= value.size();) {
    size_t end = i;
    bool letters = false, digits = false;
    while (end < value.size() && is_alnum(value[end])) {
      (is_digit(value[end]) ? digits : letters) = true;
      ++end;
    }
    if (letters && digits && end - i > 3) return false;
    if (digits && !letters && end - i > 4) return false;
    if (end > i) ++parts;
    i = end + 1;
  }
  return parts >= 2;
}

bool is_path(std::string_view v) {
  if (v.starts_with("/") || v.starts_with("./") || v.starts_with("../") || v.starts_with("~/")) return true;
  if (v.size() > 2 && is_alpha(v[0]) && v[1] == ':' && (v[2] == '\\' || v[2] == '/')) return true;
  for (std::string_view end :
       {".pem", ".key",  ".json", ".txt", ".yml", ".yaml", ".crt", ".go",   ".py",  ".ts", ".js",
        ".rs",  ".java", ".cc",   ".md",  ".env", ".toml", ".xml", ".html", ".css", ".rb", ".php"})
    if (v.ends_with(end)) return true;
  return contains(v, "://");
}

bool is_name(std::string_view v) {
  return !v.empty() && !is_digit(v[0]) && std::all_of(v.begin(), v.end(), [](char c) { return is_word(c); });
}

bool is_code_next(char next) { return next == '(' || next == '.' || next == '[' || next == '<' || next == '{'; }

bool is_password(std::string_view value, std::string_view lowered, const Census& c, ValueForm form, char next) {
  if (value.size() < 4) return false;
  const bool words_only = c.digits == 0 && c.symbols == 0;
  if (contains_secret_word(lowered) && (words_only || is_wordy(value))) return false;
  if (c.letters == 0 && c.symbols == 0) return form == ValueForm::bare_equals || form == ValueForm::quoted;
  const bool call = value.find('(') != std::string_view::npos || value.find("::") != std::string_view::npos ||
                    value.find("->") != std::string_view::npos;
  switch (form) {
    case ValueForm::quoted:
      if (!words_only) return c.letters > 0 && (c.digits > 0 || value.find_first_of("!@#$%^&*") != value.npos);
      return value.size() >= 6 && c.upper == 0 && value.find_first_of("._-") == value.npos;
    case ValueForm::bare_equals:
      if (call) return false;
      if (!words_only) return !(is_name(value) && (next == ')' || next == ','));
      return value.find_first_of("._-") == value.npos && !(next == ')' || next == ',' || next == ';' || next == '}');
    case ValueForm::bare_colon:
    case ValueForm::bare_spaced:
      if (call || value.size() < 6 || words_only) return false;
      if (form == ValueForm::bare_spaced && is_name(value) && (next == ';' || next == ',' || next == ')')) return false;
      return c.letters > 0 && (c.digits > 0 || value.find_first_of("!@#$%^&*") != value.npos);
  }
  return false;
}

bool is_opaque(std::string_view value, std::string_view lowered, const Census& c, ValueForm form, char next) {
  if (value.find_first_of("(){}[]<>\\|;:,*!?\"'`") != std::string_view::npos && !looks_random(value)) return false;
  if (form == ValueForm::bare_colon || form == ValueForm::bare_spaced) {
    if (looks_random(value)) return true;
    return value.size() >= 16 && c.digits >= 4 && c.letters >= 4 && c.symbols == 0 && entropy(value) >= 3.0 &&
           !is_wordy(value) && !contains_secret_word(lowered);
  }
  if (value.size() < 8 || c.digits == 0) return false;
  if (c.letters == 0) return value.size() >= 16 && entropy(value) > 2.0;
  if (contains_secret_word(lowered) && value.size() < 20) return false;
  if (is_wordy(value)) return false;
  if (form == ValueForm::bare_equals && is_name(value) && value.size() < 16 && (next == ')' || next == ','))
    return false;
  return entropy(value) >= 2.5;
}

}  // namespace

double entropy(std::string_view value) {
  if (value.empty()) return 0;
  std::array<unsigned, 256> count{};
  for (unsigned char c : value) ++count[c];
  double bits = 0;
  const double n = static_cast<double>(value.size());
  for (unsigned k : count)
    if (k != 0) bits -= k / n * std::log2(k / n);
  return bits;
}

bool looks_random(std::string_view value) {
  value = value.substr(0, k_decide);
  if (value.size() < 16 || is_path(value)) return false;
  for (char c : value)
    if (!is_alnum(c) && std::string_view("+/=_.~-%").find(c) == std::string_view::npos) return false;
  const Census c = census(value);
  if (c.digits < 2 || c.letters < 2 || is_wordy(value)) return false;
  return static_cast<double>(c.changes) / static_cast<double>(value.size()) >= 0.2 && entropy(value) >= 3.0;
}

bool is_placeholder(std::string_view value) {
  value = trim(value).substr(0, k_decide);
  if (value.empty() || all_same(value) || is_reference(value)) return true;
  const std::string lowered = lower(value);
  if (is_filler_word(lowered) || says_placeholder(lowered)) return true;
  if (has_run(lowered, 'x', 4) || has_run(value, '*', 3) || has_run(value, '0', 8) || has_run(value, '.', 3) ||
      has_run(value, '#', 4) || contains(value, "\xE2\x80\xA2\xE2\x80\xA2") || contains(value, "\xE2\x80\xA6"))
    return true;
  // Published as examples by the providers themselves.
  return contains(value, "SflKxwRJSMeKKF2QT4fwpM") || contains(value, "wJalrXUtnFEMI/K7MDENG");
}

SecretKey secret_key_kind(std::string_view name) {
  if (name.size() > 80) name.remove_prefix(name.size() - 80);
  const std::vector<std::string> words = words_of(name);
  if (words.empty()) return name == "_auth" ? SecretKey::key : SecretKey::none;
  const std::string& last = words.back();
  const std::string_view before = words.size() > 1 ? std::string_view(words[words.size() - 2]) : std::string_view();
  if (is_one_of(last, {"password", "passwd", "passphrase", "pwd", "pw", "userpassword", "dbpassword", "mypassword"}))
    return last == "pw" && words.size() == 1 ? SecretKey::none : SecretKey::password;
  if (last == "pass" && (words.size() > 1 || name == "pass")) {
    if (is_one_of(before,
                  {"render", "first", "second", "one", "two", "multi", "by", "single", "shader", "must", "tests"}))
      return SecretKey::none;
    return SecretKey::password;
  }
  if (last == "authorization") return SecretKey::authorization;
  if (last == "cookie" && (words.size() == 1 || before == "set")) return SecretKey::cookie;
  if (is_one_of(last, {"token", "authtoken", "accesstoken", "apitoken"})) {
    if (is_one_of(before, {"next", "page", "continuation", "cancellation", "sync", "lexer", "css", "design"}))
      return SecretKey::none;
    return SecretKey::token;
  }
  if (is_one_of(last, {"secret", "clientsecret", "appsecret"})) return SecretKey::secret;
  if (is_one_of(last, {"apikey", "authkey", "accesskey", "privatekey", "secretkey", "accountkey"}))
    return SecretKey::key;
  if (last == "key" && is_one_of(before, {"api",     "access",     "private",   "secret",       "auth",     "account",
                                          "signing", "encryption", "master",    "service",      "deploy",   "ssh",
                                          "session", "jwt",        "sas",       "storage",      "hmac",     "webhook",
                                          "license", "shared",     "signature", "subscription", "functions"}))
    return SecretKey::key;
  if (last == "base" && before == "key" && words.size() > 2 && words[words.size() - 3] == "secret")
    return SecretKey::key;
  if (is_one_of(last, {"credential", "credentials"})) return SecretKey::secret;
  if ((last == "signature" && before == "amz") || (last == "auth" && name.starts_with("_"))) return SecretKey::key;
  return SecretKey::none;
}

std::string_view kind_text(SecretKey kind) {
  switch (kind) {
    case SecretKey::none: return "value";
    case SecretKey::password: return "password";
    case SecretKey::token: return "token";
    case SecretKey::secret: return "secret";
    case SecretKey::key: return "key";
    case SecretKey::authorization: return "credentials";
    case SecretKey::cookie: return "cookie";
  }
  return "value";
}

bool is_secret_value(SecretKey kind, std::string_view value, ValueForm form, char next) {
  // Cheap questions first: text that repeats a key without a value must not cost much.
  if (kind == SecretKey::none || value.size() < 4) return false;
  if (form != ValueForm::quoted &&
      (is_code_next(next) || std::string_view("(&*-<$").find(value[0]) != std::string_view::npos))
    return false;
  const std::string_view whole = value;
  value = value.substr(0, k_decide);
  const Census c = census(value);
  if (c.spaces > 0 || is_path(value)) return false;
  const std::string lowered = lower(value);
  const bool secret = kind == SecretKey::password ? is_password(value, lowered, c, form, next)
                                                  : is_opaque(value, lowered, c, form, next);
  return secret && !is_placeholder(value) && !contains(whole, "[redacted ");
}

}  // namespace assay
