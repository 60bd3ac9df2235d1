#include "git/salvage.h"

#include "base/clock.h"
#include "base/text.h"
#include "git/commit.h"
#include "git/refs.h"
#include "git/work_left.h"
#include "os/files.h"
#include "os/lock.h"

namespace assay::git {

namespace {

// Asked in the git folder: the worktree itself may be gone.
Result<std::string> head_of(const std::string& admin) {
  TRY_ASSIGN(const auto head, call({.arguments = {"rev-parse", "--verify", "--quiet", "HEAD^{commit}"},
                                    .folder = admin,
                                    .environment = {cat("GIT_DIR=", admin)}}));
  return head.ok() ? std::string(trim_right(head.output)) : "";
}

// Held by something that outlives the worktree.
Result<bool> is_reachable(const Repository& repository, const std::string& commit) {
  TRY_ASSIGN(const auto refs, repository.tell({"for-each-ref", "--count=1", "--contains", commit}));
  return !refs.empty();
}

// The tree of what was staged; empty when git cannot read the index or it is in conflict.
std::string staged_tree(const WorktreePlace& place, const std::string& admin) {
  const auto answer = call(in_worktree(place, admin, {"write-tree"}));
  return answer && answer->ok() ? std::string(trim_right(answer->output)) : "";
}

// "20261115T063000Z"
std::string compact(std::int64_t date) {
  std::string out;
  for (const char c : to_iso({date * 1000}).substr(0, 19)) {
    if (c != '-' && c != ':') out.push_back(c);
  }
  return out + "Z";
}

Result<std::string> keep_as(const Repository& repository, const WorktreePlace& place, const std::string& commit,
                            std::int64_t date) {
  const std::string name = cat("refs/assay/salvage/", place.name, "/", compact(date));
  for (int i = 1; i < 1000; ++i) {
    const RefChange change{i == 1 ? name : cat(name, "-", i), commit, ""};
    TRY_ASSIGN(const auto taken, swap_refs(repository, std::span(&change, 1), "assay: salvage"));
    if (!taken || taken->found == commit) return change.ref;
  }
  return conflict(cat("all names like ", name, " are taken; try again in a second"));
}

// Of a worktree whose folder is gone.
Result<std::optional<std::string>> salvage_head(const Repository& repository, const WorktreePlace& place,
                                                const std::string& admin, std::int64_t date) {
  TRY_ASSIGN(const auto head, head_of(admin));
  if (head.empty()) return std::optional<std::string>();
  TRY_ASSIGN(const bool reachable, is_reachable(repository, head));
  if (reachable) return std::optional<std::string>();
  TRY_ASSIGN(auto ref, keep_as(repository, place, head, date));
  return std::optional(std::move(ref));
}

Result<WorktreeStatus> status_of(const Repository& repository, WorktreePlace place) {
  WorktreeStatus status{std::move(place)};
  const auto admin = admin_folder(repository, status.place);
  status.is_there = admin && os::is_folder(status.place.path);
  if (!status.is_there) return status;
  TRY_ASSIGN(status.head, head_of(*admin));
  TRY_ASSIGN(const auto work, WorkLeft::take(repository, status.place, *admin));
  status.nested = work.nested();
  if (status.head.empty()) return status;
  TRY_ASSIGN(status.uncommitted, work.against(status.head));
  TRY_ASSIGN(status.is_reachable, is_reachable(repository, status.head));
  return status;
}

}  // namespace

Result<std::vector<WorktreeStatus>> list_worktrees(const Repository& repository) {
  TRY_ASSIGN(auto places, list_places(repository));
  std::vector<WorktreeStatus> out;
  for (auto& place : places) {
    TRY_ASSIGN(auto status, status_of(repository, std::move(place)));
    out.push_back(std::move(status));
  }
  return out;
}

Result<std::optional<std::string>> salvage(const Repository& repository, const WorktreePlace& place,
                                           std::int64_t date) {
  TRY_ASSIGN(const auto admin, admin_folder(repository, place));
  TRY_ASSIGN(const auto head, head_of(admin));
  TRY_ASSIGN(const auto work, WorkLeft::take(repository, place, admin));
  if (!work.nested().empty()) {
    return conflict(cat(place.path, "/", work.nested().front(),
                        " is a repository of its own, made inside the worktree; move it away first"));
  }
  const std::string staged = staged_tree(place, admin);
  std::string head_tree;
  bool reachable = true;
  if (!head.empty()) {
    TRY_ASSIGN(head_tree, tree_of(repository, head));
    TRY_ASSIGN(reachable, is_reachable(repository, head));
  }
  const bool has_staged = !staged.empty() && staged != head_tree && staged != work.tree();
  if (work.tree() == head_tree && !has_staged && reachable) return std::optional<std::string>();

  std::vector<std::string> parents;
  if (!head.empty()) parents.push_back(head);
  if (has_staged) {
    TRY_ASSIGN(const auto index, make_commit(repository, {staged, parents, cat("Staged in ", place.name, "\n"), date}));
    parents.push_back(index);
  }
  std::string kept = head;
  if (work.tree() != head_tree || has_staged) {
    TRY_ASSIGN(kept,
               make_commit(repository,
                           {work.tree(), parents,
                            cat("Salvaged from the worktree ", place.name, "\n\nAssay-Snapshot: salvage\n"), date}));
  }
  TRY_ASSIGN(auto ref, keep_as(repository, place, kept, date));
  return std::optional(std::move(ref));
}

Result<Pruned> prune(const Repository& repository, std::string_view name, std::int64_t date) {
  TRY_ASSIGN(const auto place, find_place(repository, name));
  if (!place) return not_found(cat("there is no worktree '", name, "'; see assay worktree list"));
  const std::string lock_file = place->lock_file(repository);
  TRY_ASSIGN(const auto lock, os::Lock::try_take(lock_file));
  if (!lock) {
    return conflict(cat("the worktree ", place->path, " is in use (", os::Lock::holder(lock_file), ")"));
  }
  Pruned out{place->name, std::nullopt};
  const auto admin = admin_folder(repository, *place);
  const auto names = os::list_folder(place->path);
  if (!admin && names && !names->empty()) {
    return conflict(cat("git does not know the worktree ", place->path,
                        " any more, so that what is in it cannot be kept; run git worktree repair ", place->path,
                        " or move it away"));
  }
  if (admin && os::is_folder(place->path)) {
    TRY_ASSIGN(out.salvage_ref, salvage(repository, *place, date));
  } else if (admin) {
    TRY_ASSIGN(out.salvage_ref, salvage_head(repository, *place, *admin, date));
  }
  TRY(dismantle(repository, *place));
  return out;
}

Result<void> put_aside(const Repository& repository, std::string_view name, const std::string& tip, std::int64_t date) {
  TRY_ASSIGN(const auto place, find_place(repository, name));
  if (!place) return not_found(cat("there is no worktree '", name, "'"));
  TRY(salvage(repository, *place, date));
  const std::string branch = cat("refs/heads/", place->branch);
  TRY_ASSIGN(const auto now, read_ref(repository, branch));
  if (now && *now != tip) TRY(keep_as(repository, *place, *now, date));
  TRY(dismantle(repository, *place));
  const RefChange change{branch, tip, now.value_or("")};
  TRY_ASSIGN(const auto moved, swap_refs(repository, std::span(&change, 1), "assay: back to the last good commit"));
  if (moved) return conflict(cat("the branch ", place->branch, " moved while it was put back; is somebody using it?"));
  return {};
}

}  // namespace assay::git
