// Git's own status does the same in about twice the time: it asks for each file by its whole path,
// lists all folders in a second pass, and writes what it learned. Here each folder is opened once and
// its files are asked for by name, on as many threads as there are processors.
#include "git/checkout/scan.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <map>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mutex.h"
#include "base/text.h"
#include "os/files.h"
#include "os/folder_stream.h"

namespace assay::git {

namespace {

// A folder as the index knows it: its files and submodules, and the folders in it.
struct Folder {
  std::string path;                         // "" is the top
  std::vector<size_t> entries{};            // positions, in order of name
  std::vector<std::string_view> folders{};  // names, sorted before the scan
};

std::string_view name_in(const Folder& folder, const IndexEntry& entry) {
  return std::string_view(entry.path).substr(folder.path.empty() ? 0 : folder.path.size() + 1);
}

class Outline {
 public:
  explicit Outline(const Index& index) {
    m_folders.push_back({""});
    std::vector<size_t> open = {0};  // the chain of folders that the last entry was in
    for (size_t i = 0; i < index.size(); ++i) {
      const std::string_view path = index[i].path;
      const size_t slash = path.rfind('/');
      const std::string_view parent = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
      while (!holds(m_folders[open.back()].path, parent)) open.pop_back();
      while (m_folders[open.back()].path.size() < parent.size()) open.push_back(add_below(open.back(), parent));
      m_folders[open.back()].entries.push_back(i);
    }
    for (auto& folder : m_folders) std::sort(folder.folders.begin(), folder.folders.end());
  }

  const std::vector<Folder>& folders() const { return m_folders; }

 private:
  static bool holds(std::string_view folder, std::string_view path) {
    return folder.empty() || path == folder ||
           (path.size() > folder.size() && path[folder.size()] == '/' && path.starts_with(folder));
  }

  // The next folder on the way from `above` to `path`, whose bytes outlive us.
  size_t add_below(size_t above, std::string_view path) {
    const size_t from = m_folders[above].path.empty() ? 0 : m_folders[above].path.size() + 1;
    const size_t end = std::min(path.find('/', from), path.size());
    m_folders[above].folders.push_back(path.substr(from, end - from));
    m_folders.push_back({std::string(path.substr(0, end))});
    return m_folders.size() - 1;
  }

  std::vector<Folder> m_folders;
};

DIR* open_folder(const std::string& path) {
  const auto attempt = [&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); };
  int fd = attempt();
  if (fd < 0 && errno == EACCES && ::chmod(path.c_str(), 0755) == 0) fd = attempt();
  if (fd < 0) return nullptr;
  struct stat st {};
  if (::fstat(fd, &st) == 0 && (st.st_mode & S_IRWXU) != S_IRWXU) ::fchmod(fd, st.st_mode | S_IRWXU);
  return ::fdopendir(fd);
}

class Scanner {
 public:
  Scanner(const std::string& root, const Index& index, const std::vector<Folder>& folders)
      : m_root(root), m_index(index), m_folders(folders) {}

  Result<Found> run() {
    constexpr size_t k_worth_a_thread = 2000;
    const size_t threads = std::min<size_t>(
        {std::max(1u, std::thread::hardware_concurrency()), 8u, m_index.size() / k_worth_a_thread + 1});
    std::vector<std::thread> others;
    for (size_t i = 1; i < threads; ++i) others.emplace_back([this] { work(); });
    work();
    for (auto& other : others) other.join();
    if (m_failed != 0) return unavailable(cat("cannot read the work tree ", m_root, ": ", std::strerror(m_failed)));
    const MutexLock lock(m_mutex);
    add_everything_below_lost_folders();
    std::sort(m_found.changed.begin(), m_found.changed.end());
    m_found.changed.erase(std::unique(m_found.changed.begin(), m_found.changed.end()), m_found.changed.end());
    std::sort(m_found.untracked.begin(), m_found.untracked.end());
    return std::move(m_found);
  }

 private:
  struct Local {
    Found found;
    std::vector<std::string> lost;
  };

