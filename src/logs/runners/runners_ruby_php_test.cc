#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/reading/reader.h"
#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Rspec, NamesFailedExamplesFromTheList) {
  const auto r = read_lines(
      "\n"
      "Failures:\n"
      "  1) Ledger moves money\n"
      "     Failure/Error: expect(subject.balance(:b)).to eq(3)\n"
      "Finished in 0.02221 seconds (files took 0.05977 seconds to load)\n"
      "5 examples, 1 failure, 1 pending\n"
      "\n"
      "Failed examples:\n"
      "rspec ./spec/ledger_spec.rb:3 # Ledger moves money\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("Ledger moves money"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@6", "failure@9", "skipped@6"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 3, .failed = 1, .skipped = 1}));
  EXPECT_EQ(r.facts.failures.items()[1].at.begin, 32u);
}

TEST(Rspec, ALoneSummaryIsEnough) {
  EXPECT_THAT(read_lines("5 examples, 0 failures, 1 pending\n").signals(), ElementsAre("skipped@1", "pass@1"));
  EXPECT_THAT(read_lines("1 example, 0 failures\n").signals(), ElementsAre("pass@1"));
}

TEST(Rspec, WhatExamplesPrintBelongsToTheRun) {
  const auto r = read_lines("Ledger\n  failures\nerror: something expected on stderr\n2 examples, 0 failures\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@4"));
  EXPECT_EQ(first_run(r).first_line, 1u);
}

TEST(Rspec, NothingRunOrNotLoadedIsNoPass) {
  EXPECT_THAT(read_lines("All examples were filtered out\n0 examples, 0 failures\n").signals(),
              ElementsAre("zero_tests@2"));
  const auto r = read_lines(
      "An error occurred while loading ./spec/bad_spec.rb.\n0 examples, 0 failures, 1 error occurred outside of "
      "examples\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@2"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("./spec/bad_spec.rb"));
}

TEST(Rspec, PendingExamplesAreNamed) {
  const auto r = read_lines("  is slow (PENDING: Temporarily skipped with xit)\n2 examples, 0 failures, 1 pending\n");
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("is slow"));
}

std::vector<std::string> passed_names(const Facts& facts) {
  std::vector<std::string> names;
  for (const Named& named : facts.named)
    if (named.outcome == Outcome::passed) names.push_back(named.name);
  return names;
}

TEST(Rspec, DocumentationNamesExamples) {
  const Facts facts = read_log_text(
      "$ bundle exec rspec -fd\n\nBilling::Proration\n  charges by day\n  when the month is short\n    fails on day "
      "31\n"
      "\nRefunds\n  keeps the error of the bank\n\nFinished in 0.02 seconds (files took 0.1 seconds to load)\n"
      "3 examples, 0 failures\n");
  EXPECT_THAT(passed_names(facts), ElementsAre("Billing::Proration charges by day",
                                               "Billing::Proration when the month is short fails on day 31",
                                               "Refunds keeps the error of the bank"));
  EXPECT_EQ(facts.named.items()[1].at.line, 6u);
  EXPECT_EQ(facts.failures.total(), 0u);
}

TEST(Rspec, DocumentationInAShortLogAndBehindPrefixes) {
  EXPECT_THAT(passed_names(read_log_text("Billing\n  charges by day\n\n1 example, 0 failures")),
              ElementsAre("Billing charges by day"));
  EXPECT_THAT(passed_names(read_log_text("2024-05-01T10:00:00Z Billing\n2024-05-01T10:00:00Z   charges by day\n"
                                         "2024-05-01T10:00:00Z \n2024-05-01T10:00:00Z 1 example, 0 failures\n")),
              ElementsAre("Billing charges by day"));
}

TEST(Rspec, DocumentationOfFailedPendingOrOtherTextNamesNothing) {
  EXPECT_THAT(
      passed_names(read_log_text("Billing\n  charges by day (FAILED - 1)\n  refunds\n\n2 examples, 1 failure\n")),
      IsEmpty());
  EXPECT_THAT(passed_names(read_log_text("Billing\n  refunds (PENDING: later)\n\nPending: (Failures listed here are "
                                         "expected and do not affect your suite's status)\n\n  1) Billing refunds\n"
                                         "     # later\n\n1 example, 0 failures, 1 pending\n")),
              IsEmpty());
  // More lines stand there than examples were counted.
  EXPECT_THAT(passed_names(read_log_text("auth\n  denies guests\n  denies robots\n.\n\n1 example, 0 failures\n")),
              IsEmpty());
}

TEST(Rspec, AFailureAboveTheOutlineIsStillHeard) {
  const Facts facts = read_log_text("the lint failed\nBilling\n  charges by day\n\n1 example, 0 failures\n");
  EXPECT_EQ(passed_names(facts).size(), 1u);
  // The run of a runner without a banner reaches back a little; an outline reaches no further.
  std::string log = "the lint failed\nBilling\n";
  for (int i = 0; i < 20; ++i) log += "  charges a day\n";
  EXPECT_EQ(read_log_text(log + "\n20 examples, 0 failures\n").failures.total(), 1u);
}

