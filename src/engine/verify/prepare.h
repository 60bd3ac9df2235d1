// Fills a fresh work tree with its dependencies. What a step made is kept (engine/verify/prepared_cache.h), so that it
// is not made again for the same inputs; engine/verify/offered.h shows it to commands, which can read but not change
// it.
//
// A preparation runs code: of packages, and often of the repository itself. What missions share is therefore made
// from the files of the target branch, which somebody has landed. When the work changes anything that a step reads
// or runs, its preparation is made from the work and used by that mission alone.
//
// A step that fails means that checks were not run, never that they failed.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/evidence.h"
#include "engine/verify/prepare_keys.h"
#include "engine/verify/prepared_cache.h"
#include "engine/verify/run_check.h"
#include "engine/verify_policy.h"
#include "git/worktrees/integration_worktree.h"
#include "model/verification.h"
#include "os/cancel_token.h"
#include "os/sandbox/sandbox.h"
#include "plan/prepare.h"

namespace assay::engine {

struct PrepareRequest {
  git::IntegrationWorktree& worktree;  // held to the work; steps run in it, and it is held to the work again
  PrepareSource target;
  PrepareSource work;
  std::string git_folder;  // the common one
  std::string scratch;     // a name for folders of its own
  std::string mission;     // who may use what is made from the work
  os::Sandbox sandbox;     // of the checks; network and writable folders are changed for a step
  bool fresh = false;      // use nothing that was made before
  const os::CancelToken* cancel = nullptr;
};

struct KeptStep {
  plan::PrepareStep step;
  KeptFolder kept;
};

struct Prepared {
  std::vector<model::PreparedStep> steps;
  bool ok = true;  // false: a step failed, so nothing can be run
  bool cancelled = false;
  std::string key;  // of all steps together; part of what a result depends on
  std::vector<KeptStep> kept;
};

Result<Prepared> prepare(const PrepareRequest& request, const VerifyPolicy& policy, const Evidence& evidence);

}  // namespace assay::engine
