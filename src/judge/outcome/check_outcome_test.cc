#include "judge/outcome/check_outcome.h"

#include <gtest/gtest.h>

#include "logs/reading/reader.h"

namespace assay::judge {
namespace {

CommandRun npm_test_ran(int exit_code, std::string_view output) {
  CommandRun run;
  run.command = "npm test";
  run.exit_code = exit_code;
  run.log = logs::read_log_text(output);
  return run;
}

TEST(CheckOutcome, ExitCodeZeroAlonePasses) {
  const auto outcome = judge_check(npm_test_ran(0, ""));
  EXPECT_EQ(outcome.proof, Proof::passed);
  EXPECT_EQ(outcome.reason, "");
}

TEST(CheckOutcome, TestsAreCounted) {
  const auto outcome = judge_check(npm_test_ran(0, "======= 12 passed, 2 skipped in 0.31s =======\n"));
  EXPECT_EQ(outcome.proof, Proof::passed);
  EXPECT_EQ(outcome.tests_passed, 12u);
  EXPECT_EQ(outcome.tests_skipped, 2u);
}

TEST(CheckOutcome, AnotherExitCodeFailsWhateverTheOutputSays) {
  const auto outcome = judge_check(npm_test_ran(1, "======= 12 passed in 0.31s =======\n"));
  EXPECT_EQ(outcome.proof, Proof::failed);
  EXPECT_EQ(outcome.reason, "`npm test` exited with code 1.");
}

TEST(CheckOutcome, FailuresBesideExitCodeZeroFail) {
  const auto outcome =
      judge_check(npm_test_ran(0, "FAILED tests/test_a.py::test_b\n=== 1 failed, 3 passed in 0.10s ===\n"));
  EXPECT_EQ(outcome.proof, Proof::failed);
  EXPECT_NE(outcome.reason.find("exited with code 0 although"), std::string::npos) << outcome.reason;
}

TEST(CheckOutcome, NoTestsRunFails) {
  EXPECT_EQ(judge_check(npm_test_ran(0, "======= no tests ran in 0.01s =======\n")).proof, Proof::failed);
  EXPECT_EQ(judge_check(npm_test_ran(0, "1..0\n# tests 0\n# pass 0\n# fail 0\n")).proof, Proof::failed);
}

TEST(CheckOutcome, AllSkippedFails) {
  const auto outcome = judge_check(npm_test_ran(0, "======= 4 skipped in 0.01s =======\n"));
  EXPECT_EQ(outcome.proof, Proof::failed);
  EXPECT_NE(outcome.reason.find("no tests"), std::string::npos) << outcome.reason;
}

TEST(CheckOutcome, AMissingProgramWasNotRun) {
  const auto outcome = judge_check(npm_test_ran(127, "sh: 1: pytest: not found\n"));
  EXPECT_EQ(outcome.proof, Proof::not_run);
  CommandRun run;
  run.could_not_start = true;
  EXPECT_EQ(judge_check(run).proof, Proof::not_run);
}

TEST(CheckOutcome, TimeSignalsAndTooMuchOutputFail) {
  CommandRun late{};
  late.timed_out = true;
  late.signal = "SIGKILL";
  EXPECT_EQ(judge_check(late).proof, Proof::failed);
  CommandRun killed{};
  killed.signal = "SIGSEGV";
  EXPECT_EQ(judge_check(killed).proof, Proof::failed);
  CommandRun loud;
  loud.output_limit = true;
  EXPECT_EQ(judge_check(loud).proof, Proof::failed);
}

TEST(CheckOutcome, WordsInUnknownOutputDoNotOverruleTheExitCode) {
  EXPECT_EQ(judge_check(npm_test_ran(0, "connecting... error: retrying\ndone\n")).proof, Proof::passed);
}

TEST(CheckOutcome, RewrittenFilesAreNamed) {
  std::vector<std::string> paths;
  for (int i = 0; i < 30; ++i) paths.push_back("file" + std::to_string(i));
  const auto finding = rewrote_files("npm run format", paths);
  EXPECT_EQ(finding.rule, "run.rewrote-files");
  EXPECT_EQ(finding.severity, model::Severity::must_fix);
  EXPECT_EQ(finding.spans.size(), 20u);
  EXPECT_EQ(finding.more, 10u);
  EXPECT_EQ(finding.spans[0].path, "file0");
  EXPECT_NE(finding.message.find("changed 30 files"), std::string::npos) << finding.message;
  const auto put_back = put_back_files("npm test", {"src/a.js"});
  EXPECT_EQ(put_back.rule, "run.rewrote-files");
  EXPECT_EQ(put_back.severity, model::Severity::should_fix);
  EXPECT_NE(put_back.message.find("wrote 1 file of code (src/a.js)"), std::string::npos) << put_back.message;
}

}  // namespace
}  // namespace assay::judge
