#include "model/critic.h"

#include <algorithm>
#include <array>

#include "base/names.h"
#include "base/text.h"

namespace assay::model {

namespace {

constexpr std::string_view k_verdicts[] = {"Satisfied", "Unsatisfied", "Information-Missing"};
constexpr std::string_view k_report_verdicts[] = {"passed", "issues_found"};
constexpr std::string_view k_critics[] = {"critic", "style", "tests", "acceptance", "economy", "assay"};
constexpr std::string_view k_gravities[] = {"fail", "risk", "nit"};
constexpr std::string_view k_routes[] = {"commit", "executor", "researcher", "plan-checker", "askuser", "stuck"};
constexpr std::string_view k_citations[] = {"test", "line", "absence", "artefact", "command", "http", "diff"};

struct CategoryRow {
  std::string_view name;
  Route route;
};
// In the order of Category.
constexpr CategoryRow k_categories[] = {
    {"style", Route::executor},
    {"dead-code", Route::executor},
    {"dangling-thread", Route::executor},
    {"todo-marker", Route::executor},
    {"import-hygiene", Route::executor},
    {"comment-hygiene", Route::executor},
    {"lint-violation", Route::executor},
    {"missing-test", Route::executor},
    {"edge-case-gap", Route::executor},
    {"weak-assertion", Route::executor},
    {"silenced-failure", Route::executor},
    {"test-naming", Route::executor},
    {"non-deterministic", Route::executor},
    {"verify-mismatch", Route::executor},
    {"unmet-criterion", Route::executor},
    {"scope-creep", Route::executor},
    {"information-missing", Route::researcher},
    {"question-to-user", Route::askuser},
    {"locked-decision-violation", Route::plan_checker},
    {"infrastructure-mismatch", Route::plan_checker},
    {"stuck-detected", Route::stuck},
    {"over-engineering", Route::executor},
    {"stdlib-reinvention", Route::executor},
    {"native-duplication", Route::executor},
    {"shrinkable", Route::executor},
    {"critic-error", Route::stuck},
    {"unknown", Route::stuck},
};
static_assert(std::size(k_categories) == static_cast<size_t>(Category::unknown) + 1);

std::string quoted(std::string_view text) { return text.empty() ? std::string() : cat(" `", excerpt(text, 120), "`"); }

}  // namespace

std::string_view name(CriterionVerdict v) { return name_in(k_verdicts, v); }
std::string_view name(ReportVerdict v) { return name_in(k_report_verdicts, v); }
std::optional<ReportVerdict> report_verdict_named(std::string_view text) {
  return value_in<ReportVerdict>(k_report_verdicts, text);
}
std::string_view name(Critic c) { return name_in(k_critics, c); }
std::optional<Critic> critic_named(std::string_view text) { return value_in<Critic>(k_critics, text); }
bool judges_criteria(Critic c) { return c == Critic::critic || c == Critic::acceptance || c == Critic::assay; }
std::string_view name(Gravity g) { return name_in(k_gravities, g); }
std::optional<Gravity> gravity_named(std::string_view text) { return value_in<Gravity>(k_gravities, text); }
std::string_view name(Route r) { return name_in(k_routes, r); }
std::optional<Route> route_named(std::string_view text) { return value_in<Route>(k_routes, text); }
std::string_view name(CitationKind k) { return name_in(k_citations, k); }
std::optional<CitationKind> citation_kind_named(std::string_view text) {
  return value_in<CitationKind>(k_citations, text);
}

std::string_view name(Category c) {
  const auto index = static_cast<size_t>(c);
  return index < std::size(k_categories) ? k_categories[index].name : "unknown";
}
Category category_named(std::string_view text) {
  for (size_t i = 0; i < std::size(k_categories); ++i) {
    if (k_categories[i].name == text) return static_cast<Category>(i);
  }
  return Category::unknown;
}
Route route_of(Category c) {
  const auto index = static_cast<size_t>(c);
  return index < std::size(k_categories) ? k_categories[index].route : Route::stuck;
}

std::string summary(const Citation& c) {
  switch (c.kind) {
    case CitationKind::test: return cat("test ", c.subject, " passed");
    case CitationKind::line: return cat(c.subject, ":", c.line, quoted(trim(c.text)));
    case CitationKind::absence: return cat("no match of ", c.subject, c.text.empty() ? "" : cat(" in ", c.text));
    case CitationKind::artefact: return cat(c.subject, ", ", plural(c.size, "byte"));
    case CitationKind::command:
      return cat("`", excerpt(c.subject, 120), "` exited with ", c.status.value_or(-1), quoted(trim(c.text)));
    case CitationKind::http: return cat(c.subject, " answered ", c.status.value_or(0), quoted(trim(c.text)));
    case CitationKind::diff: return cat("the change touches ", c.paths.empty() ? c.subject : join(c.paths, ", "));
  }
  return {};
}

}  // namespace assay::model
