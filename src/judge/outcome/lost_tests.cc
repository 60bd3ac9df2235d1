#include "judge/outcome/lost_tests.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "base/redact.h"
#include "base/text.h"
#include "judge/outcome/log_rules.h"
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

using NameSet = std::set<std::string, std::less<>>;

// The cases of one test, by what their names add to its own: "[1-2]", "/one"; "" for a test without a table.
struct Cases {
  std::string file{};
  NameSet passed{}, failed{}, skipped{};
};
using Tests = std::map<std::string, Cases, std::less<>>;

void add_case(std::string name, std::string_view each, const std::string& file, logs::Outcome outcome, Tests& out) {
  auto& cases = out[std::move(name)];
  cases.file = file;
  switch (outcome) {
    case logs::Outcome::passed: cases.passed.emplace(each); break;
    case logs::Outcome::failed: cases.failed.emplace(each); break;
    case logs::Outcome::skipped: cases.skipped.emplace(each); break;
  }
}

// A test of Go that has subtests stands for them and is no case by itself: without it, a table of three is three.
NameSet leaves_of(const NameSet& names) {
  NameSet out;
  for (const auto& name : names) {
    const auto below = names.lower_bound(cat(name, "/"));
    const bool has_parts = below != names.end() && below->starts_with(cat(name, "/"));
    if (!has_parts) out.insert(name);
  }
  return out;
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
    for (const auto& test : report.tests) {
      const auto plain = without_values(test.name, report.runner);
      add_case(whole_name(test, report.runner), std::string_view(test.name).substr(plain.size()), test.file,
               test.outcome, out);
    }
  }
  if (!run.reports.empty()) return;
  for (const auto& named : run.log.named) {
    if (runner_class(named.runner) != logs::RunnerClass::test) continue;
    const bool counts =
        started == nullptr || std::find(started->begin(), started->end(), named.runner) != started->end();
    if (!counts) continue;
    const auto plain = without_values(named.name, named.runner);
    add_case(std::string(plain), std::string_view(named.name).substr(plain.size()), "", named.outcome, out);
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
  for (size_t i = 0; i < lost.size() && i < k_named; ++i) {
    const auto& test = *lost[i];
    const auto of = test.now > 0 ? cat(" (", test.before, " cases before, ", test.now, " now)") : std::string();
    names.push_back(cat(redact(excerpt(test.name, 120)), of));
  }
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

// A task that removes something removes the cases that are about it.
bool is_asked_for(const LostTest& table, const TaskView& task) {
  if (!task.removes || table.cases.empty()) return false;
  return task.mentions(table.own) || std::all_of(table.cases.begin(), table.cases.end(),
                                                 [&](const std::string& each) { return task.mentions(each); });
}

// Printed names count only where the runner itself was started (`started`): anything can print them.
NameSet tests_with(const CommandRun& run, const std::vector<logs::Runner>& started, NameSet Cases::*outcome) {
  Tests tests;
  add_tests(run, tests, &started);
  NameSet out;
  for (const auto& [name, cases] : tests) {
    if (!(cases.*outcome).empty()) out.insert(name);
  }
  return out;
}

// What is left of a table; nothing where as many cases run as before, whatever they are called: values may be made anew
// in each run.
std::optional<LostTest> shorter_table(const std::string& name, const Cases& before, const Cases& now) {
  const auto old_cases = leaves_of(before.passed), new_cases = leaves_of(now.passed);
  if (new_cases.size() >= old_cases.size()) return std::nullopt;
  LostTest out{name, before.file, std::string(own_name(name)), false, old_cases.size(), new_cases.size()};
  std::set_difference(old_cases.begin(), old_cases.end(), new_cases.begin(), new_cases.end(),
                      std::back_inserter(out.cases));
  const auto skipped = leaves_of(now.skipped);
  out.skipped = new_cases.size() + skipped.size() >= old_cases.size();
  out.written_anew = !std::includes(old_cases.begin(), old_cases.end(), new_cases.begin(), new_cases.end());
  return out;
}

bool names_tests(const CommandRun& run) {
  const auto is_test = [](const logs::Named& named) { return runner_class(named.runner) == logs::RunnerClass::test; };
  return !run.reports.empty() || std::any_of(run.log.named.begin(), run.log.named.end(), is_test);
}

bool passes_one(const CommandRun& run) {
  return std::any_of(run.log.named.begin(), run.log.named.end(), [](const logs::Named& named) {
    return runner_class(named.runner) == logs::RunnerClass::test && named.outcome == logs::Outcome::passed;
  });
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
  // By the name in their source: what was moved or renamed in path.
  std::map<std::string_view, std::vector<const Cases*>> new_ones;
  for (const auto& [name, cases] : after) {
    if (!cases.passed.empty() && before.find(name) == before.end()) new_ones[own_name(name)].push_back(&cases);
  }
  std::vector<LostTest> out;
  for (const auto& [name, cases] : before) {
    if (cases.passed.empty()) continue;
    const auto found = after.find(name);
    if (found != after.end() && !found->second.failed.empty()) continue;  // told as a failure
    if (found != after.end() && !found->second.passed.empty()) {
      if (auto table = shorter_table(name, cases, found->second)) out.push_back(std::move(*table));
      continue;
    }
    const auto own = own_name(name);
    const auto moved = new_ones.find(own);
    if (found == after.end() && moved != new_ones.end() && !moved->second.empty()) {
      const auto& there = *moved->second.back();
      moved->second.pop_back();
      if (auto table = shorter_table(name, cases, there)) {
        table->file = there.file;
        out.push_back(std::move(*table));
      }
      continue;
    }
    out.push_back({name, cases.file, std::string(own), found != after.end(), cases.passed.size(), 0});
  }
  return out;
}

std::vector<FewerTests> fewer_tests(const std::vector<CommandRun>& now, const std::vector<CommandRun>& base) {
  std::vector<FewerTests> out;
  for (size_t i = 0; i < now.size() && i < base.size(); ++i) {
    if (!ended_well(now[i]) || names_tests(now[i]) || names_tests(base[i])) continue;
    const auto before = tests_of(base[i]), after = tests_of(now[i]);
    if (after.passed >= before.passed || after.failed > 0) continue;
    out.push_back({now[i].command, before.passed, after.passed});
  }
  return out;
}

std::string why_base_says_nothing(const std::vector<CommandRun>& now, const std::vector<CommandRun>& base) {
  for (size_t i = 0; i < now.size() && i < base.size(); ++i) {
    const auto& run = base[i];
    if (!ran_any_test(now[i]) && !names_tests(now[i])) continue;
    if (tests_of(run).passed > 0 || passes_one(run)) continue;
    const auto command = shown(now[i]);
    const auto what =
        ran_any_test(run) || names_tests(run) ? " passed no test on the base" : " ran no test on the base";
    if (run.exit_code == 126 || run.exit_code == 127) return cat(command, " could not be started on the base");
    if (run.exit_code && *run.exit_code != 0) return cat(command, what, ", where it exited with code ", *run.exit_code);
    return cat(command, what);
  }
  return {};
}

std::vector<std::string_view> values_of(std::string_view case_name) {
  std::vector<std::string_view> out;
  for (const char mark : {'[', '/'}) {
    if (const auto at = case_name.find(mark); at != std::string_view::npos) {
      case_name.remove_prefix(at + 1);
      break;
    }
  }
  if (case_name.ends_with(']')) case_name.remove_suffix(1);
  const auto is_part = [](char c) { return is_alnum(c) || c == '.'; };
  for (size_t i = 0; i < case_name.size();) {
    while (i < case_name.size() && !is_part(case_name[i])) ++i;
    const size_t begin = i;
    while (i < case_name.size() && is_part(case_name[i])) ++i;
    if (i > begin) out.push_back(case_name.substr(begin, i - begin));
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
  std::vector<const LostTest*> there, shorter, skipped;
  for (const auto& test : lost) {
    if (test.skipped)
      skipped.push_back(&test);
    else if (test.is_there && test.now > 0 && !is_asked_for(test, task))
      shorter.push_back(&test);
    else if (test.is_there && test.now == 0)
      there.push_back(&test);
  }
  const auto weight = [&](bool asked) { return asked ? Severity::should_fix : Severity::must_fix; };
  if (!there.empty()) {
    out.push_back(
        finding_of("tests.not-run", weight(task.asks_to_remove_tests || task.asks_to_skip_tests), there,
                   cat(plural(there.size(), "test"), " that passed on the base ", there.size() == 1 ? "is" : "are",
                       " still there and not run any more: ", list_of(there), ".")));
  }
  const auto says_cases = [](const model::Finding& finding) { return finding.rule == "tests.deleted"; };
  if (!shorter.empty() && std::none_of(out.begin(), out.end(), says_cases)) {
    std::uint64_t gone = 0;
    for (const auto* test : shorter) gone += test->before - test->now;
    out.push_back(finding_of("tests.not-run",
                             weight(task.asks_to_remove_tests || task.asks_to_merge_tests || task.asks_to_skip_tests),
                             shorter,
                             cat(plural(gone, "case"), " of tables of tests that passed on the base ",
                                 gone == 1 ? "is" : "are", " not run any more: ", list_of(shorter), ".")));
  }
  const auto says_so = [](const model::Finding& finding) { return finding.rule == "tests.skipped"; };
  if (!skipped.empty() && std::none_of(out.begin(), out.end(), says_so)) {
    out.push_back(finding_of("tests.skipped-now", weight(task.asks_to_skip_tests), skipped,
                             cat(plural(skipped.size(), "test"), " that passed on the base ",
                                 skipped.size() == 1 ? "is" : "are", " skipped now: ", list_of(skipped), ".")));
  }
}

void judge_fewer_tests(const std::vector<FewerTests>& fewer, const TaskView& task, std::vector<model::Finding>& out) {
  const auto says_deleted = [](const model::Finding& finding) { return finding.rule == "tests.deleted"; };
  if (task.asks_to_remove_tests || task.asks_to_merge_tests) return;
  if (std::any_of(out.begin(), out.end(), says_deleted)) return;
  for (const auto& each : fewer) {
    model::Finding finding;
    finding.rule = "tests.not-run";
    finding.source = model::Source::verify_logs;
    finding.severity = each.touches_tests ? Severity::should_fix : Severity::must_fix;
    finding.message = cat("`", redact(excerpt(each.command, 120)), "` passed ", plural(each.before, "test"),
                          " on the base and ", each.now, " now; it names none, so it is not known which are missing.");
    out.push_back(std::move(finding));
  }
}

}  // namespace assay::judge
