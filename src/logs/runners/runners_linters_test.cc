// Type checkers, linters and package managers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Tsc, PlainAndPrettyErrors) {
  const auto plain = read_lines("src/a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.\n");
  EXPECT_THAT(plain.signals(), ElementsAre("failure@1"));
  EXPECT_EQ(first_failure(plain).rule, "log.tsc.error");
  EXPECT_EQ(first_failure(plain).subject, "src/a.ts");
  EXPECT_THAT(read_lines("a.ts:1:7 - error TS2322: x\n\nFound 1 error in a.ts:1\n").signals(),
              ElementsAre("failure@1", "failure@3"));
  EXPECT_THAT(read_lines("error TS6053: File 'nofile.ts' not found.\n").signals(), ElementsAre("failure@1"));
}

TEST(Tsc, FoundErrorsAndNone) {
  const auto bad = read_lines("Found 2 errors in 1 file.\n");
  EXPECT_THAT(bad.signals(), ElementsAre("failure@1"));
  EXPECT_EQ(first_failure(bad).rule, "log.tsc.failed");
  EXPECT_THAT(read_lines("Found 0 errors. Watching for file changes.\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("3:25:03 AM - Found 0 errors. Watching for file changes.\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("Found 0 errors\n").signals(), ElementsAre("pass@1"));
}

TEST(Tsc, ASentenceThatBeginsAlikeIsNoTotal) {
  EXPECT_THAT(read_lines("Found 2 errors in the retry logic and fixed them.\n").signals(), IsEmpty());
  EXPECT_THAT(read_lines("Found 3 problems with the cache\n").signals(), IsEmpty());
  EXPECT_THAT(read_lines("Found 0 warnings and 0 errors.\n").signals(), ElementsAre("pass@1"));
}

TEST(Mypy, ErrorsNotesAndSuccess) {
  const auto bad = read_lines(
      "cart.py:2: error: Incompatible return value type  [return-value]\ncart.py:2: note: see x\n"
      "Found 1 error in 1 file (checked 1 source file)\n");
  EXPECT_THAT(bad.signals(), ElementsAre("failure@1", "failure@3"));
  EXPECT_EQ(bad.facts.failures.items()[1].rule, "log.mypy.failed");
  EXPECT_THAT(read_lines("Success: no issues found in 3 source files\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("cart.py:2: note: By default the bodies of untyped functions are not checked\n").signals(),
              IsEmpty());
}

TEST(Pyright, Totals) {
  EXPECT_THAT(read_lines("  /x/a.py:3:5 - error: \"y\" is not defined (reportUndefinedVariable)\n"
                         "1 error, 2 warnings, 0 informations \n")
                  .signals(),
              ElementsAre("failure@1", "failure@2", "warning@2"));
  EXPECT_THAT(read_lines("0 errors, 0 warnings, 0 informations \n").signals(), ElementsAre("pass@1"));
}

TEST(Eslint, StylishProblemsAndTheirTotal) {
  const auto r = read_lines(
      "/repo/src/a.js\n"
      "  1:7   error    'a' is assigned a value but never used  no-unused-vars\n"
      "  1:14  warning  Unexpected console statement            no-console\n"
      "\n"
      "✖ 2 problems (1 error, 1 warning)\n"
      "  1 error and 0 warnings potentially fixable with the `--fix` option.\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2", "failure@5", "warning@5"));
  EXPECT_THAT(r.unclaimed, IsEmpty());
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.errors = 1, .warnings = 1}));
}

TEST(Eslint, WarningsAlonePassAndWarnOnce) {
  EXPECT_THAT(read_lines("✖ 3 problems (0 errors, 3 warnings)\n").signals(), ElementsAre("warning@1", "pass@1"));
  EXPECT_THAT(read_lines("✖ 3 problems (2 errors, 1 warning)\n").signals(), ElementsAre("failure@1", "warning@1"));
  EXPECT_THAT(read_lines("ESLint found too many warnings (maximum: 0).\n").signals(), ElementsAre("failure@1"));
}

TEST(Eslint, UnixAndCompactForms) {
  EXPECT_THAT(
      read_lines(
          "/x/e.js:1:7: 'x' is never used. [Error/no-unused-vars]\n/x/e.js:2:1: Unexpected. [Warning/no-console]\n"
          "\n2 problems\n")
          .signals(),
      ElementsAre("failure@1", "warning@2"));
  EXPECT_THAT(read_lines("/x/e.js: line 1, col 7, Error - 'x' is never used. (no-unused-vars)\n"
                         "/x/e.js: line 2, col 1, Warning - Unexpected. (no-console)\n\n2 problems\n")
                  .signals(),
              ElementsAre("failure@1", "warning@2"));
}

TEST(Eslint, CouldNotRun) {
  EXPECT_THAT(read_lines("Oops! Something went wrong! :(\n").signals(), ElementsAre("failure@1"));
}

