#include "os/sandbox/held_folder.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::os {

namespace {

constexpr int k_hold_attempts = 100;

// What root makes in somebody's folder is theirs, should it ever be left there.
void give_to_owner_of_parent(const std::string& path) {
  struct stat parent {};
  if (::geteuid() != 0 || ::stat(parent_path(path).c_str(), &parent) != 0) return;
  (void)!::lchown(path.c_str(), parent.st_uid, parent.st_gid);
}

bool is_still_there(const Fd& folder, const std::string& path) {
  struct stat held {};
  struct stat named {};
  return ::fstat(folder.get(), &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

}  // namespace

std::optional<HeldFolder> HeldFolder::hold(const std::string& path) {
  for (int i = 0; i < k_hold_attempts; ++i) {
    if (::mkdir(path.c_str(), 0755) == 0)
      give_to_owner_of_parent(path);
    else if (errno != EEXIST)
      return std::nullopt;
    Fd folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder.is_open() && errno == ENOENT) continue;
    if (!folder.is_open()) return std::nullopt;
    // Another run may have removed it in between.
    if (::flock(folder.get(), LOCK_SH) == 0 && is_still_there(folder, path)) return HeldFolder(path, std::move(folder));
  }
  return std::nullopt;
}

HeldFolder::~HeldFolder() {
  if (m_lock.is_open() && ::flock(m_lock.get(), LOCK_EX | LOCK_NB) == 0) ::rmdir(m_path.c_str());
}

}  // namespace assay::os
