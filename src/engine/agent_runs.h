// The runs of agents that a job starts, in the store: begun when the program is about to start, ended
// with what it cost.
#pragma once

#include <optional>

#include "agents/agent.h"
#include "engine/job.h"
#include "engine/run_context.h"

namespace assay::engine {

class KeptRun {
 public:
  KeptRun(const JobContext& context, const model::Task& task) : m_context(context), m_task(task) {}

  // Keeps the run from its start; tells the worker that the agent is alive.
  RunContext context();

  // How it ended, for the job's finish; nothing when no program was started.
  std::optional<std::pair<std::int64_t, store::RunEnd>> end(const agents::Report& report, std::string_view log) const;

 private:
  const JobContext& m_context;
  const model::Task& m_task;
  std::optional<std::int64_t> m_run;
};

store::RunEnd run_end_of(const agents::Report& report, std::string_view log);

}  // namespace assay::engine
