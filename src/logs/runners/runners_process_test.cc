// Process ends, shells and CI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string only_rule(std::string_view log) {
  const auto r = read_lines(log);
  const auto& failures = r.facts.failures.items();
  if (failures.size() != 1) return cat(failures.size(), " failures");
  return failures[0].rule;
}

std::vector<std::string> signals(std::string_view log) { return read_lines(log).signals(); }

TEST(Signals, AsShellsNameThem) {
  for (const std::string_view line :
       {"Segmentation fault (core dumped)", "Segmentation fault", "Killed", "Aborted", "Aborted (core dumped)",
        "bash: line 1: 15190 Killed                  ./app", "./run.sh: line 3: 77 Aborted (core dumped) ./t",
        "zsh: segmentation fault  ./t (core dumped)", "Bus error", "Command terminated by signal 11",
        "[1]    4242 Killed     ./app", "Segmentation fault: 11"})
    EXPECT_THAT(signals(line), ElementsAre("crash@1")) << line;
}

TEST(Signals, AsToolsNameThem) {
  EXPECT_EQ(only_rule("error: test failed\n  process didn't exit successfully: `x` (signal: 11, SIGSEGV: invalid "
                      "memory reference)"),
            "log.process.signal");
  EXPECT_EQ(only_rule("Process finished with exit code 139 (interrupted by signal 11: SIGSEGV)"), "log.process.signal");
  EXPECT_EQ(only_rule("bash: Zeile 1: 12258 Speicherzugriffsfehler  ./t"), "log.process.signal");
}

TEST(Signals, WordsInSentencesAreNone) {
  EXPECT_THAT(signals("Killed the stale worker and started a new one"), IsEmpty());
  EXPECT_THAT(signals("handles Aborted requests"), IsEmpty());
}

TEST(Memory, Reports) {
  for (const std::string_view line :
       {"FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
        "Out of memory: Killed process 1234 (python3) total-vm:1kB",
        "terminate called after throwing an instance of 'std::bad_alloc'",
        "java.lang.OutOfMemoryError: Java heap space", "fatal error: runtime: out of memory",
        "memory allocation of 4096 bytes failed", "MemoryError",
        "PHP Fatal error:  Allowed memory size of 8388608 bytes exhausted", "fork: Cannot allocate memory"})
    EXPECT_EQ(only_rule(line), "log.process.memory") << line;
}

TEST(Sanitizers, Reports) {
  for (const std::string_view line : {"==26408==ERROR: AddressSanitizer: heap-use-after-free on address 0x602",
                                      "WARNING: ThreadSanitizer: data race (pid=26574)",
                                      "SUMMARY: AddressSanitizer: 304 byte(s) leaked in 4 allocation(s).",
                                      "==1==ERROR: LeakSanitizer: detected memory leaks",
                                      "==1==WARNING: MemorySanitizer: use-of-uninitialized-value", "WARNING: DATA RACE",
                                      "lru_test.cc:27:72: runtime error: signed integer overflow: 2147483647 + 1 "
                                      "cannot be represented in type 'int'"})
    EXPECT_EQ(only_rule(line), "log.process.sanitizer") << line;
  EXPECT_THAT(signals("built with AddressSanitizer enabled"), IsEmpty());
}

TEST(Valgrind, TheErrorSummaryDecides) {
  EXPECT_THAT(signals("==12== Memcheck, a memory error detector\n==12== ERROR SUMMARY: 0 errors from 0 contexts "
                      "(suppressed: 0 from 0)"),
              ElementsAre("pass@2"));
  EXPECT_EQ(only_rule("==12== ERROR SUMMARY: 2 errors from 1 contexts (suppressed: 0 from 0)"), "log.process.valgrind");
  EXPECT_THAT(signals("==12==    definitely lost: 88 bytes in 1 blocks"), ElementsAre("warning@1"));
  EXPECT_THAT(signals("==12==    definitely lost: 0 bytes in 0 blocks"), IsEmpty());
}

