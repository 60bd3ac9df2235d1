#include "engine/attest.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "base/version.h"
#include "engine/evidence.h"
#include "engine/home.h"
#include "engine/signing_key.h"
#include "git/commit.h"
#include "git/notes.h"
#include "os/files.h"
#include "report/read_verification.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_report = std::uint64_t{64} << 20;
constexpr std::uint32_t k_page = 500;

audit::AttestedCheck attested(const model::VerifiedCheck& check) {
  audit::AttestedCheck out{check.title, std::string(name(check.kind)), check.subject, check.status, false, {}};
  out.doubtful = check.flaky || !check.quarantined.empty();
  for (const auto& attempt : check.attempts) {
    if (!attempt.output.empty()) out.evidence.push_back(attempt.output);
  }
  return out;
}

// The checks as the verification's own document has them: that is what was concluded from.
Result<std::vector<audit::AttestedCheck>> checks_of(const Evidence& evidence, const std::string& report) {
  TRY_ASSIGN(const auto text, evidence.read(report, k_largest_report));
  TRY_ASSIGN(const auto verification, report::read_verification(text, cat("the verification ", report)));
  std::vector<audit::AttestedCheck> out;
  for (const auto& check : verification.checks) out.push_back(attested(check));
  return out;
}

Result<model::Checkpoint> landed_checkpoint(store::Store& store, const model::MissionId& mission) {
  std::optional<model::Checkpoint> found;
  std::uint64_t after = 0;
  while (true) {
    TRY_ASSIGN(const auto page, store.checkpoints(mission, after, k_page));
    if (page.empty()) break;
    for (const auto& checkpoint : page) {
      if (checkpoint.kind == model::CheckpointKind::landed) found = checkpoint;
    }
    after = page.back().number;
  }
  if (!found) return conflict(cat("the history of mission ", mission.text, " does not tell of its landing"));
  return std::move(*found);
}

Result<audit::Landing> landing_of(const git::Repository& repository, const std::string& folder, store::Store& store,
                                  const model::Mission& mission) {
  audit::Subject subject{mission.landed_commit, ""};
  TRY_ASSIGN(subject.tree, git::tree_of(repository, mission.landed_commit));
  TRY_ASSIGN(const auto verified, store.latest_verification(mission.id));
  if (!verified || verified->tree != subject.tree) {
    return conflict(cat("mission ", mission.id.text, " landed as ", mission.landed_commit,
                        ", and its last verification is not of that tree: there is nothing to attest"));
  }
  TRY_ASSIGN(const auto landed, landed_checkpoint(store, mission.id));
  audit::Landing out;
  out.result = {subject, {verified->id, verified->report}, verified->commit, verified->target_commit, {}};
  TRY_ASSIGN(out.result.checks, checks_of(Evidence(os::join_path(folder, "evidence")), verified->report));
  out.summary = {subject,
                 verified->finished_at,
                 cat("git+ref:refs/heads/", mission.target_branch),
                 verified->target_commit,
                 std::string(version()),
                 verified->outcome,
                 {}};
  out.approval = {subject,           mission.id.text, mission.title, mission.target_branch, landed.actor,
                  landed.created_at, landed.detail,   landed.number, landed.hash,           {}};
  return out;
}

// Whether a note tells of this mission's landing already. A note that cannot be verified is not added to:
// what stands behind it could not be either.
Result<bool> holds_approval(std::string_view note, const audit::PublicKey& key, const model::Mission& mission) {
  const auto checked = audit::check_bundle(note, key, std::nullopt);
  if (checked.fault) {
    return conflict(cat("the note on ", mission.landed_commit, " in ", k_attestations,
                        " is not one that this key signed (", audit::sentence(*checked.fault),
                        "). Look at it: git notes --ref=assay show ", mission.landed_commit,
                        "; to sign anew: git notes --ref=assay remove ", mission.landed_commit,
                        " && assay audit attest ", mission.id.text));
  }
  for (const auto& [statement, digest] : checked.attestations) {
    if (statement.predicate_type != audit::k_approval || !statement.predicate.is_object()) continue;
    const auto* of = statement.predicate.get_object().if_contains("mission");
    if (of != nullptr && of->is_string() && of->get_string() == mission.id.text) return true;
  }
  return false;
}

}  // namespace

Result<Attested> attest_landing(const git::Repository& repository, const std::string& folder, store::Store& store,
                                const model::MissionId& id) {
  TRY_ASSIGN(const auto mission, store.mission(id));
  if (!mission.landed_at) {
    return conflict(cat("mission ", id.text, " is ", name(mission.status), "; only what has landed is attested"));
  }
  TRY_ASSIGN(const auto file, signing_key(private_folder(repository)));
  TRY_ASSIGN(const auto there, attestations_of(repository, mission.landed_commit));
  if (there) {
    TRY_ASSIGN(const bool done, holds_approval(*there, file.key.public_key(), mission));
    if (done) return Attested{mission.landed_commit, *there, false};
  }
  TRY_ASSIGN(const auto landing, landing_of(repository, folder, store, mission));
  Attested out{mission.landed_commit, audit::write_bundle(landing, file.key), false};
  TRY_ASSIGN(
      out.written,
      git::append_note(repository, {std::string(k_attestations), out.commit, out.bundle, mission.landed_at->ms / 1000},
                       audit::k_largest_bundle));
  return out;
}

Result<std::optional<std::string>> attestations_of(const git::Repository& repository, std::string_view commit) {
  return git::read_note(repository, k_attestations, commit, audit::k_largest_bundle);
}

}  // namespace assay::engine
