// Moving the user's own checkout from one commit to another, only when nothing is lost by it.
//
// Landing swaps the branch's ref between the look and the move. Everything here is measured against
// the commits given, not against HEAD, so that a rerun after a crash in between finds out where it is.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "git/checkout/index_lock.h"
#include "git/pending.h"
#include "git/repository.h"

namespace assay::git {

// Tracked paths in which work tree or index differ from `commit`; hidden ones too. Empty: it is there.
Result<std::vector<std::string>> differences(const Repository& checkout, const std::string& commit);

struct Obstacles {
  Pending pending = Pending::none;      // an operation that was not finished
  std::vector<std::string> changed;     // tracked files that differ from `from`
  std::vector<std::string> in_the_way;  // untracked files where `to` has files, ignored ones too
  bool none() const { return pending == Pending::none && changed.empty() && in_the_way.empty(); }
};

// What keeps the checkout from being moved.
Result<Obstacles> obstacles(const Repository& checkout, const std::string& from, const std::string& to);

// Moves index and files; HEAD and its branch are left alone. For a checkout that obstacles() found free: what this move
// touches is looked at again and refused (conflict) when it changed; a change elsewhere stays and hinders nobody. When
// it cannot be done whole (a full disk, a folder that cannot be written, a filter that fails), everything is put back
// as it was, and that is a conflict that names the reason; when git was killed, it is unavailable. Filters of the
// configuration run, as in every checkout by git.
Result<void> advance(const IndexLock& held, const IndexLock::Move& move);

// The same for a move that was interrupted in the middle: what differs must be a file of this move that is
// missing or begins as `to` has it. Anything else is somebody's work and refused (conflict).
Result<void> finish_advance(const IndexLock& held, const IndexLock::Move& move);

// The same for one that may stand anywhere between the two, or be there already. Conflict only when a commit there
// would take back something of the move.
Result<void> catch_up(const IndexLock& held, const IndexLock::Move& move);

// Files that came with a move of the branch, and are at `by`, which came after it, what they were before.
Result<std::vector<std::string>> taken_back(const Repository& repository, const IndexLock::Move& move,
                                            const std::string& by);

}  // namespace assay::git
