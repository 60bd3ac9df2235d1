#include "engine/hook/send_back.h"

#include "base/printable.h"
#include "base/redact.h"
#include "base/text.h"
#include "hooks/task.h"

namespace assay::engine {

namespace {

constexpr size_t k_findings_told = 10;
constexpr size_t k_places_told = 3;

std::string place_told(const model::Span& span) {
  const auto where = span.path.empty()     ? cat(model::name(span.source), ":", span.line)
                     : span.file_line == 0 ? span.path
                                           : cat(span.path, ":", span.file_line);
  return cat("   ", printable(where), span.text.empty() || span.text == span.path ? "" : "  ",
             span.text == span.path ? "" : printable(excerpt(redact(span.text), 160)), "\n");
}

void tell(const std::vector<model::Finding>& findings, size_t& told, std::string& out) {
  for (const auto& finding : findings) {
    if (told == k_findings_told) return;
    out += cat(++told, ". ", printable(excerpt(finding.message, 600)), " [", finding.rule, "]\n");
    for (size_t i = 0; i < finding.spans.size() && i < k_places_told; ++i) out += place_told(finding.spans[i]);
  }
}

}  // namespace

std::string findings_in_words(const model::Check& check) {
  const auto& verdict = check.verdict;
  std::string out;
  size_t told = 0;
  tell(verdict.must_fix, told, out);
  tell(verdict.should_fix, told, out);
  const size_t all = verdict.must_fix.size() + verdict.should_fix.size();
  if (all > told) out += cat("and ", plural(all - told, "more finding"), "\n");
  return out;
}

std::string reason_to_go_on(const model::Check& check) {
  const auto findings = findings_in_words(check);
  if (findings.empty()) return {};
  std::string out = cat(hooks::k_own_words, " (",
                        check.final_verdict ? model::name(*check.final_verdict) : model::name(check.verdict.decision),
                        ").\n", findings);
  out +=
      "Fix this, without weakening a test or a check, then stop again: it is judged anew. If a finding is wrong, say "
      "so in your answer and stop; a person decides.\n";
  if (check.run && !check.run->id.empty()) out += cat("All of it: assay explain ", check.run->id, "\n");
  return out;
}

}  // namespace assay::engine
