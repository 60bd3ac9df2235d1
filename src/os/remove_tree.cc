// Commands leave what they like: folders nobody may enter, a hundred thousand of them in each other.
// Permissions are given back on the way; what lies deeper than a few levels is moved to the top
// first, so that neither descriptors nor stack run out.
#include <cerrno>
#include <string>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

namespace {

class TreeRemover {
 public:
  TreeRemover(int top, int round) : m_top(top), m_round(round) {}

  // All in the folder behind `fd`, which is ours to close. True when it is empty then.
  bool empty(int fd, int depth) {
    ::fchmod(fd, 0700);
    bool all = true;
    DIR* dir = ::fdopendir(fd);
    if (dir == nullptr) {
      ::close(fd);
      return false;
    }
    while (const dirent* entry = ::readdir(dir)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      all = remove(::dirfd(dir), entry->d_name, depth) && all;
    }
    ::closedir(dir);
    return all;
  }

  bool moved() const { return m_moved > 0; }  // something to the top, which may not have been seen there

 private:
  static constexpr int k_depth = 48;

  bool remove(int folder, const char* name, int depth) {
    if (::unlinkat(folder, name, 0) == 0 || errno == ENOENT) return true;
    if (errno != EISDIR && errno != EPERM && errno != EACCES) return false;
    if (depth >= k_depth) {
      // Comes again when the top is read on; a folder may grow while it is read.
      const auto higher = cat(".assay-removed-", m_round, "-", ++m_moved);
      return ::renameat(folder, name, m_top, higher.c_str()) == 0;
    }
    int fd = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 && errno == EACCES && ::fchmodat(folder, name, 0700, 0) == 0)
      fd = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return false;
    empty(fd, depth + 1);
    return ::unlinkat(folder, name, AT_REMOVEDIR) == 0;
  }

  int m_top;
  int m_round;
  std::uint64_t m_moved = 0;
};

}  // namespace

bool empty_folder(const std::string& path) {
  ::chmod(path.c_str(), 0700);
  for (int round = 0; round < 100'000; ++round) {
    const int top = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (top < 0) return false;
    const int again = ::fcntl(top, F_DUPFD_CLOEXEC, 0);
    TreeRemover remover(top, round);
    const bool emptied = remover.empty(again, 0);
    ::close(top);
    if (!emptied || !remover.moved()) return emptied;
  }
  return false;
}

bool remove_tree(const std::string& path) {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return true;
  return empty_folder(path) && ::rmdir(path.c_str()) == 0;
}

}  // namespace assay::os
