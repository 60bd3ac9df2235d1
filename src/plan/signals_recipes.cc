// Makefiles and justfiles. Their test recipe often is a second name for a command that was found
// already ("test: ; npm test"); running that twice proves nothing more, so it is left out.
#include <algorithm>

#include "base/text.h"
#include "plan/signals.h"

namespace assay::plan {

namespace {

struct Recipe {
  bool there = false;
  bool needs_others = false;  // it has prerequisites
  std::vector<std::string> lines;
};

bool is_indented(std::string_view line) { return line.starts_with('\t') || line.starts_with(' '); }

std::string_view without_marks(std::string_view line) {
  line = trim(line);
  while (line.starts_with('@') || line.starts_with('+')) line = trim_left(line.substr(1));
  return line;
}

// "a b: c": the targets and what stands behind the colon. Not for assignments.
bool split_rule(std::string_view line, std::string_view& targets, std::string_view& rest) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || line.substr(0, colon).find('=') != std::string_view::npos) return false;
  targets = line.substr(0, colon);
  rest = line.substr(colon + 1);
  while (rest.starts_with(':')) rest.remove_prefix(1);
  if (rest.starts_with('=')) return false;
  const std::string_view before_recipe = rest.substr(0, rest.find(';'));
  return before_recipe.find('=') == std::string_view::npos;  // "test: NAME = value" sets a variable
}

bool names(std::string_view targets, std::string_view wanted) {
  for (const auto each : split(targets, ' ')) {
    if (trim(each) == wanted) return true;
  }
  return false;
}

Recipe make_recipe(std::string_view text, std::string_view target) {
  Recipe recipe;
  bool inside = false;
  for (const auto line : split_lines(text)) {
    if (line.starts_with('\t')) {
      if (inside && !trim(line).empty()) recipe.lines.emplace_back(without_marks(line));
      continue;
    }
    const std::string_view content = trim(line.substr(0, line.find('#')));
    if (content.empty()) continue;
    std::string_view targets, rest;
    inside = !line.starts_with(' ') && split_rule(content, targets, rest) && names(targets, target);
    if (!inside) continue;
    recipe.there = true;
    const size_t semicolon = rest.find(';');
    if (semicolon != std::string_view::npos) recipe.lines.emplace_back(without_marks(rest.substr(semicolon + 1)));
    recipe.needs_others = recipe.needs_others || !trim(rest.substr(0, semicolon)).empty();
  }
  return recipe;
}

// "@test *args: build": a recipe that can be called without arguments.
bool opens_just_recipe(std::string_view line, std::string_view name, bool& needs_others) {
  if (line.starts_with('@')) line.remove_prefix(1);
  if (!line.starts_with(name)) return false;
  line.remove_prefix(name.size());
  if (line.empty() || (line.front() != ':' && line.front() != ' ')) return false;
  const size_t colon = line.rfind(':');
  if (colon == std::string_view::npos || line.substr(colon).starts_with(":=")) return false;
  for (const auto parameter : split(trim(line.substr(0, colon)), ' ')) {
    if (!parameter.empty() && !parameter.starts_with('*') && !contains(parameter, "=")) return false;
  }
  needs_others = !trim(line.substr(colon + 1)).empty();
  return true;
}

Recipe just_recipe(std::string_view text, std::string_view name) {
  Recipe recipe;
  bool inside = false;
  for (const auto line : split_lines(text)) {
    if (trim(line).empty() || line.starts_with('#')) continue;
    if (is_indented(line)) {
      if (inside) recipe.lines.emplace_back(without_marks(line));
      continue;
    }
    inside = opens_just_recipe(trim_right(line.substr(0, line.find(" #"))), name, recipe.needs_others);
    recipe.there = recipe.there || inside;
  }
  return recipe;
}

bool worth_running(const Recipe& recipe, const CheckList& found) {
  if (!recipe.there) return false;
  if (recipe.needs_others) return true;
  const auto proves_more = [&](const std::string& line) { return !proves_nothing(line) && !found.runs(line); };
  return std::any_of(recipe.lines.begin(), recipe.lines.end(), proves_more);
}

}  // namespace

void find_make(const Site& site, CheckList& out) {
  constexpr std::string_view k_names[] = {"GNUmakefile", "makefile", "Makefile"};
  const auto file = site.first_of(k_names);
  const auto text = file.empty() ? std::nullopt : site.read(file);
  if (!text) return;
  for (const std::string_view target : {"test", "check"}) {
    const auto recipe = make_recipe(*text, target);
    if (worth_running(recipe, out)) out.tests(site, cat("make ", target), cat(file, " has a target ", target, "."));
    if (recipe.there) return;
  }
}

void find_just(const Site& site, CheckList& out) {
  constexpr std::string_view k_names[] = {"justfile", "Justfile", "JUSTFILE", ".justfile"};
  const auto file = site.first_of(k_names);
  const auto text = file.empty() ? std::nullopt : site.read(file);
  if (text && worth_running(just_recipe(*text, "test"), out))
    out.tests(site, "just test", cat(file, " has a recipe test."));
}

}  // namespace assay::plan
