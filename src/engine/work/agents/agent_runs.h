// The runs of agents that a job starts, in the store: begun when the program is about to start, what it costs
// noted as it becomes known, ended with all of it.
#pragma once

#include <chrono>
#include <optional>

#include "agents/agent.h"
#include "engine/work/agents/work_context.h"
#include "store/runs.h"

namespace assay::engine {

class KeptRun {
 public:
  KeptRun(const WorkContext& context, const model::Task& task) : m_context(context), m_task(task) {}

  // Keeps the run from its start; tells the worker that the agent is alive. Several calls are told as one run.
  WorkContext context();

  // How it ended, for the job's finish; nothing when no program was started.
  std::optional<std::pair<std::int64_t, store::RunEnd>> end(const agents::Report& report, std::string_view log) const;

 private:
  Result<std::string> begin(const std::string& agent, std::string_view kind);
  void note(const model::Usage& used);

  const WorkContext& m_context;
  const model::Task& m_task;
  std::optional<std::int64_t> m_run;
  std::uint32_t m_calls = 0;
  model::Usage m_earlier;  // of the calls before
  model::Usage m_used;     // of this one
  std::optional<std::chrono::steady_clock::time_point> m_noted;
};

store::RunEnd run_end_of(const agents::Report& report, std::string_view log);

}  // namespace assay::engine
