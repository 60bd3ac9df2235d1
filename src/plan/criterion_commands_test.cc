#include "plan/criterion_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::plan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CriterionCommands, AreNamedInBackquotesAndSaidToPass) {
  EXPECT_THAT(commands_named("`npm test` passes with the new cart tests"), ElementsAre("npm test"));
  EXPECT_THAT(commands_named("`make lint` exits with 0 and `./run --all` succeeds."),
              ElementsAre("make lint", "./run --all"));
  EXPECT_THAT(commands_named("`go test ./...` passes without errors"), ElementsAre("go test ./..."));
  EXPECT_THAT(commands_named("`pytest` is green"), ElementsAre("pytest"));
}

TEST(CriterionCommands, AreNotTakenFromASentenceAboutAFailure) {
  EXPECT_THAT(commands_named("`make lint` fails with exit code 2 without a Makefile"), IsEmpty());
  EXPECT_THAT(commands_named("`./run --bad` exits with 2"), IsEmpty());
  EXPECT_THAT(commands_named("`npm test` does not pass when the port is taken"), IsEmpty());
}

TEST(CriterionCommands, AreOnlyWhatIsKnownAsACommand) {
  EXPECT_THAT(commands_named("`parse` succeeds on empty input"), IsEmpty());
  EXPECT_THAT(commands_named("`GET /api/cart` passes the filter on"), IsEmpty());
  EXPECT_THAT(commands_named("npm test passes"), IsEmpty());
  EXPECT_THAT(commands_named("`src/a.cc` passes the linter"), IsEmpty());
  EXPECT_THAT(commands_named("`"), IsEmpty());
  EXPECT_THAT(commands_named("`` passes"), IsEmpty());
}

TEST(CriterionCommands, NeedNothingButTheWork) {
  EXPECT_THAT(commands_named("`curl localhost:80` succeeds"), IsEmpty());
  EXPECT_THAT(commands_named("`docker build .` succeeds"), IsEmpty());
  EXPECT_THAT(commands_named("`assay check` passes"), IsEmpty());
}

TEST(CriterionCommands, BecomeChecksOnce) {
  model::AcceptanceCheck known;
  known.command = "npm test";
  const auto checks =
      checks_of_criteria({"`npm test` passes", "`make lint` passes", "`make lint` passes again"}, {known});
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0].command, "make lint");
  EXPECT_EQ(checks[0].kind, model::AcceptanceKind::command);
}

TEST(CriterionCommands, InOtherLanguagesTheirSuccessIsSaidToo) {
  for (const auto* text : {"`npm test` läuft ohne Fehler durch", "`npm test` debe pasar", "`npm test` passe",
                           "`npm test` 必须通过", "`npm test` が成功する", "`npm test` проходит"})
    EXPECT_THAT(commands_named(text), ElementsAre("npm test")) << text;
  for (const auto* text : {"`npm test` schlägt fehl", "`npm test` no pasa", "`npm test` 不通过",
                           "`npm test` が失敗する", "`npm test` не проходит"})
    EXPECT_THAT(commands_named(text), IsEmpty()) << text;
}

TEST(CriterionCommands, FilesThatAreToBeMadeBecomeChecksOnce) {
  const auto checks = checks_of_criteria({"Create docs/a.md", "docs/a.md exists", "Fix src/b.c",
                                          "docs/c.md exists when the flag is set", "If x, create y.md"},
                                         {});
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0].path, "docs/a.md");
  EXPECT_EQ(checks[0].kind, model::AcceptanceKind::file);
}

}  // namespace
}  // namespace assay::plan
