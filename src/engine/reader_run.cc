#include "engine/reader_run.h"

#include "base/text.h"
#include "engine/agent_choice.h"
#include "engine/agent_runs.h"
#include "git/integration_worktree.h"
#include "os/files.h"

namespace assay::engine {

Result<AgentAnswer> ask_reader(const JobContext& context, const ReaderOrder& order) {
  TRY_ASSIGN(const auto config, read_agents(context.repository, law_of_mission(context.repository, order.mission)));
  TRY_ASSIGN(const auto agent, choose_checker(config, order.of, order.worker, program_of));
  const auto name = cat(order.mission.id.text, ".", order.of.id.text, ".read");
  const auto path = os::join_path(context.folder, cat("worktrees/", order.of.id.text, ".read"));
  TRY_ASSIGN(auto copy, git::IntegrationWorktree::open(context.repository, name, path, order.commit));
  TRY(copy.move_to(order.commit));
  AgentCall call;
  call.agent = agent;
  call.prompt = order.prompt;
  call.folder = copy.path();
  call.access = agents::Access::read_only;
  call.budget_usd = order.of.agent.max_budget_usd;
  call.timeout = std::chrono::milliseconds(order.of.timeout_ms);
  KeptRun kept(context, order.of);
  TRY_ASSIGN(auto answer, call_agent(kept.context(), call));
  if (const auto end = kept.end(answer.report, answer.log)) TRY(context.store.end_run(end->first, end->second));
  return answer;
}

}  // namespace assay::engine
