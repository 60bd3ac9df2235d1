#include "engine/work/leftovers.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "git/pending.h"
#include "git/snapshot.h"
#include "git/worktrees/salvage.h"

namespace assay::engine {

namespace {

using What = BranchProblem::What;

constexpr size_t k_most_suspects = 50;
constexpr std::uint64_t k_suspect_limit = std::uint64_t{16} << 20;

constexpr std::string_view k_put_aside =
    "Nothing of it counts as the task's work. It is kept, and a new attempt begins at the last good commit.";
constexpr std::string_view k_person = "The task is blocked until a person has looked.";

BranchProblem make(What what, std::string text, std::string_view then) {
  return {what, std::move(text), std::string(then)};
}

}  // namespace

std::vector<BranchProblem> disorder_of(const git::Left& left, std::string_view branch) {
  std::vector<BranchProblem> out;
  if (left.switched_branch) {
    const auto where = left.branch.empty() ? std::string("a detached HEAD") : cat("the branch ", left.branch);
    out.push_back(
        make(What::switched_branch,
             cat("It left the worktree on ", where, " instead of ", branch, ", at ", left.head.substr(0, 12), "."),
             k_put_aside));
  }
  if (left.rewrote_history) {
    out.push_back(make(
        What::rewrote_history,
        left.tip.empty() ? cat("The branch ", branch, " is gone.")
                         : cat("The history of ", branch, " was rewritten: commits it began with are no longer in it."),
        k_put_aside));
  }
  if (left.pending != git::Pending::none) {
    out.push_back(make(What::unfinished, cat("It left ", git::to_string(left.pending), " unfinished."), k_put_aside));
  }
  if (!left.unmerged.empty()) {
    out.push_back(make(What::unmerged, cat("It left paths in conflict: ", to_utf8(first_few(left.unmerged, 5)), "."),
                       k_put_aside));
  }
  if (!left.nested.empty()) {
    out.push_back(make(What::nested_repository,
                       cat("It made repositories inside the worktree, whose files are in no commit: ",
                           to_utf8(first_few(left.nested, 5)), "."),
                       cat(k_person, " Take them away or make them plain folders, then retry.")));
  }
  return out;
}

BranchProblem marked_conflicts(const std::vector<std::string>& files) {
  return make(What::conflict_markers,
              cat("It left the marks of merge conflicts in ", to_utf8(first_few(files, 5)), "."),
              "The commit is kept, and the agent is asked to resolve them.");
}

BranchProblem changed_outside(const std::vector<std::string>& lines) {
  return make(What::changed_outside,
              cat("It ran without a sandbox, and what is not its own was changed meanwhile. ", join(lines, " ")),
              "Nothing was put back, and the task is not tried again by itself: look at it, then assay task retry.");
}

Result<std::vector<std::string>> files_with_conflict_markers(const git::Repository& repository, const std::string& from,
                                                             const std::string& to) {
  std::vector<std::string> out;
  if (from == to) return out;
  TRY_ASSIGN(
      const auto answer,
      repository.ask_sealed({.arguments = {"-c", "core.whitespace=-trailing-space,-space-before-tab,-blank-at-eof",
                                           "diff-tree", "-r", "--check", "--no-renames", from, to}}));
  // Git also takes a line of seven "=" for a mark, which headings are made of; so both ends are asked for.
  std::set<std::string> suspects;
  for (const auto line : split_lines(answer.output)) {
    const size_t mark = line.find(": leftover conflict marker");
    if (mark == std::string_view::npos) continue;
    const auto place = line.substr(0, mark);
    suspects.emplace(place.substr(0, place.rfind(':')));
    if (suspects.size() == k_most_suspects) break;
  }
  if (suspects.empty()) return out;
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, to));
  for (const auto& path : suspects) {
    const auto text = tree.read(path, k_suspect_limit);
    if (text && *text && contains(**text, "<<<<<<< ") && contains(**text, "\n>>>>>>> ")) out.push_back(path);
  }
  return out;
}

Result<std::optional<std::string>> keep_all(const git::Repository& repository, std::string_view worktree,
                                            std::int64_t date) {
  TRY_ASSIGN(const auto place, git::find_place(repository, worktree));
  if (!place) return std::optional<std::string>();
  return git::salvage(repository, *place, date);
}

}  // namespace assay::engine
