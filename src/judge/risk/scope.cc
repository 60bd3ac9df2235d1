// Lookups that were limited to whoever asks: orders of the current user, a note where the owner is the
// caller. Without that limit the same lookup answers everybody about everything.
#include <algorithm>

#include "base/text.h"
#include "judge/risk/rules.h"
#include "judge/tokens.h"

namespace assay::judge {
namespace {

// current_user, req.user.id, request.user, auth()->id(), ctx.state.user: whoever sent the request.
bool names_caller(std::string_view code) {
  return contains_any(
      code,
      {"current_user",   "currentUser",    "CurrentUser",       "req.user",      "request.user",  "ctx.user",
       "session.user",   "ctx.state.user", "auth()->",          "Auth::user",    "Auth::id",      "c.user",
       "context.user",   "g.user",         "self.request.user", "principal.get", "User.Identity", "req.session.user",
       "session.userId", "req.userId",     "request.auth"});
}

bool is_limited(std::string_view code) {
  const auto names = names_in(code);
  return names_caller(code) || std::any_of(names.begin(), names.end(), [](const CodeName& n) {
           return has_any_word(n.words, {"user", "owner", "tenant", "account", "member", "scope", "scoped", "policy"});
         });
}

bool looks_up(const ChangedBlock& block, size_t i) {
  const auto names = names_in(block.code(i));
  return std::any_of(names.begin(), names.end(), [](const CodeName& n) {
    if (n.after != '(' && n.after != '{') return false;
    return is_one_of(n.text, {"find",
                              "findOne",
                              "findFirst",
                              "findUnique",
                              "findMany",
                              "findOrFail",
                              "findById",
                              "where",
                              "filter",
                              "filter_by",
                              "get",
                              "get_or_404",
                              "get_object_or_404",
                              "first",
                              "first_or_404",
                              "find_by",
                              "findAll",
                              "findByPk",
                              "delete",
                              "update",
                              "deleteMany",
                              "updateMany",
                              "query",
                              "select",
                              "FirstOrDefault",
                              "FirstOrDefaultAsync",
                              "SingleOrDefault",
                              "FindAsync",
                              "Where"});
  });
}

// What is looked up: Order of Order.find(…), order of prisma.order.findFirst(…), orders of user.orders.
std::vector<std::string> entities(const ChangedBlock& block, size_t i) {
  std::vector<std::string> out;
  for (const CodeName& n : names_in(block.code(i)))
    for (std::string word : n.words) {
      if (word.size() > 3 && word.back() == 's') word.pop_back();
      if (word.size() > 2) out.push_back(std::move(word));
    }
  return out;
}

bool share_entity(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& w) {
    return !is_one_of(w, {"user", "current", "req",     "request", "find",   "first", "where", "filter",
                          "get",  "query",   "const",   "await",   "return", "let",   "var",   "id",
                          "self", "object",  "session", "auth",    "one",    "param"}) &&
           std::find(b.begin(), b.end(), w) != b.end();
  });
}

}  // namespace

void find_lost_scopes(const ChangedBlock& block, RiskHits& out) {
  if (!is_small(block.hunk) || block.removed.empty() || block.added.empty() ||
      block.hunk.file.role != diff::Role::source)
    return;
  for (size_t i : block.added)
    if (is_limited(block.code(i))) return;  // still, in another way
  for (size_t r : block.removed) {
    if (!names_caller(block.code(r)) || !looks_up(block, r)) continue;
    const auto about = entities(block, r);
    for (size_t a : block.added)
      if (looks_up(block, a) && share_entity(about, entities(block, a))) {
        out.push_back({Area::auth, a, "a lookup is no longer limited to who asks", true});
        return;
      }
  }
}

}  // namespace assay::judge
