// Compilers, make, ninja, cmake: what they print when they fail, warn and succeed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/diagnostic.h"
#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Diagnostic, ReadsTheFormsOfPlaces) {
  const auto gcc = read_diagnostic("src/a.c:3:5: error: expected ';'");
  ASSERT_TRUE(gcc);
  EXPECT_EQ(gcc->file, "src/a.c");
  EXPECT_EQ(gcc->line, 3u);
  EXPECT_EQ(gcc->column, 5u);
  EXPECT_EQ(gcc->severity, Severity::error);
  EXPECT_EQ(gcc->message, "expected ';'");
  const auto tsc = read_diagnostic("src/a.ts(12,7): error TS2322: Type 'string' is not assignable");
  ASSERT_TRUE(tsc);
  EXPECT_EQ(tsc->file, "src/a.ts");
  EXPECT_EQ(tsc->line, 12u);
  EXPECT_EQ(tsc->column, 7u);
  EXPECT_EQ(tsc->message, "Type 'string' is not assignable");
  EXPECT_EQ(read_diagnostic("src/a.ts:1:7 - error TS2322: x")->column, 7u);
  EXPECT_EQ(read_diagnostic("A.java:9: warning: [unchecked] x")->severity, Severity::warning);
  EXPECT_EQ(read_diagnostic("C:\\src\\a.cc:3:5: note: declared here")->file, "C:\\src\\a.cc");
  EXPECT_EQ(read_diagnostic("x86_64-linux-gnu-gcc-12: fatal error: no input files")->line, 0u);
  EXPECT_EQ(read_diagnostic("err.cc:2:19: Fehler: »string« ist kein Element")->severity, Severity::error);
  EXPECT_EQ(read_diagnostic("bad.cc:3:113: 警告：建议在用作真值的赋值语句")->severity, Severity::warning);
}

TEST(Diagnostic, SentencesAndNamesAreNone) {
  EXPECT_FALSE(read_diagnostic("parser shows a.c:3:5: error: in the message"));
  EXPECT_FALSE(read_diagnostic("retry 3: error: gave up"));
  EXPECT_FALSE(read_diagnostic("    api_test.go:6: error: expected"));
  EXPECT_FALSE(read_diagnostic("a.c:3:5: runtime error: overflow"));
  EXPECT_FALSE(read_diagnostic("time 10:31: warning: slow"));
}

TEST(Compilers, ErrorsKeepTheirPlacesAndNotesSayNothing) {
  const auto r = read_lines(
      "In file included from b.c:1:\n"
      "a.h:2:36: error: expected ‘;’ before ‘}’ token\n"
      "a.h:1:3: note: to match this\n"
      "b.c:3:10: fatal error: nowhere.h: No such file or directory\n"
      "compilation terminated.\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2", "failure@4"));
  EXPECT_EQ(first_failure(r).rule, "log.compiler_c.error");
  EXPECT_EQ(first_failure(r).subject, "a.h");
  EXPECT_EQ(first_failure(r).at.begin, 0u);
  EXPECT_EQ(first_failure(r).at.end, 3u);
}

TEST(Compilers, ManyWarningsAreOneSignal) {
  std::string log;
  for (int i = 1; i <= 50; ++i) log += cat("a.c:", i, ":5: warning: unused variable ‘x’ [-Wunused-variable]\n");
  log += "50 warnings generated.\n";
  const auto r = read_lines(log);
  EXPECT_THAT(r.signals(), ElementsAre("warning@1"));
  EXPECT_EQ(r.facts.cautions.items()[0].subject, "50 warnings");
  EXPECT_EQ(r.facts.runs.items()[0].counts.warnings, 50u);
}

TEST(Compilers, AFloodOfErrorsIsCountedButNotKept) {
  std::string log;
  for (int i = 1; i <= 500; ++i) log += cat("a.c:", i, ":5: error: x\n");
  const auto r = read_lines(log);
  EXPECT_EQ(r.facts.failures.items().size(), Complaints::k_most_errors);
  EXPECT_EQ(r.facts.failures.total(), 500u);
}

TEST(Compilers, ClangsTotalsCountWhenTheLinesWereTrimmed) {
  EXPECT_THAT(read_lines("2 warnings and 1 error generated.\n").signals(), ElementsAre("failure@1", "warning@1"));
  EXPECT_THAT(read_lines("0 errors generated.\n").signals(), IsEmpty());
}

TEST(Compilers, WhatATestOfACompilerPrintsIsItsOwn) {
  const auto r = read_lines(
      "[==========] Running 1 test from 1 test suite.\n[ RUN      ] Parser.Warns\na.c:1:2: warning: odd\n"
      "a.c:1:3: error: bad\n[       OK ] Parser.Warns (0 ms)\n[  PASSED  ] 1 test.\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@6"));
}

