// Which commit of a task's branch was accepted. What is added to the branch later was not.
#include "store/database/rows.h"
#include "store/mission_rows.h"
#include "store/task_rows.h"
#include "store/tasks.h"

namespace assay::store {

namespace {

constexpr Query k_insert_accepted{
    "INSERT INTO accepted_work (task_key, commit_id, actor, accepted_at) VALUES ($1, $2, $3, $4)"};
constexpr Query k_accepted_of_mission{
    "SELECT t.id, a.commit_id, a.actor, a.accepted_at, intact(accepted_work a) FROM tasks t "
    "JOIN accepted_work a ON a.task_key = t.key WHERE t.mission_key = $1 AND NOT EXISTS (SELECT 1 FROM accepted_work b "
    "WHERE b.task_key = a.task_key AND b.key > a.key) ORDER BY a.key"};

}  // namespace

Result<void> write_accepted(Change& change, std::int64_t task_key, std::string_view commit) {
  TRY(change.database.run(k_insert_accepted, {task_key, commit, change.actor, change.now}));
  return {};
}

Result<std::vector<AcceptedWork>> Tasks::accepted_work(const model::MissionId& mission) const {
  return transact(m_database, Access::read, [&]() -> Result<std::vector<AcceptedWork>> {
    std::vector<AcceptedWork> out;
    TRY_ASSIGN(const auto row, load_mission(m_database, mission));
    TRY(m_database.each(k_accepted_of_mission, {row.key}, [&](const Row& found) -> Result<Flow> {
      Columns columns(found);
      AcceptedWork work;
      work.task = model::TaskId(columns.text());
      work.commit = columns.text();
      work.actor = columns.text();
      work.accepted_at = columns.time();
      out.push_back(std::move(work));
      return Flow::go_on;
    }));
    return out;
  });
}

}  // namespace assay::store
