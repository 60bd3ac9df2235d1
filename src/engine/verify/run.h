// Inside verify(): what its steps share, and the steps.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "engine/evidence.h"
#include "engine/sandbox_policy.h"
#include "engine/surroundings/surroundings.h"
#include "engine/verify/check_tree.h"
#include "engine/verify/http_evidence.h"
#include "engine/verify/integration.h"
#include "engine/verify/prepare.h"
#include "engine/verify/verify.h"
#include "engine/verify_policy.h"
#include "git/snapshot.h"
#include "judge/outcome/evidence.h"
#include "os/sandbox/sandbox.h"

namespace assay::engine {

// One for each check that runs at the same time; the first is the mission's own, the others are made when needed, one
// after the other.
struct CheckTrees {
  Mutex mutex;
  std::vector<std::unique_ptr<CheckTree>> all GUARDED_BY(mutex);
};

// The target's tree. One check at a time runs there.
struct TreeBefore {
  Mutex mutex;
  std::unique_ptr<CheckTree> tree GUARDED_BY(mutex);
  bool cannot_prove GUARDED_BY(mutex) = false;  // nothing could be prepared there
};

struct VerifyRun {
  VerifyRun(const VerifyContext& in, const VerifyRequest& asked);

  const VerifyContext& context;
  const VerifyRequest& request;
  model::Mission mission;
  std::vector<model::MissionId> members;  // of a batch; empty: the mission alone
  std::vector<model::Task> tasks;
  VerifyPolicy policy;
  Evidence evidence;
  model::Verification result;
  std::vector<std::string> touched;  // paths the work changes
  bool asks_persons = true;          // false: each mission was answered for by itself
  std::string moved;                 // what was added to branches after they were accepted; empty: nothing
  Prepared prepared;
  os::Sandbox sandbox;                 // of the first work tree; those of the others differ in paths alone
  std::optional<Surroundings> before;  // of commands without a sandbox: what lies around them
  std::vector<std::string> trespass;   // what they changed of it
  std::string scratch;
  CheckTrees trees;
  TreeBefore target;                               // the target as it is
  std::uint32_t requests = 0;                      // that were made of servers
  std::vector<model::AcceptedUnproven> accepted;   // what persons said about this very work, should nothing prove it
  std::vector<model::CriterionProof> known_unmet;  // criteria that failed when the missions were verified alone
  std::vector<judge::CommandRun> runs;             // of the checks that were run, as evidence for the gate
  std::vector<judge::CommandRun> on_base;  // the same on the target, one for each; of no command: it was not run there

