#include "engine/ship/ship.h"

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "engine/land/attest.h"
#include "engine/ship/run.h"
#include "engine/worktree_folder.h"
#include "git/refs/refs.h"
#include "git/worktrees/integration_worktree.h"
#include "os/files.h"
#include "os/lock.h"
#include "store/jobs.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/verifications.h"

namespace assay::engine {

using model::DeployState;
using model::ValidationState;

namespace {

constexpr std::int64_t k_others_ms = 5'000;     // somebody else has it in hand
constexpr std::int64_t k_proposal_ms = 60'000;  // until a pull request is looked at again
constexpr std::int64_t k_other_landing_ms = 3'000;

store::JobDraft ship_job(const model::MissionId& mission, std::string_view actor, std::string_view verb) {
  store::JobDraft job;
  job.kind = model::JobKind::ship;
  job.name = cat("ship:", mission.text);
  job.mission = mission;
  job.payload = write_json(json::object{{"actor", actor}, {"verb", verb}});
  return job;
}

class LandStages final : public LandEvents {
 public:
  explicit LandStages(ShipEvents& events) : m_events(events) {}
  void step(LandStep step) override { m_events.landing(step); }

 private:
  ShipEvents& m_events;
};

Time later(const ShipRun& run, std::int64_t ms) { return Time{run.context.clock.now().ms + ms}; }

// Its story is SHIPPABLE again, or what its checks say.
Result<ShipReport> not_landed(ShipRun& run, const std::string& why) {
  TRY(run.context.store.change(run.terms.actor).missions().set_shipping(run.mission.id, false, why));
  return ShipReport{cat("Not shipped: ", why), why, std::nullopt};
}

// A worker looks again by itself; whoever knows that it was merged need not wait for that.
std::string proposed_words(const LandReport& report) {
  const bool is_stale = !report.notes.empty();
  return cat("Proposed; it waits for its pull request to be merged: ", report.pull_request, ". ",
             is_stale ? cat(join(report.notes, "; "), ". Next: ", report.next)
                      : cat("Next: when it is merged: assay ship ", report.mission.text));
}

// Nothing when it has landed.
Result<std::optional<ShipReport>> land_first(ShipRun& run) {
  const auto& context = run.context;
  LandStages stages(context.events);
  VerifyEvents quiet;
  LandRequest request;
  request.mission = run.mission.id;
  request.actor = run.terms.actor;
  const auto landed =
      land({context.repository, context.folder, context.store, context.clock, quiet, stages, context.cancel}, request);
  if (!landed) {
    if (landed.error().code != Code::conflict) return landed.error();
    return std::optional(ShipReport{landed.error().message, {}, later(run, k_other_landing_ms)});
  }
  if (landed->outcome == LandOutcome::refused) {
    TRY_ASSIGN(auto report, not_landed(run, cat(landed->reason, ". Next: ", landed->next)));
    return std::optional(std::move(report));
  }
  if (landed->outcome == LandOutcome::proposed) {
    return std::optional(ShipReport{proposed_words(*landed), {}, later(run, k_proposal_ms)});
  }
  TRY(run.reload());
  return std::optional<ShipReport>();
}

// The policy is that of the target as it was before this work came; for a redeploy, which comes after it was found
// wanting, the target as it is now.
Result<std::string> policy_commit_for(const ShipRun& run) {
  auto& store = run.context.store;
  if (run.terms.again) {
    TRY_ASSIGN(const auto now, git::read_ref(run.context.repository, cat("refs/heads/", run.mission.target_branch)));
    if (now) return *now;
  }
  TRY_ASSIGN(const auto landing, store.landings().latest(run.mission.id));
  if (landing && !landing->target_commit.empty()) return landing->target_commit;
  TRY_ASSIGN(const auto verified, store.verifications().latest(run.mission.id));
  return verified ? verified->target_commit : run.mission.base_commit;
}

// A policy that cannot be read is a deploy that failed: a person has to look, nothing was run.
Result<bool> read_policy(ShipRun& run) {
  TRY_ASSIGN(run.policy_commit, policy_commit_for(run));
  auto policy = ship_policy_of(run.context.repository, run.policy_commit);
  if (policy) {
    run.policy = std::move(*policy);
    return true;
  }
  const auto why = cat("Nothing was run: ", policy.error().message);
  const auto all = [&]() -> Result<void> {
    TRY(run.context.store.change(run.terms.actor).missions().set_deploy(run.mission.id, DeployState::failed, why));
    return run.context.store.change(run.terms.actor).missions().set_shipping(run.mission.id, false, why);
  };
  TRY(run.context.store.together(all));
  TRY(run.reload());
  return false;
}

Result<ShipReport> without_deploy(ShipRun& run) {
  const auto all = [&]() -> Result<void> {
    TRY(run.context.store.change(run.terms.actor)
            .missions()
            .set_shipping(run.mission.id, false, "No deploy is configured"));
    return run.context.store.change(run.terms.actor).missions().close(run.mission.id, "no deploy is configured");
  };
  TRY(run.context.store.together(all));
  return ShipReport{
      cat("Landed as ", run.mission.landed_commit.substr(0, 12), "; no deploy is configured, so it is completed"),
      {},
      std::nullopt};
}

Result<std::string> checkout(const ShipRun& run) {
  const auto& context = run.context;
  TRY_ASSIGN(const auto place, worktree_path(context.repository, run.mission.id.text));
  TRY_ASSIGN(auto worktree,
             git::IntegrationWorktree::open(context.repository, run.mission.id.text, place, run.mission.landed_commit));
  TRY(worktree.move_to(run.mission.landed_commit));
  return worktree.path();
}

ShipReport at_the_end(const ShipRun& run) {
  const auto& mission = run.mission;
  if (mission.deploy == DeployState::failed)
    return {"The deploy failed; see its log (assay story show)", {}, std::nullopt};
  if (mission.validation == ValidationState::failed) return {"Deployed, and the validation failed", {}, std::nullopt};
  if (mission.validation == ValidationState::passed) return {"Deployed and validated", {}, std::nullopt};
  return {"Deployed; no validation is configured: look yourself, then assay close", {}, std::nullopt};
}

}  // namespace

Evidence ShipRun::evidence() const { return Evidence(os::join_path(context.folder, "evidence")); }

bool ShipRun::was_cancelled() const {
  return os::cancelled_by() != 0 || (context.cancel != nullptr && context.cancel->is_cancelled());
}

Result<void> ShipRun::reload() {
  TRY_ASSIGN(mission, context.store.missions().find(mission.id));
  return {};
}

std::vector<std::string> ShipRun::told() const {
  return {cat("ASSAY_COMMIT=", mission.landed_commit), cat("ASSAY_MISSION=", mission.id.text),
          cat("ASSAY_BRANCH=", mission.target_branch), cat("ASSAY_ACTOR=", terms.actor)};
}

ShipTerms ship_terms_of(const model::Job& job) {
  ShipTerms out;
  const auto document = parse_json(job.payload, "the job");
  if (!document || !document->is_object()) return out;
  const auto& object = document->get_object();
  if (const auto* actor = object.if_contains("actor"); actor != nullptr && actor->is_string()) {
    out.actor = actor->get_string();
  }
  if (const auto* verb = object.if_contains("verb"); verb != nullptr && verb->is_string()) {
    out.again = verb->get_string() == "redeploy";
  }
  return out;
}

std::string deploy_log_path(const std::string& folder, const model::MissionId& mission) {
  return os::join_path(folder, cat("deploys/", mission.text, ".log"));
}

Result<void> request_ship(store::Store& store, const model::MissionId& id, std::string_view actor) {
  return store.together([&]() -> Result<void> {
    TRY_ASSIGN(const auto mission, store.missions().find(id));
    if (!mission.facts.shipping && mission.story != model::StoryState::shippable) {
      return conflict(
          mission.facts.landed
              ? cat("cannot ship story ", id.text, ": it is ", name(mission.story),
                    ", not SHIPPABLE: it has landed. To deploy it again: assay redeploy ", id.text)
              : cat("cannot ship story ", id.text, ": it is ", name(mission.story),
                    ", not SHIPPABLE: its tasks have to be done and its checks to pass first. What is missing: assay "
                    "mission show ",
                    id.text));
    }
    TRY(store.change(actor).missions().set_shipping(id, true));
    return store.change().jobs().enqueue(ship_job(id, actor, "ship"));
  });
}

Result<void> request_redeploy(store::Store& store, const model::MissionId& id, std::string_view actor) {
  return store.together([&]() -> Result<void> {
    TRY_ASSIGN(const auto mission, store.missions().find(id));
    if (!mission.facts.landed || mission.facts.closed) {
      return conflict(cat("cannot deploy story ", id.text, " again: it is ", name(mission.story),
                          mission.facts.closed ? " and closed" : "; only what has landed is deployed again"));
    }
    TRY(store.change(actor).missions().set_shipping(id, true));
    TRY(store.change(actor).missions().set_deploy(id, DeployState::none, ""));
    TRY(store.change(actor).missions().set_validation(id, ValidationState::none, ""));
    return store.change().jobs().enqueue(ship_job(id, actor, "redeploy"));
  });
}

Result<ShipReport> carry_ship(const ShipContext& context, const model::MissionId& id, std::string_view actor) {
  ShipRun run{context, {std::string(actor), false}, {}, {}, {}};
  TRY_ASSIGN(const auto lock, os::Lock::try_take(os::join_path(context.folder, cat("locks/ship-", id.text))));
  if (!lock) return ShipReport{"Somebody else is shipping it", {}, later(run, k_others_ms)};
  TRY_ASSIGN(run.mission, context.store.missions().find(id));
  if (!run.mission.facts.shipping) return ShipReport{"It is not being shipped", {}, std::nullopt};
  TRY_ASSIGN(const auto jobs, context.store.jobs().list({id, false, 100}));
  for (const auto& job : jobs) {
    if (job.kind == model::JobKind::ship) run.terms = ship_terms_of(job);
  }
  if (run.terms.actor.empty()) run.terms.actor = actor;
  if (!run.mission.facts.landed) {
    TRY_ASSIGN(const auto stop, land_first(run));
    if (stop) return *stop;
  }
  // Of earlier landings, and of this one once more when its git was killed meanwhile: nothing unsigned is deployed
  // without a word.
  for (const auto& note : finish_signatures(context.repository, context.folder, context.store)) {
    context.events.result(note);
  }
  TRY_ASSIGN(const bool readable, read_policy(run));
  if (!readable) return at_the_end(run);
  if (run.policy.deploy.command.empty() && run.mission.deploy == DeployState::none) return without_deploy(run);
  if (run.mission.deploy == DeployState::running) {
    TRY(give_up_cut_deploy(run));
    return at_the_end(run);
  }
  TRY_ASSIGN(const auto folder, checkout(run));
  if (run.mission.deploy == DeployState::none) TRY(deploy(run, folder));
  if (run.mission.deploy == DeployState::succeeded) TRY(validate(run, folder));
  if (run.mission.validation == ValidationState::running) {
    return ShipReport{"Its validation was interrupted and goes on later", {}, later(run, k_others_ms)};
  }
  TRY(context.store.change(run.terms.actor).missions().set_shipping(id, false));
  TRY(run.reload());
  return at_the_end(run);
}

}  // namespace assay::engine
