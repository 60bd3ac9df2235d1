#include "telemetry/mission_spans.h"

#include <algorithm>
#include <optional>

#include "base/redact.h"
#include "base/text.h"

namespace assay::telemetry {

using model::CriterionStanding;
using model::TaskState;
using model::VerificationOutcome;

namespace {

constexpr size_t k_longest_text = 500;

// What a person or an agent wrote.
std::string written(std::string_view text) { return excerpt(redact(text), k_longest_text); }

class MissionTrace {
 public:
  explicit MissionTrace(const MissionRecord& record)
      : m_record(record), m_trace(trace_id(record.mission.id.text)), m_root(span_id(record.mission.id.text)) {}

  std::vector<Span> spans() {
    for (const auto& run : m_record.runs) add_run(run);
    for (const auto& task : m_record.tasks) add_task(task);
    for (const auto& verification : m_record.verifications) add_verification(verification);
    for (const auto& landing : m_record.landings) add_landing(landing);
    add_mission();
    return std::move(m_spans);
  }

 private:
  Span& add(std::string_view words, std::string_view parent, std::string name, Time start, Time end) {
    Span span;
    span.trace = m_trace;
    span.id = span_id(words);
    span.parent = parent;
    span.name = std::move(name);
    span.start = start;
    span.end = std::max(start, end);
    return m_spans.emplace_back(std::move(span));
  }

  // A task is tried again after it was sent back; each try is a span.
  static std::string words_of(const model::Task& task) {
    return cat(task.id.text, " round ", task.round, " attempt ", task.attempt);
  }
  std::string parent_of(const model::Run& run) const {
    return span_id(cat(run.task.text, " round ", run.round, " attempt ", run.attempt));
  }

  void add_mission() {
    const auto& mission = m_record.mission;
    const auto end = mission.closed_at ? mission.closed_at : mission.landed_at;
    if (!end) return;
    auto& span = add(mission.id.text, {}, "RUN mission", mission.created_at, *end);
    span.kind = SpanKind::server;
    span.attributes = {{"cicd.pipeline.name", "mission"},
                       {"cicd.pipeline.action.name", "RUN"},
                       {"cicd.pipeline.run.id", mission.id.text},
                       {"cicd.pipeline.result", mission.landed_at ? "success" : "cancellation"},
                       {"vcs.ref.base.name", mission.target_branch},
                       {"vcs.ref.base.revision", mission.base_commit},
                       {"assay.mission.title", written(mission.title)},
                       {"assay.mission.status", std::string(name(mission.status))}};
    if (!mission.landed_commit.empty()) span.attributes.emplace_back("vcs.ref.head.revision", mission.landed_commit);
  }

  void add_task(const model::Task& task) {
    const bool is_over =
        task.state == TaskState::completed || task.state == TaskState::failed || task.state == TaskState::cancelled;
    if (!is_over || !task.started_at || !task.finished_at) return;
    auto& span = add(words_of(task), m_root, cat("task ", name(task.kind)), *task.started_at, *task.finished_at);
    span.attributes = {{"cicd.pipeline.run.id", m_record.mission.id.text},
                       {"cicd.pipeline.task.name", written(task.name)},
                       {"cicd.pipeline.task.run.id", task.id.text},
                       {"cicd.pipeline.task.run.result", std::string(result_of(task.state))},
                       {"assay.task.kind", std::string(name(task.kind))},
                       {"assay.task.attempt", static_cast<std::int64_t>(task.attempt)},
                       {"assay.task.round", static_cast<std::int64_t>(task.round)},
                       {"assay.cost_usd", task.cost_usd}};
    if (task.state == TaskState::failed) fail(span, "failure", task.reason);
  }
  static std::string_view result_of(TaskState state) {
    if (state == TaskState::completed) return "success";
    return state == TaskState::failed ? "failure" : "cancellation";
  }

  void add_run(const model::Run& run) {
    if (!run.finished_at) return;
    auto& span =
        add(cat("run ", run.key), parent_of(run), cat("invoke_agent ", run.agent), run.started_at, *run.finished_at);
    span.attributes = {{"gen_ai.operation.name", "invoke_agent"},
                       {"gen_ai.agent.name", run.agent},
                       {"gen_ai.provider.name", std::string(provider_of(run.agent))},
                       {"gen_ai.usage.input_tokens", static_cast<std::int64_t>(run.usage.input_tokens)},
                       {"gen_ai.usage.output_tokens", static_cast<std::int64_t>(run.usage.output_tokens)},
                       {"assay.task.id", run.task.text},
                       {"assay.turns", static_cast<std::int64_t>(run.usage.turns)},
                       {"assay.cost_usd", run.usage.cost_usd}};
    if (!run.session.empty()) span.attributes.emplace_back("gen_ai.conversation.id", run.session);
    if (run.end != "succeeded") fail(span, run.end.empty() ? "unclear" : run.end, run.summary);
  }
  // Of the programs that Assay knows; of others nobody can say whose model they ask.
  static std::string_view provider_of(std::string_view agent) {
    if (agent == "claude") return "anthropic";
    if (agent == "codex") return "openai";
    return agent == "gemini" ? "gcp.gemini" : "unknown";
  }

