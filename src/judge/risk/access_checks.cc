#include "judge/risk/access_checks.h"

#include <algorithm>

#include "base/text.h"
#include "judge/risk/framework_checks.h"

namespace assay::judge {
namespace {

using Words = std::vector<std::string>;

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
       "staff",         "csrf",           "jwt",       "signature",     "identity",      "ability",    "credentials",
       "ownership",     "owner",          "tenant",    "membership"});
}

// Names that end like this hold or describe something instead of checking it.
bool is_thing(std::string_view last) {
  return is_one_of(
      last,
      {"url",     "uri",     "header",   "headers",    "code",      "endpoint",  "response", "server",     "type",
       "types",   "params",  "config",   "options",    "service",   "module",    "context",  "store",      "state",
       "client",  "data",    "error",    "errors",     "result",    "name",      "names",    "label",      "text",
       "field",   "message", "count",    "list",       "page",      "form",      "button",   "component",  "props",
       "event",   "time",    "date",     "id",         "ids",       "key",       "path",     "dialog",     "modal",
       "format",  "length",  "style",    "icon",       "title",     "tests",     "target",   "toolbar",    "menu",
       "panel",   "element", "ref",      "row",        "column",    "attribute", "tab",      "controller", "request",
       "handler", "command", "listener", "job",        "provider",  "providers", "factory",  "plugin",     "strategy",
       "schema",  "dto",     "model",    "repository", "interface", "entity",    "view",     "screen",     "helper",
       "manager", "builder", "adapter",  "annotation", "settings",  "info",      "details",  "status",     "method",
       "methods", "flow",    "callback", "log",        "logs",      "level",     "map",      "table",      "edits",
       "item",    "items",   "folder",   "test",       "prompt",    "input",     "link",     "route"});
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
                      has("halt") || has("redirect") || has("error") || has("abort_unless") || has("abort_if") ||
                      has("bail");
  if (!speaks) return false;
  if ((has("401") || has("403")) && !contains(code, "==") && !contains(code, "!=")) return true;
  for (const CodeName& name : names) {
    const Words& w = name.words;
    if (w.empty() || name.before == '=') continue;
    const std::string all = join(w, " ");
    if (is_one_of(all,
                  {"forbidden", "unauthorized", "unauthorised", "permission denied", "access denied", "not authorized",
                   "status forbidden", "status unauthorized", "unauthenticated", "forbid", "challenge"}))
      return name.after == '(' || name.after == '.' || name.after == ',' || name.after == ';' || name.after == ')' ||
             name.after == '\0' || name.after == '{' || name.after == '=';
    if (w.size() > 1 && w[0] == "err" && has_any_word(w, {"forbidden", "unauthorized", "unauthenticated", "denied"}))
      return true;
    if (w.size() > 1 && is_one_of(w.back(), {"error", "exception", "err", "response", "http"}) &&
        has_any_word(w, {"forbidden", "unauthorized", "unauthenticated", "denied"}))
      return true;
  }
  return false;
}

// Names of those who ask: canCancel(user, job), guard.requireWriter(user).
bool is_asker(const CodeName& name) {
  return has_any_word(name.words, {"user", "users", "actor", "account", "member", "principal", "subject", "viewer",
                                   "caller", "session", "req", "request", "ctx", "identity"});
}
bool is_gatekeeper(const CodeName& name, bool asked) {
  if (has_any_word(name.words, {"guard", "gate", "acl", "ability", "authz", "enforcer", "rbac", "authorizer"}))
    return true;
  return asked &&
         has_any_word(name.words, {"policy", "policies", "permissions", "permission", "access", "authorization"});
}

