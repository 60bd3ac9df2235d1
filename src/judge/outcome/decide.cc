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

// It is there, or a person said that it is not needed.
bool has_or_waives(const Check& check, bool has, std::string_view rule) {
  return has || std::any_of(check.waived.begin(), check.waived.end(),
                            [&](const model::WaivedFinding& waived) { return waived.finding.rule == rule; });
}
bool has_task(const Check& check) { return has_or_waives(check, check.has_task, "context.no-task"); }
bool has_positive(const Check& check) { return has_or_waives(check, check.has_positive, "context.no-evidence"); }

Decision decision_of(const Check& check) {
  if (!check.verdict.must_fix.empty()) return Decision::block_pr;
  if (!has_task(check) || !check.has_diff || !has_positive(check)) return Decision::needs_context;
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

// Readers of the contract's document see no other trace of it.
std::string waived_words(const Check& check) {
  std::string out;
  if (!check.waived.empty()) out += cat(" ", plural(check.waived.size(), "finding"), " waived.");
  if (!check.known.empty()) out += cat(" ", plural(check.known.size(), "finding"), " known before.");
  return out;
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
  verdict.summary = cat(summary_of(verdict), waived_words(check));
}

void conclude(Check& check, bool ran_commands) {
  const auto& verdict = check.verdict;
  const bool waives_evidence = !check.has_positive && has_positive(check);
  check.conditions.clear();
  if (verdict.decision == Decision::block_pr) {
    check.final_verdict = FinalVerdict::not_mergeable;
  } else if (!check.has_diff || lacks_something_here(verdict)) {
    check.final_verdict = FinalVerdict::inconclusive;
  } else {
    if (!has_task(check)) check.conditions.emplace_back("State the intent of the change (--intent or --intent-file).");
    if (!ran_commands && !waives_evidence)
      check.conditions.emplace_back("Run at least one verification command (--verify-command).");
    if (ran_commands && !has_positive(check)) {
      check.conditions.emplace_back("Run a verification that proves something: no command gave positive evidence.");
    }
    for (const auto& finding : verdict.should_fix) {
      if (finding.rule.starts_with("context.")) continue;  // said above
      check.conditions.push_back(finding.message);
    }
    const bool clean = check.conditions.empty() && verdict.should_fix.empty();
    check.final_verdict = clean ? FinalVerdict::mergeable : FinalVerdict::conditional;
  }
  check.verdict.summary = cat(title(*check.final_verdict), " with confidence ", verdict.confidence, "; risk is ",
                              name(verdict.risk), ".", waived_words(check));
}

}  // namespace assay::judge