TEST(Ruff, ErrorsFixesAndCleanRuns) {
  EXPECT_THAT(read_lines("a.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n").signals(),
              ElementsAre("failure@1", "failure@2"));
  EXPECT_THAT(read_lines("Found 3 errors (3 fixed, 0 remaining).\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("All checks passed!\n").signals(), ElementsAre("pass@1"));
}

TEST(Flake8, EveryProblemFails) {
  const auto r = read_lines("cart.py:1:1: F401 'os' imported but unused\ncart.py:2:1: W291 trailing whitespace\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@2"));
  EXPECT_EQ(first_failure(r).rule, "log.flake8.error");
}

TEST(Pylint, ErrorsFailAndTheRestWarns) {
  EXPECT_THAT(read_lines("cart.py:1:0: C0114: Missing module docstring (missing-module-docstring)\n"
                         "cart.py:2:6: E0602: Undefined variable 'x' (undefined-variable)\n")
                  .signals(),
              ElementsAre("failure@2", "warning@1"));
  EXPECT_THAT(read_lines("Your code has been rated at 10.00/10\n").signals(), ElementsAre("pass@1"));
}

TEST(Formatters, SayWhetherFilesAreFormatted) {
  EXPECT_THAT(read_lines("All matched files use Prettier code style!\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("[warn] Code style issues found in 2 files. Run Prettier with --write to fix.\n").signals(),
              ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("1 file would be reformatted, 2 files would be left unchanged.\n").signals(),
              ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("3 files already formatted\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("Diff in /repo/src/main.rs:3:\n").signals(), ElementsAre("failure@1"));
}

TEST(Rubocop, Offenses) {
  EXPECT_THAT(read_lines("12 files inspected, no offenses detected\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("1 file inspected, 3 offenses detected, 1 offense autocorrectable\n").signals(),
              ElementsAre("failure@1"));
}

TEST(Phpstan, Errors) {
  EXPECT_THAT(read_lines(" [OK] No errors\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines(" [ERROR] Found 3 errors\n").signals(), ElementsAre("failure@1"));
}

TEST(Npm, ABlockIsOneFailure) {
  const auto r =
      read_lines("npm ERR! code ELIFECYCLE\nnpm ERR! errno 1\nnpm ERR! x@1.0.0 test: `jest`\nnpm ERR! Exit status 1\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1"));
  EXPECT_THAT(r.unclaimed, IsEmpty());
  EXPECT_THAT(read_lines("npm error code 1\nnpm error path /x\n").signals(), ElementsAre("failure@1"));
}

TEST(Npm, AMissingScriptDidNotRun) {
  EXPECT_THAT(
      read_lines("npm error Missing script: \"test\"\nnpm error\nnpm error To see a list of scripts, run:\n").signals(),
      ElementsAre("not_run@1"));
  EXPECT_THAT(read_lines("npm ERR! missing script: test\n").signals(), ElementsAre("not_run@1"));
}

TEST(Npm, WarningsOfTheInstallerAreNoSignal) {
  const auto r = read_lines(
      "npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported\n"
      "npm WARN EBADENGINE Unsupported engine\nnpm notice New major version\n");
  EXPECT_THAT(r.signals(), IsEmpty());
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(Pnpm, FailuresAndMissingScripts) {
  EXPECT_THAT(read_lines(" ELIFECYCLE  Command failed with exit code 1.\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("\xe2\x80\x89"
                         "ELIFECYCLE"
                         "\xe2\x80\x89 Test failed. See above for more details.\n")
                  .signals(),
              ElementsAre("failure@1"));
  EXPECT_THAT(read_lines(" ERR_PNPM_NO_SCRIPT  Missing script: test\n").signals(), ElementsAre("not_run@1"));
  EXPECT_THAT(read_lines(" WARN  deprecated eslint@8.57.1: no longer supported\n").signals(), IsEmpty());
}

TEST(Yarn, FailuresAndMissingCommands) {
  EXPECT_THAT(read_lines("yarn run v1.22.22\nerror Command failed with exit code 1.\n").signals(),
              ElementsAre("failure@2"));
  EXPECT_THAT(read_lines("error Command \"test\" not found.\n").signals(), ElementsAre("not_run@1"));
  EXPECT_THAT(read_lines("Usage Error: Couldn't find a script named \"test\".\n").signals(), ElementsAre("not_run@1"));
  EXPECT_THAT(read_lines("➤ YN0000: Failed with errors in 0s 123ms\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("yarn install v1.22.22\nwarning x > y: deprecated\n").signals(), IsEmpty());
}

TEST(Turbo, TasksAndFailures) {
  EXPECT_THAT(read_lines(" Tasks:    3 successful, 3 total\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines(" Tasks:    2 successful, 3 total\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines(" ERROR  run failed: command  exited (1)\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines(" NX   Successfully ran target test for 3 projects\n").signals(), ElementsAre("pass@1"));
}

}  // namespace
}  // namespace assay::logs
