#include "engine/work/agents/agent_budget.h"

#include <algorithm>

#include "store/runs.h"

namespace assay::engine {

namespace {

model::Used used(const store::Spent& spent) {
  return {spent.usage.cost_usd, spent.usage.input_tokens + spent.usage.output_tokens,
          static_cast<std::uint64_t>(std::max<std::int64_t>(0, spent.wall_ms)), spent.usage.turns};
}

template <class T, class U>
void lower(std::optional<T>& to, const std::optional<U>& most) {
  if (most) to = to ? std::min(*to, static_cast<T>(*most)) : static_cast<T>(*most);
}

}  // namespace

Result<model::Allowance> allowance_of(const WorkContext& context, const model::Mission& mission,
                                      const model::Task* task) {
  model::Allowance out;
  const auto& policy = mission.policy;
  if (policy.budget.is_limited()) {
    TRY_ASSIGN(const auto spent, context.store.runs().spent(mission.id));
    out = model::allowance(policy.budget, used(spent), model::Whose::mission);
  }
  if (task != nullptr && policy.task_budget.is_limited()) {
    TRY_ASSIGN(const auto spent, context.store.runs().spent_on_task(task->id));
    out = model::narrower(out, model::allowance(policy.task_budget, used(spent), model::Whose::task));
  }
  return out;
}

void hold_to(const model::Allowance& left, agents::AgentRun& run) {
  lower(run.budget_usd, left.usd);
  if (left.turns) lower(run.turns, std::optional(std::min<std::uint64_t>(*left.turns, UINT32_MAX)));
  if (left.wall_ms) {
    run.process.timeout =
        std::min(run.process.timeout, std::chrono::milliseconds(static_cast<std::int64_t>(*left.wall_ms)));
  }
}

agents::Report out_of_budget(const model::Allowance& left) {
  agents::Report report;
  report.end = agents::End::budget;
  report.reason = left.reached;
  return report;
}

}  // namespace assay::engine
