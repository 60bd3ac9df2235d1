#include "judge/outcome/lost_tests.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/redact.h"
#include "base/text.h"
#include "judge/outcome/report_rules.h"
#include "judge/outcome/test_name.h"

namespace assay::judge {

namespace {

using model::Severity;

// Without the values of a table: "test_b[1-2]" and "test_b[3-4]" are cases of one test, as are "TestB/one" in Go.
std::string_view without_values(std::string_view name, logs::Runner runner) {
  const bool in_brackets = runner == logs::Runner::pytest || runner == logs::Runner::unittest;
  if (const auto bracket = name.find('['); in_brackets && bracket != std::string_view::npos && bracket > 0)
    return name.substr(0, bracket);
  if (const auto slash = name.find('/'); runner == logs::Runner::go_test && slash != std::string_view::npos)
    return name.substr(0, slash);
  if (const auto slash = name.rfind('/'); runner == logs::Runner::googletest && slash != std::string_view::npos)
    return name.substr(0, slash);
  return name;
}

struct Cases {
  std::string file{};
  std::uint64_t passed = 0, failed = 0, skipped = 0;
};
using Tests = std::map<std::string, Cases, std::less<>>;

void count(std::string name, const std::string& file, logs::Outcome outcome, Tests& out) {
  auto& cases = out[std::move(name)];
  cases.file = file;
  switch (outcome) {
    case logs::Outcome::passed: ++cases.passed; break;
    case logs::Outcome::failed: ++cases.failed; break;
    case logs::Outcome::skipped: ++cases.skipped; break;
  }
}

// With what tells it from others of its name.
std::string whole_name(const reports::ReportedTest& test, logs::Runner runner) {
  const auto name = without_values(test.name, runner);
  const bool adds_suite = !test.suite.empty() && test.suite != test.file && !contains(name, test.suite);
  const bool adds_file = !test.file.empty() && !name.starts_with(test.file);
  return cat(adds_file ? cat(test.file, "::") : "", adds_suite ? cat(test.suite, "::") : "", name);
}

// `started`: only printed names of these runners count; null: all.
void add_tests(const CommandRun& run, Tests& out, const std::vector<logs::Runner>* started = nullptr) {
  for (const auto& report : run.reports) {
    for (const auto& test : report.tests) count(whole_name(test, report.runner), test.file, test.outcome, out);
  }
  if (!run.reports.empty()) return;
  for (const auto& named : run.log.named) {
    if (runner_class(named.runner) != logs::RunnerClass::test) continue;
    const bool counts =
        started == nullptr || std::find(started->begin(), started->end(), named.runner) != started->end();
    if (!counts) continue;
    count(std::string(without_values(named.name, named.runner)), "", named.outcome, out);
  }
}

Tests tests_in(const std::vector<CommandRun>& runs) {
  Tests out;
  for (const auto& run : runs) add_tests(run, out);
  return out;
}

bool ended_well(const CommandRun& run) { return run.exit_code == 0; }

std::string list_of(const std::vector<const LostTest*>& lost) {
  constexpr size_t k_named = 5;
  std::vector<std::string> names;
  for (size_t i = 0; i < lost.size() && i < k_named; ++i) names.push_back(redact(excerpt(lost[i]->name, 120)));
  return cat(join(names, ", "), lost.size() > k_named ? cat(" and ", lost.size() - k_named, " more") : "");
}

model::Finding finding_of(std::string rule, Severity severity, const std::vector<const LostTest*>& lost,
                          std::string message) {
  constexpr size_t k_places = 20;
  model::Finding out;
  out.rule = std::move(rule);
  out.source = model::Source::verify_logs;
  out.severity = severity;
  out.message = std::move(message);
  out.evidence = redact(excerpt(lost.front()->name));
  for (size_t i = 0; i < lost.size() && i < k_places; ++i) {
    model::Span span;
    span.path = to_utf8(lost[i]->file);
    span.text = redact(excerpt(lost[i]->name, 200));
    out.spans.push_back(std::move(span));
  }
  out.more = lost.size() - out.spans.size();
  return out;
}

using NameSet = std::set<std::string, std::less<>>;

// Printed names count only where the runner itself was started (`started`): anything can print them.
NameSet tests_with(const CommandRun& run, const std::vector<logs::Runner>& started, std::uint64_t Cases::*outcome) {
  Tests tests;
  add_tests(run, tests, &started);
  NameSet out;
  for (const auto& [name, cases] : tests) {
    if (cases.*outcome > 0) out.insert(name);
  }
  return out;
}

// Not where there are none: then nobody knows which.
bool all_known(const NameSet& now, const NameSet& before) {
  return !now.empty() && std::includes(before.begin(), before.end(), now.begin(), now.end());
}

}  // namespace

std::vector<LostTest> lost_tests(const std::vector<CommandRun>& now, const std::vector<CommandRun>& base) {
  if (!std::all_of(now.begin(), now.end(), ended_well)) return {};  // it may have stopped at the first failure
  const auto before = tests_in(base);
  const auto after = tests_in(now);
  std::map<std::string_view, std::uint64_t> new_ones;  // by the name in their source: what was moved or renamed in path
  for (const auto& [name, cases] : after) {
    if (cases.passed > 0 && before.find(name) == before.end()) ++new_ones[own_name(name)];
  }
  std::vector<LostTest> out;
  for (const auto& [name, cases] : before) {
    if (cases.passed == 0) continue;
    const auto found = after.find(name);
    const auto passed = found == after.end() ? 0 : found->second.passed;
    if (passed > 0) continue;
    if (found != after.end() && found->second.failed > 0) continue;  // told as a failure
    const auto own = own_name(name);
    if (const auto moved = new_ones.find(own); found == after.end() && moved != new_ones.end() && moved->second > 0) {
      --moved->second;
      continue;
    }
    out.push_back({name, cases.file, std::string(own), found != after.end(), cases.passed, passed, false});
  }
  return out;
}

bool failed_before(const CommandRun& now, const CommandRun& base) {
  if (!now.exit_code || !base.exit_code || *now.exit_code == 0 || *base.exit_code == 0) return false;
  return all_known(tests_with(now, now.started, &Cases::failed), tests_with(base, now.started, &Cases::failed));
}

bool skipped_before(const CommandRun& now, const CommandRun& base) {
  return all_known(tests_with(now, now.started, &Cases::skipped), tests_with(base, now.started, &Cases::skipped));
}

bool chooses_by_change(std::string_view command) {
  constexpr std::string_view k_marks[] = {
      "--onlychanged", "--changedsince", "--changed", "--lastcommit",  "--testmon", "--picked",       " affected",
      "--since",       "--affected",     "--lf",      "--last-failed", "--nf",      "--only-failures"};
  const auto text = cat(lower(command), " ");
  if (contains(text, "jest") && contains(text, " -o ")) return true;
  return std::any_of(std::begin(k_marks), std::end(k_marks),
                     [&](std::string_view mark) { return contains(text, mark); });
}

void judge_lost_tests(const std::vector<LostTest>& lost, const TaskView& task, std::vector<model::Finding>& out) {
  std::vector<const LostTest*> there, skipped;
  for (const auto& test : lost) {
    if (test.skipped)
      skipped.push_back(&test);
    else if (test.is_there)
      there.push_back(&test);
  }
  const auto weight = [&](bool asked) { return asked ? Severity::should_fix : Severity::must_fix; };
  if (!there.empty()) {
    out.push_back(
        finding_of("tests.not-run", weight(task.asks_to_remove_tests || task.asks_to_skip_tests), there,
                   cat(plural(there.size(), "test"), " that passed on the base ", there.size() == 1 ? "is" : "are",
                       " still there and not run any more: ", list_of(there), ".")));
  }
  const auto says_so = [](const model::Finding& finding) { return finding.rule == "tests.skipped"; };
  if (!skipped.empty() && std::none_of(out.begin(), out.end(), says_so)) {
    out.push_back(finding_of("tests.skipped-now", weight(task.asks_to_skip_tests), skipped,
                             cat(plural(skipped.size(), "test"), " that passed on the base ",
                                 skipped.size() == 1 ? "is" : "are", " skipped now: ", list_of(skipped), ".")));
  }
}

}  // namespace assay::judge
