#include "model/verdict.h"

#include <array>

namespace assay::model {

namespace {

constexpr std::array<std::string_view, 5> k_sources = {"task", "diff", "verify_logs", "builder_report", "system"};
constexpr std::array<std::string_view, 2> k_severities = {"must_fix", "should_fix"};
constexpr std::array<std::string_view, 4> k_decisions = {"open_pr", "open_pr_with_warning", "block_pr",
                                                         "needs_context"};
constexpr std::array<std::string_view, 4> k_finals = {"mergeable", "conditional", "not_mergeable", "inconclusive"};
constexpr std::array<std::string_view, 2> k_grades = {"reported", "executed"};
constexpr std::array<std::string_view, 3> k_risks = {"low", "medium", "high"};

template <class Enum, size_t n>
std::optional<Enum> named(const std::array<std::string_view, n>& names, std::string_view name) {
  for (size_t i = 0; i < n; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(Source v) { return k_sources[static_cast<size_t>(v)]; }
std::string_view name(Severity v) { return k_severities[static_cast<size_t>(v)]; }
std::string_view name(Decision v) { return k_decisions[static_cast<size_t>(v)]; }
std::string_view name(FinalVerdict v) { return k_finals[static_cast<size_t>(v)]; }
std::string_view name(Grade v) { return k_grades[static_cast<size_t>(v)]; }
std::string_view name(Risk v) { return k_risks[static_cast<size_t>(v)]; }

std::optional<Decision> decision_named(std::string_view s) { return named<Decision>(k_decisions, s); }
std::optional<FinalVerdict> final_verdict_named(std::string_view s) { return named<FinalVerdict>(k_finals, s); }

}  // namespace assay::model
