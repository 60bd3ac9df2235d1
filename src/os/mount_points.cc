#include "os/mount_points.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

Result<MountPoints> MountPoints::make(std::string folder, const std::vector<Place>& places) {
  MountPoints out(std::move(folder));
  for (const auto& place : places) {
    const auto path = join_path(out.m_folder, place.below);
    TRY(make_folders(place.is_folder ? path : parent_path(path)));
    if (!place.is_folder && !exists(path)) TRY(write_file(path, ""));
    for (std::string below = place.below; !below.empty() && below != "."; below = parent_path(below)) {
      struct stat st {};
      const auto step = join_path(out.m_folder, below);
      if (::lstat(step.c_str(), &st) != 0) return unavailable(cat("cannot make ", step, ": ", std::strerror(errno)));
      out.m_made[below] = st.st_ino;
      if (below.find('/') == std::string::npos) break;
    }
  }
  return out;
}

bool MountPoints::leads_on(const std::string& below) const {
  const auto next = m_made.upper_bound(below + "/");
  return next != m_made.end() && next->first.starts_with(below + "/");
}

bool MountPoints::clear(const std::string& below) const {
  const auto folder = below.empty() ? m_folder : join_path(m_folder, below);
  const auto names = list_folder(folder);
  if (!names) return false;
  for (const auto& name : *names) {
    const auto each = below.empty() ? name : join_path(below, name);
    const bool kept = m_made.contains(each);
    if (kept && leads_on(each) && !clear(each)) return false;
    if (!kept && !remove_tree(join_path(m_folder, each))) return false;
  }
  return true;
}

bool MountPoints::renew() const {
  if (::chmod(m_folder.c_str(), 0755) != 0 || ::listxattr(m_folder.c_str(), nullptr, 0) > 0) return false;
  for (const auto& [below, inode] : m_made) {
    struct stat st {};
    if (::lstat(join_path(m_folder, below).c_str(), &st) != 0 || st.st_ino != inode) return false;
  }
  return m_made.empty() ? empty_folder(m_folder) && ::chmod(m_folder.c_str(), 0755) == 0 : clear("");
}

}  // namespace assay::os
