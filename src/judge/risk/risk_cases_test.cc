#include "judge/risk/risk_cases.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "diff/reader.h"
#include "judge/outcome/rule_driver.h"
#include "logs/reading/reader.h"

namespace assay::judge {

std::string diff_of(const FileChange& change) {
  size_t before = 0, after = 0;
  for (const auto line : split_lines(change.body)) {
    before += line.empty() || line[0] != '+';
    after += line.empty() || line[0] != '-';
  }
  return cat("diff --git a/", change.path, " b/", change.path, "\n--- a/", change.path, "\n+++ b/", change.path,
             "\n@@ -1,", before, " +1,", after, " @@\n", change.body, "\n");
}

std::vector<model::Finding> risk_findings(std::string_view diff, std::string_view log, std::string_view task) {
  Rules rules;
  add_risk_rules(rules);
  RuleDriver driver(std::move(rules));
  diff::read_diff_text(diff, driver);
  const logs::Facts facts = logs::read_log_text(log);
  const TaskView view = view_task(task);
  return driver.findings({view, {&facts}});
}

std::string summary(const std::vector<model::Finding>& found) {
  std::string out;
  for (const auto& f : found) out += cat(out.empty() ? "" : ", ", model::name(f.severity), " ", f.rule);
  return out;
}

void expect_risky(Area area, std::initializer_list<FileChange> changes) {
  EXPECT_GE(changes.size(), 12u);
  for (const FileChange& change : changes) {
    const auto found = risk_findings(diff_of(change), "all tests passed");
    EXPECT_EQ(summary(found), cat("must_fix ", area_id(area))) << change.path << "\n" << change.body;
    for (const auto& f : found) {
      EXPECT_FALSE(f.spans.empty());
      EXPECT_FALSE(f.message.empty());
    }
  }
}

void expect_calm(std::initializer_list<FileChange> changes) {
  EXPECT_GE(changes.size(), 12u);
  for (const FileChange& change : changes)
    EXPECT_EQ(summary(risk_findings(diff_of(change), "all tests passed")), "") << change.path << "\n" << change.body;
}

}  // namespace assay::judge
