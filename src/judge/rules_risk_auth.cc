// What guards: helper calls (requireAdmin), annotations (@login_required), predicates in a condition
// (user.isAdmin), refusals (return 403). Each is reduced to what it asks for ("admin"), and the
// removed ones of a block are set against the added ones: what stays unanswered is a removed check,
// what is answered in another way is changed logic, and a check more is nobody's risk.
#include <algorithm>

#include "base/text.h"
#include "judge/rules_risk.h"

namespace assay::judge {
namespace {

using Words = std::vector<std::string>;

enum class Kind { guard, predicate, refusal };
struct Guard {
  Kind kind = Kind::guard;
  std::string about;  // "admin", "permission"; empty for a refusal
  size_t line = 0;
};

bool is_verb(std::string_view w) {
  return is_one_of(w, {"require", "requires", "ensure", "assert", "check", "verify", "enforce", "must", "demand",
                       "validate", "guard", "protect", "restrict", "confirm", "needs"});
}

bool is_noun(std::string_view w) {
  return is_one_of(
      w,
      {"auth",          "authn",          "authz",     "authenticated", "authorized",    "authorised", "authorization",
       "authorisation", "authentication", "admin",     "admins",        "administrator", "permission", "permissions",
       "perm",          "perms",          "role",      "roles",         "login",         "loggedin",   "logged",
       "signed",        "session",        "privilege", "privileges",    "scope",         "scopes",     "superuser",
       "staff",         "csrf",           "jwt",       "signature",     "identity",      "policy",     "ability",
       "credentials",   "ownership",      "owner",     "tenant",        "membership"});
}

std::string joined(const Words& words) {
  std::string out;
  for (const auto& w : words) out += (out.empty() ? "" : " ") + w;
  return out;
}

// Names that end like this hold or describe something instead of checking it.
bool is_thing(std::string_view last) {
  return is_one_of(last,
                   {"url",    "uri",     "header", "headers", "code",    "endpoint",  "response", "server",    "type",
                    "types",  "params",  "config", "options", "service", "module",    "context",  "store",     "state",
                    "client", "data",    "error",  "errors",  "result",  "name",      "names",    "label",     "text",
                    "field",  "message", "count",  "list",    "page",    "form",      "button",   "component", "props",
                    "event",  "time",    "date",   "id",      "ids",     "key",       "path",     "dialog",    "modal",
                    "format", "length",  "style",  "icon",    "title",   "tests",     "target",   "toolbar",   "menu",
                    "panel",  "element", "ref",    "row",     "column",  "attribute", "tab"});
}

// requireAdmin, authenticate_user, login_required, PreAuthorize, AuthGuard …
bool guard_about(const Words& w, std::string& about) {
  if (w.empty() || is_thing(w.back())) return false;
  const std::string all = joined(w);
  if (is_one_of(all, {"pre authorize",
                      "post authorize",
                      "authorize",
                      "authorise",
                      "secured",
                      "roles allowed",
                      "is granted",
                      "use guards",
                      "auth guard",
                      "auth middleware",
                      "jwt auth guard",
                      "roles guard",
                      "authenticate",
                      "authenticated",
                      "requires auth",
                      "current user required",
                      "authenticate or request with http token",
                      "is authenticated user",
                      "is admin user",
                      "is authenticated",
                      "has role",
                      "has authority",
                      "has any role",
                      "has any authority",
                      "has permission",
                      "permission classes",
                      "get current user",
                      "get current active user",
                      "load and authorize resource",
                      "authorize resource"})) {
    about = all;
    return true;
  }
  if (w.size() > 1 && is_one_of(w[0], {"authenticate", "authorize", "authorise"})) {
    about = all;
    return true;
  }
  if (w.size() > 1 && is_one_of(w.back(), {"required", "only"}) &&
      std::any_of(w.begin(), w.end() - 1, [](auto& x) { return is_noun(x); })) {
    about = joined(Words(w.begin(), w.end() - 1));
    return true;
  }
  if (w.size() < 2 || !is_verb(w[0])) return false;
  Words rest(w.begin() + 1, w.end());
  if (rest[0] == "can" || rest[0] == "is" || rest[0] == "has") rest.erase(rest.begin());
  const bool user = rest.size() == 1 && is_one_of(rest[0], {"user", "access", "token", "member", "account"});
  const bool token = rest.size() > 1 && rest.back() == "token" &&
                     has_any_word(rest, {"access", "auth", "csrf", "id", "api", "session", "bearer"});
  if (w[0] == "validate" && user) return false;  // validateUser(form), validateToken(lexer)
  if (user && rest[0] == "token" && w[0] != "verify") return false;
  if (!user && !token && std::none_of(rest.begin(), rest.end(), [](auto& x) { return is_noun(x); })) return false;
  about = joined(rest);
  return true;
}

// isAdmin, has_perm, canEdit …: a question about who is asking.
bool predicate_about(const Words& w, std::string& about) {
  if (w.size() < 2) return false;
  const bool asks = is_one_of(w[0], {"is", "has", "can", "may", "user", "logged", "signed", "allowed", "not"});
  if (!asks) return false;
  const Words rest(w.begin() + 1, w.end());
  if (is_thing(rest.back())) return false;
  if (w[0] == "can" || w[0] == "may") {
    if (rest.size() > 2 || !is_one_of(rest[0], {"edit", "delete", "view", "access", "manage", "update", "create",
                                                "publish", "approve", "administer", "admin", "modify", "user"}))
      return false;
    about = joined(w);
    return true;
  }
  if (std::none_of(rest.begin(), rest.end(),
                   [](auto& x) { return is_noun(x) || x == "access" || x == "in" || x == "allowed"; }))
    return false;
  if (is_one_of(joined(w), {"user session", "user role", "user roles", "user policy", "is in", "has session",
                            "is session", "user in"}))
    return false;
  about = joined(rest);
  return true;
}

bool is_condition(std::string_view code) {
  for (std::string_view word : {"if", "unless", "elif", "elsif", "when", "guard", "assert", "return", "and", "or",
                                "not", "while", "abort_unless", "abort_if"})
    if (find_word(code, word) != std::string_view::npos) return true;
  return contains(code, "&&") || contains(code, "||") || contains(code, "?") || contains(code, "!");
}

bool compares(std::string_view code) {
  return contains(code, "==") || contains(code, "!=") || contains(code, ".includes(") || contains(code, ".equals(") ||
         find_word(code, "in") != std::string_view::npos || contains(code, ".contains(") || contains(code, ".eql");
}

// user.role == "admin": a role of a person, not of a chat message or an ARIA element.
bool compares_role(const std::vector<CodeName>& names, std::string_view code, std::string_view strings) {
  if (!compares(code)) return false;
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].words.empty() || !is_one_of(names[i].words.back(), {"role", "roles", "permissions", "scopes"}))
      continue;
    const bool whose = i > 0 && names[i].before == '.' &&
                       has_any_word(names[i - 1].words, {"user", "session", "account", "member", "principal", "claims",
                                                         "identity", "me", "ctx", "auth"});
    const std::string low = lower(strings);
    for (std::string_view role : {"admin", "owner", "editor", "moderator", "superuser", "manager", "staff"})
      if (ifind_word(low, role) != std::string_view::npos) return true;
    if (whose) return true;
  }
  return false;
}

