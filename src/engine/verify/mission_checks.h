// The checks that a commit asks for: what its files call for, what its policy names, and the gate.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/verify_policy.h"
#include "git/repository.h"
#include "git/snapshot.h"
#include "judge/outcome/waive.h"
#include "model/ids.h"
#include "model/mission.h"
#include "model/pack.h"
#include "model/task.h"
#include "store/store.h"

namespace assay::engine {

// assay.toml of that tree; the default when there is none.
Result<VerifyPolicy> read_policy(const git::Tree& tree);

// `touched` are the paths that finished work changed. Ids are left empty; what a person looks at
// comes last, the gate before it.
Result<std::vector<model::AcceptanceCheck>> checks_for(const git::Repository& repository, std::string_view commit,
                                                       std::string_view prompt,
                                                       const std::vector<std::string>& touched);
// The same of a tree and a policy that were read already.
std::vector<model::AcceptanceCheck> checks_for(const git::Tree& tree, const VerifyPolicy& policy,
                                               std::string_view prompt, const std::vector<std::string>& touched);

// What the target's assay.toml says of rules, and what people waived in the missions that are judged together.
Result<judge::RulesInForce> rules_for_missions(const store::Store& store, std::span<const model::MissionId> missions,
                                               const model::RulePolicy& policy, Time now);

// What a verification adds to the pack: what the target asks for, the commands that the work itself brings (so that
// the first tests of a repository are run), and those that criteria name. `work` is null when the work does not merge.
// Without what the pack has, and without what a person took away.
struct CheckSources {
  const git::Tree& target;
  const git::Tree* work = nullptr;
  const VerifyPolicy& policy;  // of the target
  const model::Mission& mission;
  std::span<const model::Task> tasks;
  const std::vector<std::string>& touched;
};
std::vector<model::AcceptanceCheck> missing_checks(const CheckSources& sources);

}  // namespace assay::engine
