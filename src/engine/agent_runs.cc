#include "engine/agent_runs.h"

namespace assay::engine {

RunContext KeptRun::context() {
  RunContext out{m_context.repository, m_context.folder, m_context.store, m_context.clock, m_context.cancel};
  out.progress = [this](const RunProgress& progress) {
    if (m_context.heard) m_context.heard(progress.text);
  };
  out.starting = [this](const std::string& agent) -> Result<void> {
    if (m_run) return {};  // several calls that are told as one
    TRY_ASSIGN(m_run, m_context.store.begin_run({m_task.id, agent, {}, {}}));
    if (m_context.began_run) m_context.began_run(*m_run);
    return {};
  };
  return out;
}

std::optional<std::pair<std::int64_t, store::RunEnd>> KeptRun::end(const agents::Report& report,
                                                                   std::string_view log) const {
  if (!m_run) return std::nullopt;
  return std::pair(*m_run, run_end_of(report, log));
}

store::RunEnd run_end_of(const agents::Report& report, std::string_view log) {
  store::RunEnd end;
  end.end = name(report.end);
  end.session = report.session;
  end.told = {report.cost_usd, report.input_tokens, report.output_tokens, report.turns};
  end.summary = report.summary.empty() ? report.reason : report.summary;
  end.log = log;
  return end;
}

}  // namespace assay::engine
