#include "git/worktrees/salvage.h"

#include <map>

#include "base/clock.h"
#include "base/text.h"
#include "git/commit.h"
#include "git/refs/refs.h"
#include "git/worktrees/work_left.h"
#include "git/worktrees/worktree_admin.h"
#include "os/files.h"
#include "os/lock.h"
#include "os/regular_file.h"

namespace assay::git {

namespace {

// Asked in the git folder: the worktree itself may be gone.
Result<std::string> head_of(const std::string& admin) {
  if (head_text(admin).empty()) return std::string();
  TRY_ASSIGN(const auto head, call({.arguments = {"rev-parse", "--verify", "--quiet", "HEAD^{commit}"},
                                    .folder = admin,
                                    .environment = {cat("GIT_DIR=", admin)}}));
  return head.ok() ? std::string(trim_right(head.output)) : "";
}

// Held by something that outlives the worktree.
Result<bool> is_reachable(const Repository& repository, const std::string& admin, const std::string& commit) {
  if (head_text(admin).starts_with("ref: refs/heads/")) return true;
  TRY_ASSIGN(const auto refs, repository.run({"for-each-ref", "--count=1", "--contains", commit}));
  return !refs.empty();
}

// The tree of what was staged; empty when git cannot read the index or it is in conflict.
std::string staged_tree(const WorktreePlace& place, const std::string& admin) {
  if (!os::is_regular_file(os::join_path(admin, "index"))) return "";
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

// Only where HEAD is.
Result<std::optional<std::string>> salvage_head(const Repository& repository, const WorktreePlace& place,
                                                const std::string& admin, std::int64_t date) {
  TRY_ASSIGN(const auto head, head_of(admin));
  if (head.empty()) return std::optional<std::string>();
  TRY_ASSIGN(const bool reachable, is_reachable(repository, admin, head));
  if (reachable) return std::optional<std::string>();
  TRY_ASSIGN(auto ref, keep_as(repository, place, head, date));
  return std::optional(std::move(ref));
}

// A commit of that tree and those parents that is kept already: the last run was killed before the worktree was gone.
Result<std::optional<std::string>> kept_before(const Repository& repository, const WorktreePlace& place,
                                               const std::string& tree, const std::vector<std::string>& parents) {
  TRY_ASSIGN(const auto listed, repository.run({"for-each-ref", "--format=%(tree) %(parent) %(refname)",
                                                cat("refs/assay/salvage/", place.name, "/")}));
  const auto wanted = cat(tree, " ", join(parents, " "), " ");
  for (const auto line : split_lines(listed)) {
    if (line.starts_with(wanted)) return std::optional(std::string(line.substr(wanted.size())));
  }
  return std::optional<std::string>();
}

// All but what needs git. `tips`: branches of tasks and where they are.
WorktreeStatus outline_of(const WorktreePlace& place, const std::string* admin,
                          const std::map<std::string, std::string, std::less<>>& tips) {
  WorktreeStatus out{place};
  const bool is_folder = os::is_folder(place.path) && !os::is_link(place.path);
  out.is_there = admin != nullptr && is_folder;
  if (admin != nullptr) {
    constexpr std::string_view k_ref = "ref: ";
    const auto head = head_text(*admin);
    const auto tip = tips.find(std::string_view(head).substr(head.starts_with(k_ref) ? k_ref.size() : 0));
    out.head = tip != tips.end() ? tip->second : head.starts_with(k_ref) ? std::string() : head;
    const auto locked = refuse_locked(place, *admin);
    if (!is_folder && !locked) out.problem = locked.error().message;
    if (is_folder && head.empty()) out.problem = cat("git's folder for it is damaged; see ", *admin);
  } else if (is_folder) {
    out.problem = cat("git does not know it any more; run git worktree repair ", place.path,
                      ", or move it away and run assay worktree add");
  }
  if (os::is_link(place.path)) out.problem = cat(place.path, " is a symbolic link; remove it");
  return out;
}

Result<void> look_closely(const Repository& repository, const std::string& admin, WorktreeStatus& status) {
  TRY_ASSIGN(status.head, head_of(admin));
  TRY_ASSIGN(const auto work, WorkLeft::take(repository, status.place, admin));
  status.nested = work.nested();
  if (const auto whole = work.check_whole(status.place); !whole) status.problem = whole.error().message;
  if (status.head.empty()) return {};
  TRY_ASSIGN(status.uncommitted, work.against(status.head));
  TRY_ASSIGN(status.is_reachable, is_reachable(repository, admin, status.head));
  return {};
}

// Of a mission that may go on: nothing but what a branch holds is taken away.
Result<void> refuse_unsaved(const Repository& repository, const WorktreePlace& place, const std::string& admin) {
  WorktreeStatus status{place};
  TRY(look_closely(repository, admin, status));
  if (!status.problem.empty()) return conflict(status.problem);
  if (status.uncommitted.empty() && status.is_reachable) return {};
  return conflict(
      cat("there is work in ", place.path, " that no branch holds; commit it, or assay worktree prune ", place.name));
}

}  // namespace

Result<std::vector<WorktreeStatus>> list_worktrees(const Repository& repository, Look look) {
  TRY_ASSIGN(const auto listed,
             repository.run({"for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/assay"}));
  std::map<std::string, std::string, std::less<>> tips;
  for (const auto line : split_lines(listed)) {
    const size_t space = line.find(' ');
    if (space != std::string_view::npos) tips.emplace(line.substr(space + 1), line.substr(0, space));
  }
  const auto admins = all_admins(repository);
  std::vector<WorktreeStatus> out;
  for (const auto& name : place_names(repository)) {
    const auto place = find_place(repository, name);
    if (place && !*place) continue;
    if (!place) {
      out.push_back({{name}});
      out.back().problem = place.error().message;
      continue;
    }
    const auto admin = admins.find((*place)->path);
    const auto* folder = admin == admins.end() ? nullptr : &admin->second;
    out.push_back(outline_of(**place, folder, tips));
    if (look == Look::outside || !out.back().is_there) continue;
    if (const auto looked = look_closely(repository, *folder, out.back()); !looked) {
      out.back().problem = looked.error().message;
    }
  }
  return out;
}

Result<WorktreeStatus> status_of(const Repository& repository, std::string_view name) {
  TRY_ASSIGN(const auto place, find_place(repository, name));
  if (!place) return not_found(cat("there is no work tree ", excerpt(name, 80), "; see assay worktree list"));
  const auto admin = find_admin(repository, place->path);
  auto out = outline_of(*place, admin ? &*admin : nullptr, {});
  if (out.is_there) {
    if (const auto looked = look_closely(repository, *admin, out); !looked) out.problem = looked.error().message;
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
  TRY(work.check_whole(place));
  const std::string staged = staged_tree(place, admin);
  std::string head_tree;
  bool reachable = true;
  if (!head.empty()) {
    TRY_ASSIGN(head_tree, tree_of(repository, head));
    TRY_ASSIGN(reachable, is_reachable(repository, admin, head));
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
    TRY_ASSIGN(auto before, kept_before(repository, place, work.tree(), parents));
    if (before) return before;
    TRY_ASSIGN(kept,
               make_commit(repository,
                           {work.tree(), parents,
                            cat("Salvaged from the worktree ", place.name, "\n\nAssay-Snapshot: salvage\n"), date}));
  }
  TRY_ASSIGN(auto ref, keep_as(repository, place, kept, date));
  return std::optional(std::move(ref));
}

Result<Pruned> prune(const Repository& repository, std::string_view name, std::int64_t date, Unsaved unsaved) {
  TRY_ASSIGN(const auto place, find_place(repository, name));
  if (!place) return not_found(cat("there is no worktree '", name, "'; see assay worktree list"));
  const std::string lock_file = place->lock_file(repository);
  TRY_ASSIGN(const auto lock, os::Lock::try_take(lock_file));
  if (!lock) {
    return conflict(cat("the worktree ", place->path, " is in use (", os::Lock::holder(lock_file), ")"));
  }
  Pruned out{place->name, std::nullopt};
  if (is_of_another(repository, place->path)) {
    TRY(forget(repository, *place));
    return out;
  }
  const auto admin = find_admin(repository, place->path);
  const auto names = os::list_folder(place->path);
  if (os::is_link(place->path)) return conflict(cat(place->path, " is a symbolic link; remove it"));
  if (!admin && names && !names->empty()) {
    return conflict(cat("git does not know the worktree ", place->path,
                        " any more, so that what is in it cannot be kept; run git worktree repair ", place->path,
                        " or move it away"));
  }
  if (admin && !os::exists(place->path)) TRY(refuse_locked(*place, *admin));
  // What is in the files of an integration worktree came from commits, or a check left it there: nobody's work.
  if (admin && os::is_folder(place->path) && place->kind == WorktreeKind::task) {
    if (unsaved == Unsaved::stays) TRY(refuse_unsaved(repository, *place, *admin));
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
