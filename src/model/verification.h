// A verification: what was integrated, what ran on it, and what that came to. It names the commit and
// the tree it holds for; landing accepts no other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/ids.h"
#include "model/pack.h"
#include "model/proof.h"
#include "model/verdict.h"
#include "model/waiver.h"

namespace assay::model {

// not_run: something could not be found out (no sandbox, a missing program, a failed preparation), and
// nothing failed. conflict: the tasks' work does not merge. needs_person: nothing failed, and what is left is for a
// person to answer (`assay pack answer`).
enum class VerificationOutcome { passed, failed, not_run, conflict, cancelled, needs_person };
std::string_view name(VerificationOutcome);
std::optional<VerificationOutcome> verification_outcome_named(std::string_view);

// One run of a check.
struct Attempt {
  std::string ended;  // "exit 0", "timed out after 2000 ms"
  std::string proof;  // passed, failed, not_run
  std::string reason;
  std::optional<Time> started_at;  // nothing: reused, or of a time when this was not kept
  std::uint64_t duration_ms = 0;
  std::string output;  // digest of the whole output; empty: there was none
  std::uint64_t output_bytes = 0;
  bool truncated = false;
  std::uint64_t tests_passed = 0;
  std::uint64_t tests_failed = 0;
  std::uint64_t tests_skipped = 0;
};

// How the evidence of a criterion stands. proves_nothing: it holds on the code before the work too, so it is no proof.
// for_person: no program can look at it.
enum class CriterionStanding { unproven, shown, failed, proves_nothing, for_person };
std::string_view name(CriterionStanding);
std::optional<CriterionStanding> criterion_standing_named(std::string_view);

// What was found of one criterion: a success criterion of a task, or one of the mission.
struct CriterionProof {
  TaskId task;     // empty: of the mission
  std::string id;  // "SC-1"; of the mission "C-1"
  std::string claim;
  std::string test;                             // what its evidence names; empty: no test
  std::optional<TestProof> proof;               // the weakest of the tests of that name; none: none was classified
  std::string detail;                           // why, in a few words
  std::vector<std::string> lines{};             // "src/cart.py:3-7": pieces of the change that this test proves
  std::optional<CriterionStanding> standing{};  // nothing: of a time when this was not kept
  std::string evidence{};                       // what would show it, for people; empty: a person
  std::string found{};                          // what was found of that, in a sentence
};

struct AcceptedUnproven;
// "Accepted without proof by person:anna on 2026-11-18: looked at it myself"
std::string describe(const AcceptedUnproven& accepted);

// "discriminating: fails before the change, passes after it", "no proof named"
std::string describe(const CriterionProof& criterion);

struct VerifiedCheck {
  CheckId id;
  std::string title;
  AcceptanceKind kind = AcceptanceKind::command;
  std::string subject;  // the command or the path
  AcceptanceStatus status = AcceptanceStatus::pending;
  std::string reason;          // why it failed, was skipped or not run; empty for a plain pass
  bool flaky = false;          // passed after it had failed
  std::string not_compared{};  // why its tests were not compared with the target's; empty: they were, or it has none
  std::string quarantined;     // who answers for it and until when; empty: it counts
  bool for_person = false;     // pending until a person answers it
  std::optional<Time> reused;  // the result is of this earlier run with the same inputs
  std::string last_output;     // the end of it, bounded, redacted
  std::vector<Attempt> attempts;
  std::vector<Finding> findings;
  std::vector<WaivedFinding> waived;
  std::vector<ProvenTest> proofs;
};

// How a check is reported. The store and what decides know a flaky check as passed; whoever reads a report
// must not take it for a plain pass.
enum class ReportedStatus { pending, passed, failed, skipped, flaky };
std::string_view name(ReportedStatus);
ReportedStatus reported_status(const VerifiedCheck& check);

struct MergeConflict {
  std::string path;
  std::string message;
  TaskId task;                  // whose work did not fit
  std::vector<TaskId> against;  // whose work touched the same path before; empty: the target branch
  std::string hunks{};          // where both sides changed the same lines, as git marks them; bounded
};

struct PreparedStep {
  std::string title;
  std::string command;
  bool reused = false;
  bool shared = false;  // made from the files of the target; else used by this mission alone
  std::string failure;  // empty: it is there
  std::string output;   // digest of its log
};

// A person lets work land that nothing proves.
struct AcceptedUnproven {
  MissionId mission;
  std::string by;  // "person:anna"
  Time at;
  std::string reason;
};

struct Verification {
  std::string id;  // "verification-…"
  MissionId mission;
  std::string base_commit;
  std::string target_branch;
  std::string target_commit;  // what the work was merged onto
  std::string commit;         // what was verified
  std::string tree;
  std::string work;     // a digest of the commits that were merged, whatever they were merged onto
  std::string sandbox;  // the level in force, and why
  Time started_at;
  Time finished_at;
  VerificationOutcome outcome = VerificationOutcome::not_run;
  std::string reason;  // one sentence for people
  std::vector<VerifiedCheck> checks;
  std::vector<CriterionProof> criteria;  // of the tasks that were merged
  Proof proof;                           // of the combined change
  std::vector<AcceptedUnproven> accepted_unproven;
  std::vector<MergeConflict> conflicts;
  std::vector<PreparedStep> prepared;
  std::vector<Finding> findings;   // on the combined change
  std::vector<std::string> notes;  // a changed lockfile, a stale target
  std::string report;              // digest of this as a document among the evidence; empty until it is recorded
};

}  // namespace assay::model
