// Fills a fresh work tree with its dependencies, once per content of the files that name them. What a
// step fetched is moved under .assay/cache/<key> and shown in the work tree, where checks can read but
// not change it: one change cannot poison the packages of the next. Shown means mounted, since tools
// look for what lies beside a package by its real path; where nothing can be mounted it is linked.
// A step that fails means that checks were not run, never that they failed.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/evidence.h"
#include "engine/run_check.h"
#include "engine/verify_policy.h"
#include "git/snapshot.h"
#include "model/verification.h"
#include "os/cancel_token.h"
#include "os/sandbox.h"
#include "plan/prepare.h"

namespace assay::engine {

struct PrepareOrders {
  std::string folder;   // the work tree
  std::string cache;    // .assay/cache
  std::string scratch;  // a folder of its own
  std::string owner;    // whose work tree it is: some tools write its path into what they make
  os::Sandbox sandbox;  // of the checks; network and writable folders are changed for a step
  const os::CancelToken* cancel = nullptr;
};

struct Prepared {
  std::vector<model::PreparedStep> steps;
  bool ok = true;  // false: a step failed, so nothing can be run
  bool cancelled = false;
  std::string key;  // of all steps together; part of what a result depends on
  // What checks need of it.
  std::vector<std::string> environment;
  std::vector<std::string> paths;  // absolute; in front of PATH
  std::vector<std::string> readable;
  std::vector<std::string> writable;
  std::vector<os::Sandbox::Mount> mounted;
};

// The policy's own step when it has one, else those the tree asks for.
std::vector<plan::PrepareStep> steps_for(const VerifyPolicy& policy, const plan::Snapshot& snapshot);

Result<Prepared> prepare(const PrepareOrders& orders, const VerifyPolicy& policy,
                         const std::vector<plan::PrepareStep>& steps, const git::Tree& tree, const Evidence& evidence,
                         const OnLine& on_line);

// Lets a check see what was prepared: variables, PATH, folders.
void add_prepared(const Prepared& prepared, CheckOrders& orders);

}  // namespace assay::engine
