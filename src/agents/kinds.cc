#include "agents/kinds.h"

#include "agents/kind.h"

namespace assay::agents {

const Kind* kind_named(std::string_view name) {
  for (const auto* kind : k_kinds) {
    if (kind->name == name) return kind;
  }
  return nullptr;
}

std::string list_kinds(Listed which, std::string_view last) {
  std::vector<std::string_view> names;
  for (const auto* kind : k_kinds) {
    if (which == Listed::all || kind->is_built_in()) names.push_back(kind->name);
  }
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? last : ", ";
    out += names[i];
  }
  return out;
}

}  // namespace assay::agents
