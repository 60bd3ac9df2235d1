// What is attested of a landing: in-toto statements about a commit and its tree. Three of them: what
// the checks came to (test-result v0.1), the verdict over that (SLSA verification summary v1), and who
// let it land and why (a predicate of our own). docs/formats/attestation.md shows each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/batch.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"
#include "model/pack.h"
#include "model/verification.h"

namespace assay::audit {

constexpr std::string_view k_test_result = "https://in-toto.io/attestation/test-result/v0.1";
constexpr std::string_view k_summary = "https://slsa.dev/verification_summary/v1";
constexpr std::string_view k_approval = "urn:assay:approval:v2";
constexpr std::string_view k_approval_v1 = "urn:assay:approval:v1";  // of older versions: names no batch

inline bool is_approval(std::string_view predicate_type) {
  return predicate_type == k_approval || predicate_type == k_approval_v1;
}

struct Subject {
  std::string commit;  // what landed, full ids
  std::string tree;
  friend bool operator==(const Subject&, const Subject&) = default;
};

// A document that is named by its SHA-256.
struct Reference {
  std::string name;
  std::string digest;
};

// The landing that was signed before, whatever its target: its commit and the SHA-256 of its last approval's line.
struct PreviousLanding {
  std::string commit;
  std::string digest;
  friend bool operator==(const PreviousLanding&, const PreviousLanding&) = default;
};

struct AttestedCheck {
  std::string title;
  std::string kind;
  std::string subject;  // the command or the path
  model::ReportedStatus status = model::ReportedStatus::pending;
  bool quarantined = false;
  std::vector<std::string> evidence;  // digests of what its runs printed
  std::vector<model::WaivedFinding> waived{};
};

// What was proven of the change, in numbers; the whole of it stands in the verification.
struct AttestedProof {
  model::ProofLevel level = model::ProofLevel::off;
  std::string unknown;               // why nothing was tried; empty: it was
  std::uint64_t discriminating = 0;  // new or changed tests that fail on the code before
  std::uint64_t others = 0;          // new or changed tests that do not show a difference
  std::uint64_t mended = 0;          // tests that the change does not touch: failed before it, pass now
  std::uint64_t held = 0;            // the same: passed before it and pass now
  std::uint64_t old_expectations = 0;
  std::uint64_t proven = 0, unproven = 0;  // pieces of the change
  std::string digest;                      // of the proof as JSON, without white space
  std::vector<model::AcceptedUnproven> accepted;
};

struct TestResult {
  Subject subject;
  Reference verification;       // the whole of it, as a document
  std::string verified_commit;  // what was checked; its tree is the subject's
  std::string target_commit;    // whose assay.toml was the policy
  std::vector<AttestedCheck> checks;
  std::optional<AttestedProof> proof{};  // nothing: of a time before proofs, or they are switched off
};

struct Summary {
  Subject subject;
  Time verified_at;
  std::string resource;  // what it is about: a URI
  std::string target_commit;
  std::string writer;  // "assay 0.1.0"
  model::VerificationOutcome outcome = model::VerificationOutcome::not_run;
  std::vector<Reference> inputs;
};

struct Approval {
  Subject subject;
  std::string mission;
  std::string title;
  std::string target_branch;
  std::string actor;  // "person:anna": a human; everything else is automatic
  Time approved_at;
  std::string reason;
  std::uint64_t checkpoint = 0;  // of the mission's history: where the landing stands
  std::string checkpoint_hash;
  Batch batch;
  std::optional<PreviousLanding> previous;  // nothing: the first of this repository
  std::vector<Reference> attestations;      // the others of this landing: every one
};

// Each as the payload of an envelope. The same input gives the same bytes.
std::string test_result_statement(const TestResult& result);
std::string approval_statement(const Approval& approval);
// Nothing when there is no verdict: what could not be determined is neither PASSED nor FAILED.
std::optional<std::string> summary_statement(const Summary& summary);

// A statement as it is read back.
struct Statement {
  Subject subject;
  std::string predicate_type;
  json::value predicate;
};
// What an approval names as signed before it; nothing when it names nothing.
std::optional<PreviousLanding> previous_of(const json::value& approval);
Result<Statement> read_statement(std::string_view payload);

}  // namespace assay::audit
