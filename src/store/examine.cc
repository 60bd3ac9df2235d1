// The store against itself: every counter and status counted again from the rows it stands for, every head
// against the tail of its chain. It reads everything, so it is for `assay doctor` and the tests.
#include <unordered_map>

#include "audit/chain.h"
#include "store/database/rows.h"
#include "store/database/seals.h"
#include "store/lanes.h"
#include "store/mission_rows.h"

namespace assay::store {

namespace {

constexpr size_t k_most_faults = 100;

constexpr Query k_every_task{
    "SELECT mission_key, kind, state, count(*) FROM tasks "
    "WHERE mission_key IS NOT NULL AND checker_for_key IS NULL GROUP BY mission_key, kind, state"};
constexpr Query k_every_check{"SELECT mission_key, status, count(*) FROM checks GROUP BY mission_key, status"};
constexpr Query k_every_tail{
    "SELECT c.mission_key, c.number, c.hash, t.count FROM checkpoints c JOIN "
    "(SELECT mission_key, max(number) AS last, count(*) AS count FROM checkpoints GROUP BY mission_key) t "
    "ON t.mission_key = c.mission_key AND t.last = c.number"};
constexpr Query k_every_head{"SELECT mission_key, count, hash FROM chain_heads"};
constexpr Query k_every_key{"SELECT key FROM missions ORDER BY key"};
constexpr Query k_wrong_checkers{"SELECT id FROM tasks WHERE checker_for_key IS NOT NULL AND mission_key IS NOT NULL"};
constexpr Query k_wrong_jobs{
    "SELECT t.id, t.state, j.state FROM jobs j JOIN tasks t ON t.key = j.task_key "
    "WHERE (j.state = 'queued' AND t.state <> 'pending') OR (j.state = 'leased' AND t.state <> 'running')"};
constexpr Query k_forgotten_tasks{
    "SELECT t.id FROM tasks t WHERE t.state = 'pending' AND t.parent_key IS NULL AND NOT EXISTS (SELECT 1 FROM jobs j "
    "WHERE j.name = 'task:' || t.id AND j.state <> 'done') AND NOT EXISTS (SELECT 1 FROM task_dependencies d "
    "JOIN tasks o ON o.key = d.dependency_key WHERE d.task_key = t.key AND o.state <> 'completed') AND NOT EXISTS "
    "(SELECT 1 FROM tasks s WHERE s.parent_key = t.key AND s.state <> 'completed' AND s.state <> 'cancelled')"};
constexpr Query k_wrong_costs{
    "SELECT t.id FROM tasks t JOIN (SELECT task_key, sum(cost_usd) AS cost FROM runs GROUP BY task_key) r "
    "ON r.task_key = t.key WHERE t.cost_usd < r.cost - 0.000001"};
constexpr Query k_count_tasks{"SELECT count(*) FROM tasks"};
constexpr Query k_count_checkpoints{"SELECT count(*) FROM checkpoints"};

struct Recount {
  model::TaskCounts planning, work;
  model::CheckCounts checks;
  std::uint64_t tail = 0, checkpoints = 0;
  std::string tail_hash = std::string(audit::k_first_previous);
  std::optional<std::uint64_t> head;
  std::string head_hash;
};
using Recounts = std::unordered_map<std::int64_t, Recount>;

Result<void> recount_tasks(Database& database, Recounts& recounts) {
  return database.each(k_every_task, {}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    auto& recount = recounts[columns.integer()];
    model::Task task;
    task.mission = model::MissionId("any");
    task.kind = columns.named(model::task_kind_named);
    task.state = columns.named(model::task_state_named);
    TRY(columns.done("a task"));
    const auto where = counted(task);
    if (where == model::Counted::planning) recount.planning[task.state] += columns.count();
    if (where == model::Counted::work) recount.work[task.state] += columns.count();
    return Flow::go_on;
  });
}

Result<void> recount_checks(Database& database, Recounts& recounts) {
  return database.each(k_every_check, {}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    auto& recount = recounts[columns.integer()];
    const auto status = columns.named(model::acceptance_status_named);
    TRY(columns.done("a check"));
    recount.checks[status] = columns.count();
    return Flow::go_on;
  });
}

Result<void> recount_chains(Database& database, Recounts& recounts) {
  TRY(database.each(k_every_tail, {}, [&](const Row& row) -> Result<Flow> {
    auto& recount = recounts[row.integer(0)];
    recount.tail = static_cast<std::uint64_t>(row.integer(1));
    recount.tail_hash = row.text(2);
    recount.checkpoints = static_cast<std::uint64_t>(row.integer(3));
    return Flow::go_on;
  }));
  return database.each(k_every_head, {}, [&](const Row& row) -> Result<Flow> {
    auto& recount = recounts[row.integer(0)];
    recount.head = static_cast<std::uint64_t>(row.integer(1));
    recount.head_hash = row.text(2);
    return Flow::go_on;
  });
}

