#include "judge/outcome/lost_tests.h"

#include <gtest/gtest.h>

namespace assay::judge {
namespace {

using logs::Outcome;
using logs::Runner;

CommandRun ran(Runner runner, std::vector<reports::ReportedTest> tests, int exit_code = 0) {
  CommandRun run;
  run.command = "run the tests";
  run.exit_code = exit_code;
  reports::Report report;
  report.runner = runner;
  report.tests = std::move(tests);
  run.reports.push_back(std::move(report));
  return run;
}

reports::ReportedTest test(std::string file, std::string name, Outcome outcome = Outcome::passed) {
  reports::ReportedTest out;
  out.name = std::move(name);
  out.file = std::move(file);
  out.outcome = outcome;
  return out;
}

std::vector<std::string> names(const std::vector<LostTest>& lost) {
  std::vector<std::string> out;
  for (const auto& each : lost) out.push_back(each.name);
  return out;
}

using Names = std::vector<std::string>;

TEST(LostTests, AreThoseThatPassedAndDoNotRun) {
  const auto before = ran(Runner::pytest, {test("t/test_a.py", "test_one"), test("t/test_a.py", "test_two"),
                                           test("t/test_a.py", "test_red", Outcome::failed)});
  const auto now = ran(Runner::pytest, {test("t/test_a.py", "test_one"), test("t/test_a.py", "test_new")});
  const auto lost = lost_tests({now}, {before});
  ASSERT_EQ(names(lost), (Names{"t/test_a.py::test_two"}));
  EXPECT_EQ(lost[0].own, "test_two");
  EXPECT_EQ(lost[0].file, "t/test_a.py");
  EXPECT_FALSE(lost[0].skipped);
}

TEST(LostTests, ASkippedOneIsLostAndSaysSo) {
  const auto lost = lost_tests({ran(Runner::jest, {test("a.test.js", "adds > two", Outcome::skipped)})},
                               {ran(Runner::jest, {test("a.test.js", "adds > two")})});
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_TRUE(lost[0].skipped);
}

TEST(LostTests, AMovedOneIsNotLost) {
  const auto lost = lost_tests({ran(Runner::pytest, {test("t/unit/test_a.py", "test_one")})},
                               {ran(Runner::pytest, {test("t/test_a.py", "test_one")})});
  EXPECT_TRUE(lost.empty());
}

TEST(LostTests, OneOfTheSameNameElsewhereDoesNotStandForIt) {
  const auto lost =
      lost_tests({ran(Runner::pytest, {test("t/test_b.py", "test_one")})},
                 {ran(Runner::pytest, {test("t/test_a.py", "test_one"), test("t/test_b.py", "test_one")})});
  EXPECT_EQ(names(lost), (Names{"t/test_a.py::test_one"}));
}

TEST(LostTests, OtherValuesOfATableAreTheSameTest) {
  const auto lost = lost_tests({ran(Runner::pytest, {test("t/test_a.py", "test_one[3-4]")})},
                               {ran(Runner::pytest, {test("t/test_a.py", "test_one[1-2]")})});
  EXPECT_TRUE(lost.empty());
}

std::vector<reports::ReportedTest> table(std::string file, std::initializer_list<const char*> cases) {
  std::vector<reports::ReportedTest> out;
  for (const auto* each : cases) out.push_back(test(file, each));
  return out;
}

TEST(LostTests, ATableThatBecameShorterIsLostInPart) {
  const auto before = ran(Runner::pytest, table("t/test_a.py", {"test_one[1-2]", "test_one[3-4]", "test_one[5-6]"}));
  const auto now = ran(Runner::pytest, table("t/test_a.py", {"test_one[1-2]"}));
  const auto lost = lost_tests({now}, {before});
  ASSERT_EQ(names(lost), (Names{"t/test_a.py::test_one"}));
  EXPECT_EQ(lost[0].before, 3u);
  EXPECT_EQ(lost[0].now, 1u);
  EXPECT_EQ(lost[0].cases, (Names{"[3-4]", "[5-6]"}));
  EXPECT_FALSE(lost[0].written_anew);
  EXPECT_FALSE(lost[0].skipped);
}

TEST(LostTests, AsManyCasesOfOtherValuesAreTheSameTable) {
  const auto lost = lost_tests({ran(Runner::pytest, table("t.py", {"test_one[0x7f]", "test_one[0x8f]"}))},
                               {ran(Runner::pytest, table("t.py", {"test_one[0x1f]", "test_one[0x2f]"}))});
  EXPECT_TRUE(lost.empty());
}

TEST(LostTests, ATableFoldedIntoOneTestIsWrittenAnew) {
  const auto lost = lost_tests({ran(Runner::pytest, table("t.py", {"test_one"}))},
                               {ran(Runner::pytest, table("t.py", {"test_one[1]", "test_one[2]"}))});
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_TRUE(lost[0].written_anew);
}

TEST(LostTests, ATestThatBecameATableIsNotLost) {
  EXPECT_TRUE(lost_tests({ran(Runner::pytest, table("t.py", {"test_one[1]", "test_one[2]"}))},
                         {ran(Runner::pytest, table("t.py", {"test_one"}))})
                  .empty());
}

TEST(LostTests, ATableThatMovedAndBecameShorterIsLostInPart) {
  const auto lost = lost_tests({ran(Runner::pytest, table("t/b.py", {"test_one[1]"}))},
                               {ran(Runner::pytest, table("t/a.py", {"test_one[1]", "test_one[2]"}))});
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].file, "t/b.py");
  EXPECT_EQ(lost[0].cases, (Names{"[2]"}));
}

