#include "git/refs/ref_record.h"

#include <atomic>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "git/refs/refs.h"
#include "git/stale_locks.h"
#include "os/lock.h"

namespace assay::git {

namespace {

std::string folder_in(const Repository& repository) {
  return os::join_path(repository.common_folder(), "assay/ref-changes");
}

std::string new_name() {
  static std::atomic<unsigned> number = 0;
  return cat(::getpid(), "-", ++number);
}

std::string text_of(std::span<const RefChange> changes) {
  std::string out;
  for (const auto& change : changes) out += cat(change.ref, " ", change.new_id, "\n");
  return out;
}

timespec written_at(const std::string& path) {
  struct stat st {};
  return ::lstat(path.c_str(), &st) == 0 ? st.st_mtim : timespec{};
}

// git takes its locks at once after the record is written. An empty lock of another time is somebody else's.
bool is_of_that_time(const std::string& lock, const timespec& recorded) {
  constexpr time_t k_longest_seconds = 60;
  const auto at = written_at(lock);
  const bool is_older = at.tv_sec < recorded.tv_sec || (at.tv_sec == recorded.tv_sec && at.tv_nsec < recorded.tv_nsec);
  return !is_older && at.tv_sec - recorded.tv_sec <= k_longest_seconds;
}

struct LeftLocks {
  timespec recorded{};
  std::chrono::milliseconds age;
};

// git makes the file empty, and puts the new id into that of a ref. `id` is empty where it puts nothing.
void drop(const std::string& lock, std::string_view id, const LeftLocks& left) {
  const auto text = os::read_file(lock, 128);
  if (!text || !is_of_that_time(lock, left.recorded)) return;
  if (text->empty() || (!id.empty() && trim_right(*text) == id)) drop_stale_lock(lock, left.age);
}

void settle(const Repository& repository, std::string_view text, const LeftLocks& left) {
  const auto& common = repository.common_folder();
  for (const auto line : split(text, '\n')) {
    const size_t space = line.find(' ');
    if (space == std::string_view::npos || !line.starts_with("refs/") || contains(line, "/../")) continue;
    drop(cat(common, "/", line.substr(0, space), ".lock"), line.substr(space + 1), left);
  }
  // A branch that is checked out is locked together with HEAD, and what is deleted with the packed refs.
  drop(os::join_path(common, "packed-refs.lock"), "", left);
  drop(os::join_path(repository.git_folder(), "HEAD.lock"), "", left);
  if (repository.is_linked()) drop(os::join_path(common, "HEAD.lock"), "", left);
}

}  // namespace

Result<RefRecord> RefRecord::begin(const Repository& repository, std::span<const RefChange> changes) {
  const std::string folder = folder_in(repository);
  TRY(os::make_folders(folder));
  for (int attempts = 0; attempts < 8; ++attempts) {
    std::string path = os::join_path(folder, new_name());
    os::Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    // One that is there is left by a process that had our number before.
    if (!fd.is_open() && errno == EEXIST) continue;
    if (!fd.is_open()) return unavailable(cat("cannot write ", path, ": ", std::strerror(errno)));
    // Until it is locked, another process takes it for one that is left, and removes it.
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0 || !os::exists(path)) continue;
    RefRecord record(std::move(path), std::move(fd));
    TRY(os::write_all(record.m_held.get(), text_of(changes), record.m_path));
    return record;
  }
  return unavailable(cat("cannot keep a record in ", folder));
}

RefRecord::~RefRecord() {
  if (m_held.is_open()) ::unlink(m_path.c_str());
}

void RefRecord::settle_left(const Repository& repository, std::chrono::milliseconds age) {
  const std::string folder = folder_in(repository);
  for (const auto& name : os::list_folder(folder).value_or(std::vector<std::string>())) {
    const std::string path = os::join_path(folder, name);
    if (os::Lock::is_held(path)) continue;
    constexpr size_t k_most = 1 << 20;
    if (const auto text = os::read_file(path, k_most)) settle(repository, *text, {written_at(path), age});
    ::unlink(path.c_str());
  }
}

}  // namespace assay::git
