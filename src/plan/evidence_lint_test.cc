#include "plan/evidence_lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/fake_snapshot.h"

namespace assay::plan {
namespace {

using model::EvidenceKind;
using testing::HasSubstr;

using EvidenceArguments = std::vector<std::pair<std::string, std::string>>;

model::SuccessCriterion evidence(EvidenceKind kind, EvidenceArguments arguments) {
  return {"SC-1", "It holds", kind, std::move(arguments)};
}
model::SuccessCriterion command(std::string line) {
  return evidence(EvidenceKind::command, {{"command", std::move(line)}});
}
model::SuccessCriterion pattern(std::string text) {
  return evidence(EvidenceKind::grep, {{"pattern", std::move(text)}});
}

TEST(EvidenceLint, RefusesCommandsThatCannotFail) {
  for (const auto* line : {"true",
                           ":",
                           "/bin/true",
                           "exit 0",
                           "echo done",
                           "echo 'a; b'",
                           "printf x",
                           "make test || true",
                           "make test || :",
                           "make test; true",
                           "make test; exit 0",
                           "make test || exit 0",
                           "make test || echo failed",
                           "pytest | tee log.txt",
                           "pytest 2>&1 | tail -5",
                           "true && true",
                           "false || true",
                           "test 1 = 1",
                           "[ a == a ]",
                           "test x",
                           "pytest\ntrue",
                           "cd src && make || true",
                           "make test || true;"})
    EXPECT_TRUE(why_cannot_fail(command(line))) << line;
  EXPECT_THAT(why_cannot_fail(command("make test || true")).value_or(""), HasSubstr("`make test || true`"));
}

TEST(EvidenceLint, TakesCommandsThatCanFail) {
  for (const auto* line : {"make test",
                           "make test ; ",
                           "pytest -q",
                           "true && make test",
                           "make test && echo ok",
                           "make test || exit 1",
                           "echo x; make test",
                           "test -e a.txt",
                           "[ -f x ]",
                           "grep -q x a.txt",
                           "grep x a.txt | grep y",
                           "set -e; make test; true",
                           "make test && cat log | tee out",
                           "sh -c 'exit 0 || true; make test'",
                           "(make test; true) && make lint",
                           "[ \"$(cat value)\" = 2 ]",
                           "test \"$(cat value)\" = 2",
                           "echo `make test`",
                           "echo x > out.txt",
                           "exit 1",
                           "true & make test",
                           "cat out.txt | sort a/b.txt",
                           "false",
                           "test $x = $x1"})
    EXPECT_FALSE(why_cannot_fail(command(line))) << line;
  EXPECT_FALSE(why_cannot_fail(
      evidence(EvidenceKind::command, {{"command", "make test || true"}, {"output", "12 tests passed"}})));
  EXPECT_TRUE(why_cannot_fail(evidence(EvidenceKind::command, {{"command", "exit 2"}, {"exit_code", "2"}})));
  EXPECT_TRUE(why_cannot_fail(evidence(EvidenceKind::command, {{"command", "echo ok"}, {"output", "ok"}})));
}

TEST(EvidenceLint, RefusesPatternsThatMatchEverything) {
  for (const auto* text : {".*", "", "^", "$", "x*", ".", ".+", "\\S", "(a|)", "[^\\n]"})
    EXPECT_TRUE(why_cannot_fail(pattern(text))) << text;
  for (const auto* text : {"x", "def main", "^2$", ".*TODO.*", "[a-z]+ing"})
    EXPECT_FALSE(why_cannot_fail(pattern(text))) << text;
  EXPECT_FALSE(why_cannot_fail(evidence(EvidenceKind::grep, {{"pattern", ".*"}, {"fixed", "true"}})));
  EXPECT_FALSE(why_cannot_fail(evidence(EvidenceKind::absent, {{"pattern", "TODO"}})));
}

TEST(EvidenceLint, RefusesPlacesThatAreEverywhere) {
  EXPECT_TRUE(why_cannot_fail(evidence(EvidenceKind::artefact, {{"path", "**"}})));
  EXPECT_TRUE(why_cannot_fail(evidence(EvidenceKind::diff, {{"touched", "**/*"}})));
  EXPECT_FALSE(why_cannot_fail(evidence(EvidenceKind::diff, {{"touched", "src/**"}})));
  EXPECT_FALSE(why_cannot_fail(evidence(EvidenceKind::diff, {{"touched", "**"}, {"untouched", "docs/**"}})));
}

TEST(EvidenceLint, ReadsTheWordsOfACriterion) {
  EXPECT_TRUE(why_cannot_fail("`true` passes"));
  EXPECT_TRUE(why_cannot_fail("`echo done` exits with 0"));
  EXPECT_FALSE(why_cannot_fail("`make test` passes"));
  EXPECT_FALSE(why_cannot_fail("`true` passes and `make test` passes"));
  EXPECT_FALSE(why_cannot_fail("GET /a returns 200"));
}

TEST(EvidenceLint, RefusesWhatTheBaseHoldsAlready) {
  const FakeSnapshot base({{"README.md", "x"}, {"src/a.c", ""}});
  const auto file = [](std::string path) { return evidence(EvidenceKind::artefact, {{"path", std::move(path)}}); };
  for (const auto* path : {"README.md", "./README.md", "src/a.c", "src", "src/*.c"})
    EXPECT_TRUE(why_holds_on_base(file(path), base)) << path;
  EXPECT_FALSE(why_holds_on_base(file("docs/a.md"), base));
  EXPECT_FALSE(
      why_holds_on_base(evidence(EvidenceKind::artefact, {{"path", "README.md"}, {"min_bytes", "100"}}), base));
  for (const auto* line : {"test -e README.md", "[ -f README.md ]", "test -d src", "ls README.md", "cat src/a.c"})
    EXPECT_TRUE(why_holds_on_base(command(line), base)) << line;
  for (const auto* line : {"test -e docs/a.md", "test ! -e README.md", "cat README.md | grep y", "ls -l"})
    EXPECT_FALSE(why_holds_on_base(command(line), base)) << line;
  EXPECT_FALSE(why_holds_on_base(pattern("x"), base));
}

TEST(EvidenceLint, TakesAnyBytesOfAnySize) {
  for (const auto* piece : {"'", "\"", "|", "||", "&&", ";", "\\", "`", "$(", "true || ", "x | tee ", "[ ", "\xFF"}) {
    std::string text;
    while (text.size() < (1U << 20)) text += piece;
    (void)always_succeeds(text);
    (void)why_cannot_fail(text);
    (void)why_cannot_fail(pattern(text.substr(0, 5000)));
  }
}

}  // namespace
}  // namespace assay::plan
