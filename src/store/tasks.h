// Tasks: the work of a mission, and the moves from one state to the next.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/checkpoint.h"
#include "model/plan.h"
#include "model/task.h"
#include "model/transition.h"
#include "store/store.h"

namespace assay::store {

struct TaskDraft {
  model::PlannedTask task;  // depends_on and parent hold task ids here
  model::MissionId mission;
  model::TaskId checker_for;
  std::string repository_url;
};

struct TaskMove {
  model::TaskId task;
  model::Move move = model::Move::start;
  std::string reason;                   // for people; required by none
  std::string report;                   // the checker's, with Move::flag
  std::string detail = {};              // more for the history: what changed, how it ended
  std::optional<Time> not_before = {};  // where the move leads to pending: when it may be taken on
  std::string commit = {};              // where the move completes it: the tip of its branch that was accepted
};

// The commit of a task's branch that was accepted when the task was completed, and by whom.
struct AcceptedWork {
  model::TaskId task;
  std::string commit;
  std::string actor;
  Time accepted_at;
};

struct TaskFilter {
  std::optional<model::TaskState> state;
  bool with_checkers = false;
};

// Ready tasks whose checker runs.
enum class BeingChecked { among_them, left_out };

// Those to show where there is no room for all: what matches the search, then what waits for a person, then what goes
// on; in order of creation.
struct TaskChoice {
  std::optional<model::TaskState> state;
  std::string text;         // as MissionFilter::text
  std::uint32_t limit = 1;  // at most so many
  BeingChecked being_checked = BeingChecked::among_them;
};

// A progress mark that no move implies: task_progress, task_stalled, planning_started.
struct Progress {
  model::TaskId task;
  model::CheckpointKind kind = model::CheckpointKind::task_progress;
  std::string title;
  std::string detail;
};

// What a person changes of a task; what is not given stays.
struct TaskEdit {
  std::optional<std::string> name, instructions, acceptance_criteria, agent;
  std::optional<std::vector<std::string>> files_modified;
  std::optional<std::int64_t> timeout_ms;
  std::optional<std::uint32_t> max_attempts;
};

class Tasks {
 public:
  explicit Tasks(Database& database) : m_database(database) {}

  Result<model::Task> find(const model::TaskId& id) const;
  Result<std::vector<model::Task>> of(const model::MissionId& mission, const TaskFilter& filter) const;
  Result<std::vector<model::Task>> parts_of(const model::TaskId& id) const;  // its subtasks, and theirs; oldest first
  Result<std::vector<model::Task>> some_of(const model::MissionId& mission, const TaskChoice& choice) const;
  Result<std::vector<model::TaskId>> active(const model::MissionId& mission) const;
  Result<std::optional<model::Task>> checker_of(const model::TaskId& checked) const;  // the latest
  Result<model::TaskId> resolve(std::string_view prefix) const;                       // with or without "task-"
  // The latest of each task; none for tasks that were completed without a branch.
  Result<std::vector<AcceptedWork>> accepted_work(const model::MissionId& mission) const;

 private:
  Database& m_database;
};

class TaskChanges {
 public:
  explicit TaskChanges(Changes changes) : m_changes(std::move(changes)) {}

  Result<model::Task> add(const TaskDraft& draft);
  // Conflict while it runs, and when it is finished: what was asked of work that is done does not change.
  Result<model::Task> edit(const model::TaskId& id, const TaskEdit& edit);
  Result<model::Task> move(const TaskMove& move);
  // All in one transaction; one that is refused changes nothing and does not touch the others.
  Result<std::vector<Result<model::Task>>> move_all(std::span<const TaskMove> moves);
  Result<void> note_progress(const Progress& progress);

 private:
  Changes m_changes;
};

}  // namespace assay::store