TEST(Compilers, WarningsJustBeforeARunStay) {
  const auto r = read_lines(
      "a.c:1:2: warning: odd\n./t\nRunning main() from gtest_main.cc\n[==========] Running 1 test from 1 test suite.\n"
      "[       OK ] A.b (0 ms)\n[  PASSED  ] 1 test.\n");
  EXPECT_THAT(r.signals(), ElementsAre("warning@1", "pass@6"));
}

TEST(Compilers, LinkersFail) {
  const auto r = read_lines(
      "/usr/bin/ld: /tmp/cc1.o: in function `main':\n"
      "link.c:(.text+0x5): undefined reference to `g'\n"
      "collect2: error: ld returned 1 exit status\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2", "failure@3"));
  EXPECT_EQ(first_failure(r).rule, "log.compiler_c.link");
}

TEST(Compilers, GccInOtherLanguages) {
  EXPECT_THAT(read_lines("err.cc:2:19: Fehler: »x« ist kein Element\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("bad.cc:3:21: attention: paramètre « unused » inutilisé\n").signals(),
              ElementsAre("warning@1"));
  EXPECT_THAT(read_lines("collect2: 错误：ld 返回 1\n").signals(), ElementsAre("failure@1"));
}

TEST(Javac, ErrorsWarningsAndTotals) {
  const auto bad = read_lines("A.java:1: error: ';' expected\nclass A {\n  ^\n1 error\n");
  EXPECT_THAT(bad.signals(), ElementsAre("failure@1"));
  EXPECT_EQ(first_failure(bad).rule, "log.javac.error");
  EXPECT_THAT(bad.unclaimed, IsEmpty());
  const auto werror = read_lines(
      "W.java:1: warning: [rawtypes] found raw type: List\nerror: warnings found and -Werror specified\n1 error\n");
  EXPECT_THAT(werror.signals(), ElementsAre("failure@2", "warning@1"));
}

TEST(Rustc, ErrorsAndTheClosingLineAreOneFailureEach) {
  const auto r = read_lines(
      "   Compiling ledger v0.1.0 (/repo)\n"
      "error[E0308]: mismatched types\n"
      "  --> src/lib.rs:50:42\n"
      "error: could not compile `ledger` (lib) due to 1 previous error\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2"));
  EXPECT_EQ(first_failure(r).rule, "log.rustc.error");
  EXPECT_THAT(read_lines("error: could not compile `ledger` (lib) due to 2 previous errors\n").signals(),
              ElementsAre("failure@1"));
}

TEST(Rustc, ABuildWithWarningsPassesAndWarnsOnce) {
  const auto r = read_lines(
      "   Compiling ledger v0.1.0 (/repo)\n"
      "warning: unused variable: `unused`\n"
      " --> src/lib.rs:2:9\n"
      "warning: `ledger` (lib) generated 1 warning\n"
      "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.06s\n");
  EXPECT_THAT(r.signals(), ElementsAre("warning@2", "pass@5"));
}

TEST(Rustc, BuildingTestsProvesNothing) {
  EXPECT_THAT(read_lines("    Finished `test` profile [unoptimized + debuginfo] target(s) in 0.06s\n").signals(),
              IsEmpty());
  EXPECT_THAT(read_lines("    Finished test [unoptimized + debuginfo] target(s) in 0.06s\n").signals(), IsEmpty());
}

TEST(Clippy, IsToldFromRustcByItsLints) {
  const auto r = read_lines(
      "    Checking ledger v0.1.0 (/repo)\n"
      "warning: unneeded `return` statement\n"
      "  = note: `#[warn(clippy::needless_return)]` on by default\n"
      "warning: `ledger` (lib) generated 1 warning\n"
      "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.19s\n");
  EXPECT_THAT(r.signals(), ElementsAre("warning@2", "pass@5"));
  EXPECT_EQ(r.facts.cautions.items()[0].rule, "log.clippy.warnings");
  EXPECT_EQ(r.facts.passes.items()[0].rule, "log.clippy.passed");
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(Cargo, AMissingSubcommandDidNotRun) {
  EXPECT_THAT(read_lines("error: no such command: `nextest`\n").signals(), ElementsAre("not_run@1"));
}

TEST(GoBuild, CompileAndVetErrors) {
  const auto r = read_lines("# x\n./main.go:3:27: undefined: y\nvet: cart/cart_test.go:5:28: undeclared name: Nope\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2", "failure@3"));
  EXPECT_EQ(first_failure(r).rule, "log.go_build.error");
  EXPECT_EQ(first_failure(r).subject, "./main.go");
}

