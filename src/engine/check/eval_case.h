// The cases of an evaluation corpus and what is expected of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/check.h"

namespace assay::engine {

struct Expectation {
  std::vector<std::string> verdicts;  // any of these
  std::optional<std::string> risk;
  std::optional<int> confidence_min, confidence_max;
  std::optional<std::uint64_t> must_min, must_max, should_min, should_max;
  std::optional<std::uint64_t> allowance;  // maxFalsePositives
  bool known_gap = false;
};

enum class CaseForm { inputs, fixture, repository };

// A file of a repository case.
struct CaseFile {
  enum class Side { base, change, removed };
  Side side = Side::base;
  std::string path{};
  std::string content{};
};

struct EvalCase {
  CaseForm form = CaseForm::inputs;
  std::string path;
  std::string id;
  std::string kind;
  std::string stack;
  Expectation expected;
  // CaseForm::inputs
  std::string task, diff, verify_logs, builder_report;
  // CaseForm::fixture
  std::optional<std::string> intent;
  std::string base_folder, patch_file;
  std::vector<std::string> verify_commands;
  std::uint64_t timeout_ms = 300'000;
  bool defect = false;
  // CaseForm::repository, with task and verify_commands
  std::vector<CaseFile> files;
  std::vector<std::string> needs;  // programs and files without which it cannot run
};

// Every case below a folder, by id. A folder with case.json is one fixture; other .json files are
// cases of inputs, .case files repositories; folders named "produce" hold what cases were made with and are passed
// over, as are those of `without`.
Result<std::vector<EvalCase>> load_corpus(const std::string& folder, const std::vector<std::string>& without = {});

// What an actual result got wrong, as sentences, and how many findings nobody expected.
struct Comparison {
  bool verdict_agrees = false;
  std::vector<std::string> failures;
  std::uint64_t unexpected = 0;  // beyond what is expected
};
struct Actual {
  std::string verdict;
  int confidence = 0;
  std::string risk;
  std::uint64_t must_fix = 0, should_fix = 0;
};
Comparison compare(const Expectation& expected, const Actual& actual);

}  // namespace assay::engine
