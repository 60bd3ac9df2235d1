#include "git/work_left.h"

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "git/index_file.h"
#include "git/leftovers.h"
#include "git/scan.h"
#include "git/working_copy.h"

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
Result<void> WorkLeft::prepare_index(const WorktreePlace& place) const {
  const WorkingCopy copy(m_repository, place.path, place.state(m_repository));
  const auto known = copy.index_file();
  if (known.empty()) return {};
  auto index = read_index(known, m_repository.object_format());
  if (!index) return {};  // damaged: every file is read anew
  TRY_ASSIGN(const auto found, scan(place.path, *index));
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
    if (const auto text = os::read_file(file, 1 << 20)) all += cat(*text, "\n");
  }
  return os::write_file(os::join_path(m_scratch.path(), "excludes"), all);
}

Result<void> WorkLeft::add_files(const WorktreePlace& place) {
  TRY_ASSIGN(const auto added,
             m_repository.ask_sealed(with_index(place, {"add", "--all", "--ignore-errors", "--", "."})));
  if (added.ok()) return {};
  // A repository without a commit cannot even be added as a submodule.
  for (const auto line : split_lines(added.errors)) {
    constexpr std::string_view k_before = "error: '", k_after = "/' does not have a commit checked out";
    if (line.starts_with(k_before) && line.ends_with(k_after)) {
      m_nested.emplace_back(line.substr(k_before.size(), line.size() - k_before.size() - k_after.size()));
    } else if (line.starts_with("error: ") || line.starts_with("fatal: ")) {
      return m_repository.refusal("add", added);
    }
  }
  return {};
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
  std::string input;
  const WorkingCopy copy(m_repository, place.path, place.state(m_repository));
  const auto known = copy.index_file();
  const auto before = known.empty() ? Result<Index>(Index()) : read_index(known, m_repository.object_format());
  for (const auto& path : repositories) {
    const auto* entry = before ? find(*before, path) : nullptr;
    if (entry != nullptr && entry->mode == k_mode_submodule) continue;  // a submodule of the base
    input += cat(path, '\0');
    m_nested.push_back(path);
  }
  if (!input.empty()) {
    auto remove = with_index(place, {"update-index", "--force-remove", "-z", "--stdin"});
    remove.input = input;
    TRY_ASSIGN(const auto removed, m_repository.ask_sealed(std::move(remove)));
    if (!removed.ok()) return m_repository.refusal("update-index", removed);
  }
  std::sort(m_nested.begin(), m_nested.end());
  TRY_ASSIGN(const auto written, m_repository.ask_sealed(with_index(place, {"write-tree"})));
  if (!written.ok()) return m_repository.refusal("write-tree", written);
  m_tree = std::string(trim_right(written.output));
  return {};
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
