// Checks that only a framework makes one of: decorators, extractors, what stands in a list of routes.
#pragma once

#include <string>
#include <vector>

#include "judge/risk/rules.h"

namespace assay::judge {

// A line that lists handlers of a route or pipeline.
bool in_route_list(std::string_view code);

// @Roles(Role.Admin), a limit of attempts on a login route, a handler's parameter of type AdminUser.
bool is_framework_check(const ChangedBlock& block, size_t index, const CodeName& name);

// The paths that a middleware file says it is there for.
std::vector<std::string> middleware_paths(const ChangedBlock& block, size_t index);

}  // namespace assay::judge