// gate.allows(user, x), Acl.can_cancel?(user, job), guard.requireWriter(user): what is called means little by itself,
// but not in front of whom it is asked.
bool asks_gatekeeper(const std::vector<CodeName>& names, size_t i) {
  const auto& w = names[i].words;
  if (w.empty() || is_thing(w.back())) return false;
  const bool asker = std::any_of(names.begin() + static_cast<std::ptrdiff_t>(i) + 1, names.end(), is_asker) ||
                     (i > 0 && names[i].before == '.' && is_asker(names[i - 1]));
  const bool gate = i > 0 && is_gatekeeper(names[i - 1], asker) &&
                    std::string_view(".>:").find(names[i].before) != std::string_view::npos;
  if (gate && (is_one_of(w[0], {"allows", "denies", "can", "cannot", "may", "permits", "require", "ensure", "assert",
                                "enforce", "authorize"}) ||
               has_any_word(w, {"allowed", "permitted"})))
    return true;
  if (!asker) return false;
  const bool right =
      std::any_of(names.begin() + static_cast<std::ptrdiff_t>(i) + 1, names.end(), [](const CodeName& n) {
        return has_any_word(n.words, {"right", "rights", "permission", "permissions", "role", "roles", "privilege",
                                      "scope", "claim", "ability"});
      });
  if (w.size() == 1)  // user.Require(Right.Ship)
    return right && names[i].before == '.' &&
           is_one_of(w[0], {"require", "demand", "ensure", "must", "can", "may", "has", "allows", "assert"});
  if (w[0] == "can" || w[0] == "may")
    return w.size() <= 3 && !is_one_of(w[1], {"read", "seek", "scroll", "undo", "redo", "be", "have", "use"});
  const bool agent = w.back().size() > 4 && (w.back().ends_with("er") || w.back().ends_with("or"));
  return w.size() == 2 && agent && is_one_of(w[0], {"require", "ensure", "enforce", "demand"}) &&
         !is_one_of(w.back(), {"number", "header", "buffer", "parser", "loader", "folder", "order", "server", "error",
                               "vector", "iterator"});
}

// throw new RuntimeException('forbidden: bad csrf token')
bool refuses_in_words(std::string_view code, std::string_view strings) {
  const bool ends =
      find_word(code, "throw") != std::string_view::npos || find_word(code, "raise") != std::string_view::npos ||
      find_word(code, "die") != std::string_view::npos || find_word(code, "abort") != std::string_view::npos ||
      find_word(code, "Err") != std::string_view::npos || contains(code, "errors.New");
  if (!ends) return false;
  for (std::string_view word : {"forbidden", "unauthorized", "unauthenticated", "csrf"})
    if (ifind_word(strings, word) != std::string_view::npos) return true;
  for (std::string_view words : {"state mismatch", "nonce mismatch", "invalid signature", "signature mismatch",
                                 "invalid token", "token expired", "not the owner", "only the owner"})
    if (icontains(strings, words)) return true;
  return icontains(strings, "access denied") || icontains(strings, "permission denied") ||
         icontains(strings, "not authorized") || icontains(strings, "not allowed to");
}

// "final bool isAdmin;", "bool? isAdmin,", "required this.isAdmin,", "bool get isAdmin =>": declares what others ask.
bool is_declared(const std::vector<CodeName>& names, size_t i) {
  if (i == 0) return false;
  const auto is_truth = [](std::string_view w) { return is_one_of(w, {"bool", "boolean", "Boolean"}); };
  const bool ends = std::string_view(";,)}").find(names[i].after) != std::string_view::npos || names[i].after == '\0';
  if (names[0].text == "required" && names[i - 1].text == "this") return ends;
  if (names[i - 1].text == "get") return i > 1 && is_truth(names[i - 2].text);
  return is_truth(names[i - 1].text) && ends && (names[i].before == '?' || is_word(names[i].before));
}

// A route that is not there any more needs no guard.
bool is_lost_route(const ChangedBlock& block, size_t index) {
  const std::string& strings = block.strings(index);
  const size_t at = strings.find('/');
  if (block.line(index).raw->sign != diff::Sign::removed || at == std::string::npos ||
      !in_route_list(block.code(index)))
    return false;
  const auto path = std::string_view(strings).substr(at, strings.find(' ', at) - at);
  constexpr size_t k_reach = 100;
  const size_t low = index > k_reach ? index - k_reach : 0, high = std::min(block.hunk.lines.size(), index + k_reach);
  for (size_t i = low; i < high; ++i)
    if (block.line(i).raw->sign == diff::Sign::added && contains(block.strings(i), path)) return false;
  return true;
}

}  // namespace