// return 403, throw new ForbiddenError(), raise PermissionDenied, http.StatusUnauthorized …
bool refuses(const std::vector<CodeName>& names, std::string_view code) {
  for (std::string_view handler : {"catch", "except", "rescue", "instanceof", "case"})
    if (find_word(code, handler) != std::string_view::npos) return false;
  const auto has = [&](std::string_view word) { return find_word(code, word) != std::string_view::npos; };
  const bool speaks = has("return") || has("throw") || has("raise") || has("abort") || has("res") || has("status") ||
                      has("panic") || has("head") || has("render") || has("http") || has("Err") || has("ctx") ||
                      has("c") || has("w") || has("reply") || has("response") || has("sendStatus") || has("die") ||
                      has("halt") || has("redirect") || has("abort_unless") || has("abort_if") || has("bail");
  if (!speaks) return false;
  if ((has("401") || has("403")) && !contains(code, "==") && !contains(code, "!=")) return true;
  for (const CodeName& name : names) {
    const Words& w = name.words;
    if (w.empty() || name.before == '=') continue;
    const std::string all = joined(w);
    if (is_one_of(all,
                  {"forbidden", "unauthorized", "unauthorised", "permission denied", "access denied", "not authorized",
                   "status forbidden", "status unauthorized", "unauthenticated", "forbid", "challenge"}))
      return name.after == '(' || name.after == '.' || name.after == ',' || name.after == ';' || name.after == ')' ||
             name.after == '\0' || name.after == '{' || name.after == '=';
    if (w.size() > 1 && is_one_of(w.back(), {"error", "exception", "err", "response", "http"}) &&
        has_any_word(w, {"forbidden", "unauthorized", "unauthenticated", "denied"}))
      return true;
  }
  return false;
}

