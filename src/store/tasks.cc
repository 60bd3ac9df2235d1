#include "store/tasks.h"

#include <algorithm>

#include "store/database/id_prefix.h"
#include "store/database/seals.h"
#include "store/job_rows.h"
#include "store/mission_rows.h"
#include "store/moves.h"
#include "store/pack_rows.h"
#include "store/plan_tasks.h"
#include "store/task_rows.h"

namespace assay::store {

using model::CheckpointKind;
using model::Task;
using model::TaskKind;
using model::TaskState;

namespace {

constexpr Query k_parts{
    "WITH RECURSIVE part(key) AS (SELECT s.key FROM tasks p JOIN tasks s ON s.parent_key = p.key WHERE p.id = $1 "
    "UNION SELECT s.key FROM part JOIN tasks s ON s.parent_key = part.key) "
    "SELECT t.id FROM part JOIN tasks t ON t.key = part.key ORDER BY t.key"};
constexpr Query k_active_tasks{
    "SELECT id FROM tasks WHERE mission_key = $1 AND state IN ('pending', 'running', 'blocked') ORDER BY key"};
constexpr Query k_tasks_named{"SELECT id, name FROM tasks WHERE id >= $1 AND id < $2 ORDER BY id LIMIT 6"};

bool is_finished(TaskState state) { return state == TaskState::completed || state == TaskState::cancelled; }

Error cannot_add(const TaskDraft& draft, std::string_view why) {
  return conflict(cat("cannot add task \"", excerpt(draft.task.name, 80), "\": ", why));
}

Result<void> check_mission(const TaskDraft& draft, const model::Mission& mission) {
  // A validation follows the landing; everything else is work, and no work lands after it.
  if (mission.facts.closed || (mission.facts.landed && draft.task.kind != TaskKind::validation)) {
    return cannot_add(draft, cat("mission ", mission.id.text, " has landed; open a new mission for more work"));
  }
  return {};
}

Result<void> check_checked(Database& database, const TaskDraft& draft, const TaskRow& checked) {
  const auto& id = checked.task.id.text;
  if (checked.task.is_checker()) return cannot_add(draft, cat("task ", id, " is a checker; checkers are not checked"));
  if (checked.task.is_subtask()) return cannot_add(draft, cat("task ", id, " is a subtask; subtasks are not checked"));
  TRY_ASSIGN(const auto earlier, latest_checker(database, checked.key));
  const bool open = earlier && !is_finished(earlier->task.state) && earlier->task.state != TaskState::failed;
  if (open) {
    return cannot_add(
        draft, cat("task ", id, " has a checker already: ", earlier->task.id.text, " is ", name(earlier->task.state)));
  }
  return {};
}

Result<void> place_under_parent(Database& database, const TaskDraft& draft, TaskRow& made) {
  TRY_ASSIGN(const auto parent, load_task(database, model::TaskId(draft.task.parent)));
  const auto& id = parent.task.id.text;
  if (parent.mission_key != made.mission_key)
    return cannot_add(draft, cat("its parent ", id, " is of another mission"));
  if (parent.task.is_checker()) return cannot_add(draft, cat("task ", id, " is a checker and has no subtasks"));
  if (is_finished(parent.task.state)) return cannot_add(draft, cat("its parent ", id, " is ", name(parent.task.state)));
  made.parent_key = parent.key;
  return {};
}

Result<std::vector<std::int64_t>> dependency_keys(Database& database, const TaskDraft& draft, const TaskRow& made) {
  std::vector<std::int64_t> keys;
  for (const auto& id : draft.task.depends_on) {
    TRY_ASSIGN(const auto dependency, load_task(database, model::TaskId(id)));
    if (dependency.mission_key != made.mission_key || dependency.task.is_checker()) {
      return cannot_add(draft, cat("task ", id, " that it would depend on is of another mission"));
    }
    if (std::find(keys.begin(), keys.end(), dependency.key) == keys.end()) keys.push_back(dependency.key);
  }
  if (made.parent_key) {
    TRY_ASSIGN(const bool circle, waits_for(database, keys, *made.parent_key));
    if (circle) {
      return cannot_add(draft, cat("it would depend on its parent ", draft.task.parent,
                                   ", which waits for it: neither could finish"));
    }
  }
  return keys;
}

// The mission's side of a new task.
Result<void> tell_mission(Change& change, MissionRow& row, const Task& task) {
  count_task(row, task, 1);
  std::string set_back;
  if (counted(task) == model::Counted::work) {
    TRY_ASSIGN(set_back, set_back_results(change, row));
  }
  TRY_ASSIGN(const auto told, save_mission(change, row));
  return append(change, row.key, row.mission.id,
                {CheckpointKind::edited, cat("Added task: ", task.name), lines({set_back, told}), task.id});
}

// A task that is gone from the list is work that would not be landed, and nobody would miss it.
Result<void> compare_counters(const MissionRow& row, const std::vector<Task>& tasks) {
  model::TaskCounts planning, work;
  for (const auto& task : tasks) {
    const auto where = counted(task);
    if (where == model::Counted::planning) ++planning[task.state];
    if (where == model::Counted::work) ++work[task.state];
  }
  if (planning == row.mission.facts.planning && work == row.mission.facts.work) return {};
  return broken_seal(cat("the list of tasks of mission ", row.mission.id.text));
}

}  // namespace

Result<Task> add_task(Change& change, const TaskDraft& draft) {
  if (trim(draft.task.name).empty()) return invalid_input("a task needs a name");
  TaskRow made;
  made.task = task_from(draft.task);
  made.task.repository_url = draft.repository_url;
  std::optional<MissionRow> mission;
  if (!draft.checker_for.empty()) {
    TRY_ASSIGN(const auto checked, load_task(change.database, draft.checker_for));
    TRY(check_checked(change.database, draft, checked));
    made.checker_for_key = checked.key;
    made.task.checker_for = draft.checker_for;
    made.task.kind = TaskKind::checker;
    if (draft.repository_url.empty()) made.task.repository_url = checked.task.repository_url;
  } else if (!draft.mission.empty()) {
    TRY_ASSIGN(mission, load_mission(change.database, draft.mission));
    TRY(check_mission(draft, mission->mission));
    made.mission_key = mission->key;
    made.task.mission = draft.mission;
    if (draft.repository_url.empty()) made.task.repository_url = mission->mission.repository;
  }
  if (!draft.task.parent.empty()) TRY(place_under_parent(change.database, draft, made));
  TRY_ASSIGN(const auto dependencies, dependency_keys(change.database, draft, made));
  TRY(insert_task(change, made, dependencies));
  if (mission) TRY(tell_mission(change, *mission, made.task));
  TRY(enqueue_if_due(change, made.key, change.now));
  TRY_ASSIGN(auto written, load_task(change.database, made.task.id));
  return std::move(written.task);
}

Tasks Store::tasks() const { return Tasks(*m_database); }
TaskChanges Changes::tasks() const { return TaskChanges(*this); }

Result<Task> TaskChanges::add(const TaskDraft& draft) {
  return m_changes.make([&](Change& now) { return store::add_task(now, draft); });
}

Result<Task> Tasks::find(const model::TaskId& id) const {
  return transact(m_database, Access::read, [&]() -> Result<Task> {
    TRY_ASSIGN(auto row, load_task(m_database, id));
    return std::move(row.task);
  });
}

Result<std::vector<Task>> Tasks::of(const model::MissionId& mission, const TaskFilter& filter) const {
  return transact(m_database, Access::read, [&]() -> Result<std::vector<Task>> {
    std::optional<MissionRow> row;
    if (!mission.empty()) {
      TRY_ASSIGN(row, load_mission(m_database, mission));
    }
    TRY_ASSIGN(auto found, load_tasks(m_database, row ? std::optional(row->key) : std::nullopt,
                                      filter.with_checkers ? Checkers::with : Checkers::without));
    if (row) TRY(compare_counters(*row, found));
    if (filter.state) std::erase_if(found, [&](const Task& task) { return task.state != *filter.state; });
    return found;
  });
}

Result<std::vector<Task>> Tasks::parts_of(const model::TaskId& id) const {
  return transact(m_database, Access::read, [&]() -> Result<std::vector<Task>> {
    std::vector<model::TaskId> parts;
    TRY(m_database.each(k_parts, {id.text}, [&](const Row& found) -> Result<Flow> {
      parts.emplace_back(std::string(found.text(0)));
      return Flow::go_on;
    }));
    std::vector<Task> out;
    for (const auto& part : parts) {
      TRY_ASSIGN(auto row, load_task(m_database, part));
      out.push_back(std::move(row.task));
    }
    return out;
  });
}

Result<std::vector<model::TaskId>> Tasks::active(const model::MissionId& id) const {
  return transact(m_database, Access::read, [&]() -> Result<std::vector<model::TaskId>> {
    TRY_ASSIGN(const auto row, load_mission(m_database, id));
    std::vector<model::TaskId> out;
    TRY(m_database.each(k_active_tasks, {row.key}, [&](const Row& found) -> Result<Flow> {
      out.emplace_back(std::string(found.text(0)));
      return Flow::go_on;
    }));
    return out;
  });
}

Result<std::optional<Task>> Tasks::checker_of(const model::TaskId& checked) const {
  return transact(m_database, Access::read, [&]() -> Result<std::optional<Task>> {
    TRY_ASSIGN(const auto row, load_task(m_database, checked));
    TRY_ASSIGN(auto checker, latest_checker(m_database, row.key));
    if (!checker) return std::optional<Task>();
    return std::optional<Task>(std::move(checker->task));
  });
}

Result<model::TaskId> Tasks::resolve(std::string_view prefix) const {
  if (trim(prefix).empty())
    return invalid_input("name a task by its id or the first letters of it; see assay task list");
  TRY_ASSIGN(auto id, find_id(m_database, {"task", "task-", k_tasks_named, "see assay task list"}, prefix));
  return model::TaskId(std::move(id));
}

Result<void> note_progress(Change& change, const Progress& progress) {
  TRY_ASSIGN(const auto row, load_task(change.database, progress.task));
  if (!row.mission_key) return {};  // a history belongs to a mission
  return append(change, *row.mission_key, row.task.mission,
                {progress.kind, progress.title, progress.detail, progress.task});
}

Result<void> TaskChanges::note_progress(const Progress& progress) {
  return m_changes.make([&](Change& now) { return store::note_progress(now, progress); });
}

}  // namespace assay::store
