// In which ways a change is made wrong. Inside prove().
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engine/prove/prove_run.h"

namespace assay::engine {

// One way in which the change is made wrong.
struct Breakage {
  GivenFile file{};
  std::string words{};  // "`<` instead of `<=` in line 41"
};

// What is tried together: a piece taken back, or one line in its mutants until one is noticed.
struct Attempt {
  size_t hunk = 0;
  std::uint32_t line = 0;  // 0: the whole piece is taken back
  bool boundary = false;   // by one more or less, and nothing else
  std::vector<Breakage> breakages{};
};

struct Attempts {
  std::vector<Attempt> all{};
  std::vector<std::set<std::uint32_t>> unreached{};  // by hunk: lines that no test runs, which are left alone
};

// The pieces taken back first, then lines of all pieces in turns: when the time is over, something is known of each.
Attempts attempts_of(const ProveRun& run);

// Files that no test was seen to run, each made unreadable as a whole: whether anything needs them.
std::vector<Breakage> files_that_look_unused(const ProveRun& run);

}  // namespace assay::engine
