#include "judge/outcome/decide.h"

#include <algorithm>

#include "base/text.h"
#include "judge/outcome/judge.h"
#include "judge/outcome/log_rules.h"

namespace assay::judge {

using model::Check;
using model::Decision;
using model::FinalVerdict;
using model::Risk;

namespace {

Decision decision_of(const Check& check) {
  if (!check.verdict.must_fix.empty()) return Decision::block_pr;
  if (!check.has_task || !check.has_diff || !check.has_positive) return Decision::needs_context;
  if (!check.verdict.should_fix.empty()) return Decision::open_pr_with_warning;
  return Decision::open_pr;
}

Risk risk_of(const Check& check) {
  const auto& verdict = check.verdict;
  if (verdict.decision == Decision::block_pr || verdict.must_fix.size() >= 2) return Risk::high;
  if (check.high_risk || verdict.should_fix.size() >= 2 || verdict.decision != Decision::open_pr) return Risk::medium;
  return Risk::low;
}

int confidence_of(const Check& check) {
  const auto& verdict = check.verdict;
  int value = 0;
  switch (verdict.decision) {
    case Decision::block_pr: value = 78; break;
    case Decision::open_pr: value = 82; break;
    case Decision::open_pr_with_warning: value = 68; break;
    case Decision::needs_context: value = 55; break;
  }
  if (!check.has_task) value -= 12;
  if (!check.has_diff) value -= 12;
  if (!check.has_logs) value -= 8;
  if (!check.has_report) value -= 6;
  if (!check.has_positive) value -= 16;
  value -= static_cast<int>(std::min<size_t>(4 * verdict.should_fix.size(), 20));
  if (check.high_risk) value -= 8;
  value += static_cast<int>(std::min<size_t>(3 * verdict.must_fix.size(), 9));
  return std::clamp(value, 0, 100);
}

std::string summary_of(const model::Verdict& verdict) {
  const auto risk = cat("risk is ", name(verdict.risk), ".");
  switch (verdict.decision) {
    case Decision::block_pr: return cat("Block PR with ", verdict.must_fix.size(), " must_fix item(s); ", risk);
    case Decision::needs_context: return cat("Needs context: task, diff or positive evidence is missing; ", risk);
    case Decision::open_pr_with_warning:
    case Decision::open_pr: return cat("Open PR with ", verdict.should_fix.size(), " should_fix item(s); ", risk);
  }
  return {};
}

// A command could not do its work on this machine.
bool lacks_something_here(const model::Verdict& verdict) {
  return std::any_of(verdict.should_fix.begin(), verdict.should_fix.end(),
                     [](const model::Finding& finding) { return is_about_the_machine(finding.rule); });
}

std::string_view title(FinalVerdict verdict) {
  switch (verdict) {
    case FinalVerdict::mergeable: return "Mergeable";
    case FinalVerdict::conditional: return "Conditional";
    case FinalVerdict::not_mergeable: return "Not mergeable";
    case FinalVerdict::inconclusive: return "Inconclusive";
  }
  return {};
}

}  // namespace

void decide(Check& check) {
  auto& verdict = check.verdict;
  verdict.decision = decision_of(check);
  verdict.risk = risk_of(check);
  verdict.confidence = confidence_of(check);
  verdict.summary = summary_of(verdict);
}

void conclude(Check& check, bool ran_commands) {
  const auto& verdict = check.verdict;
  check.conditions.clear();
  if (verdict.decision == Decision::block_pr) {
    check.final_verdict = FinalVerdict::not_mergeable;
  } else if (!check.has_diff || lacks_something_here(verdict)) {
    check.final_verdict = FinalVerdict::inconclusive;
  } else {
    if (!check.has_task) check.conditions.emplace_back("State the intent of the change (--intent or --intent-file).");
    if (!ran_commands) check.conditions.emplace_back("Run at least one verification command (--verify-command).");
    if (ran_commands && !check.has_positive) {
      check.conditions.emplace_back("Run a verification that proves something: no command gave positive evidence.");
    }
    for (const auto& finding : verdict.should_fix) {
      if (finding.rule.starts_with("context.")) continue;  // said above
      check.conditions.push_back(finding.message);
    }
    const bool clean = check.conditions.empty() && verdict.should_fix.empty();
    check.final_verdict = clean ? FinalVerdict::mergeable : FinalVerdict::conditional;
  }
  check.verdict.summary =
      cat(title(*check.final_verdict), " with confidence ", verdict.confidence, "; risk is ", name(verdict.risk), ".");
}

}  // namespace assay::judge
