// What was done to a working copy since it was moved to its commit. Stamps tell at once which files to look at;
// whether one of these has another content is asked of git, which knows about line ends.
#include <algorithm>

#include <sys/stat.h>

#include "base/text.h"
#include "git/checkout/scan.h"
#include "git/checkout/submodules.h"
#include "git/checkout/working_copy.h"
#include "git/git_paths.h"
#include "os/files.h"

namespace assay::git {

Result<WorkingCopy::Tampering> WorkingCopy::find_tampering() const {
  const auto file = index_file();
  if (file.empty()) return not_found(cat("nothing was written to ", m_folder, " yet"));
  TRY_ASSIGN(const auto index, read_index(file, m_repository.object_format()));
  TRY_ASSIGN(auto found, scan(m_folder, index));
  Tampering out;
  for (const size_t i : found.changed) out.changed.push_back(index[i].path);
  out.untracked = std::move(found.untracked);
  const bool has_modules =
      std::any_of(index.begin(), index.end(), [](const IndexEntry& entry) { return entry.mode == k_mode_submodule; });
  if (!has_modules) return out;
  TRY_ASSIGN(const auto modules, find_submodules(m_repository, tree(), index));
  for (const auto& module : modules) {
    if (std::find(out.changed.begin(), out.changed.end(), module.path) != out.changed.end()) continue;
    TRY_ASSIGN(const auto inside, copy_of(module).find_tampering());
    for (const auto& path : inside.changed) out.changed.push_back(cat(module.path, "/", path));
    for (const auto& path : inside.untracked) out.untracked.push_back(cat(module.path, "/", path));
  }
  return out;
}

Result<std::vector<std::string>> WorkingCopy::rewritten(const std::vector<std::string>& changed) const {
  constexpr size_t k_compared_most = 2000;
  std::vector<std::string> out;
  if (changed.empty()) return out;
  // Attributes decide how a file is compared.
  const bool comparable =
      changed.size() <= k_compared_most && std::none_of(changed.begin(), changed.end(), is_attributes_file);
  if (!comparable) return changed;
  TRY_ASSIGN(const auto index, read_index(index_file(), m_repository.object_format()));
  std::vector<const IndexEntry*> to_compare;
  std::string input;
  for (const auto& path : changed) {
    const auto* entry = git::find(index, path);
    struct stat st {};
    const bool there = entry != nullptr && ::lstat(os::join_path(m_folder, path).c_str(), &st) == 0;
    const bool executable = (st.st_mode & S_IXUSR) != 0;
    const bool same_kind =
        there && S_ISREG(st.st_mode) && entry->mode == (executable ? k_mode_executable : k_mode_file);
    if (!same_kind || contains_any(path, {"\n", "\""})) {
      out.push_back(path);
      continue;
    }
    to_compare.push_back(entry);
    input += cat(path, "\n");
  }
  if (to_compare.empty()) return out;
  TRY_ASSIGN(const auto answer, m_repository.ask_sealed({.arguments = {"hash-object", "--stdin-paths"},
                                                         .folder = m_folder,
                                                         .environment = {cat("GIT_WORK_TREE=", m_folder)},
                                                         .input = std::move(input)}));
  if (!answer.ok()) return m_repository.refusal("hash-object", answer);
  const auto ids = split_lines(answer.output);
  for (size_t i = 0; i < to_compare.size(); ++i) {
    const bool same = i < ids.size() && ids[i] == to_compare[i]->hex_id(ids[i].size());
    if (!same) out.push_back(to_compare[i]->path);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace assay::git
