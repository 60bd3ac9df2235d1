// What happens to a mission beside its tasks and its pack: policy, hold, landing, shipping, deploy, validation, the
// end.
#include <utility>

#include "store/database/seals.h"
#include "store/mission_rows.h"
#include "store/missions.h"
#include "store/moves.h"

namespace assay::store {

using model::CheckpointKind;
using model::DeployState;
using model::MissionStatus;
using model::StoryState;
using model::ValidationState;

namespace {

constexpr Query k_unfinished{
    "SELECT id FROM tasks WHERE mission_key = $1 AND state NOT IN ('completed', 'cancelled') ORDER BY key DESC"};
constexpr Query k_save_deploy_log{"UPDATE mission_texts SET deploy_log = $2 WHERE mission_key = $1"};
constexpr Query k_save_title{"UPDATE missions SET title = $2 WHERE key = $1"};
constexpr Query k_use_retries{
    "UPDATE missions AS m SET retries = m.retries + $2 WHERE m.key = $1 AND m.seal = row_seal(missions m)"};
constexpr Query k_renew_retries{"UPDATE missions SET retries = 0 WHERE key = $1"};
constexpr Query k_save_validation_report{"UPDATE mission_texts SET validation_report = $2 WHERE mission_key = $1"};

Error refused(const MissionRow& row, std::string_view what, std::string_view why) {
  return conflict(cat("cannot ", what, " mission ", row.mission.id.text, ": ", why));
}

std::string standing(const MissionRow& row) { return cat("it is ", name(row.mission.status)); }

// Saves, derives and tells of it.
Result<void> conclude(Change& change, MissionRow& row, Mark mark) {
  TRY(save_mission_state(change, row));
  TRY_ASSIGN(const auto told, save_mission(change, row));
  mark.detail = lines({mark.detail, told});
  return append(change, row.key, row.mission.id, mark);
}

std::string policy_text(const model::Policy& policy) {
  return cat("mode ", name(policy.mode), ", auto-verify ", policy.auto_verify ? "on" : "off", ", retry budget ",
             policy.retry_budget, ", parallel tasks ", policy.parallel_tasks, ", budget ", describe(policy.budget),
             ", budget of a task ", describe(policy.task_budget));
}

}  // namespace

Result<void> MissionChanges::set_policy(const model::MissionId& id, const model::Policy& policy) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, load_mission(now.database, id));
    if (row.mission.policy == policy) return {};
    const auto before = policy_text(row.mission.policy);
    if (policy.auto_verify && !row.mission.policy.auto_verify) row.results_set_back = true;  // due from now on
    row.mission.policy = policy;
    return conclude(now, row,
                    {CheckpointKind::edited, cat("Policy changed to ", name(policy.mode)),
                     cat("was: ", before, "\nis: ", policy_text(policy))});
  });
}

Result<void> MissionChanges::set_title(const model::MissionId& id, std::string_view title) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, load_mission(now.database, id));
    if (row.mission.title == title) return {};
    const auto before = std::exchange(row.mission.title, std::string(title));
    TRY(now.database.run(k_save_title, {row.key, title}));
    return conclude(now, row, {CheckpointKind::edited, cat("Renamed: ", title), cat("was: ", before)});
  });
}

Result<void> MissionChanges::set_hold(const model::MissionId& id, std::string_view reason) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, load_mission(now.database, id));
    return hold_mission(now, row, reason);
  });
}

Result<void> hold_mission(Change& change, MissionRow& row, std::string_view reason) {
  if (row.mission.hold == reason) return {};
  if (row.mission.facts.landed || row.mission.facts.closed) return refused(row, "hold", "it has landed");
  const auto before = row.mission.hold;
  row.mission.hold = reason;
  if (!reason.empty()) return conclude(change, row, {CheckpointKind::decided, "Held", std::string(reason)});
  TRY(renew_retries(change, row));
  return conclude(change, row, {CheckpointKind::decided, "No longer held", cat("was held: ", before)});
}

