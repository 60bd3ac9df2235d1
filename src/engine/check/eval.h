// Measures verdicts against a corpus.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "engine/check/eval_case.h"

namespace assay::engine {

struct EvalThresholds {
  double agreement = 0.9;
  double false_positives = 0.1;
};

struct CaseResult {
  const EvalCase* of = nullptr;
  Actual actual;
  Comparison comparison;
  std::vector<std::string> rules;  // of the findings, for those who look into it
  bool passed() const { return comparison.failures.empty(); }
};

struct EvalMetrics {
  double agreement = 0, false_positive_rate = 0;
  double catch_rate = 0;        // of the cases that must be blocked, those that were
  double false_block_rate = 0;  // of the cases that must not be, those that were
  std::map<std::string, std::map<std::string, std::uint64_t>> confusion;  // expected, actual
};

// How repositories of one kind were answered.
struct KindShare {
  std::uint64_t mergeable = 0, warned = 0, blocked = 0;  // warned: conditional or inconclusive
  std::uint64_t total() const { return mergeable + warned + blocked; }
};

struct EvalReport {
  std::vector<CaseResult> inputs;
  std::vector<CaseResult> fixtures;
  EvalMetrics metrics;          // over the cases of inputs
  EvalMetrics fixture_metrics;  // over the fixtures
  double fixture_recall = 0;    // of the fixtures with a defect, those not called mergeable
  std::vector<CaseResult> repositories;
  std::vector<std::string> not_run;        // repositories that need what is not on this machine: "go/x: needs go"
  std::map<std::string, KindShare> kinds;  // of the repositories
};

// How one case of inputs is judged: by us, or by another program.
using Judge = std::function<Result<Actual>(const EvalCase&, std::vector<std::string>& rules)>;
Judge own_judge();
// `command` gets --task-file, --diff-file, --verify-logs-file and --builder-report-file.
Judge other_judge(std::string command, std::string scratch);

// `progress` is told of each repository when it was judged, from any thread, one at a time.
Result<EvalReport> evaluate(const std::vector<EvalCase>& cases, const Judge& judge,
                            const std::function<void(std::string_view)>& progress = {});
bool meets(const EvalReport& report, const EvalThresholds& thresholds);
json::value eval_json(const EvalReport& report, const EvalThresholds& thresholds);

}  // namespace assay::engine
