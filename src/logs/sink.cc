#include <algorithm>
#include <functional>
#include <optional>

#include "base/text.h"
#include "logs/line.h"

namespace assay::logs {

namespace {

bool uses_marks(Runner runner) {
  switch (runner) {
    case Runner::jest:
    case Runner::vitest:
    case Runner::mocha:
    case Runner::node_test:
    case Runner::ava:
    case Runner::bun:
    case Runner::playwright:
    case Runner::cypress: return true;
    default: return false;
  }
}

Position position(const Line& line, std::string_view part) {
  Position at{line.number, 0, 0};
  const char* begin = line.text.data();
  const char* end = begin + line.text.size();
  if (!part.empty() && std::less_equal<>{}(begin, part.data()) && std::less_equal<>{}(part.data() + part.size(), end)) {
    at.begin = static_cast<std::uint32_t>(part.data() - begin);
    at.end = static_cast<std::uint32_t>(at.begin + part.size());
  }
  return at;
}

// The rule of a failed test whose runner is not known yet.
constexpr std::string_view k_marked_failure = "log.marks.failed";

struct Prompt {
  std::uint64_t lines_since = 0;  // how many of the lines above follow it
  std::string_view line;
};

// The prompt ("$ make") or trace of a shell that ran the command; nothing when none is in sight.
std::optional<Prompt> find_prompt(std::string_view before) {
  constexpr std::uint64_t k_sight = 400;
  for (std::uint64_t lines = 0; lines < k_sight && !before.empty(); ++lines) {
    if (before.back() == '\n') before.remove_suffix(1);
    const size_t newline = before.rfind('\n');
    const std::string_view last = newline == std::string_view::npos ? before : before.substr(newline + 1);
    if (last.starts_with("$ ") || last.starts_with("+ ") || last.starts_with("> ")) return Prompt{lines, last};
    before.remove_suffix(last.size());
  }
  return std::nullopt;
}

Capped<Signal>& list_for(Facts& facts, SignalKind kind) {
  switch (kind) {
    case SignalKind::failure:
    case SignalKind::crash:
    case SignalKind::not_run: return facts.failures;
    case SignalKind::pass: return facts.passes;
    default: return facts.cautions;
  }
}

}  // namespace

Run* Sink::find(Runner runner) {
  ++m_changes;
  for (size_t i = m_open.size(); i-- > 0;) {
    if (m_open[i].runner != runner) continue;
    if (i + 1 != m_open.size())
      std::rotate(m_open.begin() + static_cast<std::ptrdiff_t>(i), m_open.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  m_open.end());
    return &m_open.back();
  }
  return nullptr;
}

Run& Sink::open(Runner runner, const Line& line) {
  ++m_changes;
  Run& run = m_open.emplace_back();
  run.runner = runner;
  run.first_line = run.last_line = line.number;
  return run;
}

void Sink::adopt_marks(Run& run) {
  if (m_first_mark == 0 || !uses_marks(run.runner)) return;
  run.first_line = std::min(run.first_line, m_first_mark);
  auto& names = m_facts.named.items();
  for (size_t i = m_marked_names; i < names.size(); ++i) {
    if (names[i].runner == Runner::loose) names[i].runner = run.runner;
  }
  for (Signal& signal : m_facts.failures.items()) {
    if (signal.rule != k_marked_failure || signal.at.line < run.first_line) continue;
    signal.runner = run.runner;
    signal.rule = cat("log.", id(run.runner), ".failed");
  }
  m_first_mark = 0;
}

Run& Sink::start(Runner runner, const Line& line) {
  close(runner);
  m_first_mark = 0;
  return open(runner, line);
}

Run& Sink::announce(Runner runner, const Line& line) {
  Run& run = start(runner, line);
  run.announced = true;
  run.summary_text = excerpt(line.text);
  return run;
}

Run& Sink::run(Runner runner, const Line& line) {
  Run* found = find(runner);
  Run& run = found ? *found : open(runner, line);
  // A reader may have held a line back that stands above the one that opened the run.
  run.first_line = std::min(run.first_line, line.number);
  run.last_line = std::max(run.last_line, line.number);
  adopt_marks(run);
  return run;
}

bool Sink::is_open(Runner runner) const {
  return std::any_of(m_open.begin(), m_open.end(), [&](const Run& run) { return run.runner == runner; });
}

Runner Sink::current() const { return m_open.empty() ? Runner::loose : m_open.back().runner; }

void Sink::mark(const Line& line) {
  ++m_changes;
  if (m_first_mark != 0) return;
  m_first_mark = line.number;
  m_marked_names = m_facts.named.items().size();
}

void Sink::part(Runner runner, const Line& line, const Counts& counts) {
  Run& open = run(runner, line);
  open.counts = counts;
  open.summary = true;
  open.summary_text = excerpt(line.text);
  open.summary_at = {line.number, 0, 0};
  const Span span{open.first_line, open.last_line};
  close(runner);
  m_last_word = line.number;
  if (runner_class(runner) == RunnerClass::test && counts.passed > 0 && counts.failed + counts.errors == 0)
    forget(span);
}

// What the tests of a clean run print is theirs: a compiler's tests show diagnostics, a server's
// show tracebacks. What cannot be their output stays: other test runners, package managers and CI
// systems that report a failed command, signals, exit codes.
void Sink::forget(const Span& span) {
  const auto is_output = [&](const Signal& signal) {
    if (signal.at.line <= span.first_line || signal.at.line >= span.last_line) return false;
    const RunnerClass kind = runner_class(signal.runner);
    return kind == RunnerClass::build || kind == RunnerClass::lint || signal.rule == "log.process.traceback" ||
           signal.rule == "log.process.panic" || signal.rule == "log.process.uncaught";
  };
  m_facts.failures.erase_if(is_output);
  m_facts.cautions.erase_if(is_output);
}

void Sink::summary(Runner runner, const Line& line, const Counts& counts) {
  part(runner, line, counts);
  const bool failed = counts.failed + counts.errors > 0;
  const bool ran = counts.passed + counts.flaky > 0;
  const bool nothing = runner_class(runner) == RunnerClass::test && !ran && !failed;
  if (failed) signal(SignalKind::failure, runner, "failed", line);
  if (nothing) signal(SignalKind::zero_tests, runner, "zero-tests", line);
  if (counts.skipped > 0 && !nothing) signal(SignalKind::skipped, runner, "skipped", line);
  if (counts.todo > 0) signal(SignalKind::todo, runner, "todo", line);
  if (counts.flaky > 0) signal(SignalKind::flaky, runner, "flaky", line);
  if (counts.warnings > 0) signal(SignalKind::warning, runner, "warnings", line);
  if (!failed && !nothing) signal(SignalKind::pass, runner, "passed", line);
}

void Sink::concluded(Runner runner, const Line& line, SignalKind kind, std::string_view rule) {
  Run& open = run(runner, line);
  open.summary = true;
  open.summary_text = excerpt(line.text);
  open.summary_at = {line.number, 0, 0};
  close(runner);
  signal(kind, runner, rule, line);
}

void Sink::close(Runner runner) {
  if (!find(runner)) return;
  if (m_open.back().summary)
    m_closed.push_back({m_open.back().first_line, m_open.back().last_line, m_open.back().own_line});
  Run run = std::move(m_open.back());
  m_open.pop_back();
  keep(std::move(run));
}

// A runner that announced itself and never came to its closing line was stopped, or ended its
// process from within a test; or the log is cut. Either way someone should look.
void Sink::keep(Run run) {
  if (run.announced && !run.summary) {
    const Line banner{run.summary_text, run.first_line, 0};
    signal(SignalKind::warning, run.runner, "unfinished", banner);
    run.summary_text.clear();
  }
  m_facts.runs.add(std::move(run));
}

// With the prompt in sight, all that follows it is the command's own. Otherwise a little before the run is, where
// only what tests may print is taken for theirs.
void Sink::reach_back(Runner runner, const Line& line) {
  constexpr std::uint64_t k_reach = 12;
  Run& open = run(runner, line);
  const auto prompt = find_prompt(line.before);
  const std::uint64_t wanted = prompt ? line.number - std::min(prompt->lines_since, line.number - 1)
                               : open.first_line > k_reach ? open.first_line - k_reach
                                                           : 1;
  if (open.own_line == 0 && !prompt) open.own_line = open.first_line;
  open.first_line = std::min(open.first_line, std::max(wanted, m_last_word + 1));
}

void Sink::explain(Runner runner, const Line& line) {
  ++m_changes;
  constexpr std::uint64_t k_reach = 30;
  auto& runs = m_facts.runs.items();
  for (size_t i = runs.size(); i-- > 0;) {
    if (runs[i].runner != runner) continue;
    if (runs[i].counts.failed + runs[i].counts.errors == 0) return;
    runs[i].last_line = line.number + k_reach;
    if (m_explained.empty() || m_explained.back().first_line != runs[i].first_line) m_explained.emplace_back();
    m_explained.back() = {runs[i].first_line, runs[i].last_line};
    return;
  }
}

void Sink::without_tests(std::string_view name) {
  if (m_facts.without_tests.full()) return m_facts.without_tests.count_only();
  m_facts.without_tests.add(excerpt(name));
}

void Sink::named(Runner runner, const Line& line, Outcome outcome, std::string_view name, std::uint64_t tests) {
  ++m_changes;
  if (runner != Runner::loose) m_last_word = line.number;
  if (m_facts.named.full()) return m_facts.named.count_only();
  m_facts.named.add({excerpt(name), outcome, runner, position(line, name), tests});
}

void Sink::signal(SignalKind kind, Runner runner, std::string_view rule, const Line& line, std::string_view subject) {
  ++m_changes;
  // What a test prints of a traceback is not yet another runner's word.
  const bool printed = runner == Runner::process && (rule == "traceback" || rule == "panic" || rule == "uncaught");
  if (runner != Runner::loose && !printed) m_last_word = line.number;
  auto& list = list_for(m_facts, kind);
  if (list.full()) return list.count_only();
  Signal made;
  made.kind = kind;
  made.runner = runner;
  made.rule = rule.starts_with("log.") ? std::string(rule) : cat("log.", id(runner), ".", rule);
  made.at = position(line, subject);
  made.text = excerpt(line.text);
  made.subject = excerpt(subject);
  list.add(std::move(made));
}

void Sink::failed(Runner runner, const Line& line, std::string_view name) {
  ++m_changes;
  constexpr size_t k_most = 20000;
  const size_t key = std::hash<std::string_view>{}(name)*31 + static_cast<size_t>(runner);
  if (m_failed_names.count(key)) return;
  if (m_failed_names.size() < k_most) m_failed_names.insert(key);
  named(runner, line, Outcome::failed, name);
  signal(SignalKind::failure, runner, runner == Runner::loose ? k_marked_failure : "failed", line, name);
}

void Sink::attest(Runner runner, const Line& line) {
  ++m_changes;
  m_attested.resize(static_cast<size_t>(Runner::count_));
  m_attested[static_cast<size_t>(runner)].hold(line);
}

void Sink::tell_attested() {
  if (m_attested.empty()) return;
  for (const Run& run : m_open) {
    HeldLine& held = m_attested[static_cast<size_t>(run.runner)];
    if (held.empty() || held.number < run.first_line || run.announced) continue;
    const auto& failures = m_facts.failures.items();
    const bool failed = std::any_of(failures.begin(), failures.end(), [&](const Signal& signal) {
      return signal.runner == run.runner && signal.at.line >= run.first_line;
    });
    if (!failed && !m_facts.failures.full()) signal(SignalKind::pass, run.runner, "passed", held.line());
  }
}

void Sink::end() {
  tell_attested();
  std::sort(m_open.begin(), m_open.end(), [](const Run& a, const Run& b) { return a.first_line < b.first_line; });
  for (Run& run : m_open) keep(std::move(run));
  m_closed.insert(m_closed.end(), m_explained.begin(), m_explained.end());
  m_open.clear();
}

}  // namespace assay::logs
