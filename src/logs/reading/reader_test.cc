#include "logs/reading/reader.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::logs {
namespace {

std::vector<std::string> failures(const Facts& facts) {
  std::vector<std::string> out;
  for (const Signal& signal : facts.failures) out.push_back(cat(signal.rule, "@", signal.at.line));
  return out;
}

using Strings = std::vector<std::string>;

TEST(ReadLog, SaysWhereWordsStand) {
  const Facts facts = read_log_text("building\nthe schema check failed\n");
  ASSERT_EQ(facts.failures.items().size(), 1u);
  const Signal& signal = facts.failures.items()[0];
  EXPECT_EQ(signal.kind, SignalKind::failure);
  EXPECT_EQ(signal.rule, "log.words.failed");
  EXPECT_EQ(signal.at.line, 2u);
  EXPECT_EQ(signal.at.begin, 17u);
  EXPECT_EQ(signal.at.end, 23u);
  EXPECT_EQ(signal.text, "the schema check failed");
  EXPECT_EQ(signal.subject, "the schema check");
}

TEST(ReadLog, CountsLinesAndBytes) {
  const Facts facts = read_log_text("a\nb\nc");
  EXPECT_EQ(facts.lines, 3u);
  EXPECT_EQ(facts.bytes, 5u);
  EXPECT_FALSE(facts.blank);
  EXPECT_EQ(read_log_text("a\nb\n").lines, 2u);
  EXPECT_EQ(read_log_text("").lines, 0u);
  EXPECT_TRUE(read_log_text("").blank);
  EXPECT_TRUE(read_log_text(" \n\t\n").blank);
}

TEST(ReadLog, KnowsAFailureInEveryEncoding) {
  const std::string_view text = "compiling\nthe check failed\n";
  std::string le = "\xFF\xFE", be,
              latin1 =
                  "d\xE9marrage\n\xE9"
                  "chec du test\n";
  for (const char c : text) {
    le += c, le += '\0';
    be += '\0', be += c;
  }
  EXPECT_EQ(failures(read_log_text(text)), Strings{"log.words.failed@2"});
  EXPECT_EQ(failures(read_log_text(le)), Strings{"log.words.failed@2"});
  EXPECT_EQ(read_log_text(le).encoding, Encoding::utf16le);
  EXPECT_EQ(failures(read_log_text(be)), Strings{"log.words.failed@2"});
  EXPECT_EQ(read_log_text(be).encoding, Encoding::utf16be);
  EXPECT_EQ(failures(read_log_text(latin1)), Strings{"log.words.failed@2"});
  EXPECT_EQ(read_log_text(latin1).encoding, Encoding::latin1);
  EXPECT_EQ(read_log_text(latin1).failures.items()[0].text, "échec du test");
}

TEST(ReadLog, ReadsThroughColoursAndOverwrites) {
  EXPECT_EQ(failures(read_log_text("\x1b[31mlint \x1b[1mfailed\x1b[0m\n")), Strings{"log.words.failed@1"});
  EXPECT_EQ(failures(read_log_text("x\nlint failed\rlint passed\n")), Strings{});
  EXPECT_EQ(failures(read_log_text("x\nlint passed\rlint failed\n")), Strings{"log.words.failed@2"});
  EXPECT_EQ(failures(read_log_text("lint failed\x1b[2K\rlint passed")), Strings{});
  EXPECT_EQ(failures(read_log_text("lint passed\r\nbuild failed\r\n")), Strings{"log.words.failed@2"});
  EXPECT_EQ(failures(read_log_text("[31mlint failed[39m\n")), Strings{"log.words.failed@1"});
}

TEST(ReadLog, CutsWhatCiPutsInFront) {
  EXPECT_EQ(
      failures(read_log_text("2024-05-01T10:00:00.1234567Z ##[error]Process completed with exit code 1.\n")).size(),
      1u);
  const Facts tagged = read_log_text("2024-05-01T10:00:00.1234567Z ✓ denies guests\n");
  ASSERT_EQ(tagged.named.items().size(), 1u);
  EXPECT_EQ(tagged.named.items()[0].name, "denies guests");
}

TEST(ReadLog, DoesNotTakeTheScriptOfAStepForItsOutput) {
  const Facts facts = read_log_text(
      "##[group]Run ./check.sh || exit code 1\n./check.sh || echo \"check failed\"\necho check "
      "failed\nshell: /usr/bin/bash -e {0}\n##[endgroup]\nall "
      "tests passed\n");
  EXPECT_EQ(failures(facts), Strings{});
  EXPECT_EQ(facts.passes.total(), 1u);
}

TEST(ReadLog, TakesNothingElseForTheScriptOfAStep) {
  const std::string group = "##[group]Run the tests\n", failed = "1 failed, 3 passed in 0.12s\n";
  EXPECT_EQ(failures(read_log_text(group + failed)), Strings{"log.pytest.failed@2"});
  EXPECT_EQ(failures(read_log_text(group + failed + "##[endgroup]\n4 passed in 0.1s\n")),
            Strings{"log.pytest.failed@2"});
  EXPECT_EQ(failures(read_log_text(group + failed + group + failed)),
            (Strings{"log.pytest.failed@2", "log.pytest.failed@4"}));
  std::string many;
  for (int i = 0; i < 400; ++i) many += "this may fail\n";
  EXPECT_EQ(failures(read_log_text(group + many + failed + "shell: sh\n##[endgroup]\n")),
            Strings{"log.pytest.failed@402"});
}

TEST(ReadLog, ReadsWhatItHeldBackInAnyEncoding) {
  std::string text = "##[group]Run the tests\n";
  for (int i = 0; i < 320; ++i) {
    text += cat("\xE9", i < 290 ? "t\xE9 0 failed " : "chec du test ", std::string(static_cast<size_t>(i), 'x'), "\n");
  }
  const Facts facts = read_log_text(text);
  EXPECT_EQ(facts.failures.total(), 30u);
  EXPECT_EQ(facts.encoding, Encoding::latin1);
}

TEST(ReadLog, ReadsALongLineInPieces) {
  std::string text(300000, 'x');
  for (size_t i = 0; i < text.size(); i += 50) text[i] = ' ';
  text += " build failed";
  const Facts facts = read_log_text("start\n" + text + "\nlint failed\n");
  EXPECT_EQ(failures(facts), (Strings{"log.words.failed@2", "log.words.failed@3"}));
}

TEST(ReadLog, PartsALongLineBetweenCharacters) {
  std::string text;
  while (text.size() < 200000) text += "测试失败";
  const Facts facts = read_log_text("x" + text);
  EXPECT_EQ(facts.encoding, Encoding::utf8);
  EXPECT_GT(facts.failures.total(), 0u);
}

TEST(ReadLog, ManyNeedlesOnOneLineCostOnlyTheirNumber) {
  std::string text;
  while (text.size() < 3000000) text += "no error, ";
  EXPECT_EQ(failures(read_log_text(text)), Strings{});
}

TEST(ReadLog, KeepsTheFirstFailuresAndCountsTheRest) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += cat("step ", i, " failed\n");
  const Facts facts = read_log_text(text);
  EXPECT_EQ(facts.failures.total(), 5000u);
  EXPECT_EQ(facts.failures.items().size(), 200u);
  EXPECT_EQ(facts.failures.items()[199].at.line, 200u);
}

