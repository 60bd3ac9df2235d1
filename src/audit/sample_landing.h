// A landing for the tests of this room, and the worked example of docs/formats/attestation.md.
#pragma once

#include <string>

#include "audit/bundle.h"
#include "base/hash.h"

namespace assay::audit {

// Never sign anything with it: its seed is in the documentation.
inline SigningKey sample_key() { return SigningKey::from_seed("assay example key, never use it!"); }

// Where `position` counts from 1: the second is what the target became.
inline Landing sample_landing(std::uint64_t position = 2) {
  using model::ReportedStatus;
  const Subject subject{"3f2a9c1d0b4e5f60718293a4b5c6d7e8f9012345", "c0ffee0123456789abcdef0123456789abcdef01"};
  Landing out;
  out.result.subject = out.summary.subject = out.approval.subject = subject;
  out.result.verification = {"verification-k3f7q2", sha256_hex("the verification")};
  out.result.verified_commit = "9b1c2d3e4f5061728394a5b6c7d8e9f001122334";
  out.result.target_commit = out.summary.target_commit = "5d41402abc4b2a76b9719d911017c592aabbccdd";
  out.result.checks = {{"Tests", "command", "make test", ReportedStatus::passed, false, {sha256_hex("1..1\nok 1\n")}},
                       {"Readme", "file", "README.md", ReportedStatus::passed, false, {}},
                       {"Design was looked at", "manual", "", ReportedStatus::skipped, false, {}}};
  AttestedProof proof;
  proof.level = model::ProofLevel::full;
  proof.discriminating = 2;
  proof.others = 1;
  proof.held = 40;
  proof.old_expectations = 1;
  proof.proven = 3;
  proof.unproven = 1;
  proof.digest = sha256_hex("the proof");
  out.result.proof = proof;
  out.summary.verified_at = {1'794'722'400'123};
  out.summary.resource = "git+ref:refs/heads/main";
  out.summary.writer = "0.1.0";
  out.summary.outcome = model::VerificationOutcome::passed;
  out.approval.batch.landings = {
      {"mission-7k2q", "1b2c3d4e5f60718293a4b5c6d7e8f9012345678a", "beef0123456789abcdef0123456789abcdef0123"},
      {"mission-m4xa", subject.commit, subject.tree}};
  out.approval.batch.position = position;
  out.approval.previous = {{"77de68daecd823babbb58edb1c8e14d7106e83bb", sha256_hex("the approval before")}};
  out.approval.mission = out.approval.batch.landings.at(position - 1).mission;
  out.approval.title = position == 1 ? "Add a rate limit to /login" : "Log failed logins";
  out.approval.target_branch = "main";
  out.approval.actor = "person:anna";
  out.approval.approved_at = {1'794'722'460'000};
  out.approval.reason = "looked at it";
  out.approval.checkpoint = 9;
  out.approval.checkpoint_hash = sha256_hex("the checkpoint");
  return out;
}

// Two missions that landed together.
inline std::string sample_bundle() {
  return sign_landing(sample_landing(1), sample_key()).text + sign_landing(sample_landing(2), sample_key()).text;
}

// A landing by itself.
inline Landing sample_single() {
  auto out = sample_landing(2);
  out.approval.batch.landings.erase(out.approval.batch.landings.begin());
  out.approval.batch.position = 1;
  return out;
}

}  // namespace assay::audit
