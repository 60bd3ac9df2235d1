#include "ops/budgets.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace assay::ops {

namespace {

constexpr double k_most_usd = 1e6;
constexpr std::uint64_t k_most_of_a_kind = 1'000'000'000'000;

bool is_empty(const BudgetChange::Part& part) { return !part.usd && !part.tokens && !part.time_ms && !part.turns; }

Result<void> apply(const BudgetChange::Part& part, std::string_view what, model::Budget& budget) {
  if (part.usd && (!std::isfinite(*part.usd) || *part.usd < 0 || *part.usd > k_most_usd)) {
    return invalid_input(cat(what, "Usd must be from 0 (not limited) to 1000000"));
  }
  for (const auto& each : {part.tokens, part.time_ms, part.turns}) {
    if (each && *each > k_most_of_a_kind)
      return invalid_input(cat(what, ": ", *each, " is too much; 0 means not limited"));
  }
  if (part.usd) budget.usd = *part.usd;
  if (part.tokens) budget.tokens = *part.tokens;
  if (part.time_ms) budget.wall_ms = *part.time_ms;
  if (part.turns) budget.turns = *part.turns;
  return {};
}

}  // namespace

void BudgetChange::fields(Fields& f) {
  f.field(flag("budgetUsd", "what agents may cost altogether; 0: not limited", "USD"), mission.usd);
  f.field(flag("budgetTokens", "tokens they may use altogether"), mission.tokens);
  f.field({.name = "budgetTime", .help = "how long they may work altogether", .unit = Unit::milliseconds},
          mission.time_ms);
  f.field(flag("budgetTurns", "turns they may take altogether"), mission.turns);
  f.field(flag("taskBudgetUsd", "what each task with its checks may cost", "USD"), task.usd);
  f.field(flag("taskBudgetTokens", "tokens for each task"), task.tokens);
  f.field({.name = "taskBudgetTime", .help = "how long agents may work on each task", .unit = Unit::milliseconds},
          task.time_ms);
  f.field(flag("taskBudgetTurns", "turns for each task"), task.turns);
}

bool BudgetChange::is_empty() const { return ops::is_empty(mission) && ops::is_empty(task); }

Result<void> BudgetChange::apply(model::Policy& policy) const {
  TRY(ops::apply(mission, "budget", policy.budget));
  return ops::apply(task, "taskBudget", policy.task_budget);
}

void SpentDocument::fields(Fields& f) {
  f.field(item("runs", "of agents, those that check and plan included"), spent.runs);
  f.field(item("costUsd", "as the agents reported it; 0: none of them says what it costs"), spent.usage.cost_usd);
  f.field(item("inputTokens"), spent.usage.input_tokens);
  f.field(item("outputTokens"), spent.usage.output_tokens);
  f.field(item("turns"), spent.usage.turns);
  auto time_ms = static_cast<std::uint64_t>(std::max<std::int64_t>(0, spent.wall_ms));
  f.field(item("timeMs", "of runs that have ended"), time_ms);
}

std::string spent_words(const store::Spent& spent) {
  if (spent.runs == 0) return {};
  const auto tokens = spent.usage.input_tokens + spent.usage.output_tokens;
  std::string out = cat(plural(spent.runs, "run"), " of agents");
  if (spent.usage.cost_usd > 0) out += cat(", $", model::dollars(spent.usage.cost_usd));
  if (tokens > 0) out += cat(", ", plural(tokens, "token"));
  return out;
}

void BudgetDocument::fields(Fields& f) {
  f.field(item("usd", "0: not limited, as with all of them"), budget.usd);
  f.field(item("tokens"), budget.tokens);
  f.field(item("timeMs"), budget.wall_ms);
  f.field(item("turns"), budget.turns);
}

}  // namespace assay::ops
