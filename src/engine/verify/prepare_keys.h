// Under which names the steps of a preparation are kept: everything that decides what a step makes.
#pragma once

#include <string>
#include <vector>

#include "engine/verify_policy.h"
#include "git/snapshot.h"
#include "os/sandbox/sandbox.h"
#include "plan/prepare.h"

namespace assay::engine {

// A commit, with what of it is needed here.
struct PrepareSource {
  std::string commit;  // full id of a commit
  std::string tree;    // id
  const git::Tree& files;
};

// The policy's own step when it has one, else those the tree asks for.
std::vector<plan::PrepareStep> steps_for(const VerifyPolicy& policy, const plan::Snapshot& snapshot);

// What a step is made from, and whether other missions may use what it makes.
struct PrepareOrigin {
  bool shared = false;
  const PrepareSource& source;
};

class PrepareKeys {
 public:
  struct Place {
    const os::Sandbox& sandbox;  // of the checks
    std::string worktree;        // its path
    bool fresh = false;          // what is made now is shared with nobody
  };
  // All of them outlive this.
  PrepareKeys(const PrepareSource& target, const PrepareSource& work, const VerifyPolicy& policy, Place place);

  // Shared is only what the target's own files make, and only where no check can change it.
  PrepareOrigin origin_of(const plan::PrepareStep& step) const;
  std::string key_of(const plan::PrepareStep& step, const PrepareOrigin& origin) const;
  // Of all steps of the work together, before any of them was made: the same text as Prepared::key.
  std::string key_of_all() const;

 private:
  bool has_inputs_of_target(const plan::PrepareStep& step) const;

  const PrepareSource& m_target;
  const PrepareSource& m_work;
  const VerifyPolicy& m_policy;
  Place m_place;
  std::vector<plan::PrepareStep> m_target_steps;
};

// Variables that a step gets; `kept`: the folder of what it makes.
std::vector<std::string> environment_of(const plan::PrepareStep& step, const std::string& kept);

}  // namespace assay::engine
