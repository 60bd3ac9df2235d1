// Secrets at run time: what hid, hashed or encrypted one is gone; one is logged or sent back; the
// crypto around it is weaker. The target of a call counts, not words near it: redact(displayName)
// next to headers hides a name.
#include <algorithm>

#include "base/text.h"
#include "judge/risk/rules.h"

namespace assay::judge {
namespace {

using Words = std::vector<std::string>;

bool hides(const Words& w) {
  if (has_any_word(w, {"equals", "equal", "compare", "verify", "check", "matches", "map", "table", "set", "code"}))
    return false;
  return has_any_word(w, {"redact",   "redacted", "redacts", "redactor",  "mask",      "masked", "scrub",  "scrubbed",
                          "sanitize", "sanitise", "encrypt", "encrypted", "obfuscate", "censor", "bcrypt", "argon2",
                          "scrypt",   "pbkdf2",   "hash",    "hashed",    "hasher",    "hashpw"});
}

// password, accessToken, API_KEY; a lexer's token and a map's key are not.
bool is_secret_name(const Words& w) {
  if (w.empty()) return false;
  const std::string& last = w.back();
  const std::string_view before = w.size() > 1 ? std::string_view(w[w.size() - 2]) : std::string_view();
  if (is_one_of(last, {"password", "passwd", "passphrase", "pwd", "secret", "secrets", "credential", "credentials",
                       "apikey", "privatekey", "jwt", "ssn", "cvv"}))
    return !is_one_of(before, {"has", "is", "show", "forgot", "reset", "no", "with", "valid", "invalid", "toggle",
                               "use", "strong", "weak"});
  if (is_one_of(last, {"token", "tokens"}))
    return is_one_of(before, {"access", "auth", "refresh", "api", "bearer", "session", "id", "reset", "secret", "jwt"});
  if (is_one_of(last, {"key", "keys"}))
    return is_one_of(before, {"api", "private", "secret", "access", "encryption", "signing", "master"});
  if (is_one_of(last, {"number", "pan"})) return is_one_of(before, {"card", "security"});
  return false;
}

bool carries_secrets(const Words& w) {
  return is_secret_name(w) ||
         (!w.empty() && is_one_of(w.back(), {"headers", "cookies", "cookie", "authorization", "token"}));
}

// The names between the parentheses that open behind names[i].
std::vector<const CodeName*> arguments(const std::vector<CodeName>& names, size_t i, std::string_view code) {
  std::vector<const CodeName*> out;
  size_t at = names[i].at + names[i].text.size();
  while (at < code.size() && (code[at] == ' ' || code[at] == '!')) ++at;
  if (at >= code.size() || code[at] != '(') return out;
  int depth = 0;
  size_t end = at;
  for (; end < code.size(); ++end) {
    if (code[end] == '(') ++depth;
    if (code[end] == ')' && --depth == 0) break;
  }
  for (const CodeName& n : names)
    if (n.at > at && n.at < end) out.push_back(&n);
  return out;
}

// Hides a secret: by its own name (redactSecrets, hashPassword) or by what it is given.
bool hides_secret(std::string_view code) {
  const auto names = names_in(code);
  for (size_t i = 0; i < names.size(); ++i) {
    const bool filter_list = is_one_of(names[i].text, {"filter_parameters", "filter_parameter_logging"});
    if (filter_list) return true;
    if (!hides(names[i].words) || names[i].text == defined_name(code)) continue;
    Words rest;
    for (const auto& w : names[i].words)
      if (!hides({w})) rest.push_back(w);
    const bool call = names[i].after == '(' || names[i].after == '!' ||
                      code.compare(names[i].at + names[i].text.size(), 2, "::") == 0;
    if (call &&
        (is_secret_name(rest) || has_any_word(rest, {"secrets", "secret", "headers", "sensitive", "password",
                                                     "credentials", "token", "tokens", "pii", "authorization"})))
      return true;
    const auto args = arguments(names, i, code);
    if (std::any_of(args.begin(), args.end(), [](const CodeName* n) { return carries_secrets(n->words); })) return true;
  }
  // bcrypt.hash(password): the verb is behind the dot.
  return false;
}

// redact: ['req.headers.authorization'], format.combine(redactor(), …): an option or a step of a
// logger that hides values, in sight of what is logged.
bool hides_in_log(const ChangedBlock& block, size_t index) {
  const std::string& code = block.code(index);
  const auto names = names_in(code);
  const bool hiding = std::any_of(names.begin(), names.end(), [&](const CodeName& n) {
    return n.text != defined_name(code) &&
           has_any_word(n.words, {"redact", "redactor", "redaction", "redactions", "censor", "scrubber", "scrub"});
  });
  if (!hiding) return false;
  const auto& lines = block.hunk.lines;
  constexpr size_t k_reach = 6;
  for (size_t i = index > k_reach ? index - k_reach : 0; i < lines.size() && i <= index + k_reach; ++i)
    if (has_any_word(words_of(std::string_view(lines[i].raw->text).substr(0, 400)),
                     {"log", "logger", "logging", "pino", "winston", "sentry", "lograge", "slog"}))
      return true;
  return false;
}

bool is_log_call(const CodeName& name, const std::vector<CodeName>& names, size_t i, char after) {
  if (after != '(' && after != '!' && after != ' ') return false;
  const bool method = is_one_of(name.text, {"log",
                                            "info",
                                            "debug",
                                            "warn",
                                            "warning",
                                            "error",
                                            "trace",
                                            "fatal",
                                            "print",
                                            "println",
                                            "printf",
                                            "Info",
                                            "Debug",
                                            "Warn",
                                            "Error",
                                            "Print",
                                            "Println",
                                            "Printf",
                                            "Infof",
                                            "Debugf",
                                            "Errorf",
                                            "Warnf",
                                            "Log",
                                            "d",
                                            "e",
                                            "i",
                                            "v",
                                            "w",
                                            "WriteLine",
                                            "Information",
                                            "LogInformation",
                                            "LogDebug",
                                            "LogError",
                                            "critical",
                                            "exception",
                                            "write"});
  if (method && i > 0 && name.before == '.')
    return has_any_word(names[i - 1].words,
                        {"log", "logger", "logging", "console", "fmt", "slog", "zap", "out", "err", "stdout", "stderr",
                         "tracing", "winston", "pino", "rails", "timber", "sentry"});
  if (method && i > 0 && name.before == ':') return has_any_word(names[i - 1].words, {"log", "tracing", "logger"});
  return name.before != '.' &&
         is_one_of(name.text, {"print", "println", "eprintln", "printf", "puts", "error_log", "NSLog", "console_log",
                               "debug", "info", "warn", "dbg", "var_dump", "print_r", "logger", "log", "echo"});
}

// Only measured or tested: password.length, !!token, len(password), password ? 1 : 0.
bool only_measured(const CodeName& name, const std::vector<CodeName>& names, size_t i, std::string_view code) {
  if (i + 1 < names.size() && name.after == '.' &&
      is_one_of(names[i + 1].text,
                {"length", "size", "len", "count", "isEmpty", "is_empty", "is_some", "is_none", "nil"}))
    return true;
  if (i > 0 && name.before == '(' &&
      is_one_of(names[i - 1].text, {"len", "Boolean", "bool", "strlen", "typeof", "type", "count"}))
    return true;
  if (i + 1 < names.size() && name.after == '.' && !is_secret_name(names[i + 1].words) &&
      !is_one_of(names[i + 1].text, {"to_string", "toString", "value", "clone", "as_str", "unwrap", "expose_secret",
                                     "trim", "secret", "String", "substring", "slice"}))
    return true;  // a fact about it: token.valid_until
  if (name.before == '!' || name.after == '?' || name.after == '=' || name.after == ':') return true;
  // redact(password), hash(secret), anything that takes it and is not the log itself.
  for (size_t k = 0; k < i; ++k)
    if (hides(names[k].words)) {
      const auto args = arguments(names, k, code);
      if (std::find(args.begin(), args.end(), &name) != args.end()) return true;
    }
  return false;
}

bool logs_secret(std::string_view code) {
  const auto names = names_in(code);
  for (size_t i = 0; i < names.size(); ++i) {
    if (!is_log_call(names[i], names, i, names[i].after == '(' || names[i].after == '!' ? names[i].after : ' '))
      continue;
    for (size_t k = i + 1; k < names.size(); ++k) {
      if (!is_secret_name(names[k].words) || names[k].after == '(') continue;
      if (!only_measured(names[k], names, k, code)) return true;
    }
  }
  return false;
}

// logger.info("token=%s", token): what is said names the secret that is given.
bool says_and_logs(std::string_view code, std::string_view strings) {
  const std::string said = lower(strings);
  const bool header =
      contains(said, "authorization") && contains_any(code, {"getHeader(", "headers[", "headers.get(", "Header.Get("});
  const bool token = contains_any(said, {"token=", "token:", "token %", "token {"});
  if (!header && !token) return false;
  const auto names = names_in(code);
  for (size_t i = 0; i < names.size(); ++i) {
    if (!is_log_call(names[i], names, i, names[i].after == '(' || names[i].after == '!' ? names[i].after : ' '))
      continue;
    if (header) return true;
    for (size_t k = i + 1; k < names.size(); ++k)
      if (names[k].text == "token" && names[k].after != '(' && names[k].after != '.' && names[k].before != '.')
        return true;
  }
  return false;
}

bool is_secure_random(std::string_view code, std::string_view) {
  return contains_any(code, {"secrets.token", "secrets.choice", "secrets.randbelow", "randomBytes(", "SecureRandom",
                             "getRandomValues(", "random_bytes(", "random_int(", "randomUUID(", "OsRng", "crypto/rand",
                             "os.urandom(", "RandomNumberGenerator", "SystemRandom"});
}

bool sends_secret(std::string_view code) {
  const bool sends = contains(code, "res.json(") || contains(code, "res.send(") || contains(code, "jsonify(") ||
                     contains(code, "JsonResponse(") || contains(code, "c.JSON(") || contains(code, "render json") ||
                     contains(code, ".json({") || contains(code, "reply.send(");
  if (!sends) return false;
  for (const CodeName& n : names_in(code)) {
    const bool stored = n.before == '.' &&
                        (is_secret_name(n.words) || has_any_word(n.words, {"passwordhash"}) ||
                         (n.words.size() > 1 && n.words[0] == "password" && is_one_of(n.words[1], {"hash", "digest"})));
    if (stored && !has_any_word(n.words, {"token", "jwt"}) && n.after != '(') return true;
  }
  return false;
}

bool is_weak_crypto(std::string_view code, std::string_view strings) {
  const std::string both = lower(cat(code, " ", strings));
  if (contains(both, "hmac")) return false;  // keyed, and not broken by collisions
  for (std::string_view weak : {"md5", "sha1", "sha-1", "des", "rc4", "ecb", "md4"})
    if (find_word(both, weak) != std::string_view::npos) return true;
  return contains(both, "/ecb/") || contains(both, "mode_ecb") || contains(both, "-ecb") ||
         contains(both, "hashlib.md5") || contains(both, "createhash('md5");
}

bool is_strong_crypto(std::string_view code, std::string_view strings) {
  const std::string both = lower(cat(code, " ", strings));
  for (std::string_view strong : {"bcrypt", "argon2", "scrypt", "pbkdf2", "sha256", "sha512", "sha-256", "sha-512",
                                  "aes-256-gcm", "aes/gcm", "mode_gcm", "blake2", "hashpw"})
    if (contains(both, strong)) return true;
  return false;
}

bool names_secret(std::string_view code) {
  const auto names = names_in(code);
  return std::any_of(names.begin(), names.end(), [](const CodeName& n) {
    return is_secret_name(n.words) || has_any_word(n.words, {"password", "secret", "credential"});
  });
}

bool compares_safely(std::string_view code) {
  for (std::string_view name :
       {"timingSafeEqual", "compare_digest", "constantTimeCompare", "ConstantTimeCompare", "secure_compare",
        "hmac.Equal", "hash_equals", "constant_time_eq", "MessageDigest.isEqual", "FixedTimeEquals"})
    if (contains(code, name)) return true;
  return false;
}

template <class Test>
bool any_line(const ChangedBlock& block, const std::vector<size_t>& lines, Test&& test) {
  return std::any_of(lines.begin(), lines.end(), [&](size_t i) { return test(block.code(i), block.strings(i)); });
}

// The line, and the lines of the same side that close what it opens: a call may be spread over them.
std::string call_from(const ChangedBlock& block, size_t index) {
  constexpr size_t k_lines = 6;
  std::string out;
  int depth = 0;
  const diff::Sign side = block.line(index).raw->sign;
  for (size_t i = index, taken = 0; i < block.hunk.lines.size() && taken < k_lines; ++i) {
    if (block.line(i).raw->sign != side) continue;
    ++taken;
    out += block.code(i) + " ";
    for (char c : block.code(i)) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth <= 0) break;
  }
  return out;
}

}  // namespace

