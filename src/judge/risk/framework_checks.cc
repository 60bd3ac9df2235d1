#include "judge/risk/framework_checks.h"

#include "base/text.h"

namespace assay::judge {

bool in_route_list(std::string_view code) {
  for (std::string_view start :
       {"router.", "app.", "server.", "route.", "Route::", "r.", "api.", "fastify.", "group.", "plug ", "pipe_through"})
    if (contains(code, start)) return true;
  return false;
}

bool is_framework_check(const ChangedBlock& block, size_t index, const CodeName& name) {
  const std::string& code = block.code(index);
  if (name.text == "Roles" && name.before == '@') return true;
  const bool rust = block.hunk.file.language == diff::Language::rust;
  if (rust && name.before == ':' && !defined_name(code).empty())
    return is_one_of(name.text, {"AdminUser", "AuthUser", "CurrentUser", "Claims", "RequireAuth", "Admin",
                                 "AuthenticatedUser", "AuthSession", "RequireAdmin", "ApiKey"});
  if (!in_route_list(code)) return false;
  const bool comes_in =
      contains_any(lower(block.strings(index)), {"login", "signin", "auth", "password", "token", "otp", "register"});
  return comes_in && is_one_of(join(name.words, " "),
                               {"rate limit", "rate limiter", "throttle", "limiter", "login limiter", "auth limiter"});
}

std::vector<std::string> middleware_paths(const ChangedBlock& block, size_t index) {
  std::vector<std::string> paths;
  if (!contains(block.code(index), "matcher") || !icontains(block.hunk.file.path(), "middleware")) return paths;
  for (std::string_view path : split(block.strings(index), ' '))
    if (contains(path, "/")) paths.emplace_back(path);
  return paths;
}

}  // namespace assay::judge
