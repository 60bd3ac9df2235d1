#include "git/checkout/leftovers.h"

#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/folder_stream.h"

namespace assay::git {

namespace {

constexpr int k_folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// Every open folder on the way down costs a descriptor and stack. What lies deeper is moved to the
// top first and removed from there.
constexpr size_t k_deepest_held = 64;

os::Fd open_folder_at(int above, const std::string& name) {
  int fd = ::openat(above, name.c_str(), k_folder_flags);
  if (fd < 0 && errno == EACCES && ::fchmodat(above, name.c_str(), 0700, 0) == 0) {
    fd = ::openat(above, name.c_str(), k_folder_flags);
  }
  struct stat st {};
  if (fd >= 0 && ::fstat(fd, &st) == 0 && (st.st_mode & S_IRWXU) != S_IRWXU) ::fchmod(fd, st.st_mode | S_IRWXU);
  return os::Fd(fd);
}

std::vector<std::string> entries_of(int folder) {
  std::vector<std::string> out;
  const int copy = ::openat(folder, ".", k_folder_flags);
  if (copy < 0) return out;
  const os::FolderStream dir(::fdopendir(copy));
  while (const dirent* item = dir != nullptr ? ::readdir(dir.get()) : nullptr) {
    const std::string_view name = item->d_name;
    if (name != "." && name != "..") out.emplace_back(name);
  }
  return out;
}

class Remover {
 public:
  Remover(int root, const Stays& stays) : m_root(root), m_stays(stays) {}

  Result<size_t> run(int above, const std::string& name, const std::string& path) {
    remove(above, name, path, 0);
    while (!m_deep.empty()) {
      auto [moved, original] = std::move(m_deep.back());
      m_deep.pop_back();
      remove(m_root, moved, original, 0);
    }
    if (!m_failed.empty()) return unavailable(m_failed);
    return m_count;
  }

 private:
  struct Deep {
    std::string moved;
    std::string original;
  };

  void fail(const std::string& path) {
    if (m_failed.empty()) m_failed = cat("cannot remove ", excerpt(path), ": ", std::strerror(errno));
  }

  // True when nothing of it is left.
  bool remove(int above, const std::string& name, const std::string& path, size_t depth) {
    if (m_stays && m_stays(path)) return false;
    if (::unlinkat(above, name.c_str(), 0) == 0) {
      ++m_count;
      return true;
    }
    if (errno == ENOENT) return true;
    if (depth >= k_deepest_held && move_to_top(above, name, path)) return true;
    bool empty = true;
    {
      const os::Fd folder = open_folder_at(above, name);
      if (!folder.is_open()) {
        fail(path);
        return false;
      }
      for (const auto& below : entries_of(folder.get())) {
        empty = remove(folder.get(), below, cat(path, "/", below), depth + 1) && empty;
      }
    }
    if (!empty) return false;
    if (::unlinkat(above, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT) return true;
    fail(path);
    return false;
  }

  bool move_to_top(int above, const std::string& name, const std::string& path) {
    const std::string moved = cat(".assay-removing-", ::getpid(), "-", m_moved++);
    if (::renameat(above, name.c_str(), m_root, moved.c_str()) != 0) return false;
    m_deep.push_back({moved, path});
    return true;
  }

  int m_root;
  const Stays& m_stays;
  std::vector<Deep> m_deep;
  size_t m_moved = 0;
  size_t m_count = 0;
  std::string m_failed;
};

Result<os::Fd> open_root(const std::string& root) {
  os::Fd fd(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.is_open()) return unavailable(cat("cannot open the folder ", root, ": ", std::strerror(errno)));
  return fd;
}

// The folder that holds `path`; not open when a part of the way is missing or no folder.
os::Fd open_parent(os::Fd root, std::string_view path) {
  for (size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    root = open_folder_at(root.get(), std::string(path.substr(0, slash)));
    if (!root.is_open()) return root;
    path.remove_prefix(slash + 1);
  }
  return root;
}

std::string last_name(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

}  // namespace

Result<size_t> remove_below(const std::string& root, std::string_view path, const Stays& stays) {
  TRY_ASSIGN(const auto top, open_root(root));
  const os::Fd parent = open_parent(os::Fd(::fcntl(top.get(), F_DUPFD_CLOEXEC, 0)), path);
  if (!parent.is_open()) return size_t{0};
  return Remover(top.get(), stays).run(parent.get(), last_name(path), std::string(path));
}

void remove_empty_parents(const std::string& root, std::string_view path) {
  for (size_t slash = path.rfind('/'); slash != std::string_view::npos; slash = path.rfind('/')) {
    path = path.substr(0, slash);
    auto top = open_root(root);
    if (!top) return;
    const os::Fd parent = open_parent(std::move(*top), path);
    if (!parent.is_open()) continue;
    if (::unlinkat(parent.get(), last_name(path).c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT) return;
  }
}

Result<void> clear_place(const std::string& root, std::string_view path) {
  TRY_ASSIGN(os::Fd at, open_root(root));
  std::string_view rest = path;
  for (size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
    const std::string name(rest.substr(0, slash));
    struct stat st {};
    if (::fstatat(at.get(), name.c_str(), &st, AT_SYMLINK_NOFOLLOW) != 0) return {};
    if (!S_ISDIR(st.st_mode)) {
      if (::unlinkat(at.get(), name.c_str(), 0) == 0) return {};
      return unavailable(cat("cannot remove what is in the way of ", path, ": ", std::strerror(errno)));
    }
    at = open_folder_at(at.get(), name);
    if (!at.is_open()) return unavailable(cat("cannot enter the folder of ", path, ": ", std::strerror(errno)));
    rest.remove_prefix(slash + 1);
  }
  TRY(remove_below(root, path));
  return {};
}

}  // namespace assay::git
