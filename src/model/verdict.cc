#include "model/verdict.h"

#include "base/names.h"

namespace assay::model {

namespace {

constexpr std::string_view k_sources[] = {"task", "diff", "verify_logs", "builder_report", "system"};
constexpr std::string_view k_severities[] = {"must_fix", "should_fix", "note"};
constexpr std::string_view k_decisions[] = {"open_pr", "open_pr_with_warning", "block_pr", "needs_context"};
constexpr std::string_view k_finals[] = {"mergeable", "conditional", "not_mergeable", "inconclusive"};
constexpr std::string_view k_grades[] = {"reported", "executed"};
constexpr std::string_view k_risks[] = {"low", "medium", "high"};

}  // namespace

std::string_view name(Source v) { return name_in(k_sources, v); }
std::vector<Finding>& list_for(Severity severity, Verdict& verdict) {
  switch (severity) {
    case Severity::must_fix: return verdict.must_fix;
    case Severity::should_fix: return verdict.should_fix;
    case Severity::note: break;
  }
  return verdict.notes;
}
std::string_view name(Severity v) { return name_in(k_severities, v); }
std::string_view name(Decision v) { return name_in(k_decisions, v); }
std::string_view name(FinalVerdict v) { return name_in(k_finals, v); }
std::string_view name(Grade v) { return name_in(k_grades, v); }
std::string_view name(Risk v) { return name_in(k_risks, v); }

std::optional<Decision> decision_named(std::string_view s) { return value_in<Decision>(k_decisions, s); }
std::optional<FinalVerdict> final_verdict_named(std::string_view s) { return value_in<FinalVerdict>(k_finals, s); }

}  // namespace assay::model
