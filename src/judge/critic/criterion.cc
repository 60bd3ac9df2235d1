#include "judge/critic/criterion.h"

#include <algorithm>

#include "base/text.h"

namespace assay::judge {

using model::CitationKind;
using model::CriterionReport;
using model::CriterionVerdict;
using model::SuccessCriterion;

std::string argument(const SuccessCriterion& criterion, std::string_view key) {
  for (const auto& [name, value] : criterion.arguments) {
    if (name == key) return value;
  }
  return {};
}

std::vector<std::string> arguments(const SuccessCriterion& criterion, std::string_view key) {
  std::vector<std::string> out;
  const auto text = argument(criterion, key);
  for (const auto line : split_lines(text)) {
    if (!trim(line).empty()) out.emplace_back(trim(line));
  }
  return out;
}

CriterionReport satisfied(model::Citation citation) {
  CriterionReport out;
  out.verdict = CriterionVerdict::satisfied;
  out.citations.push_back(std::move(citation));
  return out;
}

CriterionReport unsatisfied(std::string why) {
  CriterionReport out;
  out.verdict = CriterionVerdict::unsatisfied;
  out.missing_info = std::move(why);
  return out;
}

CriterionReport missing(std::string what) {
  CriterionReport out;
  out.missing_info = std::move(what);
  return out;
}

CriterionReport cannot_tell(std::string why) {
  CriterionReport out = missing(std::move(why));
  out.is_infrastructure = true;
  return out;
}

CriterionReport unjudged(std::string why) {
  CriterionReport out = missing(std::move(why));
  out.is_judged = false;
  return out;
}

CriterionReport judge_test(const SuccessCriterion& criterion, const TestReport& tests) {
  const auto name = argument(criterion, "name");
  const auto* found = tests.find(name);
  if (found == nullptr) return unsatisfied(cat("No report names the test ", name, "."));
  if (found->standing == TestReport::Standing::passed)
    return satisfied({.kind = CitationKind::test, .subject = found->name, .digest = found->digest});
  return unsatisfied(
      cat("The test ", found->name, found->standing == TestReport::Standing::failed ? " failed." : " was skipped."));
}

CriterionReport judge_diff(const SuccessCriterion& criterion, std::span<const TouchedPath> touched) {
  model::Citation citation{.kind = CitationKind::diff};
  for (const auto& glob : arguments(criterion, "touched")) {
    const auto hit = std::find_if(touched.begin(), touched.end(), [&](const auto& one) {
      return is_in_scope(one.path, {&glob, 1});
    });
    if (hit == touched.end()) return unsatisfied(cat("The change does not touch ", glob, "."));
    citation.paths.push_back(hit->path);
  }
  const auto untouched = arguments(criterion, "untouched");
  for (const auto& [path, status] : touched) {
    if (is_in_scope(path, untouched)) return unsatisfied(cat("The change touches ", path, "."));
  }
  if (citation.paths.empty()) citation.subject = cat("nothing in ", join(untouched, ", "));
  return satisfied(std::move(citation));
}

}  // namespace assay::judge
