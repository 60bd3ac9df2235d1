// Inside prove(): what its steps share, and the steps.
#pragma once

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "engine/prove/changed_code.h"
#include "engine/prove/prove.h"
#include "engine/prove/reach.h"
#include "judge/outcome/ran_tests.h"

namespace assay::engine {

constexpr std::uint64_t k_longest_build_ms = 20'000;  // more than that for a trial is not waited for

// Tests that a broken change is shown to.
struct Stage {
  Trial trial{};
  judge::RanTests control{};   // what they come to when nothing is broken
  std::uint64_t whole_ms = 0;  // of all tests of the command: how long they take
};

struct ProveRun {
  const ProofRequest& request;
  ChangedCode code{};
  model::Proof proof{};
  std::vector<Stage> stages{};  // the nearest and cheapest first
  Reach reach{};
};

// The whole run of a command is shown a broken change, and its executed lines are noted, only where it is this short.
constexpr std::uint64_t k_longest_whole_ms = 30'000;
// All tests of the command on a tree.
Trial whole_trial(const ProveRun& run, size_t command);

// How often a test that decides something is run again on either side: by chance alone it would have to fail and pass
// each time as it should.
constexpr size_t k_runs_again = 2;

// Commands before it that run no tests: builds that it needs.
std::vector<std::string> setup_of(const ProveRun& run, size_t command);

// ---- red_green.cc
// One command: the change's tests on the base, once more on the change, and their old forms on it.
Result<void> prove_by_tests(ProveRun& run, size_t command);

// ---- special_cases.cc
// Values in the changed code that only old tests have as well, each replaced by another one.
Result<void> find_special_cases(ProveRun& run, const git::Tree& base);

// ---- bite.cc
// The pieces of the change taken back and their lines broken, one at a time, until the time is over.
Result<void> prove_by_breaking(ProveRun& run);

}  // namespace assay::engine
