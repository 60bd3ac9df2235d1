#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Pytest, APassingSession) {
  const auto r = read_lines(R"(============================= test session starts ==============================
platform linux -- Python 3.11.2, pytest-7.2.1, pluggy-1.0.0
plugins: cov-4.0.0, rerunfailures-10.2
collected 18 items

tests/test_config.py ..................                                  [100%]

============================== 18 passed in 0.42s ==============================
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@8"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("tests/test_config.py"));
  EXPECT_THAT(r.unclaimed, IsEmpty());
  ASSERT_EQ(r.facts.runs.total(), 1u);
  EXPECT_EQ(r.facts.runs.items()[0].first_line, 1u);
  EXPECT_EQ(r.facts.runs.items()[0].last_line, 8u);
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 18}));
}

TEST(Pytest, AMixedVerboseSession) {
  const auto r = read_lines(R"(============================= test session starts ==============================
test_auth.py::test_denies_guest PASSED                                   [  7%]
test_auth.py::test_bad FAILED                                            [ 15%]
test_auth.py::test_skip SKIPPED (needs network)                          [ 23%]
test_auth.py::test_xf XFAIL                                              [ 30%]
test_auth.py::test_xp XPASS                                              [ 38%]
test_auth.py::test_xps FAILED                                            [ 46%]
test_auth.py::test_par[a b] PASSED                                       [ 61%]
test_auth.py::test_par[error - failed] PASSED                            [ 69%]
test_auth.py::test_setup_error ERROR                                     [ 76%]
=================================== FAILURES ===================================
___________________________________ test_bad ___________________________________
E       assert 1 == 2
test_auth.py:5: AssertionError
___________________________________ test_xps ___________________________________
[XPASS(strict)]
=========================== short test summary info ============================
FAILED test_auth.py::test_bad - assert 1 == 2
FAILED test_auth.py::test_xps
ERROR test_auth.py::test_setup_error - RuntimeError: no db
= 2 failed, 3 passed, 1 skipped, 1 xfailed, 1 xpassed, 1 warning, 1 error in 0.10s =
)");
  EXPECT_THAT(r.signals(),
              ElementsAre("failure@3", "failure@7", "failure@10", "failure@21", "skipped@21", "warning@21"));
  EXPECT_THAT(r.names(Outcome::failed),
              ElementsAre("test_auth.py::test_bad", "test_auth.py::test_xps", "test_auth.py::test_setup_error"));
  EXPECT_THAT(r.names(Outcome::passed),
              ElementsAre("test_auth.py::test_denies_guest", "test_auth.py::test_xp", "test_auth.py::test_par[a b]",
                          "test_auth.py::test_par[error - failed]"));
  EXPECT_EQ(r.facts.runs.items()[0].counts,
            (Counts{.passed = 3, .failed = 2, .errors = 1, .skipped = 1, .warnings = 1}));
  EXPECT_EQ(r.facts.failures.items()[0].subject, "test_auth.py::test_bad");
  EXPECT_EQ(r.facts.failures.items()[0].rule, "log.pytest.failed");
  EXPECT_EQ(r.facts.failures.items()[0].at.begin, 0u);
  EXPECT_EQ(r.facts.failures.items()[0].at.end, 22u);
}

TEST(Pytest, LinesLeftOfATrimmedLog) {
  auto r = read_lines("FAILED tests/test_parser.py::test_empty_input\n1 failed, 18 passed in 0.32s\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@2"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 18, .failed = 1}));
  r = read_lines("================ 18 passed, 2 deselected in 0.31s ================\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@1"));
  r = read_lines("==== 2 passed, 3 warnings in 75.10s (0:01:15) ====\n");
  EXPECT_THAT(r.signals(), ElementsAre("warning@1", "pass@1"));
}

TEST(Pytest, NothingRunIsZeroTests) {
  for (const char* text : {"============================ no tests ran in 0.00s =============================\n",
                           "============================ 13 deselected in 0.01s ============================\n",
                           "====================== 2 skipped, 12 deselected in 0.01s =======================\n"}) {
    EXPECT_THAT(read_lines(text).signals(), ElementsAre("zero_tests@1")) << text;
  }
}

TEST(Pytest, CollectingIsNotRunning) {
  EXPECT_THAT(read_lines("9 tests collected in 0.03s\n").signals(), ElementsAre("not_run@1", "zero_tests@1"));
}

TEST(Pytest, ErrorsBeforeAnyTestRan) {
  auto r = read_lines(R"(collected 13 items / 1 error
==================================== ERRORS ====================================
________________________ ERROR collecting test_coll.py _________________________
E   ModuleNotFoundError: No module named 'nosuchmodule'
=========================== short test summary info ============================
ERROR test_coll.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
=============================== 1 error in 0.05s ===============================
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@6", "failure@7", "failure@8"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("test_coll.py"));
  r = read_lines("INTERNALERROR> Traceback (most recent call last):\nINTERNALERROR> RuntimeError: hook broke\n");
  EXPECT_THAT(r.signals(), ElementsAre("crash@1"));
  r = read_lines("==== no tests ran in 0.00s ====\nERROR: file or directory not found: nosuchfile.py\n");
  EXPECT_THAT(r.signals(), ElementsAre("not_run@2", "zero_tests@1"));
  r = read_lines("!!!!!!!!!!!!!!!!!! KeyboardInterrupt !!!!!!!!!!!!!!!!!!\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1"));
}

