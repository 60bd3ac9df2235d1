// git's own lock of a checkout's index, held while a branch is moved under that checkout and until its files have
// followed. A commit there in between would be made from the old index on top of the new commit, and silently take
// back what came; with the lock, git commit, add, switch, stash and reset stop with "index.lock exists" instead.
//
// The file says that it is ours and what is being moved. When its holder is killed, it stays: nobody can commit until
// the next command of ours has finished the move. A lock of anybody else is never removed.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

class IndexLock {
 public:
  struct Move {
    std::string from;  // full ids
    std::string to;
  };
  // Waits a little while another git has it; conflict when that does not end.
  static Result<IndexLock> take(const Repository& checkout, const Move& move,
                                std::chrono::milliseconds wait = std::chrono::seconds(2));
  // The one that a killed process of ours left there, with its move; nothing when there is none.
  static Result<std::optional<IndexLock>> take_left(const Repository& checkout);
  // All such, of the main and of linked work trees. Looks at files alone, starts no git, and changes nothing.
  // `common`: the common git folder.
  struct Left {
    std::string file;
    Move move;
  };
  static std::vector<Left> find_left(const std::string& common);

  const Repository& checkout() const;
  const Move& move() const;

  // From here on the file stays when this object goes, as if we were killed, unless it is released.
  void pin();
  void release();

  // A copy of the index that git may change meanwhile (GIT_INDEX_FILE), and putting it in the index's place.
  Result<std::string> draft() const;
  Result<void> install(const std::string& draft) const;

 private:
  struct State;
  explicit IndexLock(std::shared_ptr<State> state) : m_state(std::move(state)) {}
  std::shared_ptr<State> m_state;
};

}  // namespace assay::git
