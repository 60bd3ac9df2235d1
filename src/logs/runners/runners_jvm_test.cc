#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/reading/reader.h"
#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Maven, NamesClassesAndFailingTests) {
  const auto r = read_lines(
      "[INFO]  T E S T S\n"
      "[INFO] Running cfg.ConfigTest\n"
      "[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 1, Time elapsed: 0.031 s <<< FAILURE! - in "
      "cfg.ConfigTest\n"
      "[ERROR] readsValues  Time elapsed: 0.006 s  <<< FAILURE!\n"
      "[ERROR] boom  Time elapsed: 0.002 s  <<< ERROR!\n"
      "[INFO] Running cfg.AuthTest\n"
      "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in cfg.AuthTest\n"
      "[ERROR] Failures: \n"
      "[ERROR]   ConfigTest.readsValues:5 expected: <x> but was: <1>\n"
      "[ERROR] Tests run: 7, Failures: 1, Errors: 1, Skipped: 1\n"
      "[INFO] BUILD FAILURE\n"
      "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.22.3:test on project x\n"
      "[ERROR] -> [Help 1]\n");
  EXPECT_THAT(r.names(Outcome::failed),
              ElementsAre("cfg.ConfigTest", "cfg.ConfigTest.readsValues", "cfg.ConfigTest.boom"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("cfg.AuthTest"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@4", "failure@5", "failure@10", "failure@11", "failure@12",
                                       "skipped@10"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 4, .failed = 1, .errors = 1, .skipped = 1}));
  EXPECT_EQ(first_run(r).first_line, 1u);
  EXPECT_EQ(first_run(r).last_line, 10u);
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(Maven, PassesWithASkippedTest) {
  const auto r = read_lines("[WARNING] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS\n");
  EXPECT_THAT(r.signals(), ElementsAre("skipped@1", "pass@1", "pass@2"));
}

TEST(Maven, ALoneVerdictIsEnough) {
  EXPECT_THAT(read_lines("[INFO] BUILD SUCCESS\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("[INFO] BUILD FAILURE\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(
      read_lines("[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in a.B\n").signals(),
      ElementsAre("pass@1"));
}

TEST(Maven, SkippedTestsMakeASuccessNoPass) {
  EXPECT_THAT(read_lines("[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 3\n").signals(),
              ElementsAre("zero_tests@1"));
  // One module without tests beside one that has them.
  EXPECT_THAT(read_lines("[INFO] No tests to run.\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n"
                         "[INFO] BUILD SUCCESS\n")
                  .signals(),
              ElementsAre("pass@2", "pass@3"));
}

TEST(Maven, AFailureBesideASuccessfulBuildIsOne) {
  const auto r = read_lines(
      "[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0\n[ERROR] There are test failures.\n"
      "[INFO] BUILD SUCCESS\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@2", "pass@3"));
}

TEST(Maven, CompilerComplaintsHavePlaces) {
  const auto r = read_lines(
      "[ERROR] COMPILATION ERROR : \n"
      "[ERROR] /repo/src/main/java/cfg/Bad.java:[1,34] incompatible types\n"
      "[WARNING] /repo/src/main/java/cfg/Old.java:[2,9] stop() in Thread has been deprecated\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@2", "warning@3"));
  EXPECT_EQ(r.facts.failures.items()[1].rule, "log.javac.error");
  EXPECT_EQ(r.facts.failures.items()[1].subject, "/repo/src/main/java/cfg/Bad.java");
}

TEST(Maven, FlakyTestsAreFlaky) {
  EXPECT_THAT(read_lines("[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1\n").signals(),
              ElementsAre("flaky@1", "pass@1"));
}

TEST(Maven, ALoggersLevelsAreNotMavens) {
  const auto r = read_lines("[ERROR] could not reach the cache, using the database\n");
  EXPECT_THAT(r.signals(), IsEmpty());
  EXPECT_EQ(r.unclaimed.size(), 1u);
}

TEST(Gradle, NamesTestsAndCounts) {
  const auto r = read_lines(
      "> Task :compileJava\n"
      "> Task :test FAILED\n"
      "led.LedgerTest > adds FAILED\n"
      "    java.lang.AssertionError at LedgerTest.java:5\n"
      "led.LedgerTest > errorOnDivisionByZero PASSED\n"
      "led.LedgerTest > ignored SKIPPED\n"
      "3 tests completed, 1 failed, 1 skipped\n"
      "FAILURE: Build failed with an exception.\n"
      "Execution failed for task ':test'.\n"
      "> There were failing tests. See the report at: file:///repo/index.html\n"
      "BUILD FAILED in 4s\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("led.LedgerTest > adds"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("led.LedgerTest > errorOnDivisionByZero"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("led.LedgerTest > ignored"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@2", "failure@3", "failure@7", "failure@8", "failure@9", "failure@10",
                                       "failure@11", "skipped@7"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 1, .failed = 1, .skipped = 1}));
}

