#include "report/markdown.h"

#include "base/text.h"
#include "report/claims.h"
#include "report/escape.h"
#include "report/proof.h"
#include "report/waived.h"

namespace assay::report {

using model::Check;
using model::Finding;

namespace {

void add_findings(std::string& out, std::string_view title, const std::vector<Finding>& findings) {
  if (findings.empty()) return;
  out += cat("\n## ", title, "\n\n");
  for (const auto& finding : findings) {
    out += cat("- ", markdown_text(finding.message), " (", markdown_code(finding.rule),
               finding.id.empty() ? "" : cat(" ", markdown_code(finding.id)), ")\n");
    size_t shown = 0;
    for (const auto& span : finding.spans) {
      if (++shown > 5) break;
      const std::string place =
          span.path.empty() ? cat(name(span.source), ":", span.line) : cat(span.path, ":", span.file_line);
      out += cat("  - ", markdown_code(place), " ", markdown_code(span.text), "\n");
    }
    const auto more = finding.more + (finding.spans.size() > 5 ? finding.spans.size() - 5 : 0);
    if (more > 0) out += cat("  - and ", more, " more\n");
    if (finding.spans.empty() && !finding.evidence.empty()) out += cat("  - ", markdown_code(finding.evidence), "\n");
  }
}

std::string how_it_ended(const model::RanCommand& ran) {
  if (ran.timed_out) return cat("timed out after ", ran.timeout_ms, " ms");
  if (ran.could_not_start) return "could not start";
  if (ran.signal) return *ran.signal;
  return ran.exit_code ? cat("exit ", *ran.exit_code) : std::string("unknown");
}

std::string sandbox_words(std::string_view level) {
  return level == "off" ? std::string("off: the commands ran with all rights of the one who started them")
                        : cat(markdown_code(level), ", no network");
}

std::string_view limits_words(std::string_view limits) {
  if (limits.empty()) return {};
  return limits == "cgroup" ? "; the kernel enforced the memory limit" : "; the memory limit was watched";
}

void add_run(std::string& out, const Check& check) {
  if (!check.run) return;
  const auto& run = *check.run;
  out += cat("\n## Run\n\n- Base: ", markdown_code(run.base_ref),
             run.base_commit.empty() ? "" : cat(" (", markdown_code(run.base_commit), ")"),
             ", head: ", markdown_code(run.head_ref), "\n- Changed files: ", run.changed_files_total,
             "\n- Evidence: ", markdown_code(run.artifacts_dir), "\n");
  if (run.commands.empty()) return;
  if (!run.sandbox.empty()) out += cat("- Sandbox: ", sandbox_words(run.sandbox), limits_words(run.limits), "\n");
  if (!run.sandbox_note.empty()) out += cat("- Note: ", markdown_text(run.sandbox_note), "\n");
  if (const auto& base = run.base_comparison) {
    const auto answer = base->is_made() ? std::string("yes") : cat("no, because ", markdown_text(base->why_not));
    out += cat("- Compared with the base: ", answer, "\n");
  }
  out += "\n| Command | Result | Time |\n|---|---|---|\n";
  for (const auto& ran : run.commands) {
    out += cat("| ", markdown_code(replace_all(ran.command, "|", "\\|")), " | ", how_it_ended(ran), " | ",
               ran.duration_ms, " ms |\n");
  }
}

void add_runners(std::string& out, const Check& check) {
  if (check.runners.empty()) return;
  out += "\n## What ran\n\n| Runner | Passed | Failed | Skipped | Lines |\n|---|---|---|---|---|\n";
  size_t shown = 0;
  for (const auto& runner : check.runners) {
    if (++shown > 20) break;
    out += cat("| ", runner.runner, " | ", runner.passed, " | ", runner.failed + runner.errors, " | ", runner.skipped,
               " | ", runner.first_line, "–", runner.last_line, " |\n");
  }
}

}  // namespace

std::string markdown(const Check& check) {
  const auto& verdict = check.verdict;
  const auto final_name = check.final_verdict ? name(*check.final_verdict) : name(verdict.decision);
  std::string out =
      cat("# Verdict: ", final_name, "\n\n", markdown_text(verdict.summary),
          "\n\n- Verdict: ", markdown_code(name(verdict.decision)), "\n- Confidence: ", verdict.confidence,
          "\n- Risk: ", name(verdict.risk), "\n- Evidence: ", name(verdict.grade), "\n");
  add_findings(out, "Must fix", verdict.must_fix);
  add_findings(out, "Should fix", verdict.should_fix);
  add_findings(out, "Notes", verdict.notes);
  out += waived_markdown(check.waived);
  if (const auto quiet = quiet_lines(check); !quiet.empty()) out += "\n## Not counted\n\n";
  for (const auto& line : quiet_lines(check)) out += cat("- ", markdown_text(line), "\n");
  if (!check.conditions.empty()) {
    out += "\n## Conditions\n\n";
    for (const auto& condition : check.conditions) out += cat("- ", markdown_text(condition), "\n");
  }
  out += proof_markdown(check.proof);
  out += claims_markdown(check.claims);
  add_runners(out, check);
  add_run(out, check);
  return out;
}

}  // namespace assay::report
