#include "engine/verify/combined.h"

#include <algorithm>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/verify/mission_checks.h"
#include "engine/verify/run.h"
#include "plan/checks.h"
#include "report/verification.h"

namespace assay::engine {

namespace {

// The packs of all, each check once; what looks for a person comes with its mission and is skipped as ever.
void unite_packs(const CombinedWork& work, model::Mission& all) {
  for (const auto* mission : work.missions) {
    for (const auto& check : mission->pack.checks) {
      const bool known = std::any_of(all.pack.checks.begin(), all.pack.checks.end(),
                                     [&](const auto& each) { return same_check(each, check); });
      if (!known) all.pack.checks.push_back(check);
    }
    all.pack.removed.insert(all.pack.removed.end(), mission->pack.removed.begin(), mission->pack.removed.end());
    all.prompt += cat(all.prompt.empty() ? "" : "\n\n", mission->prompt);
  }
}

// What no pack has yet.
void add_new_checks(VerifyRun& run, const git::Tree& target, const git::Tree& together,
                    const std::vector<std::string>& remaining) {
  for (auto& check : missing_checks({target, &together, run.policy, run.mission, run.tasks, remaining})) {
    check.id = model::CheckId(cat("check-", random_name(12)));
    run.mission.pack.checks.push_back(std::move(check));
  }
}

}  // namespace

Result<CombinedVerification> verify_combined(const VerifyContext& context, const CombinedWork& work,
                                             const std::string& actor) {
  VerifyRequest request;
  request.actor = actor;
  VerifyRun run(context, request);
  run.mission.id = model::MissionId("queue");
  run.mission.target_branch = work.target_branch;
  run.mission.created_at = context.clock.now();
  run.tasks = work.tasks;
  for (const auto* member : work.missions) run.members.push_back(member->id);
  run.asks_persons = false;
  unite_packs(work, run.mission);
  auto& result = run.result;
  result.id = cat("verification-", random_name(12));
  result.mission = run.mission.id;
  result.base_commit = result.target_commit = work.target_commit;
  result.target_branch = work.target_branch;
  result.commit = work.commit;
  result.tree = work.tree;
  result.started_at = context.clock.now();

  // The policy, from the target; then everything as for one mission.
  TRY_ASSIGN(const auto target, git::Tree::open(context.repository, work.target_commit));
  TRY_ASSIGN(run.policy, read_policy(target));
  TRY_ASSIGN(auto touched, touched_paths(context.repository, work.target_commit, work.commit));
  run.touched = std::move(touched.all);
  TRY_ASSIGN(const auto together, git::Tree::open(context.repository, work.commit));
  add_new_checks(run, target, together, touched.remaining);
  for (const auto& check : run.mission.pack.checks) result.checks.push_back(begin_check(check));
  context.events.planned(run.mission.pack.checks);
  TRY(gather_acceptances(run, work.missions));
  TRY(examine(run, target, together));
  result.finished_at = context.clock.now();
  TRY_ASSIGN(result.report,
             run.evidence.keep(write_json(report::verification_json(result), Indent::two_spaces) + "\n"));
  return CombinedVerification{std::move(result), std::move(run.mission.pack.checks)};
}

std::vector<store::CheckResult> results_for(const CombinedVerification& combined, const model::Mission& mission) {
  std::vector<store::CheckResult> out;
  for (const auto& check : mission.pack.checks) {
    for (size_t i = 0; i < combined.checks.size(); ++i) {
      if (!same_check(combined.checks[i], check)) continue;
      const auto& verified = combined.verification.checks[i];
      out.push_back({check.id, verified.status, shown_output(verified)});
      break;
    }
  }
  return out;
}

}  // namespace assay::engine
