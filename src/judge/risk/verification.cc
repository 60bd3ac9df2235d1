// Verification that became weaker without being removed: a token that is only decoded, a password
// that is compared instead of verified, a cookie that scripts may read, a form without its token.
// Removed lines are set against added ones; what was as weak before is not reported.
#include <algorithm>

#include "base/text.h"
#include "judge/risk/access_checks.h"
#include "judge/risk/rules.h"
#include "judge/tokens.h"

namespace assay::judge {
namespace {

using Lines = std::vector<size_t>;

template <class Test>
size_t first_line(const Lines& lines, Test&& test) {
  const auto at = std::find_if(lines.begin(), lines.end(), test);
  return at == lines.end() ? std::string_view::npos : *at;
}

bool is_token_place(const ChangedBlock& block, size_t i) {
  for (std::string_view word : {"jwt", "token", "jws", "signature", "signed", "webhook", "cookie", "assertion", "saml"})
    if (icontains(block.code(i), word)) return true;
  return false;
}

bool verifies_token(const ChangedBlock& block, size_t i) {
  if (!is_token_place(block, i)) return false;
  const auto names = names_in(block.code(i));
  return std::any_of(names.begin(), names.end(), [](const CodeName& n) {
    return n.after == '(' && !n.words.empty() &&
           (has_any_word(n.words, {"verify", "verified", "validate", "construct"}) ||
            is_one_of(n.text, {"parseClaimsJws", "parseSignedClaims", "unsign", "loads"}));
  });
}

bool only_reads_token(const ChangedBlock& block, size_t i) {
  const auto names = names_in(block.code(i));
  return std::any_of(names.begin(), names.end(), [](const CodeName& n) {
    return n.after == '(' && (has_any_word(n.words, {"decode", "peek", "unverified", "atob", "unsafe"}) ||
                              is_one_of(n.text, {"parse", "ReadJwtToken", "ReadToken", "parseClaimsJwt", "from",
                                                 "urlsafe_b64decode", "parseUnsecuredClaims", "parse_unverified"}));
  });
}

// Calls that take a token as it comes, whatever stood there before.
bool reads_unverified(const ChangedBlock& block, size_t i) {
  const std::string& code = block.code(i);
  for (std::string_view call : {"ParseUnverified(", "get_unverified_claims(", "dangerous_insecure_decode",
                                "insecure_disable_signature_validation", "peek_payload(", "peek_claims(",
                                "parseUnsecuredClaims(", "insecure_decode("})
    if (contains(code, call)) return true;
  const size_t ruby = code.find("JWT.decode(");
  return ruby != std::string::npos && contains(code.substr(ruby), ", false");
}

void compare_tokens(const ChangedBlock& block, RiskHits& out) {
  const auto unverified = [&](size_t i) { return reads_unverified(block, i); };
  const size_t open = first_line(block.added, unverified);
  if (open != std::string_view::npos && first_line(block.removed, unverified) == std::string_view::npos) {
    out.push_back({Area::auth, open, "a token is read without verifying it", true});
    return;
  }
  const auto verifies = [&](size_t i) { return verifies_token(block, i); };
  if (first_line(block.removed, verifies) == std::string_view::npos ||
      first_line(block.added, verifies) != std::string_view::npos)
    return;
  const bool hook = first_line(block.removed, [&](size_t i) {
                      return icontains(block.code(i), "webhook") || icontains(block.code(i), "constructEvent");
                    }) != std::string_view::npos;
  const size_t reads = first_line(
      block.added, [&](size_t i) { return (hook || is_token_place(block, i)) && only_reads_token(block, i); });
  if (reads != std::string_view::npos)
    out.push_back({Area::auth, reads, "a token is decoded instead of verified", true});
}

bool names_password(const ChangedBlock& block, size_t i) {
  for (std::string_view word : {"password", "passwd", "bcrypt", "argon2", "scrypt", "pbkdf", "pwd"})
    if (icontains(block.code(i), word) || icontains(block.strings(i), word)) return true;
  return false;
}

bool verifies_password(const ChangedBlock& block, size_t i) {
  if (!names_password(block, i)) return false;
  const auto names = names_in(block.code(i));
  return std::any_of(names.begin(), names.end(), [](const CodeName& n) {
    const bool ruby = n.after == '?' || n.after == ' ';
    if (n.after != '(' && !ruby && n.text != "is_password") return false;
    return is_one_of(
        lower(n.text),
        {"checkpw",         "compare",         "comparesync",          "verify",          "verifysync",
         "password_verify", "verify_password", "check_password_hash",  "check_password",  "comparehashandpassword",
         "matches",         "is_password",     "verifyhashedpassword", "valid_password",  "checkpass",
         "verify_pass",     "verifypassword",  "checkpassword",        "comparepassword", "compare_password",
         "passwordmatches", "verify_hash"});
  });
}

bool compares_plainly(const ChangedBlock& block, size_t i) {
  const std::string& code = block.code(i);
  const bool compares = contains(code, "==") || contains(code, "!=") || contains(code, ".equals(");
  const auto names = names_in(code);
  return compares && std::any_of(names.begin(), names.end(), [](const CodeName& n) {
           return has_any_word(n.words, {"password", "passwd", "pwd", "pw", "hash", "hashed", "digest", "pass"});
         });
}

void compare_passwords(const ChangedBlock& block, RiskHits& out) {
  const auto verifies = [&](size_t i) { return verifies_password(block, i); };
  if (first_line(block.removed, verifies) == std::string_view::npos ||
      first_line(block.added, verifies) != std::string_view::npos)
    return;
  const size_t plain = first_line(block.added, [&](size_t i) { return compares_plainly(block, i); });
  if (plain != std::string_view::npos)
    out.push_back({Area::auth, plain, "a password is compared instead of verified", true});
}

// secure, httpOnly and sameSite, in whatever spelling; "" for other names.
std::string cookie_flag(std::string_view name) {
  std::string plain;
  for (char c : lower(name))
    if (is_alpha(c)) plain += c;
  for (std::string_view before : {"sessioncookie", "csrfcookie", "languagecookie", "cookie", "set", "with", "session"})
    if (plain.starts_with(before)) plain.erase(0, before.size());
  return is_one_of(plain, {"secure", "httponly", "samesite"}) ? plain : std::string();
}

enum class Flag { absent, off, on };
struct CookieFlag {
  std::string name;
  Flag value = Flag::absent;
  size_t line = 0;
};

std::vector<CookieFlag> cookie_flags(const ChangedBlock& block, const Lines& lines) {
  std::vector<CookieFlag> out;
  for (size_t index : lines) {
    const Tokens& t = tokens_of(block.line(index), is_removed(block.line(index)) ? Side::before : Side::after);
    for (size_t i = 0; i + 2 < t.size(); ++i) {
      if (!t[i].word() && !t[i].string()) continue;
      const std::string name = cookie_flag(t[i].string() ? t[i].unquoted() : t[i].text);
      if (name.empty()) continue;
      const Token& between = t[i + 1];
      if (!between.is(":") && !between.is("=") && !between.is("=>") && !between.is("(") && !between.is(",")) continue;
      const std::string value = lower(t[i + 2].string() ? t[i + 2].unquoted() : t[i + 2].text);
      const bool off = is_one_of(value, {"false", "none", "nil", "0", "off"});
      out.push_back({name, off ? Flag::off : Flag::on, index});
    }
  }
  return out;
}

// A setting of cookies: by its own name, or with one in sight that stays.
bool is_cookie_place(const ChangedBlock& block, size_t index) {
  constexpr size_t k_reach = 12;
  for (size_t i = index > k_reach ? index - k_reach : 0; i < block.hunk.lines.size() && i <= index + k_reach; ++i) {
    const CodeLine& line = block.line(i);
    if (is_removed(line) && i != index) continue;
    if (icontains(line.raw->text, "cookie") || icontains(line.masked.code, "session(")) return true;
  }
  return icontains(block.hunk.hunk.section, "cookie");
}

void compare_cookies(const ChangedBlock& block, RiskHits& out) {
  const auto before = cookie_flags(block, block.removed), after = cookie_flags(block, block.added);
  const auto find = [](const std::vector<CookieFlag>& flags, std::string_view name) {
    return std::find_if(flags.begin(), flags.end(), [&](const CookieFlag& f) { return f.name == name; });
  };
  for (const CookieFlag& now : after) {
    const auto was = find(before, now.name);
    if (now.value != Flag::off || (was != before.end() && was->value == Flag::off)) continue;
    // sameSite: none has its uses in a new cookie.
    if (now.name == "samesite" && was == before.end()) continue;
    if (!is_cookie_place(block, now.line)) continue;
    out.push_back({Area::auth, now.line, "a protection of a cookie is off", true});
    return;
  }
  for (const CookieFlag& was : before) {
    if (was.value != Flag::on || find(after, was.name) != after.end() || !is_cookie_place(block, was.line)) continue;
    // The cookie itself must still be there.
    const auto call = [&](size_t i) { return icontains(block.line(i).raw->text, "cookie"); };
    const bool inside = !icontains(block.line(was.line).raw->text, "cookie") &&
                        first_line(block.removed, call) == std::string_view::npos;
    const bool rewritten = first_line(block.added, call) != std::string_view::npos;
    if (!inside && !rewritten) continue;
    out.push_back({Area::auth, was.line, "a protection of a cookie is removed", true});
    return;
  }
}

bool protects_forms(const ChangedBlock& block, size_t i) {
  const std::string& code = block.code(i);
  const auto is_name = [&](std::string_view name) { return find_word(code, name) != std::string_view::npos; };
  for (std::string_view name :
       {"protect_from_forgery", "csrf_protect", "ValidateAntiForgeryToken", "csrfProtection", "VerifyCsrfToken",
        "ValidateCsrfToken", "protect_forgery", "AutoValidateAntiforgeryToken", "doubleCsrfProtection", "CSRFProtect",
        "check_csrf_token", "requireCsrf"})
    if (is_name(name)) return true;
  if (contains(block.strings(i), "CsrfViewMiddleware") || contains(code, "csrf.Protect(")) return true;
  const bool used = contains(code, ".use(") || contains(code, "plug ") || contains(code, "register(");
  return used && (icontains(code, "csrf") || icontains(code, "csurf") || contains(code, "lusca"));
}

void compare_forgery(const ChangedBlock& block, RiskHits& out) {
  const auto protects = [&](size_t i) { return protects_forms(block, i); };
  const size_t gone = first_line(block.removed, protects);
  if (gone != std::string_view::npos && first_line(block.added, protects) == std::string_view::npos)
    out.push_back({Area::auth, gone, "protection against request forgery is removed", true});
  // Laravel's list of routes that are exempt.
  if (!icontains(block.hunk.file.path(), "VerifyCsrfToken")) return;
  const size_t exempt = first_line(block.added, [&](size_t i) {
    const auto path = trim(block.strings(i));
    return !path.empty() && (contains(path, "/") || contains(path, "*"));
  });
  if (exempt != std::string_view::npos && block.removed.empty())
    out.push_back({Area::auth, exempt, "a route is exempt from protection against request forgery", true});
}

}  // namespace

void find_weaker_verification(const ChangedBlock& block, RiskHits& out) {
  compare_tokens(block, out);
  compare_passwords(block, out);
  compare_cookies(block, out);
  compare_forgery(block, out);
}

}  // namespace assay::judge
