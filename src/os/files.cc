#include "os/files.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/scratch_home.h"

namespace assay::os {

namespace {

// What to do about it, where that does not depend on what was wanted.
std::string_view advice(int error) {
  switch (error) {
    case EROFS: return "; make its file system writable, or work in a copy elsewhere";
    case EACCES:
    case EPERM: return "; see who owns it and who may write there";
    case ENOSPC:
    case EDQUOT: return "; make room there";
    default: return "";
  }
}

Error file_error(std::string_view what, std::string_view path) {
  const int error = errno;
  const auto message = cat("cannot ", what, " ", path, ": ", std::strerror(error), what == "read" ? "" : advice(error));
  return error == ENOENT ? not_found(message) : unavailable(message);
}

Error not_a_file(std::string_view path) {
  return invalid_input(cat("cannot read ", path, ": it is a folder, a file is wanted"));
}

}  // namespace

Fd::~Fd() { reset(); }

Fd& Fd::operator=(Fd&& other) noexcept {
  if (this != &other) {
    reset();
    m_fd = other.release();
  }
  return *this;
}

int Fd::release() {
  const int fd = m_fd;
  m_fd = -1;
  return fd;
}

void Fd::reset() {
  if (m_fd >= 0) ::close(m_fd);
  m_fd = -1;
}

namespace {

Result<size_t> read_some(int fd, std::span<char> into, std::string_view path) {
  for (;;) {
    const ssize_t n = ::read(fd, into.data(), into.size());
    if (n >= 0) return static_cast<size_t>(n);
    if (errno != EINTR) return file_error("read", path);
  }
}

}  // namespace

Result<std::unique_ptr<FileSource>> FileSource::open(const std::string& path) {
  Fd fd(path == "-" ? ::dup(0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.is_open()) return file_error("read", path);
  struct stat st {};
  if (::fstat(fd.get(), &st) != 0) return file_error("read", path);
  if (S_ISDIR(st.st_mode)) return not_a_file(path);
  return std::unique_ptr<FileSource>(new FileSource(std::move(fd), path));
}

Result<size_t> FileSource::read(std::span<char> into) { return read_some(m_fd.get(), into, m_path); }

namespace {

Result<std::string> slurp(int fd, std::uint64_t limit, std::string_view path) {
  std::string out;
  struct stat st {};
  if (::fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
    out.reserve(static_cast<size_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(st.st_size), limit)));
  }
  std::vector<char> buffer(size_t{64} << 10);
  for (;;) {
    TRY_ASSIGN(const size_t n, read_some(fd, buffer, path));
    if (n == 0) return out;
    if (out.size() + n > limit) {
      return invalid_input(cat(path, " is larger than ", limit >> 20, " MiB, the most that is read here"));
    }
    out.append(buffer.data(), n);
  }
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::uint64_t limit) {
  Fd fd(path == "-" ? ::dup(0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.is_open()) return file_error("read", path);
  if (path != "-" && is_folder(path)) return not_a_file(path);
  return slurp(fd.get(), limit, path);
}

std::int64_t changed_at(const std::string& path) {
  constexpr std::int64_t k_second = 1'000'000'000;
  struct stat st {};
  return ::lstat(path.c_str(), &st) == 0 ? st.st_mtim.tv_sec * k_second + st.st_mtim.tv_nsec : 0;
}

void remove_oldest(const std::string& folder, size_t most) {
  std::error_code error;
  std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    files.emplace_back(entry.last_write_time(error), entry.path());
  if (files.size() <= most) return;
  std::sort(files.begin(), files.end());
  for (size_t i = 0; i + most < files.size(); ++i) std::filesystem::remove(files[i].second, error);
}

Result<std::string> read_end(const std::string& path, std::uint64_t most) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const off_t size = fd.is_open() ? ::lseek(fd.get(), 0, SEEK_END) : -1;
  if (size < 0) return file_error("read", path);
  const off_t from = std::max<off_t>(0, size - static_cast<off_t>(most));
  if (::lseek(fd.get(), from, SEEK_SET) < 0) return file_error("read", path);
  return slurp(fd.get(), most + 1, path);
}

Result<std::string> read_stdin(std::uint64_t limit) { return slurp(0, limit, "standard input"); }

Result<void> write_all(int fd, std::string_view content, std::string_view name) {
  while (!content.empty()) {
    const ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return file_error("write", name);
    content.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

Result<void> write_file(const std::string& path, std::string_view content) {
  const std::string beside = cat(path, ".", ::getpid(), ".new");
  {
    const Fd fd(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!fd.is_open()) return file_error("write", path);
    auto written = write_all(fd.get(), content, path);
    if (!written) {
      ::unlink(beside.c_str());
      return written;
    }
  }
  if (::rename(beside.c_str(), path.c_str()) != 0) {
    auto error = file_error("write", path);
    ::unlink(beside.c_str());
    return error;
  }
  return {};
}

std::uint64_t size_of(const std::string& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return 0;
  return static_cast<std::uint64_t>(facts.st_size);
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

bool is_folder(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) == 0 && S_ISDIR(st.st_mode);
}

bool is_link(const std::string& path) {
  struct stat st {};
  return ::lstat(path.c_str(), &st) == 0 && S_ISLNK(st.st_mode);
}

Result<void> make_folders(const std::string& path) {
  constexpr int k_attempts = 5;
  int attempt = 1;
  for (size_t at = 1; at <= path.size(); ++at) {
    if (at < path.size() && path[at] != '/') continue;
    const std::string part = path.substr(0, at);
    if (::mkdir(part.c_str(), 0777) == 0 || errno == EEXIST) continue;
    // Somebody may have removed an empty folder above it in between (os/sandbox/held_folder.h).
    if (errno != ENOENT || ++attempt > k_attempts) return file_error("make the folder", part);
    at = 0;
  }
  if (!is_folder(path)) return conflict(cat(path, " is in the way: a folder is wanted there"));
  return {};
}

Result<std::string> real_path(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return file_error("find", path);
  std::string out(resolved);
  std::free(resolved);
  return out;
}

std::string join_path(std::string_view folder, std::string_view name) {
  if (name.starts_with('/') || folder.empty()) return std::string(name);
  return folder.ends_with('/') ? cat(folder, name) : cat(folder, '/', name);
}

std::string parent_path(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

std::string file_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

Result<std::string> current_folder() {
  char buffer[PATH_MAX];
  if (::getcwd(buffer, sizeof buffer) == nullptr) return file_error("find", "the current folder");
  return std::string(buffer);
}

Result<std::vector<std::string>> list_folder(const std::string& path) {
  DIR* dir = ::opendir(path.c_str());
  if (dir == nullptr) return file_error("list", path);
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(dir)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(dir);
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> inside(const std::string& root, const std::string& path) {
  TRY_ASSIGN(const std::string real_root, real_path(root));
  std::string wanted = join_path(real_root, path);
  std::string tail;  // what does not exist yet
  while (!exists(wanted)) {
    struct stat st {};
    if (::lstat(wanted.c_str(), &st) == 0) return invalid_input(cat(wanted, " is a symbolic link that leads nowhere"));
    const std::string name = file_name(wanted);
    if (name == ".." || name == ".")
      return invalid_input(cat(path, " has '", name, "' below a folder that does not exist"));
    if (!name.empty()) tail = tail.empty() ? name : join_path(name, tail);
    wanted = parent_path(wanted);
  }
  TRY_ASSIGN(const std::string resolved, real_path(wanted));
  const bool is_in = resolved == real_root || resolved.starts_with(real_root == "/" ? "/" : cat(real_root, '/'));
  if (!is_in) return invalid_input(cat(path, " leads outside of ", real_root));
  return tail.empty() ? resolved : join_path(resolved, tail);
}

Result<ScratchFolder> ScratchFolder::make(std::string_view prefix) {
  TRY_ASSIGN(const auto home, scratch_home());
  std::string name = cat(home, "/", prefix, "-XXXXXX");
  if (::mkdtemp(name.data()) == nullptr) return file_error("make the folder", name);
  return ScratchFolder(std::move(name));
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept : m_path(std::move(other.m_path)) { other.m_path.clear(); }

ScratchFolder::~ScratchFolder() {
  if (m_path.empty()) return;
  remove_tree(m_path);
}

Result<void> copy_tree(const std::string& from, const std::string& to) {
  std::error_code error;
  std::filesystem::copy(from, to,
                        std::filesystem::copy_options::recursive | std::filesystem::copy_options::copy_symlinks, error);
  if (error) return unavailable(cat("cannot copy ", from, " to ", to, ": ", error.message()));
  return {};
}

}  // namespace assay::os
