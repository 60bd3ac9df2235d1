// Names of commits as people and programs give them.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace assay::git {

// Whether a branch, tag or revision that somebody names is worth asking git about: one line of at most 1000
// bytes. What is longer the system would not even hand over.
constexpr size_t k_longest_revision = 1000;
Result<void> check_revision(std::string_view revision);

}  // namespace assay::git
