#include "engine/prove/reach.h"

#include <gtest/gtest.h>

namespace assay::engine {
namespace {

judge::CommandRun covered_run(reports::FileCoverage file) {
  judge::CommandRun run;
  run.exit_code = 0;
  run.coverage.files["shop.py"] = std::move(file);
  run.coverage.formats = {reports::CoverageFormat::lines_json};
  return run;
}

TEST(ReachOfTests, LinesThatRanAndLinesThatDidNot) {
  Reach reach;
  reach.add(covered_run({.executed = {1, 2}, .executable = {1, 2, 4}}));
  EXPECT_EQ(reach.runs("shop.py", 2), true);
  EXPECT_EQ(reach.runs("shop.py", 4), false);
  EXPECT_EQ(reach.runs("shop.py", 3), std::nullopt);  // nothing in it can be executed
  EXPECT_EQ(reach.runs("shop.py", 3, 2), false);
  EXPECT_EQ(reach.runs("other.py", 1), std::nullopt);
  EXPECT_FALSE(reach.looks_unused("shop.py"));
}

TEST(ReachOfTests, LinesOfAllCommandsCountTogether) {
  Reach reach;
  reach.add(covered_run({.executed = {1}, .executable = {1, 2, 4}}));
  reach.add(covered_run({.executed = {4}, .executable = {1, 2, 4}}));
  EXPECT_EQ(reach.runs("shop.py", 4), true);
  EXPECT_EQ(reach.runs("shop.py", 2), false);
}

TEST(ReachOfTests, ARunThatFailedOrWasNotCoveredMakesTheRestUnknown) {
  for (const bool failed : {true, false}) {
    Reach reach;
    reach.add(covered_run({.executed = {1}, .executable = {1, 2}}));
    if (failed) {
      judge::CommandRun run;
      run.exit_code = 1;
      reach.add(run);
    } else {
      reach.add_unknown();
    }
    EXPECT_EQ(reach.runs("shop.py", 1), true);
    EXPECT_EQ(reach.runs("shop.py", 2), std::nullopt);
    EXPECT_TRUE(reach.tests_of("shop.py", 1).empty());
  }
}

TEST(ReachOfTests, AFileThatWasNeverSeenIsOnlyBelievedToBeUnusedWhenItWasTried) {
  Reach reach;
  reach.add(covered_run({.executed = {}, .executable = {1, 2}}));
  EXPECT_TRUE(reach.looks_unused("shop.py"));
  EXPECT_TRUE(reach.looks_unused("new.py"));
  EXPECT_FALSE(reach.looks_unused("new.rb"));
  EXPECT_EQ(reach.runs("shop.py", 1), std::nullopt);
  reach.add_unused("shop.py");
  EXPECT_EQ(reach.runs("shop.py", 1), false);
  EXPECT_EQ(reach.runs("shop.py", 1, 9), false);
}

TEST(ReachOfTests, TestsOfALine) {
  Reach reach;
  reach.add(covered_run({.executed = {1, 2}, .executable = {1, 2}, .tests = {{1, {""}}, {2, {"test_a.py"}}}}));
  EXPECT_TRUE(reach.tests_of("shop.py", 1).empty());
  EXPECT_EQ(reach.tests_of("shop.py", 2), std::vector<std::string>{"test_a.py"});
}

TEST(ReachWords, Lines) {
  EXPECT_EQ(words_of({}), "");
  EXPECT_EQ(words_of(ranges_of({41})), "line 41");
  EXPECT_EQ(words_of(ranges_of({41, 42, 43, 44, 47})), "lines 41-44, 47");
  EXPECT_EQ(words_of(ranges_of({1, 3, 5, 7, 9})), "lines 1, 3, 5, 7 and more");
}

TEST(ReachWords, FilesOfWhichNothingIsKnown) {
  ChangedCode code;
  for (const auto* path : {"shop.py", "a.rb"}) {
    SourceHunk hunk;
    hunk.hunk.after = {1, 2};
    hunk.source = code.sources.size();
    code.sources.push_back({path, "", "", false});
    code.hunks.push_back(hunk);
  }
  Reach reach;
  reach.add(covered_run({.executed = {1}, .executable = {1, 2}}));
  EXPECT_EQ(unknown_files(reach, code), "a.rb");
  code.hunks[1].why_nothing = "only comments";
  EXPECT_EQ(unknown_files(reach, code), "");
}

}  // namespace
}  // namespace assay::engine
