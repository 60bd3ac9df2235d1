#include "plan/package.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/glob.h"
#include "base/json.h"
#include "base/text.h"

namespace assay::plan {

namespace {

std::optional<std::string> script_in(const json::object& package, std::string_view name) {
  const auto* scripts = package.if_contains("scripts");
  if (scripts == nullptr || !scripts->is_object()) return std::nullopt;
  std::string script = text_at(scripts->get_object(), name);
  if (trim(script).empty() || proves_nothing(script)) return std::nullopt;
  return script;
}

// "workspaces": [...], or {"packages": [...]}
std::vector<std::string> patterns_in(const json::object& package) {
  const auto* value = package.if_contains("workspaces");
  if (value != nullptr && value->is_object()) value = value->get_object().if_contains("packages");
  std::vector<std::string> out;
  if (value == nullptr || !value->is_array()) return out;
  for (const auto& item : value->get_array()) {
    if (item.is_string()) out.emplace_back(item.get_string());
  }
  return out;
}

std::string_view yaml_scalar(std::string_view item) {
  item = trim(item);
  if (item.size() >= 2 && (item.front() == '"' || item.front() == '\'')) {
    const size_t end = item.find(item.front(), 1);
    if (end != std::string_view::npos) return item.substr(1, end - 1);
  }
  return trim(item.substr(0, item.find(" #")));
}

std::string_view after_line(std::string_view text) {
  return text.substr(std::min(text.find('\n'), text.size() - 1) + 1);
}

// What stands behind the "[" of a list in brackets, which may go on over lines, with comments at their ends.
std::vector<std::string> bracketed_items(std::string_view rest) {
  std::vector<std::string> out;
  while (!rest.empty() && rest.front() != ']') {
    const char c = rest.front();
    if (c == '#') {
      rest = after_line(rest);
    } else if (c == ',' || is_space(c)) {
      rest.remove_prefix(1);
    } else if (const size_t closing = c == '"' || c == '\'' ? rest.find(c, 1) : std::string_view::npos;
               closing != std::string_view::npos) {
      out.emplace_back(rest.substr(1, closing - 1));
      rest.remove_prefix(closing + 1);
    } else {
      const auto item = rest.substr(0, rest.find_first_of(",]\n"));
      out.emplace_back(yaml_scalar(item));
      rest.remove_prefix(std::min(item.size(), std::min(item.find(" #"), item.size()) + 1));
    }
  }
  return out;
}

// Whether a list in brackets begins here, on this line or after lines without content; then what follows its "[".
std::optional<std::string_view> behind_list_bracket(std::string_view rest) {
  while (!rest.empty() && (is_space(rest.front()) || rest.front() == '#')) {
    if (rest.front() == '#')
      rest = after_line(rest);
    else
      rest.remove_prefix(1);
  }
  return rest.starts_with('[') ? std::optional(rest.substr(1)) : std::nullopt;
}

// The list under "packages:". This file holds little else, so its lists are read without a YAML reader.
std::vector<std::string> patterns_of_pnpm(std::string_view yaml) {
  constexpr std::string_view k_key = "packages:";
  std::vector<std::string> out;
  bool inside = false;
  for (const auto line : split_lines(yaml)) {
    const std::string_view content = trim(line);
    if (content.empty() || content.starts_with('#')) continue;
    if (inside && content.starts_with('-')) {
      out.emplace_back(yaml_scalar(content.substr(1)));
      continue;
    }
    inside = line.starts_with(k_key);
    if (!inside) continue;
    const auto behind = static_cast<size_t>(line.data() - yaml.data()) + k_key.size();
    if (const auto list = behind_list_bracket(yaml.substr(behind))) return bracketed_items(*list);
  }
  return out;
}

std::string_view tidy(std::string_view pattern) {
  if (pattern.starts_with("./")) pattern.remove_prefix(2);
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  return pattern;
}

bool named_by(std::span<const std::string> patterns, std::string_view folder) {
  bool named = false;
  for (std::string_view pattern : patterns) {
    const bool excludes = pattern.starts_with('!');
    if (excludes) pattern.remove_prefix(1);
    if (glob_match(tidy(pattern), folder)) named = !excludes;
  }
  return named;
}

std::optional<NodeManager> manager_named(std::string_view field) {
  const std::string_view name = field.substr(0, field.find('@'));
  if (name == "npm") return NodeManager::npm;
  if (name == "pnpm") return NodeManager::pnpm;
  if (name == "bun") return NodeManager::bun;
  if (name == "yarn") return contains(field, "yarn@1.") ? NodeManager::yarn : NodeManager::yarn_berry;
  return std::nullopt;
}

}  // namespace

std::optional<Package> read_package(const Site& site) {
  const auto text = site.read("package.json");
  if (!text) return std::nullopt;
  std::string_view content = *text;
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
  const auto document = parse_json(content, "package.json");
  if (!document || !document->is_object()) return std::nullopt;
  const auto& object = document->get_object();
  return Package{script_in(object, "test"), script_in(object, "build"), text_at(object, "packageManager"),
                 patterns_in(object)};
}

ChosenManager manager_of(const Site& site, const Package& package) {
  struct Lockfile {
    std::string_view file;
    NodeManager manager;
    std::string_view name;
  };
  constexpr Lockfile k_lockfiles[] = {
      {"pnpm-lock.yaml", NodeManager::pnpm, "pnpm"},  {"yarn.lock", NodeManager::yarn, "yarn"},
      {"bun.lockb", NodeManager::bun, "bun"},         {"bun.lock", NodeManager::bun, "bun"},
      {"package-lock.json", NodeManager::npm, "npm"}, {"npm-shrinkwrap.json", NodeManager::npm, "npm"}};
  const Site root(site.snapshot(), "");
  for (const Site* place : {&site, &root}) {
    for (const auto& lockfile : k_lockfiles) {
      if (!place->has(lockfile.file)) continue;
      const bool berry = lockfile.manager == NodeManager::yarn && place->has(".yarnrc.yml");
      return {berry ? NodeManager::yarn_berry : lockfile.manager, cat(lockfile.file, " chooses ", lockfile.name)};
    }
  }
  if (const auto named = manager_named(package.package_manager))
    return {*named, cat("its packageManager is ", shown(package.package_manager))};
  return {NodeManager::npm, "there is no lockfile, so npm runs it"};
}

std::vector<std::string> workspace_folders(const Site& site, const Package& package) {
  std::vector<std::string> patterns = package.workspaces;
  if (const auto yaml = site.read("pnpm-workspace.yaml")) {
    for (auto& pattern : patterns_of_pnpm(*yaml)) patterns.push_back(std::move(pattern));
  }
  std::vector<std::string> out;
  if (patterns.empty()) return out;
  constexpr std::string_view k_file = "/package.json";
  for (const auto& path : site.below("")) {
    const std::string_view name = site.relative(path);
    if (!name.ends_with(k_file) || contains(cat("/", name), "/node_modules/")) continue;
    if (named_by(patterns, name.substr(0, name.size() - k_file.size())))
      out.push_back(path.substr(0, path.size() - k_file.size()));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace assay::plan
