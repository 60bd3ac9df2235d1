#include "git/worktrees/task_worktree.h"

#include "base/text.h"
#include "git/checkout/index_file.h"
#include "git/checkout/working_copy.h"
#include "git/commit.h"
#include "git/refs/refs.h"
#include "git/worktrees/work_left.h"
#include "os/files.h"

namespace assay::git {

namespace {

std::string heads(std::string_view branch) { return cat("refs/heads/", branch); }

// The last tip that was seen: a branch that lost it was rewritten.
std::string tip_file(const Repository& repository, const WorktreePlace& place) {
  return os::join_path(place.state(repository), "tip");
}

Result<std::vector<std::string>> unmerged_paths(const Repository& repository, const WorktreePlace& place,
                                                const std::string& admin) {
  // An index that can be read here holds no such paths.
  if (read_index(os::join_path(admin, "index"), repository.object_format())) return std::vector<std::string>();
  TRY_ASSIGN(const auto answer, call(in_worktree(place, admin, {"ls-files", "--unmerged", "-z"})));
  std::vector<std::string> out;
  if (!answer.ok()) return out;  // an index that git cannot read holds no conflicts
  for (const auto record : split(answer.output, '\0')) {
    if (record.empty()) continue;
    std::string path(record.substr(record.find('\t') + 1));
    if (out.empty() || out.back() != path) out.push_back(std::move(path));
  }
  return out;
}

Result<bool> lost(const Repository& repository, const std::string& commit, const std::string& tip) {
  if (commit.empty()) return false;
  if (tip.empty()) return true;
  TRY_ASSIGN(const bool kept, is_ancestor(repository, commit, tip));
  return !kept;
}

// Where HEAD is. Its own file tells as long as it is what git writes for the branch; else git is asked.
Result<void> look_at_head(const Repository& repository, const WorktreePlace& place, const std::string& admin,
                          Left& left) {
  const auto file = os::join_path(admin, "HEAD");
  const auto text = os::is_link(file) ? Result<std::string>(not_found(file)) : os::read_file(file, 4096);
  if (text && *text == cat("ref: ", heads(place.branch), "\n")) {
    TRY_ASSIGN(const auto tip, read_ref(repository, heads(place.branch)));
    if (tip) {
      left.head = *tip;
      left.branch = place.branch;
      return {};
    }
  }
  TRY_ASSIGN(const auto head, call(in_worktree(place, admin, {"rev-parse", "--verify", "--quiet", "HEAD^{commit}"})));
  if (head.ok()) left.head = trim_right(head.output);
  TRY_ASSIGN(const auto symbolic, call(in_worktree(place, admin, {"symbolic-ref", "--quiet", "HEAD"})));
  const std::string_view name = trim_right(symbolic.output);
  if (symbolic.ok() && name.starts_with("refs/heads/")) left.branch = name.substr(11);
  return {};
}

// All but what the files themselves say.
Result<Left> look_at_refs(const Repository& repository, const WorktreePlace& place, const std::string& admin) {
  Left left;
  TRY(look_at_head(repository, place, admin, left));
  TRY_ASSIGN(const auto tip, read_ref(repository, heads(place.branch)));
  left.tip = tip.value_or("");
  left.switched_branch = left.branch != place.branch;
  const auto seen = os::read_file(tip_file(repository, place), 4096);
  TRY_ASSIGN(const bool lost_base, lost(repository, place.base, left.tip));
  TRY_ASSIGN(const bool lost_tip, lost(repository, seen ? std::string(trim(*seen)) : "", left.tip));
  left.rewrote_history = lost_base || lost_tip;
  left.pending = pending_in(admin);
  TRY_ASSIGN(left.unmerged, unmerged_paths(repository, place, admin));
  return left;
}

Result<void> look_at_files(const WorktreePlace& place, const WorkLeft& work, Left& left) {
  TRY(work.check_whole(place));
  left.nested = work.nested();
  if (!left.head.empty()) {
    TRY_ASSIGN(left.uncommitted, work.against(left.head));
  }
  return {};
}

// Of a branch whose work tree was taken away and is made again: where it left `base`, which may have grown since.
Result<std::string> base_within(const Repository& repository, std::string_view branch, const std::string& base) {
  TRY_ASSIGN(const auto tip, read_ref(repository, heads(branch)));
  if (!tip) return base;
  TRY_ASSIGN(const bool inside, is_ancestor(repository, base, *tip));
  if (inside) return base;
  TRY_ASSIGN(const auto left, repository.ask({"merge-base", base, *tip}));
  return left.ok() ? std::string(trim_right(left.output)) : base;
}

std::string with_trailer(std::string_view message) {
  const auto text = trim(message);
  return cat(text.empty() ? "Uncommitted work" : text, "\n\nAssay-Snapshot: uncommitted\n");
}

}  // namespace

Result<std::string> task_branch(std::string_view mission, std::string_view task) {
  TRY_ASSIGN(const auto first, ref_component(mission));
  TRY_ASSIGN(const auto second, ref_component(task));
  return cat("assay/", first, "/", second);
}

Result<TaskWorktree> TaskWorktree::open(const Repository& repository, std::string_view mission, std::string_view task,
                                        const std::string& path, const std::string& base, const std::string& from) {
  TRY_ASSIGN(const auto branch, task_branch(mission, task));
  WorktreePlace place{cat(mission, ".", task), WorktreeKind::task, path, branch, base, from == base ? "" : from};
  TRY_ASSIGN(const auto known, find_place(repository, place.name));
  if (known) {
    place.base = known->base;
    place.from = known->from;
  } else {
    TRY_ASSIGN(place.base, base_within(repository, branch, base));
    if (!place.from.empty()) {
      TRY_ASSIGN(place.from, base_within(repository, branch, place.from));
    }
  }
  TRY(establish(repository, place, base));
  TRY_ASSIGN(const auto admin, admin_folder(repository, place));
  WorkingCopy copy(repository, path, place.state(repository));
  bool begins = false;
  if (copy.tree().empty()) {
    TRY_ASSIGN(const auto tip, repository.commit_of(heads(branch)));
    TRY(copy.move_to(tip, {}));
    TRY_ASSIGN(const auto bytes, os::read_file(copy.index_file(), std::uint64_t{2} << 30));
    TRY(os::write_file(os::join_path(admin, "index"), bytes));
    TRY(os::write_file(tip_file(repository, place), tip));
    begins = tip == place.base;
  }
  TaskWorktree out(repository, std::move(place));
  out.m_new = begins;
  return out;
}

std::string TaskWorktree::last_tip() const {
  const auto seen = os::read_file(tip_file(m_repository, m_place), 4096);
  const auto tip = seen ? trim(*seen) : std::string_view();
  return tip.empty() ? m_place.base : std::string(tip);
}

Result<Left> TaskWorktree::inspect() const {
  TRY_ASSIGN(const auto admin, admin_folder(m_repository, m_place));
  TRY_ASSIGN(auto left, look_at_refs(m_repository, m_place, admin));
  TRY_ASSIGN(const auto work, WorkLeft::take(m_repository, m_place, admin));
  TRY(look_at_files(m_place, work, left));
  return left;
}

Result<TaskWorktree::Snapshot> TaskWorktree::snapshot_commit(std::string_view message, std::int64_t date) {
  TRY_ASSIGN(const auto admin, admin_folder(m_repository, m_place));
  Snapshot out;
  TRY_ASSIGN(out.left, look_at_refs(m_repository, m_place, admin));
  TRY_ASSIGN(const auto work, WorkLeft::take(m_repository, m_place, admin));
  TRY(look_at_files(m_place, work, out.left));
  if (!out.left.is_orderly()) return out;
  std::string tip = out.left.tip;
  if (!out.left.uncommitted.empty()) {
    TRY_ASSIGN(tip, make_commit(m_repository, {work.tree(), {out.left.tip}, with_trailer(message), date}));
    const RefChange change{heads(m_place.branch), tip, out.left.tip};
    TRY_ASSIGN(const auto moved, swap_refs(m_repository, std::span(&change, 1), "assay: snapshot"));
    if (moved) {
      return conflict(cat("the branch ", m_place.branch, " moved while ", m_place.path,
                          " was being committed; is the agent still running?"));
    }
    TRY(work.adopt_index(admin));
    out.commit = tip;
  }
  TRY(os::write_file(tip_file(m_repository, m_place), tip));
  return out;
}

}  // namespace assay::git