  void work() {
    Local local;
    for (size_t i = m_next.fetch_add(1); i < m_folders.size(); i = m_next.fetch_add(1)) look_at(m_folders[i], local);
    const MutexLock lock(m_mutex);
    auto& all = m_found;
    all.changed.insert(all.changed.end(), local.found.changed.begin(), local.found.changed.end());
    all.untracked.insert(all.untracked.end(), local.found.untracked.begin(), local.found.untracked.end());
    m_lost.insert(m_lost.end(), local.lost.begin(), local.lost.end());
  }

  void look_at(const Folder& folder, Local& local) {
    const os::FolderStream dir(open_folder(os::join_path(m_root, folder.path)));
    if (dir == nullptr) {
      if (folder.path.empty()) m_failed = errno;
      local.lost.push_back(folder.path);
      return;
    }
    std::vector<char> seen(folder.entries.size(), 0);
    while (const dirent* item = ::readdir(dir.get())) {
      const std::string_view name = item->d_name;
      if (name == "." || name == ".." || (folder.path.empty() && name == ".git")) continue;
      const auto at = std::lower_bound(
          folder.entries.begin(), folder.entries.end(), name,
          [&](size_t entry, std::string_view wanted) { return name_in(folder, m_index[entry]) < wanted; });
      if (at != folder.entries.end() && name_in(folder, m_index[*at]) == name) {
        seen[static_cast<size_t>(at - folder.entries.begin())] = 1;
        if (!is_as_recorded(::dirfd(dir.get()), item->d_name, m_index[*at])) local.found.changed.push_back(*at);
        continue;
      }
      const std::string path = folder.path.empty() ? std::string(name) : cat(folder.path, "/", name);
      if (!std::binary_search(folder.folders.begin(), folder.folders.end(), name)) {
        local.found.untracked.push_back(path);
      } else if (!is_real_folder(::dirfd(dir.get()), *item)) {
        local.found.untracked.push_back(path);  // a file or symlink in the place of a folder
        local.lost.push_back(path);
      }
    }
    for (size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] == 0) local.found.changed.push_back(folder.entries[i]);
    }
  }

  static bool is_real_folder(int dir, const dirent& item) {
    if (item.d_type != DT_UNKNOWN) return item.d_type == DT_DIR;
    struct stat st {};
    return ::fstatat(dir, item.d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode);
  }

  static bool is_as_recorded(int dir, const char* name, const IndexEntry& entry) {
    struct stat st {};
    if (::fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0) return false;
    if (entry.mode == k_mode_submodule) return S_ISDIR(st.st_mode);
    return (S_ISREG(st.st_mode) || S_ISLNK(st.st_mode)) && FileStamp::of(st) == entry.stamp;
  }

  // Files below a folder that became a symlink were looked for where it leads: they are gone.
  void add_everything_below_lost_folders() REQUIRES(m_mutex) {
    for (const auto& folder : m_lost) {
      const std::string prefix = folder.empty() ? "" : cat(folder, "/");
      auto at = std::lower_bound(m_index.begin(), m_index.end(), prefix,
                                 [](const IndexEntry& entry, const std::string& p) { return entry.path < p; });
      for (; at != m_index.end() && at->path.starts_with(prefix); ++at) {
        m_found.changed.push_back(static_cast<size_t>(at - m_index.begin()));
      }
      std::erase_if(m_found.untracked, [&](const std::string& path) { return path.starts_with(prefix); });
    }
  }

  const std::string& m_root;
  const Index& m_index;
  const std::vector<Folder>& m_folders;
  std::atomic<size_t> m_next{0};
  std::atomic<int> m_failed{0};
  Mutex m_mutex;
  Found m_found GUARDED_BY(m_mutex);
  std::vector<std::string> m_lost GUARDED_BY(m_mutex);
};

}  // namespace

Result<Found> scan(const std::string& root, const Index& index) {
  const Outline outline(index);
  return Scanner(root, index, outline.folders()).run();
}

}  // namespace assay::git
