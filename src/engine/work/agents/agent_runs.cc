#include "engine/work/agents/agent_runs.h"

#include "engine/work/agents/run_record.h"

namespace assay::engine {

namespace {

constexpr std::chrono::seconds k_note_every{1};

model::Usage sum(const model::Usage& a, const model::Usage& b) {
  return {a.cost_usd + b.cost_usd, a.input_tokens + b.input_tokens, a.output_tokens + b.output_tokens,
          a.turns + b.turns};
}

}  // namespace

WorkContext KeptRun::context() {
  WorkContext out = m_context;
  out.starting = [this](const std::string& agent, std::string_view kind) { return begin(agent, kind); };
  out.used = [this](const model::Usage& used) { note(used); };
  return out;
}

Result<std::string> KeptRun::begin(const std::string& agent, std::string_view kind) {
  if (!m_run) {
    TRY_ASSIGN(m_run, m_context.store.change().runs().begin({m_task.id, agent, {}, {}}));
    if (m_context.began_run) m_context.began_run(*m_run);
  }
  m_earlier = sum(m_earlier, m_used);
  m_used = {};
  return make_record(m_context.folder, m_task.id, *m_run, m_calls++, kind);
}

// For those who look, and for budgets. What is not noted here is told by the end, or by the record.
void KeptRun::note(const model::Usage& used) {
  m_used = used;
  const auto now = std::chrono::steady_clock::now();
  if (!m_run || (m_noted && now - *m_noted < k_note_every)) return;
  m_noted = now;
  (void)m_context.store.change().runs().note_usage(*m_run, {}, sum(m_earlier, m_used));
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
