#include "plan/plan_check.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/nearest.h"
#include "base/text.h"
#include "model/evidence_form.h"
#include "plan/cycles.h"
#include "plan/evidence_lint.h"
#include "plan/lint.h"
#include "plan/plan_read.h"

namespace assay::plan {

namespace {

constexpr size_t k_longest_name = 200;
constexpr std::int64_t k_longest_timeout_ms = std::int64_t{7} * 24 * 3'600'000;
constexpr size_t k_most_cycles = 3;
constexpr size_t k_shown_of_cycle = 12;

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

bool has_nul(std::string_view text) { return text.find('\0') != std::string_view::npos; }

// Why a text cannot be a name or title; empty when it can.
std::string_view unfit_name(std::string_view text) {
  if (text.size() > k_longest_name) return "is longer than 200 bytes";
  if (has_control(text)) return "holds a line break or another control character";
  return {};
}

// A path of the repository: relative, and it stays inside.
std::string_view unfit_path(std::string_view path) {
  if (trim(path).empty()) return "is empty";
  if (has_nul(path)) return "holds a NUL byte";
  if (path.starts_with('/') || path.starts_with('~')) return "must be relative to the repository";
  const auto parts = split(path, '/');
  return std::find(parts.begin(), parts.end(), "..") != parts.end() ? "must stay inside the repository" : "";
}

class PlanCheck {
 public:
  PlanCheck(const model::Plan& plan, Problems& problems) : m_plan(plan), m_problems(problems) {}

  void whole() {
    if (const auto why = unfit_name(m_plan.title); !why.empty()) m_problems.add({}, cat("the title ", why));
    for (size_t i = 0; i < m_plan.criteria.size(); ++i) criterion(cat("criterion ", i + 1), m_plan.criteria[i]);
    for (size_t i = 0; i < m_plan.checks.size(); ++i) check(m_plan.checks[i], cat("check ", i + 1));
    names();
    for (size_t i = 0; i < m_plan.tasks.size(); ++i) task(m_plan.tasks[i], i);
    circles();
  }

 private:
  void criterion(std::string_view where, std::string_view text) {
    if (m_problems.full()) return;  // the lint is the costly part, and its sentence would not be shown
    if (const auto why = why_vague(text)) m_problems.add(where, *why);
    if (const auto why = why_cannot_fail(text)) m_problems.add(where, *why);
  }

  void no_nul(std::string_view where, std::string_view key, std::string_view text) {
    if (has_nul(text)) m_problems.add(where, cat("\"", key, "\" holds a NUL byte"));
  }

  void check(const model::AcceptanceCheck& check, const std::string& where) {
    using model::AcceptanceKind;
    if (trim(check.title).empty()) m_problems.add(where, "\"title\" is missing");
    if (const auto why = unfit_name(check.title); !why.empty()) m_problems.add(where, cat("\"title\" ", why));
    if (check.kind == AcceptanceKind::command && trim(check.command.value_or("")).empty())
      m_problems.add(where, "a command check needs a \"command\"");
    if (check.kind != AcceptanceKind::command && check.command)
      m_problems.add(where, cat("a ", name(check.kind), " check has no \"command\""));
    if (check.kind != AcceptanceKind::file && check.path)
      m_problems.add(where, cat("a ", name(check.kind), " check has no \"path\""));
    if (check.kind == AcceptanceKind::file) {
      const auto why = check.path ? unfit_path(*check.path) : std::string_view("is missing");
      if (!why.empty()) m_problems.add(where, cat("\"path\" ", why));
    }
    no_nul(where, "command", check.command.value_or(""));
    no_nul(where, "detail", check.detail);
  }

  void names() {
    for (size_t i = 0; i < m_plan.tasks.size(); ++i) {
      const auto& task_name = m_plan.tasks[i].name;
      if (trim(task_name).empty()) {
        const std::string where = cat("task ", i + 1);
        if (!m_problems.mentions(where + ": \"name\"")) m_problems.add(where, "\"name\" is missing");
        continue;
      }
      const auto [first, is_new] = m_index.emplace(task_name, i);
      if (!is_new)
        m_problems.add({}, cat("tasks ", first->second + 1, " and ", i + 1, " have the same name \"",
                               excerpt(task_name, 60), "\""));
    }
  }

  void task(const model::PlannedTask& task, size_t index) {
    const std::string where = place_of(task, index);
    if (const auto why = unfit_name(task.name); !why.empty()) m_problems.add(where, cat("\"name\" ", why));
    no_nul(where, "instructions", task.instructions);
    no_nul(where, "acceptance_criteria", task.acceptance_criteria);
    if (!task.acceptance_criteria.empty()) criterion(cat(where, ", acceptance_criteria"), task.acceptance_criteria);
    success_criteria(task, where);
    for (const auto& glob : task.files_modified) {
      if (const auto why = unfit_path(glob); !why.empty())
        m_problems.add(where, cat("\"files_modified\": \"", excerpt(glob, 60), "\" ", why));
    }
    for (const auto& other : task.depends_on) known(other, where, "depends_on");
    if (!task.parent.empty()) known(task.parent, where, "parent");
    no_nul(where, "agent.type", task.agent.type);
    no_nul(where, "agent.instructions", task.agent.instructions);
    if (task.agent.max_budget_usd && !(std::isfinite(*task.agent.max_budget_usd) && *task.agent.max_budget_usd >= 0))
      m_problems.add(where, "\"max_budget_usd\" must be a number, 0 or more");
    if (task.timeout_ms <= 0 || task.timeout_ms > k_longest_timeout_ms)
      m_problems.add(where, "\"timeout\" must be more than nothing and one week at most");
    if (task.max_attempts < 1 || task.max_attempts > k_most_attempts)
      m_problems.add(where, "\"max_attempts\" must be from 1 to 100");
  }

