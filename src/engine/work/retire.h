// Which work trees are still needed, by what the store says of their missions, and taking away the others. Nothing is
// lost by that: branches stay, and what no branch holds is salvaged first (git/worktrees/salvage.h).
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "git/repository.h"
#include "git/worktrees/salvage.h"
#include "git/worktrees/worktree_place.h"
#include "store/store.h"

namespace assay::engine {

// Decides for any number of work trees; each mission is looked up once. One per thread.
class WorktreeRetention {
 public:
  // `folder` is .assay.
  WorktreeRetention(store::Store& store, std::string folder) : m_store(store), m_folder(std::move(folder)) {}

  struct Fate {
    std::optional<std::string> stays{};            // why; nothing: it may go
    bool is_over = false;                          // its mission has ended
    git::Unsaved unsaved = git::Unsaved::salvage;  // stays: the mission was cancelled, and may be taken up again
  };
  Fate of(const git::WorktreePlace& place);

 private:
  Fate of_mission(const std::string& mission);

  store::Store& m_store;
  std::string m_folder;
  std::map<std::string, Fate> m_known;
};

struct Retired {
  struct Kept {
    std::string name;
    std::string why;
  };
  std::vector<git::Pruned> removed;
  std::vector<Kept> kept;  // of missions that ended, all the same
  bool is_done = true;     // false: there was no time for all of it
};

// Takes away the work trees of missions that landed, were closed or cancelled, those in use last first, and deletes
// what was set aside, for about that long; the next call goes on. Called after a landing is recorded, by workers when
// they have nothing to do, and by `assay worktree`. Cheap when there is nothing to do.
Retired retire_worktrees(const git::Repository& repository, const std::string& folder, store::Store& store,
                         Clock& clock, std::chrono::milliseconds at_most = std::chrono::milliseconds(1000));

}  // namespace assay::engine