TEST(Pytest, ASessionThatNeverClosesIsUnfinished) {
  const auto r = read_lines("===== test session starts =====\ncollected 1 item\n\ntests/test_cart.py \n");
  EXPECT_THAT(r.signals(), ElementsAre("warning@1"));
  EXPECT_EQ(r.facts.cautions.items()[0].rule, "log.pytest.unfinished");
}

TEST(Pytest, AMissedCoverageThresholdFailsAPassingSession) {
  const auto r = read_lines(
      "FAIL Required test coverage of 80% not reached. Total coverage: 41.20%\n==== 5 passed in 0.10s ====\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "pass@2"));
  EXPECT_EQ(r.facts.failures.items()[0].rule, "log.pytest.coverage");
}

TEST(Pytest, TheLastStatusOnALineCounts) {
  const auto r = read_lines(
      "a_test.py::test_x[ PASSED []] FAILED [ 3%]\na_test.py::test_y[FAILED (1)] PASSED\n"
      "a_test.py::test_z SKIPPED (PASSED (elsewhere)) [ 9%]\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("a_test.py::test_x[ PASSED []]"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("a_test.py::test_y[FAILED (1)]"));
}

TEST(Pytest, WorkersOfXdistAndReruns) {
  auto r =
      read_lines("[gw0] [  7%] PASSED test_auth.py::test_denies_guest \n[gw1] [ 15%] FAILED test_auth.py::test_bad \n");
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("test_auth.py::test_denies_guest"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("test_auth.py::test_bad"));
  r = read_lines("========================== 1 passed, 1 rerun in 0.08s ==========================\n");
  EXPECT_THAT(r.signals(), ElementsAre("flaky@1", "pass@1"));
}

TEST(Unittest, VerboseWithEveryOutcome) {
  const auto r = read_lines(R"(test_ok (test_g.G.test_ok) ... ok
test_ok2 (test_g.G.test_ok2)
returns 2 errors ... ok
test_bad (test_u.A.test_bad) ... FAIL
test_sk (test_u.A.test_sk) ... skipped 'why not'
test_xf (test_u.A.test_xf) ... expected failure

======================================================================
FAIL: test_bad (test_u.A.test_bad)
----------------------------------------------------------------------
Ran 5 tests in 0.001s

FAILED (failures=1, skipped=1, expected failures=1)
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@4", "failure@13", "skipped@13"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("test_ok (test_g.G.test_ok)", "returns 2 errors"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 2, .failed = 1, .skipped = 1}));
  EXPECT_EQ(r.facts.runs.items()[0].first_line, 1u);
}

TEST(Unittest, PassingSkippedEmptyAndBroken) {
  EXPECT_THAT(read_lines("..\n-----\nRan 2 tests in 0.000s\n\nOK\n").signals(), ElementsAre("pass@5"));
  EXPECT_THAT(read_lines("Ran 3 tests in 0.000s\n\nOK (skipped=1)\n").signals(), ElementsAre("skipped@3", "pass@3"));
  EXPECT_THAT(read_lines("Ran 2 tests in 0.000s\n\nOK (skipped=2)\n").signals(), ElementsAre("zero_tests@3"));
  EXPECT_THAT(read_lines("Ran 0 tests in 0.000s\n\nOK\n").signals(), ElementsAre("zero_tests@3"));
  EXPECT_THAT(read_lines("Ran 0 tests in 0.000s\n\nNO TESTS RAN\n").signals(), ElementsAre("zero_tests@3"));
  EXPECT_THAT(read_lines("FAILED (errors=1)\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("Ran 1 test in 0.0s\n\nFAILED (unexpected successes=1)\n").signals(),
              ElementsAre("failure@3"));
  EXPECT_THAT(read_lines("everything is OK\nOK\n").signals(), IsEmpty());
}

TEST(Unittest, WhatTestsPrintBeforeTheCountsIsPartOfTheRun) {
  const auto r = read_lines(".ERROR:root:payment refused\n.\n-----\nRan 2 tests in 0.000s\n\nOK\n");
  EXPECT_EQ(r.facts.runs.items()[0].first_line, 1u);
}

TEST(Tox, OneLineAnEnvironment) {
  auto r = read_lines("  py: commands succeeded\n  lint: commands succeeded\n  congratulations :)\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@3"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("py", "lint"));
  r = read_lines("  py: commands succeeded\nERROR:   lint: commands failed\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("lint"));
  r = read_lines(R"(  py311: OK (0.50=setup[0.10]+cmd[0.40] seconds)
  py312: FAIL code 1 (0.61=setup[0.11]+cmd[0.50] seconds)
  py27: SKIP (0.01 seconds)
  evaluation failed :( (1.20 seconds)
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2", "failure@4", "skipped@4"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 1, .failed = 1, .skipped = 1}));
}

}  // namespace
}  // namespace assay::logs
