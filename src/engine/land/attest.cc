#include "engine/land/attest.h"

#include <algorithm>
#include <map>
#include <set>

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/text.h"
#include "base/version.h"
#include "engine/evidence.h"
#include "engine/land/attest_batch.h"
#include "engine/land/signing_key.h"
#include "git/commit.h"
#include "git/refs/notes.h"
#include "os/files.h"
#include "os/lock.h"
#include "report/proof.h"
#include "report/read_verification.h"
#include "store/history.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/verifications.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_report = std::uint64_t{64} << 20;
constexpr std::uint32_t k_page = 500;
constexpr size_t k_most_at_once = 100;  // landings of older versions, whose notes are looked at once

audit::AttestedCheck attested(const model::VerifiedCheck& check) {
  audit::AttestedCheck out{
      check.title, std::string(name(check.kind)), check.subject, reported_status(check), !check.quarantined.empty(),
      {}};
  for (const auto& attempt : check.attempts) {
    if (!attempt.output.empty()) out.evidence.push_back(attempt.output);
  }
  out.waived = check.waived;
  return out;
}

audit::AttestedProof attested(const model::Proof& proof) {
  using model::HunkProof;
  audit::AttestedProof out;
  out.level = proof.level;
  out.unknown = proof.unknown;
  out.discriminating = count_of(proof, model::TestProof::discriminating);
  out.others = proof.tests.size() - out.discriminating;
  out.mended = proof.mended.size();
  out.held = proof.held;
  out.old_expectations = proof.old_expectations.size();
  out.proven = count_of(proof, HunkProof::proven);
  out.unproven = count_of(proof, HunkProof::unproven);
  out.digest = sha256_hex(write_json(report::proof_json(proof)));
  return out;
}

// Checks and proof as the verification's own document has them: that is what was concluded from.
Result<void> read_results(const Evidence& evidence, const std::string& report, audit::TestResult& out) {
  TRY_ASSIGN(const auto text, evidence.read(report, k_largest_report));
  TRY_ASSIGN(const auto verification, report::read_verification(text, cat("the verification ", report)));
  for (const auto& check : verification.checks) out.checks.push_back(attested(check));
  if (!is_worth_showing(verification.proof)) return {};
  out.proof = attested(verification.proof);
  out.proof->accepted = verification.accepted_unproven;
  return {};
}

Result<model::Checkpoint> landed_checkpoint(const store::Store& store, const model::MissionId& mission) {
  std::optional<model::Checkpoint> found;
  std::uint64_t after = 0;
  while (true) {
    TRY_ASSIGN(const auto page, store.history().checkpoints(mission, after, k_page));
    if (page.empty()) break;
    for (const auto& checkpoint : page) {
      if (checkpoint.kind == model::CheckpointKind::landed) found = checkpoint;
    }
    after = page.back().number;
  }
  if (!found) return conflict(cat("the history of mission ", mission.text, " does not tell of its landing"));
  return std::move(*found);
}

// What the attestations of one member say, but for its place in the batch.
Result<audit::Landing> landing_of(const git::Repository& repository, const std::string& folder,
                                  const store::Store& store, const model::Mission& mission) {
  audit::Subject subject{mission.landed_commit, ""};
  TRY_ASSIGN(subject.tree, git::tree_of(repository, mission.landed_commit));
  TRY_ASSIGN(const auto verified, store.verifications().latest(mission.id));
  if (!verified || verified->tree != subject.tree) {
    return conflict(cat("mission ", mission.id.text, " landed as ", mission.landed_commit,
                        ", and its last verification is not of that tree: there is nothing to attest"));
  }
  TRY_ASSIGN(const auto landed, landed_checkpoint(store, mission.id));
  audit::Landing out;
  out.result = {subject, {verified->id, verified->report}, verified->commit, verified->target_commit, {}};
  TRY(read_results(Evidence(os::join_path(folder, "evidence")), verified->report, out.result));
  out.summary = {subject,
                 verified->finished_at,
                 cat("git+ref:refs/heads/", mission.target_branch),
                 verified->target_commit,
                 std::string(version()),
                 verified->outcome,
                 {}};
  auto& approval = out.approval;
  approval.subject = subject;
  approval.mission = mission.id.text;
  approval.title = mission.title;
  approval.target_branch = mission.target_branch;
  approval.actor = landed.actor;
  approval.approved_at = landed.created_at;
  approval.reason = landed.detail;
  approval.checkpoint = landed.number;
  approval.checkpoint_hash = landed.hash;
  return out;
}

// Digests of the approvals that a note holds, by mission; the newest of each. A note that cannot be verified is not
// added to: what stands behind it could not be either.
using Approvals = std::map<std::string, std::string>;
Result<Approvals> approvals_in(std::string_view note, const audit::PublicKey& key, const model::Mission& mission) {
  const auto checked = audit::check_bundle(note, key, std::nullopt);
  if (checked.fault) {
    return conflict(cat("the note on ", mission.landed_commit, " in ", k_attestations,
                        " is not one that this key signed (", audit::sentence(*checked.fault),
                        "). Look at it: git notes --ref=assay show ", mission.landed_commit,
                        "; to sign anew: git notes --ref=assay remove ", mission.landed_commit,
                        " && assay audit attest ", mission.id.text));
  }
  Approvals out;
  for (const auto& [statement, digest] : checked.attestations) {
    if (!audit::is_approval(statement.predicate_type) || !statement.predicate.is_object()) continue;
    const auto* of = statement.predicate.get_object().if_contains("mission");
    if (of != nullptr && of->is_string()) out[std::string(of->get_string())] = digest;
  }
  return out;
}

