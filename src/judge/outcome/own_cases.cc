#include "judge/outcome/own_cases.h"

#include "base/text.h"
#include "diff/reader.h"
#include "judge/outcome/rule_driver.h"

namespace assay::judge {

std::vector<CaseResult> run_cases(const Definition& definition) {
  std::vector<CaseResult> out;
  const auto rules = std::make_shared<const OwnRules>(std::vector<Definition>{definition});
  for (const auto& the_case : definition.cases) {
    RuleDriver driver(rules);
    diff::read_diff_text(the_case.diff, driver);
    const TaskView task = view_task(the_case.task);
    CaseResult result{the_case, false, {}};
    for (const auto& finding : driver.findings({task, {}})) {
      if (finding.rule != definition.id) continue;
      result.found = true;
      if (finding.spans.empty()) continue;
      const auto& span = finding.spans.front();
      result.place = cat(span.path, ":", span.file_line, ": ", span.text);
    }
    out.push_back(std::move(result));
  }
  return out;
}

}  // namespace assay::judge