TEST(GoBuild, TestOutputAndDownloadsAreNoErrors) {
  EXPECT_THAT(
      read_lines("    cart_test.go:5: no db\nmain.go:12: listening\ngo: downloading x.org/y v1.2.3\n").signals(),
      IsEmpty());
  EXPECT_THAT(read_lines("go: cannot find main module, but found .git\n").signals(), ElementsAre("failure@1"));
}

TEST(Golangci, IssuesAndCleanRuns) {
  const auto bad = read_lines("main.go:8:2: ineffectual assignment to x (ineffassign)\n1 issues:\n* ineffassign: 1\n");
  EXPECT_THAT(bad.signals(), ElementsAre("failure@1", "failure@2"));
  EXPECT_EQ(first_failure(bad).rule, "log.golangci.error");
  EXPECT_THAT(read_lines("0 issues.\n").signals(), ElementsAre("pass@1"));
}

TEST(Make, FailsOnErrorsThatAreNotIgnored) {
  EXPECT_THAT(read_lines("make[1]: *** [Makefile:9: broken] Error 1\nmake: *** [Makefile:12: sub] Error 2\n").signals(),
              ElementsAre("failure@1", "failure@2"));
  EXPECT_THAT(read_lines("make: [Makefile:3: a] Error 1 (ignored)\n").signals(), IsEmpty());
  EXPECT_THAT(read_lines("make: [Makefile:3: a] Error 1 (ignored)\n").unclaimed, IsEmpty());
  EXPECT_THAT(read_lines("make: *** [Makefile:9: broken] エラー 1\n").signals(), ElementsAre("failure@1"));
}

TEST(Make, NothingToDoSaysNothing) {
  EXPECT_THAT(read_lines("make: Nothing to be done for 'all'.\nmake: 't' is up to date.\n").signals(), IsEmpty());
  EXPECT_THAT(read_lines("make: 'test' is up to date.\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("make: Nothing to be done for `check'.\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("make[1]: Nothing to be done for 'test'.\nmake: 'contest' is up to date.\n").signals(),
              IsEmpty());
  EXPECT_THAT(read_lines("make[1]: Entering directory '/repo/error'\n").unclaimed, IsEmpty());
}

TEST(Make, WhatCouldNotStartDidNotRun) {
  EXPECT_THAT(read_lines("make: *** No rule to make target 'test'.  Stop.\n").signals(), ElementsAre("not_run@1"));
  EXPECT_THAT(read_lines("make: *** No rule to make target 'a.c', needed by 'a.o'.  Stop.\n").signals(),
              ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("make: jest: No such file or directory\nmake: *** [Makefile:9: t] Error 127\n").signals(),
              ElementsAre("not_run@1", "failure@2"));
}

TEST(Make, CrashesAndBrokenMakefiles) {
  EXPECT_THAT(read_lines("make: *** [Makefile:7: seg] Segmentation fault (core dumped)\n").signals(),
              ElementsAre("crash@1"));
  EXPECT_THAT(read_lines("Makefile:3: *** missing separator.  Stop.\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("Makefile:9: warning: overriding recipe for target 'x'\n").signals(), IsEmpty());
}

TEST(Ninja, StopsAndNamesTheOutput) {
  const auto r = read_lines("FAILED: CMakeFiles/lru.dir/lru.cc.o\nninja: build stopped: subcommand failed.\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@2"));
  EXPECT_EQ(first_failure(r).subject, "CMakeFiles/lru.dir/lru.cc.o");
  EXPECT_THAT(read_lines("ninja: no work to do.\n").signals(), IsEmpty());
  EXPECT_THAT(read_lines("ninja: error: unknown target 'x'\n").signals(), ElementsAre("failure@1"));
}

TEST(Ninja, TheLastLinkStepIsAPass) {
  EXPECT_THAT(read_lines("[4/4] Linking CXX executable lru_test\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("[2/4] Linking CXX static library liblru.a\n").signals(), IsEmpty());
}

TEST(Cmake, ErrorsWarningsAndBuiltTargets) {
  EXPECT_THAT(
      read_lines("CMake Error at CMakeLists.txt:3 (find_package):\n-- Configuring incomplete, errors occurred!\n")
          .signals(),
      ElementsAre("failure@1", "failure@2"));
  EXPECT_THAT(read_lines("CMake Warning at CMakeLists.txt:3 (message):\n  odd\n").signals(), ElementsAre("warning@1"));
  EXPECT_THAT(read_lines("CMake Deprecation Warning at CMakeLists.txt:1:\n").signals(), IsEmpty());
  EXPECT_THAT(read_lines("[ 50%] Built target a\n[100%] Built target b\n[100%] Built target c\n").signals(),
              ElementsAre("pass@2"));
}

}  // namespace
}  // namespace assay::logs