TEST(LostTests, SubtestsCountWithoutTheTestsAroundThem) {
  const auto nested = ran(Runner::go_test, table("", {"TestA", "TestA/group", "TestA/group/one", "TestA/group/two"}));
  const auto flat = ran(Runner::go_test, table("", {"TestA", "TestA/one", "TestA/two"}));
  const auto cut = ran(Runner::go_test, table("", {"TestA", "TestA/group", "TestA/group/one"}));
  EXPECT_TRUE(lost_tests({flat}, {nested}).empty());
  const auto lost = lost_tests({cut}, {nested});
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].cases, (Names{"/group/two"}));
}

TEST(LostTests, CasesThatAreSkippedSaySo) {
  auto now = table("t.py", {"test_one[1]"});
  now.push_back(test("t.py", "test_one[2]", Outcome::skipped));
  const auto lost =
      lost_tests({ran(Runner::pytest, now)}, {ran(Runner::pytest, table("t.py", {"test_one[1]", "test_one[2]"}))});
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_TRUE(lost[0].skipped);
}

TEST(LostTests, ValuesOfACase) {
  using Values = std::vector<std::string_view>;
  EXPECT_EQ(values_of("[200-10-1.5]"), (Values{"200", "10", "1.5"}));
  EXPECT_EQ(values_of("/group/one_thing"), (Values{"group", "one", "thing"}));
  EXPECT_EQ(values_of(""), Values{});
}

CommandRun counted(std::uint64_t passed, int exit_code = 0) {
  CommandRun run;
  run.command = "cargo test --quiet";
  run.exit_code = exit_code;
  logs::Run sum;
  sum.runner = Runner::cargo_test;
  sum.summary = true;
  sum.counts.passed = passed;
  run.log.runs.add(sum);
  return run;
}

TEST(BaseSaysNothing, WhereItRanNoTest) {
  CommandRun broken;
  broken.exit_code = 4;
  auto now = ran(Runner::pytest, {test("t.py", "a")});
  now.reports.front().passed = 1;
  EXPECT_EQ(why_base_says_nothing({now}, {broken}),
            "`run the tests` ran no test on the base, where it exited with code 4");
  broken.exit_code = 127;
  EXPECT_EQ(why_base_says_nothing({now}, {broken}), "`run the tests` could not be started on the base");
  EXPECT_EQ(why_base_says_nothing({now}, {now}), "");
  const auto red = ran(Runner::unittest, {test("t.py", "t", Outcome::failed)}, 1);  // a file that cannot be loaded
  auto counted_red = red;
  counted_red.reports.front().failed = 1;
  EXPECT_EQ(why_base_says_nothing({now}, {counted_red}),
            "`run the tests` passed no test on the base, where it exited with code 1");
  EXPECT_EQ(why_base_says_nothing({now}, {}), "");
  EXPECT_EQ(why_base_says_nothing({broken}, {broken}), "");  // it runs no tests anywhere
}

TEST(FewerTests, AreThoseOfCommandsThatNameNone) {
  const auto fewer = fewer_tests({counted(2)}, {counted(8)});
  ASSERT_EQ(fewer.size(), 1u);
  EXPECT_EQ(fewer[0].before, 8u);
  EXPECT_EQ(fewer[0].now, 2u);
  EXPECT_TRUE(fewer_tests({counted(8)}, {counted(8)}).empty());
  EXPECT_TRUE(fewer_tests({counted(9)}, {counted(8)}).empty());
  EXPECT_TRUE(fewer_tests({counted(2, 101)}, {counted(8)}).empty());  // it failed, which is told
  EXPECT_TRUE(fewer_tests({counted(2)}, {}).empty());
  auto named = counted(8);
  named.log.named.add({"a::one", Outcome::passed, Runner::cargo_test, {}});
  EXPECT_TRUE(fewer_tests({counted(2)}, {named}).empty());  // compared by name
}

TEST(FewerTests, BlockUnlessTheChangeShowsTestsOrTheTaskAsks) {
  const auto found = [](bool touches, std::string_view task) {
    std::vector<model::Finding> out;
    judge_fewer_tests({{"cargo test --quiet", 8, 2, touches}}, view_task(task), out);
    return out;
  };
  ASSERT_EQ(found(false, "Add a field").size(), 1u);
  EXPECT_EQ(found(false, "Add a field")[0].rule, "tests.not-run");
  EXPECT_EQ(found(false, "Add a field")[0].severity, model::Severity::must_fix);
  EXPECT_EQ(found(true, "Add a field")[0].severity, model::Severity::should_fix);
  EXPECT_TRUE(found(true, "Remove the tests of the old parser").empty());
}

