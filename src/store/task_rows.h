// Rows of tasks, their texts and dependencies.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/transition.h"
#include "store/change.h"
#include "store/database/database.h"

namespace assay::store {

struct TaskRow {
  std::int64_t key = 0;
  std::optional<std::int64_t> mission_key, parent_key, checker_for_key;
  std::uint32_t dependencies = 0;  // how many it has; they are in task.depends_on
  model::Task task;
};

Result<TaskRow> load_task(Database& database, const model::TaskId& id);
Result<std::optional<TaskRow>> latest_checker(Database& database, std::int64_t checked_key);

// Writes a new task with its texts and dependencies; fills in the key.
Result<void> insert_task(Change& change, TaskRow& row, std::span<const std::int64_t> dependencies);
Result<void> insert_dependencies(Change& change, std::int64_t key, std::span<const std::int64_t> dependencies);
Result<void> save_task(Change& change, const TaskRow& row);
Result<void> save_checker_report(Change& change, const TaskRow& row);
Result<void> save_context(Change& change, const TaskRow& row);
Result<void> save_order(Change& change, const TaskRow& row);  // what a person may change of it

Result<void> write_accepted(Change& change, std::int64_t task_key, std::string_view commit);

// Of one mission, in order of creation; with no mission those that stand alone.
enum class Checkers { without, with };
Result<std::vector<model::Task>> load_tasks(Database& database, std::optional<std::int64_t> mission_key,
                                            Checkers checkers);

// Only what the move asks about is looked up, by index.
Result<model::Surroundings> surroundings_of(Database& database, const TaskRow& row, model::Move move);

// Whether `from` waits for `target`, straight or through others: for its dependencies, and as a
// parent for its subtasks.
Result<bool> waits_for(Database& database, std::span<const std::int64_t> from, std::int64_t target);

}  // namespace assay::store
