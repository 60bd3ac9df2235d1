#include "git/stale_locks.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::git {

namespace {

bool is_older(const std::string& path, std::chrono::seconds age) {
  struct stat st {};
  if (::lstat(path.c_str(), &st) != 0 || !S_ISREG(st.st_mode)) return false;
  const auto written = std::chrono::seconds(st.st_mtim.tv_sec) + std::chrono::nanoseconds(st.st_mtim.tv_nsec);
  return std::chrono::system_clock::now().time_since_epoch() - written > age;
}

}  // namespace

void drop_stale_locks(const Repository& repository, std::string_view branch, std::string_view worktree,
                      std::chrono::seconds age) {
  const auto& common = repository.common_folder();
  for (const auto& path :
       {cat(common, "/refs/heads/", branch, ".lock"), cat(common, "/worktrees/", worktree, "/HEAD.lock"),
        cat(common, "/worktrees/", worktree, "/index.lock")}) {
    if (is_older(path, age)) ::unlink(path.c_str());
  }
}

}  // namespace assay::git
