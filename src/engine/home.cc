#include "engine/home.h"

#include "base/text.h"
#include "engine/home_ignore.h"
#include "engine/store_place.h"
#include "git/git_paths.h"
#include "os/files.h"
#include "os/regular_file.h"
#include "store/place.h"

namespace assay::engine {

namespace {

std::string absolute(const std::string& folder, std::string_view path) {
  return path.starts_with('/') ? std::string(path) : os::join_path(folder, path);
}

Result<std::string> first_line(const std::string& file) {
  TRY_ASSIGN(const auto text, os::read_file(file, 64 << 10));
  return std::string(trim(std::string_view(text).substr(0, text.find('\n'))));
}

// Everything that git prints and keeps about paths is lines.
Result<void> refuse_line_break(const std::string& path) {
  if (!contains(path, "\n")) return {};
  return invalid_input(cat("the path of the repository holds a line break (", replace_all(path, "\n", "\\n"),
                           "), which git's own files cannot; rename the folder"));
}

struct Place {
  std::string top;
  std::string git_folder;  // the common one
};

bool is_git_folder(const std::string& folder) {
  return os::exists(os::join_path(folder, "HEAD")) && os::is_folder(os::join_path(folder, "objects")) &&
         os::is_folder(os::join_path(folder, "refs"));
}

// A git folder that merely lies elsewhere belongs to a work tree, and its configuration says so.
bool is_bare(const std::string& folder) {
  const auto config = os::read_regular_file(os::join_path(folder, "config"), 1 << 20).value_or("");
  for (const auto line : split_lines(config)) {
    const auto text = lower(trim(line));
    if (text.starts_with("bare") && text.ends_with("false")) return false;
  }
  return true;
}

// A linked work tree has a file .git that names its folder in the repository, which names the
// common one. A submodule's names no common one: it is a repository of its own.
Result<Place> main_place(const std::string& work_tree) {
  const std::string dot_git = os::join_path(work_tree, ".git");
  if (os::is_folder(dot_git)) {
    TRY_ASSIGN(const auto real, os::real_path(dot_git));  // it may be a link
    return Place{work_tree, real};
  }
  TRY_ASSIGN(const auto line, first_line(dot_git));
  if (!line.starts_with("gitdir:")) return invalid_input(cat(dot_git, " does not name a git folder"));
  const std::string named = absolute(work_tree, trim(std::string_view(line).substr(7)));
  const auto git_folder = os::real_path(named);
  if (!git_folder) {
    return not_found(cat(dot_git, " names ", named, ", which is not there; when the repository was moved, run ",
                         "git worktree repair in its main work tree, with the path of this one"));
  }
  const std::string common_file = os::join_path(*git_folder, "commondir");
  if (!os::exists(common_file)) return Place{work_tree, *git_folder};
  TRY_ASSIGN(const auto common_line, first_line(common_file));
  TRY_ASSIGN(const auto common, os::real_path(absolute(*git_folder, common_line)));
  if (const auto top = git::main_work_tree(common)) return Place{*top, common};
  if (is_bare(common)) return Place{common, common};
  return invalid_input(cat("the git folder ", common,
                           " does not say where the main work tree is; run `assay init` there ",
                           "once, then here again"));
}

// A symbolic link can come with a clone. It would have us write wherever its author likes: `.assay`
// that leads to `.` makes our .gitignore the repository's.
//
// A store can come with a clone too, with a history that somebody else wrote. What lies in the git folder
// is never cloned, so a mark there tells a store that was made here.
Result<Home> home_at(std::string work_tree, Place place) {
  Home home;
  home.work_tree = std::move(work_tree);
  home.top = std::move(place.top);
  home.git_folder = std::move(place.git_folder);
  home.mark = os::join_path(home.git_folder, "assay/home");
  home.folder = os::join_path(home.top, ".assay");
  const auto file = os::join_path(home.folder, "assay.db");
  TRY_ASSIGN(home.store, store_place(os::parent_path(home.mark), file));
  for (const auto& path : {home.folder, file}) {
    if (os::is_link(path)) {
      return conflict(cat(path, " is a symbolic link, and what is kept here must not lead elsewhere; remove the link"));
    }
  }
  if (home.store == file && os::exists(home.store) && !os::exists(home.mark)) {
    return conflict(cat(home.store,
                        " was not made here; it may have come with the repository, and its history cannot be trusted. "
                        "Remove ",
                        home.folder, ", or, when it is your own: mkdir -p '", os::parent_path(home.mark),
                        "' && touch '", home.mark, "'"));
  }
  return home;
}

}  // namespace

Result<Home> find_home(const std::string& from) {
  if (!os::is_folder(from)) return not_found(cat(from, " is not a folder"));
  TRY_ASSIGN(const auto start, os::real_path(from));
  TRY(refuse_line_break(start));
  for (std::string folder = start;; folder = os::parent_path(folder)) {
    if (os::exists(os::join_path(folder, ".git"))) {
      TRY_ASSIGN(auto place, main_place(folder));
      TRY(refuse_line_break(place.git_folder));
      return home_at(folder, std::move(place));
    }
    if (is_git_folder(folder)) {
      return invalid_input(cat(folder, " is a bare repository; run inside one of its work trees (git worktree add)"));
    }
    if (folder == "/") break;
  }
  return invalid_input(cat(start, " is not in a git repository; run `git init` here first, or go to one"));
}

// A store in a database is not asked here: who uses one has said so in this clone.
bool is_made(const Home& home) { return os::exists(store::is_address(home.store) ? home.mark : home.store); }

std::string private_folder(const Home& home) { return os::parent_path(home.mark); }
std::string private_folder(const git::Repository& repository) {
  return os::join_path(repository.common_folder(), "assay");
}

Result<void> make_home(const Home& home) {
  TRY(os::make_folders(home.folder));
  TRY(os::make_folders(os::parent_path(home.mark)));
  if (!os::exists(home.mark)) TRY(os::write_file(home.mark, cat(home.folder, "\n")));
  return write_home_ignore(home.folder);
}

Result<void> write_home_ignore(const std::string& folder) {
  const std::string path = os::join_path(folder, ".gitignore");
  if (os::exists(path)) {
    TRY_ASSIGN(const auto text, os::read_file(path, 1 << 20));
    if (text != "*\n") return {};
  }
  return os::write_file(path, k_home_ignore);
}

}  // namespace assay::engine
