// Taking back what has landed, through the same gate: a new mission whose work is a commit that undoes it, to be
// verified and landed as any other.
#pragma once

#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "git/repository.h"
#include "model/ids.h"
#include "store/store.h"

namespace assay::engine {

struct RevertRequest {
  model::MissionId mission;  // that has landed
  std::string reason;
  std::string actor;
};

struct Reverted {
  model::MissionId mission;  // the new one; its one task is completed
  model::TaskId task;
  std::string title;
  std::string branch;
  std::string commit;
  std::string target_branch;
};

// Conflict when it has not landed, is not in the target any more, or when later work stands on it: the paths
// are named.
Result<Reverted> revert(const git::Repository& repository, store::Store& store, Clock& clock,
                        const RevertRequest& request);

}  // namespace assay::engine