  std::string in_folder(std::string_view name) const;
  bool was_cancelled() const { return result.outcome == model::VerificationOutcome::cancelled; }
};

// ---- the flow (verify.cc)
struct Touched {
  std::vector<std::string> all;
  std::vector<std::string> remaining;  // without those that the work deletes
};
Result<Touched> touched_paths(const git::Repository& repository, const std::string& from, const std::string& to);
// All checks of the pack on result.commit, in the work tree named after the mission, and what they come to.
Result<void> examine(VerifyRun& run, const git::Tree& target, const git::Tree& work);
SandboxRequest wish_of(const VerifyRun& run);
// The same of no run; `folder`: .assay.
SandboxRequest wish_of(const VerifyPolicy& policy, const std::string& folder);

// ---- what lies around checks without a sandbox (trespass.cc)
// Before the first command; nothing is looked at when there is a sandbox.
Result<void> look_around(VerifyRun& run, const std::string& worktree);
// What was changed since. Error corrupt: the store's file was removed or replaced.
Result<void> note_trespass(VerifyRun& run);

// ---- what was verified before (again.cc)
// Fills the result when the same work passed before under the same policy; false: it must be verified.
Result<bool> answer_from_memory(VerifyRun& run, const Work& work);
Result<void> remember(VerifyRun& run, const Work& work);

// ---- work that nothing proves (accepted.cc)
// What a person says now, or said of the same work before.
Result<void> find_acceptance(VerifyRun& run, const Work& work);
// Keeps what was said now, if it was needed; a note where it was not.
Result<void> keep_acceptance(VerifyRun& run, const Work& work);
// What was said of missions that are verified together, and which of their criteria were known to fail.
Result<void> gather_acceptances(VerifyRun& run, const std::vector<const model::Mission*>& missions);

// What prepare() needs for the work in `worktree`, one of the two trees.
PrepareRequest prepare_request(VerifyRun& run, git::IntegrationWorktree& worktree, const os::Sandbox& sandbox,
                               const git::Tree& target, const PrepareSource& work);

// ---- checks (checks.cc)
// Fills in file checks and those for people.
Result<void> answer_without_running(VerifyRun& run, const git::Tree& work);
// Runs the command checks, those with an earlier result aside.
Result<void> run_command_checks(VerifyRun& run, const git::Tree& target, const git::Tree& work);
void leave_commands_unrun(VerifyRun& run, std::string_view why);
Result<void> pass_the_gate(VerifyRun& run);

// The request for a command of a check, before a tree takes it.
CheckRequest request_for(VerifyRun& run, const model::AcceptanceCheck& check, const CheckSettings* settings);
// The work tree of a seat of the pool: the first is there, the others are brought to the same commit now.
Result<CheckTree*> tree_for(VerifyRun& run, unsigned seat);
unsigned jobs_for(const VerifyRun& run);

// ---- what persons say (persons.cc)
// Fills in what a person said of this very work.
void take_answer(const VerifyRun& run, model::VerifiedCheck& check);
// The same; without an answer the check is pending and waits for one.
void ask_person(const VerifyRun& run, model::VerifiedCheck& check, std::string_view why);
// Compares the branches with the commits that checkers and persons accepted.
Result<void> note_moved_work(VerifyRun& run, const Work& work);
// The check that a person's look at the whole is recorded with waits for it.
void ask_for_review(VerifyRun& run, std::string_view why);

// ---- proof (proof.cc)
// Tries the combined change in other forms, and says what its tests show of it.
Result<void> prove_work(VerifyRun& run, const git::Tree& target);

// ---- the target beside the work (base_tests.cc)
// Names tests that passed on the target and that the check does not run on the work any more; it fails by them. What
// ran on the target goes to `on_base`.
Result<void> compare_with_target(VerifyRun& run, const CheckRequest& request, const judge::CommandRun& now,
                                 const git::Tree& target, const git::Tree& work, model::VerifiedCheck& check,
                                 judge::CommandRun& on_base);
// A check that found no tests, and finds none on the target either, has not failed by the work: a person may accept it.
Result<void> excuse_missing_tests(VerifyRun& run, const CheckRequest& request, const judge::CommandRun& now,
                                  const git::Tree& target, model::VerifiedCheck& check);
// A module that is missing because the change imports it, or has it as its own part, is no trouble of the machine: the
// check failed. `folder`: the work, as the check ran in it.
Result<void> blame_own_fault(VerifyRun& run, const CheckRequest& request, const std::string& folder,
                             const git::Tree& target, CheckRun& ran);
// Opens it when it is not there; nothing: nothing could be prepared for it.
Result<CheckTree*> target_tree(VerifyRun& run, const git::Tree& target) REQUIRES(run.target.mutex);

// Whether the command ends with 0 on the target too; nothing where that cannot be found out.
Result<std::optional<bool>> succeeds_on_target(VerifyRun& run, const model::AcceptanceCheck& check,
                                               const git::Tree& target);

// ---- servers (ask_server.cc)
// Starts the server in this tree and makes the request.
Result<model::CriterionReport> ask_server(VerifyRun& run, const HttpWish& wish, CheckTree& tree);

// ---- the criteria (criteria_standing.cc)
// What all that shows of the success criteria of the tasks and of the criteria of the mission.
Result<void> judge_criteria(VerifyRun& run, const git::Tree& target, const git::Tree& work);
bool is_known_unmet(const VerifyRun& run, const model::CriterionProof& criterion);

// ---- what it came to (record.cc)
model::VerifiedCheck begin_check(const model::AcceptanceCheck& check);
// As it is told in the history: why, then what it printed.
std::string shown_output(const model::VerifiedCheck& check);
void note_conflicts(VerifyRun& run, const Integration& work);
void conclude(VerifyRun& run);
Result<bool> note_stale_target(VerifyRun& run);  // true: the target has moved
Result<void> record(VerifyRun& run);

}  // namespace assay::engine
