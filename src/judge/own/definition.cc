#include "judge/own/definition.h"

#include <algorithm>
#include <array>

#include "base/glob.h"
#include "base/names.h"
#include "base/text.h"

namespace assay::judge {

namespace {

constexpr std::array<std::string_view, 4> k_ons = {"added", "removed", "moved", "changed"};
constexpr std::array<std::string_view, 4> k_whens = {"raised", "lowered", "removed", "set"};
constexpr std::string_view k_ending = ".toml";

bool matches_one(const std::vector<std::string>& patterns, std::string_view path) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) { return glob_match(pattern, path); });
}

// A sentence with one full stop at its end.
std::string closed(std::string_view text) {
  text = trim(text);
  const bool is_closed = text.ends_with('.') || text.ends_with('!') || text.ends_with('?');
  return is_closed ? std::string(text) : cat(text, ".");
}

}  // namespace

std::string own_rule_of(std::string_view path) {
  if (!path.starts_with(k_own_folder) || path.size() <= k_own_folder.size() || path[k_own_folder.size()] != '/')
    return {};
  path.remove_prefix(k_own_folder.size() + 1);
  if (!path.ends_with(k_ending) || contains(path, "/")) return {};
  return cat(k_own_family, path.substr(0, path.size() - k_ending.size()));
}

std::string own_file_of(std::string_view rule) {
  return cat(k_own_folder, "/", rule.substr(std::min(rule.size(), k_own_family.size())), k_ending);
}

std::string_view name(On on) { return name_in(k_ons, on); }
std::optional<On> on_named(std::string_view text) { return value_in<On>(k_ons, text); }
std::string_view name(When when) { return name_in(k_whens, when); }
std::optional<When> when_named(std::string_view text) { return value_in<When>(k_whens, text); }

std::vector<Softener> known_softeners() {
  return {{"mention", nullptr},
          {"remove-tests", &TaskView::asks_to_remove_tests},
          {"skip-tests", &TaskView::asks_to_skip_tests},
          {"change-expectations", &TaskView::asks_to_change_expectations},
          {"change-config", &TaskView::asks_to_change_config},
          {"silence-checker", &TaskView::asks_to_silence_checker},
          {"relax", &TaskView::relaxes},
          {"remove", &TaskView::removes},
          {"revert", &TaskView::reverts}};
}

bool Definition::looks_at(const diff::File& changed) const {
  const auto& path = changed.path();
  if (((roles >> static_cast<unsigned>(changed.role)) & 1U) == 0 || matches_one(except_paths, path)) return false;
  const bool of_language =
      languages.empty() || std::find(languages.begin(), languages.end(), changed.language) != languages.end();
  return of_language && (paths.empty() || matches_one(paths, path));
}

std::string Definition::sentence() const {
  return advice.empty() ? closed(message) : cat(closed(message), " ", closed(advice));
}

OwnRules::OwnRules(std::vector<Definition> definitions) : m_definitions(std::move(definitions)) {
  for (const auto& definition : m_definitions) {
    auto& needed = m_needed.emplace_back();
    for (const auto& pattern : definition.patterns) {
      auto& numbers = needed.emplace_back();
      for (const auto& literal : pattern.code.literals) numbers.push_back(m_search.add(literal));
      if (pattern.to) {
        for (const auto& literal : pattern.to->literals) numbers.push_back(m_search.add(literal));
      }
    }
  }
  m_search.finish();
}

bool OwnRules::look_at(const diff::File& file) const {
  return std::any_of(m_definitions.begin(), m_definitions.end(),
                     [&](const Definition& definition) { return definition.looks_at(file); });
}

FoundLiterals OwnRules::literals_in(const diff::Hunk& hunk) const {
  FoundLiterals found(m_search.size());
  for (const auto& line : hunk.lines) m_search.search(line.text, found);
  return found;
}

bool OwnRules::may_match(size_t rule, size_t pattern, const FoundLiterals& found) const {
  const auto& needed = m_needed[rule][pattern];
  return std::any_of(needed.begin(), needed.end(), [&](std::uint32_t literal) { return found[literal]; });
}

}  // namespace assay::judge
