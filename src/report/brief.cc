// A model pays for every line and acts on the first ones: so what blocks comes first, with its place, and what is only
// good to know is left to the document and to `explain`.
#include "report/brief.h"

#include "base/printable.h"
#include "base/text.h"

namespace assay::report {

namespace {

constexpr size_t k_findings_named = 12;
constexpr size_t k_places_named = 3;
constexpr size_t k_longest_words = 400;

std::string words_of(std::string_view text) { return excerpt(printable(text), k_longest_words); }

std::string place_in_brief(const model::Span& span) {
  if (!span.path.empty()) return span.file_line > 0 ? cat(span.path, ":", span.file_line) : span.path;
  return cat(name(span.source), ":", span.line);
}

void add_brief_finding(std::string& out, const model::Finding& finding) {
  out += cat("- ", words_of(finding.message), " [", finding.rule, finding.id.empty() ? "" : " ", finding.id, "]\n");
  for (size_t i = 0; i < finding.spans.size() && i < k_places_named; ++i) {
    const auto& span = finding.spans[i];
    out += cat("  ", words_of(place_in_brief(span)), span.text.empty() ? "" : "  ", words_of(span.text), "\n");
  }
  const auto hidden =
      finding.more + (finding.spans.size() > k_places_named ? finding.spans.size() - k_places_named : 0);
  if (hidden > 0) out += cat("  and ", plural(hidden, "more place"), "\n");
}

void add_brief_findings(std::string& out, std::string_view title, const std::vector<model::Finding>& findings) {
  if (findings.empty()) return;
  out += cat(title, ":\n");
  for (size_t i = 0; i < findings.size() && i < k_findings_named; ++i) add_brief_finding(out, findings[i]);
  if (findings.size() > k_findings_named)
    out += cat("- and ", plural(findings.size() - k_findings_named, "more finding"), ", in the document\n");
}

std::string end_in_brief(const model::RanCommand& ran) {
  if (ran.timed_out) return cat("timed out after ", ran.timeout_ms, " ms");
  if (ran.exit_code) return cat("exit ", *ran.exit_code);
  return ran.signal ? cat("ended by ", *ran.signal) : std::string("could not be started");
}

void add_brief_commands(std::string& out, const model::Check& check) {
  if (!check.run) return;
  for (const auto& ran : check.run->commands)
    out += cat("Ran `", words_of(ran.command), "`: ", end_in_brief(ran), "\n");
  if (check.run->commands.empty()) out += "No command was run, so nothing shows that the change works.\n";
}

std::string next_step(const model::Check& check) {
  switch (check.verdict.decision) {
    case model::Decision::block_pr: return "Fix what must be fixed, then ask again.\n";
    case model::Decision::open_pr_with_warning: return "Fix it, or report why not.\n";
    case model::Decision::needs_context: return "Hand over what is missing, then ask again.\n";
    case model::Decision::open_pr: break;
  }
  return check.final_verdict && *check.final_verdict != model::FinalVerdict::mergeable
             ? "Nothing was found wrong; the conditions above remain.\n"
             : "Nothing to fix.\n";
}

}  // namespace

std::string brief(const model::Check& check) {
  const auto& verdict = check.verdict;
  std::string out = cat(check.final_verdict ? name(*check.final_verdict) : name(verdict.decision), ": ",
                        words_of(verdict.summary), "\n");
  add_brief_findings(out, "Must fix", verdict.must_fix);
  add_brief_findings(out, "Should fix", verdict.should_fix);
  add_brief_commands(out, check);
  for (const auto& condition : check.conditions) out += cat("Condition: ", words_of(condition), "\n");
  out += next_step(check);
  if (check.run && !check.run->id.empty()) out += cat("Run ", check.run->id, "; explain shows all of it.\n");
  return out;
}

}  // namespace assay::report
