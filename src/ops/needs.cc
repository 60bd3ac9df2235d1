#include "ops/needs.h"

#include <algorithm>

#include "base/printable.h"
#include "base/short_id.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/verify/answers.h"
#include "engine/work/schedule.h"
#include "ops/text_parts.h"
#include "store/jobs.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/plans.h"
#include "store/queue.h"
#include "store/runs.h"
#include "store/tasks.h"
#include "store/verifications.h"

namespace assay::ops {

using model::MissionStatus;
using model::TaskState;

namespace {

constexpr std::uint32_t k_needed_each = 5;
constexpr std::uint32_t k_queue_looked_at = 500;

std::string_view standing(const model::Task& task) {
  if (task.state == TaskState::failed) return "failed";
  if (task.state == TaskState::blocked) return "is blocked";
  return task.checker_report.empty() ? "is ready: look at it" : "was flagged by its checker";
}

Result<void> add_tasks_in_need(const store::Store& store, const model::Mission& mission, TaskState state,
                               std::vector<Needed>& needed) {
  if (mission.facts.work[state] + mission.facts.planning[state] == 0) return {};
  // Whoever looks at what is being checked is at work.
  TRY_ASSIGN(const auto tasks,
             store.tasks().some_of(mission.id, {state, {}, k_needed_each, store::BeingChecked::left_out}));
  for (const auto& task : tasks) {
    std::string what = cat("\"", task.name, "\" ", standing(task));
    if (!task.reason.empty() && state != TaskState::ready) what += cat(": ", task.reason);
    const auto id = short_id(task.id.text);
    bool may_be_accepted = false;
    std::string command = cat("assay task ", state == TaskState::ready ? "show " : "retry ", id);
    auto action = state == TaskState::ready ? NeededAction::decide : NeededAction::retry;
    if (state == TaskState::blocked) {
      TRY_ASSIGN(const bool asks, engine::is_asking(store, task.id));
      if (asks) command = cat("assay answer ", id, " \"…\"");
      const auto raise = model::budget_flag_in(task.reason);
      if (!raise.empty()) command = cat("assay mission edit ", short_id(mission.id.text), " ", raise, " N");
      if (asks) action = NeededAction::answer;
      may_be_accepted = !asks && raise.empty();
    }
    if (may_be_accepted) what += cat(" (its work can be accepted as it is: assay task accept ", id, ")");
    needed.push_back({mission.id.text, task.id.text, std::move(what), std::move(command), action});
  }
  return {};
}

// What the queue found wrong with it since it was verified; empty: nothing.
Result<std::string> evicted_for(const store::Store& store, const model::Mission& mission) {
  TRY_ASSIGN(const auto left, store.queue().history(k_queue_looked_at));
  const auto entry = std::find_if(left.begin(), left.end(), [&](const auto& e) { return e.mission == mission.id; });
  if (entry == left.end() || entry->state != model::QueueState::evicted) return std::string();
  TRY_ASSIGN(const auto verified, store.verifications().latest(mission.id));
  const bool since = verified && entry->finished_at && verified->finished_at >= *entry->finished_at;
  return since ? std::string() : entry->finding;
}

// Verified: it may land, unless it is on its way.
Result<Needed> need_of_ready(const store::Store& store, const model::Mission& mission) {
  const std::string id = short_id(mission.id.text);
  const auto need = [&](std::string what, std::string command, NeededAction action) {
    return Needed{mission.id.text, "", std::move(what), std::move(command), action};
  };
  TRY_ASSIGN(const auto waiting, store.queue().waiting());
  for (const auto& entry : waiting) {
    if (entry.mission == mission.id)
      return need("verified, and waits in the queue", "assay queue run", NeededAction::run_queue);
  }
  return need("verified, and may land", cat("assay land ", id), NeededAction::land);
}

// Work that is due and that nobody has in hand: a worker was stopped, or there is none. The command that goes on;
// empty: somebody is at it. What nobody let agents do yet is done by hand first.
Result<std::string> who_goes_on(const store::Store& store, const model::Mission& mission) {
  store::JobFilter filter;
  filter.mission = mission.id;
  TRY_ASSIGN(const auto jobs, store.jobs().list(filter));
  const auto leased = [](const model::Job& job) { return job.state == model::JobState::leased; };
  if (jobs.empty() || std::any_of(jobs.begin(), jobs.end(), leased)) return std::string();
  if (mission.facts.work[TaskState::running] > 0) return std::string();
  TRY_ASSIGN(const auto spent, store.runs().spent(mission.id));
  const bool by_hand = mission.policy.mode == model::Mode::manual && spent.runs == 0;
  if (!by_hand) return cat("assay run ", short_id(mission.id.text));
  // Who works by hand looks at it himself: checkers are for agents.
  const auto work = std::find_if(jobs.begin(), jobs.end(),
                                 [](const auto& job) { return job.kind == model::JobKind::task && !job.checks; });
  return work == jobs.end() ? std::string() : cat("assay task start ", short_id(work->task.text));
}

// Where nothing is configured to deploy or to validate it, it has only landed.
std::string_view what_was_done(const model::Mission& mission) {
  const bool deployed = mission.deploy == model::DeployState::succeeded;
  if (mission.validation == model::ValidationState::passed) return deployed ? "deployed and validated" : "validated";
  return deployed ? "deployed" : "landed";
}

// What becomes of a story after it was shipped, in a person's words; empty: nothing waits for one.
Result<std::string> need_of_shipped(const store::Store& store, const model::Mission& mission) {
  if (mission.facts.shipping) {
    TRY_ASSIGN(const auto what, waits_for(store, mission));
    return what.empty() ? what : cat("waits for ", what);
  }
  switch (mission.story) {
    case model::StoryState::needs_fix:
      return std::string(mission.deploy == model::DeployState::failed ? "its deploy failed: NEEDS_FIX"
                                                                      : "its validation failed: NEEDS_FIX");
    case model::StoryState::review_ready:
    case model::StoryState::deployed: return cat(what_was_done(mission), "; look at it, then close it");
    default: return std::string();
  }
}

// The command that shows why is the first for what needs a fix; for all else, the likeliest one.
Result<void> add_need_of_shipped(const store::Store& store, const model::Mission& mission,
                                 std::vector<Needed>& needed) {
  TRY_ASSIGN(auto what, need_of_shipped(store, mission));
  if (what.empty()) return {};
  const std::string id = short_id(mission.id.text);
  std::string command = cat("assay ship ", id);
  auto action = NeededAction::ship;
  if (mission.story == model::StoryState::needs_fix) {
    command = cat("assay story show ", id);
    action = NeededAction::fix;
  } else if (mission.story == model::StoryState::review_ready || mission.story == model::StoryState::deployed) {
    command = cat("assay close ", id);
    action = NeededAction::close;
  }
  needed.push_back({mission.id.text, "", std::move(what), std::move(command), action});
  return {};
}

// A landing that a killed run left half done: every other landing finishes it too.
Result<void> add_need_of_landing(const store::Store& store, const model::Mission& mission,
                                 std::vector<Needed>& needed) {
  TRY_ASSIGN(const auto landing, store.landings().latest(mission.id));
  if (!landing) return {};
  const std::string id = short_id(mission.id.text);
  if (landing->state == model::LandingState::intended) {
    needed.push_back({mission.id.text, "",
                      cat("its landing was begun at ", to_iso(landing->started_at), " and is not finished"),
                      cat("assay land ", id), NeededAction::land});
  }
  if (landing->state != model::LandingState::landed) return {};
  TRY_ASSIGN(const auto signature, store.landings().signature_of(landing->id));
  if (!signature) {
    needed.push_back({mission.id.text, "", cat("landed as ", landing->tip.substr(0, 12), ", and not signed yet"),
                      cat("assay audit attest ", id), NeededAction::sign});
  }
  return {};
}

// ": Unit tests, Lint"; a mission of a list is without its checks.
Result<std::string> failed_checks(const store::Store& store, const model::MissionId& id) {
  TRY_ASSIGN(const auto mission, store.missions().find(id));
  std::vector<std::string> failed;
  for (const auto& check : mission.pack.checks) {
    if (check.status == model::AcceptanceStatus::failed) failed.push_back(excerpt(check.title, 80));
  }
  return failed.empty() ? std::string() : cat(": ", first_few(failed, 3));
}

Result<void> add_needs(const store::Store& store, const model::Mission& mission, std::vector<Needed>& needed) {
  if (mission.facts.closed) return {};
  TRY(add_need_of_landing(store, mission, needed));
  if (mission.facts.landed || mission.facts.shipping) return add_need_of_shipped(store, mission, needed);
  const std::string id = short_id(mission.id.text);
  const auto add = [&](std::string what, std::string command, NeededAction action) {
    needed.push_back({mission.id.text, "", std::move(what), std::move(command), action});
  };
  if (is_cancelled(mission)) {
    add(cat(mission.hold, "; to take it up again: assay task retry TASK, then assay resume ", id),
        cat("assay task list ", id), NeededAction::look);
    return {};
  }
  if (!mission.hold.empty()) {
    TRY_ASSIGN(const auto proposal, store.plans().proposal(mission.id));
    if (proposal)
      add(cat("held: ", mission.hold), cat("assay plan ", id), NeededAction::approve_plan);
    else
      add(cat("held: ", mission.hold), cat("assay resume ", id), NeededAction::resume);
  }
  for (const TaskState state : {TaskState::failed, TaskState::blocked, TaskState::ready}) {
    TRY(add_tasks_in_need(store, mission, state, needed));
  }
  switch (mission.status) {
    case MissionStatus::planning: {
      TRY_ASSIGN(const auto command, who_goes_on(store, mission));
      if (mission.facts.planning.total() == 0)
        add("it has no tasks yet", cat("assay task add \"…\" --mission ", id), NeededAction::add_task);
      else if (!command.empty())
        add("it is to be planned", cat("assay plan ", id), NeededAction::plan);
      break;
    }
    case MissionStatus::blocked: {
      if (mission.facts.acceptance != model::PackStatus::failed) break;
      TRY_ASSIGN(const auto last, store.verifications().latest(mission.id));
      TRY_ASSIGN(const auto failed, failed_checks(store, mission.id));
      if (last && last->outcome == model::VerificationOutcome::conflict)
        add("the work of its tasks does not merge", cat("assay mission verification ", id), NeededAction::look);
      else
        add(cat("an acceptance check failed", failed), cat("assay accept ", id), NeededAction::look);
      break;
    }
    case MissionStatus::awaiting_acceptance: {
      TRY_ASSIGN(const auto found, evicted_for(store, mission));
      TRY_ASSIGN(const auto last, store.verifications().latest(mission.id));
      const bool unrun = last && last->outcome == model::VerificationOutcome::not_run;
      TRY_ASSIGN(const auto question, engine::open_question(store, mission.id));
      if (!found.empty()) {
        add(cat("evicted from the queue: ", found), cat("assay verify ", id), NeededAction::verify);
      } else if (question) {
        add(cat("a check waits for your answer: ", excerpt(question->title, 80),
                " (assay mission verification says why): accept it with a reason, then assay verify"),
            engine::answer_command(mission.id, *question), NeededAction::answer_check);
        needed.back().check = question->id.text;
      } else if (unrun) {
        add("checks could not be run when it was last verified: see why, fix that, then assay verify",
            cat("assay mission verification ", id), NeededAction::verify);
      } else {
        add("all tasks are done; its checks are to be verified", cat("assay verify ", id), NeededAction::verify);
      }
      break;
    }
    case MissionStatus::active: {
      TRY_ASSIGN(auto command, who_goes_on(store, mission));
      if (!command.empty()) add("nobody is at work on it", std::move(command), NeededAction::run);
      break;
    }
    case MissionStatus::ready_to_land: {
      TRY_ASSIGN(auto need, need_of_ready(store, mission));
      needed.push_back(std::move(need));
      break;
    }
    default: break;
  }
  return {};
}

}  // namespace

std::string_view name(NeededAction action) {
  switch (action) {
    case NeededAction::look: return "look";
    case NeededAction::decide: return "decide";
    case NeededAction::retry: return "retry";
    case NeededAction::answer: return "answer";
    case NeededAction::add_task: return "add_task";
    case NeededAction::plan: return "plan";
    case NeededAction::approve_plan: return "approve_plan";
    case NeededAction::resume: return "resume";
    case NeededAction::run: return "run";
    case NeededAction::verify: return "verify";
    case NeededAction::answer_check: return "answer_check";
    case NeededAction::land: return "land";
    case NeededAction::run_queue: return "run_queue";
    case NeededAction::ship: return "ship";
    case NeededAction::fix: return "fix";
    case NeededAction::close: return "close";
    case NeededAction::sign: return "sign";
  }
  return "unknown";
}

void Needed::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("taskId", "empty: of the whole mission"), task);
  f.field(item("what"), what);
  f.field(item("command", "what to run next"), command);
  f.field(item("action", "what a person does about it"), action);
  f.field(item("checkId", "the check that answer_check is about; empty: of none"), check);
}

Result<std::vector<Needed>> needs_of(const store::Store& store, const model::Mission& mission) {
  std::vector<Needed> out;
  TRY(add_needs(store, mission, out));
  return out;
}

std::string need_lines(const std::vector<Needed>& needed, const Terminal& terminal) {
  if (needed.empty()) return {};
  std::string out = "\nWaits for you\n";
  for (const auto& need : needed) {
    out +=
        cat(terminal.paragraph(need.what, "  "), "    ", terminal.paint(Colour::bold, printable(need.command)), "\n");
  }
  return out;
}

Result<std::string> waits_for(const store::Store& store, const model::Mission& mission) {
  if (!mission.facts.shipping || mission.facts.landed) return std::string();
  TRY_ASSIGN(const auto landing, store.landings().latest(mission.id));
  if (!landing || landing->state != model::LandingState::proposed) return std::string();
  return cat("its pull request to be merged: ", landing->branch, " into ", landing->target_branch, " on ",
             landing->remote);
}

}  // namespace assay::ops