// requireAdmin, authenticate_user, login_required, PreAuthorize, AuthGuard …
bool is_guard_name(const Words& w, std::string& about) {
  if (w.size() > 2 && w.back() == "mixin" &&
      (w[w.size() - 2] == "required" || join(w, " ") == "user passes test mixin")) {
    about = join(Words(w.begin(), w.end() - 1), " ");
    return true;
  }
  if (w.empty() || is_thing(w.back())) return false;
  if (has_any_word(w,
                   {"directory", "dir", "file", "files", "folder", "path", "camera", "location", "notification",
                    "notifications", "microphone", "storage", "media", "bluetooth", "contacts", "photo", "clipboard"}))
    return false;  // of files and devices
  const std::string all = join(w, " ");
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
  const bool only =
      w.back() == "only" && has_any_word(w, {"admin", "admins", "staff", "owner", "member", "members", "auth"});
  if (w.size() > 1 && (w.back() == "required" || only) &&
      std::any_of(w.begin(), w.end() - 1, [](auto& x) { return is_noun(x); })) {
    about = join(Words(w.begin(), w.end() - 1), " ");
    return true;
  }
  if (w.size() < 2 || !is_verb(w[0])) return false;
  Words rest(w.begin() + 1, w.end());
  if (rest[0] == "can" && rest.size() > 1) {  // assertCanManage
    about = join(rest, " ");
    return true;
  }
  if (rest.size() > 1 && (rest[0] == "is" || rest[0] == "has")) rest.erase(rest.begin());
  const bool user = rest.size() == 1 && is_one_of(rest[0], {"user", "access", "token", "member", "account"});
  const bool token = rest.size() > 1 && rest.back() == "token" &&
                     has_any_word(rest, {"access", "auth", "csrf", "id", "api", "session", "bearer"});
  if (w[0] == "validate" && user) return false;  // validateUser(form), validateToken(lexer)
  if (user && rest[0] == "token" && w[0] != "verify") return false;
  if (!user && !token && std::none_of(rest.begin(), rest.end(), [](auto& x) { return is_noun(x); })) return false;
  about = join(rest, " ");
  return true;
}

// isAdmin, has_perm, canEdit …: a question about who is asking.
bool is_predicate_name(const Words& w, std::string& about) {
  if (w.size() < 2 || is_thing(w.back())) return false;
  const Words rest(w.begin() + 1, w.end());
  about = join(w, " ");
  if (w[0] == "can" || w[0] == "may")
    return rest.size() <= 2 && is_one_of(rest[0], {"edit", "delete", "view", "access", "manage", "update", "create",
                                                   "publish", "approve", "administer", "admin", "modify", "user"});
  const bool is_in = rest.back() == "in" && has_any_word(w, {"logged", "signed"});
  if (is_in || join(w, " ").ends_with("signed in") || join(w, " ").ends_with("logged in")) return true;
  if (w[0] == "has")
    return std::any_of(rest.begin(), rest.end(), [](auto& x) {
      return is_one_of(x, {"permission", "permissions", "perm", "perms", "role", "roles", "access", "privilege",
                           "privileges", "authority", "scope", "scopes"});
    });
  if (w[0] != "is" && w[0] != "not") return false;
  const bool who = is_one_of(rest.back(), {"admin", "administrator", "superuser", "staff", "owner", "authenticated",
                                           "authorized", "authorised", "logged", "user", "anonymous"}) &&
                   rest.size() <= 3 && rest.back() != "user";
  return who || (is_one_of(rest.back(), {"allowed", "permitted", "granted"}) &&
                 std::any_of(rest.begin(), rest.end(), [](auto& x) { return is_noun(x) || x == "access"; }));
}

bool is_condition(std::string_view code) {
  for (std::string_view word : {"if", "unless", "elif", "elsif", "when", "guard", "assert", "return", "and", "or",
                                "not", "while", "abort_unless", "abort_if"})
    if (find_word(code, word) != std::string_view::npos) return true;
  if (contains(code, "&&") || contains(code, "||") || contains(code, "!=")) return true;
  for (size_t i = 0; i < code.size(); ++i) {
    const char before = i > 0 ? code[i - 1] : ' ', after = i + 1 < code.size() ? code[i + 1] : ' ';
    // `err!(…)` and `save!` are names, `a?.b`, `a ?? b` and `a ?: b` are no question.
    if (code[i] == '!' && !is_word(before) && (is_word(after) || after == '(' || after == '$' || after == '!'))
      return true;
    if (code[i] == '?' && before != '?' && after != '?' && after != '.' && after != ':' && after != '-') return true;
  }
  return false;
}

// Interfaces show or hide by these questions; the server asks them again.
bool is_drawn(const diff::File& file) {
  const std::string path = lower(file.path());
  if (path.ends_with(".dart")) return contains_any(path, {"widget", "/presentation/", "screen", "/ui/", "/pages/"});
  return path.ends_with(".vue") || path.ends_with(".svelte") || path.ends_with(".tsx") || path.ends_with(".jsx");
}

bool is_access_file(const diff::File& file) {
  const std::string& path = file.path();
  const size_t slash = path.rfind('/');
  const size_t folder = slash == std::string::npos || slash == 0 ? std::string::npos : path.rfind('/', slash - 1);
  return has_any_word(
      words_of(path.substr(folder == std::string::npos ? 0 : folder + 1)),
      {"guard", "guards", "acl", "policy", "policies", "access", "auth", "authz", "authorization", "authentication",
       "permission", "permissions", "rbac", "gate", "gates", "ability", "abilities", "roles"});
}

