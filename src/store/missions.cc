#include "store/missions.h"

#include <algorithm>

#include "base/hash.h"
#include "store/database/id_prefix.h"
#include "store/database/rows.h"
#include "store/job_rows.h"
#include "store/mission_rows.h"
#include "store/pack_rows.h"
#include "store/plan_tasks.h"
#include "store/search.h"

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

constexpr Query k_task_names{"SELECT name, id FROM tasks WHERE mission_key = $1"};
constexpr Query k_kinds{
    "SELECT status, story, landed_at IS NOT NULL, shipping_at IS NOT NULL, count(*) FROM missions GROUP BY 1, 2, 3, 4"};

Result<bool> fits_search(Database& database, const Search& search, const MissionRow& row) {
  const auto& mission = row.mission;
  auto found = search.in(mission.title) | search.in(mission.prompt) | search.in_id(mission.id.text) |
               search.in(name(mission.status)) | search.in(name(mission.story));
  if (search.is_all(found)) return true;
  TRY(database.each(k_task_names, {row.key}, [&](const Row& task) -> Result<Flow> {
    found |= search.in(task.text(0)) | search.in_id(task.text(1));
    return search.is_all(found) ? Flow::stop : Flow::go_on;
  }));
  return search.is_all(found);
}

constexpr Query k_unchecked{
    "SELECT 1 FROM tasks t WHERE t.mission_key = $1 AND t.state = 'ready' AND NOT EXISTS (SELECT 1 FROM tasks c WHERE "
    "c.checker_for_key = t.key AND c.state IN ('pending', 'running')) LIMIT 1"};

// What is ready and has a checker at work waits for that first.
Result<bool> waits_for_person(Database& database, const MissionRow& row) {
  const auto& mission = row.mission;
  const auto& work = mission.facts.work;
  const bool to_fix = mission.story == model::StoryState::needs_fix && !mission.facts.closed;
  if (!mission.hold.empty() || to_fix || mission.status == model::MissionStatus::blocked ||
      mission.status == model::MissionStatus::ready_to_land || work[model::TaskState::failed] > 0 ||
      work[model::TaskState::blocked] > 0) {
    return true;
  }
  if (work[model::TaskState::ready] == 0) return false;
  bool found = false;
  TRY(database.each(k_unchecked, {row.key}, [&](const Row&) -> Result<Flow> {
    found = true;
    return Flow::stop;
  }));
  return found;
}

bool has_task(const Mission& mission, model::TaskState state) {
  return mission.facts.work[state] + mission.facts.planning[state] > 0;
}

// Every mission that fits, newest first.
Result<void> each_fitting(Database& database, const MissionFilter& filter, std::int64_t before,
                          const std::function<Result<Flow>(MissionRow&)>& on_mission) {
  TRY_ASSIGN(const auto search, Search::of(filter.text));
  const MissionRange range{filter.status, filter.story, before, filter.column, filter.mission.text};
  return each_mission(database, range, [&](MissionRow& row) -> Result<Flow> {
    if (filter.with_task && !has_task(row.mission, *filter.with_task)) return Flow::go_on;
    if (filter.waits_for_person) {
      TRY_ASSIGN(const bool waits, waits_for_person(database, row));
      if (!waits) return Flow::go_on;
    }
    if (!search.is_empty()) {
      TRY_ASSIGN(const bool fits, fits_search(database, search, row));
      if (!fits) return Flow::go_on;
    }
    return on_mission(row);
  });
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
  std::int64_t before = INT64_MAX;
  if (!filter.before.empty()) {
    const auto given = parse_uint(filter.before);
    if (!given || *given > INT64_MAX) return invalid_input(cat("not a cursor of a list: ", excerpt(filter.before, 40)));
    before = static_cast<std::int64_t>(*given);
  }
  const size_t limit = std::clamp(filter.limit, 1U, k_largest_page);
  MissionPage page;
  std::int64_t last = 0;
  TRY(each_fitting(m_database, filter, before, [&](MissionRow& row) -> Result<Flow> {
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

Result<model::ColumnCounts> Missions::count(const MissionFilter& filter) const {
  model::ColumnCounts out{};
  const auto add = [&](const Mission& mission, std::uint64_t n) {
    out[static_cast<size_t>(model::column_of(mission))] += n;
  };
  const bool all = trim(filter.text).empty() && !filter.with_task && !filter.waits_for_person && !filter.status &&
                   !filter.story && !filter.column && filter.mission.empty();
  if (!all) {
    TRY(each_fitting(m_database, filter, INT64_MAX, [&](MissionRow& row) -> Result<Flow> {
      add(row.mission, 1);
      return Flow::go_on;
    }));
    return out;
  }
  const OnRow on_kind = [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    Mission mission;
    mission.status = columns.named(model::mission_status_named);
    mission.story = columns.named(model::story_state_named);
    mission.facts.landed = columns.flag();
    mission.facts.shipping = columns.flag();
    add(mission, static_cast<std::uint64_t>(columns.integer()));
    TRY(columns.done("missions"));
    return Flow::go_on;
  };
  TRY(m_database.each(k_kinds, {}, on_kind));
  return out;
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
