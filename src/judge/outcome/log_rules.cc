#include "judge/outcome/log_rules.h"

#include <algorithm>
#include <functional>
#include <map>

#include "base/redact.h"
#include "base/text.h"
#include "judge/outcome/claims.h"
#include "judge/outcome/honest_report.h"
#include "judge/outcome/lost_tests.h"
#include "judge/outcome/not_run.h"
#include "judge/outcome/printed_by_tests.h"
#include "judge/outcome/repeated_commands.h"
#include "judge/outcome/report_rules.h"

namespace assay::judge {

using logs::Facts;
using logs::Runner;
using logs::RunnerClass;
using logs::Signal;
using logs::SignalKind;
using model::Finding;
using model::Severity;
using model::Source;

namespace {

constexpr size_t k_spans_per_finding = 20;
constexpr size_t k_subjects_shown = 3;

// A traceback or panic alone says that something was printed, not that the command failed.
bool is_printed_crash(const Signal& signal) {
  return signal.runner == Runner::process &&
         (contains(signal.rule, "traceback") || contains(signal.rule, "panic") || contains(signal.rule, "uncaught"));
}

bool is_loose(const Signal& signal) { return signal.runner == Runner::loose || is_printed_crash(signal); }

model::Span span_of(const Signal& signal, Source source, std::uint64_t line_offset) {
  model::Span span;
  span.source = source;
  span.line = signal.at.line + line_offset;
  span.begin = signal.at.begin;
  span.end = signal.at.end;
  span.text = redact(excerpt(signal.text));
  return span;
}

// The signals of one finding: same runner and same rule family.
struct Group {
  std::vector<const Signal*> signals;
  std::uint64_t more = 0;
};

struct GroupKey {
  Runner runner;
  SignalKind kind;
  std::string rule;                                   // only told apart for loose text
  auto operator<=>(const GroupKey&) const = default;  // NOLINT(modernize-use-nullptr)
};

// Groups in the order of their first signal.
class Groups {
 public:
  void add(const Signal& signal) {
    const bool by_rule = signal.runner == Runner::loose || signal.runner == Runner::process;
    const GroupKey key{signal.runner, signal.kind, by_rule ? signal.rule : std::string()};
    const auto [at, is_new] = m_index.try_emplace(key, m_groups.size());
    if (is_new) m_groups.emplace_back();
    Group& group = m_groups[at->second];
    if (group.signals.size() < k_spans_per_finding)
      group.signals.push_back(&signal);
    else
      ++group.more;
  }
  std::vector<Group>& all() { return m_groups; }

