#include "judge/critic/stuck.h"

#include "base/text.h"
#include "judge/critic/merge.h"
#include "judge/finding_identity.h"

namespace assay::judge {

namespace {

bool brings_knowledge(model::Route route) {
  return route == model::Route::researcher || route == model::Route::askuser;
}

}  // namespace

std::string why_stuck(const model::CriticReport& report, std::span<const PastRound> past, std::uint32_t max_rounds) {
  if (report.findings.empty()) return {};
  const auto identities = identity_of_all(report.findings);
  for (const auto& before : past) {
    if (before.round >= report.round) continue;
    if (before.identities == identities)
      return cat("Round ", report.round, " has the same findings as round ", before.round, ".");
    const bool same_tree = !report.tree.empty() && before.tree == report.tree;
    if (same_tree && !brings_knowledge(before.route))
      return cat("Round ", report.round, " left the same tree as round ", before.round, ".");
  }
  if (report.round >= max_rounds)
    return cat("Round ", report.round, " of ", max_rounds, " was the last, and ",
               plural(report.findings.size(), "finding"), report.findings.size() == 1 ? " is" : " are", " left.");
  return {};
}

void detect_stuck(model::CriticReport& report, std::span<const PastRound> past, std::uint32_t max_rounds) {
  auto why = why_stuck(report, past, max_rounds);
  if (why.empty()) return;
  model::CriticFinding finding;
  finding.category = model::Category::stuck_detected;
  finding.severity = model::Gravity::fail;
  finding.confirmed_by = model::Critic::assay;
  finding.remediation = std::move(why);
  normalise(finding, PlanCriteria::some);
  report.findings.insert(report.findings.begin(), std::move(finding));
  report.route = route(report.findings);
  report.verdict = model::ReportVerdict::issues_found;
}

}  // namespace assay::judge
