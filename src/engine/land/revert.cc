// The change that undoes a landing is the difference from what landed back to what was below it, made again on top of
// the target as it is now. Merging it like any change tells when later work stands on what is to go.
#include "engine/land/revert.h"

#include "base/text.h"
#include "engine/verify/integration.h"
#include "engine/verify/mission_checks.h"
#include "git/commit.h"
#include "git/merge.h"
#include "git/refs/refs.h"
#include "plan/plan_file.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::engine {

namespace {

struct Landed {
  model::Mission mission;
  std::string commit;  // its own
  std::string onto;    // what was below
};

Result<Landed> find_landed(const git::Repository& repository, const store::Store& store, const model::MissionId& id) {
  Landed out;
  TRY_ASSIGN(out.mission, store.missions().find(id));
  if (!out.mission.facts.landed) {
    return conflict(
        cat("mission ", id.text, " is ", name(out.mission.status), "; only what has landed can be reverted"));
  }
  TRY_ASSIGN(const auto landing, store.landings().latest(id));
  const bool known = landing && landing->state == model::LandingState::landed;
  out.commit = known ? landing->commit : out.mission.landed_commit;
  if (known && landing->via == model::LandVia::direct) out.onto = landing->onto;
  if (out.onto.empty()) {
    TRY_ASSIGN(out.onto, repository.commit_of(cat(out.commit, "^1")));
  }
  return out;
}

std::string title_of(const Landed& landed) { return cat("Revert: ", excerpt(landed.mission.title, 200)); }

std::string message_of(const Landed& landed, const RevertRequest& request) {
  return cat(title_of(landed), "\n\nThis undoes ", landed.mission.id.text, ", which landed as ", landed.commit, ".\n",
             request.reason.empty() ? std::string() : cat("\n", trim(request.reason), "\n"),
             "\nAssay-Reverts: ", landed.mission.id.text, "\n");
}

Result<std::string> undo(const git::Repository& repository, const Landed& landed, const std::string& target,
                         const RevertRequest& request, std::int64_t date) {
  TRY_ASSIGN(const bool inside, git::is_ancestor(repository, landed.commit, target));
  if (!inside) {
    return conflict(cat(landed.mission.id.text, " landed as ", landed.commit.substr(0, 12), ", which is not in ",
                        landed.mission.target_branch, " any more; there is nothing to revert"));
  }
  TRY_ASSIGN(const auto with, git::tree_of(repository, landed.commit));
  TRY_ASSIGN(const auto without, git::tree_of(repository, landed.onto));
  TRY_ASSIGN(const auto from, git::make_commit(repository, {with, {}, "with\n", date, {}}));
  TRY_ASSIGN(const auto back, git::make_commit(repository, {without, {from}, "without\n", date, {}}));
  TRY_ASSIGN(const auto made, git::replay(repository, target, {"revert", back, message_of(landed, request), {}}, date));
  if (!made.commit) {
    std::vector<std::string> paths;
    for (const auto& each : made.conflicts) paths.push_back(each.path);
    return conflict(cat("later work stands on what ", landed.mission.id.text, " changed: ",
                        excerpt(join(paths, ", "), 400), "; revert that first, or open a mission that fixes it"));
  }
  if (!made.contained.empty()) return conflict(cat("what ", landed.mission.id.text, " changed is undone already"));
  return made.commit->id;
}

Result<store::MissionDraft> draft_of(const git::Repository& repository, const Landed& landed, const std::string& target,
                                     const RevertRequest& request) {
  store::MissionDraft draft;
  draft.title = title_of(landed);
  draft.prompt =
      cat("Revert what ", landed.mission.id.text, " (", landed.mission.title, ") changed. It landed as ", landed.commit,
          ". Delete the tests that came with it.", request.reason.empty() ? "" : " ", request.reason);
  draft.repository = landed.mission.repository;
  draft.base_commit = target;
  draft.target_branch = landed.mission.target_branch;
  draft.policy = landed.mission.policy;
  draft.pack_summary = cat("What \"", draft.title, "\" must show before it lands");
  draft.criteria = {
      cat("The files that ", landed.commit.substr(0, 12), " changed are as they were at ", landed.onto.substr(0, 12))};
  TRY_ASSIGN(draft.checks, checks_for(repository, target, draft.prompt, {}));
  model::PlannedTask task;
  task.name = cat("Revert ", landed.commit.substr(0, 12));
  task.instructions = draft.prompt;
  draft.plan = model::Plan{draft.title, {}, {}, {std::move(task)}};
  draft.plan_text = plan::write_plan(*draft.plan);
  return draft;
}

}  // namespace

Result<Reverted> revert(const git::Repository& repository, store::Store& store, Clock& clock,
                        const RevertRequest& request) {
  TRY_ASSIGN(const auto landed, find_landed(repository, store, request.mission));
  TRY_ASSIGN(const auto target, repository.commit_of(cat("refs/heads/", landed.mission.target_branch)));
  Reverted out;
  TRY_ASSIGN(out.commit, undo(repository, landed, target, request, clock.now().ms / 1000));

  TRY_ASSIGN(const auto draft, draft_of(repository, landed, target, request));
  TRY_ASSIGN(const auto mission, store.change(request.actor).missions().add(draft));
  TRY_ASSIGN(const auto tasks, store.tasks().of(mission.id, {}));
  if (tasks.empty()) return internal("the mission has no task");
  out.mission = mission.id;
  out.task = tasks.front().id;
  out.title = mission.title;
  out.target_branch = mission.target_branch;
  out.branch = branch_of(out.mission, out.task);
  const git::RefChange change{cat("refs/heads/", out.branch), out.commit, ""};
  TRY_ASSIGN(const auto moved, git::swap_refs(repository, std::span(&change, 1), "assay: revert"));
  if (moved) return conflict(cat("the branch ", out.branch, " is there already"));
  for (const auto move : {model::Move::start, model::Move::complete}) {
    TRY(store.change(request.actor).tasks().move({out.task, move, cat("undoes ", request.mission.text), ""}));
  }
  return out;
}

}  // namespace assay::engine