Result<void> note_signed(store::Store& store, const std::vector<BatchMember>& batch, const Approvals& approvals) {
  std::vector<store::LandingSignature> out;
  for (const auto& member : batch) {
    const auto approval = approvals.find(member.mission.id.text);
    const bool known = member.landing.id.empty() || member.signed_at;
    if (!known && approval != approvals.end()) out.push_back({member.landing.id, {}, {}, approval->second, {}});
  }
  return out.empty() ? Result<void>() : store.change().landings().note_signed(out);
}

// The landing that was signed before: of a batch that was signed already, the one before it.
Result<std::optional<audit::PreviousLanding>> previous_of_batch(const store::Store& store,
                                                                const std::vector<BatchMember>& batch) {
  constexpr Time k_always{INT64_MAX};
  const auto& first = batch.front();
  TRY_ASSIGN(const auto before, store.landings().signed_before(first.signed_at.value_or(k_always), first.landing.id));
  if (!before) return std::optional<audit::PreviousLanding>();
  return std::optional(audit::PreviousLanding{before->tip, before->approval});
}

struct SignedBatch {
  std::string text;
  Approvals approvals;
};

Result<SignedBatch> sign_batch(const git::Repository& repository, const std::string& folder, store::Store& store,
                               const std::vector<BatchMember>& batch, const audit::SigningKey& key) {
  TRY_ASSIGN(const auto previous, previous_of_batch(store, batch));
  std::vector<audit::BatchLanding> list;
  for (const auto& [landing, mission, signed_at] : batch) {
    TRY_ASSIGN(const auto tree, git::tree_of(repository, landing.commit));
    list.push_back({mission.id.text, landing.commit, tree});
  }
  SignedBatch out;
  for (size_t i = 0; i < batch.size(); ++i) {
    TRY_ASSIGN(auto landing, landing_of(repository, folder, store, batch[i].mission));
    landing.approval.batch = {list, i + 1};
    landing.approval.previous = previous;
    auto made = audit::sign_landing(landing, key);
    out.text += made.text;
    out.approvals[batch[i].mission.id.text] = std::move(made.approval);
  }
  return out;
}

}  // namespace

Result<Attested> attest_landing(const git::Repository& repository, const std::string& folder, store::Store& store,
                                const model::MissionId& id) {
  TRY_ASSIGN(const auto lock, os::Lock::take(os::join_path(folder, "locks/attest")));
  TRY_ASSIGN(const auto mission, store.missions().find(id));
  if (!mission.landed_at) {
    return conflict(cat("mission ", id.text, " is ", name(mission.status), "; only what has landed is attested"));
  }
  TRY_ASSIGN(const auto batch, batch_of(store, mission));
  TRY_ASSIGN(const auto file, signing_key(repository.common_folder()));
  TRY_ASSIGN(const auto there, attestations_of(repository, mission.landed_commit));
  if (there) {
    TRY_ASSIGN(const auto held, approvals_in(*there, file.key.public_key(), mission));
    const bool all = std::all_of(batch.begin(), batch.end(),
                                 [&](const auto& member) { return held.contains(member.mission.id.text); });
    if (all) {
      TRY(note_signed(store, batch, held));
      return Attested{mission.landed_commit, *there, false};
    }
  }
  TRY_ASSIGN(auto made, sign_batch(repository, folder, store, batch, file.key));
  Attested out{mission.landed_commit, std::move(made.text), false};
  TRY_ASSIGN(
      out.written,
      git::append_note(repository, {std::string(k_attestations), out.commit, out.bundle, mission.landed_at->ms / 1000},
                       audit::k_largest_bundle));
  TRY(note_signed(store, batch, made.approvals));
  return out;
}

std::vector<std::string> finish_signatures(const git::Repository& repository, const std::string& folder,
                                           store::Store& store) {
  std::vector<std::string> out;
  const auto waiting = store.landings().not_signed();
  if (!waiting) return {waiting.error().message};
  std::set<std::string> tips;
  for (const auto& landing : *waiting) {
    if (tips.size() == k_most_at_once) break;
    if (!tips.insert(landing.tip).second) continue;
    const auto done = attest_landing(repository, folder, store, landing.mission);
    if (done) continue;
    out.push_back(cat("mission ", landing.mission.text, " has landed and is not signed: ", done.error().message,
                      "; then: assay audit attest ", landing.mission.text));
  }
  return out;
}

Result<std::optional<std::string>> attestations_of(const git::Repository& repository, std::string_view commit) {
  return git::read_note(repository, k_attestations, commit, audit::k_largest_bundle);
}

Result<void> check_previous(const git::Repository& repository, const std::vector<audit::Attestation>& attestations) {
  std::set<std::string> checked;
  for (const auto& [statement, digest] : attestations) {
    if (!audit::is_approval(statement.predicate_type)) continue;
    const auto previous = audit::previous_of(statement.predicate);
    if (!previous || !checked.insert(previous->digest).second) continue;
    TRY_ASSIGN(const auto note, attestations_of(repository, previous->commit));
    bool found = false;
    if (note) {
      for (const auto line : split_lines(*note)) found = found || sha256_hex(line) == previous->digest;
    }
    if (found) continue;
    return corrupt(
        cat("the landing that was signed before it, at commit ", previous->commit,
            note ? ", is attested as something else now" : ", is not attested any more: its note is missing"));
  }
  return {};
}

}  // namespace assay::engine
