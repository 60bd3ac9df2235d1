// Whether the dependencies of a commit can be prepared on this machine, found out before anybody is paid for work that
// could not be checked here. What it makes is kept and used by the verification.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "model/verification.h"
#include "os/cancel_token.h"

namespace assay::engine {

struct PreparationTrial {
  std::vector<model::PreparedStep> steps;  // empty: nothing is to be prepared, or it cannot be tried beforehand
  std::string failure;                     // the step, why it failed, and what to do; empty: none did
};

// `folder`: .assay. Where the sandbox lets missions share nothing (it is off, or Landlock alone), nothing is tried:
// it would have to be made again for every tree.
Result<PreparationTrial> try_preparation(const git::Repository& repository, const std::string& folder,
                                         const std::string& commit, const os::CancelToken* cancel);

}  // namespace assay::engine
