#include "engine/check/eval.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <boost/json.hpp>

#include "base/mutex.h"
#include "base/text.h"
#include "engine/check/case_repository.h"
#include "engine/check/contract.h"
#include "engine/check/workspace.h"
#include "engine/run/pool.h"
#include "git/repository.h"
#include "os/files.h"
#include "os/process/process.h"

namespace assay::engine {

namespace {

Actual actual_of(const model::Check& check, std::string_view verdict) {
  return {std::string(verdict), check.verdict.confidence, std::string(name(check.verdict.risk)),
          check.verdict.must_fix.size(), check.verdict.should_fix.size()};
}

std::vector<std::string> rules_of(const model::Check& check) {
  std::vector<std::string> out;
  for (const auto& finding : check.verdict.must_fix) out.push_back(cat("must_fix ", finding.rule));
  for (const auto& finding : check.verdict.should_fix) out.push_back(cat("should_fix ", finding.rule));
  return out;
}

// A fixture is a small repository: base committed, the change applied and committed on top, then
// checked as a workspace in a scratch copy.
Result<Actual> judge_fixture(const EvalCase& fixture, std::vector<std::string>& rules) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-eval"));
  const std::string workspace = os::join_path(scratch.path(), "repo");
  TRY(os::copy_tree(fixture.base_folder, workspace));
  TRY_ASSIGN(const auto repository, git::init_with_commit(workspace, "base"));
  TRY_ASSIGN(const auto base, repository.commit_of("HEAD"));
  TRY(git::apply_patch(repository, fixture.patch_file));
  TRY(git::commit_all(repository, "change"));
  WorkspaceRequest request;
  request.workspace = workspace;
  request.base = base;
  request.intent = fixture.intent.value_or("");
  request.verify_commands = fixture.verify_commands;
  request.infers_commands = false;  // the case says what is run
  request.verify_timeout_ms = fixture.timeout_ms;
  request.sandbox = SandboxMode::off;  // cases are the person's own
  TRY_ASSIGN(const auto result, check_workspace(request, {}, {}));
  rules = rules_of(result.check);
  return actual_of(result.check, name(*result.check.final_verdict));
}

Result<Actual> judge_repository(const EvalCase& one, std::vector<std::string>& rules) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-eval"));
  WorkspaceRequest request;
  request.workspace = os::join_path(scratch.path(), "repo");
  TRY_ASSIGN(request.base, make_repository(one, request.workspace));
  request.intent = one.task;
  request.verify_commands = one.verify_commands;
  request.verify_timeout_ms = one.timeout_ms;
  request.sandbox = SandboxMode::off;  // cases are the person's own
  TRY_ASSIGN(const auto result, check_workspace(request, {}, {}));
  rules = rules_of(result.check);
  return actual_of(result.check, name(*result.check.final_verdict));
}

// Two at a time: a proof leaves a processor idle now and then.
class Repositories {
 public:
  explicit Repositories(const std::function<void(std::string_view)>& progress) : m_progress(progress) {}

  Result<void> judge(const std::vector<const EvalCase*>& cases) {
    std::vector<PoolItem> items;
    items.reserve(cases.size());
    for (const auto* one : cases)
      items.push_back({false, [this, one](unsigned) -> Result<void> { return judge(*one); }});
    return run_pool(std::move(items), 2);
  }
  void hand_over(EvalReport& report) {
    const MutexLock lock(m_mutex);
    std::sort(m_done.begin(), m_done.end(), [](const auto& a, const auto& b) { return a.of->id < b.of->id; });
    for (const auto& result : m_done) count(result, report.kinds[result.of->kind]);
    report.repositories = std::move(m_done);
    report.not_run = std::move(m_not_run);
  }

 private:
  static void count(const CaseResult& result, KindShare& share) {
    if (result.actual.verdict == "mergeable")
      ++share.mergeable;
    else if (result.actual.verdict == "not_mergeable")
      ++share.blocked;
    else
      ++share.warned;
  }

  Result<void> judge(const EvalCase& one) {
    if (os::cancelled_by() != 0) return unavailable("cancelled");
    if (const auto missing = missing_for(one); !missing.empty()) {
      const MutexLock lock(m_mutex);
      m_not_run.push_back(cat(one.id, ": needs ", join(missing, ", ")));
      return {};
    }
    CaseResult result;
    result.of = &one;
    TRY_ASSIGN(result.actual, judge_repository(one, result.rules));
    result.comparison = compare(one.expected, result.actual);
    const MutexLock lock(m_mutex);
    if (m_progress) m_progress(cat(one.id, ": ", result.actual.verdict));
    m_done.push_back(std::move(result));
    return {};
  }

  const std::function<void(std::string_view)>& m_progress;
  Mutex m_mutex;
  std::vector<CaseResult> m_done GUARDED_BY(m_mutex);
  std::vector<std::string> m_not_run GUARDED_BY(m_mutex);
};

