#include "engine/work/task_moves.h"

#include <algorithm>

#include "base/text.h"

namespace assay::engine {

using agents::End;
using model::Move;
using model::TaskKind;

namespace {

constexpr std::int64_t k_longest_wait_ms = 3'600'000;
constexpr std::uint64_t k_usual_wait_ms = 30'000;
constexpr std::uint32_t k_most_service_waits = 48;  // then the service is no longer just busy
constexpr size_t k_named_files = 12;

std::string said(const agents::Report& report, std::string_view otherwise) {
  return report.reason.empty() ? std::string(otherwise) : report.reason;
}

std::string files_of(const TaskRun& run) {
  if (run.files_changed.empty()) return "no files changed";
  std::vector<std::string> names(
      run.files_changed.begin(),
      run.files_changed.begin() + static_cast<std::ptrdiff_t>(std::min(run.files_changed.size(), k_named_files)));
  const auto more = run.files_changed.size() - names.size();
  return cat(plural(run.files_changed.size(), "file"), " changed: ", join(names, ", "),
             more > 0 ? cat(" and ", more, " more") : "");
}

std::string detail_of(const TaskRun& run) {
  std::string out = files_of(run);
  if (!run.agent.empty()) out += cat("\nby ", run.agent);
  if (!run.commit.empty()) out += cat("\nat ", run.branch, " ", run.commit);
  if (run.snapshot) out += "\nwhat it had not committed was committed for it";
  if (run.salvage) out += cat("\neverything it left is kept at ", *run.salvage);
  for (const auto& notice : run.notices) out += cat("\n", notice);
  return out;
}

std::string sentences_of_disorder(const TaskRun& run) {
  std::vector<std::string> sentences;
  for (const auto& each : run.disorder) sentences.emplace_back(trim(cat(each.text, " ", each.then)));
  return join(sentences, " ");
}

bool needs_change(const model::Task& task) { return task.kind == TaskKind::execution || task.kind == TaskKind::fix; }

// A subtask is checked with what it is part of. A study or a validation is not checked, but what was changed for it is,
// by itself or by its subtasks.
Move done_move(const model::Task& task, bool has_change) {
  if (task.is_subtask() || task.is_checker()) return Move::complete;
  return needs_change(task) || has_change ? Move::ready : Move::complete;
}

bool may_try_again(const Judged& judged, const Ended& ended) {
  if (judged.verdict != Verdict::failed && judged.verdict != Verdict::transient) return false;
  if (ended.task.is_checker()) return false;  // one attempt, by design
  const bool mission_may = ended.mission == nullptr || ended.mission->retries < ended.mission->policy.retry_budget;
  if (!mission_may) return false;
  if (ended.tries.counted < ended.task.max_attempts) return true;
  return judged.verdict == Verdict::transient && ended.mission != nullptr;
}

std::string out_of_tries(const Judged& judged, const Ended& ended) {
  if (judged.verdict != Verdict::transient || ended.mission == nullptr) return judged.reason;
  return cat(judged.reason, judged.reason.ends_with('.') ? "" : ".", " The mission's ",
             plural(ended.mission->policy.retry_budget, "retry", "retries"), " are used up.");
}

// It ended well and in order, and left something for a person to decide. What it did so far stays on its
// branch; the answer brings the task back.
bool asks(const TaskRun& run, const Ended& ended) {
  return !run.questions.empty() && run.is_orderly() &&
         judge_end(run.report, ended.interruption).verdict == Verdict::done;
}

store::JobFinish wait_for_answer(const TaskRun& run, const Ended& ended) {
  store::JobFinish out;
  const auto& id = ended.task.id;
  for (const auto& question : run.questions) out.questions.push_back({id, question});
  const auto reason = cat("waits for an answer: ", excerpt(run.questions.front(), 400));
  out.moves.push_back({id, Move::block, reason, {}, detail_of(run), {}});
  return out;
}

}  // namespace

AttemptCounts attempts_so_far(const std::vector<model::Run>& runs, std::uint32_t round) {
  AttemptCounts out;
  for (const auto& run : runs) {
    if (run.round != round || run.end == name(End::cancelled)) continue;
    const bool waited = run.end == name(End::rate_limited);
    out.waits_in_a_row = waited ? out.waits_in_a_row + 1 : 0;
    if (!waited) ++out.counted;
  }
  return out;
}

std::int64_t backoff_ms(std::uint64_t delay_ms, std::uint32_t tries) {
  const auto doubled = static_cast<std::int64_t>(delay_ms) << std::min(tries > 0 ? tries - 1 : 0U, 16U);
  return std::min(doubled, k_longest_wait_ms);
}

Judged judge_end(const agents::Report& report, Interruption interruption) {
  if (interruption == Interruption::stopped) return {Verdict::given_back, "its worker was stopped"};
  if (interruption == Interruption::stalled) return {Verdict::failed, "it said nothing for too long and was ended"};
  switch (report.end) {
    case End::succeeded: return {Verdict::done, {}};
    case End::failed: return {Verdict::failed, said(report, "the agent says that it did not manage")};
    case End::model_error: return {Verdict::transient, said(report, "the model or its service failed")};
    case End::rate_limited: return {Verdict::wait, said(report, "the service asks to wait")};
    case End::not_allowed:
      return {Verdict::blocked, said(report, "the agent has no login or no permission for its service")};
    case End::budget: return {Verdict::blocked, said(report, "the money it may spend is spent")};
    case End::turns: return {Verdict::blocked, said(report, "the number of turns it may take is used up")};
    case End::timed_out: return {Verdict::failed, said(report, "its time was up")};
    case End::idle: return {Verdict::failed, said(report, "it said nothing for too long")};
    case End::cancelled: return {Verdict::given_back, said(report, "it was cancelled")};
    case End::could_not_start: return {Verdict::blocked, said(report, "the agent could not be started")};
    case End::unclear: break;
  }
  return {Verdict::failed, said(report, "it ended without a word on how")};
}

Judged judge_run(const TaskRun& run, const model::Task& task, Interruption interruption) {
  // However it ended: a run that changed what is not its own must not look like one that was interrupted.
  if (run.has(BranchProblem::What::changed_outside)) return {Verdict::ended, sentences_of_disorder(run)};
  auto judged = judge_end(run.report, interruption);
  // No other try can begin in that folder, and what was made there must not be thrown away: a person looks first.
  if (run.has(BranchProblem::What::nested_repository)) return {Verdict::blocked, sentences_of_disorder(run)};
  if (judged.verdict != Verdict::done) return judged;
  if (!run.is_orderly()) return {Verdict::failed, sentences_of_disorder(run)};
  if (needs_change(task) && !run.has_change()) {
    return {Verdict::failed, "it says that it is done, and nothing has changed"};
  }
  return judged;
}

store::JobFinish moves_for(const Judged& judged, const agents::Report& report, const Ended& ended,
                           std::string_view detail) {
  store::JobFinish out;
  const auto& id = ended.task.id;
  const std::string more(detail);
  const auto later = [&](std::int64_t ms) { return Time{ended.now.ms + ms}; };
  switch (judged.verdict) {
    case Verdict::done:
      out.moves.push_back({id, done_move(ended.task, ended.has_change), {}, {}, more, {}});
      return out;
    case Verdict::blocked: out.moves.push_back({id, Move::block, judged.reason, {}, more, {}}); return out;
    case Verdict::given_back: out.moves.push_back({id, Move::release, judged.reason, {}, more, {}}); return out;
    case Verdict::wait: {
      const auto waits = ended.tries.waits_in_a_row;
      if (waits >= k_most_service_waits) {
        out.moves.push_back({id, Move::block, cat(judged.reason, " (", waits, " times in a row)"), {}, more, {}});
        return out;
      }
      const auto asked =
          report.retry_after ? std::int64_t{report.retry_after->count()} * 1000 : backoff_ms(k_usual_wait_ms, waits);
      out.moves.push_back({id, Move::release, judged.reason, {}, more, later(std::max<std::int64_t>(asked, 1000))});
      return out;
    }
    case Verdict::ended:
    case Verdict::failed:
    case Verdict::transient: break;
  }
  if (!may_try_again(judged, ended)) {
    out.moves.push_back({id, Move::fail, out_of_tries(judged, ended), {}, more, {}});
    return out;
  }
  const auto wait = backoff_ms(ended.policy.retry_delay_ms, ended.tries.counted);
  out.moves.push_back({id, Move::fail, judged.reason, {}, more, {}});
  out.moves.push_back({id, Move::retry, cat("tried again in ", (wait + 999) / 1000, " s"), {}, {}, later(wait)});
  out.retries = 1;
  return out;
}

store::JobFinish moves_after(const TaskRun& run, const Ended& ended) {
  if (asks(run, ended)) return wait_for_answer(run, ended);
  auto judged = judge_run(run, ended.task, ended.interruption);
  const bool asked_again = ended.interruption == Interruption::stalled && ended.policy.stalled == StallPolicy::retry;
  if (asked_again && judged.verdict != Verdict::ended) judged.verdict = Verdict::transient;
  auto with_change = ended;
  with_change.has_change = run.has_change();
  return moves_for(judged, run.report, with_change, detail_of(run));
}

}  // namespace assay::engine
