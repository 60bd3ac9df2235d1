#include "plan/decisions.h"

#include <algorithm>
#include <unordered_set>

#include <boost/json.hpp>

#include "base/settings.h"
#include "base/text.h"
#include "base/toml.h"
#include "plan/markdown_plan.h"
#include "plan/problems.h"

namespace assay::plan {

namespace {

using model::DecisionSubject;
using model::Demand;
using model::LockedDecision;

// One text or a list of them.
std::vector<std::string> texts_in(Settings& table, std::string_view key) {
  const auto* value = table.value(key);
  if (value != nullptr && value->is_string()) return {std::string(value->get_string())};
  return table.texts(key).value_or(std::vector<std::string>{});
}

void read_rules(Settings& table, Demand demand, const std::string& place, LockedDecision& out, Problems& problems) {
  const auto* value = table.value(name(demand));
  if (value == nullptr) return;
  Settings rules(*value, cat(place, ", ", name(demand)));
  for (const auto subject : {DecisionSubject::path, DecisionSubject::pattern, DecisionSubject::dependency}) {
    for (auto& text : texts_in(rules, name(subject))) {
      if (trim(text).empty()) problems.add(place, cat("\"", name(demand), ".", name(subject), "\" is empty"));
      out.rules.push_back({demand, subject, std::move(text)});
    }
  }
  problems.add_all(rules.problems());
}

LockedDecision read_one(const json::value& value, size_t index, Problems& problems) {
  LockedDecision out;
  const auto* given = value.is_object() ? value.get_object().if_contains("id") : nullptr;
  const std::string place = given != nullptr && given->is_string()
                                ? cat("decision \"", excerpt(std::string_view(given->get_string()), 60), "\"")
                                : cat("decision ", index + 1);
  Settings table(value, place);
  out.id = trim(table.text("id").value_or(""));
  out.reason = trim(table.text("reason").value_or(""));
  out.text = trim(table.text("text").value_or(""));
  out.in = texts_in(table, "in");
  read_rules(table, Demand::forbid, place, out, problems);
  read_rules(table, Demand::require, place, out, problems);
  problems.add_all(table.problems());
  if (out.id.empty()) problems.add(place, "\"id\" is missing");
  if (out.rules.empty() && out.text.empty())
    problems.add(place, "says nothing: give \"forbid\", \"require\" or \"text\"");
  return out;
}

void read_document(const json::value& document, Problems& problems, std::vector<LockedDecision>& out) {
  if (!document.is_object()) return problems.add({}, "decisions are a table with [[decision]]");
  Settings table(document, "");
  size_t index = 0;
  for (const auto* one : table.tables("decision")) out.push_back(read_one(*one, index++, problems));
  for (const auto* one : table.tables("decisions")) out.push_back(read_one(*one, index++, problems));
  problems.add_all(table.problems());
}

// ---- Markdown

bool is_decisions_heading(std::string_view line) {
  return line.starts_with('#') && icontains(line, "decision") && !icontains(line, "open decision") &&
         !icontains(line, "undecided");
}

size_t heading_level(std::string_view line) {
  size_t n = 0;
  while (n < line.size() && line[n] == '#') ++n;
  return n > 0 && n < line.size() && line[n] == ' ' ? n : 0;
}

// The lines that speak of decisions, and the fenced TOML among them.
struct Parts {
  std::string prose;
  std::vector<std::string> fences;
};

Parts parts_of(std::string_view text) {
  Parts out;
  size_t level = 0;  // of the heading we are under; 0: none
  bool tagged = false, fenced = false, is_toml = false;
  for (const auto line : split_lines(text)) {
    const auto inner = trim(line);
    if (inner.starts_with("```")) {
      fenced = !fenced;
      is_toml = fenced && istarts_with(inner.substr(3), "toml");
      if (is_toml && (level > 0 || tagged)) out.fences.emplace_back();
      continue;
    }
    if (fenced) {
      if (is_toml && (level > 0 || tagged)) out.fences.back() += cat(line, "\n");
      continue;
    }
    if (inner == "<decisions>" || inner == "<locked_decisions>") tagged = true;
    if (inner == "</decisions>" || inner == "</locked_decisions>") tagged = false;
    if (const size_t here = heading_level(line); here > 0) {
      if (is_decisions_heading(line))
        level = here;
      else if (here <= level)
        level = 0;
      out.prose += "\n";
      continue;
    }
    if ((level > 0 || tagged) && !inner.starts_with('<')) out.prose += cat(line, "\n");
  }
  return out;
}

void read_markdown(std::string_view text, std::string_view file_name, Problems& problems,
                   std::vector<LockedDecision>& out) {
  const auto parts = parts_of(text);
  for (const auto& fence : parts.fences) {
    const auto document = parse_toml(fence, file_name);
    if (document)
      read_document(*document, problems, out);
    else
      problems.add({}, document.error().message);
  }
  size_t number = 0;
  const auto items = list_items(parts.prose);
  const bool has_list = std::any_of(items.begin(), items.end(), [](const ListItem& item) { return item.is_listed; });
  for (const auto& item : items) {
    auto label = labelled(item.text);
    if (label.id.empty() && has_list && !item.is_listed) continue;  // an introduction
    ++number;
    LockedDecision one;
    one.id = label.id.empty() ? cat("D-", number) : std::move(label.id);
    one.text = std::move(label.text);
    for (const auto& below : item.below) one.text += cat("\n", below);
    out.push_back(std::move(one));
  }
}

}  // namespace

Result<std::vector<LockedDecision>> read_decisions(std::string_view text, std::string_view file_name) {
  Problems problems(file_name);
  std::vector<LockedDecision> out;
  const auto name = lower(file_name);
  if (name.ends_with(".toml")) {
    TRY_ASSIGN(const auto document, parse_toml(text, file_name));
    read_document(document, problems, out);
  } else if (name.ends_with(".json")) {
    TRY_ASSIGN(const auto document, parse_json(text, file_name));
    read_document(document, problems, out);
  } else {
    read_markdown(to_utf8(text), file_name, problems, out);
  }
  std::unordered_set<std::string> ids;
  for (const auto& one : out) {
    if (!one.id.empty() && !ids.insert(one.id).second)
      problems.add({}, cat("two decisions have the id \"", excerpt(one.id, 60), "\""));
  }
  TRY(problems.result());
  return out;
}

}  // namespace assay::plan
