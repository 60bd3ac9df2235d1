#include "git/git_paths.h"

#include <algorithm>

#include "base/text.h"
#include "os/files.h"
#include "os/regular_file.h"

namespace assay::git {

namespace {

constexpr std::string_view k_core_keys[] = {"repositoryformatversion",
                                            "filemode",
                                            "bare",
                                            "ignorecase",
                                            "symlinks",
                                            "precomposeunicode",
                                            "logallrefupdates",
                                            "sparsecheckout",
                                            "sparsecheckoutcone",
                                            "autocrlf",
                                            "eol"};

// The path behind "gitdir: " in a .git file, or the only line of a commondir file.
std::optional<std::string> path_in(const std::string& file, std::string_view prefix, const std::string& from) {
  const auto text = os::read_file(file, 64 << 10);
  if (!text || !text->starts_with(prefix)) return std::nullopt;
  const auto path = os::real_path(os::join_path(from, trim(std::string_view(*text).substr(prefix.size()))));
  if (!path) return std::nullopt;
  return *path;
}

std::string_view section_of(std::string_view line) {
  const auto end = line.find_first_of(" \t]");
  return line.substr(1, end == std::string_view::npos ? std::string_view::npos : end - 1);
}

}  // namespace

std::optional<GitPaths> find_git_paths(const std::string& folder) {
  const auto start = os::real_path(folder);
  if (!start) return std::nullopt;
  for (std::string root = *start;; root = os::parent_path(root)) {
    GitPaths paths{root, os::join_path(root, ".git"), {}, {}};
    if (os::exists(paths.link)) {
      if (os::is_folder(paths.link)) {
        paths.git_folder = os::real_path(paths.link).value_or(paths.link);
      } else {
        const auto behind = path_in(paths.link, "gitdir: ", root);
        if (!behind) return std::nullopt;
        paths.git_folder = *behind;
      }
      paths.common =
          path_in(os::join_path(paths.git_folder, "commondir"), "", paths.git_folder).value_or(paths.git_folder);
      return paths;
    }
    if (root == "/") return std::nullopt;
  }
}

std::optional<std::string> main_work_tree(const std::string& common) {
  const auto real = os::real_path(common);
  if (!real) return std::nullopt;
  const auto is_top = [&](const std::string& folder) {
    const auto paths = find_git_paths(folder);
    return paths && paths->root == folder && paths->git_folder == *real;
  };
  auto above = os::parent_path(*real);
  if (os::file_name(*real) == ".git" && is_top(above)) return above;
  if (const auto home = os::read_regular_file(os::join_path(*real, "assay/home"), 64 << 10)) {
    auto recorded = os::parent_path(home->ends_with('\n') ? home->substr(0, home->size() - 1) : *home);
    if (is_top(recorded)) return recorded;
  }
  const auto config = os::read_regular_file(os::join_path(*real, "config"), 1 << 20).value_or("");
  for (const auto line : split_lines(config)) {
    const auto text = trim(line);  // of a submodule: "worktree = ../../../sub"
    if (!lower(text).starts_with("worktree") || !contains(text, "=")) continue;
    const auto named = trim(text.substr(text.find('=') + 1));
    const auto path = os::real_path(named.starts_with('/') ? std::string(named) : os::join_path(*real, named));
    if (path && is_top(*path)) return *path;
  }
  return std::nullopt;
}

std::string harmless_config(std::string_view config) {
  std::string out;
  std::string section;
  for (const auto raw : split_lines(config)) {
    const auto line = trim(raw);
    if (line.starts_with('[')) {
      section = lower(section_of(line));
      if (section == "core" || section == "extensions") out += cat("[", section, "]\n");
      continue;
    }
    const auto key = lower(trim(line.substr(0, line.find('='))));
    const bool wanted = section == "extensions"
                            ? !key.empty() && is_alpha(key[0])
                            : section == "core" && std::find(std::begin(k_core_keys), std::end(k_core_keys), key) !=
                                                       std::end(k_core_keys);
    if (wanted) out += cat("\t", line, "\n");
  }
  return out;
}

bool may_hold_secret(std::string_view config) {
  for (const auto line : split_lines(config)) {
    const auto address = line.find("://");
    if (address != std::string_view::npos && line.find('@', address) != std::string_view::npos) return true;
    for (const auto word : {"extraheader", "[credential", "password", "token", "secret"}) {
      if (icontains(line, word)) return true;
    }
  }
  return false;
}

}  // namespace assay::git
