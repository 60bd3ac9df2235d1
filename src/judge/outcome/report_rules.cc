#include "judge/outcome/report_rules.h"

#include <algorithm>
#include <map>

#include "base/redact.h"
#include "base/text.h"
#include "judge/outcome/log_rules.h"

namespace assay::judge {

namespace {

using logs::Runner;
using model::Severity;
using reports::Report;

// These leave a report whatever stands between us and them, since variables of the environment are enough.
constexpr Runner k_always_asked[] = {Runner::pytest, Runner::unittest, Runner::minitest,  Runner::jest,
                                     Runner::vitest, Runner::mocha,    Runner::node_test, Runner::rspec};

model::Finding report_finding(std::string rule, Severity severity, std::string message) {
  model::Finding out;
  out.rule = std::move(rule);
  out.source = model::Source::verify_logs;
  out.severity = severity;
  out.message = std::move(message);
  return out;
}

const Report* report_of(const CommandRun& run, Runner runner) {
  const auto found = std::find_if(run.reports.begin(), run.reports.end(),
                                  [&](const Report& report) { return report.runner == runner; });
  return found == run.reports.end() ? nullptr : &*found;
}

TestCounts printed_by(const CommandRun& run, Runner runner) {
  TestCounts out;
  for (const auto& each : run.log.runs) {
    if (each.runner != runner || !each.summary) continue;
    out.passed += each.counts.passed;
    out.failed += each.counts.failed + each.counts.errors;
    out.skipped += each.counts.skipped;
  }
  return out;
}

std::uint64_t runs_printed_by(const CommandRun& run, Runner runner) {
  return static_cast<std::uint64_t>(std::count_if(run.log.runs.begin(), run.log.runs.end(), [&](const auto& each) {
    return each.runner == runner && each.summary;
  }));
}

// Only where each run that the runner began printed its sum: some are quiet, or print to nowhere.
// A test that passed when it was tried again may be printed as flaky, and not among those that passed.
bool reports_more(const CommandRun& run, const Report& report, const TestCounts& printed) {
  return report.runs > 0 && runs_printed_by(run, report.runner) == report.runs &&
         report.passed > printed.passed + report.flaky;
}

std::string first_failed(const Report& report) {
  for (const auto& test : report.tests) {
    if (test.outcome == logs::Outcome::failed) return cat(": ", redact(excerpt(test.name, 100)));
  }
  return {};
}

void judge_one(const CommandRun& run, const Report& report, std::vector<model::Finding>& out) {
  const auto runner = name(report.runner);
  if (!report.problem.empty()) {
    out.push_back(report_finding("run.report-broken", Severity::must_fix,
                                 cat("The report of ", runner, " in ", shown(run),
                                     " cannot be believed: ", redact(excerpt(report.problem, 200)), ".")));
  } else if (!report.finished) {
    out.push_back(report_finding(
        "run.report-unfinished", Severity::must_fix,
        cat(shown(run), " exited with code 0, but ", runner, " did not come to its end: something ended it before.")));
  }
  if (report.failed > 0) {
    out.push_back(report_finding("run.failure-hidden", Severity::must_fix,
                                 cat(shown(run), " exited with code 0 although ", runner, " reports ",
                                     plural(report.failed, "failed test"), first_failed(report), ".")));
  }
  const auto printed = printed_by(run, report.runner);
  if (reports_more(run, report, printed)) {
    out.push_back(report_finding(
        "run.report-disagrees", Severity::should_fix,
        cat(shown(run), " has a report of ", plural(report.passed, "passed test"), " of ", runner, ", but ", runner,
            " printed that ", printed.passed, " passed; something else may have written to the report.")));
  }
  if (printed.passed > report.passed) {
    out.push_back(report_finding(
        "run.report-disagrees", Severity::should_fix,
        cat(shown(run), " printed ", plural(printed.passed, "passed test"), " of ", runner, ", but ", runner,
            " itself reports ", report.passed, "; the rest was printed by something else, or run out of sight.")));
  }
}

bool prints_as(const CommandRun& run, Runner runner) {
  return std::any_of(run.log.runs.begin(), run.log.runs.end(), [&](const logs::Run& each) {
    return each.runner == runner && each.summary && each.counts.passed > 0;
  });
}

bool was_asked(const CommandRun& run, Runner runner) {
  return std::find(run.asked.begin(), run.asked.end(), runner) != run.asked.end() ||
         std::find(std::begin(k_always_asked), std::end(k_always_asked), runner) != std::end(k_always_asked);
}

// It printed the words of a runner that would have left a report.
void judge_missing(const CommandRun& run, std::vector<model::Finding>& out) {
  std::vector<Runner> told;
  for (const auto& each : run.log.runs) {
    const auto runner = each.runner;
    if (std::find(told.begin(), told.end(), runner) != told.end()) continue;
    told.push_back(runner);
    if (!was_asked(run, runner) || !prints_as(run, runner) || report_of(run, runner) != nullptr) continue;
    if (printed_by(run, runner).failed > 0) continue;  // told as a failure
    out.push_back(report_finding(
        "run.no-report", Severity::should_fix,
        cat(shown(run), " printed a summary of ", name(runner), ", but ", name(runner), " left no report of the run: ",
            run.report_hidden.empty() ? "where a wrapper keeps variables from it, name the command and its report in "
                                        "[[runner]] of assay.toml."
                                      : cat(run.report_hidden, "."))));
  }
}

// "tests/test_a.py::TestX::test_b", as people and other tools write it.
std::string full_name(const reports::ReportedTest& test, Runner runner) {
  const bool joins = runner == Runner::pytest && !test.file.empty() && !test.name.starts_with(test.file);
  return joins ? cat(test.file, "::", test.name) : test.name;
}

// A test that was tried again is printed more than once.
void note_contradicted(const Report& report, CommandRun& run) {
  std::map<std::string_view, bool> printed;  // by name: whether it passed once
  for (const auto& named : run.log.named) {
    if (named.runner == report.runner) printed[named.name] |= named.outcome == logs::Outcome::passed;
  }
  if (printed.empty()) return;
  for (const auto& test : report.tests) {
    if (test.outcome != logs::Outcome::passed) continue;
    auto name = full_name(test, report.runner);
    const auto found = printed.find(name);
    if (found != printed.end() && !found->second) run.contradicted.push_back(std::move(name));
  }
}

}  // namespace

TestCounts tests_of(const CommandRun& run) {
  TestCounts out;
  for (const auto& report : run.reports) {
    out.passed += report.passed;
    out.failed += report.failed;
    out.skipped += report.skipped;
  }
  if (!run.reports.empty()) return out;
  for (const auto& each : run.log.runs) {
    if (!each.summary || runner_class(each.runner) != logs::RunnerClass::test) continue;
    out.passed += each.counts.passed;
    out.failed += each.counts.failed + each.counts.errors;
    out.skipped += each.counts.skipped;
  }
  return out;
}

void believe_reports(CommandRun& run) {
  for (const auto& report : run.reports) {
    if (report.tests.empty()) continue;
    note_contradicted(report, run);
    run.log.named.erase_if([&](const logs::Named& named) { return named.runner == report.runner; });
    for (const auto& test : report.tests) {
      if (run.log.named.full()) break;
      run.log.named.add({full_name(test, report.runner), test.outcome, report.runner, {}});
    }
  }
}

void judge_reports(const CommandRun& run, std::vector<model::Finding>& out) {
  if (run.exit_code != 0) return;
  for (const auto& report : run.reports) judge_one(run, report, out);
  if (!run.contradicted.empty()) {
    const auto& names = run.contradicted;
    out.push_back(
        report_finding("run.report-disagrees", Severity::should_fix,
                       cat(shown(run), " has a report in which ", redact(excerpt(names.front(), 120)),
                           names.size() > 1 ? cat(" and ", plural(names.size() - 1, "other test")) : std::string(),
                           " passed; its output says that ", names.size() > 1 ? "they" : "it", " did not.")));
  }
  if (run.listened) judge_missing(run, out);
}

}  // namespace assay::judge