  void success_criteria(const model::PlannedTask& task, const std::string& task_place) {
    std::unordered_set<std::string_view> ids;
    for (size_t i = 0; i < task.success_criteria.size(); ++i) {
      const auto& one = task.success_criteria[i];
      const std::string where = cat(task_place, ", success criterion ", i + 1);
      if (trim(one.id).empty()) m_problems.add(where, "\"id\" is empty");
      if (const auto why = unfit_name(one.id); !why.empty()) m_problems.add(where, cat("\"id\" ", why));
      if (!ids.insert(one.id).second)
        m_problems.add(where, cat("\"", excerpt(one.id, 40), "\" is the id of an earlier one"));
      no_nul(where, "claim", one.claim);
      if (trim(one.claim).empty())
        m_problems.add(where, "\"claim\" is missing");
      else if (!model::is_machine_checked(one.evidence))
        criterion(where, one.claim);
      arguments(one, where);
    }
  }

  void arguments(const model::SuccessCriterion& one, const std::string& where) {
    const auto given = [&](std::string_view key) {
      return std::any_of(one.arguments.begin(), one.arguments.end(),
                         [&](const auto& argument) { return argument.first == key; });
    };
    for (const auto key : model::form_of(one.evidence).required) {
      if (!given(key)) m_problems.add(where, cat("evidence of the kind ", name(one.evidence), " needs \"", key, "\""));
    }
    if (one.evidence == model::EvidenceKind::diff && one.arguments.empty())
      m_problems.add(where, "evidence of the kind diff needs \"touched\" or \"untouched\"");
    for (const auto& [key, value] : one.arguments) no_nul(where, key, value);
    if (const auto why = why_cannot_fail(one)) m_problems.add(where, *why);
  }

  void known(const std::string& other, std::string_view where, std::string_view key) {
    if (m_index.contains(other)) return;
    if (m_problems.full()) return m_problems.add(where, key);
    std::vector<std::string_view> all;
    all.reserve(m_index.size());
    for (const auto& task : m_plan.tasks) all.push_back(task.name);
    const auto close = nearest(other, all);
    m_problems.add(where, cat("\"", key, "\" names \"", excerpt(other, 60), "\", which is no task of this plan",
                              close.empty() ? std::string() : cat("; did you mean \"", excerpt(close, 60), "\"?")));
  }

  std::optional<size_t> index_of(const std::string& task) const {
    const auto found = m_index.find(task);
    return found == m_index.end() ? std::nullopt : std::optional(found->second);
  }

  std::string chain(const std::vector<size_t>& cycle) const {
    std::string out;
    for (size_t i = 0; i < cycle.size() && i < k_shown_of_cycle; ++i)
      out += cat(excerpt(m_plan.tasks[cycle[i]].name, 60), " → ");
    if (cycle.size() > k_shown_of_cycle) out += cat("… (", cycle.size() - k_shown_of_cycle, " more) → ");
    return out + excerpt(m_plan.tasks[cycle.front()].name, 60);
  }

  void circles() {
    std::vector<std::vector<size_t>> waits(m_plan.tasks.size()), parents(m_plan.tasks.size());
    for (size_t i = 0; i < m_plan.tasks.size(); ++i) {
      for (const auto& other : m_plan.tasks[i].depends_on) {
        if (const auto index = index_of(other)) waits[i].push_back(*index);
      }
      if (const auto index = index_of(m_plan.tasks[i].parent)) parents[i].push_back(*index);
    }
    for (const auto& cycle : find_cycles(waits, k_most_cycles))
      m_problems.add({}, cat("tasks wait for each other in a circle: ", chain(cycle)));
    const auto loops = find_cycles(parents, k_most_cycles);
    for (const auto& cycle : loops)
      m_problems.add({}, cat("tasks are each other's parents in a circle: ", chain(cycle)));
    if (loops.empty()) waiting_for_parents(waits, parents);
  }

  // A parent is finished when its subtasks are, so none of them can wait for it.
  void waiting_for_parents(const std::vector<std::vector<size_t>>& waits,
                           const std::vector<std::vector<size_t>>& parents) {
    constexpr size_t k_deepest = 64;
    for (size_t i = 0; i < waits.size(); ++i) {
      if (waits[i].empty()) continue;
      size_t above = i;
      for (size_t depth = 0; !parents[above].empty(); ++depth) {
        above = parents[above].front();
        if (depth == k_deepest)
          return m_problems.add(place_of(m_plan.tasks[i], i), "has more than 64 parents above each other");
        if (std::find(waits[i].begin(), waits[i].end(), above) != waits[i].end())
          m_problems.add(place_of(m_plan.tasks[i], i),
                         cat("a subtask cannot wait for its parent \"", excerpt(m_plan.tasks[above].name, 60), "\""));
      }
    }
  }

  const model::Plan& m_plan;
  Problems& m_problems;
  std::unordered_map<std::string, size_t> m_index;
};

}  // namespace

void check_plan(const model::Plan& plan, Problems& problems) { PlanCheck(plan, problems).whole(); }

}  // namespace assay::plan
