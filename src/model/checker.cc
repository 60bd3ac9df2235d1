#include "model/checker.h"

#include "base/text.h"

namespace assay::model {

namespace {

constexpr double k_budget_usd = 0.50;
constexpr std::int64_t k_timeout_ms = 600'000;

std::string criteria_of(const Task& checked) {
  std::string out;
  for (const auto& criterion : checked.success_criteria) out += cat("- ", criterion.id, ": ", criterion.claim, "\n");
  const auto written = trim(checked.acceptance_criteria);
  if (!written.empty()) out += cat(written, "\n");
  if (!out.empty()) return out;
  return "(none were written: the instructions above are the specification)\n";
}

}  // namespace

bool is_checked(const Task& task) { return !task.is_subtask() && !task.is_checker() && task.kind != TaskKind::checker; }

std::string checker_instructions(const Task& checked) {
  return cat(
      "You are validating a completed task. Do not make any changes to the code or repository.\n\n"
      "Task: ",
      checked.name, "\n\nInstructions given to the implementor:\n", trim(checked.instructions),
      "\n\nAcceptance criteria:\n", criteria_of(checked),
      "\nSteps:\n"
      "1. Look at the repository and review the changes made.\n"
      "2. Verify each acceptance criterion is met. Run tests or make HTTP requests as needed.\n"
      "3. If all criteria are satisfied, exit normally (success).\n"
      "4. If any criterion is not met, use the Bash tool to exit with a non-zero code: bash -c \"exit 1\"\n\n"
      "Before exiting, write a brief summary of what failed.\n");
}

Task checker_of(const Task& checked) {
  Task task;
  task.name = cat("Check: ", checked.name);
  task.kind = TaskKind::checker;
  task.instructions = checker_instructions(checked);
  task.acceptance_criteria = checked.acceptance_criteria;
  task.checker_for = checked.id;
  task.repository_url = checked.repository_url;
  task.agent.max_budget_usd = k_budget_usd;
  task.timeout_ms = k_timeout_ms;
  task.max_attempts = 1;
  task.round = checked.round;
  return task;
}

}  // namespace assay::model
