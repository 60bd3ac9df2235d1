#include "plan/plan_read.h"

#include <algorithm>
#include <unordered_set>

#include <boost/json.hpp>

#include "base/settings.h"
#include "base/text.h"
#include "model/evidence_form.h"

namespace assay::plan {

namespace {

constexpr double k_most_usd = 1'000'000;

template <class Enum>
std::vector<std::string_view> names_to(Enum last) {
  std::vector<std::string_view> out;
  for (int i = 0; i <= static_cast<int>(last); ++i) out.push_back(name(static_cast<Enum>(i)));
  return out;
}

// One text, or a list of texts as its lines.
std::string lines_of(Settings& table, std::string_view key) {
  const auto* value = table.value(key);
  if (value == nullptr) return {};
  if (value->is_string()) return std::string(value->get_string());
  std::string out;
  const auto* list = value->if_array();
  if (list == nullptr || !std::all_of(list->begin(), list->end(), [](const auto& v) { return v.is_string(); })) {
    table.wrong(key, "a text or a list of texts");
    return {};
  }
  for (const auto& item : *list) {
    if (!out.empty()) out.push_back('\n');
    out.append(item.get_string());
  }
  return out;
}

// The value of an argument as text: numbers and truths are written as in JSON.
std::string argument_of(Settings& table, std::string_view key) {
  const auto* value = table.value(key);
  if (value == nullptr) return {};
  if (value->is_number() || value->is_bool()) return write_json(*value);
  return lines_of(table, key);
}

void read_evidence(const json::value& value, const std::string& place, model::SuccessCriterion& criterion,
                   Problems& problems) {
  Settings table(value, cat(place, ", evidence"));
  const auto kind = table.choice("kind", names_to(model::EvidenceKind::judge));
  if (!kind) {
    if (value.is_object() && !value.get_object().contains("kind"))
      problems.add(cat(place, ", evidence"), "\"kind\" is missing");
    for (const auto& problem : table.problems()) {
      if (!contains(problem, "unknown key")) problems.add({}, problem);
    }
    return;
  }
  criterion.evidence = static_cast<model::EvidenceKind>(*kind);
  const auto& form = model::form_of(criterion.evidence);
  for (const auto keys : {form.required, form.optional}) {
    for (const auto key : keys) {
      auto text = argument_of(table, key);
      if (!text.empty()) criterion.arguments.emplace_back(key, std::move(text));
    }
  }
  problems.add_all(table.problems());
}

model::SuccessCriterion read_success(const json::value& value, const std::string& task, size_t index,
                                     Problems& problems) {
  const std::string place = cat(task, ", success criterion ", index + 1);
  Settings table(value, place);
  model::SuccessCriterion out;
  out.id = table.text("id").value_or(cat("SC-", index + 1));
  out.claim = table.text("claim").value_or("");
  if (const auto* evidence = table.value("evidence")) read_evidence(*evidence, place, out, problems);
  problems.add_all(table.problems());
  return out;
}

model::TaskAgent read_agent(const json::value& value, const std::string& task, Problems& problems) {
  Settings table(value, cat(task, ", agent"));
  model::TaskAgent out;
  out.type = table.text("type").value_or("");
  out.instructions = table.text("instructions").value_or("");
  out.max_budget_usd = table.real("max_budget_usd", 0, k_most_usd);
  problems.add_all(table.problems());
  return out;
}

// "depends_on", or "dependencies" as other tools call it. Each name once.
std::vector<std::string> read_dependencies(Settings& table) {
  const auto names = table.texts("depends_on");
  const auto others = table.texts("dependencies");
  if (names && others) table.wrong("dependencies", "left out where \"depends_on\" is given: both mean the same");
  std::vector<std::string> out;
  std::unordered_set<std::string> seen;
  for (const auto& each : names ? *names : others.value_or(std::vector<std::string>{})) {
    std::string task(trim(each));
    if (seen.insert(task).second) out.push_back(std::move(task));
  }
  return out;
}

std::uint32_t read_attempts(Settings& table, const std::string& task, Problems& problems) {
  auto attempts = table.number("max_attempts", 1, k_most_attempts);
  if (const auto* value = table.value("retry")) {
    Settings retry(*value, cat(task, ", retry"));
    const auto inner = retry.number("max_attempts", 1, k_most_attempts);
    problems.add_all(retry.problems());
    if (attempts && inner) table.wrong("max_attempts", "given once: here or under \"retry\"");
    if (inner) attempts = inner;
  }
  return static_cast<std::uint32_t>(attempts.value_or(1));
}

model::PlannedTask read_task(const json::value& value, size_t index, Problems& problems) {
  model::PlannedTask out;
  if (const auto* name = value.is_object() ? value.get_object().if_contains("name") : nullptr;
      name != nullptr && name->is_string())
    out.name = std::string(trim(name->get_string()));
  const std::string place = place_of(out, index);
  Settings table(value, place);
  table.text("name");
  if (const auto kind = table.choice("kind", names_to(model::TaskKind::research)))
    out.kind = static_cast<model::TaskKind>(*kind);
  out.instructions = table.text("instructions").value_or("");
  out.acceptance_criteria = lines_of(table, "acceptance_criteria");
  size_t criteria = 0;
  for (const auto* criterion : table.tables("success_criteria"))
    out.success_criteria.push_back(read_success(*criterion, place, criteria++, problems));
  out.files_modified = table.texts("files_modified").value_or(std::vector<std::string>{});
  out.depends_on = read_dependencies(table);
  out.parent = trim(table.text("parent").value_or(""));
  if (const auto* agent = table.value("agent")) out.agent = read_agent(*agent, place, problems);
  if (const auto timeout = table.duration_ms("timeout")) out.timeout_ms = static_cast<std::int64_t>(*timeout);
  out.max_attempts = read_attempts(table, place, problems);
  problems.add_all(table.problems());
  return out;
}

model::AcceptanceCheck read_check(const json::value& value, size_t index, Problems& problems) {
  Settings table(value, cat("check ", index + 1));
  model::AcceptanceCheck out;
  const auto kind = table.choice("kind", names_to(model::AcceptanceKind::manual));
  out.command = table.text("command");
  out.path = table.text("path");
  // What is given says what kind it is.
  const auto implied = out.command ? model::AcceptanceKind::command
                       : out.path  ? model::AcceptanceKind::file
                                   : model::AcceptanceKind::manual;
  out.kind = kind ? static_cast<model::AcceptanceKind>(*kind) : implied;
  out.title = table.text("title").value_or("");
  if (out.title.empty() && out.command) out.title = excerpt(*out.command, 120);
  if (out.title.empty() && out.path) out.title = cat(*out.path, " exists");
  out.detail = table.text("detail").value_or("");
  problems.add_all(table.problems());
  return out;
}

}  // namespace

std::string place_of(const model::PlannedTask& task, size_t index) {
  return task.name.empty() ? cat("task ", index + 1) : cat("task \"", excerpt(task.name, 60), "\"");
}

model::Plan read_plan(const json::value& document, Problems& problems) {
  model::Plan plan;
  if (!document.is_object()) {
    problems.add({}, "a plan is a table with \"tasks\", \"criteria\" and \"checks\"");
    return plan;
  }
  Settings table(document, "");
  table.text("$schema");  // for editors
  plan.title = table.text("title").value_or("");
  plan.criteria = table.texts("criteria").value_or(std::vector<std::string>{});
  size_t checks = 0;
  for (const auto* check : table.tables("checks")) plan.checks.push_back(read_check(*check, checks++, problems));
  size_t tasks = 0;
  for (const auto* task : table.tables("tasks")) plan.tasks.push_back(read_task(*task, tasks++, problems));
  problems.add_all(table.problems());
  return plan;
}

}  // namespace assay::plan