TEST(Gradle, ShortLogs) {
  EXPECT_THAT(read_lines("3 tests completed, 1 failed\nFAILURE: Build failed with an exception.\n").signals(),
              ElementsAre("failure@1", "failure@2"));
  EXPECT_THAT(read_lines("BUILD SUCCESSFUL in 3s\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("BUILD FAILED\n").signals(), ElementsAre("failure@1"));
}

TEST(Gradle, CountsNamedTestsWhenAllPass) {
  const auto r = read_lines("> Task :test\nA > x PASSED\nA > y() SKIPPED\nBUILD SUCCESSFUL in 1s\n");
  EXPECT_THAT(r.signals(), ElementsAre("skipped@4", "pass@4"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 1, .skipped = 1}));
}

TEST(Gradle, NoTestsAreNoPass) {
  EXPECT_THAT(read_lines("> Task :test NO-SOURCE\nBUILD SUCCESSFUL in 1s\n").signals(), ElementsAre("zero_tests@2"));
  EXPECT_THAT(read_lines("> Task :lib:test NO-SOURCE\n> Task :app:test\nBUILD SUCCESSFUL in 1s\n").signals(),
              ElementsAre("pass@3"));
  EXPECT_THAT(read_lines("A > x SKIPPED\nBUILD SUCCESSFUL in 1s\n").signals(), ElementsAre("zero_tests@2"));
  EXPECT_THAT(read_lines("> No tests found for given includes: [Nothing](--tests filter)\n").signals(),
              ElementsAre("zero_tests@1"));
}

TEST(Gradle, NoTestsOnAPlainConsole) {
  const Facts none = read_log_text(":app:compileTestJava NO-SOURCE\n:app:test NO-SOURCE\n\nBUILD SUCCESSFUL in 20s\n");
  EXPECT_EQ(none.passes.total(), 0u);
  ASSERT_EQ(none.cautions.total(), 1u);
  EXPECT_EQ(none.cautions.items()[0].kind, SignalKind::zero_tests);
  const Facts some = read_log_text(":lib:test NO-SOURCE\n:app:test\n\nBUILD SUCCESSFUL in 20s\n");
  EXPECT_EQ(some.passes.total(), 1u);
  EXPECT_EQ(some.cautions.total(), 0u);
}

TEST(Gradle, UpToDateTestsPass) {
  EXPECT_THAT(read_lines("> Task :test UP-TO-DATE\nBUILD SUCCESSFUL in 0s\n").signals(), ElementsAre("pass@2"));
}

TEST(Gradle, ASkippedTestTaskIsSeenButOtherTasksAreNot) {
  EXPECT_THAT(read_lines("> Task :test SKIPPED\n> Task :javadoc SKIPPED\n").signals(), ElementsAre("skipped@1"));
}

TEST(Kotlin, ErrorsAndWarnings) {
  EXPECT_THAT(
      read_lines("e: file:///repo/A.kt:3:5 Unresolved reference: x\nw: file:///repo/B.kt:1:1 unused\n").signals(),
      ElementsAre("failure@1", "warning@2"));
}

TEST(Jvm, WarningsOfTheMachineItselfAreNoise) {
  const auto r = read_lines(
      "WARNING: A terminally deprecated method in java.lang.System has been called\n"
      "WARNING: System::setSecurityManager will be removed in a future release\n");
  EXPECT_THAT(r.signals(), IsEmpty());
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(JunitText, JunitFourAndTheConsoleLauncher) {
  EXPECT_THAT(read_lines("JUnit version 4.13.2\nOK (3 tests)\n").signals(), ElementsAre("pass@2"));
  EXPECT_THAT(read_lines("FAILURES!!!\nTests run: 3,  Failures: 2\n").signals(), ElementsAre("failure@2"));
  const auto listed = read_lines(
      "JUnit version 4.13.2\n.E.E\nThere were 2 failures:\n1) refusesNothing(bank.AccountTest)\n"
      "java.lang.AssertionError: 1) no(Test)\n2) adds(bank.AccountTest)\n3) steps to (do)\n\nFAILURES!!!\n"
      "Tests run: 3,  Failures: 2\n");
  EXPECT_THAT(listed.names(Outcome::failed), ElementsAre("bank.AccountTest::refusesNothing", "bank.AccountTest::adds"));
  EXPECT_EQ(first_run(listed).counts, (Counts{.passed = 1, .failed = 2}));
  EXPECT_THAT(read_lines("1) refusesNothing(bank.AccountTest)\n").names(Outcome::failed), IsEmpty());
  const auto tree = read_lines(
      "├─ JUnit Jupiter ✔\n"
      "│     ├─ fails with an error on a bad line ✔\n"
      "│     ├─ readsValues() ✘ expected: <x> but was: <1>\n"
      "│     └─ disabled() ↷ later\n"
      "[         0 containers failed     ]\n"
      "[         1 tests skipped         ]\n"
      "[         1 tests successful      ]\n"
      "[         1 tests failed          ]\n");
  EXPECT_THAT(tree.names(Outcome::passed), ElementsAre("fails with an error on a bad line"));
  EXPECT_THAT(tree.names(Outcome::failed), ElementsAre("readsValues()"));
  EXPECT_THAT(tree.signals(), ElementsAre("failure@3", "failure@8", "skipped@8"));
  EXPECT_EQ(first_run(tree).counts, (Counts{.passed = 1, .failed = 1, .skipped = 1}));
}

TEST(JunitXml, CountsCasesAndNamesThem) {
  const auto r = read_lines(
      "<?xml version=\"1.0\"?>\n"
      "<testsuites>\n"
      "<testsuite name=\"auth\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"1\">\n"
      "  <testcase classname=\"auth.Login\" name=\"denies &quot;guest&quot;\" time=\"0.1\"/>\n"
      "  <testcase name=\"locks\" classname=\"auth.Login\">\n"
      "    <failure message=\"a > b\" type=\"x\"><![CDATA[<error>not a tag</error>\n"
      "<testcase name=\"nor this\"/>]]></failure>\n"
      "  </testcase>\n"
      "  <testcase name=\"later\" classname=\"auth.Login\"><skipped/></testcase>\n"
      "  <testcase name=\"logs\" classname=\"auth.Login\"><system-out><![CDATA[\n"
      "<failure>printed by the test</failure>\n"
      "]]></system-out></testcase>\n"
      "</testsuite>\n"
      "</testsuites>\n");
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("auth.Login.denies \"guest\"", "auth.Login.logs"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("auth.Login.locks"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("auth.Login.later"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@5", "failure@14", "skipped@14"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 2, .failed = 1, .skipped = 1}));
  EXPECT_EQ(first_run(r).first_line, 2u);
  EXPECT_EQ(first_run(r).last_line, 14u);
}

TEST(JunitXml, AReportInOneLine) {
  const auto r = read_lines(
      "<testsuites><testsuite name=\"pytest\" errors=\"0\" failures=\"0\" skipped=\"0\" tests=\"2\"><testcase "
      "classname=\"t\" name=\"a\"/><testcase classname=\"t\" name=\"b\"></testcase></testsuite></testsuites>\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@1"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("t.a", "t.b"));
}

TEST(JunitXml, HeadsAloneCount) {
  EXPECT_THAT(
      read_lines("<testsuite name=\"x\" tests=\"12\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0.3\"/>\n")
          .signals(),
      ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("<testsuite name=\"x\" tests=\"12\" failures=\"2\" errors=\"0\">\n").signals(),
              ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("<testsuites tests=\"0\" failures=\"0\"></testsuites>\n").signals(),
              ElementsAre("zero_tests@1"));
}

TEST(JunitXml, AReportCutOffAfterItsFirstCasesIsNoPass) {
  const auto r = read_lines("<testsuite tests=\"9\" failures=\"0\">\n<testcase name=\"a\"/>\n");
  EXPECT_THAT(r.signals(), IsEmpty());
}

TEST(JunitXml, FlakyAndDisabledCases) {
  const auto r = read_lines(
      "<testsuite tests=\"3\">\n<testcase name=\"a\"><flakyFailure message=\"x\"/></testcase>\n"
      "<testcase name=\"b\" status=\"notrun\" result=\"suppressed\"/>\n<testcase name=\"c\"/>\n</testsuite>\n");
  EXPECT_THAT(r.signals(), ElementsAre("flaky@5", "pass@5"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 1, .flaky = 1}));
}

TEST(JunitXml, TagsOfOtherDocumentsAreNotOurs) {
  const auto r = read_lines("<error code=\"3\">no</error>\n<skipped/>\n");
  EXPECT_THAT(r.signals(), IsEmpty());
}

}  // namespace
}  // namespace assay::logs
