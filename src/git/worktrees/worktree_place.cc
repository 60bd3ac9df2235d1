#include "git/worktrees/worktree_place.h"

#include "base/text.h"
#include "git/checkout/leftovers.h"
#include "git/git_paths.h"
#include "git/pending.h"
#include "git/refs/refs.h"
#include "git/stale_locks.h"
#include "git/worktrees/removed.h"
#include "git/worktrees/worktree_admin.h"
#include "os/files.h"
#include "os/paths.h"
#include "os/regular_file.h"

namespace assay::git {

namespace {

std::string record_file(const Repository& repository, std::string_view name) {
  return os::join_path(worktrees_folder(repository), cat(name, "/record"));
}

// Of what is small: git's folder and the record of one work tree.
constexpr std::chrono::milliseconds k_little_while{1000};
constexpr std::uint64_t k_longest_record = 64 << 10;

std::string to_text(const WorktreePlace& place) {
  return cat("kind ", place.kind == WorktreeKind::task ? "task" : "integration", "\npath ", place.path, "\nbranch ",
             place.branch, "\nbase ", place.base, "\n", place.from.empty() ? "" : cat("from ", place.from, "\n"));
}

WorktreePlace from_text(std::string_view name, std::string_view text) {
  WorktreePlace place;
  place.name = name;
  for (const auto line : split_lines(text)) {
    const size_t space = line.find(' ');
    if (space == std::string_view::npos) continue;
    const auto key = line.substr(0, space);
    const auto value = line.substr(space + 1);
    if (key == "kind" && value == "task") place.kind = WorktreeKind::task;
    if (key == "path") place.path = value;
    if (key == "branch") place.branch = value;
    if (key == "base") place.base = value;
    if (key == "from") place.from = value;
  }
  return place;
}

Result<void> write_record(const Repository& repository, const WorktreePlace& place) {
  return os::write_file(record_file(repository, place.name), to_text(place));
}

// Older versions kept work trees in .assay/worktrees of the checkout, which move with it: then record, git's folder and
// .git file say where they were.
Result<void> follow_moved_repository(const Repository& repository, WorktreePlace& place) {
  constexpr std::string_view k_old_place = "/.assay/worktrees/";
  if (os::exists(place.path) || !contains(place.path, k_old_place)) return {};
  const auto top = main_work_tree(repository.common_folder());
  if (!top) return {};
  const auto now = cat(*top, k_old_place, os::file_name(place.path));
  const auto admin = find_admin(repository, place.path);
  if (now == place.path || !admin || !os::exists(os::join_path(now, ".git"))) return {};
  TRY(os::write_file(os::join_path(*admin, "gitdir"), cat(now, "/.git\n")));
  place.path = now;
  TRY(write_record(repository, place));
  return repair_link(place, *admin);
}

bool is_empty_or_missing(const std::string& path) {
  const auto names = os::list_folder(path);
  return !names || names->empty();
}

Result<void> check_place(const WorktreePlace& place) {
  TRY(ref_component(place.name));
  if (!place.path.starts_with('/') || contains(place.path, "\n")) {
    return invalid_input(cat("a work tree cannot be made at '", excerpt(place.path),
                             "': an absolute path without line breaks is needed"));
  }
  return {};
}

// All files of an integration worktree come from commits; those of a task are somebody's work.
Result<void> make_empty(const WorktreePlace& place) {
  const auto names = os::list_folder(place.path);
  if (!names) return {};
  for (const auto& name : *names) {
    if (place.kind == WorktreeKind::task && name != ".git") {
      return conflict(cat("git does not know the worktree ", place.path,
                          " any more, but there are files in it; run git worktree repair ", place.path,
                          " or move it away"));
    }
  }
  for (const auto& name : *names) TRY(remove_below(place.path, name));
  return {};
}

Result<void> forget_files(const std::string& state) {
  TRY_ASSIGN(const auto names, os::list_folder(state));
  for (const auto& name : names) {
    if (name != "record" && name != "lock") TRY(remove_below(state, name));
  }
  return {};
}

Result<void> ask_git_to_add(const Repository& repository, const WorktreePlace& place, const std::string& commit) {
  std::vector<std::string> arguments = {"worktree", "add", "--no-checkout", "--quiet"};
  if (place.kind == WorktreeKind::integration) {
    arguments.insert(arguments.end(), {"--detach", place.path, commit});
  } else {
    arguments.insert(arguments.end(), {place.path, place.branch});
  }
  TRY_ASSIGN(const auto answer,
             call({.arguments = std::move(arguments),
                   .folder = repository.root(),
                   .environment = {"GIT_COMMITTER_NAME=Assay", "GIT_COMMITTER_EMAIL=assay@localhost"}}));
  if (!answer.ok()) return conflict(cat("the worktree ", place.path, " cannot be made: ", answer.why()));
  return {};
}

// Git would let two work trees of one branch overwrite each other's commits.
Result<void> refuse_checked_out(const Repository& repository, const WorktreePlace& place) {
  const std::string head = cat("ref: refs/heads/", place.branch);
  const auto refuse = [&](const std::string& where) {
    return conflict(
        cat("the worktree ", place.path, " cannot be made: the branch ", place.branch, " is checked out at ", where));
  };
  if (head_text(repository.common_folder()) == head) return refuse("the main work tree");
  for (const auto& [path, admin] : all_admins(repository)) {
    if (path != place.path && (head_text(admin) == head || branch_held_in(admin) == place.branch)) return refuse(path);
  }
  return {};
}

Result<void> ensure_branch(const Repository& repository, const WorktreePlace& place, const std::string& commit) {
  const std::string ref = cat("refs/heads/", place.branch);
  // Nobody else makes this branch: its lock is that of a git that was killed.
  drop_stale_lock(cat(repository.common_folder(), "/", ref, ".lock"));
  TRY_ASSIGN(const auto tip, read_ref(repository, ref));
  if (tip) return refuse_checked_out(repository, place);
  const RefChange made{ref, commit, ""};
  TRY_ASSIGN(const auto moved, swap_refs(repository, std::span(&made, 1), "assay: begin a task"));
  if (moved) return conflict(cat("the branch ", place.branch, " was just made by somebody else; try again"));
  return {};
}

Result<void> add_worktree(const Repository& repository, const WorktreePlace& place, const std::string& commit) {
  const bool is_task = place.kind == WorktreeKind::task;
  if (is_task) TRY(ensure_branch(repository, place, commit));
  if (needs_git(repository)) return ask_git_to_add(repository, place, commit);
  TRY(os::make_folders(place.path));
  const auto head = is_task ? cat("ref: refs/heads/", place.branch) : commit;
  TRY_ASSIGN(const auto admin,
             make_admin(repository, place.path, head, os::join_path(place.state(repository), "being-made")));
  return repair_link(place, admin);
}

}  // namespace

std::string WorktreePlace::state(const Repository& repository) const {
  return os::join_path(worktrees_folder(repository), name);
}

std::string WorktreePlace::lock_file(const Repository& repository) const {
  return os::join_path(state(repository), "lock");
}

std::string worktrees_folder(const Repository& repository) {
  return os::join_path(repository.common_folder(), "assay/worktrees");
}

std::string removed_folder(const Repository& repository) {
  return os::join_path(repository.common_folder(), "assay/removed");
}

Result<std::optional<WorktreePlace>> find_place(const Repository& repository, std::string_view name) {
  TRY(ref_component(name));
  const auto file = record_file(repository, name);
  if (!os::exists(file)) return std::optional<WorktreePlace>();
  TRY_ASSIGN(const auto text, os::read_regular_file(file, k_longest_record));
  auto place = from_text(name, text);
  if (!place.path.starts_with('/'))
    return corrupt(cat("the record ", file, " names no work tree; see what it was and remove ", os::parent_path(file)));
  TRY(follow_moved_repository(repository, place));
  return std::optional(std::move(place));
}

std::vector<std::string> place_names(const Repository& repository) {
  return os::list_folder(worktrees_folder(repository)).value_or(std::vector<std::string>());
}

std::vector<WorktreePlace> list_places(const Repository& repository) {
  std::vector<WorktreePlace> out;
  for (const auto& name : place_names(repository)) {
    auto place = find_place(repository, name);
    if (place && *place) out.push_back(std::move(**place));
  }
  return out;
}

bool is_recorded(const std::string& common_folder, const std::string& path) {
  // The folder has the name of the record; where that was taken, a number follows.
  const auto folder_name = os::file_name(path);
  const auto name = folder_name.substr(0, folder_name.find('~'));
  if (!ref_component(name)) return false;
  const auto file = os::join_path(common_folder, cat("assay/worktrees/", name, "/record"));
  const auto text = os::read_regular_file(file, k_longest_record);
  return text && os::resolved_path(from_text(name, *text).path) == path;
}

Result<void> establish(const Repository& repository, const WorktreePlace& place, const std::string& commit) {
  TRY(check_place(place));
  TRY_ASSIGN(const auto known, find_place(repository, place.name));
  if (known && known->path != place.path) {
    return conflict(cat("the worktree ", place.name, " is at ", known->path, ", not at ", place.path,
                        "; use that path, or prune it first"));
  }
  if (is_of_another(repository, place.path)) {
    return conflict(cat(place.path, " is a work tree of another repository, of which this one is a copy"));
  }
  const auto admin = find_admin(repository, place.path);
  if (known && admin && is_complete(*admin) && os::is_folder(place.path)) return repair_link(place, *admin);
  if (admin && !os::exists(place.path)) TRY(refuse_locked(place, *admin));
  if (!known && !is_empty_or_missing(place.path)) {
    return conflict(cat(place.path, " exists and is not a worktree of Assay; move it away or choose another place"));
  }
  // The record comes first: whatever is found at the path from now on is ours.
  TRY(os::make_folders(place.state(repository)));
  TRY(write_record(repository, place));
  if (admin) TRY(remove_below(os::parent_path(*admin), os::file_name(*admin)));
  TRY(make_empty(place));
  TRY(forget_files(place.state(repository)));
  return add_worktree(repository, place, commit);
}

Result<std::string> admin_folder(const Repository& repository, const WorktreePlace& place) {
  auto folder = find_admin(repository, place.path);
  if (!folder)
    return not_found(cat("git knows no worktree at ", place.path, "; run git worktree repair there, or prune it"));
  return *folder;
}

Result<void> refuse_locked(const WorktreePlace& place, const std::string& admin) {
  const auto why = lock_reason(admin);
  if (!why) return {};
  return conflict(cat("the work tree ", place.path, " is not there and is locked",
                      why->empty() ? "" : cat(" (", *why, ")"),
                      ": connect the disk it is on, or run git worktree unlock ", place.path));
}

Call in_worktree(const WorktreePlace& place, const std::string& admin, std::vector<std::string> arguments) {
  return {.arguments = std::move(arguments),
          .folder = place.path,
          .environment = {cat("GIT_DIR=", admin), cat("GIT_WORK_TREE=", place.path), "GIT_COMMITTER_NAME=Assay",
                          "GIT_COMMITTER_EMAIL=assay@localhost"}};
}

Result<void> repair_link(const WorktreePlace& place, const std::string& admin) {
  const std::string file = os::join_path(place.path, ".git");
  const std::string wanted = cat("gitdir: ", admin, "\n");
  const auto text = os::read_regular_file(file, 16384);
  if (text && *text == wanted) return {};
  TRY(remove_below(place.path, ".git"));
  return os::write_file(file, wanted);
}

Result<void> dismantle(const Repository& repository, const WorktreePlace& place) {
  const auto removed = removed_folder(repository);
  if (!is_of_another(repository, place.path)) TRY(set_aside(place.path, aside_in(os::parent_path(place.path))));
  if (const auto admin = find_admin(repository, place.path)) TRY(set_aside(*admin, removed));
  TRY(set_aside(place.state(repository), removed));  // the record goes last: until then the next run finishes this
  delete_set_aside(removed, k_little_while);
  return {};
}

Result<void> forget(const Repository& repository, const WorktreePlace& place) {
  if (const auto admin = find_admin(repository, place.path)) TRY(set_aside(*admin, removed_folder(repository)));
  TRY(set_aside(place.state(repository), removed_folder(repository)));
  return {};
}

}  // namespace assay::git
