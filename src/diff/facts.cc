#include "diff/facts.h"

#include <array>

#include "diff/needles.gen.h"

extern "C" const char assay_diff_needles_begin[];

namespace assay::diff {

namespace {

constexpr std::array<std::string_view, 6> k_statuses = {"modified", "added", "deleted", "renamed", "copied", "mode"};
constexpr std::array<std::string_view, 13> k_roles = {"source",    "test",     "snapshot", "docs", "lockfile",
                                                      "generated", "vendored", "config",   "ci",   "build",
                                                      "migration", "data",     "binary"};

}  // namespace

std::string_view name(Status v) { return k_statuses[static_cast<size_t>(v)]; }
std::string_view name(Role v) { return k_roles[static_cast<size_t>(v)]; }

const Needles& needles() {
  static const Needles instance(assay_diff_needles_begin);
  return instance;
}

}  // namespace assay::diff
