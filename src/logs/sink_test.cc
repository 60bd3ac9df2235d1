#include <gtest/gtest.h>

#include "logs/line.h"
#include "logs/runners/runners.h"

namespace assay::logs {
namespace {

Line line(std::uint64_t number, std::string_view text = "x") { return {text, number, ~NeedleMask{0}}; }

TEST(Sink, OpensARunOnceAndEndsItWithTheSummary) {
  Facts facts;
  Sink sink(facts);
  sink.run(Runner::pytest, line(3));
  sink.run(Runner::pytest, line(5));
  EXPECT_TRUE(sink.is_open(Runner::pytest));
  EXPECT_EQ(sink.current(), Runner::pytest);
  sink.summary(Runner::pytest, line(9, "2 passed"), {.passed = 2});
  EXPECT_FALSE(sink.is_open(Runner::pytest));
  ASSERT_EQ(facts.runs.total(), 1u);
  const auto& run = facts.runs.items()[0];
  EXPECT_EQ(run.first_line, 3u);
  EXPECT_EQ(run.last_line, 9u);
  EXPECT_TRUE(run.summary);
  EXPECT_EQ(run.summary_text, "2 passed");
  EXPECT_EQ(run.counts.passed, 2u);
  ASSERT_EQ(facts.passes.total(), 1u);
  EXPECT_EQ(facts.passes.items()[0].rule, "log.pytest.passed");
  EXPECT_TRUE(facts.failures.empty());
  EXPECT_TRUE(facts.cautions.empty());
}

TEST(Sink, EachSummaryIsItsOwnRun) {
  Facts facts;
  Sink sink(facts);
  sink.summary(Runner::jest, line(1), {.passed = 1});
  sink.summary(Runner::jest, line(2), {.passed = 1, .failed = 1});
  EXPECT_EQ(facts.runs.total(), 2u);
  EXPECT_EQ(facts.passes.total(), 1u);
  ASSERT_EQ(facts.failures.total(), 1u);
  EXPECT_EQ(facts.failures.items()[0].rule, "log.jest.failed");
  EXPECT_EQ(facts.failures.items()[0].at.line, 2u);
}

TEST(Sink, NothingRunOrAllSkippedIsZeroTestsAndNoPass) {
  for (Counts counts : {Counts{}, Counts{.skipped = 4}}) {
    Facts facts;
    Sink sink(facts);
    sink.summary(Runner::go_test, line(1), counts);
    EXPECT_TRUE(facts.passes.empty());
    ASSERT_EQ(facts.cautions.total(), 1u);
    EXPECT_EQ(facts.cautions.items()[0].kind, SignalKind::zero_tests);
  }
}

TEST(Sink, ALinterWithNoErrorPassesThoughItCountsNoTests) {
  Facts facts;
  Sink sink(facts);
  sink.summary(Runner::eslint, line(1), {.warnings = 3});
  EXPECT_EQ(facts.passes.total(), 1u);
  ASSERT_EQ(facts.cautions.total(), 1u);
  EXPECT_EQ(facts.cautions.items()[0].rule, "log.eslint.warnings");
}

TEST(Sink, CountsGiveTheirCautions) {
  Facts facts;
  Sink sink(facts);
  sink.summary(Runner::playwright, line(1), {.passed = 1, .skipped = 1, .todo = 1, .flaky = 1, .warnings = 1});
  ASSERT_EQ(facts.cautions.total(), 4u);
  EXPECT_EQ(facts.passes.total(), 1u);
}

TEST(Sink, ASubjectInsideTheLineGivesColumns) {
  Facts facts;
  Sink sink(facts);
  Line l = line(7, "FAILED a::b - boom");
  sink.failed(Runner::pytest, l, l.text.substr(7, 4));
  ASSERT_EQ(facts.named.total(), 1u);
  EXPECT_EQ(facts.named.items()[0].name, "a::b");
  EXPECT_EQ(facts.named.items()[0].at.begin, 7u);
  EXPECT_EQ(facts.named.items()[0].at.end, 11u);
  EXPECT_EQ(facts.failures.items()[0].subject, "a::b");
  sink.signal(SignalKind::not_run, Runner::shell, "log.shell.not-found", line(8, "sh: x: not found"), "elsewhere");
  EXPECT_EQ(facts.failures.items()[1].rule, "log.shell.not-found");
  EXPECT_EQ(facts.failures.items()[1].at.end, 0u);
}

TEST(Sink, MarkedLinesBelongToTheRunnerThatTurnsOutToHavePrintedThem) {
  Facts facts;
  Sink sink(facts);
  sink.mark(line(2));
  sink.named(Runner::loose, line(2, "auth"), Outcome::passed, "auth");
  sink.summary(Runner::cargo_test, line(5), {.passed = 1});
  EXPECT_EQ(facts.named.items()[0].runner, Runner::loose);
  sink.summary(Runner::node_test, line(9), {.passed = 1});
  EXPECT_EQ(facts.named.items()[0].runner, Runner::node_test);
  EXPECT_EQ(facts.runs.items()[0].first_line, 5u);
  EXPECT_EQ(facts.runs.items()[1].first_line, 2u);
}

TEST(Sink, ABannerEndsTheRunBeforeItAndTheEndKeepsWhatNeverClosed) {
  Facts facts;
  Sink sink(facts);
  sink.start(Runner::pytest, line(1));
  sink.start(Runner::pytest, line(4));
  sink.run(Runner::tox, line(5));
  EXPECT_EQ(facts.runs.total(), 1u);
  sink.end();
  ASSERT_EQ(facts.runs.total(), 3u);
  EXPECT_EQ(facts.runs.items()[1].first_line, 4u);
  EXPECT_FALSE(facts.runs.items()[2].summary);
}

TEST(Sink, ARunReachesBackALittleButNotIntoAnother) {
  Facts facts;
  Sink sink(facts);
  sink.reach_back(Runner::unittest, line(30));
  sink.summary(Runner::unittest, line(31), {.passed = 1});
  EXPECT_EQ(facts.runs.items()[0].first_line, 18u);
  sink.reach_back(Runner::unittest, line(35));
  sink.summary(Runner::unittest, line(36), {.passed = 1});
  EXPECT_EQ(facts.runs.items()[1].first_line, 32u);
}

TEST(Sink, OnlyAFailedRunExplainsItselfAfterItsSummary) {
  Facts facts;
  Sink sink(facts);
  sink.summary(Runner::mocha, line(3), {.passed = 1});
  sink.explain(Runner::mocha, line(5));
  EXPECT_EQ(facts.runs.items()[0].last_line, 3u);
  sink.summary(Runner::mocha, line(7), {.failed = 1});
  sink.explain(Runner::mocha, line(9));
  EXPECT_GT(facts.runs.items()[1].last_line, 9u);
}

TEST(Sink, WhatTestsOfACleanRunPrintIsNoSignal) {
  for (const bool clean : {true, false}) {
    Facts facts;
    Sink sink(facts);
    sink.run(Runner::pytest, line(1));
    sink.signal(SignalKind::failure, Runner::compiler_c, "error", line(2));
    sink.signal(SignalKind::crash, Runner::process, "traceback", line(3));
    sink.signal(SignalKind::crash, Runner::process, "signal", line(4));
    sink.signal(SignalKind::failure, Runner::npm, "failed", line(5));
    sink.signal(SignalKind::warning, Runner::eslint, "warnings", line(6));
    sink.summary(Runner::pytest, line(9), {.passed = 1, .failed = clean ? 0u : 1u});
    EXPECT_EQ(facts.failures.total(), clean ? 2u : 5u);
    EXPECT_EQ(facts.cautions.total(), clean ? 0u : 1u);
  }
}

TEST(Sink, WhatCameBeforeTheRunIsNotItsOutput) {
  Facts facts;
  Sink sink(facts);
  sink.signal(SignalKind::failure, Runner::tsc, "error", line(2));
  sink.run(Runner::jest, line(3));
  sink.summary(Runner::jest, line(9), {.passed = 1});
  sink.signal(SignalKind::failure, Runner::tsc, "error", line(10));
  EXPECT_EQ(facts.failures.total(), 2u);
}

TEST(Sink, APartOfARunGivesNoSignal) {
  Facts facts;
  Sink sink(facts);
  sink.part(Runner::cargo_test, line(3, "test result: ok."), {});
  ASSERT_EQ(facts.runs.total(), 1u);
  EXPECT_TRUE(facts.runs.items()[0].summary);
  EXPECT_TRUE(facts.cautions.empty());
}

TEST(Sink, AFailedTestToldTwiceCountsOnce) {
  Facts facts;
  Sink sink(facts);
  sink.failed(Runner::jest, line(3), "a");
  sink.failed(Runner::jest, line(9), "a");
  sink.failed(Runner::vitest, line(9), "a");
  EXPECT_EQ(facts.failures.total(), 2u);
  EXPECT_EQ(facts.named.total(), 2u);
}

TEST(Sink, WhatWasAttestedCountsOnlyWithoutSummaryAndFailure) {
  for (const int variant : {0, 1, 2, 3}) {
    Facts facts;
    Sink sink(facts);
    if (variant == 3) sink.announce(Runner::jest, line(1));
    sink.run(Runner::jest, line(2));
    sink.attest(Runner::jest, line(2, "PASS a.test.ts"));
    if (variant == 1) sink.failed(Runner::jest, line(3), "b");
    if (variant == 2) sink.summary(Runner::jest, line(4), {.skipped = 1});
    sink.end();
    EXPECT_EQ(facts.passes.total(), variant == 0 ? 1u : 0u) << variant;
  }
}

TEST(Sink, AnAnnouncedRunWithoutAnEndIsUnfinished) {
  Facts facts;
  Sink sink(facts);
  sink.announce(Runner::vitest, line(2, "RUN v3"));
  sink.run(Runner::go_test, line(4));
  sink.end();
  ASSERT_EQ(facts.cautions.total(), 1u);
  EXPECT_EQ(facts.cautions.items()[0].rule, "log.vitest.unfinished");
  EXPECT_EQ(facts.cautions.items()[0].at.line, 2u);
}

TEST(Readers, EveryRegisteredReaderWantsSomething) {
  for (const auto& reader : make_readers()) EXPECT_NE(reader->wants(), 0u);
}

TEST(Sink, ALineHeldBackMayStandAboveTheOneThatOpenedItsRun) {
  Facts facts;
  Sink sink(facts);
  sink.run(Runner::exunit, line(22));
  const auto& run = sink.run(Runner::exunit, line(21));
  EXPECT_EQ(run.first_line, 21u);
  EXPECT_EQ(run.last_line, 22u);
}

}  // namespace
}  // namespace assay::logs
