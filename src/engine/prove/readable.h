// Whether a broken form of a file is still a program: a test that reads what a program of its own prints fails by what
// it asserts also when that program cannot be read at all, and that shows nothing.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "engine/prove/prove_run.h"

namespace assay::engine {

struct BrokenForm {
  size_t source = 0;  // in ChangedCode::sources
  GivenFile file{};
};

// Which of them the parser of their language refuses, by their place in `forms`. It runs as all commands do, once for
// each language. None where there is no such parser here, or where it refuses the file as it is as well.
Result<std::set<size_t>> unreadable_forms(const ProveRun& run, const std::vector<BrokenForm>& forms);

}  // namespace assay::engine
