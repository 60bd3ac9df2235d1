#include "report/waived.h"

#include "base/text.h"
#include "report/escape.h"

namespace assay::report {

namespace {

std::string_view severity_words(model::Severity severity) {
  switch (severity) {
    case model::Severity::must_fix: return "must fix";
    case model::Severity::should_fix: return "should fix";
    case model::Severity::note: return "note";
  }
  return {};
}

}  // namespace

std::string waived_line(const model::WaivedFinding& waived) {
  const auto& finding = waived.finding;
  return cat("waived (", severity_words(finding.severity), ") by ", to_utf8(describe(waived.waiver)), " — ",
             finding.message, " [", finding.rule, finding.id.empty() ? "" : cat(" ", finding.id), "]");
}

std::string waived_markdown(const std::vector<model::WaivedFinding>& waived) {
  if (waived.empty()) return {};
  std::string out = "\n## Waived\n\n";
  for (const auto& each : waived) {
    const auto& finding = each.finding;
    out += cat("- ", markdown_text(finding.message), " (", severity_words(finding.severity), ", ",
               markdown_code(finding.rule), " ", markdown_code(finding.id), ")\n  - Waived by ",
               markdown_text(describe(each.waiver)), "\n");
  }
  return out;
}

std::vector<std::string> quiet_lines(const model::Check& check) {
  std::vector<std::string> out;
  for (const auto& off : check.switched_off)
    out.push_back(cat("switched off in the base's assay.toml: ", off.rule, ", ", plural(off.findings, "finding")));
  if (!check.known.empty())
    out.push_back(cat("known before, by the baseline: ", plural(check.known.size(), "finding")));
  return out;
}

}  // namespace assay::report