std::vector<std::string> faults_of(const MissionRow& row, const Recount& recount) {
  const auto& mission = row.mission;
  std::vector<std::string> faults;
  const auto fault = [&](std::string_view what) { faults.push_back(cat("mission ", mission.id.text, ": ", what)); };
  auto facts = mission.facts;
  if (facts.planning != recount.planning || facts.work != recount.work) fault("its task counters are wrong");
  if (row.checks != recount.checks) fault("its check counters are wrong");
  facts.planning = recount.planning;
  facts.work = recount.work;
  facts.acceptance = pack_status(recount.checks);
  if (derive_status(facts) != mission.status) {
    fault(cat("its status is ", name(mission.status), ", its facts say ", name(derive_status(facts))));
  }
  if (derive_story(facts) != mission.story) {
    fault(cat("its story is ", name(mission.story), ", its facts say ", name(derive_story(facts))));
  }
  if (!recount.head) {
    fault("the head of its history is missing");
  } else if (*recount.head != recount.tail || recount.tail != recount.checkpoints ||
             recount.head_hash != recount.tail_hash) {
    fault(cat("its history was cut or changed: ", plural(recount.checkpoints, "checkpoint"), ", its head counts ",
              *recount.head));
  }
  return faults;
}

Result<std::uint64_t> rows_in(Database& database, const Query& query) {
  TRY_ASSIGN(const auto count, (first<std::int64_t>(database, query, {}, [](Columns& c) { return c.integer(); })));
  return static_cast<std::uint64_t>(count.value_or(0));
}

Result<void> compare(Database& database, const Recounts& recounts, Store::Health& health) {
  const auto add = [&](std::string fault) {
    if (health.faults.size() < k_most_faults) health.faults.push_back(std::move(fault));
  };
  const Recount nothing;
  TRY(database.each(k_every_key, {}, [&](const Row& found) -> Result<Flow> {
    ++health.missions;
    TRY_ASSIGN(const auto row, load_mission(database, found.integer(0), Seals::not_compared));
    const auto recount = recounts.find(row.key);
    for (auto& fault : faults_of(row, recount == recounts.end() ? nothing : recount->second)) add(std::move(fault));
    return Flow::go_on;
  }));
  TRY(database.each(k_wrong_checkers, {}, [&](const Row& found) -> Result<Flow> {
    add(cat("checker ", found.text(0), " belongs to a mission"));
    return Flow::go_on;
  }));
  TRY(database.each(k_wrong_jobs, {}, [&](const Row& found) -> Result<Flow> {
    add(cat("task ", found.text(0), " is ", found.text(1), ", its job is ", found.text(2)));
    return Flow::go_on;
  }));
  TRY(database.each(k_forgotten_tasks, {}, [&](const Row& found) -> Result<Flow> {
    add(cat("task ", found.text(0), " is due and has no job"));
    return Flow::go_on;
  }));
  TRY_ASSIGN(auto forgotten, forgotten_lanes(database));
  for (auto& fault : forgotten) add(std::move(fault));
  return database.each(k_wrong_costs, {}, [&](const Row& found) -> Result<Flow> {
    add(cat("task ", found.text(0), " has cost more than it says"));
    return Flow::go_on;
  });
}

}  // namespace

Result<Store::Health> Store::examine() const {
  return transact(*m_database, Access::read, [&]() -> Result<Health> {
    Health health;
    health.driver = m_database->driver();
    TRY_ASSIGN(health.schema, m_database->schema());
    TRY_ASSIGN(health.faults, m_database->integrity_faults());
    Recounts recounts;
    TRY(recount_tasks(*m_database, recounts));
    TRY(recount_checks(*m_database, recounts));
    TRY(recount_chains(*m_database, recounts));
    TRY(compare(*m_database, recounts, health));
    TRY_ASSIGN(const auto broken, broken_seals(*m_database));
    for (const auto& fault : broken) {
      if (health.faults.size() < k_most_faults) health.faults.push_back(fault);
    }
    TRY_ASSIGN(health.tasks, rows_in(*m_database, k_count_tasks));
    TRY_ASSIGN(health.checkpoints, rows_in(*m_database, k_count_checkpoints));
    return health;
  });
}

}  // namespace assay::store
