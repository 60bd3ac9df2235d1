#include "diff/paths.h"

#include <gtest/gtest.h>

namespace assay::diff {
namespace {

std::string git(std::string_view rest) {
  const auto names = names_of_git_line(rest);
  return names.before == names.after ? names.after : names.before + " > " + names.after;
}

TEST(NamesOfGitLine, OrdinaryAndWithSpaces) {
  EXPECT_EQ(git("a/x.c b/x.c"), "x.c");
  EXPECT_EQ(git("a/with space.ts b/with space.ts"), "with space.ts");
  EXPECT_EQ(git("a/x b/x b/x b/x"), "x b/x");
  EXPECT_EQ(git("a/old.c b/new.c"), "old.c > new.c");
}

TEST(NamesOfGitLine, Prefixes) {
  EXPECT_EQ(git("i/x.c w/x.c"), "x.c");
  EXPECT_EQ(git("c/x.c i/x.c"), "x.c");
  EXPECT_EQ(git("old/x.c new/x.c"), "x.c");
  EXPECT_EQ(git("before/x.c after/x.c"), "x.c");
  EXPECT_EQ(git("x.c x.c"), "x.c");
  EXPECT_EQ(git("a/in_a.c a/in_a.c"), "a/in_a.c");  // no prefix: a folder called a
}

TEST(NamesOfGitLine, Quoted) {
  EXPECT_EQ(git(R"("a/f\303\266o.js" "b/f\303\266o.js")"), "f\303\266o.js");
  EXPECT_EQ(git(R"("a/tab\tname" "b/tab\tname")"), "tab\tname");
  EXPECT_EQ(git(R"("a/q\"\\.c" "b/q\"\\.c")"), "q\"\\.c");
  EXPECT_EQ(git(R"(a/plain "b/bad\377.c")"), "plain > bad\377.c");
  EXPECT_EQ(git(R"("a/bad\377.c" b/plain)"), "bad\377.c > plain");
}

TEST(NamesOfGitLine, Abbreviated) {
  EXPECT_EQ(git("a/x.ts b/x.ts ..."), "x.ts");
  EXPECT_EQ(git("a/x.ts b/x.ts …"), "x.ts");
  EXPECT_EQ(git("a/x.ts b/x.ts and more"), "x.ts");
  EXPECT_EQ(git("x.ts"), "x.ts");
  EXPECT_EQ(git(""), "");
}

TEST(UsualName, OnlyTheUsualForm) {
  EXPECT_EQ(usual_name("a/with space.ts b/with space.ts"), "with space.ts");
  EXPECT_EQ(usual_name("a/x b/y"), "");
  EXPECT_EQ(usual_name("a/x a/x"), "");
  EXPECT_EQ(usual_name(R"("a/x" "b/x")"), "");
}

TEST(NameOfSide, CutsTimesAndTabs) {
  EXPECT_EQ(name_of_side("a/x.c\t2026-11-15 03:38:24"), "a/x.c");
  EXPECT_EQ(name_of_side("a/with space.c\t"), "a/with space.c");
  EXPECT_EQ(name_of_side("\"a/t\\tb\""), "a/t\tb");
}

TEST(UnquoteName, BrokenQuotesAreReadAsFarAsTheyGo) {
  EXPECT_EQ(unquote_name("\"abc"), "abc");
  EXPECT_EQ(unquote_name("\"a\\"), "a\\");
  EXPECT_EQ(unquote_name("\"\\7\""), "\a");
}

TEST(WithoutPrefix, OnlyTheUsualLetters) {
  EXPECT_EQ(without_prefix("b/x"), "x");
  EXPECT_EQ(without_prefix("w/x"), "w/x");
}

}  // namespace
}  // namespace assay::diff
