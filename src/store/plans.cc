// A planner's plan is no plan yet: it is kept beside the mission, which is held, until a person takes it
// or sends it back. Both are one transaction with what follows from them.
#include "store/plans.h"

#include "store/database/rows.h"
#include "store/database/seals.h"
#include "store/mission_rows.h"
#include "store/moves.h"
#include "store/plan_tasks.h"
#include "store/proposal_rows.h"
#include "store/task_rows.h"

namespace assay::store {

using model::CheckpointKind;

namespace {

constexpr Query k_save_proposal{"INSERT INTO proposals (mission_key, plan, agent, created_at) VALUES ($1, $2, $3, $4)"};
constexpr Query k_read{
    "SELECT p.plan, p.agent, p.created_at, p.seal IS NOT DISTINCT FROM row_seal(proposals p) FROM proposals p WHERE "
    "p.mission_key = $1"};
constexpr Query k_drop{"DELETE FROM proposals WHERE mission_key = $1"};

Result<std::optional<Proposal>> read_proposal(Database& database, std::int64_t mission_key) {
  std::optional<Proposal> found;
  TRY(database.each(k_read, {mission_key}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    Proposal out;
    out.plan = columns.text();
    out.agent = columns.text();
    out.created_at = columns.time();
    if (!columns.flag()) return broken_seal("a proposed plan");
    found = std::move(out);
    return Flow::stop;
  }));
  return found;
}

Result<void> lift_hold(Change& change, const model::MissionId& id) {
  TRY_ASSIGN(auto row, load_mission(change.database, id));
  return row.mission.hold.empty() ? Result<void>() : hold_mission(change, row, "");
}

// The lane of a mission is its key.
constexpr Query k_due_now{
    "UPDATE jobs SET not_before = $2, updated_at = $2 WHERE state = 'queued' AND lane = $1 AND not_before > $2 AND "
    "task_key IN (SELECT key FROM tasks WHERE mission_key = $1 AND kind = 'planning')"};

// Planning that was not done is not needed any more, whatever kept it.
Result<void> end_planning(Change& change, std::int64_t mission_key, std::string_view why) {
  TRY_ASSIGN(const auto tasks, load_tasks(change.database, mission_key, Checkers::without));
  for (const auto& task : tasks) {
    const bool open = task.state != model::TaskState::completed && task.state != model::TaskState::cancelled;
    if (task.kind != model::TaskKind::planning || !open) continue;
    TRY(make_move(change, {task.id, model::Move::cancel, std::string(why), {}}));
  }
  return {};
}

}  // namespace

Result<void> save_proposal(Change& change, std::int64_t mission_key, std::string_view plan, std::string_view agent) {
  TRY(change.database.run(k_drop, {mission_key}));
  TRY(change.database.run(k_save_proposal, {mission_key, plan, agent, change.now}));
  return {};
}

Plans Store::plans() const { return Plans(*m_database); }
PlanChanges Changes::plans() const { return PlanChanges(*this); }

Result<std::optional<Proposal>> Plans::proposal(const model::MissionId& id) const {
  return transact(m_database, Access::read, [&]() -> Result<std::optional<Proposal>> {
    TRY_ASSIGN(const auto row, load_mission(m_database, id));
    return read_proposal(m_database, row.key);
  });
}

Result<void> PlanChanges::approve(const model::MissionId& id, const model::Plan& plan, std::string_view plan_text) {
  TRY(check_plan(plan));
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(const auto row, load_mission(now.database, id));
    TRY(store::attach_plan(now, id, plan, plan_text));
    TRY(now.database.run(k_drop, {row.key}));
    TRY(end_planning(now, row.key, "there is a plan"));
    return lift_hold(now, id);
  });
}

Result<void> may_plan(const model::Mission& mission) {
  if (mission.facts.has_plan) {
    return conflict(cat("mission ", mission.id.text, " already has a plan; add or cancel tasks one by one"));
  }
  const auto& planning = mission.facts.planning;
  if (planning[model::TaskState::pending] + planning[model::TaskState::running] == 0) return {};
  return conflict(cat("mission ", mission.id.text, " is being planned already"));
}

Result<model::Task> PlanChanges::replan(const model::MissionId& id, std::string_view reason) {
  return m_changes.make([&](Change& now) -> Result<model::Task> {
    TRY_ASSIGN(const auto row, load_mission(now.database, id));
    TRY(may_plan(row.mission));
    TRY_ASSIGN(const auto earlier, read_proposal(now.database, row.key));
    TRY(now.database.run(k_drop, {row.key}));
    if (!reason.empty()) {
      TRY(append(now, row.key, id, {CheckpointKind::decided, "Plan sent back", std::string(reason)}));
    }
    TRY(lift_hold(now, id));
    TRY(end_planning(now, row.key, "planned again"));
    TaskDraft draft;
    draft.mission = id;
    draft.task.kind = model::TaskKind::planning;
    draft.task.name = "Plan again";
    draft.task.instructions = "Read the mission's prompt and break it down into tasks.";
    draft.task.agent.instructions = reason;
    TRY_ASSIGN(auto task, store::add_task(now, draft));
    if (earlier) {
      TRY_ASSIGN(auto made, load_task(now.database, task.id));
      task.context = made.task.context = earlier->plan;
      TRY(save_context(now, made));
    }
    return task;
  });
}

Result<void> PlanChanges::hurry(const model::MissionId& id) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(const auto row, load_mission(now.database, id));
    TRY(now.database.run(k_due_now, {row.key, now.now}));
    return {};
  });
}

}  // namespace assay::store
