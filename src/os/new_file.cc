// A file without a name goes with its process however that ends, so even Ctrl-C or a kill leaves no
// litter. Linking cannot replace a file that is there: then it gets a name beside it to be renamed.
// Where the file system has no nameless files, the name beside is there from the start. A kill while there is such a
// name leaves it; whoever writes the same file next removes it. The file is locked by its writer, so one that is being
// written by a process that we cannot see (in another container) stays.
#include "os/new_file.h"

#include <cerrno>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::os {

namespace {

Error cannot_write(const std::string& path) {
  const int why = errno;
  std::string message = cat("cannot write ", path, ": ", std::strerror(why));
  if (why == ENOENT) message += "; make its folder first";
  return why == ENOENT ? not_found(std::move(message)) : unavailable(std::move(message));
}

std::string name_beside(const std::string& path) { return cat(path, ".", ::getpid(), ".new"); }

// "<name>.<process>.new" with a process that is gone.
bool is_left(std::string_view entry, std::string_view name) {
  constexpr std::string_view k_end = ".new";
  if (!entry.starts_with(cat(name, ".")) || !entry.ends_with(k_end)) return false;
  entry.remove_prefix(name.size() + 1);
  if (entry.size() <= k_end.size()) return false;
  entry.remove_suffix(k_end.size());
  const auto process = parse_uint(entry);
  return process && *process > 0 && *process <= std::numeric_limits<pid_t>::max() &&
         ::kill(static_cast<pid_t>(*process), 0) != 0 && errno == ESRCH;
}

void remove_left(const std::string& path) {
  const auto name = file_name(path);
  const auto folder = parent_path(path);
  for (const auto& entry : list_folder(folder).value_or(std::vector<std::string>())) {
    if (!is_left(entry, name)) continue;
    const auto left = join_path(folder, entry);
    const Fd fd(::open(left.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat st {};
    const bool is_ours = fd.is_open() && ::fstat(fd.get(), &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == ::geteuid();
    if (is_ours && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(left.c_str());
  }
}

// Signals that come meanwhile are taken when this goes.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &m_before);
  }
  ~SignalsWait() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;

 private:
  sigset_t m_before{};
};

// The name is only durable once its folder is.
void sync_folder(const std::string& path) {
  const Fd fd(::open(parent_path(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.is_open()) ::fsync(fd.get());
}

}  // namespace

Result<NewFile> NewFile::open(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) == 0 && !S_ISREG(st.st_mode)) {
    return invalid_input(cat("cannot write ", path, ": it is not a regular file"));
  }
  remove_left(path);
  if (exists("/proc/self/fd")) {  // by which it is given its name
    Fd nameless(::open(parent_path(path).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0644));
    if (nameless.is_open()) {
      ::flock(nameless.get(), LOCK_EX | LOCK_NB);
      return NewFile(std::move(nameless), path, "");
    }
  }
  std::string beside = name_beside(path);
  Fd fd(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!fd.is_open()) return cannot_write(path);
  ::flock(fd.get(), LOCK_EX | LOCK_NB);
  return NewFile(std::move(fd), path, std::move(beside));
}

NewFile::NewFile(NewFile&& other) noexcept
    : m_fd(std::move(other.m_fd)), m_path(std::move(other.m_path)), m_beside(std::move(other.m_beside)) {
  other.m_beside.clear();
}

NewFile::~NewFile() {
  if (!m_beside.empty()) ::unlink(m_beside.c_str());
}

Result<void> NewFile::write(std::string_view bytes) { return write_all(m_fd.get(), bytes, m_path); }

Result<void> NewFile::commit() {
  if (::fsync(m_fd.get()) != 0) return cannot_write(m_path);
  TRY(put_in_place());
  if (::close(m_fd.release()) != 0) return cannot_write(m_path);
  sync_folder(m_path);
  return {};
}

Result<void> NewFile::put_in_place() {
  const std::string self = cat("/proc/self/fd/", m_fd.get());
  const auto link_as = [&](const std::string& name) {
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  if (m_beside.empty() && link_as(m_path)) return {};
  const SignalsWait wait;  // Ctrl-C must not come between the two names
  if (m_beside.empty()) {
    const std::string beside = name_beside(m_path);
    ::unlink(beside.c_str());  // of a process of that number that was killed right here
    if (!link_as(beside)) return cannot_write(m_path);
    m_beside = beside;
  }
  if (::rename(m_beside.c_str(), m_path.c_str()) != 0) return cannot_write(m_path);
  m_beside.clear();
  return {};
}

}  // namespace assay::os
