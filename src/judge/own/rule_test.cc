// What rules that are data find in changes.
#include "judge/own/rule.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "diff/reader.h"
#include "judge/outcome/own_cases.h"
#include "judge/outcome/rule_driver.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

std::string rule_text(std::string_view body, std::string_view more = "") {
  return cat("id = \"own.x\"\nmessage = \"no\"\nadvice = \"do not\"\nseverity = \"must_fix\"\n", more, "\n", body);
}

std::vector<model::Finding> found_by(std::string_view rule, std::string_view diff, std::string_view task = "") {
  auto definition = parse_rule(rule, ".assay/rules/x.toml");
  EXPECT_TRUE(definition) << definition.error().message;
  if (!definition) return {};
  RuleDriver driver(std::make_shared<const OwnRules>(std::vector<Definition>{std::move(*definition)}));
  diff::read_diff_text(diff, driver);
  const TaskView view = view_task(task);
  auto all = driver.findings({view, {}});
  std::erase_if(all, [](const auto& finding) { return finding.rule != "own.x"; });
  return all;
}

// "path:line: text" of each place.
std::vector<std::string> found_places(std::string_view rule, std::string_view diff) {
  std::vector<std::string> out;
  for (const auto& finding : found_by(rule, diff)) {
    for (const auto& span : finding.spans) out.push_back(cat(span.path, ":", span.file_line, ": ", span.text));
  }
  return out;
}
using FoundPlaces = std::vector<std::string>;

std::string pattern_on(std::string_view on, std::string_view code, std::string_view more = "") {
  return cat("[[pattern]]\non = \"", on, "\"\ncode = '''", code, "'''\n", more, "\n");
}

TEST(OwnRule, SaysWhatWhereAndWhatToDo) {
  const auto all = found_by(rule_text(pattern_on("added", "print(")), change("src/a.py", " x = 1\n+print(x)\n"));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].message, "no. do not.");
  EXPECT_EQ(all[0].severity, model::Severity::must_fix);
  EXPECT_EQ(all[0].evidence, "src/a.py: print(x)");
  ASSERT_EQ(all[0].spans.size(), 1U);
  EXPECT_EQ(all[0].spans[0].file_line, 11U);
}

TEST(OwnRule, AddedIsWhatWasNotThereBefore) {
  const auto rule = rule_text(pattern_on("added", "print($...)"));
  EXPECT_EQ(found_places(rule, change("src/a.py", "-print(1)\n+  print(1)\n")), FoundPlaces{});
  EXPECT_EQ(found_places(rule, change("src/a.py", "-print(1)\n+print(2)\n")), (FoundPlaces{"src/a.py:10: print(2)"}));
  EXPECT_EQ(found_places(rule, change("src/a.py", " print(1)\n+x = 1\n")), FoundPlaces{});
  EXPECT_EQ(found_places(rule, change("src/a.py", "-print(1)\n") + change("src/b.py", "+print(1)\n")), FoundPlaces{});
  EXPECT_EQ(found_places(rule, change("README.md", "+print(1)\n")), FoundPlaces{});
}

TEST(OwnRule, RemovedIsWhatIsNowhereAfterwards) {
  const auto rule = rule_text(pattern_on("removed", "check($...)"));
  EXPECT_EQ(found_places(rule, change("src/a.py", "-check(a)\n+pass\n")), (FoundPlaces{"src/a.py:10: check(a)"}));
  EXPECT_EQ(found_places(rule, change("src/a.py", "-check(a)\n x\n+check(a)\n")), FoundPlaces{});
  EXPECT_EQ(found_places(rule, change("src/a.js", "+/*\n check(a)\n+*/\n")), (FoundPlaces{"src/a.js:11: check(a)"}));
}

TEST(OwnRule, MovedIsWhatStandsElsewhereAfterwards) {
  const auto rule = rule_text(pattern_on("moved", "guard($...)"));
  EXPECT_EQ(found_places(rule, change("src/a.py", "-guard(a)\n act()\n+guard(a)\n")),
            (FoundPlaces{"src/a.py:11: guard(a)"}));
  EXPECT_EQ(found_places(rule, change("src/a.py", "-guard(a)\n+ guard( a )\n")), FoundPlaces{});
}

TEST(OwnRule, ChangedIsAnotherTextInItsPlace) {
  const auto rule = rule_text(pattern_on("changed", "retries = $number"));
  EXPECT_EQ(found_places(rule, change("src/a.py", "-retries = 3\n+retries = 0\n")),
            (FoundPlaces{"src/a.py:10: retries = 0"}));
  EXPECT_EQ(found_places(rule, change("src/a.py", "-retries = 3\n+retries = 3  # of course\n")), FoundPlaces{});
  EXPECT_EQ(found_places(rule, change("src/a.py", "+retries = 0\n")), FoundPlaces{});
  const auto pair = rule_text(pattern_on("changed", "assertEqual($A, $B)", "to = 'assertTrue($A)'"));
  EXPECT_EQ(found_places(pair, change("src/a.py", "-assertEqual(x, 1)\n+assertTrue(x)\n")).size(), 1U);
  EXPECT_EQ(found_places(pair, change("src/a.py", "-assertEqual(x, 1)\n+assertTrue(y)\n")), FoundPlaces{});
}

TEST(OwnRule, UnlessExcusesTheLinesOfAMatch) {
  const auto rule = rule_text(pattern_on("added", "get($...)", "unless = ['timeout = $_', 'session']"));
  EXPECT_EQ(found_places(rule, change("src/a.py", "+get(a, timeout=3)\n+get(b)\n+session.get(c)\n")),
            (FoundPlaces{"src/a.py:11: get(b)"}));
}