Result<void> use_retries(Change& change, std::int64_t mission_key, std::uint32_t retries) {
  TRY_ASSIGN(const auto changed, change.database.run(k_use_retries, {mission_key, retries}));
  if (changed != 1) return broken_seal(cat("the row ", mission_key, " of missions"));
  return {};
}

Result<void> renew_retries(Change& change, const MissionRow& row) {
  TRY(change.database.run(k_renew_retries, {row.key}));
  return {};
}

Result<void> MissionChanges::set_shipping(const model::MissionId& id, bool shipping, std::string_view why) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, load_mission(now.database, id));
    auto& mission = row.mission;
    if (mission.facts.shipping == shipping) {
      return shipping ? Result<void>(refused(row, "ship", "it is being shipped already")) : Result<void>();
    }
    if (!shipping) {
      mission.shipping_at.reset();
      return conclude(now, row, {CheckpointKind::decided, "Shipping ended", std::string(why)});
    }
    if (mission.story != StoryState::shippable && mission.status != MissionStatus::landed) {
      return refused(row, "ship", cat("its story is ", name(mission.story), ", not SHIPPABLE"));
    }
    mission.shipping_at = now.now;
    return conclude(now, row, {CheckpointKind::decided, "Shipping", cat("by ", now.actor)});
  });
}

Result<void> MissionChanges::set_deploy(const model::MissionId& id, DeployState state, std::string_view log) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, load_mission(now.database, id));
    if (!row.mission.facts.landed) return refused(row, "deploy", cat(standing(row), ", it has not landed"));
    row.mission.deploy = state;
    row.cause = log;
    TRY(now.database.run(k_save_deploy_log, {row.key, log}));
    return conclude(now, row, {CheckpointKind::task_progress, cat("Deploy: ", name(state)), std::string(log)});
  });
}

Result<void> MissionChanges::set_validation(const model::MissionId& id, ValidationState state,
                                            std::string_view report) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, load_mission(now.database, id));
    if (!row.mission.facts.landed) return refused(row, "validate", cat(standing(row), ", it has not landed"));
    row.mission.validation = state;
    row.cause = report;
    TRY(now.database.run(k_save_validation_report, {row.key, report}));
    return conclude(now, row, {CheckpointKind::task_progress, cat("Validation: ", name(state)), std::string(report)});
  });
}

Result<void> MissionChanges::close(const model::MissionId& id, std::string_view why) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, load_mission(now.database, id));
    if (row.mission.facts.closed) return {};
    if (!row.mission.facts.landed) return refused(row, "close", cat(standing(row), ", it has not landed"));
    row.mission.closed_at = now.now;
    return conclude(now, row, {CheckpointKind::decided, "Closed", cat("by ", now.actor, why.empty() ? "" : ": ", why)});
  });
}

// From the last to the first: a parent goes after its subtasks would have set it free.
Result<std::uint32_t> MissionChanges::cancel(const model::MissionId& id, std::string_view reason) {
  return m_changes.make([&](Change& now) -> Result<std::uint32_t> {
    TRY_ASSIGN(auto row, load_mission(now.database, id));
    if (row.mission.facts.landed || row.mission.facts.closed) {
      return conflict(cat("cannot cancel mission ", id.text, ": it has landed; revert it instead"));
    }
    std::vector<model::TaskId> open;
    TRY(now.database.each(k_unfinished, {row.key}, [&](const Row& found) -> Result<Flow> {
      open.emplace_back(std::string(found.text(0)));
      return Flow::go_on;
    }));
    for (const auto& task : open) TRY(make_move(now, {task, model::Move::cancel, std::string(reason), {}}));
    TRY_ASSIGN(row, load_mission(now.database, id));
    TRY(hold_mission(now, row, model::cancelled_hold(now.actor, reason)));
    return static_cast<std::uint32_t>(open.size());
  });
}

}  // namespace assay::store
