#include "judge/outcome/printed_by_tests.h"

#include <algorithm>

#include "base/text.h"
#include "judge/outcome/repeated_commands.h"

namespace assay::judge {

namespace {

using logs::Runner;

bool is_green(const logs::Run& run) {
  return runner_class(run.runner) == logs::RunnerClass::test && run.summary && run.counts.passed > 0 &&
         run.counts.failed + run.counts.errors == 0;
}

// What a test may print; `runner`: that runs it. Elixir logs "** (RuntimeError)" of processes that tests end.
bool may_be_printed(const logs::Signal& signal, Runner runner) {
  if (is_one_of(signal.rule, {"log.words.error", "log.words.exception", "log.diagnostic.error", "log.process.traceback",
                              "log.process.panic", "log.process.uncaught"}))
    return true;
  return signal.runner == runner && signal.rule == "log.exunit.error" && signal.text.starts_with("** (");
}

// The command that was run last before a line; 0: none is shown.
std::uint64_t command_before(std::uint64_t line, const logs::Facts& facts) {
  std::uint64_t shown = 0;
  for (const auto& run : facts.runs)
    if (shows_command(run) && run.command_line < line) shown = std::max(shown, run.command_line);
  return shown;
}

// Behind what was summed up before.
std::uint64_t behind_others(std::uint64_t begin, std::uint64_t line, const logs::Facts& facts) {
  for (const auto& run : facts.runs)
    if (run.summary && run.summary_at.line < line) begin = std::max(begin, run.summary_at.line + 1);
  return begin;
}

// Where it begins: at its banner, else at the command that was run, else at its own first line.
std::uint64_t beginning_of(const logs::Run& run, const logs::Facts& facts) {
  const std::uint64_t shown = run.announced ? 0 : command_before(run.summary_at.line, facts);
  return behind_others(shown > 0 ? std::min(run.first_line, shown) : run.first_line, run.summary_at.line, facts);
}

}  // namespace

PrintedByTests::PrintedByTests(const logs::Facts& facts) {
  if (facts.failures.left_out() > 0) return;
  const auto add = [&](const Part& part) {
    const bool clean = std::all_of(facts.failures.begin(), facts.failures.end(), [&](const logs::Signal& signal) {
      return signal.at.line < part.first || signal.at.line > part.last || may_be_printed(signal, part.runner);
    });
    if (clean) m_parts.push_back(part);
  };
  for (const auto& run : facts.runs)
    if (is_green(run)) add({beginning_of(run, facts), run.summary_at.line, run.runner});
  // "12 passed, 0 failed" of a program that nobody knows, where it is shown what was run.
  for (const auto& pass : facts.passes) {
    if (pass.rule != "log.tally.passed") continue;
    const std::uint64_t shown = command_before(pass.at.line, facts);
    if (shown > 0) add({behind_others(shown, pass.at.line, facts), pass.at.line, pass.runner});
  }
}

bool PrintedByTests::holds(const logs::Signal& signal) const {
  return std::any_of(m_parts.begin(), m_parts.end(), [&](const Part& part) {
    return signal.at.line >= part.first && signal.at.line < part.last && may_be_printed(signal, part.runner);
  });
}

}  // namespace assay::judge
