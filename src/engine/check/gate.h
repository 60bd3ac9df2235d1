// The gate over a mission's combined change: the same rules as `assay check`, with the mission's own
// checks as evidence. It finds tests removed or switched off, a test script or configuration that was
// loosened, risks that no test covers. What the checks themselves say is not repeated here.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/verify_policy.h"
#include "git/repository.h"
#include "judge/outcome/evidence.h"
#include "model/mission.h"
#include "model/task.h"
#include "model/verification.h"

namespace assay::engine {

// The check of a pack that stands for the gate. It is Assay itself that runs it.
model::AcceptanceCheck gate_check();
bool is_gate_check(const model::AcceptanceCheck& check);
// The commands that a pack runs, the gate aside.
std::vector<std::string> commands_in(const std::vector<model::AcceptanceCheck>& checks);

// The prompt and what the tasks were told. Not what a task was told that mends a failure: words on what was taken
// away are no wish to have it gone.
std::string what_was_asked(const model::Mission& mission, std::span<const model::Task> tasks);

enum class UnprovenWork { fails, is_accepted };

struct GateInput {
  std::string from;  // commits
  std::string to;
  std::string asked;  // what_was_asked
  std::vector<judge::CommandRun> runs;
  std::string scratch;
  model::Proof proof;
  // Work that nothing proves does not pass, unless a person said so; then what was said.
  UnprovenWork unproven = UnprovenWork::fails;
  judge::RulesInForce rules{};
  std::string claims{};  // what the builders said at the end: only the numbers and files that it names are judged
};

// Fills in status, reason, findings, waived findings and output of the gate's check. `proof.nothing-proven` fails it
// here; what could not be tried does not.
Result<void> judge_gate(const git::Repository& repository, const GateInput& input, GatePolicy policy,
                        model::VerifiedCheck& check);

// Whether the gate found that nothing proves the change.
bool is_unproven(const model::VerifiedCheck& check, const model::Proof& proof);

}  // namespace assay::engine
