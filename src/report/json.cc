#include "report/json.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "base/version.h"
#include "report/claims.h"
#include "report/proof.h"
#include "report/pull_request.h"

namespace assay::report {

using model::Check;
using model::Finding;

namespace {

json::array finding_list(const std::vector<Finding>& findings) {
  json::array out;
  for (const auto& finding : findings) {
    json::object item;
    item["source"] = name(finding.source);
    item["message"] = finding.message;
    if (!finding.evidence.empty()) item["evidence"] = finding.evidence;
    out.push_back(std::move(item));
  }
  return out;
}

template <class T>
json::value value_or_null(const std::optional<T>& value) {
  return value ? json::value(*value) : json::value(nullptr);
}

json::array strings(const std::vector<std::string>& items) {
  json::array out;
  for (const auto& item : items) out.emplace_back(item);
  return out;
}

json::object command_json(const model::RanCommand& ran) {
  json::object out;
  out["command"] = ran.command;
  out["exit_code"] = value_or_null(ran.exit_code);
  out["signal"] = value_or_null(ran.signal);
  out["duration_ms"] = ran.duration_ms;
  out["timed_out"] = ran.timed_out;
  out["timeout_ms"] = ran.timeout_ms;
  return out;
}

json::object run_json(const model::RunInfo& run) {
  json::object out;
  out["id"] = run.id;
  out["started_at"] = run.started_at;
  out["completed_at"] = run.completed_at;
  out["duration_ms"] = run.duration_ms;
  out["workspace"] = run.workspace;
  out["base_ref"] = run.base_ref;
  out["head_ref"] = run.head_ref;
  out["artifacts_dir"] = run.artifacts_dir;
  out["changed_files"] = strings(run.changed_files);
  json::array commands;
  for (const auto& ran : run.commands) commands.push_back(command_json(ran));
  out["verify_commands"] = std::move(commands);
  return out;
}

json::array evidence_json(const std::vector<model::EvidenceItem>& items) {
  json::array out;
  for (const auto& item : items) {
    out.push_back(json::object{{"id", item.id}, {"kind", item.kind}, {"path", item.path}, {"summary", item.summary}});
  }
  return out;
}

json::object span_json(const model::Span& span) {
  json::object out;
  out["source"] = name(span.source);
  out["line"] = span.line;
  out["begin"] = span.begin;
  out["end"] = span.end;
  if (!span.path.empty()) out["path"] = span.path;
  if (span.file_line > 0) out["file_line"] = span.file_line;
  out["text"] = span.text;
  return out;
}

json::object runner_json(const model::RunnerAccount& runner) {
  json::object out;
  out["runner"] = runner.runner;
  out["log"] = runner.log;
  out["first_line"] = runner.first_line;
  out["last_line"] = runner.last_line;
  out["summary"] = runner.summary;
  out["passed"] = runner.passed;
  out["failed"] = runner.failed;
  out["errors"] = runner.errors;
  out["skipped"] = runner.skipped;
  out["todo"] = runner.todo;
  out["flaky"] = runner.flaky;
  out["warnings"] = runner.warnings;
  out["source"] = runner.source;
  return out;
}

std::string notes_of(const Check& check) {
  const auto& verdict = check.verdict;
  std::string notes =
      cat("evidence_grade=", name(verdict.grade), "\nrisk=", name(verdict.risk), "\nconfidence=", verdict.confidence);
  const auto add = [&](std::string_view key, const std::vector<Finding>& findings) {
    if (findings.empty()) return;
    std::vector<std::string> messages;
    messages.reserve(findings.size());
    for (const auto& finding : findings) messages.push_back(finding.message);
    notes += cat("\n", key, "=", join(messages, "; "));
  };
  add("must_fix", verdict.must_fix);
  add("should_fix", verdict.should_fix);
  if (!check.proof.unknown.empty()) notes += cat("\nproof=none: ", check.proof.unknown);
  return notes;
}

// What an orchestrator hands to whoever goes on: what is wrong, where it was seen, and what is missing.
std::string reason_of(const Check& check) {
  const auto& verdict = check.verdict;
  std::vector<std::string> reasons;
  if (verdict.decision == model::Decision::needs_context) reasons = check.conditions;
  if (verdict.decision != model::Decision::block_pr) return join(reasons, "; ");
  for (const auto& finding : verdict.must_fix) {
    const bool says_it = finding.evidence.empty() || contains(finding.message, finding.evidence);
    reasons.push_back(says_it ? finding.message : cat(finding.message, " (", finding.evidence, ")"));
  }
  return cat("Fix this, then verify again: ", join(reasons, "; "));
}

}  // namespace

json::object full_finding(const Finding& finding) {
  json::object out;
  if (!finding.id.empty()) out["id"] = finding.id;
  out["rule"] = finding.rule;
  out["severity"] = name(finding.severity);
  out["source"] = name(finding.source);
  out["message"] = finding.message;
  out["evidence"] = finding.evidence;
  json::array spans;
  for (const auto& span : finding.spans) spans.push_back(span_json(span));
  out["spans"] = std::move(spans);
  out["more"] = finding.more;
  return out;
}

json::object waiver_json(const model::Waiver& waiver) {
  json::object out;
  out["origin"] = name(waiver.origin);
  if (!waiver.rule.empty()) out["rule"] = waiver.rule;
  if (!waiver.path.empty()) out["path"] = waiver.path;
  if (!waiver.finding.empty()) out["finding"] = waiver.finding;
  out["reason"] = to_utf8(waiver.reason);
  out["by"] = to_utf8(waiver.by);
  if (!waiver.until.empty()) out["until"] = waiver.until;
  if (!waiver.where.empty()) out["where"] = to_utf8(waiver.where);
  return out;
}

json::array waived_json(const std::vector<model::WaivedFinding>& waived) {
  json::array out;
  for (const auto& each : waived) {
    auto item = full_finding(each.finding);
    item["waiver"] = waiver_json(each.waiver);
    out.push_back(std::move(item));
  }
  return out;
}

json::value contract_json(const Check& check) {
  const auto& verdict = check.verdict;
  json::object out;
  out["schemaVersion"] = 1;
  out["verdict"] = name(verdict.decision);
  out["evidence_grade"] = name(verdict.grade);
  out["must_fix"] = finding_list(verdict.must_fix);
  out["should_fix"] = finding_list(verdict.should_fix);
  out["confidence"] = verdict.confidence;
  out["risk"] = name(verdict.risk);
  out["summary"] = verdict.summary;
  if (check.run) {
    out["final_verdict"] = name(check.final_verdict.value_or(model::FinalVerdict::inconclusive));
    out["conditions"] = strings(check.conditions);
    out["run"] = run_json(*check.run);
    out["evidence"] = evidence_json(check.evidence);
  }
  if (check.pull_request) out["pull_request"] = pull_request_json(*check.pull_request);
  return out;
}

json::value orchestrator_json(const Check& check) {
  const auto& verdict = check.verdict;
  json::object out;
  out["schemaVersion"] = 1;
  out["verdict"] = name(verdict.decision);
  out["final_verdict"] = name(check.final_verdict.value_or(model::FinalVerdict::inconclusive));
  out["status"] = name(verdict.decision);
  out["evidence_grade"] = name(verdict.grade);
  out["confidence"] = verdict.confidence;
  out["risk"] = name(verdict.risk);
  out["summary"] = verdict.summary;
  out["notes"] = notes_of(check);
  out["reason"] = reason_of(check);
  out["must_fix"] = finding_list(verdict.must_fix);
  out["should_fix"] = finding_list(verdict.should_fix);
  out["run"] = check.run ? json::value(run_json(*check.run)) : json::value(nullptr);
  return out;
}

json::value full_json(const Check& check) {
  json::object out;
  out["schemaVersion"] = 1;
  out["tool"] = json::object{{"name", "assay"}, {"version", version()}};
  out["contract"] = contract_json(check);
  json::array findings;
  for (const auto& finding : check.verdict.must_fix) findings.push_back(full_finding(finding));
  for (const auto& finding : check.verdict.should_fix) findings.push_back(full_finding(finding));
  for (const auto& finding : check.verdict.notes) findings.push_back(full_finding(finding));
  out["findings"] = std::move(findings);
  out["waived"] = waived_json(check.waived);
  json::array off, known;
  for (const auto& rule : check.switched_off)
    off.push_back(json::object{{"rule", rule.rule}, {"findings", rule.findings}});
  out["switched_off"] = std::move(off);
  for (const auto& finding : check.known) known.push_back(full_finding(finding));
  out["known"] = std::move(known);
  json::array runners;
  for (const auto& runner : check.runners) runners.push_back(runner_json(runner));
  out["runners"] = std::move(runners);
  if (is_worth_showing(check.proof)) out["proof"] = proof_json(check.proof);
  json::array claims;
  for (const auto& claim : check.claims) claims.push_back(criterion_json(claim));
  if (!claims.empty()) out["claims"] = std::move(claims);
  if (check.run && !check.run->base_commit.empty()) {
    out["base_commit"] = check.run->base_commit;
    out["head_commit"] = check.run->head_commit;
  }
  const bool ran = check.run && !check.run->sandbox.empty();
  out["sandbox"] = ran ? json::value(check.run->sandbox) : json::value(nullptr);
  out["limits"] = ran && !check.run->limits.empty() ? json::value(check.run->limits) : json::value(nullptr);
  if (ran && !check.run->sandbox_note.empty()) out["sandbox_note"] = to_utf8(check.run->sandbox_note);
  if (check.run && check.run->base_comparison) {
    const auto& base = *check.run->base_comparison;
    json::object compared{{"made", base.is_made()}};
    if (!base.is_made()) compared["why_not"] = to_utf8(base.why_not);
    if (base.side_by_side) compared["side_by_side"] = true;
    out["base_comparison"] = std::move(compared);
  }
  const auto& diff = check.diff;
  out["diff"] = json::object{{"is_diff", diff.is_diff}, {"problem", diff.problem},     {"files", diff.files},
                             {"added", diff.added},     {"removed", diff.removed},     {"binaries", diff.binaries},
                             {"bytes", diff.bytes},     {"paths", strings(diff.paths)}};
  out["inputs"] = json::object{{"task", check.has_task},
                               {"diff", check.has_diff},
                               {"verify_logs", check.has_logs},
                               {"builder_report", check.has_report},
                               {"positive_evidence", check.has_positive},
                               {"high_risk", check.high_risk}};
  return out;
}

}  // namespace assay::report
