#include <boost/json.hpp>

#include "base/facts.h"
#include "base/text.h"
#include "cli/present.h"
#include "ops/plans.h"

namespace assay::cli {

namespace {

std::string list_at(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  if (value == nullptr || !value->is_array()) return {};
  std::vector<std::string> out;
  for (const auto& each : value->get_array()) {
    if (each.is_string()) out.emplace_back(each.get_string());
  }
  return join(out, ", ");
}

void add_lines(std::string& out, std::string_view label, std::string_view text) {
  for (const auto line : split_lines(trim(text))) {
    out += cat("     ", label, label.empty() ? "" : " ", line, "\n");
    label = "";
  }
}

std::string task_lines(const json::value& plan) {
  std::string out;
  const auto* tasks = plan.is_object() ? plan.get_object().if_contains("tasks") : nullptr;
  if (tasks == nullptr || !tasks->is_array()) return out;
  size_t n = 0;
  for (const auto& each : tasks->get_array()) {
    if (!each.is_object()) continue;
    const auto& task = each.get_object();
    out += cat("\n ", ++n < 10 ? " " : "", n, ". ", text_at(task, "name"), "\n");
    add_lines(out, "", text_at(task, "instructions"));
    add_lines(out, "accepted when:", text_at(task, "acceptance_criteria"));
    if (const auto files = list_at(task, "files_modified"); !files.empty()) add_lines(out, "touches:", files);
    if (const auto after = list_at(task, "depends_on"); !after.empty()) add_lines(out, "after:", after);
  }
  return out;
}

}  // namespace

std::string present(const ops::PlanMission::Response& answer, const Terminal&) {
  std::string out = cat(answer.mission, "  ", answer.title, "\n", "plan: ", answer.state,
                        answer.agent ? cat(" by ", *answer.agent) : "", "\n");
  if (answer.plan.is_null() && !answer.reason.empty()) out += cat(answer.reason, "\n");
  out += task_lines(answer.plan);
  for (const auto& note : answer.notes) out += cat("\n", note, "\n");
  return out;
}

}  // namespace assay::cli
