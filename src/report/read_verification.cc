#include "report/read_verification.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "report/claims.h"
#include "report/proof.h"
#include "report/read_parts.h"

namespace assay::report {

namespace {

Time time_in(const json::object& from, std::string_view key) {
  return time_from_iso(text_at(from, key)).value_or(Time{});
}

std::vector<const json::object*> objects_in(const json::object& from, std::string_view key) {
  std::vector<const json::object*> out;
  for (const auto& item : array_in(from, key)) {
    if (item.is_object()) out.push_back(&item.get_object());
  }
  return out;
}

model::Attempt read_attempt(const json::object& from) {
  model::Attempt attempt;
  attempt.ended = text_at(from, "ended");
  attempt.proof = text_at(from, "proof");
  attempt.reason = text_at(from, "reason");
  attempt.started_at = time_from_iso(text_at(from, "startedAt"));
  attempt.duration_ms = number_in(from, "durationMs");
  attempt.output = text_at(from, "output");
  attempt.output_bytes = number_in(from, "outputBytes");
  attempt.truncated = flag_in(from, "truncated");
  attempt.tests_passed = number_in(from, "testsPassed");
  attempt.tests_failed = number_in(from, "testsFailed");
  attempt.tests_skipped = number_in(from, "testsSkipped");
  return attempt;
}

// Documents of older versions say `passed` of a flaky check, with only the flag beside it.
void read_status(const json::object& from, model::VerifiedCheck& check) {
  const auto status = text_at(from, "status");
  const bool flaky = status == name(model::ReportedStatus::flaky);
  check.flaky = flaky || flag_in(from, "flaky");
  check.status = flaky ? model::AcceptanceStatus::passed
                       : model::acceptance_status_named(status).value_or(model::AcceptanceStatus::pending);
}

model::VerifiedCheck read_check(const json::object& from) {
  model::VerifiedCheck check;
  check.id = model::CheckId(text_at(from, "id"));
  check.title = text_at(from, "title");
  check.kind = named(text_at(from, "kind"), model::AcceptanceKind::manual);
  check.subject = text_at(from, "subject");
  read_status(from, check);
  check.reason = text_at(from, "reason");
  check.quarantined = text_at(from, "quarantined");
  check.not_compared = text_at(from, "notCompared");
  check.for_person = flag_in(from, "forPerson");
  check.reused = time_from_iso(text_at(from, "reusedFrom"));
  check.last_output = text_at(from, "lastOutput");
  for (const auto* item : objects_in(from, "attempts")) check.attempts.push_back(read_attempt(*item));
  for (const auto* item : objects_in(from, "findings")) check.findings.push_back(read_finding(*item));
  check.waived = read_waived(from, "waived");
  for (const auto* item : objects_in(from, "proofs")) {
    check.proofs.push_back({text_at(*item, "test"), named(text_at(*item, "proof"), model::TestProof::indeterminate),
                            text_at(*item, "detail")});
  }
  return check;
}

model::MergeConflict read_conflict(const json::object& from) {
  model::MergeConflict conflict;
  conflict.path = text_at(from, "path");
  conflict.message = text_at(from, "message");
  conflict.task = model::TaskId(text_at(from, "task"));
  conflict.hunks = text_at(from, "hunks");
  for (const auto& item : array_in(from, "against")) {
    if (item.is_string()) conflict.against.emplace_back(std::string(item.get_string()));
  }
  return conflict;
}

}  // namespace

Result<model::Verification> read_verification(std::string_view text, std::string_view name_of_it) {
  TRY_ASSIGN(const auto document, parse_json(text, name_of_it));
  const auto outcome = document.is_object()
                           ? model::verification_outcome_named(text_at(document.get_object(), "outcome"))
                           : std::nullopt;
  if (!outcome) return corrupt(cat(name_of_it, " is not the document of a verification"));
  const auto& from = document.get_object();
  model::Verification out;
  out.id = text_at(from, "id");
  out.mission = model::MissionId(text_at(from, "missionId"));
  out.outcome = *outcome;
  out.reason = text_at(from, "reason");
  out.base_commit = text_at(from, "baseCommit");
  out.target_branch = text_at(from, "targetBranch");
  out.target_commit = text_at(from, "targetCommit");
  out.commit = text_at(from, "commit");
  out.tree = text_at(from, "tree");
  out.work = text_at(from, "work");
  out.sandbox = text_at(from, "sandbox");
  out.started_at = time_in(from, "startedAt");
  out.finished_at = time_in(from, "finishedAt");
  for (const auto* item : objects_in(from, "checks")) out.checks.push_back(read_check(*item));
  for (const auto* item : objects_in(from, "criteria")) out.criteria.push_back(read_criterion(*item));
  if (const auto* proof = from.if_contains("proof")) out.proof = read_proof(*proof);
  for (const auto* item : objects_in(from, "acceptedUnproven")) {
    out.accepted_unproven.push_back({model::MissionId(text_at(*item, "missionId")), text_at(*item, "by"),
                                     time_in(*item, "at"), text_at(*item, "reason")});
  }
  for (const auto* item : objects_in(from, "conflicts")) out.conflicts.push_back(read_conflict(*item));
  for (const auto* item : objects_in(from, "prepared")) {
    out.prepared.push_back({text_at(*item, "title"), text_at(*item, "command"), flag_in(*item, "reused"),
                            flag_in(*item, "shared"), text_at(*item, "failure"), text_at(*item, "output")});
  }
  for (const auto& item : array_in(from, "notes")) {
    if (item.is_string()) out.notes.emplace_back(item.get_string());
  }
  return out;
}

}  // namespace assay::report
