#include "git/worktrees/removed.h"

#include <cerrno>
#include <cstdio>

#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "git/checkout/leftovers.h"
#include "os/files.h"

namespace assay::git {

Result<void> set_aside(const std::string& path, const std::string& folder) {
  TRY(os::make_folders(folder));
  const auto aside = os::join_path(folder, cat(os::file_name(path), "-", random_name(12)));
  if (::rename(path.c_str(), aside.c_str()) == 0 || errno == ENOENT) return {};
  TRY(remove_below(os::parent_path(path), os::file_name(path)));
  return {};
}

bool delete_set_aside(const std::string& folder, std::chrono::milliseconds at_most) {
  const auto end = std::chrono::steady_clock::now() + at_most;
  const auto names = os::list_folder(folder);
  if (!names) return true;
  bool all = true;
  for (const auto& name : *names) {
    if (std::chrono::steady_clock::now() > end) return false;
    all = os::remove_tree(os::join_path(folder, name)) && all;
  }
  if (all) ::rmdir(folder.c_str());
  return all;
}

std::string aside_in(const std::string& folder) { return os::join_path(folder, ".removed"); }

}  // namespace assay::git
