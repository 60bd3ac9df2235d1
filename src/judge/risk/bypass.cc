// Ways in beside a check: an added condition on what any caller may send (a header, a parameter, a
// literal password), on who is asking by name, or on a debug flag, whose branch lets the caller in.
// The condition alone says nothing, and neither does the branch: both must be there, at a place that
// decides about access. A test of the check cannot show that no such way in exists, so the planted
// ones are never covered.
#include <algorithm>

#include "base/text.h"
#include "judge/risk/access_checks.h"
#include "judge/risk/rules.h"
#include "judge/tokens.h"

namespace assay::judge {
namespace {

using Words = std::vector<std::string>;

bool is_comparison(const Token& t) { return t.is("==") || t.is("===") || t.is("!=") || t.is("!==") || t.is("=~"); }

// The string that stands beside a comparison with tokens[i], either way round; also x.equals("…").
std::string_view compared_with(const Tokens& t, size_t i) {
  const auto text = [&](size_t k) { return k < t.size() && t[k].string() ? t[k].unquoted() : std::string_view(); };
  if (i + 2 < t.size() && is_comparison(t[i + 1])) return text(i + 2);
  if (i >= 2 && is_comparison(t[i - 1])) return text(i - 2);
  const bool method = i + 4 < t.size() && t[i + 1].is(".") && t[i + 3].is("(") &&
                      is_one_of(t[i + 2].text, {"equals", "equal", "eql", "equalsIgnoreCase", "Equals", "endsWith",
                                                "endswith", "end_with", "includes"});
  if (method) return text(i + 4);
  const bool swapped = i >= 4 && t[i - 1].is("(") && t[i - 3].is(".") && t[i - 2].text == "equals";
  if (swapped) return text(i - 4);
  // req.headers['x-debug'] === '1', request.headers.get("x") == "1"
  for (size_t k = i + 1; k + 1 < t.size() && k < i + 9; ++k)
    if (is_comparison(t[k])) return text(k + 1);
  return {};
}

bool is_placeholder(std::string_view literal) {
  return literal.size() < 2 ||
         is_one_of(lower(literal), {"null", "undefined", "none", "true", "false", "string", "bearer", "basic",
                                    "bearer ", "basic ", "object", "function"});
}

bool is_magic_word(const Words& w) {
  return has_any_word(w, {"debug", "bypass", "internal", "test", "testing", "skip", "backdoor", "dev", "override",
                          "noauth", "impersonate", "sudo", "god", "superuser", "admin", "magic", "trusted"});
}

bool is_usual_header(std::string_view strings, std::string_view code) {
  for (std::string_view name : {"content-type", "accept", "origin", "upgrade", "x-requested-with", "host", "method",
                                "content-length", "if-none-match", "sec-", "referer", "connection", "purpose"})
    if (icontains(strings, name) || icontains(code, replace_all(std::string(name), "-", "_"))) return true;
  return false;
}

struct Question {
  std::string_view what;
  std::string literal;   // what a caller must know; not empty for a planted way in
  bool negated = false;  // asks that it is not so
};

bool is_request_source(const CodeName& n) {
  return is_one_of(lower(n.text), {"headers",      "header",       "query",     "params",      "param",
                                   "cookies",      "cookie",       "args",      "getheader",   "get_req_header",
                                   "get_header",   "$_get",        "$_server",  "$_cookie",    "$_request",
                                   "searchparams", "getparameter", "formvalue", "querystring", "query_params"});
}

bool asks_request(const CodeLine& line, const std::vector<CodeName>& names, const Tokens& t, Question& q) {
  const auto source = std::find_if(names.begin(), names.end(), is_request_source);
  if (source == names.end() || is_usual_header(line.masked.strings, line.masked.code)) return false;
  std::string_view literal;
  for (size_t i = 0; i < t.size() && literal.empty(); ++i)
    if (t[i].word() && t[i].begin == source->at) literal = compared_with(t, i);
  const bool named = std::any_of(source + 1, names.end(), [](const CodeName& n) { return is_magic_word(n.words); });
  const Words keys = words_of(literal.empty() ? line.masked.strings : replace_all(line.masked.strings, literal, ""));
  const bool magic = named || is_magic_word(keys);
  const bool secret = has_any_word(keys, {"key", "secret", "token", "password", "auth", "authorization"});
  if (!magic && (!secret || is_placeholder(literal))) return false;
  q.what = "what a caller sends in the request passes by an access check";
  q.literal = literal.empty() ? std::string(trim(line.masked.strings)) : std::string(literal);
  if (q.literal.size() < 2) q.literal = keys.empty() ? "debug" : join(keys, "-");
  return true;
}

bool asks_literal_secret(const std::vector<CodeName>& names, const Tokens& t, std::string_view function, Question& q) {
  // In check_token(t) every text that is asked for is one.
  const Words about = words_of(function);
  const bool takes_secret = has_any_word(about, {"check", "verify", "validate", "valid", "compare", "matches"}) &&
                            has_any_word(about, {"password", "token", "secret", "otp", "pin", "credentials"});
  for (const CodeName& n : names) {
    if (n.words.empty()) continue;
    const std::string& last = n.words.back();
    const bool key = last == "key" && has_any_word(n.words, {"api", "secret", "access", "master"});
    const bool shape = has_any_word(n.words, {"type", "kind", "scheme", "status", "alg", "algorithm", "method", "typ"});
    if (!key && (!takes_secret || shape) &&
        !is_one_of(last, {"password", "passwd", "pwd", "pw", "pass", "passphrase", "token", "secret", "apikey", "otp",
                          "pin", "jwt", "authorization"}))
      continue;
    for (size_t i = 0; i < t.size(); ++i) {
      if (!t[i].word() || t[i].begin != n.at) continue;
      const std::string_view literal = compared_with(t, i);
      if (is_placeholder(literal) || !is_alnum(literal[0])) continue;
      q.what = "a literal is accepted in place of a credential";
      q.literal = std::string(literal);
      return true;
    }
  }
  return false;
}

bool asks_identity(const std::vector<CodeName>& names, const Tokens& t, Question& q) {
  for (const CodeName& n : names) {
    if (n.words.empty() || !is_one_of(n.words.back(), {"email", "username", "mail", "login", "userid", "uid"}))
      continue;
    for (size_t i = 0; i < t.size(); ++i) {
      if (!t[i].word() || t[i].begin != n.at) continue;
      const std::string_view literal = compared_with(t, i);
      if (is_placeholder(literal)) continue;
      q.what = "one account is let in by its name";
      q.literal = std::string(literal);
      return true;
    }
  }
  return false;
}

bool asks_debug_flag(const CodeLine& line, const std::vector<CodeName>& names, Question& q) {
  const auto judge = [&](const Words& w) {
    const bool off = has_any_word(w, {"skip", "bypass", "disable", "disabled", "no", "without", "ignore"});
    const bool check = has_any_word(w, {"auth", "authentication", "authorization", "login", "permission", "permissions",
                                        "access", "security", "acl", "guard", "csrf", "signature"});
    if ((off && check) || has_any_word(w, {"noauth", "backdoor"})) {
      q.literal = join(w, "_");
      return true;
    }
    return has_any_word(w, {"debug", "development", "devmode"}) || (w.size() > 1 && w[0] == "is" && w[1] == "dev") ||
           join(w, " ") == "dev mode" || join(w, " ") == "local mode";
  };
  const bool setting = icontains(line.masked.code, "env") || icontains(line.masked.code, "config") ||
                       icontains(line.masked.code, "setting");
  const bool environment =
      icontains(line.masked.code, "env") && (ifind_word(line.masked.strings, "production") != std::string::npos ||
                                             ifind_word(line.masked.strings, "development") != std::string::npos);
  bool found = environment;
  for (const CodeName& n : names) found = found || judge(n.words);
  if (!found) found = setting && judge(words_of(line.masked.strings));
  if (found) q.what = "a debug setting passes by an access check";
  return found;
}

bool is_negated(const Tokens& t) {
  return std::any_of(t.begin(), t.end(), [](const Token& x) { return x.is("!=") || x.is("!=="); });
}

// Success is said by saying nothing.
bool is_silent_guard(std::string_view function) {
  const Words w = words_of(function);
  return !w.empty() && is_one_of(w[0], {"require", "requires", "ensure", "assert", "enforce", "authorize", "check",
                                        "demand", "guard", "protect"});
}

// A template draws; what it asks decides what is shown.
bool is_template_text(std::string_view text) {
  return trim_left(text).starts_with("<") || contains(text, "{{") || contains(text, "{%");
}

// `!isAdmin && email !== 'dev@x'` before a refusal, `isAdmin || email === 'dev@x'` before a grant.
bool lets_in(const ChangedBlock& block, size_t index, const Question& q, std::string_view function) {
  const std::string branch = branch_of(block, index);
  const std::string& code = block.code(index);
  const bool either = contains(code, "||") || find_word(code, "or") != std::string::npos;
  const bool both = contains(code, "&&") || find_word(code, "and") != std::string::npos;
  if (q.negated) return both && turns_away(branch) && !lets_caller_in(branch, function);
  if (lets_caller_in(branch, function)) return !turns_away(branch);
  // One more way to be let in by a question that is asked here.
  const bool question = has_access_check(block, index) || trim(code).starts_with("||") || trim(code).starts_with("or ");
  return either && question && !turns_away(branch);
}

bool was_there(const ChangedBlock& block, const Question& q, size_t index) {
  const std::string& strings = block.strings(index);
  return std::any_of(block.removed.begin(), block.removed.end(), [&](size_t r) {
    const auto literal = trim(strings);
    return literal.empty() ? block.code(r) == block.code(index)
                           : icontains(block.strings(r), q.literal.empty() ? literal : std::string_view(q.literal));
  });
}

}  // namespace

bool turns_away(std::string_view code) {
  for (std::string_view word : {"throw", "raise", "false", "False", "401", "403", "abort", "deny", "reject", "Err",
                                "redirect", "die", "error", "Error", "fail", "panic", "continue", "halt"})
    if (find_word(code, word) != std::string_view::npos) return true;
  return icontains(code, "forbid") || icontains(code, "unauthori") || icontains(code, "denied") ||
         icontains(code, "exception") || contains(code, "Errorf") || icontains(code, "errors.");
}

bool lets_caller_in(std::string_view code, std::string_view function) {
  const auto names = names_in(code);
  for (size_t i = 0; i < names.size(); ++i) {
    const CodeName& n = names[i];
    if (n.after == '(' && is_one_of(n.text, {"next", "doFilter", "ServeHTTP", "proceed", "call_next", "get_response",
                                             "callNext", "Next"}))
      return true;
    const bool access = has_any_word(
        n.words, {"admin", "authenticated", "authorized", "superuser", "allowed", "granted", "role", "privileged"});
    if (access && n.after == '=' && code.compare(n.at + n.text.size(), 3, " ==") != 0 &&
        !contains(code.substr(n.at + n.text.size(), 4), "=="))
      return true;
    if (n.text != "return") continue;
    const auto rest = trim(code.substr(n.at + 6));
    const std::string value(trim(rest.substr(0, rest.find(';'))));
    if (value.empty() || value == "}" || value.starts_with("if ") ||
        is_one_of(value, {"nil", "Ok(())", "None", "null", "undefined"}))
      return is_silent_guard(function);
    if (istarts_with(value, "true") || value.starts_with("Ok(")) return true;
    for (size_t k = i + 1; k < names.size(); ++k)
      if (has_any_word(names[k].words,
                       {"admin", "user", "session", "claims", "principal", "allow", "allowed", "grant", "granted",
                        "authenticated", "authorized", "identity", "account", "success", "accept", "token"}) ||
          (names[k].after == '(' &&
           is_one_of(names[k].text, {"handler", "view", "func", "fn", "f", "view_func", "call"})))
        return true;
  }
  if (contains(code, "do: conn")) return true;
  return find_word(code, "return") == std::string_view::npos && !names.empty() && names[0].text == "true";
}

// The condition's own line and the lines of the new side that stand under it.
std::string branch_of(const ChangedBlock& block, size_t index) {
  constexpr size_t k_lines = 5;
  std::string out = block.code(index);
  const size_t indent = indent_of(block.line(index).raw->text);
  const bool conditional = trim(out).starts_with("#if");  // up to its #endif
  for (size_t i = index + 1, taken = 0; i < block.hunk.lines.size() && taken < k_lines; ++i) {
    const CodeLine& line = block.line(i);
    if (line.raw->sign == diff::Sign::removed || trim(line.masked.code).empty()) continue;
    // A condition over several lines goes on with an operator.
    const auto code = trim(line.masked.code);
    const bool goes_on = code.starts_with("||") || code.starts_with("&&") || code.starts_with(")");
    if (conditional && code.starts_with("#")) break;
    if (!goes_on && !conditional && indent_of(line.raw->text) <= indent) break;
    out += cat(" ; ", code);
    ++taken;
  }
  return out;
}

void find_access_bypasses(const ChangedBlock& block, RiskHits& out) {
  if (is_drawn(block.hunk.file)) return;
  for (size_t i : block.added) {
    const CodeLine& line = block.line(i);
    if (!asks_something(line.masked.code) || is_template_text(line.raw->text)) continue;
    const auto names = names_in(line.masked.code);
    const Tokens& t = tokens_of(line);
    const std::string function = enclosing_function(block.hunk, i);
    Question q;
    const bool planted =
        asks_literal_secret(names, t, function, q) || asks_request(line, names, t, q) || asks_identity(names, t, q);
    if (planted) q.negated = is_negated(t);
    if (!planted && !asks_debug_flag(line, names, q)) continue;
    if (!decides_about_access(block, i, function) || was_there(block, q, i) || !lets_in(block, i, q, function))
      continue;
    RiskHit hit{Area::auth, i, std::string(q.what), true};
    hit.planted = std::move(q.literal);
    out.push_back(std::move(hit));
    return;
  }
  find_raised_roles(block, out);
}

}  // namespace assay::judge
