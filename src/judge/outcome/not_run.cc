#include "judge/outcome/not_run.h"

#include <algorithm>

#include "base/text.h"

namespace assay::judge {

namespace {

using logs::Signal;

bool gives_reason(std::string_view said) {
  const auto text = cat(" ", lower(said), " ");
  if (contains_any(text, {" because ", " since there ", " as there ", " due to ", " owing to ", " for lack of ",
                          " for want of ", " not installed", " is optional", " not available"}))
    return true;
  // "…: set DATABASE_URL to run them", "(install it to run this check)", "shfmt not found; …"
  const bool remedy = contains(text, " to run ") || contains(text, " to enable ");
  return (remedy && contains_any(text, {" set ", "(set ", " install ", "(install ", " use ", " start "})) ||
         (contains(text, " not found;") || contains(text, " not found,"));
}

// Tests passed, and no test runner says that one failed.
bool passed_tests(const logs::Facts& facts) {
  bool passed = false;
  for (const auto& run : facts.runs) {
    if (runner_class(run.runner) != logs::RunnerClass::test || !run.summary) continue;
    if (run.counts.failed + run.counts.errors > 0) return false;
    passed |= run.counts.passed > 0;
  }
  return passed;
}

// "shellcheck" of "sh: 3: shellcheck: command not found".
std::string_view missing_tool(std::string_view text) {
  size_t end = text.find(": command not found");
  if (end == std::string_view::npos) end = text.find(": not found");
  if (end == std::string_view::npos) return {};
  const size_t begin = text.find_last_of(" :", end - std::min<size_t>(end, 1));
  return trim(text.substr(begin == std::string_view::npos ? 0 : begin + 1, end - (begin + 1)));
}

// What cannot be started is named again where the script says that it goes on without.
bool is_explained(const Signal& signal, const logs::Facts& facts) {
  if (signal.runner != logs::Runner::shell) return false;
  const auto tool = missing_tool(signal.text);
  if (tool.size() < 2) return false;
  const auto explains = [&](const Signal& other) {
    return other.runner == logs::Runner::loose && contains(other.text, tool) && gives_reason(other.text);
  };
  return std::any_of(facts.cautions.begin(), facts.cautions.end(), explains) ||
         std::any_of(facts.failures.begin(), facts.failures.end(), explains);
}

// "e2e tests" of "e2e tests were not run because …".
std::string_view what_was_not_run(std::string_view text) { return text.substr(0, text.find(" not ")); }

}  // namespace

bool is_left_out_for_a_reason(const Signal& signal, const logs::Facts& facts, const TaskView& task) {
  if (signal.kind != logs::SignalKind::not_run || task.mentions(what_was_not_run(signal.text))) return false;
  const bool loose = signal.runner == logs::Runner::loose && gives_reason(signal.text);
  return (loose || is_explained(signal, facts)) && passed_tests(facts);
}

}  // namespace assay::judge
