#include "git/worktrees/work_left.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/text.h"
#include "git/checkout/index_file.h"
#include "git/checkout/leftovers.h"
#include "git/checkout/odd_files.h"
#include "git/checkout/scan.h"
#include "git/checkout/working_copy.h"
#include "git/honest_index.h"
#include "os/regular_file.h"

namespace assay::git {

Result<WorkLeft> WorkLeft::take(const Repository& repository, const WorktreePlace& place, const std::string& admin) {
  TRY(repair_link(place, admin));  // a broken one would make git take the folder for a repository
  TRY_ASSIGN(auto scratch, os::ScratchFolder::make("assay-left"));
  WorkLeft left(repository, std::move(scratch));
  TRY(left.prepare_index(place));
  TRY(left.prepare_excludes());
  TRY(left.add_files(place));
  TRY(left.leave_out_nested(place));
  return left;
}

Call WorkLeft::with_index(const WorktreePlace& place, std::vector<std::string> arguments) const {
  std::vector<std::string> all = {"-c", cat("core.excludesFile=", os::join_path(m_scratch.path(), "excludes")),
                                  "-c", "advice.addEmbeddedRepo=false",
                                  "-c", "core.safecrlf=false"};
  all.insert(all.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
  return {.arguments = std::move(all),
          .folder = place.path,
          .environment = {cat("GIT_INDEX_FILE=", index_file()), cat("GIT_WORK_TREE=", place.path)}};
}

// Starts from what we wrote ourselves, so that unchanged files need not be read. Git looks at whole
// seconds only; files that our stamps know to be changed get a stamp that git cannot take for current.
Result<void> WorkLeft::prepare_index(const WorktreePlace& place) {
  const WorkingCopy copy(m_repository, place.path, place.state(m_repository));
  const auto known = copy.index_file();
  auto index = known.empty() ? Result<Index>(Index()) : read_index(known, m_repository.object_format());
  const bool is_known = index && !index->empty();
  if (!index) index = Index();  // damaged: every file is read anew
  TRY_ASSIGN(const auto found, scan(place.path, *index));
  std::vector<std::string> others = found.untracked;
  for (const size_t i : found.changed) others.push_back((*index)[i].path);
  TRY_ASSIGN(m_large, look_before_git(place.path, others));
  if (!is_known) return {};
  for (const size_t i : found.changed) (*index)[i].stamp = {};
  return write_index(index_file(), *index, m_repository.object_format());
}

// Ignored files are those that the user's own git would ignore.
Result<void> WorkLeft::prepare_excludes() const {
  std::vector<std::string> files = {os::join_path(m_repository.common_folder(), "info/exclude")};
  TRY_ASSIGN(const auto configured, m_repository.ask({"config", "--type=path", "--get", "core.excludesFile"}));
  const char* xdg = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  if (configured.ok()) {
    files.emplace_back(trim_right(configured.output));
  } else if (xdg != nullptr && *xdg != 0) {
    files.push_back(os::join_path(xdg, "git/ignore"));
  } else if (home != nullptr) {
    files.push_back(os::join_path(home, ".config/git/ignore"));
  }
  std::string all;
  for (const auto& file : files) {
    if (const auto text = os::read_regular_file(file, 1 << 20)) all += cat(*text, "\n");
  }
  return os::write_file(os::join_path(m_scratch.path(), "excludes"), all);
}

// What is too large for a commit, unless it is ignored.
Result<void> WorkLeft::look_at_large(const WorktreePlace& place) {
  for (const auto& path : m_large) {
    TRY_ASSIGN(const auto ignored, m_repository.ask_sealed(with_index(place, {"check-ignore", "-q", "--", path})));
    if (ignored.ok()) continue;
    return conflict(cat(os::join_path(place.path, path), " has more than ", k_largest_file >> 30,
                        " GiB, too much for a commit; move it away or delete it"));
  }
  return {};
}

// A line of git's about a file that it cannot take.
bool WorkLeft::understand(std::string_view line) {
  const auto between = [&](std::string_view before, std::string_view after) -> std::optional<std::string> {
    if (!line.starts_with(before) || !line.ends_with(after) || line.size() < before.size() + after.size()) return {};
    return std::string(line.substr(before.size(), line.size() - before.size() - after.size()));
  };
  // A repository without a commit cannot even be added as a submodule.
  if (auto path = between("error: '", "/' does not have a commit checked out")) {
    m_nested.push_back(std::move(*path));
  } else if (auto special = between("error: ", ": can only add regular files, symbolic links or git-directories")) {
    m_special.push_back(std::move(*special));
  } else if (auto invalid = between("error: invalid path '", "'")) {
    m_unsaved.push_back(cat(*invalid, " (git does not take that name)"));
  } else if (auto unread = between("error: unable to index file '", "'")) {
    m_unsaved.push_back(cat(*unread, " (it may not be read)"));
  } else if (line.starts_with("warning: could not open directory '")) {
    const auto rest = line.substr(line.find('\'') + 1);
    m_unsaved.push_back(cat(rest.substr(0, rest.find("': ")), " (it may not be read)"));
  } else {
    return line.starts_with("error: unable to add '") || line.starts_with("error: open(");
  }
  return true;
}

Result<void> WorkLeft::remove_from_index(const WorktreePlace& place, const std::vector<std::string>& paths) const {
  if (paths.empty()) return {};
  auto remove = with_index(place, {"update-index", "--force-remove", "-z", "--stdin"});
  remove.input = "";
  for (const auto& path : paths) *remove.input += cat(path, '\0');
  TRY_ASSIGN(const auto removed, m_repository.ask_sealed(std::move(remove)));
  if (!removed.ok()) return m_repository.refusal("update-index", removed);
  return {};
}

Result<void> WorkLeft::add_files(const WorktreePlace& place) {
  TRY(look_at_large(place));
  // Git looks into them, and whoever worked there can have written their configuration.
  TRY_ASSIGN(const auto modules, repositories_in_index(place));
  TRY_ASSIGN(auto arguments, module_filter_overrides(place.path, modules));
  arguments.insert(arguments.end(), {"add", "--all", "--ignore-errors", "--", "."});
  TRY_ASSIGN(const auto added, m_repository.ask_sealed(with_index(place, std::move(arguments))));
  for (const auto line : split_lines(added.errors)) {
    const bool is_error = line.starts_with("error: ") || line.starts_with("fatal: ");
    if (!understand(line) && is_error && !added.ok()) return m_repository.refusal("add", added);
  }
  return remove_from_index(place, m_special);
}

// Repositories among the files, those that the base has as submodules too.
Result<std::vector<std::string>> WorkLeft::repositories_in_index(const WorktreePlace& place) const {
  std::vector<std::string> out;
  if (const auto index = read_index(index_file(), m_repository.object_format())) {
    for (const auto& entry : *index) {
      if (entry.mode == k_mode_submodule) out.push_back(entry.path);
    }
    return out;
  }
  TRY_ASSIGN(const auto listed, m_repository.ask_sealed(with_index(place, {"ls-files", "--stage", "-z"})));
  if (!listed.ok()) return m_repository.refusal("ls-files", listed);
  for (const auto record : split(listed.output, '\0')) {
    if (record.starts_with("160000 ")) out.emplace_back(record.substr(record.find('\t') + 1));
  }
  return out;
}

Result<void> WorkLeft::leave_out_nested(const WorktreePlace& place) {
  TRY_ASSIGN(const auto repositories, repositories_in_index(place));
  const WorkingCopy copy(m_repository, place.path, place.state(m_repository));
  const auto known = copy.index_file();
  const auto before = known.empty() ? Result<Index>(Index()) : read_index(known, m_repository.object_format());
  std::vector<std::string> made;
  for (const auto& path : repositories) {
    const auto* entry = before ? find(*before, path) : nullptr;
    if (entry != nullptr && entry->mode == k_mode_submodule) continue;  // a submodule of the base
    made.push_back(path);
  }
  TRY(remove_from_index(place, made));
  m_nested.insert(m_nested.end(), made.begin(), made.end());
  std::sort(m_nested.begin(), m_nested.end());
  TRY_ASSIGN(const auto written, m_repository.ask_sealed(with_index(place, {"write-tree"})));
  if (!written.ok()) return m_repository.refusal("write-tree", written);
  m_tree = std::string(trim_right(written.output));
  return {};
}

Result<void> WorkLeft::check_whole(const WorktreePlace& place) const {
  if (m_unsaved.empty()) return {};
  return conflict(cat("in ", place.path, " there is what no commit can hold: ", to_utf8(m_unsaved.front()),
                      "; move it away or delete it"));
}

Result<std::vector<std::string>> WorkLeft::against(const std::string& commit) const {
  std::vector<std::string> out;
  TRY_ASSIGN(
      const auto diff,
      m_repository.ask_sealed({.arguments = {"diff-tree", "-r", "-z", "--name-only", "--no-renames", commit, m_tree}}));
  if (!diff.ok()) return m_repository.refusal("diff-tree", diff);
  for (const auto name : split(diff.output, '\0')) {
    if (!name.empty()) out.emplace_back(name);
  }
  return out;
}

Result<void> WorkLeft::adopt_index(const std::string& admin) const {
  TRY_ASSIGN(const auto bytes, os::read_file(index_file(), std::uint64_t{2} << 30));
  TRY(remove_below(admin, "index.lock"));
  return os::write_file(os::join_path(admin, "index"), bytes);
}

}  // namespace assay::git
