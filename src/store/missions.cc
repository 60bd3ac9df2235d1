#include "store/missions.h"

#include <algorithm>

#include "base/hash.h"
#include "store/database/id_prefix.h"
#include "store/database/rows.h"
#include "store/job_rows.h"
#include "store/mission_rows.h"
#include "store/pack_rows.h"
#include "store/plan_tasks.h"

namespace assay::store {

using model::CheckpointKind;
using model::Mission;

namespace {

constexpr size_t k_listed_prompt = 4096;
constexpr size_t k_longest_title = 1000;  // longer ones are refused where people give them

constexpr Query k_latest_mission{"SELECT id FROM missions ORDER BY key DESC LIMIT 1"};
constexpr Query k_missions_named{"SELECT id, title FROM missions WHERE id >= $1 AND id < $2 ORDER BY id LIMIT 6"};

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

Missions Store::missions() const { return Missions(*m_database); }
MissionChanges Changes::missions() const { return MissionChanges(*this); }

Result<Mission> MissionChanges::add(const MissionDraft& draft) {
  if (draft.plan) TRY(check_plan(*draft.plan));
  return m_changes.make([&](Change& now) -> Result<Mission> {
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

Result<Mission> Missions::find(const model::MissionId& id) const {
  return transact(m_database, Access::read, [&] { return read_mission(m_database, id); });
}

Result<MissionPage> Missions::list(const MissionFilter& filter) const {
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
  TRY(each_mission(m_database, range, [&](MissionRow& row) -> Result<Flow> {
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

Result<model::MissionId> Missions::resolve(std::string_view prefix) const {
  if (!trim(prefix).empty()) {
    TRY_ASSIGN(auto id,
               find_id(m_database, {"mission", "mission-", k_missions_named, "see assay mission list"}, prefix));
    return model::MissionId(std::move(id));
  }
  TRY_ASSIGN(auto latest,
             (first<std::string>(m_database, k_latest_mission, {}, [](Columns& columns) { return columns.text(); })));
  if (!latest) return not_found("there is no mission yet; make one with: assay mission new \"what is to be done\"");
  return model::MissionId(std::move(*latest));
}

}  // namespace assay::store
