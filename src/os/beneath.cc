#include "os/beneath.h"

#include <cerrno>
#include <cstring>

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

Fd open_beneath(int folder, const std::string& path, std::uint64_t flags, std::uint64_t mode = 0) {
  open_how how{};
  how.flags = flags | O_CLOEXEC;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return Fd(static_cast<int>(::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how)));
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
