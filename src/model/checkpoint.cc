#include "model/checkpoint.h"

namespace assay::model {

namespace {

constexpr bool in_order() {
  for (size_t i = 0; i < std::size(k_checkpoint_kinds); ++i) {
    if (k_checkpoint_kinds[i].kind != static_cast<CheckpointKind>(i)) return false;
  }
  return true;
}
static_assert(in_order(), "a kind's row stands at its value");

}  // namespace

std::string_view name(CheckpointKind kind) {
  // Whoever counts the kinds asks until one is unknown.
  return static_cast<size_t>(kind) < std::size(k_checkpoint_kinds) ? row_of(kind).name : std::string_view("unknown");
}
std::optional<CheckpointKind> checkpoint_kind_named(std::string_view wanted) {
  for (const auto& row : k_checkpoint_kinds) {
    if (row.name == wanted) return row.kind;
  }
  return std::nullopt;
}

}  // namespace assay::model
