#include "report/read_full.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "report/claims.h"
#include "report/proof.h"
#include "report/read_parts.h"
#include "report/schemas.h"

namespace assay::report {

namespace {

model::RunnerAccount read_runner(const json::object& from) {
  model::RunnerAccount out;
  out.runner = text_at(from, "runner");
  out.log = text_at(from, "log");
  out.first_line = number_in(from, "first_line");
  out.last_line = number_in(from, "last_line");
  out.summary = flag_in(from, "summary");
  out.passed = number_in(from, "passed");
  out.failed = number_in(from, "failed");
  out.errors = number_in(from, "errors");
  out.skipped = number_in(from, "skipped");
  out.todo = number_in(from, "todo");
  out.flaky = number_in(from, "flaky");
  out.warnings = number_in(from, "warnings");
  if (from.contains("source")) out.source = text_at(from, "source");  // not of older versions
  return out;
}

model::RunInfo read_run(const json::object& from) {
  model::RunInfo run;
  run.id = text_at(from, "id");
  run.workspace = text_at(from, "workspace");
  run.base_ref = text_at(from, "base_ref");
  run.head_ref = text_at(from, "head_ref");
  run.artifacts_dir = text_at(from, "artifacts_dir");
  for (const auto& item : from.at("verify_commands").as_array()) {
    const auto& command = item.as_object();
    model::RanCommand ran;
    ran.command = text_at(command, "command");
    if (command.at("exit_code").is_number()) ran.exit_code = command.at("exit_code").to_number<int>();
    if (command.at("signal").is_string()) ran.signal = text_at(command, "signal");
    ran.duration_ms = number_in(command, "duration_ms");
    ran.timed_out = flag_in(command, "timed_out");
    ran.timeout_ms = number_in(command, "timeout_ms");
    run.commands.push_back(std::move(ran));
  }
  return run;
}

}  // namespace

Result<model::Check> check_from_full(const json::value& document, std::string_view name_of_it) {
  TRY_ASSIGN(const auto schema, schema_named("full"));
  if (const auto problems = violations(schema, document); !problems.empty()) {
    return invalid_input(
        cat(name_of_it, " is not a document written by --full or found as assay.json: ", problems.front()));
  }
  const auto& root = document.as_object();
  const auto& contract = root.at("contract").as_object();
  model::Check check;
  auto& verdict = check.verdict;
  verdict.decision = named(text_at(contract, "verdict"), model::Decision::needs_context);
  verdict.grade = named(text_at(contract, "evidence_grade"), model::Grade::executed);
  verdict.risk = named(text_at(contract, "risk"), model::Risk::high);
  verdict.confidence = static_cast<int>(number_in(contract, "confidence"));
  verdict.summary = text_at(contract, "summary");
  for (const auto& item : root.at("findings").as_array()) {
    auto finding = read_finding(item.as_object());
    list_for(finding.severity, verdict).push_back(std::move(finding));
  }
  check.waived = read_waived(root, "waived");
  for (const auto& item : array_in(root, "switched_off"))
    check.switched_off.push_back(
        {std::string(text_at(item.as_object(), "rule")), number_in(item.as_object(), "findings")});
  for (const auto& item : array_in(root, "known")) check.known.push_back(read_finding(item.as_object()));
  for (const auto& item : root.at("runners").as_array()) check.runners.push_back(read_runner(item.as_object()));
  if (contract.contains("final_verdict"))
    check.final_verdict = named(text_at(contract, "final_verdict"), model::FinalVerdict::inconclusive);
  if (const auto* conditions = contract.if_contains("conditions")) {
    for (const auto& item : conditions->as_array()) check.conditions.emplace_back(item.get_string());
  }
  if (const auto* run = contract.if_contains("run")) check.run = read_run(run->as_object());
  if (check.run) {
    check.run->base_commit = text_at(root, "base_commit");
    check.run->head_commit = text_at(root, "head_commit");
  }
  if (const auto* level = root.if_contains("sandbox"); check.run && level != nullptr && level->is_string())
    check.run->sandbox = text_at(root, "sandbox");
  if (const auto* limits = root.if_contains("limits"); check.run && limits != nullptr && limits->is_string())
    check.run->limits = text_at(root, "limits");
  for (const auto& item : array_in(root, "claims")) check.claims.push_back(read_criterion(item.as_object()));
  if (const auto* proof = root.if_contains("proof")) check.proof = read_proof(*proof);
  if (check.run) check.run->sandbox_note = text_at(root, "sandbox_note");
  if (const auto* base = root.if_contains("base_comparison"); check.run && base != nullptr)
    check.run->base_comparison = model::BaseComparison{std::string(text_at(base->as_object(), "why_not")),
                                                       base->as_object().contains("side_by_side")};
  const auto& diff = root.at("diff").as_object();
  check.diff.is_diff = flag_in(diff, "is_diff");
  check.diff.files = number_in(diff, "files");
  check.diff.added = number_in(diff, "added");
  check.diff.removed = number_in(diff, "removed");
  const auto& inputs = root.at("inputs").as_object();
  check.has_task = flag_in(inputs, "task");
  check.has_diff = flag_in(inputs, "diff");
  check.has_logs = flag_in(inputs, "verify_logs");
  check.has_report = flag_in(inputs, "builder_report");
  check.has_positive = flag_in(inputs, "positive_evidence");
  check.high_risk = flag_in(inputs, "high_risk");
  return check;
}

}  // namespace assay::report
