#include "store/plan_tasks.h"

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "base/text.h"
#include "store/database/seals.h"
#include "store/job_rows.h"
#include "store/pack_rows.h"

namespace assay::store {

using model::PlannedTask;

namespace {

constexpr Query k_save_plan{
    "UPDATE mission_texts AS x SET plan = $2 WHERE x.mission_key = $1 AND x.seal = row_seal(mission_texts x)"};

using Places = std::map<std::string_view, size_t>;

Result<Places> places_of(const model::Plan& plan) {
  Places places;
  for (size_t i = 0; i < plan.tasks.size(); ++i) {
    const auto& name = plan.tasks[i].name;
    if (trim(name).empty()) return invalid_input(cat("task ", i + 1, " of the plan has no name"));
    if (!places.emplace(name, i).second) {
      return invalid_input(cat("the plan has two tasks named \"", name, "\"; names must differ"));
    }
  }
  return places;
}

// What a task's completion waits for: its dependencies, and as a parent its subtasks.
using Edges = std::vector<std::vector<size_t>>;

Result<Edges> edges_of(const model::Plan& plan, const Places& places) {
  Edges edges(plan.tasks.size());
  for (size_t i = 0; i < plan.tasks.size(); ++i) {
    const auto& task = plan.tasks[i];
    for (const auto& name : task.depends_on) {
      const auto place = places.find(name);
      if (place == places.end()) {
        return invalid_input(cat("task \"", task.name, "\" depends on \"", name, "\", which the plan does not have"));
      }
      edges[i].push_back(place->second);
    }
    if (task.parent.empty()) continue;
    const auto place = places.find(task.parent);
    if (place == places.end() || place->second >= i) {
      return invalid_input(
          cat("task \"", task.name, "\" is part of \"", task.parent, "\", which does not stand before it in the plan"));
    }
    edges[place->second].push_back(i);
  }
  return edges;
}

// Depth first without recursion: a plan may be a chain of ten thousand tasks.
class CycleSearch {
 public:
  explicit CycleSearch(const Edges& edges) : m_edges(edges), m_color(edges.size(), Color::white) {}

  std::vector<size_t> find() {
    for (size_t start = 0; start < m_edges.size(); ++start) {
      if (m_color[start] != Color::white) continue;
      enter(start);
      while (!m_path.empty()) {
        if (const auto back = advance()) return {std::find(m_path.begin(), m_path.end(), *back), m_path.end()};
      }
    }
    return {};
  }

 private:
  enum class Color { white, open, done };

  void enter(size_t node) {
    m_color[node] = Color::open;
    m_path.push_back(node);
    m_next.push_back(0);
  }
  std::optional<size_t> advance() {
    const size_t node = m_path.back();
    if (m_next.back() == m_edges[node].size()) {
      m_color[node] = Color::done;
      m_path.pop_back();
      m_next.pop_back();
      return std::nullopt;
    }
    const size_t to = m_edges[node][m_next.back()++];
    if (m_color[to] == Color::open) return to;
    if (m_color[to] == Color::white) enter(to);
    return std::nullopt;
  }

  const Edges& m_edges;
  std::vector<Color> m_color;
  std::vector<size_t> m_path, m_next;
};

Error cycle_error(const model::Plan& plan, const std::vector<size_t>& cycle) {
  constexpr size_t k_shown = 8;
  std::string names;
  for (size_t i = 0; i < cycle.size() && i < k_shown; ++i) names += cat("\"", plan.tasks[cycle[i]].name, "\" → ");
  if (cycle.size() > k_shown) names += "… → ";
  return invalid_input(
      cat("tasks of the plan wait for each other: ", names, "\"", plan.tasks[cycle.front()].name, "\""));
}

std::vector<std::int64_t> keys_of(const std::vector<std::string>& names, const Places& places,
                                  const std::vector<TaskRow>& rows) {
  std::vector<std::int64_t> keys;
  for (const auto& name : names) {
    const auto key = rows[places.at(name)].key;
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

}  // namespace

model::Task task_from(const PlannedTask& planned) {
  model::Task task;
  task.id = model::TaskId(cat("task-", random_name(12)));
  task.name = planned.name;
  task.kind = planned.kind;
  task.instructions = planned.instructions;
  task.acceptance_criteria = planned.acceptance_criteria;
  task.success_criteria = planned.success_criteria;
  task.files_modified = planned.files_modified;
  task.agent = planned.agent;
  task.timeout_ms = planned.timeout_ms;
  task.max_attempts = planned.max_attempts;
  return task;
}

void count_task(MissionRow& row, const model::Task& task, int difference) {
  const auto where = counted(task);
  if (where == model::Counted::nowhere) return;
  auto& facts = row.mission.facts;
  auto& count = (where == model::Counted::planning ? facts.planning : facts.work)[task.state];
  count = static_cast<std::uint32_t>(static_cast<std::int64_t>(count) + difference);
}

Result<void> check_plan(const model::Plan& plan) {
  TRY_ASSIGN(const auto places, places_of(plan));
  TRY_ASSIGN(const auto edges, edges_of(plan, places));
  const auto cycle = CycleSearch(edges).find();
  if (!cycle.empty()) return cycle_error(plan, cycle);
  return {};
}

// Dependencies may point forward in the plan, so all tasks are written before any dependency.
Result<void> materialize(Change& change, MissionRow& row, const model::Plan& plan) {
  auto criteria = row.mission.pack.criteria;
  criteria.insert(criteria.end(), plan.criteria.begin(), plan.criteria.end());
  TRY(write_criteria(change, row, criteria));
  TRY(insert_checks(change, row, plan.checks));
  TRY_ASSIGN(const auto places, places_of(plan));
  std::vector<TaskRow> rows(plan.tasks.size());
  for (size_t i = 0; i < plan.tasks.size(); ++i) {
    auto& made = rows[i];
    made.task = task_from(plan.tasks[i]);
    made.task.mission = row.mission.id;
    made.task.repository_url = row.mission.repository;
    made.mission_key = row.key;
    if (!plan.tasks[i].parent.empty()) made.parent_key = rows[places.at(plan.tasks[i].parent)].key;
    TRY(insert_task(change, made, {}));
    count_task(row, made.task, 1);
  }
  for (size_t i = 0; i < plan.tasks.size(); ++i) {
    TRY(insert_dependencies(change, rows[i].key, keys_of(plan.tasks[i].depends_on, places, rows)));
  }
  for (const auto& made : rows) TRY(enqueue_if_due(change, made.key, change.now));
  row.mission.facts.has_plan = true;
  return {};
}

std::string plan_title(const model::Plan& plan) { return cat("Plan with ", plural(plan.tasks.size(), "task")); }

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
  return append(change, row.key, id,
                {model::CheckpointKind::plan_materialized, plan_title(plan), lines({set_back, told})});
}

}  // namespace assay::store
