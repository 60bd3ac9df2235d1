#include "report/terminal.h"

#include "base/printable.h"
#include "base/text.h"
#include "report/claims.h"
#include "report/escape.h"
#include "report/proof.h"
#include "report/waived.h"

namespace assay::report {

using model::Check;
using model::Decision;
using model::Finding;

namespace {

class Paint {
 public:
  explicit Paint(bool on) : m_on(on) {}
  std::string bold(std::string_view s) const { return with("1", s); }
  std::string dim(std::string_view s) const { return with("2", s); }
  std::string red(std::string_view s) const { return with("1;31", s); }
  std::string yellow(std::string_view s) const { return with("1;33", s); }
  std::string green(std::string_view s) const { return with("1;32", s); }

 private:
  std::string with(std::string_view code, std::string_view s) const {
    return m_on ? cat("\x1b[", code, "m", s, "\x1b[0m") : std::string(s);
  }
  bool m_on;
};

std::string headline(const Check& check, const Paint& paint) {
  const auto word = check.final_verdict ? name(*check.final_verdict) : name(check.verdict.decision);
  switch (check.verdict.decision) {
    case Decision::open_pr: return paint.green(cat("✔ ", word));
    case Decision::open_pr_with_warning: return paint.yellow(cat("⚠ ", word));
    case Decision::needs_context: return paint.yellow(cat("? ", word));
    case Decision::block_pr: return paint.red(cat("✘ ", word));
  }
  return {};
}

std::string place_of(const model::Span& span) {
  if (!span.path.empty()) return span.file_line > 0 ? cat(span.path, ":", span.file_line) : span.path;
  return cat(name(span.source), ":", span.line);
}

std::string label_of(model::Severity severity, const Paint& paint) {
  switch (severity) {
    case model::Severity::must_fix: return paint.red("must fix");
    case model::Severity::should_fix: return paint.yellow("should fix");
    case model::Severity::note: break;
  }
  return paint.dim("note");
}

void add_finding(std::string& out, const Finding& finding, size_t places, const Paint& paint) {
  out += cat("  ", label_of(finding.severity, paint), "  ", printable(finding.message), "  ",
             paint.dim(finding.id.empty() ? finding.rule : cat(finding.rule, " ", finding.id)), "\n");
  size_t shown = 0;
  for (const auto& span : finding.spans) {
    if (shown++ == places) break;
    out += cat("      ", paint.dim(printable(place_of(span))), "  ", printable(span.text), "\n");
  }
  const auto hidden = finding.more + (finding.spans.size() > places ? finding.spans.size() - places : 0);
  if (hidden > 0) out += cat("      ", paint.dim(cat("and ", plural(hidden, "more place"))), "\n");
}

void add_findings(std::string& out, const Check& check, size_t places, const Paint& paint) {
  for (const auto& finding : check.verdict.must_fix) add_finding(out, finding, places, paint);
  for (const auto& finding : check.verdict.should_fix) add_finding(out, finding, places, paint);
  for (const auto& finding : check.verdict.notes) add_finding(out, finding, places, paint);
  for (const auto& waived : check.waived) out += cat("  ", paint.dim(printable(waived_line(waived))), "\n");
  for (const auto& line : quiet_lines(check)) out += cat("  ", paint.dim(printable(line)), "\n");
}

void add_runners(std::string& out, const Check& check, const Paint& paint) {
  for (const auto& runner : check.runners) {
    std::string counts = cat(runner.passed, " passed");
    if (runner.failed > 0) counts += cat(", ", runner.failed, " failed");
    if (runner.errors > 0) counts += cat(", ", plural(runner.errors, "error"));
    if (runner.skipped > 0) counts += cat(", ", runner.skipped, " skipped");
    if (runner.warnings > 0) counts += cat(", ", plural(runner.warnings, "warning"));
    const auto lines = runner.first_line > 0 ? cat(":", runner.first_line, "-", runner.last_line) : std::string();
    const auto source = runner.source == "report" ? ", by its own report" : "";
    out += cat("  ", runner.runner, ": ", counts, source, "  ", paint.dim(cat(printable(runner.log), lines)), "\n");
  }
}

void add_commands(std::string& out, const Check& check, const Paint& paint) {
  if (!check.run) return;
  for (const auto& ran : check.run->commands) {
    const bool clean = ran.exit_code == 0;
    std::string how = ran.exit_code   ? cat("exit ", *ran.exit_code)
                      : ran.timed_out ? "timed out"
                                      : ran.signal.value_or("not started");
    out += cat("  ", clean ? paint.green("✔") : paint.red("✘"), " ", printable(ran.command), "  ",
               paint.dim(cat(how, ", ", ran.duration_ms, " ms")), "\n");
  }
  const auto& level = check.run->sandbox;
  if (!level.empty() && level != "off") out += cat("  ", paint.dim(cat("in the sandbox: ", printable(level))), "\n");
  if (const auto& note = check.run->sandbox_note; !note.empty()) out += cat("  ", paint.dim(printable(note)), "\n");
  if (const auto& base = check.run->base_comparison) {
    const auto answer = base->is_made() ? std::string("yes") : cat("no, because ", printable(base->why_not));
    out += cat("  ", paint.dim(cat("compared with the base: ", answer)), "\n");
  }
}

void add_proof(std::string& out, const Check& check, size_t most, const Paint& paint) {
  for (const auto& line : proof_lines(check.proof, most)) {
    const auto mark = line.tone == ProofLine::Tone::good  ? paint.green("✔")
                      : line.tone == ProofLine::Tone::bad ? paint.red("✘")
                                                          : std::string(" ");
    const auto words = cat(printable(line.subject), line.subject.empty() ? "" : "  ", paint.dim(printable(line.words)));
    out += cat("  ", mark, " ", words, "\n");
  }
}

// One line for each claim of the task: which proof it has.
void add_claims(std::string& out, const Check& check, const Paint& paint) {
  for (const auto& claim : check.claims) {
    const bool good = claim.proof == model::TestProof::discriminating;
    out += cat("  ", good ? paint.green("✔") : std::string(" "), " ", printable(excerpt(claim.claim, 100)), "  ",
               paint.dim(printable(claim_words(claim))), "\n");
  }
}

std::string facts_line(const Check& check) {
  const auto& verdict = check.verdict;
  std::string out =
      cat("confidence ", verdict.confidence, ", risk ", name(verdict.risk), ", evidence ", name(verdict.grade));
  if (check.diff.is_diff) {
    out += cat(", ", plural(check.diff.files, "file"), " +", check.diff.added, " -", check.diff.removed);
  }
  return out;
}

}  // namespace

std::string proof_terminal(const model::Proof& proof, size_t most, bool colour) {
  Check check;
  check.proof = proof;
  std::string out;
  add_proof(out, check, most, Paint(colour));
  return out;
}

namespace {

void add_pull_request(std::string& out, const Check& check) {
  if (!check.pull_request) return;
  const auto& pull = *check.pull_request;
  out += cat("  ", pull.repository, pull.number == 0 ? std::string() : cat(" ", pull.number), ": commit ",
             pull.head_commit.substr(0, 12), " for ", printable(pull.base_branch),
             pull.status.empty() ? "" : cat("; posted as ", pull.status), "\n");
  for (const auto& note : pull.notes) out += cat("  ", printable(note), "\n");
}

}  // namespace

std::string terminal(const Check& check, bool colour) {
  const Paint paint(colour);
  std::string out = cat(headline(check, paint), "  ", paint.dim(facts_line(check)), "\n");
  add_pull_request(out, check);
  add_commands(out, check, paint);
  add_proof(out, check, 3, paint);
  if (check.claims.size() > 1) add_claims(out, check, paint);
  add_findings(out, check, 3, paint);
  if (check.run && !check.run->artifacts_dir.empty()) {
    out += cat(
        paint.dim(cat("  evidence: ", printable(check.run->artifacts_dir), "  (assay explain ", check.run->id, ")")),
        "\n");
  }
  return out;
}

std::string explanation(const Check& check, bool colour) {
  const Paint paint(colour);
  std::string out = cat(headline(check, paint), "  ", paint.dim(facts_line(check)), "\n");
  const auto section = [&](std::string_view title, const std::string& body) {
    if (!body.empty()) out += cat("\n", paint.bold(title), "\n", body);
  };
  std::string findings, runners, commands, missing, proof, claims;
  add_claims(claims, check, paint);
  add_findings(findings, check, 1000, paint);
  add_runners(runners, check, paint);
  add_proof(proof, check, 200, paint);
  add_commands(commands, check, paint);
  if (!check.has_task) missing += "  no task\n";
  if (!check.has_diff) missing += "  no diff\n";
  if (!check.has_logs) missing += "  no verification logs\n";
  if (!check.has_report) missing += "  no builder report\n";
  if (!check.has_positive) missing += "  no positive evidence\n";
  section("Findings", findings);
  section("Commands", commands);
  section("What ran", runners);
  section("Proof", proof);
  section("Claims of the task", claims);
  section("Missing", missing);
  std::string conditions;
  for (const auto& condition : check.conditions) conditions += cat("  ", printable(condition), "\n");
  section("Conditions", conditions);
  if (check.verdict.must_fix.empty() && check.verdict.should_fix.empty()) out += "\nNo finding.\n";
  return out;
}

}  // namespace assay::report
