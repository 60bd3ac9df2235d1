#include "git/checkout/odd_files.h"

#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/folder_stream.h"

namespace assay::git {

namespace {

// Deeper folders are left to git, which has a limit of its own.
constexpr size_t k_deepest_looked_at = 256;

// Git opens these wherever it finds them.
bool is_read_by_git(std::string_view name) {
  return name == ".gitignore" || name == ".gitattributes" || name == ".gitmodules" || name == ".git";
}

// What refuses this is found out when it is read.
void allow_owner(int above, const std::string& name, const struct stat& st, mode_t rights) {
  if ((st.st_mode & rights) == rights) return;
  (void)!::fchmodat(above, name.c_str(), (st.st_mode & 07777) | rights, 0);
}

class PathLook {
 public:
  void at(int above, const std::string& name, const std::string& path, size_t depth) {
    struct stat st {};
    if (::fstatat(above, name.c_str(), &st, AT_SYMLINK_NOFOLLOW) != 0 || depth > k_deepest_looked_at) return;
    if (S_ISDIR(st.st_mode)) {
      enter(above, name, path, depth, st);
    } else if (S_ISREG(st.st_mode)) {
      allow_owner(above, name, st, S_IRUSR);
      if (static_cast<std::uint64_t>(st.st_size) > k_largest_file) large.push_back(path);
    } else if (!S_ISLNK(st.st_mode) && is_read_by_git(os::file_name(name)) && waits_at.empty()) {
      waits_at = path;
    }
  }

  std::vector<std::string> large;
  std::string waits_at;

 private:
  void enter(int above, const std::string& name, const std::string& path, size_t depth, const struct stat& st) {
    allow_owner(above, name, st, S_IRWXU);
    const int fd = ::openat(above, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return;
    const os::FolderStream dir(::fdopendir(fd));
    while (const dirent* item = dir != nullptr ? ::readdir(dir.get()) : nullptr) {
      const std::string_view below = item->d_name;
      if (below == "." || below == "..") continue;
      at(::dirfd(dir.get()), std::string(below), cat(path, "/", below), depth + 1);
    }
  }
};

}  // namespace

Result<std::vector<std::string>> look_before_git(const std::string& root, const std::vector<std::string>& paths) {
  const os::Fd top(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!top.is_open()) return unavailable(cat("cannot enter the work tree ", root));
  PathLook look;
  for (const auto& path : paths) look.at(top.get(), path, path, 0);
  if (!look.waits_at.empty()) {
    return conflict(
        cat(os::join_path(root, look.waits_at), " is not a plain file, and git would wait for it; remove it"));
  }
  return std::move(look.large);
}

}  // namespace assay::git
