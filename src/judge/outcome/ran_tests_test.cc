#include "judge/outcome/ran_tests.h"

#include <gtest/gtest.h>

namespace assay::judge {
namespace {

using logs::Outcome;
using reports::Failure;

reports::ReportedTest reported_test(std::string name, Outcome outcome, Failure failure = Failure::unknown) {
  reports::ReportedTest test;
  test.name = std::move(name);
  test.file = "tests/test_a.py";
  test.outcome = outcome;
  test.failure = failure;
  return test;
}

CommandRun reported_run(int exit_code, std::vector<reports::ReportedTest> tests) {
  CommandRun run;
  run.command = "pytest";
  run.exit_code = exit_code;
  reports::Report report;
  report.runner = logs::Runner::pytest;
  report.tests = std::move(tests);
  run.reports.push_back(std::move(report));
  return run;
}

Notice::Kind kind_of(const CommandRun& run, const CommandRun& control) {
  return notice_of(run, list_tests(run), list_tests(control)).kind;
}

const CommandRun k_green =
    reported_run(0, {reported_test("test_a", Outcome::passed), reported_test("test_b", Outcome::passed)});

TEST(RanTests, NamesCarryTheirFile) {
  const auto tests = list_tests(k_green);
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(tests.begin()->first, "tests/test_a.py::test_a");
}

TEST(RanTests, AnAssertionThatFailsNotices) {
  const auto run = reported_run(
      1, {reported_test("test_a", Outcome::failed, Failure::assertion), reported_test("test_b", Outcome::passed)});
  EXPECT_EQ(kind_of(run, k_green), Notice::Kind::noticed);
}

TEST(RanTests, ACrashIsNoJudgement) {
  EXPECT_EQ(kind_of(reported_run(1, {reported_test("test_a", Outcome::failed, Failure::error)}), k_green),
            Notice::Kind::broke);
  EXPECT_EQ(kind_of(reported_run(2, {}), k_green), Notice::Kind::broke);
  auto slow = reported_run(0, {});
  slow.timed_out = true;
  EXPECT_EQ(kind_of(slow, k_green), Notice::Kind::broke);
}

TEST(RanTests, FewerTestsThanBeforeAreNoPass) {
  EXPECT_EQ(kind_of(k_green, k_green), Notice::Kind::unnoticed);
  EXPECT_EQ(kind_of(reported_run(0, {reported_test("test_a", Outcome::passed)}), k_green), Notice::Kind::broke);
}

TEST(RanTests, WhatFailsAnywayNoticesNothing) {
  const auto control = reported_run(1, {reported_test("test_a", Outcome::failed, Failure::assertion)});
  EXPECT_EQ(kind_of(control, control), Notice::Kind::broke);
}

TEST(RanTests, ATestThatIsNotReliedOnNoticesNothingAndHidesNothing) {
  const auto control =
      reported_run(0, {reported_test("test_a", Outcome::skipped), reported_test("test_b", Outcome::passed)});
  EXPECT_EQ(kind_of(reported_run(1, {reported_test("test_a", Outcome::failed, Failure::assertion),
                                     reported_test("test_b", Outcome::passed)}),
                    control),
            Notice::Kind::unnoticed);
  EXPECT_EQ(kind_of(reported_run(1, {reported_test("test_a", Outcome::failed, Failure::assertion),
                                     reported_test("test_b", Outcome::failed, Failure::assertion)}),
                    control),
            Notice::Kind::noticed);
}

TEST(RanTests, FilesAreToldApart) {
  EXPECT_TRUE(is_same_file("./tests/a.py", "tests/a.py"));
  EXPECT_TRUE(is_same_file("/src/shop/tests/a.py", "tests/a.py"));
  EXPECT_FALSE(is_same_file("other_a.py", "a.py"));
  EXPECT_FALSE(is_same_file("", "a.py"));
}

}  // namespace
}  // namespace assay::judge