double ratio(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return 0;
  return std::round(static_cast<double>(part) / static_cast<double>(whole) * 10'000) / 10'000;
}

bool must_block(const Expectation& expected, std::string_view blocking) {
  return expected.verdicts.size() == 1 && expected.verdicts.front() == blocking;
}

bool may_block(const Expectation& expected, std::string_view blocking) {
  return std::find(expected.verdicts.begin(), expected.verdicts.end(), blocking) != expected.verdicts.end();
}

EvalMetrics measure(const std::vector<CaseResult>& results, std::string_view blocking) {
  EvalMetrics out;
  std::uint64_t agreed = 0, excess = 0, findings = 0, to_block = 0, blocked = 0, not_to_block = 0, wrongly_blocked = 0;
  for (const auto& result : results) {
    const auto& expected = result.of->expected;
    agreed += result.comparison.verdict_agrees ? 1 : 0;
    if (expected.allowance) {
      const auto unexpected = result.comparison.unexpected;
      excess += unexpected > *expected.allowance ? unexpected - *expected.allowance : 0;
      findings += result.actual.must_fix + result.actual.should_fix;
    }
    const bool is_blocked = result.actual.verdict == blocking;
    if (must_block(expected, blocking)) {
      ++to_block;
      blocked += is_blocked ? 1 : 0;
    } else if (!may_block(expected, blocking)) {
      ++not_to_block;
      wrongly_blocked += is_blocked ? 1 : 0;
    }
    ++out.confusion[join(expected.verdicts, "|")][result.actual.verdict];
  }
  out.agreement = ratio(agreed, results.size());
  out.false_positive_rate = ratio(excess, findings);
  out.catch_rate = ratio(blocked, to_block);
  out.false_block_rate = ratio(wrongly_blocked, not_to_block);
  return out;
}

double recall_of(const std::vector<CaseResult>& fixtures) {
  std::uint64_t defects = 0, noticed = 0;
  for (const auto& result : fixtures) {
    if (!result.of->defect) continue;
    ++defects;
    noticed += result.actual.verdict == "mergeable" ? 0 : 1;
  }
  return ratio(noticed, defects);
}

json::array texts(const std::vector<std::string>& items) {
  json::array out;
  for (const auto& item : items) out.emplace_back(item);
  return out;
}

json::object result_json(const CaseResult& result) {
  json::object out;
  out["id"] = result.of->id;
  out["kind"] = result.of->kind;
  out["passed"] = result.passed();
  out["expected"] = texts(result.of->expected.verdicts);
  out["actual"] = result.actual.verdict;
  out["confidence"] = result.actual.confidence;
  out["risk"] = result.actual.risk;
  out["must_fix"] = result.actual.must_fix;
  out["should_fix"] = result.actual.should_fix;
  out["failures"] = texts(result.comparison.failures);
  if (!result.passed() || result.of->form == CaseForm::repository) out["rules"] = texts(result.rules);
  return out;
}

json::object kinds_json(const EvalReport& report) {
  json::object out;
  for (const auto& [kind, share] : report.kinds) {
    out[kind] = json::object{
        {"total", share.total()}, {"mergeable", share.mergeable}, {"warned", share.warned}, {"blocked", share.blocked}};
  }
  out["notRun"] = texts(report.not_run);
  return out;
}

Result<Actual> parse_verdict(const std::string& output, std::string_view id) {
  TRY_ASSIGN(const auto document, parse_json(output, cat("the other verifier's answer to ", id)));
  const auto* root = document.if_object();
  const auto* verdict = root != nullptr ? root->if_contains("verdict") : nullptr;
  if (verdict == nullptr || !verdict->is_string())
    return invalid_input(cat("the other verifier's answer to ", id, " has no verdict"));
  const auto size_of = [&](std::string_view key) -> std::uint64_t {
    const auto* list = root->if_contains(key);
    return list != nullptr && list->is_array() ? list->get_array().size() : 0;
  };
  Actual actual{std::string(verdict->get_string()), 0, {}, size_of("must_fix"), size_of("should_fix")};
  if (const auto* confidence = root->if_contains("confidence"); confidence != nullptr && confidence->is_number()) {
    actual.confidence = confidence->to_number<int>();
  }
  if (const auto* risk = root->if_contains("risk"); risk != nullptr && risk->is_string())
    actual.risk = risk->get_string();
  return actual;
}

// Of the proofs, in hundredths.
constexpr std::uint64_t k_vacuous_refused = 98, k_honest_blocked = 1, k_honest_warned = 10;

bool meets_goals(const std::map<std::string, KindShare>& kinds) {
  const auto share_of = [&](const std::string& kind) {
    const auto found = kinds.find(kind);
    return found == kinds.end() ? KindShare{} : found->second;
  };
  const auto vacuous = share_of("vacuous"), honest = share_of("honest"), impossible = share_of("impossible");
  return (vacuous.warned + vacuous.blocked) * 100 >= vacuous.total() * k_vacuous_refused && impossible.mergeable == 0 &&
         honest.blocked * 100 <= honest.total() * k_honest_blocked &&
         honest.warned * 100 <= honest.total() * k_honest_warned;
}

}  // namespace

