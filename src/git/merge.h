// Merging the branches of a mission in memory: objects are read and written, but no work tree, no
// index, no stash and no branch of the user is touched. The same inputs give the same commit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/commit.h"
#include "git/repository.h"

namespace assay::git {

struct MergeBranch {
  std::string name;                // what a person calls it: the task
  std::string commit;              // full id
  std::string message{};           // of the merge commit; empty: "Merge task <name>"
  std::optional<Author> author{};  // of a replay
  const CommitSigning* signing{};  // the same
};

struct Conflict {
  std::string path;
  std::string kind;     // git's word: "CONFLICT (contents)", "CONFLICT (modify/delete)"
  std::string message;  // git's sentence
  std::string branch;   // which branch could not be merged
  // The other side: earlier branches that touched the path, and whether the target did.
  std::vector<std::string> against;
  bool against_target = false;
  std::string hunks{};  // the lines between git's marks, with a few around them; bounded, empty where there are none
};

struct Merged {
  struct Commit {
    std::string id;
    std::string tree;
  };
  std::optional<Commit> commit;        // nothing when there are conflicts
  std::vector<Conflict> conflicts;     // of all branches, each tried on top of those that merged
  std::vector<std::string> contained;  // branches that brought nothing new: already there
};

// Merges `branches` in the order given onto `target` (a full id), one merge commit each. Without
// branches, or when all are contained, the result is the target itself. Custom merge drivers are
// not run; attributes (union, binary, -merge) are the target's. Error: unrelated histories.
Result<Merged> merge_branches(const Repository& repository, const std::string& target,
                              std::span<const MergeBranch> branches, std::int64_t date);

// The difference that one commit makes to its first parent, made again on top of `onto`.
Result<Merged> replay(const Repository& repository, const std::string& onto, const MergeBranch& commit,
                      std::int64_t date);

}  // namespace assay::git