TEST(LastWords, ATracebackIsOneSignalAndItsLinesAreClaimed) {
  const auto r = read_lines(
      "Traceback (most recent call last):\n  File \"/x/t.py\", line 1, in <module>\n    raise ValueError(\"error\")\n"
      "ValueError: error\n");
  EXPECT_THAT(r.signals(), ElementsAre("crash@1"));
  EXPECT_EQ(r.facts.failures.items()[0].rule, "log.process.traceback");
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(LastWords, WhatPythonIgnoresEndsNothing) {
  EXPECT_THAT(signals("Exception ignored in: <function f at 0x7f>\nTraceback (most recent call last):\nOSError: x"),
              IsEmpty());
  EXPECT_THAT(signals("--- Logging error ---\nTraceback (most recent call last):\n"), IsEmpty());
}

TEST(LastWords, Panics) {
  EXPECT_EQ(only_rule("panic: runtime error: index out of range [3] with length 0"), "log.process.panic");
  EXPECT_EQ(only_rule("thread 'main' panicked at src/main.rs:3:5:"), "log.process.panic");
  EXPECT_EQ(only_rule("thread 'main' panicked at 'boom', src/main.rs:3:5"), "log.process.panic");
  EXPECT_EQ(only_rule("fatal error: all goroutines are asleep - deadlock!"), "log.process.panic");
}

TEST(LastWords, UncaughtExceptions) {
  for (const std::string_view line :
       {"Node.js v20.20.2", "Exception in thread \"main\" java.lang.RuntimeException: x",
        "Unhandled exception. System.Exception: x", "PHP Fatal error:  Uncaught Exception: boom in x.php:1",
        "-e:1:in `a': boom (RuntimeError)", "libc++abi: terminating due to uncaught exception of type int"})
    EXPECT_EQ(only_rule(line), "log.process.uncaught") << line;
}

TEST(LastWords, Aborts) {
  EXPECT_EQ(only_rule("app: a.c:3: main: Assertion `x == 1' failed."), "log.process.abort");
  EXPECT_EQ(only_rule("*** stack smashing detected ***: terminated"), "log.process.abort");
  EXPECT_EQ(only_rule("double free or corruption (fasttop)"), "log.process.abort");
}

TEST(Exits, StatedCodes) {
  for (const std::string_view line :
       {"test command exited with exit code 2", "Error: Process completed with exit code 1.", "exit status 1",
        "Exit code: 1", "admin authorization regression failed with exit code 1", "Command failed with status (1)",
        "subprocess.CalledProcessError: Command '['x']' returned non-zero exit status 1.",
        "The process exited with code 1", "Exited with code exit status 1", "ERROR: script returned exit code 1",
        "##[error]Bash exited with code '1'."})
    EXPECT_THAT(signals(line), ElementsAre("failure@1")) << line;
}

TEST(Exits, CodesThatMeanMore) {
  EXPECT_THAT(signals("Exited with code 137"), ElementsAre("crash@1"));
  EXPECT_THAT(signals("command exited with code 139"), ElementsAre("crash@1"));
  EXPECT_THAT(signals("exit status 127"), ElementsAre("not_run@1"));
}

TEST(Exits, ZeroAndCountsAreNoFailure) {
  const auto zero = read_lines("Process finished with exit code 0\nexit status 0\n");
  EXPECT_THAT(zero.signals(), ElementsAre("pass@1", "pass@2"));
  EXPECT_THAT(zero.unclaimed, IsEmpty());
  EXPECT_THAT(signals("worker exited with 3 open handles"), IsEmpty());
  EXPECT_THAT(signals("documents exit codes 1 and 2"), IsEmpty());
}

TEST(Shell, ACommandThatCouldNotStartDidNotRun) {
  for (const std::string_view line :
       {"bash: pnpm: command not found", "bash: line 1: nosuchcmd: command not found", "sh: 1: jest: not found",
        "/bin/sh: 1: jest: not found", "zsh: command not found: pnpm", "bash: ./nope.sh: No such file or directory",
        "bash: line 1: /x/a.py: Permission denied", "env: ‘node’: No such file or directory",
        "timeout: failed to run command ‘x’: No such file or directory",
        "'jest' is not recognized as an internal or external command,", "/usr/bin/python3: No module named pytest",
        "python3: can't open file '/x/run.py': [Errno 2] No such file or directory",
        "exec: \"golangci-lint\": executable file not found in $PATH", "bash: Zeile 1: x: Kommando nicht gefunden."})
    EXPECT_THAT(signals(line), ElementsAre("not_run@1")) << line;
}

TEST(Shell, MissingFilesOfAProgramAreItsOwnAffair) {
  EXPECT_THAT(signals("cat: nowhere: No such file or directory"), IsEmpty());
  EXPECT_THAT(signals("GET /x 404 not found"), IsEmpty());
}

TEST(Ci, StepsAndJobsThatFailed) {
  for (const std::string_view line : {"##[error]Process completed with exit code 1.", "ERROR: Job failed: exit code 1",
                                      "::error file=a.c,line=3::broken", "Finished: FAILURE", "Finished: UNSTABLE",
                                      "The command \"npm test\" exited with 1.", "Done. Your build exited with 1.",
                                      "Build step 'Execute shell' marked build as failure"})
    EXPECT_THAT(signals(line), ElementsAre("failure@1")) << line;
}

TEST(Ci, SuccessWarningsAndMarkers) {
  EXPECT_THAT(signals("Finished: SUCCESS"), ElementsAre("pass@1"));
  EXPECT_THAT(signals("Job succeeded"), ElementsAre("pass@1"));
  EXPECT_THAT(signals("The command \"npm test\" exited with 0."), ElementsAre("pass@1"));
  EXPECT_THAT(signals("::warning file=a.c::old"), ElementsAre("warning@1"));
  EXPECT_THAT(signals("##[group]Run npm test"), IsEmpty());
}

}  // namespace
}  // namespace assay::logs
