#include "engine/work/schedule.h"

#include <algorithm>

#include "base/text.h"
#include "engine/verify/answers.h"
#include "store/missions.h"
#include "store/plans.h"
#include "store/questions.h"
#include "store/tasks.h"

namespace assay::engine {

using model::JobState;
using model::MissionStatus;
using model::TaskState;

namespace {

bool takes_job(const store::ClaimRequest& request, const model::Job& job, const model::Mission& mission) {
  if (!request.kinds.empty() &&
      std::find(request.kinds.begin(), request.kinds.end(), job.kind) == request.kinds.end()) {
    return false;
  }
  if (!mission.hold.empty()) return false;
  if (job.kind != model::JobKind::task) return true;
  if (job.checks) return request.checkers;
  if (!request.work) return false;
  return mission.policy.mode != model::Mode::manual || request.only == mission.id;
}

void earlier(std::optional<Time>& at, Time other) {
  if (!at || other < *at) at = other;
}

// A report has many lines; the first says what came out.
std::string said(std::string_view what, std::string_view why) {
  return why.empty() ? std::string(what) : cat(what, ": ", why.substr(0, why.find('\n')));
}

// What a person can do about a task, in the words of the command line.
std::string asked_of_person(const model::Task& task, bool is_question) {
  const auto id = std::string_view(task.id.text).substr(std::min<size_t>(5, task.id.text.size()), 6);
  if (const auto raise = model::budget_flag_in(task.reason); task.state == TaskState::blocked && !raise.empty()) {
    return cat(said(cat("\"", task.name, "\" is blocked"), task.reason), " (assay mission edit ", task.mission.text,
               " ", raise, " N, then assay task retry ", id, ")");
  }
  switch (task.state) {
    case TaskState::failed:
      return cat(said(cat("\"", task.name, "\" failed"), task.reason), " (assay task retry ", id, ")");
    case TaskState::blocked:
      return cat(said(cat("\"", task.name, "\" is blocked"), task.reason),
                 is_question ? cat(" (assay answer ", id, " \"…\")")
                             : cat(" (assay task retry ", id, ", or assay task accept ", id, ")"));
    case TaskState::ready:
      return cat(said(cat("\"", task.name, "\" is ready and waits for you"), task.checker_report),
                 " (assay task accept ", id, ", or assay task reject ", id, ")");
    case TaskState::running:
      return cat("\"", task.name, "\" was started by hand (assay task ready ", id, " when it is done)");
    case TaskState::pending: return cat("\"", task.name, "\" waits for another task");
    case TaskState::completed:
    case TaskState::cancelled: break;
  }
  return {};
}

Result<std::vector<std::string>> asked(const store::Store& store, const model::Mission& mission) {
  std::vector<std::string> out;
  if (!mission.hold.empty()) {
    TRY_ASSIGN(const auto proposal, store.plans().proposal(mission.id));
    const std::string next = is_cancelled(mission) ? std::string("assay task retry TASK, then assay resume")
                             : proposal            ? cat("assay plan ", mission.id.text, " --approve")
                                                   : std::string("assay resume");
    out.push_back(cat("the mission is held: ", mission.hold, " (", next, ")"));
  }
  TRY_ASSIGN(const auto tasks, store.tasks().of(mission.id, {}));
  for (const auto& task : tasks) {
    TRY_ASSIGN(const bool asks, is_asking(store, task.id));
    auto line = asked_of_person(task, asks);
    if (!line.empty()) out.push_back(std::move(line));
  }
  if (mission.status == MissionStatus::awaiting_acceptance) {
    TRY_ASSIGN(const auto question, open_question(store, mission.id));
    out.push_back(question ? cat("a check waits for your answer: ", question->title, " (",
                                 answer_command(mission.id, *question), ", then assay verify)")
                           : std::string("all work is done and not verified (assay verify)"));
  }
  if (mission.status == MissionStatus::blocked && mission.pack.status == model::PackStatus::failed) {
    for (const auto& check : mission.pack.checks) {
      if (check.status == model::AcceptanceStatus::failed) out.push_back(cat("check failed: ", check.title));
    }
  }
  if (out.empty() && tasks.empty()) {
    out.push_back(cat("it has no tasks yet (assay plan ", mission.id.text,
                      " asks an agent for them; by hand: assay task add \"…\")"));
  }
  if (out.empty()) out.push_back(cat("the mission is ", name(mission.status)));
  return out;
}

bool is_reached(MissionStatus status) {
  return status == MissionStatus::ready_to_land || status == MissionStatus::landed ||
         status == MissionStatus::completed;
}

}  // namespace

Result<bool> is_asking(const store::Store& store, const model::TaskId& task) {
  TRY_ASSIGN(const auto questions, store.questions().of(task));
  return std::any_of(questions.begin(), questions.end(), [](const auto& question) { return !question.answered_at; });
}

Result<Standing> standing_of(const store::Store& store, const model::MissionId& id, const store::ClaimRequest& takes,
                             Time now) {
  TRY_ASSIGN(const auto mission, store.missions().find(id));
  Standing out;
  store::JobFilter filter;
  filter.mission = id;
  TRY_ASSIGN(const auto jobs, store.jobs().list(filter));
  bool going = false;
  for (const auto& job : jobs) {
    const bool in_hand = job.state == JobState::leased;
    if (!in_hand && !takes_job(takes, job, mission)) continue;
    going = true;
    earlier(out.not_before, in_hand ? now : job.not_before);
  }
  if (going) return out;
  out.not_before.reset();
  if (is_reached(mission.status)) {
    out.at = Standing::At::reached;
    return out;
  }
  out.at = Standing::At::needs_person;
  TRY_ASSIGN(out.why, asked(store, mission));
  return out;
}

Result<std::optional<Time>> next_look(const store::Store& store, const store::ClaimRequest& takes) {
  std::optional<Time> at;
  store::JobFilter filter;
  filter.mission = takes.only;
  TRY_ASSIGN(const auto jobs, store.jobs().list(filter));
  for (const auto& job : jobs) {
    model::Mission mission;
    mission.policy.mode = model::Mode::manual;  // a task that stands alone is a person's
    if (!job.mission.empty()) {
      TRY_ASSIGN(mission, store.missions().find(job.mission));
    }
    if (!takes_job(takes, job, mission)) continue;
    earlier(at, job.state == JobState::leased ? job.lease_until.value_or(job.not_before) : job.not_before);
  }
  return at;
}

StallStep stall_step(const Silence& silence, const WorkPolicy& policy, Time now) {
  const auto quiet = now.ms - silence.heard.ms;
  if (quiet < static_cast<std::int64_t>(policy.heartbeat_ms)) return StallStep::none;
  if (!silence.told) return StallStep::tell;
  return policy.stalled == StallPolicy::warn ? StallStep::none : StallStep::end;
}

}  // namespace assay::engine