TEST(Minitest, FailuresErrorsAndSkipsByTheirHeadings) {
  const auto r = read_lines(
      "Run options: --seed 49708\n"
      "# Running:\n"
      "  1) Error:\n"
      "LedgerTest#test_boom:\n"
      "NoMethodError: undefined method `foo' for nil:NilClass\n"
      "  2) Failure:\n"
      "LedgerTest#test_moves_money [test/ledger_test.rb:4]:\n"
      "  3) Skipped:\n"
      "LedgerTest#test_skips [test/ledger_test.rb:6]:\n"
      "4 runs, 3 assertions, 1 failures, 1 errors, 1 skips\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("LedgerTest#test_boom", "LedgerTest#test_moves_money"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@4", "failure@7", "failure@10", "skipped@10"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 1, .failed = 1, .errors = 1, .skipped = 1}));
  EXPECT_EQ(first_run(r).first_line, 1u);
}

TEST(Minitest, VerboseLinesNameTests) {
  const auto r = read_lines(
      "LedgerTest#test_moves_money = 0.00 s = .\nLedgerTest#test_skips = 0.00 s = S\nLedgerTest#test_bad = 0.00 s = F\n"
      "LedgerTest#test_failure_is_an_error = error: expected\n"
      "4 runs, 3 assertions, 1 failures, 0 errors, 1 skips\n");
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("LedgerTest#test_moves_money"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("LedgerTest#test_skips"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("LedgerTest#test_bad"));
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(Minitest, PassZeroAndRake) {
  EXPECT_THAT(read_lines("4 runs, 4 assertions, 0 failures, 0 errors, 0 skips\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("0 runs, 0 assertions, 0 failures, 0 errors, 0 skips\n").signals(),
              ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("rake aborted!\n").signals(), ElementsAre("failure@1"));
}

TEST(TestUnit, CountsOmissionsAsSkipped) {
  const auto r = read_lines(
      "Failure: test_moves_money(LedgerTest)\n"
      "4 tests, 3 assertions, 1 failures, 0 errors, 0 pendings, 1 omissions, 0 notifications\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("test_moves_money(LedgerTest)"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@2", "skipped@2"));
}

TEST(Phpunit, ListsOfFailuresNameTestsAndOtherListsDoNot) {
  const auto r = read_lines(
      "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n"
      "There was 1 error:\n"
      "1) RouterTest::testErrors\n"
      "There was 1 failure:\n"
      "1) RouterTest::testData with data set \"two\" ('a')\n"
      "There was 1 risky test:\n"
      "1) RouterTest::testRisky\n"
      "ERRORS!\n"
      "Tests: 8, Assertions: 7, Errors: 1, Failures: 1, Risky: 1.\n");
  EXPECT_THAT(r.names(Outcome::failed),
              ElementsAre("RouterTest::testErrors", "RouterTest::testData with data set \"two\" ('a')"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@5", "failure@9", "warning@9"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 6, .failed = 1, .errors = 1, .warnings = 1}));
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(Phpunit, PassSkippedIncompleteAndZero) {
  EXPECT_THAT(read_lines("OK (12 tests, 30 assertions)\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("OK (1 test, 1 assertion)\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("OK, but incomplete, skipped, or risky tests!\n"
                         "Tests: 8, Assertions: 6, Skipped: 1, Incomplete: 1.\n")
                  .signals(),
              ElementsAre("skipped@2", "todo@2", "pass@2"));
  EXPECT_THAT(read_lines("No tests executed!\n").signals(), ElementsAre("zero_tests@1"));
}

TEST(Phpunit, TestdoxNamesTests) {
  const auto r = read_lines(
      "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n"
      " ✔ Error on unknown route fails [0.25 ms]\n"
      " ✘ Finds a route [1.38 ms]\n"
      " ↩ Skips [0.16 ms]\n"
      " ∅ Incomplete [0.11 ms]\n"
      "Tests: 4, Assertions: 2, Failures: 1, Skipped: 1, Incomplete: 1.\n");
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("Error on unknown route fails"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("Finds a route"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("Skips"));
}

TEST(Phpunit, AMissingFileDidNotRun) {
  EXPECT_THAT(
      read_lines("PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\nCannot open file \"nowhere\".\n").signals(),
      ElementsAre("not_run@3"));
}

TEST(Pest, NamesTestsUnderTheirSuite) {
  const auto r = read_lines(
      "   PASS  Tests\\Unit\\AuthTest\n"
      "  ✓ it denies guests                        0.02s\n"
      "   FAIL  Tests\\Feature\\CartTest\n"
      "  ⨯ it adds\n"
      "   FAILED  Tests\\Feature\\CartTest > it adds\n"
      "  Tests:    1 failed, 1 skipped, 3 passed (5 assertions)\n");
  EXPECT_THAT(r.names(Outcome::passed),
              ElementsAre("Tests\\Unit\\AuthTest", "Tests\\Unit\\AuthTest > it denies guests"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("Tests\\Feature\\CartTest > it adds"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@4", "failure@6", "skipped@6"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 3, .failed = 1, .skipped = 1}));
}

TEST(Pest, PassTodoAndAllSkipped) {
  EXPECT_THAT(read_lines("  Tests:    3 passed (5 assertions)\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("  Tests:    1 todo, 3 passed (5 assertions)\n").signals(), ElementsAre("todo@1", "pass@1"));
  EXPECT_THAT(read_lines("  Tests:    2 skipped (0 assertions)\n").signals(), ElementsAre("zero_tests@1"));
}

}  // namespace
}  // namespace assay::logs
