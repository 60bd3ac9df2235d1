#include "report/markdown.h"

#include "base/text.h"

namespace assay::report {

using model::Check;
using model::Finding;

namespace {

// Evidence comes from hostile text: shown as code, with nothing in it that could end the code span.
std::string as_code(std::string_view text) {
  std::string clean(text);
  for (char& c : clean) {
    if (c == '`') c = '\'';
    if (c == '\n' || c == '\r') c = ' ';
  }
  return cat("`", clean, "`");
}

// A message may quote names from the change.
std::string as_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '\n' || c == '\r')
      out += ' ';
    else if (c == '|' || c == '[' || c == ']' || c == '*' || c == '#' || c == '@')
      out += cat('\\', c);
    else
      out += c;
  }
  return out;
}

void add_findings(std::string& out, std::string_view title, const std::vector<Finding>& findings) {
  if (findings.empty()) return;
  out += cat("\n## ", title, "\n\n");
  for (const auto& finding : findings) {
    out += cat("- ", as_text(finding.message), " (", as_code(finding.rule), ")\n");
    size_t shown = 0;
    for (const auto& span : finding.spans) {
      if (++shown > 5) break;
      const std::string place =
          span.path.empty() ? cat(name(span.source), ":", span.line) : cat(span.path, ":", span.file_line);
      out += cat("  - ", as_code(place), " ", as_code(span.text), "\n");
    }
    const auto more = finding.more + (finding.spans.size() > 5 ? finding.spans.size() - 5 : 0);
    if (more > 0) out += cat("  - and ", more, " more\n");
    if (finding.spans.empty() && !finding.evidence.empty()) out += cat("  - ", as_code(finding.evidence), "\n");
  }
}

std::string how_it_ended(const model::RanCommand& ran) {
  if (ran.timed_out) return cat("timed out after ", ran.timeout_ms, " ms");
  if (ran.could_not_start) return "could not start";
  if (ran.signal) return *ran.signal;
  return ran.exit_code ? cat("exit ", *ran.exit_code) : std::string("unknown");
}

void add_run(std::string& out, const Check& check) {
  if (!check.run) return;
  const auto& run = *check.run;
  out += cat("\n## Run\n\n- Base: ", as_code(run.base_ref), ", head: ", as_code(run.head_ref),
             "\n- Changed files: ", run.changed_files_total, "\n- Evidence: ", as_code(run.artifacts_dir), "\n");
  if (run.commands.empty()) return;
  out += "\n| Command | Result | Time |\n|---|---|---|\n";
  for (const auto& ran : run.commands) {
    out += cat("| ", as_code(replace_all(ran.command, "|", "\\|")), " | ", how_it_ended(ran), " | ", ran.duration_ms,
               " ms |\n");
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
  std::string out = cat("# Verdict: ", final_name, "\n\n", as_text(verdict.summary),
                        "\n\n- Verdict: ", as_code(name(verdict.decision)), "\n- Confidence: ", verdict.confidence,
                        "\n- Risk: ", name(verdict.risk), "\n- Evidence: ", name(verdict.grade), "\n");
  add_findings(out, "Must fix", verdict.must_fix);
  add_findings(out, "Should fix", verdict.should_fix);
  if (!check.conditions.empty()) {
    out += "\n## Conditions\n\n";
    for (const auto& condition : check.conditions) out += cat("- ", as_text(condition), "\n");
  }
  add_runners(out, check);
  add_run(out, check);
  return out;
}

}  // namespace assay::report
