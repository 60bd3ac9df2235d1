#include "judge/outcome/ran_tests.h"

#include "base/text.h"
#include "judge/outcome/log_rules.h"
#include "judge/outcome/plain_tests.h"
#include "judge/outcome/report_rules.h"

namespace assay::judge {

namespace {

std::string name_with_place(const reports::ReportedTest& test) {
  const bool adds_suite =
      !test.suite.empty() && test.suite != "(empty)" && test.suite != test.file && !contains(test.name, test.suite);
  const bool adds_file = !test.file.empty() && !std::string_view(test.name).starts_with(test.file);
  return cat(adds_file ? cat(test.file, "::") : "", adds_suite ? cat(test.suite, "::") : "", test.name);
}

void add_result(std::string name, RanTest test, RanTests& out) {
  const auto [at, is_new] = out.try_emplace(std::move(name), test);
  if (!is_new && test.outcome == logs::Outcome::failed) at->second = std::move(test);
}

}  // namespace

RanTests list_tests(const CommandRun& run) {
  RanTests out;
  for (const auto& report : run.reports) {
    for (const auto& test : report.tests)
      add_result(name_with_place(test), {test.file, test.outcome, test.failure, test.message, report.runner, test.name},
                 out);
  }
  if (!run.reports.empty()) return out;
  for (const auto& named : run.log.named) {
    if (runner_class(named.runner) == logs::RunnerClass::test)
      add_result(named.name, {"", named.outcome, {}, "", named.runner, named.name}, out);
  }
  return out;
}

bool is_same_file(std::string_view reported, std::string_view path) {
  if (reported.starts_with("./")) reported.remove_prefix(2);
  const auto is_end_of = [](std::string_view end, std::string_view whole) {
    return !end.empty() && whole.ends_with(end) &&
           (whole.size() == end.size() || whole[whole.size() - end.size() - 1] == '/');
  };
  return is_end_of(path, reported) || is_end_of(reported, path);
}

std::optional<FailingTests> failing_of(const CommandRun& run, const RanTests& control) {
  if (run.timed_out || run.could_not_start || !run.exit_code) return std::nullopt;
  FailingTests out;
  const auto now = list_tests(run);
  for (const auto& [name, before] : control) {
    if (before.outcome != logs::Outcome::passed) continue;
    const auto found = now.find(name);
    const bool ran = found != now.end() && found->second.outcome != logs::Outcome::skipped;
    out.all_ran &= ran;
    if (ran && found->second.outcome == logs::Outcome::failed) out.names.insert(name);
  }
  return out;
}

Notice notice_of(const CommandRun& run, const RanTests& now, const RanTests& control, std::string_view output) {
  Notice broke{Notice::Kind::broke, "", "", {}};
  if (run.timed_out || run.could_not_start || !run.exit_code) return broke;
  Notice noticed{Notice::Kind::noticed, "", "", {}};
  bool fails_anyway = false;  // a test that is not relied on
  for (const auto& [name, test] : now) {
    if (test.outcome != logs::Outcome::failed) continue;
    const auto before = control.find(name);
    if (before == control.end()) continue;
    fails_anyway |= before->second.outcome == logs::Outcome::skipped;
    if (before->second.outcome != logs::Outcome::passed || test.failure == reports::Failure::error) continue;
    if (noticed.failing.empty()) noticed.test = name, noticed.message = test.message;
    noticed.failing.insert(name);
  }
  if (!noticed.failing.empty()) return noticed;
  if (*run.exit_code != 0 && control.empty()) {
    // A runner that names nobody: its own sum has to do.
    const auto said = failed_assertion(output);
    const bool failed = tests_of(run).failed > 0 || (!ran_any_test(run) && !said.empty());
    return failed ? Notice{Notice::Kind::noticed, run.command, std::string(said), {run.command}} : broke;
  }
  if (*run.exit_code != 0 && !fails_anyway) return broke;
  for (const auto& [name, before] : control) {
    const auto found = now.find(name);
    const bool passes = found != now.end() && found->second.outcome == logs::Outcome::passed;
    if (before.outcome == logs::Outcome::passed && !passes) return broke;
  }
  return {};
}

}  // namespace assay::judge
