// Several missions verified together: one commit that holds the work of all of them, the checks of all their
// packs, each run once.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/verify/verify.h"
#include "model/mission.h"
#include "model/task.h"
#include "model/verification.h"
#include "store/packs.h"

namespace assay::engine {

struct CombinedWork {
  std::vector<const model::Mission*> missions;  // with their packs
  std::vector<model::Task> tasks;               // of all of them, for what was asked
  std::string target_branch;
  std::string target_commit;
  std::string commit;  // everything merged onto the target
  std::string tree;
};

struct CombinedVerification {
  model::Verification verification;            // its report is kept among the evidence
  std::vector<model::AcceptanceCheck> checks;  // of all packs together, in the order of verification.checks
};

// Nothing is written to the missions.
Result<CombinedVerification> verify_combined(const VerifyContext& context, const CombinedWork& work,
                                             const std::string& actor);

// The results that belong to one of the missions.
std::vector<store::CheckResult> results_for(const CombinedVerification& combined, const model::Mission& mission);

}  // namespace assay::engine