TEST(OwnRule, LooksWhereItIsTold) {
  const auto rule =
      rule_text(cat("[where]\nroles = [\"test\", \"docs\"]\nlanguages = [\"go\", \"markdown\"]\npaths = [\"a/**\"]\n"
                    "except = [\"a/gen/**\"]\n",
                    pattern_on("added", "todo(")));
  EXPECT_EQ(found_places(rule, added("a/x_test.go", "todo()\n")).size(), 1U);
  EXPECT_EQ(found_places(rule, added("b/x_test.go", "todo()\n")), FoundPlaces{});
  EXPECT_EQ(found_places(rule, added("a/gen/x_test.go", "todo()\n")), FoundPlaces{});
  EXPECT_EQ(found_places(rule, added("a/x.go", "todo()\n")), FoundPlaces{});
  EXPECT_EQ(found_places(rule, added("a/x_test.py", "todo()\n")), FoundPlaces{});
}

TEST(OwnRule, TheTaskSoftens) {
  const auto rule = rule_text(pattern_on("added", "print("), "softened_by = [\"mention\"]");
  const auto diff = change("src/a.py", "+print(total)\n");
  EXPECT_EQ(found_by(rule, diff, "Show the sum.").at(0).severity, model::Severity::must_fix);
  EXPECT_EQ(found_by(rule, diff, "Print the total.").at(0).severity, model::Severity::should_fix);
}

TEST(OwnRule, ValuesOfSettings) {
  const auto rule = [](std::string_view when, std::string_view more = "") {
    return rule_text(cat("[[setting]]\nfile = [\"*.toml\", \"app.yml\"]\nkey = \"fail_under\"\nwhen = \"", when, "\"\n",
                         more, "\n"));
  };
  const auto lowered = change("setup.toml", "-fail_under = 90\n+fail_under = 80 # for now\n");
  EXPECT_EQ(found_places(rule("lowered"), lowered).size(), 1U);
  EXPECT_EQ(found_places(rule("raised"), lowered), FoundPlaces{});
  EXPECT_EQ(found_places(rule("removed"), lowered), FoundPlaces{});
  EXPECT_EQ(found_places(rule("removed"), change("setup.toml", "-fail_under = 90\n")).size(), 1U);
  EXPECT_EQ(found_places(rule("removed"), change("setup.toml", "-fail_under = 90\n+# fail_under = 90\n")).size(), 1U);
  EXPECT_EQ(
      found_places(rule("set", "to = \"off\""), change("app.yml", "-  fail_under: 'on'\n+  \"fail_under\": \"off\"\n"))
          .size(),
      1U);
  EXPECT_EQ(found_places(rule("set", "to = \"off\""), change("app.yml", "+  fail_under: on\n")), FoundPlaces{});
  EXPECT_EQ(found_places(rule("lowered"), change("other.yml", "-fail_under: 90\n+fail_under: 80\n")), FoundPlaces{});
}

TEST(OwnRule, HugeChangesAreSearchedByTheirLiterals) {
  // Past what is read whole, and without a needle of ours.
  std::string diff;
  for (int file = 0; file < 30; ++file) {
    std::string body;
    for (int line = 0; line < 1000; ++line) body += cat("int x", line, ";\n");
    diff += added(cat("src/f", file, ".c"), body);
  }
  diff += change("src/last.c", " int y;\n+zebra(y);\n int z;\n");
  EXPECT_EQ(found_places(rule_text(pattern_on("added", "zebra(")), diff), (FoundPlaces{"src/last.c:11: zebra(y);"}));
  EXPECT_EQ(found_places(rule_text(pattern_on("added", "gnu(")), diff), FoundPlaces{});
}

TEST(OwnRule, WhatCannotBeDecidedIsAFinding) {
  const auto rule = rule_text(pattern_on("added", "a $... $A $... $B $... $C $... $A $B $C z"));
  const auto all = found_by(rule, change("src/a.py", cat("+", replace_all(std::string(3000, '.'), ".", "a b "), "\n")));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(contains(all[0].message, "could not be decided")) << all[0].message;
  EXPECT_EQ(all[0].severity, model::Severity::must_fix);
}

TEST(OwnRule, AChangeOfTheRulesIsSeen) {
  for (const auto& diff :
       {added(".assay/rules/a.toml", "id = 1\n"), deleted(".assay/rules/a.toml", "id = 1\n"),
        renamed(".assay/rules/a.toml", "docs/a.toml"), renamed("docs/a.toml", ".assay/rules/a.toml")}) {
    const auto all = findings_for("", diff);
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const auto& f) { return f.rule == "config.policy-changed"; }))
        << diff;
  }
  for (const auto& finding : findings_for("", added(".assay/rulesets/a.toml", "id = 1\n")))
    EXPECT_NE(finding.rule, "config.policy-changed");
}

TEST(OwnRule, CasesAreJudgedAsChangesAre) {
  const auto definition = parse_rule(rule_text(cat(pattern_on("added", "print("), R"(
[[case]]
expect = "found"
path = "src/a.py"
before = '''
x = 1
'''
after = '''
x = 1
print(x)
'''
[[case]]
say = "wrong on purpose"
expect = "silent"
diff = '''
change src/a.py
+print(x)
new src/b.py
+y = 1
'''
)")),
                                     ".assay/rules/x.toml");
  ASSERT_TRUE(definition) << definition.error().message;
  const auto results = run_cases(*definition);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_TRUE(results[0].agrees());
  EXPECT_EQ(results[0].place, "src/a.py:2: print(x)");
  EXPECT_FALSE(results[1].agrees());
  EXPECT_EQ(results[1].the_case.say, "wrong on purpose");
}

}  // namespace
}  // namespace assay::judge
