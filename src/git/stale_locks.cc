#include "git/stale_locks.h"

#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

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

void drop(const std::string& path, milliseconds age) {
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

}  // namespace

void drop_stale_locks(const Repository& repository, std::string_view branch, std::string_view worktree,
                      std::chrono::milliseconds age) {
  const auto& common = repository.common_folder();
  for (const auto& path :
       {cat(common, "/refs/heads/", branch, ".lock"), cat(common, "/worktrees/", worktree, "/HEAD.lock"),
        cat(common, "/worktrees/", worktree, "/index.lock")}) {
    drop(path, age);
  }
}

}  // namespace assay::git
