// Moving a branch that is checked out leaves the files behind: the next commit there would silently undo
// the landing. So every checkout of the target is looked at first, and moved along after the swap.
#include "base/text.h"
#include "engine/land_run.h"
#include "git/advance.h"
#include "os/files.h"
#include "plan/site.h"

namespace assay::engine {

namespace {

std::string some(const std::vector<std::string>& paths) {
  std::vector<std::string> shown(paths.begin(),
                                 paths.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(paths.size(), 3)));
  return paths.size() > 3 ? cat(join(shown, ", "), " and ", paths.size() - 3, " more") : join(shown, ", ");
}

std::string what_is_wrong(const git::Obstacles& found) {
  if (found.pending != git::Pending::none) return cat(to_string(found.pending), " is not finished there");
  if (!found.changed.empty())
    return cat(some(found.changed), found.changed.size() == 1 ? " is" : " are", " changed there");
  return cat("untracked ", some(found.in_the_way), " would be overwritten");
}

std::string choices(const git::Obstacles& found, const git::Checkout& checkout) {
  const std::string there = cat("git -C ", plan::shell_word(checkout.path), " ");
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

// `otherwise` is told when nothing stands in the way and git refused all the same.
Way refuse_checkout(LandRun& run, const git::Checkout& checkout, const git::Obstacles& found,
                    std::string_view otherwise) {
  if (found.none()) {
    return refuse(run, LandRefusal::checkout_in_the_way, std::string(otherwise),
                  cat("mend what it names, or leave the branch there (git -C ", plan::shell_word(checkout.path),
                      " switch --detach), then land again"));
  }
  return refuse(run, LandRefusal::checkout_in_the_way,
                cat(run.mission.target_branch, " is checked out at ", checkout.path, ", and ", what_is_wrong(found)),
                choices(found, checkout));
}

// After an interruption it may stand anywhere between the two.
Result<void> catch_up_checkout(const git::Repository& there, const std::string& from, const std::string& to) {
  TRY_ASSIGN(const auto left, git::differences(there, to));
  if (left.empty()) return {};
  if (git::advance(there, from, to)) return {};
  return git::finish_advance(there, from, to);
}

// One of several could not be moved: the branch stays, and so do all of them.
void move_back(LandRun& run, const std::vector<git::Repository>& moved, const std::string& from,
               const std::string& to) {
  for (const auto& each : moved) {
    const auto back = git::advance_free(each, to, from);
    if (!back) run.report.notes.push_back(back.error().message);
  }
}

}  // namespace

Result<Way> look_at_checkouts(LandRun& run) {
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
    if (!found.none()) return refuse_checkout(run, checkout, found, "");
    if (run.request.dry_run) run.did(cat("would move the checkout at ", checkout.path, " along"));
  }
  return Way::on;
}

Result<Way> move_checkouts(LandRun& run, const std::string& from, const std::string& to, Begun begun) {
  TRY_ASSIGN(const auto all, git::checkouts_of(run.context.repository, run.mission.target_branch));
  std::vector<git::Repository> moved;
  for (const auto& checkout : all) {
    if (!has_files(checkout) || checkout.branch != run.mission.target_branch) continue;
    TRY_ASSIGN(const auto there, open_checkout(run, checkout));
    const auto done = begun == Begun::now ? git::advance_free(there, from, to) : catch_up_checkout(there, from, to);
    if (done) {
      moved.push_back(there);
      continue;
    }
    if (begun == Begun::now) move_back(run, moved, from, to);
    const auto found = git::obstacles(there, from, to);
    return refuse_checkout(run, checkout, found ? *found : git::Obstacles{}, done.error().message);
  }
  for (const auto& each : moved) run.did(cat("moved the checkout at ", each.root(), " along"));
  return Way::on;
}

}  // namespace assay::engine
