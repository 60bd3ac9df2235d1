#include "judge/rule_cases.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "diff/reader.h"
#include "judge/outcome/rule_driver.h"

namespace assay::judge {

namespace {

struct Counted {
  size_t before = 0, after = 0;
};

Counted count(std::string_view body) {
  Counted n;
  for (auto line : split_lines(body)) {
    n.before += line.empty() || line[0] != '+';
    n.after += line.empty() || line[0] != '-';
  }
  return n;
}

std::string signed_body(std::string_view body, char sign) {
  std::string out;
  for (auto line : split_lines(body)) out += cat(sign, line, '\n');
  return out;
}

std::string_view trim_newline(std::string_view body) {
  if (body.starts_with('\n')) body.remove_prefix(1);
  return body;
}

bool is_ours(std::string_view rule) {
  return rule.starts_with("tests.") || rule.starts_with("config.") || rule.starts_with("code.");
}

std::string described(const std::vector<model::Finding>& findings) {
  std::string out;
  for (const auto& f : findings)
    out += cat("\n  ", model::name(f.severity), " ", f.rule, ": ", f.message, " [", f.evidence, "]");
  return out.empty() ? "\n  nothing" : out;
}

}  // namespace

std::string change(std::string_view path, std::string_view body) {
  body = trim_newline(body);
  std::string lines;
  for (auto line : split_lines(body)) lines += cat(line.empty() ? " " : line, '\n');
  const Counted n = count(lines);
  return cat("diff --git a/", path, " b/", path, "\n--- a/", path, "\n+++ b/", path, "\n@@ -10,", n.before, " +10,",
             n.after, " @@\n", lines);
}

std::string added(std::string_view path, std::string_view body) {
  const std::string lines = signed_body(trim_newline(body), '+');
  return cat("diff --git a/", path, " b/", path, "\nnew file mode 100644\n--- /dev/null\n+++ b/", path, "\n@@ -0,0 +1,",
             count(lines).after, " @@\n", lines);
}

std::string deleted(std::string_view path, std::string_view body) {
  const std::string lines = signed_body(trim_newline(body), '-');
  return cat("diff --git a/", path, " b/", path, "\ndeleted file mode 100644\n--- a/", path, "\n+++ /dev/null\n@@ -1,",
             count(lines).before, " +0,0 @@\n", lines);
}

std::string renamed(std::string_view from, std::string_view to) {
  return cat("diff --git a/", from, " b/", to, "\nsimilarity index 100%\nrename from ", from, "\nrename to ", to, "\n");
}

std::vector<model::Finding> findings_for(std::string_view task, std::string_view diff, const logs::Facts* log) {
  RuleDriver driver;
  diff::read_diff_text(diff, driver);
  const TaskView view = view_task(task);
  RuleContext context{view, {}, false};
  if (log) context.logs.push_back(log);
  return driver.findings(context);
}

void check_rule(std::string_view rule, const std::vector<RuleCase>& cases) {
  for (const auto& c : cases) {
    const auto all = findings_for(c.task, c.diff);
    Expect got = Expect::nothing;
    bool others = false;
    for (const auto& f : all) {
      if (f.rule == rule) got = f.severity == model::Severity::must_fix ? Expect::must : Expect::should;
      others |= is_ours(f.rule);
    }
    EXPECT_TRUE(got == c.expect && !(c.expect == Expect::nothing && others))
        << rule << ", case \"" << c.name << "\": expected "
        << (c.expect == Expect::nothing ? "nothing"
            : c.expect == Expect::must  ? "must_fix"
                                        : "should_fix")
        << ", found" << described(all) << "\n"
        << c.diff;
  }
}

}  // namespace assay::judge
