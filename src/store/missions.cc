#include "base/hash.h"
#include "store/job_rows.h"
#include "store/mission_rows.h"
#include "store/pack_rows.h"
#include "store/plan_tasks.h"
#include "store/rows.h"
#include "store/seals.h"

namespace assay::store {

using model::CheckpointKind;
using model::Mission;

namespace {

constexpr size_t k_listed_prompt = 4096;
constexpr size_t k_longest_title = 1000;  // longer ones are refused where people give them

constexpr Query k_save_plan{
    "UPDATE mission_texts AS x SET plan = $2 WHERE x.mission_key = $1 AND x.seal = row_seal(mission_texts x)"};
constexpr Query k_active_tasks{
    "SELECT id FROM tasks WHERE mission_key = $1 AND state IN ('pending', 'running', 'blocked') ORDER BY key"};

std::string title_of(const MissionDraft& draft) {
  if (!trim(draft.title).empty()) return excerpt(to_utf8(trim(draft.title)), k_longest_title);
  if (draft.plan && !trim(draft.plan->title).empty()) return excerpt(to_utf8(trim(draft.plan->title)), k_longest_title);
  const auto prompt = trim(draft.prompt);
  return excerpt(to_utf8(prompt.substr(0, prompt.find('\n'))), 80);
}

Mission mission_from(const MissionDraft& draft) {
  Mission mission;
  mission.id = model::MissionId(cat("mission-", random_name(12)));
  mission.title = title_of(draft);
  mission.prompt = draft.prompt;
  mission.repository = draft.repository;
  mission.base_commit = draft.base_commit;
  mission.target_branch = draft.target_branch;
  mission.policy = draft.policy;
  mission.pack.id = model::PackId(cat("pack-", random_name(12)));
  mission.pack.summary = draft.pack_summary;
  if (draft.plan) mission.plan = draft.plan_text;
  return mission;
}

Result<void> add_planning_task(Change& change, MissionRow& row) {
  TaskRow made;
  made.task.id = model::TaskId(cat("task-", random_name(12)));
  made.task.name = "Plan the work";
  made.task.kind = model::TaskKind::planning;
  made.task.instructions = "Read the mission's prompt and break it down into tasks.";
  made.task.mission = row.mission.id;
  made.task.repository_url = row.mission.repository;
  made.mission_key = row.key;
  TRY(insert_task(change, made, {}));
  count_task(row, made.task, 1);
  return enqueue_if_due(change, made.key, change.now);
}

std::string plan_title(const model::Plan& plan) { return cat("Plan with ", plural(plan.tasks.size(), "task")); }

Result<Mission> read_mission(Database& database, const model::MissionId& id) {
  TRY_ASSIGN(auto row, load_mission(database, id));
  TRY(load_texts(database, row));
  TRY(load_pack(database, row));
  return std::move(row.mission);
}

bool matches(const Mission& mission, std::string_view text) {
  return text.empty() || icontains(mission.title, text) || icontains(mission.prompt, text);
}

}  // namespace

Result<Mission> Store::create_mission(const MissionDraft& draft, std::string_view actor) {
  if (draft.plan) TRY(check_plan(*draft.plan));
  return change(actor, [&](Change& now) -> Result<Mission> {
    const auto mission = mission_from(draft);
    TRY(insert_mission(now, mission));
    TRY_ASSIGN(auto row, load_mission(now.database, mission.id));
    TRY(insert_head(now, row.key));
    TRY(write_criteria(now, row, draft.criteria));
    TRY(insert_checks(now, row, draft.checks));
    if (draft.plan) TRY(materialize(now, row, *draft.plan));
    if (!draft.plan && draft.planning_task) TRY(add_planning_task(now, row));
    if (draft.plan) TRY(save_mission_state(now, row));
    TRY_ASSIGN(const auto told, save_mission(now, row));
    TRY(append(now, row.key, mission.id,
               {CheckpointKind::created, cat("Created: ", mission.title),
                lines({draft.repository.empty() ? "" : cat("in ", draft.repository, " at ", draft.base_commit),
                       excerpt(to_utf8(draft.prompt), 2000)})}));
    if (draft.plan) {
      TRY(append(now, row.key, mission.id, {CheckpointKind::plan_materialized, plan_title(*draft.plan), told}));
    }
    return read_mission(now.database, mission.id);
  });
}

Result<Mission> Store::mission(const model::MissionId& id) {
  return transact(*m_database, Access::read, [&] { return read_mission(*m_database, id); });
}

Result<MissionPage> Store::missions(const MissionFilter& filter) {
  MissionRange range{filter.status, filter.story, INT64_MAX};
  if (!filter.before.empty()) {
    const auto before = parse_uint(filter.before);
    if (!before || *before > INT64_MAX)
      return invalid_input(cat("not a cursor of a list: ", excerpt(filter.before, 40)));
    range.before = static_cast<std::int64_t>(*before);
  }
  const size_t limit = std::clamp(filter.limit, 1U, k_largest_page);
  MissionPage page;
  std::int64_t last = 0;
  TRY(each_mission(*m_database, range, [&](MissionRow& row) -> Result<Flow> {
    if (!matches(row.mission, filter.text)) return Flow::go_on;
    if (page.missions.size() == limit) {
      page.next = cat(last);
      return Flow::stop;
    }
    last = row.key;
    row.mission.prompt = excerpt(row.mission.prompt, k_listed_prompt);
    page.missions.push_back(std::move(row.mission));
    return Flow::go_on;
  }));
  return page;
}

Result<std::vector<model::TaskId>> Store::active_tasks(const model::MissionId& id) {
  return transact(*m_database, Access::read, [&]() -> Result<std::vector<model::TaskId>> {
    TRY_ASSIGN(const auto row, load_mission(*m_database, id));
    std::vector<model::TaskId> out;
    TRY(m_database->each(k_active_tasks, {row.key}, [&](const Row& found) -> Result<Flow> {
      out.emplace_back(std::string(found.text(0)));
      return Flow::go_on;
    }));
    return out;
  });
}

Result<void> Store::attach_plan(const model::MissionId& id, const model::Plan& plan, std::string_view plan_text,
                                std::string_view actor) {
  TRY(check_plan(plan));
  return change(actor, [&](Change& now) { return store::attach_plan(now, id, plan, plan_text); });
}

Result<void> attach_plan(Change& change, const model::MissionId& id, const model::Plan& plan,
                         std::string_view plan_text) {
  TRY_ASSIGN(auto row, load_mission(change.database, id));
  if (row.mission.facts.landed || row.mission.facts.closed) {
    return conflict(cat("mission ", id.text, " has landed; open a new mission for more work"));
  }
  if (row.mission.facts.has_plan) {
    return conflict(cat("mission ", id.text, " already has a plan; add further tasks one by one (assay task add)"));
  }
  TRY(load_pack(change.database, row));
  TRY_ASSIGN(const auto set_back, set_back_results(change, row));
  TRY(materialize(change, row, plan));
  TRY_ASSIGN(const auto saved, change.database.run(k_save_plan, {row.key, plan_text}));
  if (saved != 1) return broken_seal(cat("the texts of mission ", id.text));
  row.pack_changed = true;
  TRY(save_mission_state(change, row));
  TRY_ASSIGN(const auto told, save_mission(change, row));
  return append(change, row.key, id, {CheckpointKind::plan_materialized, plan_title(plan), lines({set_back, told})});
}

}  // namespace assay::store
