// The target of a request taken apart: "/api/tasks/k3f7/log?tail=1" is three decoded parts of a path
// and the fields behind the question mark.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace assay::serve {

struct Target {
  std::vector<std::string> path;  // decoded; "/" is one empty part
  std::vector<std::pair<std::string, std::string>> query;

  std::optional<std::string_view> field(std::string_view name) const;
  bool flag(std::string_view name) const;  // "?name", "?name=true" and "?name=1"
};

// Refused: what does not begin with a slash, broken or control characters, text that is not UTF-8,
// and parts that climb ("..", ".", also when escaped).
Result<Target> read_target(std::string_view target);

// "%2F" and such undone; nothing when an escape is broken. `plus`: "+" is a blank, as in queries.
enum class Plus { itself, blank };
std::optional<std::string> unescape(std::string_view text, Plus plus);

}  // namespace assay::serve
