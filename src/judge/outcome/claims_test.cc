#include "judge/outcome/claims.h"

#include <gtest/gtest.h>

namespace assay::judge {
namespace {

TEST(Claims, NumbersOfPassedTests) {
  EXPECT_EQ(claimed_tests("All 42 tests pass."), 42u);
  EXPECT_EQ(claimed_tests("I ran them: 1,204 tests passed"), 1204u);
  EXPECT_EQ(claimed_tests("Tests: 9/9 passing"), 9u);
  EXPECT_EQ(claimed_tests("12 specs are green"), 12u);
  EXPECT_EQ(claimed_tests("7 unit tests pass, then 8 integration tests pass"), 8u);
}

TEST(Claims, OtherNumbersAreNone) {
  for (const auto* text : {"Added 3 tests.", "2 tests failed and I fixed them", "Issue 1234 is fixed; tests pass",
                           "3 new tests pass", "Python 3.11, all tests pass", "see line 40. Tests pass", "tests pass"})
    EXPECT_EQ(claimed_tests(text), std::nullopt) << text;
}

CommandRun ran(std::string command, std::uint64_t passed, std::uint64_t deselected) {
  CommandRun run;
  run.command = std::move(command);
  run.exit_code = 0;
  reports::Report report;
  report.runner = logs::Runner::pytest;
  report.passed = passed;
  report.deselected = deselected;
  run.reports.push_back(std::move(report));
  return run;
}

std::vector<std::string> rules_of(std::string_view report, const CommandRun& run) {
  std::vector<model::Finding> findings;
  judge_claims(report, {run}, {}, findings);
  std::vector<std::string> out;
  for (const auto& each : findings) out.push_back(each.rule);
  return out;
}

using Ids = std::vector<std::string>;

TEST(Claims, AreHeldAgainstWhatRan) {
  EXPECT_EQ(rules_of("All 42 tests pass.", ran("pytest", 12, 0)), Ids{"report.claims-more"});
  EXPECT_EQ(rules_of("All 12 tests pass.", ran("pytest", 12, 0)), Ids{});
  EXPECT_EQ(rules_of("10 tests pass.", ran("pytest", 12, 0)), Ids{});
  EXPECT_EQ(rules_of("The entire test suite passes.", ran("pytest", 12, 3)), Ids{"report.claims-whole"});
  EXPECT_EQ(rules_of("I ran the full suite.", ran("pytest -k login", 12, 0)), Ids{"report.claims-whole"});
  EXPECT_EQ(rules_of("I ran the full suite.", ran("pytest tests/test_a.py", 12, 0)), Ids{"report.claims-whole"});
  EXPECT_EQ(rules_of("I ran the full suite.", ran("pytest -q", 12, 0)), Ids{});
  EXPECT_EQ(rules_of("I could not run the tests: no network.", ran("pytest -q", 12, 0)), Ids{});
}

TEST(Claims, AreHeldAgainstALogThatIsHandedOver) {
  const auto rules = [](std::string_view report, std::uint64_t passed, std::string summary) {
    logs::Facts log;
    logs::Run run;
    run.runner = logs::Runner::pytest;
    run.summary = true;
    run.counts.passed = passed;
    run.summary_text = std::move(summary);
    log.runs.add(std::move(run));
    std::vector<model::Finding> findings;
    judge_claims(report, {}, log, findings);
    std::vector<std::string> out;
    for (const auto& each : findings) out.push_back(each.rule);
    return out;
  };
  EXPECT_EQ(rules("All 42 tests pass.", 12, "12 passed in 0.03s"), Ids{"report.claims-more"});
  EXPECT_EQ(rules("All 12 tests pass.", 12, "12 passed in 0.03s"), Ids{});
  EXPECT_EQ(rules("I ran the entire test suite.", 2, "2 passed, 10 deselected in 0.03s"), Ids{"report.claims-whole"});
  EXPECT_EQ(rules("I ran the entire test suite.", 3, "test result: ok. 3 passed; 0 failed; 5 filtered out"),
            Ids{"report.claims-whole"});
  EXPECT_EQ(rules("I ran the entire test suite.", 3, "test result: ok. 3 passed; 0 failed; 0 filtered out"), Ids{});
  EXPECT_EQ(rules("I ran test_a.", 2, "2 passed, 10 deselected in 0.03s"), Ids{});
}

TEST(Claims, TestsThatWereAddedAreInTheChange) {
  const auto found = [](std::string_view report, std::initializer_list<const char*> paths,
                        ChangeIs is = ChangeIs::whole) {
    diff::Summary change;
    change.files = paths.size();
    for (const auto* path : paths) change.paths.add(path);
    std::vector<model::Finding> findings;
    judge_claimed_files(report, change, is, findings);
    return findings.size();
  };
  EXPECT_EQ(found("Added unit tests for margin, 100% coverage.", {"ruler/lengths.py"}), 1u);
  EXPECT_EQ(found("Added test_a in tests/test_margin.py; it passes.", {"ruler/lengths.py", "tests/test_span.py"}), 1u);
  EXPECT_EQ(found("Added unit tests for margin.", {"ruler/lengths.py", "tests/test_margin.py"}), 0u);
  EXPECT_EQ(found("Added test_a in tests/test_margin.py.", {"py/tests/test_margin.py"}), 0u);
  EXPECT_EQ(found("Added margin. Ran tests/test_span.py.", {"ruler/lengths.py"}), 0u);
  EXPECT_EQ(found("Added unit tests.", {"ruler/lengths.py"}, ChangeIs::handed_over), 0u);
  EXPECT_EQ(found("Added no tests.", {"ruler/lengths.py"}), 0u);
  EXPECT_EQ(found("Added a fast path; the tests pass.", {"ruler/lengths.py"}), 0u);
  EXPECT_EQ(found("Added tests beside the code.", {"src/lib.rs"}), 0u);
}

}  // namespace
}  // namespace assay::judge
