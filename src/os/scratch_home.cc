#include "os/scratch_home.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mutex.h"
#include "base/text.h"

namespace assay::os {

namespace {

constexpr std::string_view k_run_prefix = "run-";
constexpr int k_name_attempts = 10;
constexpr std::time_t k_a_day = 24 * 3600;
// A start is not held up by what others left: the rest is for the next one.
constexpr std::chrono::milliseconds k_sweep_for{50};

// Locked when nobody else holds it and it is still what the path names.
Fd claim(const std::string& folder) {
  Fd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat held {};
  struct stat named {};
  const bool is_claimed = fd.is_open() && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0 && ::fstat(fd.get(), &held) == 0 &&
                          ::lstat(folder.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
                          held.st_dev == named.st_dev && held.st_uid == ::geteuid();
  return is_claimed ? std::move(fd) : Fd();
}

std::vector<std::string> in_pool(const std::string& pool) {
  std::vector<std::string> out;
  const auto names = list_folder(pool);
  if (!names) return out;
  for (const auto& name : *names) {
    if (name.starts_with(k_run_prefix)) out.push_back(join_path(pool, name));
  }
  return out;
}

std::string pool_path() { return cat(temporary_folder(), "/assay-", ::geteuid()); }

void remove_dead_runs(const std::string& pool) {
  const auto end = std::chrono::steady_clock::now() + k_sweep_for;
  for (const auto& folder : in_pool(pool)) {
    if (const Fd lock = claim(folder); lock.is_open()) remove_tree(folder);
    if (std::chrono::steady_clock::now() > end) return;
  }
}

// "assay-verify-a8Xk2p", as mkdtemp made it.
bool is_old_name(std::string_view name) {
  const size_t dash = name.rfind('-');
  return name.starts_with("assay-") && dash > 5 && dash != std::string_view::npos && name.size() - dash == 7;
}

struct OwnFolder {
  std::string path;
  Fd lock;
  OwnFolder(std::string folder, Fd held) : path(std::move(folder)), lock(std::move(held)) {}
  OwnFolder(OwnFolder&& other) noexcept : path(std::exchange(other.path, {})), lock(std::move(other.lock)) {}
  OwnFolder& operator=(OwnFolder&&) = delete;
  ~OwnFolder() {
    if (!path.empty()) ::rmdir(path.c_str());  // what is still in use is the next process's to remove
  }
};

Result<OwnFolder> make_own(const std::string& pool) {
  for (int n = 0; n < k_name_attempts; ++n) {
    std::string path = cat(pool, "/", k_run_prefix, "XXXXXX");
    if (::mkdtemp(path.data()) == nullptr) {
      const int error = errno;
      if ((error == ENOSPC || error == EDQUOT) && n == 0) {
        remove_dead_scratch();
        continue;
      }
      return unavailable(cat("cannot make a scratch folder in ", pool, ": ", std::strerror(error),
                             "; make room there, or set TMPDIR to another folder"));
    }
    Fd lock = claim(path);
    if (lock.is_open()) return OwnFolder(std::move(path), std::move(lock));
    // Another process took it for a dead one's in the moment before it was locked.
  }
  return unavailable(cat("cannot lock a scratch folder in ", pool, "; set TMPDIR to a folder on a local disk"));
}

}  // namespace

std::string temporary_folder() {
  const char* base = std::getenv("TMPDIR");
  return base != nullptr && *base != 0 ? base : "/tmp";
}

bool is_ours(const std::string& path) {
  struct stat st {};
  return ::lstat(path.c_str(), &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == ::geteuid() && (st.st_mode & 022) == 0;
}

bool make_ours(const std::string& path, mode_t mode) {
  return (::mkdir(path.c_str(), mode) == 0 || errno == EEXIST) && is_ours(path);
}

Result<std::string> scratch_pool() {
  auto pool = pool_path();
  if (make_ours(pool, 0711) && ::access(pool.c_str(), W_OK | X_OK) == 0) return pool;
  return unavailable(cat(pool, " is not a folder of this user alone"));
}

void sweep_scratch() {
  if (const auto pool = pool_path(); is_ours(pool)) remove_dead_runs(pool);
}

Result<std::string> scratch_home() {
  static Mutex mutex;
  static std::map<std::string, OwnFolder> homes GUARDED_BY(mutex);  // more than one when TMPDIR changed on the way
  const auto pool = scratch_pool();
  if (!pool) return temporary_folder();
  const MutexLock lock(mutex);
  const auto known = homes.find(*pool);
  if (known != homes.end() && exists(known->second.path)) return known->second.path;
  if (known != homes.end()) homes.erase(known);  // somebody cleaned up
  remove_dead_runs(*pool);
  TRY_ASSIGN(auto own, make_own(*pool));
  return homes.emplace(*pool, std::move(own)).first->second.path;
}

std::vector<std::string> dead_scratch() {
  std::vector<std::string> out;
  const auto pool = scratch_pool();
  for (auto& folder : pool ? in_pool(*pool) : std::vector<std::string>()) {
    if (claim(folder).is_open()) out.push_back(std::move(folder));
  }
  return out;
}

void remove_dead_scratch() {
  for (const auto& folder : dead_scratch()) {
    if (const Fd lock = claim(folder); lock.is_open()) remove_tree(folder);
  }
}

std::vector<std::string> old_scratch() {
  std::vector<std::string> out;
  const auto above = temporary_folder();
  const auto names = list_folder(above);
  for (const auto& name : names ? *names : std::vector<std::string>()) {
    struct stat st {};
    std::string folder = join_path(above, name);
    if (is_old_name(name) && is_ours(folder) && ::lstat(folder.c_str(), &st) == 0 &&
        st.st_mtime < std::time(nullptr) - k_a_day) {
      out.push_back(std::move(folder));
    }
  }
  return out;
}

}  // namespace assay::os