void find_secret_risks(const ChangedBlock& block, RiskHits& out) {
  const diff::File& file = block.hunk.file;
  if (file.role == diff::Role::ci || file.role == diff::Role::build || file.language == diff::Language::html ||
      file.language == diff::Language::css)
    return;
  const bool still_hidden = std::any_of(block.added.begin(), block.added.end(), [&](size_t i) {
    return hides_secret(call_from(block, i)) || hides_in_log(block, i);
  });
  for (size_t i : block.removed) {
    // What an object is found by in a table hides nothing.
    if (contains_any(block.code(i), {"hashCode", "Object.hash", "Objects.hash", "__hash__"})) continue;
    if (still_hidden || (!hides_in_log(block, i) && !hides_secret(call_from(block, i)))) continue;
    out.push_back({Area::secrets, i, "what hid or hashed a secret is removed", true});
    return;  // what replaces it is the same risk
  }
  for (size_t i : block.added) {
    const std::string& code = block.code(i);
    if (logs_secret(code)) out.push_back({Area::secrets, i, "a secret is logged"});
    if (says_and_logs(code, block.strings(i))) out.push_back({Area::secrets, i, "a secret is logged"});
    if (sends_secret(code)) out.push_back({Area::secrets, i, "a stored secret is sent to the caller"});
    const bool weak = is_weak_crypto(code, block.strings(i));
    if (weak && (names_secret(code) || any_line(block, block.removed, is_strong_crypto)) &&
        !any_line(block, block.removed, is_weak_crypto))
      out.push_back({Area::secrets, i, "secrets are protected by weak cryptography"});
    const bool random =
        contains(code, "Math.random()") || contains(code, "random.random()") || contains(code, "rand()");
    const bool weak_random =
        random || contains_any(code, {"mt_rand(", "new Random(", "rand.Intn(", "rand.Int(", "uniqid("});
    if (weak_random && any_line(block, block.removed, is_secure_random)) {
      out.push_back({Area::secrets, i, "random numbers became predictable"});
      return;
    }
    if (random && names_secret(code))
      out.push_back({Area::secrets, i, "a secret is made from predictable random numbers"});
  }
  const auto safe = [](std::string_view code, std::string_view) { return compares_safely(code); };
  if (any_line(block, block.removed, safe) && !any_line(block, block.added, safe))
    for (size_t i : block.added)
      if (contains(block.code(i), "==") || contains(block.code(i), ".equals(")) {
        out.push_back({Area::secrets, i, "a secret is no longer compared in constant time", false, true});
        return;
      }
}

}  // namespace assay::judge
