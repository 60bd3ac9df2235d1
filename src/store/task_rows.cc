#include "store/task_rows.h"

#include <map>
#include <set>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "store/database/rows.h"
#include "store/database/seals.h"

namespace assay::store {

using model::Task;

namespace {

constexpr std::string_view k_task_columns =
    "SELECT t.key, t.id, t.mission_key, t.parent_key, t.checker_for_key, m.id, p.id, c.id, t.name, t.kind, t.state, "
    "t.reason, t.attempt, t.round, t.max_attempts, t.timeout_ms, t.agent_type, t.max_budget_usd, t.repository_url, "
    "t.cost_usd, t.created_at, t.updated_at, t.started_at, t.finished_at, t.heartbeat_at, x.instructions, "
    "x.acceptance_criteria, x.success_criteria, x.files_modified, x.agent_instructions, x.checker_report, "
    "x.context, t.dependencies, x.seal IS NOT DISTINCT FROM row_seal(task_texts x) AND t.seal IS NOT DISTINCT FROM "
    "row_seal(tasks t)"
    " FROM tasks t JOIN task_texts x ON x.task_key = t.key LEFT JOIN missions m ON m.key = t.mission_key "
    "LEFT JOIN tasks p ON p.key = t.parent_key LEFT JOIN tasks c ON c.key = t.checker_for_key ";

constexpr Query k_task_by_id{k_task_columns, "WHERE t.key = (SELECT key FROM tasks WHERE id = $1)"};
constexpr Query k_tasks_of_mission{k_task_columns, "WHERE t.mission_key = $1 ORDER BY t.key"};
constexpr Query k_alone{k_task_columns,
                        "WHERE t.mission_key IS NULL AND t.checker_for_key IS NULL AND t.parent_key IS NULL "
                        "ORDER BY t.key"};
constexpr Query k_checkers_of_mission{k_task_columns, "WHERE c.mission_key = $1 ORDER BY t.key"};
constexpr Query k_checkers_alone{k_task_columns,
                                 "WHERE t.checker_for_key IS NOT NULL AND c.mission_key IS NULL ORDER BY t.key"};
constexpr Query k_latest_checker{k_task_columns, "WHERE t.checker_for_key = $1 ORDER BY t.key DESC LIMIT 1"};

constexpr Query k_dependencies{
    "SELECT d.task_key, o.id, d.seal IS NOT DISTINCT FROM row_seal(task_dependencies d)"
    " FROM task_dependencies d JOIN tasks o ON o.key = d.dependency_key "
    "WHERE d.task_key = $1 ORDER BY d.position"};
constexpr Query k_dependencies_of_mission{
    "SELECT d.task_key, o.id, d.seal IS NOT DISTINCT FROM row_seal(task_dependencies d)"
    " FROM tasks t JOIN task_dependencies d ON d.task_key = t.key "
    "JOIN tasks o ON o.key = d.dependency_key WHERE t.mission_key = $1 ORDER BY d.task_key, d.position"};
constexpr Query k_open_dependencies{
    "SELECT count(*) FROM task_dependencies d JOIN tasks t ON t.key = d.dependency_key "
    "WHERE d.task_key = $1 AND NOT (t.state = 'completed' AND t.seal IS NOT DISTINCT FROM row_seal(tasks t))"};
constexpr Query k_open_subtasks{
    "SELECT count(*) FROM tasks WHERE parent_key = $1 AND state <> 'completed' AND state <> 'cancelled'"};
constexpr Query k_state{"SELECT state FROM tasks WHERE key = $1"};
constexpr Query k_awaited{
    "SELECT dependency_key FROM task_dependencies WHERE task_key = $1 "
    "UNION SELECT key FROM tasks WHERE parent_key = $1"};

constexpr Query k_insert_task{
    "INSERT INTO tasks (id, mission_key, parent_key, checker_for_key, name, kind, state, max_attempts, timeout_ms, "
    "agent_type, max_budget_usd, repository_url, round, created_at, updated_at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) RETURNING key"};
constexpr Query k_insert_task_texts{
    "INSERT INTO task_texts (task_key, instructions, acceptance_criteria, success_criteria, files_modified, "
    "agent_instructions) VALUES ($1, $2, $3, $4, $5, $6)"};
constexpr Query k_insert_dependency{
    "INSERT INTO task_dependencies (task_key, position, dependency_key) VALUES ($1, $2, $3)"};
constexpr Query k_count_dependencies{"UPDATE tasks SET dependencies = dependencies + $2 WHERE key = $1"};
constexpr Query k_save_task{
    "UPDATE tasks AS t SET state = $2, reason = $3, attempt = $4, round = $5, updated_at = $6, started_at = $7, "
    "finished_at = $8, heartbeat_at = $9 WHERE t.key = $1"};
constexpr Query k_save_order{
    "UPDATE tasks SET name = $2, agent_type = $3, timeout_ms = $4, max_attempts = $5, updated_at = $6 WHERE key = $1"};
constexpr Query k_save_order_texts{
    "UPDATE task_texts SET instructions = $2, acceptance_criteria = $3, files_modified = $4 WHERE task_key = $1"};
constexpr Query k_save_context{"UPDATE task_texts SET context = $2 WHERE task_key = $1"};
constexpr Query k_save_task_report{"UPDATE task_texts SET checker_report = $2 WHERE task_key = $1"};

// ---- lists as JSON -----------------------------------------------------------------------------

std::string written(const std::vector<std::string>& lines) {
  if (lines.empty()) return "[]";
  json::array out;
  for (const auto& line : lines) out.emplace_back(line);
  return write_json(out);
}

std::string written(const std::vector<model::SuccessCriterion>& criteria) {
  if (criteria.empty()) return "[]";
  json::array out;
  for (const auto& criterion : criteria) {
    json::object arguments;
    for (const auto& [key, value] : criterion.arguments) arguments[key] = value;
    out.push_back(json::object{{"id", criterion.id},
                               {"claim", criterion.claim},
                               {"evidence", json::string(name(criterion.evidence))},
                               {"arguments", std::move(arguments)}});
  }
  return write_json(out);
}

Error bad_list(std::string_view what) {
  return corrupt(cat("the store holds ", what, " that cannot be read; run assay doctor"));
}

Result<std::vector<std::string>> read_lines(std::string_view text) {
  std::vector<std::string> lines;
  if (text == "[]") return lines;
  TRY_ASSIGN(const auto value, parse_json(text, "files_modified"));
  if (!value.is_array()) return bad_list("a list of files");
  for (const auto& item : value.get_array()) {
    if (!item.is_string()) return bad_list("a list of files");
    lines.emplace_back(item.get_string());
  }
  return lines;
}

Result<model::SuccessCriterion> read_criterion(const json::value& value) {
  model::SuccessCriterion out;
  const auto* object = value.if_object();
  if (object == nullptr) return bad_list("success criteria");
  for (const auto& [key, field] : *object) {
    const auto* text = field.if_string();
    if (key == "id" && text != nullptr) out.id = std::string(*text);
    if (key == "claim" && text != nullptr) out.claim = std::string(*text);
    if (key == "evidence" && text != nullptr) {
      out.evidence = model::evidence_kind_named(std::string_view(text->data(), text->size())).value_or(out.evidence);
    }
    if (key != "arguments" || !field.is_object()) continue;
    for (const auto& [argument, said] : field.get_object()) {
      if (said.is_string()) out.arguments.emplace_back(std::string(argument), std::string(said.get_string()));
    }
  }
  return out;
}

Result<std::vector<model::SuccessCriterion>> read_criteria(std::string_view text) {
  std::vector<model::SuccessCriterion> out;
  if (text == "[]") return out;
  TRY_ASSIGN(const auto value, parse_json(text, "success_criteria"));
  if (!value.is_array()) return bad_list("success criteria");
  for (const auto& item : value.get_array()) {
    TRY_ASSIGN(auto criterion, read_criterion(item));
    out.push_back(std::move(criterion));
  }
  return out;
}

// ---- rows --------------------------------------------------------------------------------------

Result<TaskRow> read_row(Columns columns) {
  TaskRow row;
  Task& task = row.task;
  row.key = columns.integer();
  task.id = model::TaskId(columns.text());
  row.mission_key = columns.maybe_integer();
  row.parent_key = columns.maybe_integer();
  row.checker_for_key = columns.maybe_integer();
  task.mission = model::MissionId(columns.text());
  task.parent = model::TaskId(columns.text());
  task.checker_for = model::TaskId(columns.text());
  task.name = columns.text();
  task.kind = columns.named(model::task_kind_named);
  task.state = columns.named(model::task_state_named);
  task.reason = columns.text();
  task.attempt = columns.count();
  task.round = columns.count();
  task.max_attempts = columns.count();
  task.timeout_ms = columns.integer();
  task.agent.type = columns.text();
  task.agent.max_budget_usd = columns.maybe_real();
  task.repository_url = columns.text();
  task.cost_usd = columns.real();
  task.created_at = columns.time();
  task.updated_at = columns.time();
  task.started_at = columns.maybe_time();
  task.finished_at = columns.maybe_time();
  task.heartbeat_at = columns.maybe_time();
  task.instructions = columns.text();
  task.acceptance_criteria = columns.text();
  TRY_ASSIGN(task.success_criteria, read_criteria(columns.view()));
  TRY_ASSIGN(task.files_modified, read_lines(columns.view()));
  task.agent.instructions = columns.text();
  task.checker_report = columns.text();
  task.context = columns.text();
  row.dependencies = columns.count();
  const bool sealed = columns.flag();
  TRY(columns.done(cat("task ", task.id.text)));
  if (!sealed) return broken_seal(cat("task ", task.id.text));
  return row;
}

Result<Flow> read_dependency(const Row& row, Task& task) {
  if (row.integer(2) == 0) return broken_seal(cat("a dependency of task ", task.id.text));
  task.depends_on.emplace_back(std::string(row.text(1)));
  return Flow::go_on;
}

Result<void> compare_dependencies(const TaskRow& row) {
  if (row.task.depends_on.size() == row.dependencies) return {};
  return broken_seal(cat("the dependencies of task ", row.task.id.text));
}

Result<std::optional<TaskRow>> load_one(Database& database, const Query& query, Param param) {
  std::optional<TaskRow> found;
  TRY(database.each(query, {param}, [&](const Row& row) -> Result<Flow> {
    TRY_ASSIGN(found, read_row(Columns(row)));
    return Flow::stop;
  }));
  if (!found) return found;
  TRY(database.each(k_dependencies, {found->key},
                    [&](const Row& row) -> Result<Flow> { return read_dependency(row, found->task); }));
  TRY(compare_dependencies(*found));
  return found;
}

Result<std::uint32_t> counted_rows(Database& database, const Query& query, std::int64_t key) {
  TRY_ASSIGN(const auto count, (first<std::uint32_t>(database, query, {key}, [](Columns& c) { return c.count(); })));
  return count.value_or(0);
}

}  // namespace

Result<TaskRow> load_task(Database& database, const model::TaskId& id) {
  TRY_ASSIGN(auto found, load_one(database, k_task_by_id, id.text));
  if (!found) return not_found(cat("there is no task ", id.text, "; see assay task list"));
  if (found->task.id != id) return broken_seal("the index of tasks");
  return std::move(*found);
}

Result<std::optional<TaskRow>> latest_checker(Database& database, std::int64_t checked_key) {
  return load_one(database, k_latest_checker, checked_key);
}

Result<void> insert_task(Change& change, TaskRow& row, std::span<const std::int64_t> dependencies) {
  const Task& task = row.task;
  TRY_ASSIGN(row.key, insert(change.database, k_insert_task,
                             {task.id.text, row.mission_key, row.parent_key, row.checker_for_key, task.name,
                              name(task.kind), name(task.state), task.max_attempts, task.timeout_ms, task.agent.type,
                              task.agent.max_budget_usd, task.repository_url, task.round, change.now}));
  TRY(change.database.run(k_insert_task_texts,
                          {row.key, task.instructions, task.acceptance_criteria, written(task.success_criteria),
                           written(task.files_modified), task.agent.instructions}));
  return insert_dependencies(change, row.key, dependencies);
}

Result<void> insert_dependencies(Change& change, std::int64_t key, std::span<const std::int64_t> dependencies) {
  std::int64_t position = 0;
  for (const auto dependency : dependencies) {
    TRY(change.database.run(k_insert_dependency, {key, position++, dependency}));
  }
  if (position > 0) TRY(change.database.run(k_count_dependencies, {key, position}));
  return {};
}

Result<void> save_task(Change& change, const TaskRow& row) {
  const Task& task = row.task;
  TRY(change.database.run(k_save_task, {row.key, name(task.state), task.reason, task.attempt, task.round,
                                        task.updated_at, task.started_at, task.finished_at, task.heartbeat_at}));
  return {};
}

Result<void> save_checker_report(Change& change, const TaskRow& row) {
  TRY(change.database.run(k_save_task_report, {row.key, row.task.checker_report}));
  return {};
}

Result<void> save_order(Change& change, const TaskRow& row) {
  const auto& task = row.task;
  TRY(change.database.run(k_save_order,
                          {row.key, task.name, task.agent.type, task.timeout_ms, task.max_attempts, change.now}));
  TRY(change.database.run(k_save_order_texts,
                          {row.key, task.instructions, task.acceptance_criteria, written(task.files_modified)}));
  return {};
}

Result<void> save_context(Change& change, const TaskRow& row) {
  TRY(change.database.run(k_save_context, {row.key, row.task.context}));
  return {};
}

Result<std::vector<Task>> load_tasks(Database& database, std::optional<std::int64_t> mission_key, Checkers checkers) {
  std::map<std::int64_t, TaskRow> found;  // by key: the order of creation
  const OnRow on_row = [&](const Row& row) -> Result<Flow> {
    TRY_ASSIGN(auto read, read_row(Columns(row)));
    found.emplace(read.key, std::move(read));
    return Flow::go_on;
  };
  const auto run = [&](const Query& of_mission, const Query& alone) {
    return mission_key ? database.each(of_mission, {*mission_key}, on_row) : database.each(alone, {}, on_row);
  };
  TRY(run(k_tasks_of_mission, k_alone));
  if (checkers == Checkers::with) TRY(run(k_checkers_of_mission, k_checkers_alone));
  const OnRow on_dependency = [&](const Row& row) -> Result<Flow> {
    const auto task = found.find(row.integer(0));
    return task == found.end() ? Result<Flow>(Flow::go_on) : read_dependency(row, task->second.task);
  };
  if (mission_key) TRY(database.each(k_dependencies_of_mission, {*mission_key}, on_dependency));
  std::vector<Task> out;
  for (auto& [key, row] : found) {
    if (!mission_key || row.task.is_checker()) TRY(database.each(k_dependencies, {key}, on_dependency));
    TRY(compare_dependencies(row));
    out.push_back(std::move(row.task));
  }
  return out;
}

Result<model::Surroundings> surroundings_of(Database& database, const TaskRow& row, model::Move move) {
  using enum model::Move;
  model::Surroundings out;
  if (move == start) {
    TRY_ASSIGN(out.open_dependencies, counted_rows(database, k_open_dependencies, row.key));
  }
  if (move == ready || move == complete || move == accept || move == pass) {
    TRY_ASSIGN(out.open_subtasks, counted_rows(database, k_open_subtasks, row.key));
  }
  if (move == retry && row.parent_key) {
    TRY_ASSIGN(const auto state, (first<model::TaskState>(database, k_state, {*row.parent_key}, [](Columns& c) {
                 return c.named(model::task_state_named);
               })));
    out.parent_finished = state == model::TaskState::completed || state == model::TaskState::cancelled;
  }
  return out;
}

Result<bool> waits_for(Database& database, std::span<const std::int64_t> from, std::int64_t target) {
  std::set<std::int64_t> seen(from.begin(), from.end());
  std::vector<std::int64_t> open(from.begin(), from.end());
  while (!open.empty()) {
    const auto key = open.back();
    open.pop_back();
    if (key == target) return true;
    TRY(database.each(k_awaited, {key}, [&](const Row& row) -> Result<Flow> {
      if (seen.insert(row.integer(0)).second) open.push_back(row.integer(0));
      return Flow::go_on;
    }));
  }
  return false;
}

}  // namespace assay::store
