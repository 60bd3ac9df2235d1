#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/own/case_diff.h"
#include "judge/own/definition.h"

namespace assay::judge {
namespace {

constexpr std::string_view k_fine = R"(id = "own.no-print"
message = "print() in the product"
severity = "should_fix"

[[pattern]]
on = "added"
code = 'print('
)";

std::string error_in_file(std::string_view text, std::string_view file = ".assay/rules/no-print.toml") {
  const auto read = parse_rule(text, file);
  return read ? "" : read.error().message;
}
std::string with(std::string_view from, std::string_view to) { return replace_all(std::string(k_fine), from, to); }

TEST(OwnRuleFile, SaysWhatItSays) {
  const auto rule = parse_rule(k_fine, ".assay/rules/no-print.toml");
  ASSERT_TRUE(rule) << rule.error().message;
  EXPECT_EQ(rule->id, "own.no-print");
  EXPECT_EQ(rule->sentence(), "print() in the product.");
  EXPECT_EQ(rule->severity, model::Severity::should_fix);
  EXPECT_EQ(rule->patterns.size(), 1U);
}

TEST(OwnRuleFile, ErrorsNameFileLineAndColumnAndWhatToDo) {
  const std::string file = ".assay/rules/no-print.toml: ";
  EXPECT_TRUE(error_in_file("id = \n").starts_with(cat(file, "line 1, column "))) << error_in_file("id = \n");
  EXPECT_EQ(error_in_file(with("\"should_fix\"", "\"bad\"")),
            cat(file, "line 3, column 1: \"severity\" must be one of \"must_fix\", \"should_fix\", \"note\""));
  EXPECT_EQ(error_in_file(with("'print('", "'print($x)'")).substr(0, 60),
            cat(file, "line 7, column 15: \"code\": \"$x\" is no").substr(0, 60));
  EXPECT_TRUE(error_in_file(with("'print('", "'''\nfoo\n  $bar'''")).starts_with(cat(file, "line 9, column 3: ")))
      << error_in_file(with("'print('", "'''\nfoo\n  $bar'''"));
  EXPECT_EQ(error_in_file(with("severity", "severty")), cat(file, "line 1, column 1: \"severity\" is missing"));
  EXPECT_EQ(error_in_file(cat("mesage = \"a\"\n", k_fine)),
            cat(file, "line 1, column 1: unknown key \"mesage\"; did you mean \"message\"?"));
  EXPECT_TRUE(contains(error_in_file(with("[[pattern]]", "[pattern]")), "write [[pattern]]"));
  EXPECT_TRUE(contains(error_in_file(with("own.no-print", "own.other")), "the id must be \"own.no-print\""));
  EXPECT_TRUE(contains(error_in_file(with("own.no-print", "tests.skipped")), "an id is \"own.\""));
  EXPECT_TRUE(contains(error_in_file(k_fine.substr(0, k_fine.find("[[pattern]]"))), "[[pattern]] or a [[setting]]"));
  EXPECT_TRUE(contains(error_in_file(cat(k_fine, "[where]\nroles = [\"tests\"]\n")), "did you mean \"test\"?"));
  EXPECT_TRUE(
      contains(error_in_file(cat(k_fine, "[where]\nlanguages = 3\n")), "line 9, column 1: \"languages\" must be"));
  EXPECT_TRUE(contains(error_in_file(cat(k_fine, "to = 'x'\n")), "belongs to on = \"changed\""));
  EXPECT_TRUE(contains(error_in_file(cat(k_fine, "[[case]]\nexpect = \"found\"\n")), "a case has a \"diff\""));
  EXPECT_TRUE(contains(error_in_file(cat(k_fine, "[[case]]\nexpect = \"found\"\npath = \"a\"\ndiff = 'x'\n")),
                       "begins with none of"));
}

TEST(OwnRuleFile, HostileFilesAreErrors) {
  EXPECT_TRUE(contains(error_in_file(std::string(k_largest_rule_file + 1, '#')), "larger than"));
  EXPECT_TRUE(contains(error_in_file("id = \"\xff\""), "not UTF-8"));
  std::string many(k_fine);
  for (size_t i = 0; i < k_most_patterns; ++i) many += "[[pattern]]\non = \"added\"\ncode = 'a'\n";
  EXPECT_TRUE(contains(error_in_file(many), "at most 32 [[pattern]]"));
  EXPECT_FALSE(error_in_file(with("'print('", cat("'", std::string(2001, 'a'), "'"))).empty());
  EXPECT_FALSE(error_in_file(with("'print('", "3")).empty());
  EXPECT_FALSE(error_in_file(with("'print('", "''")).empty());
  EXPECT_FALSE(error_in_file("[[case]]\n[case]\n").empty());
  EXPECT_FALSE(error_in_file(cat(k_fine, "[[case]]\nexpect = 1\ndiff = {}\n")).empty());
}

TEST(OwnRuleFile, IdsAndFilesBelongTogether) {
  EXPECT_EQ(own_rule_of(".assay/rules/no-print.toml"), "own.no-print");
  EXPECT_EQ(own_rule_of(".assay/rules/a/no-print.toml"), "");
  EXPECT_EQ(own_rule_of(".assay/rules/README.md"), "");
  EXPECT_EQ(own_rule_of("rules/no-print.toml"), "");
  EXPECT_EQ(own_file_of("own.no-print"), ".assay/rules/no-print.toml");
}

TEST(OwnRuleFile, CasesBecomeDiffs) {
  EXPECT_EQ(*diff_of_case("\n+a\n", "x.py"),
            "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1,1 +1,2 @@\n \n+a\n");
  EXPECT_EQ(*diff_of_case("new x.py\n+a\ndeleted y.py\n-b\n", ""),
            "diff --git a/x.py b/x.py\nnew file mode 100644\n--- /dev/null\n+++ b/x.py\n@@ -0,0 +1,1 @@\n+a\n"
            "diff --git a/y.py b/y.py\ndeleted file mode 100644\n--- a/y.py\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-b\n");
  EXPECT_EQ(*diff_of_case("renamed a.py -> b.py\n", ""),
            "diff --git a/a.py b/b.py\nrename from a.py\nrename to b.py\n");
  EXPECT_FALSE(diff_of_case("+a\n", ""));
  EXPECT_FALSE(diff_of_case("", "x.py"));
  EXPECT_EQ(diff_of_sides("x.py", "a\nb\nc\n", "a\nB\nc\n"),
            "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
}

}  // namespace
}  // namespace assay::judge
