#include "plan/plan_file.h"

#include <unordered_map>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "base/toml.h"
#include "plan/plan_check.h"
#include "plan/plan_read.h"

namespace assay::plan {

namespace {

// The order of the file, except that a parent is put before the first of its subtasks. Only for
// plans without circles.
std::vector<model::PlannedTask> parents_first(std::vector<model::PlannedTask> tasks) {
  std::unordered_map<std::string, size_t> index;
  for (size_t i = 0; i < tasks.size(); ++i) index.emplace(tasks[i].name, i);
  std::vector<size_t> order, chain;
  std::vector<bool> placed(tasks.size(), false);
  for (size_t i = 0; i < tasks.size(); ++i) {
    for (size_t at = i; !placed[at];) {
      placed[at] = true;
      chain.push_back(at);
      const auto parent = index.find(tasks[at].parent);
      if (parent != index.end()) at = parent->second;
    }
    order.insert(order.end(), chain.rbegin(), chain.rend());
    chain.clear();
  }
  std::vector<model::PlannedTask> out;
  out.reserve(tasks.size());
  for (const size_t i : order) out.push_back(std::move(tasks[i]));
  return out;
}

json::array texts(const std::vector<std::string>& list) {
  json::array out;
  out.reserve(list.size());
  for (const auto& text : list) out.emplace_back(text);
  return out;
}

void put(json::object& out, std::string_view key, const std::string& text) {
  if (!text.empty()) out[key] = text;
}
void put(json::object& out, std::string_view key, const std::vector<std::string>& list) {
  if (!list.empty()) out[key] = texts(list);
}

json::value written(const model::AcceptanceCheck& check) {
  json::object out{{"title", check.title}, {"kind", name(check.kind)}};
  if (check.command) out["command"] = *check.command;
  if (check.path) out["path"] = *check.path;
  put(out, "detail", check.detail);
  return out;
}

json::value written(const model::SuccessCriterion& criterion) {
  json::object out{{"id", criterion.id}, {"claim", criterion.claim}};
  if (criterion.evidence == model::EvidenceKind::none) return out;
  json::object evidence{{"kind", name(criterion.evidence)}};
  for (const auto& [key, value] : criterion.arguments) evidence[key] = value;
  out["evidence"] = std::move(evidence);
  return out;
}

json::object written(const model::TaskAgent& agent) {
  json::object out;
  put(out, "type", agent.type);
  put(out, "instructions", agent.instructions);
  if (agent.max_budget_usd) out["max_budget_usd"] = *agent.max_budget_usd;
  return out;
}

json::value written(const model::PlannedTask& task) {
  const model::PlannedTask usual;
  json::object out{{"name", task.name}, {"kind", name(task.kind)}};
  put(out, "instructions", task.instructions);
  put(out, "acceptance_criteria", task.acceptance_criteria);
  if (!task.success_criteria.empty()) {
    json::array criteria;
    for (const auto& criterion : task.success_criteria) criteria.push_back(written(criterion));
    out["success_criteria"] = std::move(criteria);
  }
  put(out, "files_modified", task.files_modified);
  put(out, "depends_on", task.depends_on);
  put(out, "parent", task.parent);
  if (auto agent = written(task.agent); !agent.empty()) out["agent"] = std::move(agent);
  if (task.timeout_ms % 1000 != 0)
    out["timeout"] = cat(task.timeout_ms, "ms");
  else if (task.timeout_ms != usual.timeout_ms)
    out["timeout"] = task.timeout_ms / 1000;
  if (task.max_attempts != usual.max_attempts) out["max_attempts"] = task.max_attempts;
  return out;
}

}  // namespace

PlanFormat format_of(std::string_view file_name) {
  constexpr std::string_view k_toml = ".toml";
  const bool toml =
      file_name.size() >= k_toml.size() && iequals(file_name.substr(file_name.size() - k_toml.size()), k_toml);
  return toml ? PlanFormat::toml : PlanFormat::json;
}

Result<model::Plan> parse_plan(std::string_view text, std::string_view file_name, PlanFormat format) {
  TRY_ASSIGN(const auto document,
             format == PlanFormat::toml ? parse_toml(text, file_name) : parse_json(text, file_name));
  Problems problems(file_name);
  model::Plan plan = read_plan(document, problems);
  check_plan(plan, problems);
  TRY(problems.result());
  plan.tasks = parents_first(std::move(plan.tasks));
  return plan;
}

Result<model::Plan> parse_mission_plan(std::string_view json) {
  TRY_ASSIGN(auto plan, parse_plan(json, "plan", PlanFormat::json));
  if (!plan.tasks.empty()) return plan;
  return invalid_input("plan: \"tasks\" is missing or empty; a plan has at least one task (docs/formats/plan.md)");
}

std::string write_plan(const model::Plan& plan) {
  json::object out;
  put(out, "title", plan.title);
  put(out, "criteria", plan.criteria);
  json::array checks, tasks;
  for (const auto& check : plan.checks) checks.push_back(written(check));
  for (const auto& task : plan.tasks) tasks.push_back(written(task));
  if (!checks.empty()) out["checks"] = std::move(checks);
  out["tasks"] = std::move(tasks);
  return write_json(out);
}

}  // namespace assay::plan
