#include "os/sandbox/mount_points.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

namespace {

constexpr mode_t k_mode = 0755;

// The inode of what commands can change the attributes of; 0: it is not as we make it.
ino_t as_made(const std::string& path) {
  struct stat st {};
  if (::lstat(path.c_str(), &st) != 0) return 0;
  if (S_ISDIR(st.st_mode) && (st.st_mode & 07777) != k_mode && ::chmod(path.c_str(), k_mode) != 0) return 0;
  return ::llistxattr(path.c_str(), nullptr, 0) > 0 ? 0 : st.st_ino;
}

}  // namespace

// What a command left may lie in the way, or be a link to somewhere else: nothing is followed.
Result<void> MountPoints::make_step(const std::string& below, Kind kind) {
  const bool is_folder = kind == Kind::folder;
  const auto step = join_path(m_folder, below);
  struct stat st {};
  if (is_folder) {
    ::mkdir(step.c_str(), k_mode);
  } else if (Fd file(::open(step.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)); !file.is_open()) {
    if (::lstat(step.c_str(), &st) != 0 || !S_ISREG(st.st_mode) || st.st_size != 0)
      return conflict(cat(step, " is in the way"));
  }
  if (::lstat(step.c_str(), &st) != 0 || S_ISDIR(st.st_mode) != is_folder) return conflict(cat(step, " is in the way"));
  const ino_t made = as_made(step);
  if (made == 0) return unavailable(cat("cannot make ", step, " ready to show something there"));
  m_made[below] = made;
  return {};
}

Result<MountPoints> MountPoints::make(std::string folder, const std::vector<Place>& places) {
  MountPoints out(std::move(folder));
  for (const auto& place : places) {
    for (size_t at = place.below.find('/'); at != std::string::npos; at = place.below.find('/', at + 1))
      TRY(out.make_step(place.below.substr(0, at), Kind::folder));
    TRY(out.make_step(place.below, place.is_folder ? Kind::folder : Kind::file));
    if (!place.is_folder) continue;
    TRY_ASSIGN(const auto names, list_folder(join_path(out.m_folder, place.below)));
    if (!names.empty()) return conflict(cat(place.below, " in ", out.m_folder, " is not empty"));
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
  if (as_made(m_folder) == 0) return false;
  for (const auto& [below, inode] : m_made) {
    if (as_made(join_path(m_folder, below)) != inode) return false;
  }
  return clear("");
}

}  // namespace assay::os
