#include "engine/gate.h"

#include "base/text.h"
#include "judge/judge.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_command = "assay check";

// Findings about runs belong to the checks that ran them.
bool is_about_a_run(const model::Finding& finding) {
  return finding.rule.starts_with("run.") || finding.rule.starts_with("log.");
}

void take(std::vector<model::Finding>& from, std::vector<model::Finding>& to) {
  for (auto& finding : from) {
    if (!is_about_a_run(finding)) to.push_back(std::move(finding));
  }
}

std::string place_of(const model::Finding& finding) {
  for (const auto& span : finding.spans) {
    if (!span.path.empty()) return cat(" (", span.path, span.file_line > 0 ? cat(":", span.file_line) : "", ")");
  }
  return {};
}

std::string describe(const std::vector<model::Finding>& findings) {
  std::string out;
  for (const auto& finding : findings) {
    out += cat(finding.severity == model::Severity::must_fix ? "must fix: " : "should fix: ", finding.message,
               place_of(finding), " [", finding.rule, "]\n");
    for (const auto& span : finding.spans) out += cat("    ", span.text, "\n");
  }
  return out;
}

}  // namespace

model::AcceptanceCheck gate_check() {
  model::AcceptanceCheck check;
  check.title = "The combined change passes the gate";
  check.kind = model::AcceptanceKind::command;
  check.command = std::string(k_command);
  check.detail =
      "Assay reads the combined change: no test lost or switched off, nothing loosened, no risk without a test.";
  return check;
}

bool is_gate_check(const model::AcceptanceCheck& check) {
  return check.kind == model::AcceptanceKind::command && check.command == k_command;
}

Result<void> judge_gate(const git::Repository& repository, const GateInput& input, GatePolicy policy,
                        model::VerifiedCheck& check) {
  const std::string diff_file = os::join_path(input.scratch, "combined.patch");
  TRY(repository.write_diff_between(input.from, input.to, diff_file));
  TRY_ASSIGN(const auto source, os::FileSource::open(diff_file));
  TRY_ASSIGN(const auto change, judge::read_change(*source));
  judge::Inputs inputs;
  inputs.task = input.asked;
  inputs.change = change.get();
  inputs.commands = input.runs;
  inputs.executed = true;
  TRY_ASSIGN(auto judged, judge::judge(inputs));

  take(judged.verdict.must_fix, check.findings);
  const size_t blocking = check.findings.size();
  take(judged.verdict.should_fix, check.findings);
  check.last_output = describe(check.findings);
  const bool blocks = blocking > 0 && policy == GatePolicy::block;
  check.status = blocks ? model::AcceptanceStatus::failed : model::AcceptanceStatus::passed;
  if (blocking > 0) {
    check.reason = blocking == 1
                       ? check.findings.front().message
                       : cat(check.findings.front().message, " And ", plural(blocking - 1, "more finding"), ".");
    if (!blocks) check.reason = cat("Only warned, by policy: ", check.reason);
  }
  return {};
}

}  // namespace assay::engine
