// What guards: helper calls (requireAdmin), annotations (@login_required), predicates in a condition
// (user.isAdmin), refusals (return 403). Each is reduced to what it asks for ("admin"), and the
// removed ones of a block are set against the added ones: what stays unanswered is a removed check,
// what is answered in another way is changed logic, and a check more is nobody's risk.
#include <algorithm>

#include "base/text.h"
#include "judge/risk/access_checks.h"
#include "judge/risk/rules.h"

namespace assay::judge {
namespace {

using Words = std::vector<std::string>;

// Takes guards away, or says that none are wanted. The code, or the string beside it, says so.
struct GuardRemoval {
  std::string_view code;     // must be in the code, blanks removed
  std::string_view strings;  // and this in the strings; empty: nothing
  std::string_view what;
};
constexpr GuardRemoval k_loosenings[] = {
    {"permitAll(", "", "everyone is let in"},
    {"AllowAny", "", "everyone is let in"},
    {"@Public()", "", "everyone is let in"},
    {"@SkipAuth()", "", "everyone is let in"},
    {".permit!", "", "any attribute may be set"},
    {"AllowAnonymous", "", "everyone is let in"},
    {"@PermitAll", "", "everyone is let in"},
    {"anonymous()", "", "anonymous users are let in"},
    {"skip_before_action", "", "a check before the action is skipped"},
    {"skip_before_filter", "", "a check before the action is skipped"},
    {"skip_authorization", "", "authorization is skipped"},
    {"skip_authorize_resource", "", "authorization is skipped"},
    {"withoutMiddleware", "", "middleware is skipped"},
    {"csrf_exempt", "", "protection against request forgery is off"},
    {"csrf().disable", "", "protection against request forgery is off"},
    {"csrf(csrf->csrf.disable", "", "protection against request forgery is off"},
    {"csrf(AbstractHttpConfigurer::disable", "", "protection against request forgery is off"},
    {"skip_forgery_protection", "", "protection against request forgery is off"},
    {"verify_authenticity_token", "", ""},  // only with skip_, handled there
    {"IgnoreAntiforgeryToken", "", "protection against request forgery is off"},
    {"WTF_CSRF_ENABLED=False", "", "protection against request forgery is off"},
    {"allow_forgery_protection=false", "", "protection against request forgery is off"},
    {"csrf:false", "", "protection against request forgery is off"},
    {"csrfProtection:false", "", "protection against request forgery is off"},
    {"permission_classes=[]", "", "no permission is asked for"},
    {"permission_classes=()", "", "no permission is asked for"},
    {"authentication_classes=[]", "", "no authentication is asked for"},
    {"authentication_classes=()", "", "no authentication is asked for"},
    {"rejectUnauthorized:false", "", "certificates are not verified"},
    {"rejectUnauthorized=false", "", "certificates are not verified"},
    {"InsecureSkipVerify:true", "", "certificates are not verified"},
    {"InsecureSkipVerify=true", "", "certificates are not verified"},
    {"_create_unverified_context", "", "certificates are not verified"},
    {"danger_accept_invalid_certs(true", "", "certificates are not verified"},
    {"NODE_TLS_REJECT_UNAUTHORIZED", "0", "certificates are not verified"},
    {"CURLOPT_SSL_VERIFYPEER,false", "", "certificates are not verified"},
    {"CURLOPT_SSL_VERIFYPEER,0", "", "certificates are not verified"},
    {"VERIFY_NONE", "", "certificates are not verified"},
    {"CURLOPT_SSL_VERIFYHOST,0", "", "certificates are not verified"},
    {"CURLOPT_SSL_VERIFYHOST,false", "", "certificates are not verified"},
    {"strictSSL:false", "", "certificates are not verified"},
    {"verify_ssl:false", "", "certificates are not verified"},
    {"verify_ssl=False", "", "certificates are not verified"},
    {"ssl_verify=False", "", "certificates are not verified"},
    {"check_hostname=False", "", "certificates are not verified"},
    {"=>false", "verify", "verification is off"},  // Guzzle's ['verify' => false]
    {"SslVerifyMode::NONE", "", "certificates are not verified"},
    {"DangerousAcceptAnyServerCertificateValidator", "", "certificates are not verified"},
    {"danger_accept_invalid_hostnames(true", "", "certificates are not verified"},
    {"verify::verify_none", "", "certificates are not verified"},
    {"NoopHostnameVerifier", "", "certificates are not verified"},
    {"CERT_NONE", "", "certificates are not verified"},
    {"verify=False", "", "verification is off"},
    {"verify:false", "", "verification is off"},
    {"validate_token=False", "", "verification is off"},
    {"verify_exp:false", "", "verification is off"},
    {"ignoreExpiration:true", "", "expired tokens are accepted"},
    {"ValidateLifetime=false", "", "expired tokens are accepted"},
    {"ValidateIssuerSigningKey=false", "", "signatures are not verified"},
    {"RequireSignedTokens=false", "", "signatures are not verified"},
    {"false", "verify_signature", "signatures are not verified"},
    {"algorithm", "none", "unsigned tokens are accepted"},
    {"setAllowedOrigins", "*", "every origin is allowed"},
    {"allowedOrigins", "*", "every origin is allowed"},
};

bool string_is(std::string_view strings, std::string_view wanted) {
  const size_t at = ifind_word(strings, wanted);
  return wanted == "*" ? contains(strings, "*") : at != std::string_view::npos;
}

std::string_view loosens(const ChangedBlock& block, size_t index) {
  const std::string code = without_spaces(block.code(index));
  const std::string& strings = block.strings(index);
  for (const GuardRemoval& l : k_loosenings)
    if (!l.what.empty() && icontains(code, l.code) && (l.strings.empty() || string_is(strings, l.strings))) {
      // "verify" of a click tracker is none of ours; of requests, tokens and clients it is.
      if ((l.code == "verify=False" || l.code == "verify:false") &&
          !(icontains(code, "request") || icontains(code, "jwt") || icontains(code, "decode") ||
            icontains(code, "client") || icontains(code, "session") || icontains(code, "http") ||
            icontains(code, "get(") || icontains(code, "post(")))
        continue;
      if (l.code == "algorithm" && ifind_word(block.code(index), "algorithms") == std::string::npos &&
          !icontains(code, "jwt") && !icontains(code, "alg"))
        continue;
      return l.what;
    }
  if (block.hunk.file.language == diff::Language::sql && icontains(code, "disablerowlevelsecurity"))
    return "row level security is off";
  // Credentials with any origin: the two stand in one list.
  const bool any_origin = (icontains(code, "origin") && (contains(strings, "*") || contains(code, "origin:true"))) ||
                          (icontains(strings, "Access-Control-Allow-Origin") && contains(strings, "*"));
  constexpr size_t k_list = 20;  // lines around
  if (any_origin)
    for (size_t i = index > k_list ? index - k_list : 0; i < block.hunk.lines.size() && i <= index + k_list; ++i) {
      const diff::Line& line = *block.line(i).raw;
      if (line.sign != diff::Sign::removed && icontains(line.text, "credentials") && icontains(line.text, "true"))
        return "every origin may send credentials";
    }
  return {};
}

bool constant_truth(std::string_view code) {
  const std::string s = without_spaces(code);
  return is_one_of(s, {"returntrue;", "returntrue", "returnTrue", "true", "returnOk(())", "returnnil", "returnnull;",
                       "next();", "returnnext();"});
}

bool is_skip(std::string_view code) {
  return icontains(code, "skip_before") || icontains(code, "skip_auth") || icontains(code, "without") ||
         icontains(code, "AllowAny") || icontains(code, "skip_forgery");
}

// What a changed condition is compared by: operators, truth values and the words that limit it.
std::string shape(const ChangedBlock& block, const std::vector<size_t>& lines) {
  size_t negations = 0, both = 0, either = 0, equal = 0, order = 0, truths = 0, limits = 0;
  std::vector<std::string> literals;
  for (size_t index : lines) {
    const std::string& code = block.code(index);
    for (size_t i = 0; i < code.size(); ++i) {
      if (code[i] == '!' && !(i > 0 && is_word(code[i - 1]) && (i + 1 == code.size() || code[i + 1] != '=')))
        ++negations;
      if (code[i] == '&' && i + 1 < code.size() && code[i + 1] == '&') ++both, ++i;
      if (code[i] == '|' && i + 1 < code.size() && code[i + 1] == '|') ++either, ++i;
      if (code[i] == '=' && i + 1 < code.size() && code[i + 1] == '=') ++equal, i += 2;
      if ((code[i] == '<' || code[i] == '>') && i > 0 && code[i - 1] == ' ')
        ++order, literals.push_back(code.substr(i, 2));
    }
    for (const CodeName& name : names_in(code)) {
      if (is_one_of(name.text, {"not", "unless"})) ++negations;
      if (name.text == "and") ++both;
      if (name.text == "or") ++either;
      if (is_one_of(name.text, {"true", "True", "false", "False"})) ++truths, literals.push_back(lower(name.text));
      // ROLE_ADMIN says what "admin" said.
      const bool constant = name.words.size() > 1 && std::none_of(name.text.begin(), name.text.end(), is_lower);
      if (constant || (name.before == '.' && is_upper(name.text[0]) && contains(code, "ole.")))
        literals.push_back(name.words.back());
      if (is_one_of(name.text, {"except", "only", "includes", "some", "every", "any", "all"}))
        ++limits, literals.emplace_back(name.text);
    }
    for (const auto& word : split(block.strings(index), ' '))
      if (!word.empty() && word.size() <= 24 && word[0] != '/' && is_alpha(word[0]) &&
          !contains(block.code(index), "status"))
        literals.push_back(lower(word));
  }
  std::sort(literals.begin(), literals.end());
  std::string out = cat(negations, ' ', both, ' ', either, ' ', equal, ' ', order, ' ', truths, ' ', limits);
  for (const auto& l : literals) out += "|" + l;
  return out;
}

std::vector<size_t> lines_of(const std::vector<AccessCheck>& guards, AccessCheck::Kind skip) {
  std::vector<size_t> lines;
  for (const AccessCheck& g : guards)
    if (g.kind != skip && (lines.empty() || lines.back() != g.line)) lines.push_back(g.line);
  return lines;
}

// The very condition that went away stands in an added line: it got a function of its own.
bool stands_elsewhere(const ChangedBlock& block, const std::vector<AccessCheck>& removed) {
  std::string now;
  if (block.added.size() > 400) return false;
  for (size_t i : block.added) now += without_spaces(block.code(i)) + "\n";
  return std::all_of(removed.begin(), removed.end(), [&](const AccessCheck& check) {
    const std::string code = without_spaces(block.code(check.line));
    const size_t open = code.find('(');
    if (!code.starts_with("if(")) return false;
    size_t close = open;
    for (int depth = 0; close < code.size(); ++close) {
      depth += code[close] == '(';
      depth -= code[close] == ')';
      if (depth == 0) break;
    }
    return close > open + 4 && contains(now, code.substr(open, close - open + 1));
  });
}

void compare_guards(const ChangedBlock& block, RiskHits& out) {
  std::vector<AccessCheck> removed, added;
  for (size_t i : block.removed)
    if (!is_skip(block.code(i))) access_checks_in(block, i, removed);
  if (removed.empty()) return;
  for (size_t i : block.added)
    if (!is_skip(block.code(i))) access_checks_in(block, i, added);
  constexpr size_t k_most = 500;  // checks set against each other
  removed.resize(std::min(removed.size(), k_most));
  added.resize(std::min(added.size(), k_most));
  std::vector<AccessCheck> open = removed, unmatched = added;
  for (auto it = open.begin(); it != open.end();) {
    const auto same =
        std::find_if(unmatched.begin(), unmatched.end(), [&](const AccessCheck& g) { return g.about == it->about; });
    if (same == unmatched.end()) {
      ++it;
      continue;
    }
    unmatched.erase(same);
    it = open.erase(it);
  }
  const bool answered = open.size() < removed.size();
  if (answered)  // the refusal went into the guard, or the other way round
    open.erase(std::remove_if(open.begin(), open.end(),
                              [](const AccessCheck& g) { return g.kind == AccessCheck::Kind::refusal; }),
               open.end());
  if (!open.empty()) {
    const bool other = !unmatched.empty();
    out.push_back(
        {Area::auth, open.front().line, other ? "an access check is changed" : "an access check is removed", !other});
    return;
  }
  // One guard more on top of all that were there.
  if (!unmatched.empty() && std::all_of(unmatched.begin(), unmatched.end(), [&](const AccessCheck& c) {
        return c.kind == AccessCheck::Kind::guard && !is_condition(block.code(c.line));
      }))
    return;
  if (stands_elsewhere(block, removed)) return;
  const auto before = lines_of(removed, AccessCheck::Kind::refusal),
             after = lines_of(added, AccessCheck::Kind::refusal);
  if (!before.empty() && !after.empty() && shape(block, before) != shape(block, after))
    out.push_back({Area::auth, after.front(), "the condition of an access check is changed"});
}

// SignIn in a .tsx file draws a form; authorize in a payment gateway holds an amount.
bool is_component(const diff::File& file, std::string_view function) {
  const std::string path = lower(file.path());
  if (is_drawn(file) && is_upper(function[0])) return true;
  return contains(path, "payment") || contains(path, "card") || contains(path, "gateway");
}

std::vector<std::string> calls_in(const ChangedBlock& block, const std::vector<size_t>& lines) {
  std::vector<std::string> calls;
  for (size_t i : lines)
    for (const CodeName& name : names_in(block.code(i)))
      if (name.after == '(' && !is_one_of(name.text, {"if", "return", "unless", "while", "and", "or", "not"}))
        calls.emplace_back(name.text);
  std::sort(calls.begin(), calls.end());
  return calls;
}

// It answers yes or no; what it asks on the way is its meaning.
bool is_question_function(std::string_view name) {
  const Words w = words_of(name);
  return !w.empty() && is_one_of(w[0], {"can", "may", "is", "has", "allows", "allowed", "permits"});
}

// A table of who may what, or one more case in which a check says yes.
void find_new_grants(const ChangedBlock& block, RiskHits& out) {
  const auto table = [&](size_t index) {
    const auto names = names_in(block.code(index));
    return std::any_of(names.begin(), names.end(), [&](const CodeName& n) {
      const bool named = !n.words.empty() && is_one_of(n.words.back(), {"roles", "permissions", "grants", "acl",
                                                                        "policies", "abilities", "privileges"});
      const bool constant = std::none_of(n.text.begin(), n.text.end(), is_lower);
      size_t value = n.at + n.text.size();
      const std::string& code = block.code(index);
      while (value < code.size() && (is_space(code[value]) || code[value] == '=' || code[value] == ':')) ++value;
      const bool literal =
          value < code.size() && std::string_view("{[%('\"").find(code[value]) != std::string_view::npos;
      return named && literal && (n.after == '=' || n.after == ':') && (constant || is_access_file(block.hunk.file));
    });
  };
  const auto in = [&](const std::vector<size_t>& lines) { return std::find_if(lines.begin(), lines.end(), table); };
  const auto now = in(block.added);
  if (in(block.removed) != block.removed.end() && now != block.added.end()) {
    out.push_back({Area::auth, *now, "the table of roles or permissions is changed"});
    return;
  }
  if (!is_access_file(block.hunk.file) || !block.removed.empty()) return;
  for (size_t i : block.added) {
    const std::string code = without_spaces(block.code(i));
    const auto name = defined_name(block.code(i));
    if (!code.ends_with("do:true") || name.empty()) continue;
    // A further clause of a function that stands beside it.
    for (const CodeLine& line : block.hunk.lines)
      if (line.raw->sign == diff::Sign::context && defined_name(line.masked.code) == name) {
        out.push_back({Area::auth, i, "a check says yes in one more case"});
        return;
      }
  }
}

// user.admin? became true, in a file of policies.
bool always_yes(const ChangedBlock& block) {
  return is_access_file(block.hunk.file) && block.removed.size() == 1 && block.added.size() == 1 &&
         constant_truth(block.code(block.added[0])) && !constant_truth(block.code(block.removed[0])) &&
         without_spaces(block.code(block.removed[0])) != "false" &&
         !contains(block.code(block.removed[0]), "return false");
}

void compare_function(const ChangedBlock& block, RiskHits& out) {
  const size_t index = block.removed.empty() ? block.added.front() : block.removed.front();
  const std::string function = enclosing_function(block.hunk, index);
  if (always_yes(block)) {
    out.push_back({Area::auth, block.added[0], "a check always says yes", true});
    return;
  }
  if (!is_access_function(block.hunk.file, function) || is_component(block.hunk.file, function)) return;
  std::vector<size_t> before, after;
  for (size_t i : block.removed)
    if (is_condition(block.code(i)) && defined_name(block.code(i)).empty()) before.push_back(i);
  for (size_t i : block.added)
    if (is_condition(block.code(i)) && defined_name(block.code(i)).empty()) after.push_back(i);
  if (before.empty()) {
    // `return true` as the first thing a check does.
    if (!block.removed.empty() || block.added.empty() || !constant_truth(block.code(block.added.front()))) return;
    const size_t first = block.added.front();
    if (first > 0 && defined_name(block.code(first - 1)) == function)
      out.push_back({Area::auth, first, "a check always says yes", true});
    return;
  }
  if (after.empty())
    out.push_back({Area::auth, before.front(), "a condition is removed", true});
  else if (after.size() == 1 && constant_truth(block.code(after[0])) && !constant_truth(block.code(before[0])))
    out.push_back({Area::auth, after[0], "a check always says yes", true});
  else if (shape(block, before) != shape(block, after) ||
           (is_question_function(function) && calls_in(block, before) != calls_in(block, after)))
    out.push_back({Area::auth, after.front(), "the condition of a check is changed"});
}

bool has_auth(const RiskHits& hits, size_t from) { return hits.size() > from; }

}  // namespace

void find_auth_risks(const ChangedBlock& block, RiskHits& out) {
  using diff::Language;
  const diff::File& file = block.hunk.file;
  if (file.role == diff::Role::ci) return;
  find_exposures(block, out);
  if (file.role == diff::Role::build) return;
  switch (file.language) {
    case Language::html:
    case Language::css:
    case Language::markdown:
    case Language::text:
    case Language::json: return;
    default: break;
  }
  const size_t from = out.size();
  for (size_t i : block.added) {
    const std::string_view what = loosens(block, i);
    if (what.empty()) continue;
    const bool already =
        std::any_of(block.removed.begin(), block.removed.end(), [&](size_t r) { return loosens(block, r) == what; });
    if (!already) out.push_back({Area::auth, i, std::string(what), true});
  }
  compare_guards(block, out);
  if (!has_auth(out, from)) find_new_grants(block, out);
  if (!has_auth(out, from)) compare_function(block, out);
  if (!has_auth(out, from)) find_lost_scopes(block, out);
  find_weaker_verification(block, out);
  find_access_bypasses(block, out);
  find_loosened_guards(block, out);
}

}  // namespace assay::judge