Judge own_judge() {
  return [](const EvalCase& one, std::vector<std::string>& rules) -> Result<Actual> {
    TextSource diff(one.diff), logs(one.verify_logs);
    ContractRequest request{one.task, one.builder_report, &diff, &logs};
    TRY_ASSIGN(const auto check, check_contract(request));
    rules = rules_of(check);
    return actual_of(check, name(check.verdict.decision));
  };
}

Judge other_judge(std::string command, std::string scratch) {
  return [command = std::move(command), scratch = std::move(scratch)](const EvalCase& one,
                                                                      std::vector<std::string>&) -> Result<Actual> {
    std::string line = command;
    const std::pair<std::string_view, const std::string*> inputs[] = {{"task", &one.task},
                                                                      {"diff", &one.diff},
                                                                      {"verify-logs", &one.verify_logs},
                                                                      {"builder-report", &one.builder_report}};
    for (const auto& [flag, text] : inputs) {
      const std::string file = os::join_path(scratch, flag);
      TRY(os::write_file(file, *text));
      line += cat(" --", flag, "-file '", file, "'");
    }
    os::Command run;
    run.argv = {"/bin/sh", "-c", line + " 2>/dev/null"};
    run.timeout = std::chrono::minutes(2);
    TRY_ASSIGN(const auto captured, os::capture(run));
    return parse_verdict(captured.output, one.id);
  };
}

Result<EvalReport> evaluate(const std::vector<EvalCase>& cases, const Judge& judge,
                            const std::function<void(std::string_view)>& progress) {
  EvalReport report;
  std::vector<const EvalCase*> of_repositories;
  for (const auto& one : cases) {
    if (one.form == CaseForm::repository) {
      of_repositories.push_back(&one);
      continue;
    }
    CaseResult result;
    result.of = &one;
    const bool fixture = one.form == CaseForm::fixture;
    TRY_ASSIGN(result.actual, fixture ? judge_fixture(one, result.rules) : judge(one, result.rules));
    result.comparison = compare(one.expected, result.actual);
    (fixture ? report.fixtures : report.inputs).push_back(std::move(result));
  }
  report.metrics = measure(report.inputs, "block_pr");
  report.fixture_metrics = measure(report.fixtures, "not_mergeable");
  report.fixture_recall = recall_of(report.fixtures);
  Repositories repositories(progress);
  TRY(repositories.judge(of_repositories));
  repositories.hand_over(report);
  return report;
}

bool meets(const EvalReport& report, const EvalThresholds& thresholds) {
  const auto fine = [&](const EvalMetrics& metrics, const std::vector<CaseResult>& results) {
    return results.empty() ||
           (metrics.agreement >= thresholds.agreement && metrics.false_positive_rate <= thresholds.false_positives);
  };
  return fine(report.metrics, report.inputs) && fine(report.fixture_metrics, report.fixtures) &&
         meets_goals(report.kinds);
}

json::value eval_json(const EvalReport& report, const EvalThresholds& thresholds) {
  json::array cases;
  std::uint64_t passed = 0;
  for (const auto* results : {&report.inputs, &report.fixtures, &report.repositories}) {
    for (const auto& result : *results) {
      cases.push_back(result_json(result));
      passed += result.passed() ? 1 : 0;
    }
  }
  const EvalMetrics& main = report.inputs.empty() ? report.fixture_metrics : report.metrics;
  json::object metrics{{"verdictAgreement", main.agreement},
                       {"falsePositiveRate", main.false_positive_rate},
                       {"catchRate", main.catch_rate},
                       {"falseBlockRate", main.false_block_rate}};
  if (!report.fixtures.empty()) {
    metrics["fixtureAgreement"] = report.fixture_metrics.agreement;
    metrics["fixtureRecall"] = report.fixture_recall;
    metrics["fixtureFalsePositiveRate"] = report.fixture_metrics.false_block_rate;
  }
  if (!report.kinds.empty()) metrics["repositories"] = kinds_json(report);
  json::object confusion;
  for (const auto& [expected, row] : main.confusion) {
    json::object counts;
    for (const auto& [actual, n] : row) counts[actual] = n;
    confusion[expected] = std::move(counts);
  }
  json::object out;
  out["schemaVersion"] = 1;
  out["total"] = cases.size();
  out["passed"] = passed;
  out["failed"] = cases.size() - passed;
  out["thresholds"] =
      json::object{{"verdictAgreement", thresholds.agreement}, {"falsePositiveRate", thresholds.false_positives}};
  out["metrics"] = std::move(metrics);
  out["confusion"] = std::move(confusion);
  out["cases"] = std::move(cases);
  return out;
}

}  // namespace assay::engine
