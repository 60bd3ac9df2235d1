// Moving a branch that is checked out leaves the files behind: the next commit there would silently undo
// the landing. So every checkout of the target is looked at first, held so that nobody can commit there, and moved
// along after the swap.
#include <algorithm>

#include "base/text.h"
#include "engine/land/run.h"
#include "git/checkout/advance.h"
#include "git/commit.h"
#include "os/files.h"
#include "plan/site.h"

namespace assay::engine {

namespace {

std::string what_is_wrong(const git::Obstacles& found) {
  if (found.pending != git::Pending::none) return cat(to_string(found.pending), " is not finished there");
  if (!found.changed.empty())
    return cat(first_few(found.changed, 3), found.changed.size() == 1 ? " is" : " are", " changed there");
  return cat("untracked ", first_few(found.in_the_way, 3), " would be overwritten");
}

std::string choices(const git::Obstacles& found, const std::string& path) {
  const std::string there = cat("git -C ", plan::shell_word(path), " ");
  if (found.pending != git::Pending::none) return "finish or abort it, then land again";
  if (!found.changed.empty()) {
    return cat("commit or stash there (", there, "stash -u), or leave the branch (", there,
               "switch --detach), then land again");
  }
  return cat("move it away, or leave the branch there (", there, "switch --detach), then land again");
}

bool has_files(const git::Checkout& checkout) { return !checkout.is_bare && !checkout.is_missing; }

Result<git::Repository> open_checkout(const LandRun& run, const git::Checkout& checkout) {
  const auto& here = run.context.repository;
  return checkout.path == here.root() ? here : git::Repository::open(checkout.path);
}

// `otherwise` is told when nothing stands in the way and it could not be moved all the same.
StepResult refuse_checkout(LandRun& run, const std::string& path, const git::Obstacles& found,
                           std::string_view otherwise) {
  if (found.none()) {
    return refuse(run, LandRefusal::checkout_in_the_way, std::string(otherwise),
                  cat("fix what it names, or leave the branch there (git -C ", plan::shell_word(path),
                      " switch --detach), then land again"));
  }
  return refuse(run, LandRefusal::checkout_in_the_way,
                cat(run.mission.target_branch, " is checked out at ", path, ", and ", what_is_wrong(found)),
                choices(found, path));
}

struct MovedCheckout {
  const git::IndexLock& held;
  git::IndexLock::Move move;
};

// One of several could not be moved: the branch stays, and so do all of them.
void move_back(LandRun& run, const std::vector<MovedCheckout>& moved) {
  for (const auto& each : moved) {
    const auto back = git::advance(each.held, {each.move.to, each.move.from});
    if (!back) run.report.notes.push_back(back.error().message);
  }
}

// Where the files of a held checkout belong: nobody can commit there, but a ref can be moved, and HEAD be put on a new
// branch. Empty when it has left the commit that came.
Result<std::string> destination(const git::IndexLock& held) {
  TRY_ASSIGN(const auto head, held.checkout().head());
  if (!head) return std::string();
  TRY_ASSIGN(const bool inside, git::is_ancestor(held.checkout(), held.move().to, *head));
  return inside ? *head : std::string();
}

// HEAD goes to the commit that index and files are at, so that a commit there takes nothing back. Returns what a person
// has to know.
Result<std::string> take_off(const git::IndexLock& held, const std::string& why) {
  const auto& there = held.checkout();
  TRY_ASSIGN(const auto branch, there.current_branch());
  TRY_ASSIGN(const auto head, there.head());
  const std::string name = branch.value_or("its branch");
  if (branch && head) {
    const auto detached =
        git::detach_head(there, {*head, held.move().from}, cat("assay: files of ", name, " stay behind"));
    if (detached) {
      return cat("the files at ", there.root(), " could not follow ", name, " (", why,
                 "), and were left as they are: that checkout is now at ", held.move().from.substr(0, 12),
                 ", off the branch; to come back: git -C ", plan::shell_word(there.root()), " stash, then switch ",
                 name, ", then stash pop");
    }
  }
  return cat("the files at ", there.root(), " could not follow ", name, " (", why,
             "): a commit there would take back what came; see git -C ", plan::shell_word(there.root()), " status");
}

// For a checkout whose branch has moved for good: its files follow, or it leaves the branch and a note says why.
// Whether they followed. An error: that could not be found out now; the lock stays, and the next run goes on.
Result<bool> bring_along(const git::IndexLock& held, const git::IndexLock::Move& move,
                         std::vector<std::string>& notes) {
  const auto done = git::catch_up(held, move);
  if (done) return true;
  if (done.error().code != Code::conflict) return done.error();
  TRY_ASSIGN(auto note, take_off(held, done.error().message));
  notes.push_back(std::move(note));
  return false;
}

// Whoever came to the branch while it was moved may have the files of either commit.
Result<void> move_latecomers(LandRun& run, const HeldCheckouts& held, const git::IndexLock::Move& move) {
  TRY_ASSIGN(const auto all, git::checkouts_of(run.context.repository, run.mission.target_branch));
  for (const auto& checkout : all) {
    if (!has_files(checkout) || checkout.branch != run.mission.target_branch) continue;
    TRY_ASSIGN(const auto there, open_checkout(run, checkout));
    const bool known = std::any_of(
        held.begin(), held.end(), [&](const auto& each) { return each.checkout().git_folder() == there.git_folder(); });
    if (known) continue;
    const auto lock = git::IndexLock::take(there, move);
    if (!lock) {
      run.report.notes.push_back(cat(lock.error().message, "; see git -C ", plan::shell_word(checkout.path),
                                     " status: a commit of old files there would take back what landed"));
      continue;
    }
    TRY_ASSIGN(const auto to, destination(*lock));
    if (!to.empty()) TRY(bring_along(*lock, {move.from, to}, run.report.notes));
  }
  return {};
}

Result<void> finish_move(const git::Repository& there, std::vector<std::string>& notes) {
  TRY_ASSIGN(auto left, git::IndexLock::take_left(there));
  if (!left) return {};
  TRY_ASSIGN(const auto to, destination(*left));
  if (!to.empty()) TRY(bring_along(*left, {left->move().from, to}, notes));
  left->release();
  return {};
}

}  // namespace

Result<StepResult> look_at_checkouts(LandRun& run) {
  TRY_ASSIGN(const auto all, git::checkouts_of(run.context.repository, run.mission.target_branch));
  for (const auto& checkout : all) {
    if (!has_files(checkout)) continue;
    if (checkout.is_locked && !os::exists(checkout.path)) {
      return refuse(
          run, LandRefusal::checkout_in_the_way,
          cat(run.mission.target_branch, " is checked out at ", checkout.path, ", which is locked and not there"),
          cat("connect the disk it is on; if it is gone for good: git worktree unlock ",
              plan::shell_word(checkout.path), " && git worktree prune; then land again"));
    }
    if (checkout.branch != run.mission.target_branch) {
      return refuse(run, LandRefusal::checkout_in_the_way,
                    cat("a rebase or bisect of ", run.mission.target_branch, " is not finished at ", checkout.path),
                    "finish or abort it there, then land again");
    }
    TRY_ASSIGN(const auto there, open_checkout(run, checkout));
    TRY_ASSIGN(const auto found, git::obstacles(there, run.landing.target_commit, run.landing.tip));
    if (!found.none()) return refuse_checkout(run, checkout.path, found, "");
    if (run.request.dry_run) run.did(cat("would move the checkout at ", checkout.path, " along"));
  }
  return StepResult::proceed;
}

Result<StepResult> hold_checkouts(LandRun& run, const git::IndexLock::Move& move, HeldCheckouts& held) {
  TRY_ASSIGN(const auto all, git::checkouts_of(run.context.repository, run.mission.target_branch));
  for (const auto& checkout : all) {
    if (!has_files(checkout) || checkout.branch != run.mission.target_branch) continue;
    TRY_ASSIGN(const auto there, open_checkout(run, checkout));
    auto lock = git::IndexLock::take(there, move);
    if (!lock) {
      held.clear();
      return refuse_checkout(run, checkout.path, {}, lock.error().message);
    }
    TRY_ASSIGN(const auto branch, there.current_branch());
    if (branch == run.mission.target_branch) held.push_back(std::move(*lock));  // else somebody left it just now
  }
  return StepResult::proceed;
}

Result<StepResult> move_checkouts(LandRun& run, HeldCheckouts& held, const git::IndexLock::Move& move, Begun begun) {
  std::vector<MovedCheckout> moved;
  for (const auto& each : held) {
    TRY_ASSIGN(const auto to, destination(each));
    if (to.empty()) continue;
    const git::IndexLock::Move own{move.from, to};
    if (begun == Begun::before) {
      TRY_ASSIGN(const bool followed, bring_along(each, own, run.report.notes));
      if (followed) moved.push_back({each, own});
      continue;
    }
    const auto done = git::advance(each, own);
    if (done) {
      moved.push_back({each, own});
      continue;
    }
    // The remote has it: the next run brings it here, as after any kill.
    if (done.error().code == Code::unavailable && run.has_remote()) return done.error();
    move_back(run, moved);
    const auto found = git::obstacles(each.checkout(), move.from, to);
    return refuse_checkout(run, each.checkout().root(), found ? *found : git::Obstacles{}, done.error().message);
  }
  TRY(move_latecomers(run, held, move));
  for (const auto& each : moved) run.did(cat("moved the checkout at ", each.held.checkout().root(), " along"));
  return StepResult::proceed;
}

Result<void> take_off_branch(LandRun& run, const HeldCheckouts& held, const std::string& why) {
  for (const auto& each : held) {
    TRY_ASSIGN(const auto to, destination(each));
    if (to.empty()) continue;
    TRY_ASSIGN(auto note, take_off(each, why));
    run.report.notes.push_back(std::move(note));
  }
  return {};
}

void pin(HeldCheckouts& held) {
  for (auto& each : held) each.pin();
}

void release(HeldCheckouts& held) {
  for (auto& each : held) each.release();
}

void release_unless_moved(const LandRun& run, HeldCheckouts& held, const std::string& to) {
  const auto inside = target_contains(run, to);
  if (inside && !*inside) release(held);
}

std::vector<std::string> finish_moves(const git::Repository& repository) {
  std::vector<std::string> notes;
  if (git::IndexLock::find_left(repository.common_folder()).empty()) return notes;
  const auto all = git::checkouts(repository);
  if (!all) return {all.error().message};
  for (const auto& checkout : *all) {
    if (!has_files(checkout)) continue;
    const auto there = git::Repository::open(checkout.path);
    if (!there) continue;
    const auto done = finish_move(*there, notes);
    if (!done) notes.push_back(done.error().message);
  }
  return notes;
}

Result<void> note_taken_back(LandRun& run) {
  const auto& landing = run.landing;
  const auto& repository = run.context.repository;
  TRY_ASSIGN(const auto now, git::read_ref(repository, run.target_ref()));
  if (!now || *now == landing.tip) return {};
  TRY_ASSIGN(const bool inside, git::is_ancestor(repository, landing.tip, *now));
  if (!inside) return {};
  TRY_ASSIGN(const auto paths, git::taken_back(repository, {landing.target_commit, landing.tip}, *now));
  if (paths.empty()) return {};
  run.report.notes.push_back(cat(landing.target_branch, " went on to ", now->substr(0, 12), ", which takes back ",
                                 first_few(paths, 3), " of what landed; if nobody meant that: git revert ",
                                 now->substr(0, 12)));
  return {};
}

}  // namespace assay::engine