bool in_route_list(std::string_view code) {
  for (std::string_view start :
       {"router.", "app.", "server.", "route.", "Route::", "r.", "api.", "fastify.", "group.", "plug ", "pipe_through"})
    if (contains(code, start)) return true;
  return false;
}

// Takes guards away, or says that none are wanted. The code, or the string beside it, says so.
struct Loosening {
  std::string_view code;     // must be in the code, blanks removed
  std::string_view strings;  // and this in the strings; empty: nothing
  std::string_view what;
};
constexpr Loosening k_loosenings[] = {
    {"permitAll(", "", "everyone is let in"},
    {"AllowAny", "", "everyone is let in"},
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

std::string squeezed(std::string_view code) {
  std::string out;
  for (char c : code)
    if (!is_space(c)) out.push_back(c);
  return out;
}

bool string_is(std::string_view strings, std::string_view wanted) {
  const size_t at = ifind_word(strings, wanted);
  return wanted == "*" ? contains(strings, "*") : at != std::string_view::npos;
}

std::string_view loosens(const ChangedBlock& block, size_t index) {
  const std::string code = squeezed(block.code(index));
  const std::string& strings = block.strings(index);
  for (const Loosening& l : k_loosenings)
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
  if (any_origin)
    for (const CodeLine& line : block.hunk.lines)
      if (line.raw->sign != diff::Sign::removed && icontains(line.raw->text, "credentials") &&
          icontains(line.raw->text, "true"))
        return "every origin may send credentials";
  return {};
}

bool constant_truth(std::string_view code) {
  const std::string s = squeezed(code);
  return is_one_of(s, {"returntrue;", "returntrue", "returnTrue", "true", "returnOk(())", "returnnil", "returnnull;",
                       "next();", "returnnext();"});
}

// A route that is not there any more needs no guard.
bool is_lost_route(const ChangedBlock& block, size_t index) {
  const std::string& strings = block.strings(index);
  const size_t at = strings.find('/');
  if (block.line(index).raw->sign != diff::Sign::removed || at == std::string::npos ||
      !in_route_list(block.code(index)))
    return false;
  const auto path = std::string_view(strings).substr(at, strings.find(' ', at) - at);
  return std::none_of(block.hunk.lines.begin(), block.hunk.lines.end(), [&](const CodeLine& line) {
    return line.raw->sign == diff::Sign::added && contains(line.masked.strings, path);
  });
}

void guards_in(const ChangedBlock& block, size_t index, std::vector<Guard>& out) {
  const std::string& code = block.code(index);
  if (is_lost_route(block, index)) return;
  const std::string& strings = block.strings(index);
  const auto names = names_in(code);
  const std::string_view defines = defined_name(code);
  const bool condition = is_condition(code);
  std::string about;
  for (const CodeName& name : names) {
    if (name.text == defines) continue;
    if (guard_about(name.words, about))
      out.push_back({Kind::guard, about, index});
    else if (condition && predicate_about(name.words, about))
      out.push_back({Kind::predicate, about, index});
    else if (in_route_list(code) && is_one_of(name.text, {"auth", "protect", "isAuth", "guard"}) &&
             (name.before == ',' || name.before == '(' || name.before == '['))
      out.push_back({Kind::guard, "auth", index});
  }
  if (condition && compares_role(names, code, strings)) out.push_back({Kind::predicate, "role", index});
  if (refuses(names, code)) out.push_back({Kind::refusal, "", index});
  // middleware('auth'), [Authorize] written as a string, `can:update`.
  if (icontains(code, "middleware") &&
      (ifind_word(strings, "auth") != std::string::npos || icontains(strings, "auth:") || icontains(strings, "can:")))
    out.push_back({Kind::guard, "auth", index});
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

std::vector<size_t> lines_of(const std::vector<Guard>& guards, Kind skip) {
  std::vector<size_t> lines;
  for (const Guard& g : guards)
    if (g.kind != skip && (lines.empty() || lines.back() != g.line)) lines.push_back(g.line);
  return lines;
}

void compare_guards(const ChangedBlock& block, RiskHits& out) {
  std::vector<Guard> removed, added;
  for (size_t i : block.removed)
    if (!is_skip(block.code(i))) guards_in(block, i, removed);
  for (size_t i : block.added)
    if (!is_skip(block.code(i))) guards_in(block, i, added);
  if (removed.empty()) return;
  std::vector<Guard> open = removed, unmatched = added;
  for (auto it = open.begin(); it != open.end();) {
    const auto same =
        std::find_if(unmatched.begin(), unmatched.end(), [&](const Guard& g) { return g.about == it->about; });
    if (same == unmatched.end()) {
      ++it;
      continue;
    }
    unmatched.erase(same);
    it = open.erase(it);
  }
  const bool answered = open.size() < removed.size();
  if (answered)  // the refusal went into the guard, or the other way round
    open.erase(std::remove_if(open.begin(), open.end(), [](const Guard& g) { return g.kind == Kind::refusal; }),
               open.end());
  if (!open.empty()) {
    const bool other = !unmatched.empty();
    out.push_back(
        {Area::auth, open.front().line, other ? "an access check is changed" : "an access check is removed", !other});
    return;
  }
  const auto before = lines_of(removed, Kind::refusal), after = lines_of(added, Kind::refusal);
  if (!before.empty() && !after.empty() && shape(block, before) != shape(block, after))
    out.push_back({Area::auth, after.front(), "the condition of an access check is changed"});
}

// Is the function itself the check?
bool is_auth_function(std::string_view name) {
  const Words w = words_of(name);
  std::string about;
  return guard_about(w, about) || predicate_about(w, about) ||
         is_one_of(joined(w), {"login", "sign in", "signin", "verify password", "check password", "verify token",
                               "log in", "allowed", "permitted"});
}

// SignIn in a .tsx file draws a form; authorize in a payment gateway holds an amount.
bool is_component(const diff::File& file, std::string_view function) {
  const std::string path = lower(file.path());
  const bool markup =
      path.ends_with(".tsx") || path.ends_with(".jsx") || path.ends_with(".vue") || path.ends_with(".svelte");
  if (markup && is_upper(function[0])) return true;
  return contains(path, "payment") || contains(path, "card") || contains(path, "gateway");
}

void compare_function(const ChangedBlock& block, RiskHits& out) {
  const size_t index = block.removed.empty() ? block.added.front() : block.removed.front();
  const std::string function = enclosing_function(block.hunk, index);
  if (!is_auth_function(function) || is_component(block.hunk.file, function)) return;
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
  else if (shape(block, before) != shape(block, after) && before.size() >= after.size())
    out.push_back({Area::auth, after.front(), "the condition of a check is changed"});
}

bool has_auth(const RiskHits& hits, size_t from) { return hits.size() > from; }

}  // namespace

void find_auth_risks(const ChangedBlock& block, RiskHits& out) {
  using diff::Language;
  const diff::File& file = block.hunk.file;
  if (file.role == diff::Role::ci || file.role == diff::Role::build) return;
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
  if (!has_auth(out, from)) compare_function(block, out);
}

}  // namespace assay::judge
