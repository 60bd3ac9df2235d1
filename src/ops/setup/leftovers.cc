#include "ops/setup/leftovers.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "engine/work/retire.h"
#include "engine/worktree_folder.h"
#include "git/checkout/index_lock.h"
#include "git/worktrees/removed.h"
#include "git/worktrees/worktree_admin.h"
#include "os/files.h"
#include "os/scratch_home.h"
#include "plan/site.h"

namespace assay::ops {

namespace {

using Finding = Doctor::Finding;

struct Found {
  size_t all = 0;
  size_t in_checkout = 0;               // where older versions made them
  std::vector<std::string> ended;       // of missions that are over
  std::vector<std::string> unknown;     // git does not know them any more
  std::vector<std::string> unreadable;  // records
  std::vector<std::string> stray;       // folders that are nobody's work tree
  size_t set_aside = 0;                 // removed, and not yet deleted
};

Found find_leftovers(const git::Repository& repository, store::Store& store, const std::string& folder) {
  Found out;
  engine::WorktreeRetention fates(store, folder);
  const auto admins = git::all_admins(repository);
  std::set<std::string> paths;
  for (const auto& name : git::place_names(repository)) {
    const auto place = git::find_place(repository, name);
    if (!place) out.unreadable.push_back(name);
    if (!place || !*place) continue;
    const auto& path = (*place)->path;
    paths.insert(path);
    ++out.all;
    if (contains(path, "/.assay/worktrees/")) ++out.in_checkout;
    const auto fate = fates.of(**place);
    if (fate.is_over && !fate.stays) {
      out.ended.push_back(name);
    } else if (os::is_folder(path) && !admins.contains(path)) {
      out.unknown.push_back(path);
    }
  }
  for (const auto& each : engine::aside_folders(repository)) {
    out.set_aside += os::list_folder(each).value_or(std::vector<std::string>()).size();
  }
  for (const auto& each : engine::worktree_folders(repository)) {
    const auto aside = git::aside_in(each);
    for (const auto& name : os::list_folder(each).value_or(std::vector<std::string>())) {
      auto path = os::join_path(each, name);
      // The folder of a record that cannot be read may hold work: it is named with the record.
      const bool is_unreadable = std::find(out.unreadable.begin(), out.unreadable.end(), name) != out.unreadable.end();
      if (path != aside && !paths.contains(path) && !is_unreadable) out.stray.push_back(std::move(path));
    }
  }
  return out;
}

void add_findings(const Found& found, std::vector<Finding>& out) {
  const std::string what = "work trees";
  const size_t before = out.size();
  if (!found.ended.empty() || found.set_aside > 0) {
    out.push_back(
        Finding::warning(what,
                         cat(plural(found.ended.size(), "work tree"), " of ended missions (", first_few(found.ended, 3),
                             "), ", plural(found.set_aside, "removed one"), " to be deleted"),
                         "assay worktree prune"));
  }
  if (!found.unknown.empty()) {
    out.push_back(Finding::warning(what, cat("git does not know ", first_few(found.unknown, 3)),
                                   cat("git worktree repair ", plan::shell_word(found.unknown.front()),
                                       "; where git cannot, move the folder away, run assay worktree add for its "
                                       "task, and copy back what is in it")));
  }
  if (!found.unreadable.empty()) {
    out.push_back(Finding::warning(what, cat("what is known of ", first_few(found.unreadable, 3), " cannot be read"),
                                   "assay worktree list says why"));
  }
  if (!found.stray.empty()) {
    out.push_back(Finding::warning(
        what, cat(first_few(found.stray, 3), found.stray.size() == 1 ? " is" : " are", " no work tree of Assay"),
        cat("look, then rm -r ", plan::shell_word(found.stray.front()))));
  }
  if (out.size() > before) return;
  out.push_back({what,
                 true,
                 false,
                 cat(found.all, found.in_checkout == 0 ? std::string()
                                                       : cat(", ", found.in_checkout,
                                                             " of them in .assay/worktrees until their missions end")),
                 {}});
}

}  // namespace

std::string cut_off_move(const std::string& lock) {
  return cat("a landing was cut off while it moved a checkout, and git can commit nothing there while ", lock,
             " is left");
}

std::vector<Finding> look_at_leftovers(Context& context) {
  std::vector<Finding> out;
  const auto home = context.home();
  const auto repository = context.repository();
  const auto store = context.store_if_made();
  if (home) {
    for (const auto& left : git::IndexLock::find_left((*home)->git_folder)) {
      out.push_back(Finding::warning("checkout", cut_off_move(left.file),
                                     "assay status names the mission; landing it again finishes the move"));
    }
  }
  if (home && repository && store && *store != nullptr)
    add_findings(find_leftovers(**repository, **store, (*home)->folder), out);
  if (const auto dead = os::dead_scratch(); !dead.empty()) {
    out.push_back(Finding::warning("scratch",
                                   cat(plural(dead.size(), "folder"), " of killed processes: ", first_few(dead, 3)),
                                   cat("rm -r ", plan::shell_word(dead.front()))));
  }
  if (const auto old = os::old_scratch(); !old.empty()) {
    out.push_back(Finding::warning(
        "scratch", cat(plural(old.size(), "folder"), " of killed processes of older versions: ", first_few(old, 3)),
        cat("when no older assay is running: rm -r ", os::temporary_folder(), "/assay-*-??????")));
  }
  return out;
}

}  // namespace assay::ops
