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

// What the killed git was about to write: git puts the new id into the lock itself.
bool holds_a_landing(const Repository& repository, const std::string& lock) {
  const auto text = os::read_file(lock, 128);
  if (!text) return false;
  const auto id = trim_right(*text);
  if (id.size() != repository.zero_id().size() || id.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return false;
  const auto commit = repository.ask({"cat-file", "commit", std::string(id)});
  return commit && commit->ok() && contains(commit->output, "\nAssay-Mission: ");
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
  const auto& common = repository.common_folder();
  bool any = false;
  for (const auto& ref : refs) {
    const std::string lock = cat(common, "/", ref, ".lock");
    if (!os::exists(lock) || !(is_own(ref) || holds_a_landing(repository, lock))) continue;
    drop_stale_lock(lock, age);
    any = true;
    // A branch that is checked out is locked together with HEAD, whose lock stays empty.
    const std::string head = cat(common, "/HEAD.lock");
    if (const auto text = os::read_file(head, 1); !is_own(ref) && text && text->empty()) drop_stale_lock(head, age);
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
