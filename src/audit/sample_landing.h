// A landing for the tests of this room, and the worked example of docs/formats/attestation.md.
#pragma once

#include <string>

#include "audit/bundle.h"
#include "base/hash.h"

namespace assay::audit {

// Never sign anything with it: its seed is in the documentation.
inline SigningKey sample_key() { return SigningKey::from_seed("assay example key, never use it!"); }

inline Landing sample_landing() {
  using model::AcceptanceStatus;
  const Subject subject{"3f2a9c1d0b4e5f60718293a4b5c6d7e8f9012345", "c0ffee0123456789abcdef0123456789abcdef01"};
  Landing out;
  out.result.subject = out.summary.subject = out.approval.subject = subject;
  out.result.verification = {"verification-k3f7q2", sha256_hex("the verification")};
  out.result.verified_commit = "9b1c2d3e4f5061728394a5b6c7d8e9f001122334";
  out.result.target_commit = out.summary.target_commit = "5d41402abc4b2a76b9719d911017c592aabbccdd";
  out.result.checks = {{"Tests", "command", "make test", AcceptanceStatus::passed, false, {sha256_hex("1..1\nok 1\n")}},
                       {"Readme", "file", "README.md", AcceptanceStatus::passed, false, {}},
                       {"Design was looked at", "manual", "", AcceptanceStatus::skipped, false, {}}};
  out.summary.verified_at = {1'794'722'400'123};
  out.summary.resource = "git+ref:refs/heads/main";
  out.summary.writer = "0.1.0";
  out.summary.outcome = model::VerificationOutcome::passed;
  out.approval.mission = "mission-7k2q";
  out.approval.title = "Add a rate limit to /login";
  out.approval.target_branch = "main";
  out.approval.actor = "person:anna";
  out.approval.approved_at = {1'794'722'460'000};
  out.approval.reason = "looked at it";
  out.approval.checkpoint = 9;
  out.approval.checkpoint_hash = sha256_hex("the checkpoint");
  return out;
}

inline std::string sample_bundle() { return write_bundle(sample_landing(), sample_key()); }

}  // namespace assay::audit