TEST(ReadLog, AFloodOfFailuresHidesNothingElse) {
  std::string flood;
  for (int i = 0; i < 1000; ++i) flood += cat("step ", i, " failed\n");
  const Facts facts = read_log_text(flood + "auth tests passed\n3 tests skipped\n✓ denies guests\n");
  EXPECT_EQ(facts.failures.total(), 1000u);
  EXPECT_EQ(facts.passes.total(), 1u);
  EXPECT_EQ(facts.cautions.total(), 1u);
  EXPECT_EQ(facts.named.total(), 2u);
  // What a clean run printed is its own, however much; what comes after is not.
  const std::string run =
      "============ test session starts ============\n" + flood + "====== 2 passed in 0.1s ======\n";
  EXPECT_EQ(failures(read_log_text(run)), Strings{});
  EXPECT_EQ(failures(read_log_text(run + "lint failed\n")), Strings{"log.words.failed@1003"});
}

TEST(ReadLog, NumbersLinesAcrossBlocks) {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "an ordinary line\n";
  const Facts facts = read_log_text(text + "lint failed\n" + text + "build failed");
  EXPECT_EQ(failures(facts), (Strings{"log.words.failed@200001", "log.words.failed@400002"}));
  EXPECT_EQ(facts.lines, 400002u);
}

// Found by the fuzzer: the explanation below a failed run was taken to be thirty lines long, whatever the log said.
TEST(ReadLog, NoRunEndsBehindTheLog) {
  const Facts facts = read_log_text(
      "  rates\n    1) knows the normal rate\n\n\n  0 passing (7ms)\n  1 failing\n\n  1) rates\n"
      "       knows the normal rate:\n     Error: ENOENT: no such file\n");
  ASSERT_FALSE(facts.runs.items().empty());
  EXPECT_EQ(facts.lines, 10u);
  for (const auto& run : facts.runs) EXPECT_LE(run.last_line, facts.lines);
}

TEST(ReadLog, LosesNoLineWhenProcessorsShareALargeLog) {
  std::string text;
  Strings expected;
  for (std::uint64_t line = 1; text.size() < (size_t{12} << 20); ++line) {
    const bool fails = line % 1013 == 0 && expected.size() < 200;
    text += fails ? "lint failed\n" : "an ordinary line of a large log that says nothing of interest\n";
    if (fails) expected.push_back(cat("log.words.failed@", line));
  }
  EXPECT_EQ(failures(read_log_text(text)), expected);
}

TEST(ReadLog, FindsWhatStandsAtTheStartOfALineBehindAPrefix) {
  const std::string stamp = "2024-05-01T10:00:00Z ";
  std::string text;
  for (const std::string_view line : {"  auth", "    ✔ denies guest", "    1) closes the book", "    2) keeps it",
                                      "see item 3) of the list", "", "  1 passing (4ms)", "  2 failing"})
    text += cat(stamp, line, "\n");
  const Facts facts = read_log_text(text);
  Strings names;
  for (const Named& named : facts.named)
    if (named.outcome == Outcome::failed) names.push_back(named.name);
  EXPECT_EQ(names, (Strings{"closes the book", "keeps it"}));
}

