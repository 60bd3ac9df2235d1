// Some tasks of a mission, chosen by narrow columns; only those that were chosen are read whole. A mission of 5,000
// tasks is shown with a dozen of them.
#include <algorithm>

#include "store/database/rows.h"
#include "store/mission_rows.h"
#include "store/search.h"
#include "store/task_rows.h"
#include "store/tasks.h"

namespace assay::store {

using model::Task;
using model::TaskState;

namespace {

constexpr Query k_narrow{"SELECT key, id, name, state FROM tasks WHERE mission_key = $1 ORDER BY key"};
constexpr Query k_narrow_without_checked{
    "SELECT key, id, name, state FROM tasks t WHERE mission_key = $1 AND NOT (state = 'ready' AND EXISTS (SELECT 1 "
    "FROM "
    "tasks c WHERE c.checker_for_key = t.key AND c.state = 'running')) ORDER BY key"};

struct Candidate {
  model::TaskId id;
  int rank = 0;
};

// What matches the search, then what waits for a person, then what goes on.
int rank_of(TaskState state, bool matches) {
  const int urgency = state == TaskState::failed || state == TaskState::blocked ? 0
                      : state == TaskState::ready                               ? 1
                      : state == TaskState::running                             ? 2
                      : state == TaskState::pending                             ? 3
                                                                                : 4;
  return matches ? urgency : urgency + 10;
}

}  // namespace

Result<std::vector<Task>> Tasks::some_of(const model::MissionId& mission, const TaskChoice& choice) const {
  TRY_ASSIGN(const auto search, Search::of(choice.text));
  return transact(m_database, Access::read, [&]() -> Result<std::vector<Task>> {
    TRY_ASSIGN(const auto row, load_mission(m_database, mission));
    std::vector<Candidate> found;
    const OnRow on_row = [&](const Row& each) -> Result<Flow> {
      Columns columns(each);
      columns.integer();
      Candidate task{model::TaskId(columns.text())};
      const auto name = columns.view();
      const bool matches = !search.is_empty() && (search.in(name) | search.in(task.id.text)) != 0;
      const auto state = columns.named(model::task_state_named);
      TRY(columns.done(cat("task ", task.id.text)));
      if (choice.state && state != *choice.state) return Flow::go_on;
      task.rank = rank_of(state, matches);
      found.push_back(std::move(task));
      return Flow::go_on;
    };
    const bool all = choice.being_checked == BeingChecked::among_them;
    TRY(m_database.each(all ? k_narrow : k_narrow_without_checked, {row.key}, on_row));
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    if (found.size() > choice.limit) found.resize(choice.limit);
    std::vector<Task> out;
    for (const auto& each : found) {
      TRY_ASSIGN(auto task, load_task(m_database, each.id));
      out.push_back(std::move(task.task));
    }
    return out;
  });
}

}  // namespace assay::store
