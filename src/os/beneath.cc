// The kernel resolves a path beneath a folder in one call (openat2). Inside the sandbox there is no such call, because
// it hides from the filter what kind of file it makes; older kernels have none either. There each name on the way is
// opened by itself, never through a link: a link is read and walked like any other path, and ".." goes back to the
// folder it was entered from. So the way never leaves the folder, whatever is changed meanwhile.
#include "os/beneath.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

namespace {

Error refused(std::string_view verb, const std::string& path) {
  const int why = errno;
  if (why == EXDEV || why == ELOOP) return invalid_input(cat(path, " leads outside of the work folder"));
  if (why == ENOENT) return not_found(cat("there is no file ", path));
  return unavailable(cat("cannot ", verb, " ", path, ": ", std::strerror(why)));
}

Fd not_opened(int why) {
  errno = why;
  return Fd();
}

class Walk {
 public:
  Walk(int folder, const std::string& path) : m_top(folder) { put_in_front(path); }

  // Errors as of openat2: errno is set.
  Fd open(std::uint64_t flags, std::uint64_t mode) {
    while (!m_names.empty()) {
      const auto name = std::move(m_names.back());
      m_names.pop_back();
      if (name == "..") {
        if (m_way.empty()) return not_opened(EXDEV);
        m_way.pop_back();
        continue;
      }
      Fd entry(::openat(here(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      struct stat st {};
      const bool is_there = entry.is_open() && ::fstat(entry.get(), &st) == 0;
      if (is_there && S_ISLNK(st.st_mode)) {
        if (!follow(entry)) return Fd();
      } else if (m_names.empty()) {
        return Fd(::openat(here(), name.c_str(), static_cast<int>(flags) | O_NOFOLLOW | O_CLOEXEC,
                           static_cast<mode_t>(mode)));
      } else if (!is_there) {
        return Fd();
      } else {
        m_way.push_back(std::move(entry));
      }
    }
    return Fd(::openat(here(), ".", static_cast<int>(flags) | O_CLOEXEC, static_cast<mode_t>(mode)));
  }

 private:
  int here() const { return m_way.empty() ? m_top : m_way.back().get(); }

  void put_in_front(std::string_view path) {
    const auto names = split(path, '/');
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
      if (!name->empty() && *name != ".") m_names.emplace_back(*name);
    }
  }

  bool follow(const Fd& link) {
    constexpr int k_most_links = 40;
    char target[PATH_MAX];
    const ssize_t size = ::readlinkat(link.get(), "", target, sizeof target);
    if (size < 0) return false;
    const std::string_view leads_to(target, static_cast<size_t>(size));
    const bool is_endless = ++m_links > k_most_links || leads_to.size() == sizeof target;
    const bool leads_out = leads_to.starts_with('/');
    if (is_endless || leads_out) {
      errno = is_endless ? ELOOP : EXDEV;
      return false;
    }
    put_in_front(leads_to);
    return true;
  }

  int m_top;
  std::vector<Fd> m_way;             // folders below the top one, from the outer to the inner
  std::vector<std::string> m_names;  // still to be walked, the next one last
  int m_links = 0;
};

Fd open_beneath(int folder, const std::string& path, std::uint64_t flags, std::uint64_t mode = 0) {
  static std::atomic<bool> has_call = true;
  if (!has_call) return Walk(folder, path).open(flags, mode);
  open_how how{};
  how.flags = flags | O_CLOEXEC;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  Fd opened(static_cast<int>(::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how)));
  if (opened.is_open() || errno != ENOSYS) return opened;
  has_call = false;
  return Walk(folder, path).open(flags, mode);
}

struct PlaceBeneath {
  Fd folder;
  std::string path;  // relative to it
};

Result<PlaceBeneath> place_of(const std::string& folder, const std::string& path) {
  PlaceBeneath place;
  place.path = path;
  if (path.starts_with('/')) {
    std::string prefix = folder;
    if (!prefix.ends_with('/')) prefix += '/';
    std::string real = real_path(folder).value_or(folder) + "/";
    if (path.starts_with(prefix)) {
      place.path = path.substr(prefix.size());
    } else if (path.starts_with(real)) {
      place.path = path.substr(real.size());
    } else {
      return invalid_input(cat(path, " leads outside of the work folder"));
    }
  }
  if (place.path.empty() || place.path.find('\0') != std::string::npos) return invalid_input("that is not a file name");
  place.folder = Fd(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!place.folder.is_open()) return unavailable(cat("cannot open ", folder, ": ", std::strerror(errno)));
  return place;
}

Result<void> require_file(const Fd& file, const std::string& path) {
  struct stat st {};
  if (::fstat(file.get(), &st) != 0 || !S_ISREG(st.st_mode)) return invalid_input(cat(path, " is not a file"));
  if (st.st_nlink > 1) return invalid_input(cat(path, " has another name elsewhere"));
  return {};
}

// Each folder on the way is opened beneath the last, made when it is not there.
Result<void> make_parents(const PlaceBeneath& place, const std::string& path) {
  for (size_t slash = place.path.find('/'); slash != std::string::npos; slash = place.path.find('/', slash + 1)) {
    const std::string parent = place.path.substr(0, slash);
    if (parent.empty() || open_beneath(place.folder.get(), parent, O_PATH | O_DIRECTORY).is_open()) continue;
    if (errno != ENOENT) return refused("write", path);
    const std::string above = parent_path(parent);
    const Fd holder = open_beneath(place.folder.get(), above, O_PATH | O_DIRECTORY);
    if (!holder.is_open() || (::mkdirat(holder.get(), file_name(parent).c_str(), 0755) != 0 && errno != EEXIST))
      return refused("make a folder for", path);
  }
  return {};
}

}  // namespace

Result<std::string> read_beneath(const std::string& folder, const std::string& path, std::uint64_t limit) {
  TRY_ASSIGN(const auto place, place_of(folder, path));
  const Fd file = open_beneath(place.folder.get(), place.path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file.is_open()) return refused("read", path);
  struct stat st {};
  if (::fstat(file.get(), &st) != 0 || !S_ISREG(st.st_mode)) return invalid_input(cat(path, " is not a file"));
  std::string out;
  char buffer[64 << 10];
  for (;;) {
    const ssize_t n = ::read(file.get(), buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return refused("read", path);
    if (n == 0) return out;
    if (out.size() + static_cast<size_t>(n) > limit)
      return invalid_input(cat(path, " is larger than ", limit, " bytes"));
    out.append(buffer, static_cast<size_t>(n));
  }
}

Result<void> write_beneath(const std::string& folder, const std::string& path, std::string_view content) {
  TRY_ASSIGN(const auto place, place_of(folder, path));
  TRY(make_parents(place, path));
  const Fd file = open_beneath(place.folder.get(), place.path, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY, 0644);
  if (!file.is_open()) return refused("write", path);
  TRY(require_file(file, path));
  if (::ftruncate(file.get(), 0) != 0) return refused("write", path);
  return write_all(file.get(), content, path);
}

Result<void> append_beneath(const std::string& folder, const std::string& path, std::string_view content,
                            std::uint64_t limit) {
  TRY_ASSIGN(const auto place, place_of(folder, path));
  const Fd file = open_beneath(place.folder.get(), place.path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY);
  if (!file.is_open()) return refused("write", path);
  TRY(require_file(file, path));
  struct stat st {};
  if (::fstat(file.get(), &st) != 0) return refused("write", path);
  if (static_cast<std::uint64_t>(st.st_size) + content.size() > limit) {
    return conflict(cat(path, " would be larger than ", limit, " bytes"));
  }
  return write_all(file.get(), content, path);
}

}  // namespace assay::os