TEST(ReadLog, FindsAMarkThatOpensTheLog) {
  for (const std::string_view mark : {"✓", "☑", "✔"}) {
    const Facts facts = read_log_text(cat(mark, " denies guests\n"));
    ASSERT_EQ(facts.named.items().size(), 1u) << mark;
    EXPECT_EQ(facts.named.items()[0].name, "denies guests") << mark;
  }
  for (const std::string_view mark : {"☒", "⨯", "✗"})
    EXPECT_EQ(read_log_text(cat(mark, " denies guests\n")).failures.total(), 1u) << mark;
  // Some marks mean something only with the closing lines of their runner.
  for (const std::string_view mark : {"↓", "﹣", "▶", "✔"}) {
    const std::string log = cat(mark, " denies guests (1ms)\nℹ tests 1\nℹ pass 0\nℹ fail 0\nℹ skipped 1\n");
    const Facts first = read_log_text(log), second = read_log_text(cat("\n", log));
    EXPECT_EQ(first.named.total(), second.named.total()) << mark;
    EXPECT_EQ(first.failures.total(), second.failures.total()) << mark;
  }
  const Facts skipped = read_log_text("﹣ denies guests (1ms)\nℹ tests 1\nℹ pass 0\nℹ fail 0\nℹ skipped 1\n");
  ASSERT_EQ(skipped.named.total(), 1u);
  EXPECT_EQ(skipped.named.items()[0].outcome, Outcome::skipped);
}

TEST(ReadLog, IgnoresNeedlesThatOnlyAPrefixHolds) {
  EXPECT_EQ(failures(read_log_text("packages/failed test: running the parser\n"
                                   "packages/failed test: running the printer\n")),
            Strings{});
}

TEST(ReadLog, ALaterRunTakesOverWhatTestsPrintButNotWhatFailedBeforeIt) {
  const std::string_view passing = "..\n----------\nRan 2 tests in 0.001s\n\nOK\n";
  for (const std::string_view printed :
       {"ERROR:root:boom\nTraceback (most recent call last):\n  File \"a.py\", line 3, in f\nValueError: bad\n",
        "charge failed: card declined\n", "ValueError: bad\n"}) {
    EXPECT_EQ(failures(read_log_text(cat(printed, passing))), Strings{}) << printed;
  }
  for (const std::string_view failed :
       {"lint failed\n", "typecheck FAILED\n", "Failure! 0 passed, 1 failed.\n", "Coverage check failed: 71% < 80%\n",
        "verification command could not be started\n", "$ python setup.py\nValueError: bad\n$ python -m unittest\n"}) {
    EXPECT_EQ(failures(read_log_text(cat(failed, passing))).size(), 1u) << failed;
  }
}

TEST(ReadProse, WhatIsPastedOfBeforeIsOfBefore) {
  constexpr std::string_view k_pasted = "\n```\n1 failed, 3 passed in 0.03s\n```\n";
  EXPECT_EQ(failures(read_prose(cat("Before:\n", k_pasted, "Now 4 pass."))), Strings{});
  EXPECT_EQ(failures(read_prose(cat("On main:\n", k_pasted))), Strings{});
  EXPECT_EQ(failures(read_prose(cat("After:\n", k_pasted))).size(), 1u);
  EXPECT_EQ(failures(read_prose(cat("Output:\n", k_pasted))).size(), 1u);
}

TEST(ReadProse, JoinsWrappedSentences) {
  const Facts facts = read_prose("Refactored the parser. I could not\nrun the tests because the\nnetwork is off.\n");
  ASSERT_EQ(facts.failures.items().size(), 1u);
  EXPECT_EQ(facts.failures.items()[0].kind, SignalKind::not_run);
  EXPECT_EQ(facts.failures.items()[0].at.line, 1u);
}

TEST(ReadProse, ReadsALongLineToItsEnd) {
  std::string text;
  while (text.size() < 100000) text += "Renamed a helper. ";
  EXPECT_EQ(failures(read_prose(text + "Two tests: 2 tests still fail.")), Strings{"log.words.failed@1"});
}

TEST(ReadProse, PlacesWordsOnTheirLine) {
  const Facts facts = read_prose("Done.\n\n- parser rewritten\n- Blocker: the schema is missing\n");
  ASSERT_EQ(facts.failures.items().size(), 1u);
  EXPECT_EQ(facts.failures.items()[0].rule, "log.words.blocker");
  EXPECT_EQ(facts.failures.items()[0].at.line, 4u);
  EXPECT_EQ(facts.failures.items()[0].at.begin, 2u);
}

TEST(ReadProse, LeavesCodeBlocksToTheRunnerReaders) {
  EXPECT_EQ(failures(read_prose("Now raises:\n```py\nraise Error('tests failed')\n# the tests fail here\n```\n")),
            Strings{});
}

}  // namespace
}  // namespace assay::logs
