#include "audit/statement.h"

#include <boost/json.hpp>

#include "base/text.h"

namespace assay::audit {

using model::ReportedStatus;
using model::VerificationOutcome;

namespace {

constexpr std::string_view k_type = "https://in-toto.io/Statement/v1";

json::object sha256(std::string_view digest) { return {{"sha256", digest}}; }
json::object git_commit(std::string_view id) { return {{"gitCommit", id}}; }

// A commit and its tree are two things: all digests of one subject would have to be of the same thing.
json::array subjects(const Subject& subject) {
  return {json::object{{"name", "commit"}, {"digest", git_commit(subject.commit)}},
          json::object{{"name", "tree"}, {"digest", json::object{{"gitTree", subject.tree}}}}};
}

std::string statement(const Subject& subject, std::string_view predicate_type, json::object predicate) {
  return write_json(json::object{{"_type", k_type},
                                 {"subject", subjects(subject)},
                                 {"predicateType", predicate_type},
                                 {"predicate", std::move(predicate)}});
}

json::object policy_of(std::string_view target_commit) {
  return {{"uri", cat("git+commit:", target_commit, "#assay.toml")}, {"digest", git_commit(target_commit)}};
}

json::array references(const std::vector<Reference>& list) {
  json::array out;
  for (const auto& entry : list) out.push_back(json::object{{"name", entry.name}, {"digest", sha256(entry.digest)}});
  return out;
}

json::value previous_json(const std::optional<PreviousLanding>& previous) {
  if (!previous) return nullptr;
  return json::object{{"commit", previous->commit}, {"digest", sha256(previous->digest)}};
}

enum class Standing { passed, warned, failed };

Standing standing_of(const AttestedCheck& check) {
  if (check.status == ReportedStatus::skipped || check.status == ReportedStatus::flaky) return Standing::warned;
  if (check.status != ReportedStatus::passed) return Standing::failed;
  return check.quarantined || !check.waived.empty() ? Standing::warned : Standing::passed;
}

json::object check_json(const AttestedCheck& check) {
  json::array evidence;
  for (const auto& digest : check.evidence) evidence.push_back(json::object{{"digest", sha256(digest)}});
  json::object out{{"name", check.title},
                   {"kind", check.kind},
                   {"subject", check.subject},
                   {"status", name(check.status)},
                   {"evidence", std::move(evidence)}};
  if (check.waived.empty()) return out;
  json::array waived;
  for (const auto& each : check.waived) {
    json::object item{{"rule", each.finding.rule},
                      {"finding", each.finding.id},
                      {"message", each.finding.message},
                      {"by", each.waiver.by},
                      {"reason", each.waiver.reason}};
    if (!each.waiver.until.empty()) item["until"] = each.waiver.until;
    waived.push_back(std::move(item));
  }
  out["waived"] = std::move(waived);
  return out;
}

json::object proof_json(const AttestedProof& proof) {
  json::array accepted;
  for (const auto& each : proof.accepted) {
    accepted.push_back(json::object{
        {"mission", each.mission.text}, {"by", each.by}, {"at", to_iso(each.at)}, {"reason", each.reason}});
  }
  return {{"level", name(proof.level)},
          {"unknown", proof.unknown},
          {"tests", json::object{{"discriminating", proof.discriminating},
                                 {"others", proof.others},
                                 {"mended", proof.mended},
                                 {"held", proof.held}}},
          {"oldExpectations", proof.old_expectations},
          {"pieces", json::object{{"proven", proof.proven}, {"unproven", proof.unproven}}},
          {"digest", sha256(proof.digest)},
          {"acceptedUnproven", std::move(accepted)}};
}

std::optional<std::string> text_at(const json::value& value, std::initializer_list<std::string_view> path) {
  const json::value* at = &value;
  for (const auto key : path) {
    const auto* object = at->if_object();
    at = object == nullptr ? nullptr : object->if_contains(key);
    if (at == nullptr) return std::nullopt;
  }
  if (!at->is_string()) return std::nullopt;
  return std::string(at->get_string());
}

Result<Subject> read_subjects(const json::value& list) {
  Subject out;
  const auto* items = list.if_array();
  if (items == nullptr || items->size() != 2) return corrupt("its subject is not a commit and its tree");
  out.commit = text_at(items->at(0), {"digest", "gitCommit"}).value_or("");
  out.tree = text_at(items->at(1), {"digest", "gitTree"}).value_or("");
  if (out.commit.empty() || out.tree.empty()) return corrupt("its subject is not a commit and its tree");
  return out;
}

}  // namespace

std::string test_result_statement(const TestResult& result) {
  json::array by_standing[3];
  json::array checks;
  for (const auto& check : result.checks) {
    by_standing[static_cast<size_t>(standing_of(check))].emplace_back(check.title);
    checks.push_back(check_json(check));
  }
  const auto& [passed, warned, failed] = by_standing;
  const bool is_accepted = result.proof && !result.proof->accepted.empty();
  const std::string_view outcome = !failed.empty() || result.checks.empty() ? "FAILED"
                                   : !warned.empty() || is_accepted         ? "WARNED"
                                                                            : "PASSED";
  json::array configuration{policy_of(result.target_commit)};
  json::object predicate{
      {"result", outcome},
      {"configuration", std::move(configuration)},
      {"passedTests", passed},
      {"warnedTests", warned},
      {"failedTests", failed},
      {"urn:assay:verification", json::object{{"name", result.verification.name},
                                              {"digest", sha256(result.verification.digest)},
                                              {"verifiedCommit", git_commit(result.verified_commit)}}},
      {"urn:assay:checks", std::move(checks)}};
  if (result.proof) predicate["urn:assay:proof"] = proof_json(*result.proof);
  return statement(result.subject, k_test_result, std::move(predicate));
}

std::optional<std::string> summary_statement(const Summary& summary) {
  const bool passed = summary.outcome == VerificationOutcome::passed;
  if (!passed && summary.outcome != VerificationOutcome::failed) return std::nullopt;
  json::array inputs;
  for (const auto& input : summary.inputs) {
    inputs.push_back(json::object{{"uri", cat("urn:assay:", input.name)}, {"digest", sha256(input.digest)}});
  }
  return statement(
      summary.subject, k_summary,
      {{"verifier", json::object{{"id", "urn:assay:verifier"}, {"version", json::object{{"assay", summary.writer}}}}},
       {"timeVerified", to_iso(summary.verified_at)},
       {"resourceUri", summary.resource},
       {"policy", policy_of(summary.target_commit)},
       {"inputAttestations", std::move(inputs)},
       {"verificationResult", passed ? "PASSED" : "FAILED"},
       {"verifiedLevels", json::array{passed ? "ASSAY_VERIFIED" : "FAILED"}},
       {"slsaVersion", "1.0"}});
}

std::string approval_statement(const Approval& approval) {
  const bool human = approval.actor.starts_with("person:");
  return statement(approval.subject, k_approval,
                   {{"mission", approval.mission},
                    {"title", approval.title},
                    {"targetBranch", approval.target_branch},
                    {"approver", json::object{{"id", approval.actor}, {"kind", human ? "human" : "automatic"}}},
                    {"approvedAt", to_iso(approval.approved_at)},
                    {"reason", approval.reason},
                    {"history", json::object{{"checkpoint", approval.checkpoint}, {"hash", approval.checkpoint_hash}}},
                    {"batch", batch_json(approval.batch)},
                    {"previous", previous_json(approval.previous)},
                    {"attestations", references(approval.attestations)}});
}

std::optional<PreviousLanding> previous_of(const json::value& approval) {
  auto commit = text_at(approval, {"previous", "commit"});
  auto digest = text_at(approval, {"previous", "digest", "sha256"});
  if (!commit || !digest) return std::nullopt;
  return PreviousLanding{std::move(*commit), std::move(*digest)};
}

Result<Statement> read_statement(std::string_view payload) {
  TRY_ASSIGN(auto document, parse_json(payload, "the statement"));
  if (text_at(document, {"_type"}) != k_type) return corrupt(cat("it is not an in-toto statement (", k_type, ")"));
  auto& object = document.get_object();
  Statement out;
  const auto* list = object.if_contains("subject");
  if (list == nullptr) return corrupt("it has no subject");
  TRY_ASSIGN(out.subject, read_subjects(*list));
  out.predicate_type = text_at(document, {"predicateType"}).value_or("");
  if (out.predicate_type.empty() || !object.contains("predicate")) return corrupt("it has no predicate");
  out.predicate = std::move(object["predicate"]);
  return out;
}

}  // namespace assay::audit
