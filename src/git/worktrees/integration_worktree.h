// One warm worktree per mission, in which checks run. It stays between verifications; moving it to
// another commit touches only the files that differ, and makes good whatever was done to the others.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/checkout/working_copy.h"
#include "git/repository.h"
#include "git/worktrees/worktree_place.h"

namespace assay::git {

class IntegrationWorktree {
 public:
  // Made when there is none; `commit` (full id) is where HEAD begins. No file is written yet.
  static Result<IntegrationWorktree> open(const Repository& repository, std::string_view name, const std::string& path,
                                          const std::string& commit);

  const std::string& path() const { return m_place.path; }

  // Files, index and HEAD become those of `commit`; see WorkingCopy::move_to. An unfinished merge or
  // rebase, private settings and another HEAD are gone afterwards. Error (conflict): another process
  // is moving it.
  Result<WorkingCopy::Moved> move_to(const std::string& commit, std::span<const std::string> caches = {});

  // What was done to it since the last move.
  Result<WorkingCopy::Tampering> find_tampering() const;
  Result<std::vector<std::string>> rewritten(const std::vector<std::string>& changed) const;

 private:
  IntegrationWorktree(const Repository& repository, WorktreePlace place)
      : m_repository(repository), m_place(std::move(place)) {}
  WorkingCopy copy() const;

  Repository m_repository;
  WorktreePlace m_place;
};

}  // namespace assay::git
