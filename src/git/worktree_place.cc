#include "git/worktree_place.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "git/leftovers.h"
#include "git/refs.h"
#include "os/files.h"

namespace assay::git {

namespace {

std::string record_file(const Repository& repository, std::string_view name) {
  return os::join_path(worktrees_folder(repository), cat(name, "/record"));
}

std::string to_text(const WorktreePlace& place) {
  return cat("kind ", place.kind == WorktreeKind::task ? "task" : "integration", "\npath ", place.path, "\nbranch ",
             place.branch, "\nbase ", place.base, "\n");
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
  }
  return place;
}

bool is_empty_or_missing(const std::string& path) {
  const auto names = os::list_folder(path);
  return !names || names->empty();
}

// The git folder that git keeps for a worktree at `path`: the one whose "gitdir" names its .git file.
std::optional<std::string> registered(const Repository& repository, const std::string& path) {
  const std::string all = os::join_path(repository.common_folder(), "worktrees");
  const auto names = os::list_folder(all);
  if (!names) return std::nullopt;
  for (const auto& name : *names) {
    std::string folder = os::join_path(all, name);
    const auto text = os::read_file(os::join_path(folder, "gitdir"), 16384);
    if (text && trim_right(*text) == os::join_path(path, ".git")) return folder;
  }
  return std::nullopt;
}

Result<void> check_place(const WorktreePlace& place) {
  TRY(ref_component(place.name));
  if (!place.path.starts_with('/') || contains(place.path, "\n")) {
    return invalid_input(cat("a worktree cannot be made at '", excerpt(place.path), "': an absolute path is needed"));
  }
  return {};
}

// Killed while it was being added, a worktree has a git folder without these.
bool is_complete(const std::string& admin) {
  return os::exists(os::join_path(admin, "HEAD")) && os::exists(os::join_path(admin, "commondir"));
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

Result<void> add_worktree(const Repository& repository, const WorktreePlace& place, const std::string& commit) {
  std::vector<std::string> arguments = {"worktree", "add", "--no-checkout", "--quiet"};
  if (place.kind == WorktreeKind::integration) {
    arguments.insert(arguments.end(), {"--detach", place.path, commit});
  } else {
    TRY_ASSIGN(const auto tip, read_ref(repository, cat("refs/heads/", place.branch)));
    if (tip) {
      arguments.insert(arguments.end(), {place.path, place.branch});
    } else {
      arguments.insert(arguments.end(), {"--no-track", "-b", place.branch, place.path, commit});
    }
  }
  TRY_ASSIGN(const auto answer,
             call({.arguments = std::move(arguments),
                   .folder = repository.root(),
                   .environment = {"GIT_COMMITTER_NAME=Assay", "GIT_COMMITTER_EMAIL=assay@localhost"}}));
  if (!answer.ok()) return conflict(cat("the worktree ", place.path, " cannot be made: ", answer.why()));
  return {};
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

Result<std::optional<WorktreePlace>> find_place(const Repository& repository, std::string_view name) {
  TRY(ref_component(name));
  const auto file = record_file(repository, name);
  if (!os::exists(file)) return std::optional<WorktreePlace>();
  TRY_ASSIGN(const auto text, os::read_file(file, 65536));
  return std::optional(from_text(name, text));
}

Result<std::vector<WorktreePlace>> list_places(const Repository& repository) {
  std::vector<WorktreePlace> out;
  const auto names = os::list_folder(worktrees_folder(repository));
  if (!names) return out;
  for (const auto& name : *names) {
    const auto text = os::read_file(record_file(repository, name), 65536);
    if (text) out.push_back(from_text(name, *text));
  }
  return out;
}

Result<void> establish(const Repository& repository, const WorktreePlace& place, const std::string& commit) {
  TRY(check_place(place));
  TRY_ASSIGN(const auto known, find_place(repository, place.name));
  if (known && known->path != place.path) {
    return conflict(cat("the worktree ", place.name, " is at ", known->path, ", not at ", place.path,
                        "; use that path, or prune it first"));
  }
  const auto admin = registered(repository, place.path);
  if (known && admin && is_complete(*admin) && os::is_folder(place.path)) return {};
  if (!known && !is_empty_or_missing(place.path)) {
    return conflict(cat(place.path, " exists and is not a worktree of Assay; move it away or choose another place"));
  }
  // The record comes first: whatever is found at the path from now on is ours.
  TRY(os::make_folders(place.state(repository)));
  TRY(os::write_file(record_file(repository, place.name), to_text(place)));
  if (admin) TRY(remove_below(os::parent_path(*admin), os::file_name(*admin)));
  TRY(make_empty(place));
  TRY(forget_files(place.state(repository)));
  return add_worktree(repository, place, commit);
}

Result<std::string> admin_folder(const Repository& repository, const WorktreePlace& place) {
  auto folder = registered(repository, place.path);
  if (!folder)
    return not_found(cat("git knows no worktree at ", place.path, "; run git worktree repair there, or prune it"));
  return *folder;
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
  struct stat st {};
  if (::lstat(file.c_str(), &st) == 0 && S_ISREG(st.st_mode)) {
    const auto text = os::read_file(file, 16384);
    if (text && *text == wanted) return {};
  }
  TRY(remove_below(place.path, ".git"));
  return os::write_file(file, wanted);
}

Result<void> dismantle(const Repository& repository, const WorktreePlace& place) {
  if (const auto admin = registered(repository, place.path)) {
    if (os::is_folder(place.path)) TRY(repair_link(place, *admin));
    TRY_ASSIGN(const auto answer, repository.ask({"worktree", "remove", "--force", "--force", place.path}));
    if (!answer.ok() && os::exists(*admin)) return repository.refusal("worktree remove", answer);
  }
  // What git could not delete (folders without permission) goes here.
  TRY(remove_below(os::parent_path(place.path), os::file_name(place.path)));
  TRY(remove_below(worktrees_folder(repository), place.name));
  return {};
}

}  // namespace assay::git