 private:
  std::map<GroupKey, size_t> m_index;
  std::vector<Group> m_groups;
};

std::string subjects_of(const Group& group) {
  std::vector<std::string> seen;
  for (const Signal* signal : group.signals) {
    std::string subject = redact(excerpt(signal->subject, 100));
    if (!subject.empty() && std::find(seen.begin(), seen.end(), subject) == seen.end()) seen.push_back(subject);
  }
  if (seen.empty()) return {};
  const size_t shown = std::min(seen.size(), k_subjects_shown);
  std::string out = cat(": ", join({seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(shown)}, ", "));
  if (seen.size() + group.more > shown) out += cat(" and ", seen.size() + group.more - shown, " more");
  return out;
}

// The worst counts that a runner printed, for "3 tests failed".
logs::Counts counts_of(const Facts& facts, Runner runner) {
  logs::Counts total;
  for (const auto& run : facts.runs) {
    if (run.runner != runner || !run.summary) continue;
    total.failed += run.counts.failed;
    total.errors += run.counts.errors;
    total.skipped += run.counts.skipped;
    total.todo += run.counts.todo;
    total.flaky += run.counts.flaky;
    total.warnings += run.counts.warnings;
  }
  return total;
}

std::string failure_words(const Facts& facts, const Signal& first) {
  const auto counts = counts_of(facts, first.runner);
  const auto cls = runner_class(first.runner);
  if (cls == RunnerClass::test && counts.failed > 0) return cat(plural(counts.failed, "test"), " failed");
  if (counts.errors > 0) return plural(counts.errors, "error");
  return cls == RunnerClass::test ? "a test run failed" : "it failed";
}

std::string message_of(const Facts& facts, const Group& group) {
  const Signal& first = *group.signals.front();
  const auto tool = name(first.runner);
  const auto counts = counts_of(facts, first.runner);
  const bool loose = is_loose(first);
  switch (first.kind) {
    case SignalKind::failure:
      if (loose) return "The log reports a failure.";
      if (first.runner == Runner::process || runner_class(first.runner) == RunnerClass::tool) {
        return cat("A command failed", subjects_of(group), ".");
      }
      return cat(tool, ": ", failure_words(facts, first), subjects_of(group), ".");
    case SignalKind::crash: return cat("A process crashed", subjects_of(group), ".");
    case SignalKind::not_run: return cat("A verification command did not run", subjects_of(group), ".");
    case SignalKind::zero_tests: return cat(tool, " ran no tests; that proves nothing.");
    case SignalKind::warning:
      if (loose) return "The log holds a warning.";
      return cat(tool, ": ", counts.warnings > 0 ? plural(counts.warnings, "warning") : "warnings", " to review.");
    case SignalKind::skipped:
      if (loose) return "The log says that something was skipped.";
      return cat(tool, ": ", counts.skipped > 0 ? plural(counts.skipped, "test") : "tests", " skipped",
                 subjects_of(group), ".");
    case SignalKind::flaky: return cat(loose ? "The log" : tool, " reports flaky results", subjects_of(group), ".");
    case SignalKind::todo:
      return cat(loose ? "The log" : tool, " names unfinished work or a manual step", subjects_of(group), ".");
    case SignalKind::pass: break;
  }
  return {};
}

// A signal whose text says more than a bare summary makes the better evidence line.
const Signal& best_of(const Group& group) {
  for (const Signal* signal : group.signals) {
    if (!signal->subject.empty()) return *signal;
  }
  return *group.signals.front();
}

Finding make_finding(std::string rule, Source source, Severity severity, std::string message) {
  Finding finding;
  finding.rule = std::move(rule);
  finding.source = source;
  finding.severity = severity;
  finding.message = std::move(message);
  return finding;
}

void add_places(Finding& finding, const Group& group, std::uint64_t line_offset = 0) {
  for (const Signal* signal : group.signals) {
    if (finding.spans.size() >= k_spans_per_finding) {
      ++finding.more;
      continue;
    }
    finding.spans.push_back(span_of(*signal, finding.source, line_offset));
  }
  finding.more += group.more;
  if (finding.evidence.empty()) finding.evidence = redact(excerpt(best_of(group).text));
}

// Zero tests in one binary is no news when the same runner ran others.
bool ran_elsewhere(const Facts& facts, Runner runner) {
  return std::any_of(facts.runs.begin(), facts.runs.end(),
                     [&](const logs::Run& run) { return run.runner == runner && run.counts.passed > 0; });
}

Groups failures_of(const Facts& facts, const std::function<bool(const Signal&)>& keep) {
  Groups groups;
  for (const auto& signal : facts.failures) {
    if (keep(signal)) groups.add(signal);
  }
  return groups;
}

Groups cautions_of(const Facts& facts, const std::function<bool(const Signal&)>& keep) {
  Groups groups;
  for (const auto& signal : facts.cautions) {
    if (signal.kind == SignalKind::zero_tests && ran_elsewhere(facts, signal.runner)) continue;
    if (keep(signal)) groups.add(signal);
  }
  return groups;
}

void add_groups(const Facts& facts, Groups groups, Source source, Severity severity, std::uint64_t line_offset,
                std::vector<Finding>& out) {
  for (auto& group : groups.all()) {
    auto finding = make_finding(group.signals.front()->rule, source, severity, message_of(facts, group));
    add_places(finding, group, line_offset);
    out.push_back(std::move(finding));
  }
}

bool any_signal(const Signal&) { return true; }

constexpr std::string_view k_not_started = "run.not-started";
constexpr std::string_view k_machine_trouble = "run.machine";

bool is_not_started(const CommandRun& run) {
  return run.could_not_start || (run.exit_code && (*run.exit_code == 127 || *run.exit_code == 126));
}

// Rule and words for a command that did not end well by itself; empty rule when it exited 0.
std::pair<std::string, std::string> outcome_of(const CommandRun& run) {
  if (is_not_started(run)) return {std::string(k_not_started), cat(shown(run), " could not be started")};
  if (run.timed_out)
    return {"run.timed-out", cat(shown(run), " did not end within ", run.timeout_ms, " ms and was killed")};
  if (run.output_limit) return {"run.output-limit", cat(shown(run), " wrote more output than is kept and was ended")};
  if (run.signal) {
    return {"run.signalled",
            cat(shown(run), " was ended by ", *run.signal, run.beyond.empty() ? "" : ": it went beyond ", run.beyond)};
  }
  if (run.exit_code && *run.exit_code != 0)
    return {"run.failed", cat(shown(run), " exited with code ", *run.exit_code)};
  if (!run.exit_code) return {"run.unknown", cat("how ", shown(run), " ended is not known")};
  return {};
}

void judge_failed_command(const CommandRun& run, const std::string& rule, std::string words,
                          std::vector<Finding>& out) {
  words[0] = static_cast<char>(words[0] >= 'a' && words[0] <= 'z' ? words[0] - 32 : words[0]);
  auto groups = failures_of(run.log, any_signal);
  std::string message = std::move(words);
  if (!groups.all().empty() && rule == "run.failed") {
    const Group& first = groups.all().front();
    if (!is_loose(*first.signals.front())) message += cat("; ", message_of(run.log, first));
  }
  if (message.back() != '.') message += '.';
  auto finding = make_finding(rule, Source::verify_logs, Severity::must_fix, std::move(message));
  for (auto& group : groups.all()) add_places(finding, group, run.log_line);
  out.push_back(std::move(finding));
}

Finding trouble_finding(const CommandRun& run) {
  const bool not_started = is_not_started(run);
  std::string message =
      cat(shown(run), not_started ? " could not be started" : " could not do its work on this machine");
  if (run.trouble) message += cat(" (", redact(excerpt(run.trouble->line, 160)), ")");
  message += ", so nothing was verified";
  if (run.trouble) message += cat("; ", run.trouble->remedy);
  auto finding = make_finding(std::string(not_started ? k_not_started : k_machine_trouble), Source::verify_logs,
                              Severity::should_fix, message + ".");
  if (run.trouble) finding.evidence = redact(run.trouble->line);
  return finding;
}

void judge_clean_exit(const CommandRun& run, const CommandRun* base, std::vector<Finding>& out) {
  const PrintedByTests printed(run.log);
  auto hidden = failures_of(run.log, [&](const Signal& s) { return !is_loose(s) && !printed.holds(s); });
  for (auto& group : hidden.all()) {
    auto finding = make_finding(
        "run.failure-hidden", Source::verify_logs, Severity::must_fix,
        cat(shown(run), " exited with code 0 although its output shows a failure: ", message_of(run.log, group)));
    add_places(finding, group, run.log_line);
    out.push_back(std::move(finding));
  }
  judge_reports(run, out);
  const bool skips_as_before = base != nullptr && skipped_before(run, *base);
  const auto worth_saying = [&](const Signal& s) {
    if (s.kind == SignalKind::skipped && skips_as_before && runner_class(s.runner) == RunnerClass::test) return false;
    return !(s.runner == Runner::loose && s.kind == SignalKind::warning);
  };
  add_groups(run.log, cautions_of(run.log, worth_saying), Source::verify_logs, Severity::should_fix, run.log_line, out);
}

}  // namespace

bool is_about_the_machine(std::string_view rule) { return rule == k_not_started || rule == k_machine_trouble; }

std::string shown(const CommandRun& run) { return cat("`", redact(excerpt(run.command, 120)), "`"); }

void judge_log(const Facts& facts, const TaskView& task, std::vector<Finding>& out) {
  const RepeatedCommands commands(facts);
  const PrintedByTests printed(facts);
  const auto made_good = [&](const Signal& signal) { return commands.is_made_good(signal.at.line); };
  const auto is_printed = [&](const Signal& signal) { return !made_good(signal) && printed.holds(signal); };
  const auto is_optional = [&](const Signal& signal) {
    return !made_good(signal) && is_left_out_for_a_reason(signal, facts, task);
  };
  const auto counts = [&](const Signal& signal) {
    return !made_good(signal) && !is_printed(signal) && !is_optional(signal);
  };
  add_groups(facts, failures_of(facts, counts), Source::verify_logs, Severity::must_fix, 0, out);
  add_groups(facts, failures_of(facts, is_optional), Source::verify_logs, Severity::should_fix, 0, out);
  const auto add_notes = [&](const auto& keep, std::string_view words) {
    const size_t before = out.size();
    add_groups(facts, failures_of(facts, keep), Source::verify_logs, Severity::note, 0, out);
    for (size_t i = before; i < out.size(); ++i) out[i].message += words;
  };
  add_notes(made_good, " The same command was run again and passed; see that both ran on the change as it is now.");
  add_notes(is_printed, " It was printed while tests ran, all of which passed.");
  add_groups(facts, cautions_of(facts, std::not_fn(made_good)), Source::verify_logs, Severity::should_fix, 0, out);
}

void judge_commands(const std::vector<CommandRun>& commands, const std::vector<CommandRun>& base,
                    std::vector<Finding>& out) {
  for (size_t i = 0; i < commands.size(); ++i) {
    const auto& run = commands[i];
    const CommandRun* before = i < base.size() ? &base[i] : nullptr;
    auto [rule, words] = outcome_of(run);
    if (rule.empty()) {
      judge_clean_exit(run, before, out);
      continue;
    }
    if (is_machine_trouble(run, before)) {
      out.push_back(trouble_finding(run));
      continue;
    }
    judge_failed_command(run, rule, std::move(words), out);
    if (before == nullptr || !failed_before(run, *before)) continue;
    out.back().rule = "run.failed-before";
    out.back().severity = Severity::should_fix;
    out.back().message += " The same tests fail on the base.";
  }
}

// Who says that something was not run must not fare worse than who is silent about it, so that is a note. Unless logs
// that somebody handed over say that it passed: one of the two is wrong. "Manual testing was not done" is one
// statement, though its last words alone speak of work that is left.
void judge_report(const Facts& facts, HandedLogs logs, std::vector<Finding>& out) {
  const auto contradicts = [&](const Signal& signal) { return logs.passed && denies_all_tests(signal); };
  const auto says_so_too = [&](const Signal& signal) {
    return signal.rule == "log.words.unfinished" &&
           std::any_of(facts.failures.begin(), facts.failures.end(), [&](const Signal& other) {
             return other.kind == SignalKind::not_run && other.text == signal.text;
           });
  };
  // A log in which something was skipped asks for a look by itself; what the report says of that is looked at with it.
  const auto is_in_log = [&](const Signal& signal) { return logs.skipped && signal.rule == "log.words.skipped"; };
  const auto is_honest = [&](const Signal& signal) {
    return (says_not_run(signal) || says_so_too(signal)) && !contradicts(signal) && !is_in_log(signal);
  };
  const size_t before = out.size();
  add_groups(facts, failures_of(facts, std::not_fn(is_honest)), Source::builder_report, Severity::must_fix, 0, out);
  add_groups(facts, cautions_of(facts, std::not_fn(is_honest)), Source::builder_report, Severity::should_fix, 0, out);
  add_groups(facts, failures_of(facts, is_honest), Source::builder_report, Severity::note, 0, out);
  add_groups(facts, cautions_of(facts, is_honest), Source::builder_report, Severity::note, 0, out);
  for (size_t i = before; i < out.size(); ++i) {
    Finding& finding = out[i];
    if (finding.rule.starts_with("log.")) finding.rule.replace(0, 3, "report");
    finding.message = finding.severity == Severity::must_fix
                          ? cat("The builder reports a problem: ", finding.evidence)
                          : cat("The builder reports an open point: ", finding.evidence);
  }
}

bool is_positive(const Facts& facts) {
  const bool ran_nothing = std::any_of(facts.cautions.begin(), facts.cautions.end(), [&](const Signal& s) {
    return s.kind == SignalKind::zero_tests && !ran_elsewhere(facts, s.runner);
  });
  // Exit code 0 of a runner that ran nothing is no evidence; what something else passed is.
  return std::any_of(facts.passes.begin(), facts.passes.end(), [&](const Signal& s) {
    if (s.runner == Runner::loose && is_own_word(s.text)) return false;
    return s.runner != Runner::process || !ran_nothing;
  });
}

bool is_positive(const CommandRun& run) {
  if (!outcome_of(run).first.empty()) return false;
  for (const auto& signal : run.log.failures) {
    if (!is_loose(signal)) return false;
  }
  for (const auto& signal : run.log.cautions) {
    if (signal.kind == SignalKind::zero_tests && !ran_elsewhere(run.log, signal.runner)) return false;
  }
  // A runner that says itself that it ran nothing, or skipped all.
  return run.reports.empty() || tests_of(run).passed > 0;
}

bool is_machine_trouble(const CommandRun& run, const CommandRun* base) {
  if (is_not_started(run)) return true;
  if (!run.trouble || run.timed_out || run.signal || run.output_limit || run.exit_code == 0) return false;
  if (base != nullptr && base->trouble && base->trouble->subject == run.trouble->subject) return true;
  const auto tests = tests_of(run);
  return tests.passed == 0 || tests.failed == 0;  // where tests passed and failed, the machine is good enough
}

bool ran_any_test(const CommandRun& run) {
  const auto tests = tests_of(run);
  return tests.passed + tests.failed + tests.skipped > 0;
}

bool found_no_tests(const CommandRun& run) {
  if (run.timed_out || run.output_limit || run.signal || !run.exit_code || ran_any_test(run)) return false;
  // "make: 'test' is up to date" is of a target that hides the tests.
  return std::any_of(run.log.cautions.begin(), run.log.cautions.end(), [](const Signal& s) {
    return s.kind == SignalKind::zero_tests && runner_class(s.runner) == RunnerClass::test;
  });
}

bool ran_tests(const CommandRun& run) { return is_positive(run) && tests_of(run).passed > 0; }

}  // namespace assay::judge
