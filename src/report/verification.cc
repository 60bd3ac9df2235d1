#include "report/verification.h"

#include <boost/json.hpp>

#include "base/json_time.h"
#include "base/text.h"
#include "report/claims.h"
#include "report/escape.h"
#include "report/json.h"
#include "report/proof.h"
#include "report/waived.h"

namespace assay::report {

using model::AcceptanceStatus;
using model::ReportedStatus;
using model::Verification;
using model::VerifiedCheck;

namespace {

json::array findings_json(const std::vector<model::Finding>& findings) {
  json::array out;
  for (const auto& finding : findings) out.push_back(full_finding(finding));
  return out;
}

json::object attempt_json(const model::Attempt& attempt) {
  return {{"ended", attempt.ended},
          {"proof", attempt.proof},
          {"reason", attempt.reason},
          {"startedAt", time_or_null(attempt.started_at)},
          {"durationMs", attempt.duration_ms},
          {"output", attempt.output},
          {"outputBytes", attempt.output_bytes},
          {"truncated", attempt.truncated},
          {"testsPassed", attempt.tests_passed},
          {"testsFailed", attempt.tests_failed},
          {"testsSkipped", attempt.tests_skipped}};
}

json::object check_json(const VerifiedCheck& check) {
  json::array attempts, proofs;
  for (const auto& attempt : check.attempts) attempts.push_back(attempt_json(attempt));
  for (const auto& proof : check.proofs) {
    proofs.push_back(json::object{{"test", proof.test}, {"proof", name(proof.proof)}, {"detail", proof.detail}});
  }
  json::object out{{"id", check.id.text},
                   {"title", check.title},
                   {"kind", name(check.kind)},
                   {"subject", check.subject},
                   {"status", name(reported_status(check))},
                   {"reason", check.reason},
                   {"flaky", check.flaky},
                   {"quarantined", check.quarantined},
                   {"forPerson", check.for_person},
                   {"reusedFrom", time_or_null(check.reused)},
                   {"attempts", std::move(attempts)},
                   {"findings", findings_json(check.findings)},
                   {"proofs", std::move(proofs)},
                   {"lastOutput", check.last_output}};
  if (!check.not_compared.empty()) out["notCompared"] = check.not_compared;
  if (!check.waived.empty()) out["waived"] = waived_json(check.waived);
  return out;
}

json::array accepted_json(const std::vector<model::AcceptedUnproven>& all) {
  json::array out;
  for (const auto& accepted : all) {
    out.push_back(json::object{{"missionId", accepted.mission.text},
                               {"by", accepted.by},
                               {"at", to_iso(accepted.at)},
                               {"reason", accepted.reason}});
  }
  return out;
}

json::object conflict_json(const model::MergeConflict& conflict) {
  json::array against;
  for (const auto& task : conflict.against) against.emplace_back(task.text);
  return {{"path", conflict.path},
          {"message", conflict.message},
          {"task", conflict.task.text},
          {"against", against},
          {"hunks", conflict.hunks}};
}

std::string_view mark_of(const VerifiedCheck& check) {
  switch (reported_status(check)) {
    case ReportedStatus::passed: return "✔ passed";
    case ReportedStatus::flaky: return "⚠ flaky";
    case ReportedStatus::failed: return "✘ failed";
    case ReportedStatus::skipped: return "– skipped";
    case ReportedStatus::pending: break;
  }
  return "? not run";
}

std::uint64_t duration_of(const VerifiedCheck& check) {
  std::uint64_t total = 0;
  for (const auto& attempt : check.attempts) total += attempt.duration_ms;
  return total;
}

std::string seconds(std::uint64_t ms) {
  const auto rest = ms % 1000;
  return cat(ms / 1000, ".", rest < 100 ? "0" : "", rest < 10 ? "0" : "", rest);
}

std::string tests_of(const VerifiedCheck& check) {
  if (check.attempts.empty()) return {};
  const auto& last = check.attempts.back();
  if (last.tests_passed + last.tests_failed + last.tests_skipped == 0) return {};
  std::string out = cat(last.tests_passed, " passed");
  if (last.tests_failed > 0) out += cat(", ", last.tests_failed, " failed");
  if (last.tests_skipped > 0) out += cat(", ", last.tests_skipped, " skipped");
  return out;
}

std::string flaky_failure(std::string_view message, std::string_view type) {
  const auto text = xml_text(message);
  return cat("      <flakyFailure message=\"", text, "\" type=\"", xml_text(type), "\"><stackTrace>", text,
             "</stackTrace></flakyFailure>\n");
}

// The elements that Maven Surefire writes, by which CI servers know a flaky test: one for each attempt that
// failed. When that was in an earlier run, the reason tells of it.
std::string flaky_failures(const VerifiedCheck& check) {
  if (check.attempts.size() < 2) return flaky_failure(check.reason, "earlier run");
  std::string out;
  for (size_t i = 0; i + 1 < check.attempts.size(); ++i) {
    const auto& attempt = check.attempts[i];
    out += flaky_failure(attempt.reason.empty() ? attempt.ended : attempt.reason, attempt.ended);
  }
  return out;
}

// A check without findings of its own, as one.
model::Finding finding_on(const VerifiedCheck& check, std::string_view rule, model::Severity severity) {
  model::Finding out;
  out.rule = rule;
  out.severity = severity;
  out.message = cat(check.title, ": ", check.reason);
  out.evidence = check.title;  // by which the fingerprints of two checks differ
  return out;
}

}  // namespace

json::value verification_json(const Verification& verification) {
  json::array checks, criteria, conflicts, prepared, notes;
  for (const auto& check : verification.checks) checks.push_back(check_json(check));
  for (const auto& criterion : verification.criteria) criteria.push_back(criterion_json(criterion));
  for (const auto& conflict : verification.conflicts) conflicts.push_back(conflict_json(conflict));
  for (const auto& step : verification.prepared) {
    prepared.push_back(json::object{{"title", step.title},
                                    {"command", step.command},
                                    {"reused", step.reused},
                                    {"shared", step.shared},
                                    {"failure", step.failure},
                                    {"output", step.output}});
  }
  for (const auto& note : verification.notes) notes.emplace_back(note);
  json::object out{{"id", verification.id},
                   {"missionId", verification.mission.text},
                   {"outcome", name(verification.outcome)},
                   {"reason", verification.reason},
                   {"baseCommit", verification.base_commit},
                   {"targetBranch", verification.target_branch},
                   {"targetCommit", verification.target_commit},
                   {"commit", verification.commit},
                   {"tree", verification.tree},
                   {"work", verification.work},
                   {"sandbox", verification.sandbox},
                   {"startedAt", to_iso(verification.started_at)},
                   {"finishedAt", to_iso(verification.finished_at)},
                   {"checks", std::move(checks)},
                   {"criteria", std::move(criteria)},
                   {"conflicts", std::move(conflicts)},
                   {"prepared", std::move(prepared)},
                   {"notes", std::move(notes)}};
  if (is_worth_showing(verification.proof)) out["proof"] = proof_json(verification.proof);
  if (!verification.accepted_unproven.empty()) out["acceptedUnproven"] = accepted_json(verification.accepted_unproven);
  return out;
}

std::string verification_markdown(const Verification& verification) {
  std::string out =
      cat("# Verification: ", name(verification.outcome), "\n\n", markdown_text(verification.reason), "\n\n");
  if (!verification.commit.empty()) {
    out +=
        cat("Commit ", markdown_code(verification.commit), ", tree ", markdown_code(verification.tree), ", on ",
            markdown_code(verification.target_branch), " at ", markdown_code(verification.target_commit.substr(0, 12)),
            ".\nSandbox: ", markdown_text(verification.sandbox), ".\n\n");
  }
  out += "| check | result | tests | time |\n|---|---|---|---|\n";
  for (const auto& check : verification.checks) {
    out += cat("| ", markdown_text(check.title), check.subject.empty() ? "" : cat("<br>", markdown_code(check.subject)),
               " | ", mark_of(check), check.reused ? cat(" (reused from ", to_iso(*check.reused), ")") : std::string(),
               " | ", tests_of(check), " | ", check.attempts.empty() ? "" : seconds(duration_of(check)) + " s", " |\n");
  }
  if (!verification.criteria.empty()) out += "\n| criterion | test | proof | stands |\n|---|---|---|---|\n";
  for (const auto& criterion : verification.criteria) {
    out += cat(
        "| ", markdown_text(trim(cat(criterion.task.text, " ", criterion.id))), ": ", markdown_text(criterion.claim),
        " | ", criterion.test.empty() ? std::string() : markdown_code(criterion.test), " | ",
        markdown_text(describe(criterion)),
        criterion.lines.empty() ? "" : cat(" (", markdown_text(join(criterion.lines, ", ")), ")"), " | ",
        criterion.standing ? replace_all(std::string(name(*criterion.standing)), "_", " ") : std::string(), " |\n");
  }
  out += proof_markdown(verification.proof);
  for (const auto& accepted : verification.accepted_unproven)
    out += cat("\n**", markdown_text(describe(accepted)), "**\n");
  for (const auto& check : verification.checks) {
    if ((check.reason.empty() && check.findings.empty() && check.waived.empty()) ||
        check.status == AcceptanceStatus::skipped)
      continue;
    out += cat("\n## ", markdown_text(check.title), "\n");
    if (!check.reason.empty()) out += cat("\n", markdown_text(check.reason), "\n");
    if (!check.last_output.empty()) out += cat("\n", markdown_fence(check.last_output), "\n");
    out += waived_markdown(check.waived);
  }
  for (const auto& note : verification.notes) out += cat("\n> ", markdown_text(note), "\n");
  return out;
}

std::string verification_junit(const Verification& verification) {
  size_t failures = 0, errors = 0, skipped = 0;
  for (const auto& check : verification.checks) {
    if (check.status == AcceptanceStatus::failed) ++failures;
    if (check.status == AcceptanceStatus::pending) ++errors;
    if (check.status == AcceptanceStatus::skipped) ++skipped;
  }
  std::string out = cat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"",
                        xml_text(verification.mission.text), "\" tests=\"", verification.checks.size(),
                        "\" failures=\"", failures, "\" errors=\"", errors, "\" skipped=\"", skipped, "\">\n");
  for (const auto& check : verification.checks) {
    out += cat("    <testcase classname=\"assay.", name(check.kind), "\" name=\"", xml_text(check.title), "\" time=\"",
               seconds(duration_of(check)), "\">\n");
    const auto reason = xml_text(check.reason);
    if (check.status == AcceptanceStatus::failed)
      out += cat("      <failure message=\"", reason, "\">", xml_text(check.last_output), "</failure>\n");
    if (check.status == AcceptanceStatus::pending)
      out += cat("      <error message=\"", reason, "\">", xml_text(check.last_output), "</error>\n");
    if (check.status == AcceptanceStatus::skipped) out += cat("      <skipped message=\"", reason, "\"/>\n");
    if (reported_status(check) == ReportedStatus::flaky) out += flaky_failures(check);
    for (const auto& waived : check.waived)
      out += cat("      <system-out>", xml_text(waived_line(waived)), "</system-out>\n");
    out += "    </testcase>\n";
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

model::Check findings_of(const Verification& verification) {
  model::Check out;
  const auto add = [&](const model::Finding& finding) { list_for(finding.severity, out.verdict).push_back(finding); };
  for (const auto& check : verification.checks) {
    out.waived.insert(out.waived.end(), check.waived.begin(), check.waived.end());
    for (const auto& finding : check.findings) add(finding);
    if (reported_status(check) == ReportedStatus::flaky)
      add(finding_on(check, "check.flaky", model::Severity::should_fix));
    if (check.status == AcceptanceStatus::failed && check.findings.empty())
      add(finding_on(check, "check.failed", model::Severity::must_fix));
  }
  out.proof = verification.proof;
  out.verdict.grade = model::Grade::executed;
  out.verdict.decision = out.verdict.must_fix.empty() ? model::Decision::open_pr : model::Decision::block_pr;
  return out;
}

}  // namespace assay::report