  void add_verification(const model::Verification& verification) {
    auto& span = add(verification.id, m_root, "verify", verification.started_at, verification.finished_at);
    const auto outcome = verification.outcome;
    span.attributes = {{"cicd.pipeline.run.id", m_record.mission.id.text},
                       {"cicd.pipeline.task.name", "verify"},
                       {"cicd.pipeline.task.type", "test"},
                       {"cicd.pipeline.task.run.id", verification.id},
                       {"cicd.pipeline.task.run.result", std::string(result_of(outcome))},
                       {"vcs.ref.head.revision", verification.commit},
                       {"vcs.ref.base.revision", verification.target_commit},
                       {"assay.outcome", std::string(name(outcome))}};
    if (outcome != VerificationOutcome::passed && outcome != VerificationOutcome::cancelled) {
      fail(span, name(outcome), verification.reason);
    }
    for (const auto& criterion : verification.criteria) {
      if (criterion.standing) span.events.push_back(evaluation_of(criterion, verification));
    }
    const auto id = span.id;
    for (const auto& check : verification.checks) add_check(check, verification, id);
  }
  static std::string_view result_of(VerificationOutcome outcome) {
    switch (outcome) {
      case VerificationOutcome::passed: return "success";
      case VerificationOutcome::cancelled: return "cancellation";
      case VerificationOutcome::not_run: return "error";
      default: return "failure";
    }
  }

  void add_check(const model::VerifiedCheck& check, const model::Verification& verification,
                 const std::string& parent) {
    size_t number = 0;
    for (const auto& attempt : check.attempts) {
      ++number;
      if (!attempt.started_at) continue;  // reused: nothing ran
      const Time end{attempt.started_at->ms + static_cast<std::int64_t>(attempt.duration_ms)};
      auto& span =
          add(cat(verification.id, " ", check.id.text, " ", number), parent, "check", *attempt.started_at, end);
      span.attributes = {{"cicd.pipeline.task.name", written(check.title)},
                         {"cicd.pipeline.task.type", "test"},
                         {"cicd.pipeline.task.run.id", cat(verification.id, "/", check.id.text, "/", number)},
                         {"cicd.pipeline.task.run.result", attempt.proof == "passed"   ? "success"
                                                           : attempt.proof == "failed" ? "failure"
                                                                                       : "error"},
                         {"assay.tests.passed", static_cast<std::int64_t>(attempt.tests_passed)},
                         {"assay.tests.failed", static_cast<std::int64_t>(attempt.tests_failed)},
                         {"assay.tests.skipped", static_cast<std::int64_t>(attempt.tests_skipped)}};
      if (attempt.proof != "passed") fail(span, attempt.proof, attempt.reason);
    }
  }

  // About the agent's last run on the task, where there is one.
  Event evaluation_of(const model::CriterionProof& criterion, const model::Verification& verification) const {
    Event out{"gen_ai.evaluation.result", m_trace, span_id(verification.id), verification.finished_at, {}};
    const model::Run* last = nullptr;
    for (const auto& run : m_record.runs) {
      if (run.task == criterion.task && run.finished_at && !(verification.finished_at < *run.finished_at)) last = &run;
    }
    if (last != nullptr) out.span = span_id(cat("run ", last->key));
    const auto standing = *criterion.standing;
    out.attributes = {
        {"gen_ai.evaluation.name", criterion.task.empty() ? criterion.id : cat(criterion.task.text, "/", criterion.id)},
        {"gen_ai.evaluation.score.label", std::string(name(standing))},
        {"gen_ai.evaluation.explanation", written(criterion.found)},
        {"assay.criterion.claim", written(criterion.claim)}};
    if (standing == CriterionStanding::shown || standing == CriterionStanding::failed) {
      out.attributes.emplace_back("gen_ai.evaluation.score.value", standing == CriterionStanding::shown ? 1.0 : 0.0);
    }
    return out;
  }

  void add_landing(const model::Landing& landing) {
    if (!landing.finished_at) return;
    const bool landed = landing.state == model::LandingState::landed;
    auto& span = add(landing.id, m_root, "land", landing.started_at, *landing.finished_at);
    span.attributes = {{"cicd.pipeline.run.id", m_record.mission.id.text},
                       {"cicd.pipeline.task.name", "land"},
                       {"cicd.pipeline.task.type", "deploy"},
                       {"cicd.pipeline.task.run.id", landing.id},
                       {"cicd.pipeline.task.run.result", landed ? "success" : "cancellation"},
                       {"vcs.ref.base.name", landing.target_branch},
                       {"vcs.ref.base.revision", landing.target_commit},
                       {"vcs.ref.head.revision", landing.commit},
                       {"assay.land.strategy", std::string(name(landing.strategy))},
                       {"assay.land.via", std::string(name(landing.via))}};
    if (!landed) fail(span, "abandoned", landing.reason);
  }

  static void fail(Span& span, std::string_view type, std::string_view why) {
    span.failed = true;
    span.message = written(why);
    span.attributes.emplace_back("error.type", std::string(type));
  }

  const MissionRecord& m_record;
  std::string m_trace;
  std::string m_root;
  std::vector<Span> m_spans;
};

}  // namespace

std::vector<Span> spans_of(const MissionRecord& record) { return MissionTrace(record).spans(); }

}  // namespace assay::telemetry