bool is_access_function(const diff::File& file, std::string_view name) {
  const Words w = words_of(name);
  std::string about;
  if (w.size() > 1 && is_one_of(w[0], {"can", "may", "allow", "allows", "require"}) && is_access_file(file))
    return true;
  return is_guard_name(w, about) || is_predicate_name(w, about) ||
         is_one_of(join(w, " "), {"login", "sign in", "signin", "verify password", "check password", "verify token",
                                  "log in", "allowed", "permitted"});
}

void access_checks_in(const ChangedBlock& block, size_t index, std::vector<AccessCheck>& out) {
  const std::string& code = block.code(index);
  if (is_lost_route(block, index)) return;
  const std::string& strings = block.strings(index);
  const auto names = names_in(code);
  // A block of Kotlin's that asks who it is looks like a method of another language.
  const bool block_call =
      block.hunk.file.language == diff::Language::kotlin && find_word(code, "fun") == std::string::npos;
  const std::string_view defines = block_call ? std::string_view{} : defined_name(code);
  // What comes may be spread over lines; what goes must be a condition to be a check.
  const bool added = block.line(index).raw->sign == diff::Sign::added;
  const bool condition = (added || is_condition(code)) && !is_drawn(block.hunk.file);
  std::string about;
  for (const CodeName& name : names) {
    const size_t end = name.at + name.text.size();
    const bool field = name.after == ':' && code.compare(end, 2, "::") != 0 && !contains(code.substr(0, name.at), "?");
    if (name.text == defines || (field && !added)) continue;
    const size_t i = static_cast<size_t>(&name - names.data());
    if (is_declared(names, i)) continue;
    if (is_framework_check(block, index, name)) {
      out.push_back({AccessCheck::Kind::guard, join(name.words, " "), index});
      continue;
    }
    if (i > 0 && has_any_word(names[i - 1].words, {"payment", "payments", "gateway", "card", "charge", "stripe"}))
      continue;
    if (is_guard_name(name.words, about))
      out.push_back({AccessCheck::Kind::guard, about, index});
    else if (condition && is_predicate_name(name.words, about))
      out.push_back({AccessCheck::Kind::predicate, about, index});
    else if (!is_drawn(block.hunk.file) && asks_gatekeeper(names, static_cast<size_t>(&name - names.data())))
      out.push_back({AccessCheck::Kind::guard, join(name.words, " "), index});
    else if (in_route_list(code) && is_one_of(name.text, {"auth", "protect", "isAuth", "guard"}) &&
             (name.before == ',' || name.before == '(' || name.before == '['))
      out.push_back({AccessCheck::Kind::guard, "auth", index});
  }
  if (condition && compares_role(names, code, strings)) out.push_back({AccessCheck::Kind::predicate, "role", index});
  if (refuses(names, code) || refuses_in_words(code, strings)) out.push_back({AccessCheck::Kind::refusal, "", index});
  for (std::string& path : middleware_paths(block, index))
    out.push_back({AccessCheck::Kind::guard, std::move(path), index});
  // middleware('auth'), [Authorize] written as a string, `can:update`.
  if (icontains(code, "middleware") &&
      (ifind_word(strings, "auth") != std::string::npos || icontains(strings, "auth:") || icontains(strings, "can:")))
    out.push_back({AccessCheck::Kind::guard, "auth", index});
}

bool asks_something(std::string_view code) {
  for (std::string_view word : {"if", "elif", "elsif", "unless", "when", "case", "or", "and"})
    if (find_word(code, word) != std::string_view::npos) return true;
  return contains(code, "||") || contains(code, "&&") || contains(code, "==") || contains(code, "?");
}

bool has_access_check(const ChangedBlock& block, size_t index) {
  std::vector<AccessCheck> checks;
  access_checks_in(block, index, checks);
  return !checks.empty();
}

bool decides_about_access(const ChangedBlock& block, size_t index, std::string_view function) {
  if (is_access_function(block.hunk.file, function) || is_access_file(block.hunk.file)) return true;
  const Words w = words_of(function);
  if (has_any_word(w, {"auth", "login", "authenticate", "authorize", "signin", "permission", "admin"})) return true;
  if (has_access_check(block, index)) return true;
  constexpr size_t k_reach = 8;
  for (size_t i = index + 1; i < block.hunk.lines.size() && i <= index + k_reach; ++i)
    if (block.line(i).raw->sign == diff::Sign::context && has_access_check(block, i)) return true;
  return false;
}

}  // namespace assay::judge
