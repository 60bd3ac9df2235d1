#include "plan/site.h"

#include <algorithm>

#include "base/text.h"

namespace assay::plan {

Site::Site(const Snapshot& snapshot, std::string folder) : m_snapshot(snapshot), m_folder(std::move(folder)) {}

std::string Site::full(std::string_view name) const {
  if (m_folder.empty()) return std::string(name);
  return name.empty() ? m_folder : cat(m_folder, "/", name);
}

std::string_view Site::first_of(std::span<const std::string_view> names) const {
  for (const auto name : names) {
    if (has(name)) return name;
  }
  return {};
}

std::span<const std::string> Site::below(std::string_view name) const {
  const auto files = m_snapshot.files();
  const std::string folder = full(name);
  if (folder.empty()) return files;
  const std::string begin = folder + "/";
  const std::string end = folder + "0";  // '0' follows '/'
  const auto first = std::lower_bound(files.begin(), files.end(), begin);
  return {first, std::lower_bound(first, files.end(), end)};
}

std::string_view Site::relative(std::string_view path) const {
  return m_folder.empty() ? path : path.substr(std::min(m_folder.size() + 1, path.size()));
}

void CheckList::tests(const Site& site, std::string_view text, std::string signal) {
  command(k_tests_claim, site, text, std::move(signal));
}

void CheckList::build(const Site& site, std::string_view text, std::string signal) {
  command(k_build_claim, site, text, std::move(signal));
}

void CheckList::command(std::string_view claim, const Site& site, std::string_view text, std::string signal) {
  model::AcceptanceCheck check;
  check.kind = model::AcceptanceKind::command;
  const bool at_root = site.folder().empty();
  check.title =
      at_root ? cat(claim, " (", shown(text), ")") : cat(claim, " in ", shown(site.folder()), " (", shown(text), ")");
  check.command = at_root ? std::string(text) : cat("cd ", shell_path(site.folder()), " && ", text);
  check.detail = std::move(signal);
  m_commands.emplace_back(text);
  add(std::move(check));
}

void CheckList::file(std::string title, std::string path, std::string signal) {
  model::AcceptanceCheck check;
  check.kind = model::AcceptanceKind::file;
  check.title = std::move(title);
  check.path = std::move(path);
  check.detail = std::move(signal);
  add(std::move(check));
}

void CheckList::manual(std::string title, std::string detail) {
  model::AcceptanceCheck check;
  check.kind = model::AcceptanceKind::manual;
  check.title = std::move(title);
  check.detail = std::move(detail);
  add(std::move(check));
}

bool CheckList::runs(std::string_view command) const {
  return std::find(m_commands.begin(), m_commands.end(), command) != m_commands.end();
}

void CheckList::add(model::AcceptanceCheck check) {
  const auto same = [&](const auto& other) { return model::same_check(check, other); };
  if (std::none_of(m_checks.begin(), m_checks.end(), same)) m_checks.push_back(std::move(check));
}

std::string shell_word(std::string_view text) {
  const auto is_safe = [](char c) {
    return is_alnum(c) || std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_safe)) return std::string(text);
  return cat("'", replace_all(std::string(text), "'", "'\\''"), "'");
}

std::string shell_path(std::string_view path) {
  return path.starts_with('-') ? shell_word(cat("./", path)) : shell_word(path);
}

namespace {

// Where the first simple command of a script ends: at a separator that stands in no quotes.
size_t command_end(std::string_view script) {
  char quote = 0;
  for (size_t i = 0; i < script.size(); ++i) {
    const char c = script[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '&' || c == '|' || c == ';' || c == '\n') {
      return i;
    }
  }
  return script.size();
}

}  // namespace

bool proves_nothing(std::string_view script) {
  if (icontains(script, "no test specified")) return true;
  constexpr std::string_view k_silent[] = {"echo", "printf", "true", ":", "exit", "@echo", "@true", "@:", "@printf"};
  while (!script.empty()) {
    const size_t end = command_end(script);
    const std::string_view command = trim(script.substr(0, end));
    const std::string_view program = command.substr(0, command.find_first_of(" \t"));
    if (!program.empty() && std::find(std::begin(k_silent), std::end(k_silent), program) == std::end(k_silent))
      return false;
    script.remove_prefix(std::min(end + 1, script.size()));
  }
  return true;
}

std::string shown(std::string_view text) {
  std::string line = excerpt(text, 120);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return line;
}

}  // namespace assay::plan