TEST(LostTests, AreToldBySuiteAndFileWithSlashes) {
  const auto gtest = [](std::string suite, std::string name) {
    auto out = test("test/unit/a_test.cc", std::move(name));
    out.suite = std::move(suite);
    return out;
  };
  const auto lost = lost_tests({ran(Runner::googletest, {gtest("A", "One"), gtest("P/Values", "Two/1")})},
                               {ran(Runner::googletest, {gtest("A", "One"), gtest("B", "One"), gtest("A", "Gone"),
                                                         gtest("P/Values", "Two/0")})});
  EXPECT_EQ(names(lost), (Names{"test/unit/a_test.cc::A::Gone", "test/unit/a_test.cc::B::One"}));
}

TEST(LostTests, NothingIsSaidOfARunThatFailed) {
  const auto lost = lost_tests({ran(Runner::pytest, {test("t/test_a.py", "test_one", Outcome::failed)}, 1)},
                               {ran(Runner::pytest, {test("t/test_a.py", "test_one"), test("t/test_a.py", "test_z")})});
  EXPECT_TRUE(lost.empty());
}

TEST(LostTests, PrintedNamesServeWhereThereIsNoReport) {
  const auto printed = [](std::vector<std::string> list) {
    CommandRun run;
    run.exit_code = 0;
    for (auto& each : list) run.log.named.add({std::move(each), Outcome::passed, Runner::cargo_test, {}});
    return run;
  };
  EXPECT_EQ(names(lost_tests({printed({"a::one"})}, {printed({"a::one", "a::two"})})), (Names{"a::two"}));
}

TEST(FailedBefore, HoldsWhenNothingElseFailsNow) {
  const auto red = [](std::vector<std::string> list) {
    std::vector<reports::ReportedTest> tests;
    for (auto& each : list) tests.push_back(test("t.py", std::move(each), Outcome::failed));
    return ran(Runner::pytest, std::move(tests), 1);
  };
  EXPECT_TRUE(failed_before(red({"a"}), red({"a", "b"})));
  EXPECT_TRUE(failed_before(red({"a"}), red({"a"})));
  EXPECT_FALSE(failed_before(red({"a", "c"}), red({"a", "b"})));
  EXPECT_FALSE(failed_before(red({}), red({})));  // nobody knows what failed
  EXPECT_FALSE(failed_before(red({"a"}), ran(Runner::pytest, {test("t.py", "a")}, 0)));
}

TEST(ChoosesByChange, KnowsCommandsWhoseTestsDependOnWhatChanged) {
  for (const auto* command : {"jest --onlyChanged", "npx jest -o", "pytest --testmon", "nx affected -t test",
                              "vitest run --changed", "pytest --lf"})
    EXPECT_TRUE(chooses_by_change(command)) << command;
  for (const auto* command : {"npm test", "pytest -q", "go test ./...", "cargo test --offline", "make -o old test"})
    EXPECT_FALSE(chooses_by_change(command)) << command;
}

TEST(LostTestFindings, BlockUnlessTheTaskAsks) {
  const LostTest gone{"t.py::a", "t.py", "a", false, 1, 0, false};
  LostTest there = gone;
  there.is_there = true;
  LostTest skipped = gone;
  skipped.skipped = true;
  const auto findings_for = [](const std::vector<LostTest>& lost, std::string_view task) {
    std::vector<model::Finding> out;
    judge_lost_tests(lost, view_task(task), out);
    return out;
  };
  EXPECT_TRUE(findings_for({gone}, "Add a field").empty());  // the diff shows it; its rules speak
  const auto blocked = findings_for({there}, "Add a field");
  ASSERT_EQ(blocked.size(), 1u);
  EXPECT_EQ(blocked[0].rule, "tests.not-run");
  EXPECT_EQ(blocked[0].severity, model::Severity::must_fix);
  EXPECT_NE(blocked[0].message.find("t.py::a"), std::string::npos);
  LostTest cut{"t.py::shrink", "t.py", "shrink", false, 40, 12, true, {"[bmp-2]"}};
  const auto shorter = findings_for({cut}, "Add a field");
  ASSERT_EQ(shorter.size(), 1u);
  EXPECT_EQ(shorter[0].severity, model::Severity::must_fix);
  EXPECT_NE(shorter[0].message.find("40 cases before, 12 now"), std::string::npos);
  EXPECT_TRUE(findings_for({cut}, "Remove the bmp format").empty());
  EXPECT_EQ(findings_for({skipped}, "Add a field")[0].severity, model::Severity::must_fix);
  EXPECT_EQ(findings_for({skipped}, "Skip the flaky test a for now")[0].severity, model::Severity::should_fix);
}

}  // namespace
}  // namespace assay::judge
