#include "git/stale_locks.h"

#include <algorithm>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::git {

namespace {

using std::chrono::milliseconds;

bool is_there(const std::string& path, timespec& written) {
  struct stat st {};
  if (::lstat(path.c_str(), &st) != 0 || !S_ISREG(st.st_mode)) return false;
  written = st.st_mtim;
  return true;
}

bool is_older(const timespec& written, milliseconds age) {
  const auto then = std::chrono::seconds(written.tv_sec) + std::chrono::nanoseconds(written.tv_nsec);
  return std::chrono::system_clock::now().time_since_epoch() - then > age;
}

constexpr std::string_view k_own_refs[] = {"refs/assay/", "refs/notes/assay"};

bool is_own(std::string_view ref) {
  return std::any_of(std::begin(k_own_refs), std::end(k_own_refs), [&](auto own) { return ref.starts_with(own); });
}

}  // namespace

void drop_stale_lock(const std::string& path, milliseconds age) {
  constexpr milliseconds k_pause(20);
  timespec written{};
  for (milliseconds waited(0); is_there(path, written); waited += k_pause) {
    // One from the future, by a clock that was set back, is not waited for longer than any other.
    if (is_older(written, age) || waited > age) {
      ::unlink(path.c_str());
      return;
    }
    std::this_thread::sleep_for(k_pause);
  }
}

bool drop_own_locks(const Repository& repository, std::span<const std::string> refs, milliseconds age) {
  bool any = false;
  for (const auto& ref : refs) {
    const std::string lock = cat(repository.common_folder(), "/", ref, ".lock");
    if (!is_own(ref) || !os::exists(lock)) continue;
    drop_stale_lock(lock, age);
    any = true;
  }
  return any;
}

void drop_stale_locks(const Repository& repository, std::string_view branch, std::string_view worktree,
                      std::chrono::milliseconds age) {
  const auto& common = repository.common_folder();
  for (const auto& path :
       {cat(common, "/refs/heads/", branch, ".lock"), cat(common, "/worktrees/", worktree, "/HEAD.lock"),
        cat(common, "/worktrees/", worktree, "/index.lock")}) {
    drop_stale_lock(path, age);
  }
}

}  // namespace assay::git
