#include "git/checkout/index_lock.h"

#include <cerrno>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "git/honest_index.h"
#include "git/stale_locks.h"
#include "os/files.h"
#include "os/lock.h"

namespace assay::git {

namespace {

using std::chrono::milliseconds;
constexpr milliseconds k_pause(20);
constexpr std::string_view k_mark = "assay moves this checkout from ";
constexpr std::string_view k_between = " to ";

std::string lock_in(const std::string& git_folder) { return os::join_path(git_folder, "index.lock"); }
// Held as long as the process lives that has index.lock.
std::string guard_in(const std::string& git_folder) { return os::join_path(git_folder, "assay/index-lock"); }

std::string lock_of(const Repository& checkout) { return lock_in(checkout.git_folder()); }
std::string guard_of(const Repository& checkout) { return guard_in(checkout.git_folder()); }

std::string text_of(const IndexLock::Move& move) {
  return cat(k_mark, move.from, k_between, move.to, "\n",
             "If no assay is running, this was cut off: the next \"assay land\" finishes it and removes this file.\n");
}

bool is_id(std::string_view text) {
  return text.size() >= 40 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// What a lock file of ours says; nothing for that of anybody else.
std::optional<IndexLock::Move> read_move(const std::string& lock) {
  const auto text = os::read_file(lock, 1024);
  if (!text || !text->starts_with(k_mark)) return std::nullopt;
  const auto line = std::string_view(*text).substr(0, text->find('\n')).substr(k_mark.size());
  const size_t between = line.find(k_between);
  if (between == std::string_view::npos) return std::nullopt;
  IndexLock::Move move{std::string(line.substr(0, between)), std::string(line.substr(between + k_between.size()))};
  return is_id(move.from) && is_id(move.to) ? std::optional(std::move(move)) : std::nullopt;
}

// For file systems without links. A kill in between leaves a lock that nobody can tell from another git's.
Result<bool> make_here(const std::string& lock, const std::string& text) {
  const os::Fd fd(::open(lock.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!fd.is_open() && errno == EEXIST) return false;
  if (!fd.is_open()) return unavailable(cat("cannot make ", lock, ": ", std::strerror(errno)));
  auto written = os::write_all(fd.get(), text, lock);
  if (written) return true;
  ::unlink(lock.c_str());
  return written.error();
}

// False when it is there already. It appears whole: a kill never leaves one that does not say whose it is.
Result<bool> make_lock(const Repository& checkout, const IndexLock::Move& move) {
  const std::string prepared = cat(guard_of(checkout), ".new");
  const std::string lock = lock_of(checkout);
  TRY(os::write_file(prepared, text_of(move)));
  const int failed = ::link(prepared.c_str(), lock.c_str()) == 0 ? 0 : errno;
  ::unlink(prepared.c_str());
  if (failed == 0) return true;
  if (failed == EEXIST) return false;
  return make_here(lock, text_of(move));
}

Result<std::optional<os::Lock>> guard(const Repository& checkout, milliseconds wait) {
  for (milliseconds waited(0);; waited += k_pause) {
    TRY_ASSIGN(auto taken, os::Lock::try_take(guard_of(checkout)));
    if (taken || waited >= wait) return taken;
    std::this_thread::sleep_for(k_pause);
  }
}

Error taken_by_another(const Repository& checkout) {
  return conflict(cat("the checkout ", checkout.root(), " cannot be moved: ", lock_of(checkout),
                      " exists: another git is at work there; when it is not, remove that file"));
}

}  // namespace

struct IndexLock::State {
  State(Repository where, Move what, os::Lock lock)
      : checkout(std::move(where)),
        move(std::move(what)),
        guard(std::move(lock)),
        file(::open(lock_of(checkout).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)) {}
  ~State() {
    if (!is_pinned) remove();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Somebody may have removed ours by hand, and another git may have its own there now.
  bool is_held() const {
    struct stat mine {
    }, there{};
    return ::fstat(file.get(), &mine) == 0 && ::lstat(lock_of(checkout).c_str(), &there) == 0 &&
           mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
  }
  void remove() {
    if (is_held()) ::unlink(lock_of(checkout).c_str());
    file.reset();
  }

  Repository checkout;
  Move move;
  os::Lock guard;
  os::Fd file;  // open, so that no other file gets its number
  bool is_pinned = false;
};

Result<IndexLock> IndexLock::take(const Repository& checkout, const Move& move, milliseconds wait) {
  TRY_ASSIGN(auto alone, guard(checkout, wait));
  if (!alone) return taken_by_another(checkout);
  const std::string lock = lock_of(checkout);
  if (read_move(lock)) {
    return conflict(cat("a move of the checkout ", checkout.root(), " was cut off a moment ago; land again"));
  }
  for (milliseconds waited(0);; waited += k_pause) {
    TRY_ASSIGN(const bool made, make_lock(checkout, move));
    if (made) return IndexLock(std::make_shared<State>(checkout, move, std::move(*alone)));
    if (waited >= wait) return taken_by_another(checkout);
    while (os::exists(lock) && waited < wait) {
      std::this_thread::sleep_for(k_pause);
      waited += k_pause;
    }
  }
}

Result<std::optional<IndexLock>> IndexLock::take_left(const Repository& checkout) {
  const std::string lock = lock_of(checkout);
  if (!read_move(lock)) return std::optional<IndexLock>();
  TRY_ASSIGN(auto alone, guard(checkout, milliseconds(0)));
  if (!alone) return std::optional<IndexLock>();  // whoever has it is at work
  const auto move = read_move(lock);
  if (!move) return std::optional<IndexLock>();
  IndexLock left(std::make_shared<State>(checkout, *move, std::move(*alone)));
  left.pin();
  return std::optional(std::move(left));
}

std::vector<IndexLock::Left> IndexLock::find_left(const std::string& common) {
  std::vector<std::string> folders = {common};
  const std::string linked = os::join_path(common, "worktrees");
  for (const auto& name : os::list_folder(linked).value_or(std::vector<std::string>())) {
    folders.push_back(os::join_path(linked, name));
  }
  std::vector<Left> out;
  for (const auto& folder : folders) {
    auto move = read_move(lock_in(folder));
    if (move && !os::Lock::is_held(guard_in(folder))) out.push_back({lock_in(folder), std::move(*move)});
  }
  return out;
}

const Repository& IndexLock::checkout() const { return m_state->checkout; }
const IndexLock::Move& IndexLock::move() const { return m_state->move; }
void IndexLock::pin() { m_state->is_pinned = true; }
void IndexLock::release() { m_state->remove(); }

Result<std::string> IndexLock::draft() const {
  const auto& git_folder = m_state->checkout.git_folder();
  const std::string folder = os::join_path(git_folder, "assay/moving");
  const std::string copy = os::join_path(folder, "index");
  TRY(os::make_folders(folder));
  drop_stale_lock(cat(copy, ".lock"));
  ::unlink(copy.c_str());
  TRY(copy_index(os::join_path(git_folder, "index"), copy));
  return copy;
}

Result<void> IndexLock::install(const std::string& draft) const {
  if (!m_state->is_held()) {
    return conflict(cat("somebody removed ", lock_of(m_state->checkout), " while the checkout was being moved"));
  }
  const std::string index = os::join_path(m_state->checkout.git_folder(), "index");
  if (::rename(draft.c_str(), index.c_str()) == 0) return {};
  return unavailable(cat("cannot write ", index, ": ", std::strerror(errno)));
}

}  // namespace assay::git
