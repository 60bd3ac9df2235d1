#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;

TEST(Bun, PassingFailingSkipped) {
  auto r = read_lines(R"(bun test v1.4.4 (38afee6c8)

bu/good/auth.test.js:
(pass) auth > guard > denies guest
Error: expected failure on stderr
(pass) auth > guard > returns 2 errors [0.03ms]

 2 pass
 0 fail
Ran 2 tests across 1 file. [9.00ms]
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@10"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("auth > guard > denies guest", "auth > guard > returns 2 errors"));
  r = read_lines(R"(bun test v1.4.4 (38afee6c8)
(fail) auth > fails here [1.05ms]
(skip) auth > skipped one
(todo) auth > later

 2 pass
 1 skip
 1 todo
 1 fail
 1 expect() calls
Ran 5 tests across 1 file. [5.00ms]
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2", "failure@11", "skipped@11", "todo@11"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 2, .failed = 1, .skipped = 1, .todo = 1}));
}

TEST(Bun, NothingRunAndErrorsBetweenTests) {
  EXPECT_THAT(read_lines("bun test v1.4.4\n 0 pass\n 1 skip\n 0 fail\nRan 1 test across 1 file. [5.00ms]\n").signals(),
              ElementsAre("zero_tests@5"));
  EXPECT_THAT(read_lines("bun test v1.4.4\nNo tests found!\n").facts.failures.items()[0].kind, SignalKind::not_run);
  EXPECT_THAT(read_lines("bun test v1.4.4\n# Unhandled error between tests\n 0 pass\n 1 fail\n 1 error\n"
                         "Ran 1 test across 1 file. [3.00ms]\n")
                  .signals(),
              ElementsAre("failure@2", "failure@6"));
}

TEST(Deno, PassingFailingIgnored) {
  auto r = read_lines(R"(running 3 tests from ./de/good/a_test.ts
denies guest ... ok (13ms)
returns 2 errors ...
------- output -------
Error: expected
----- output end -----
returns 2 errors ... ok (2ms)

ok | 3 passed (1 step) | 0 failed (22ms)
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@9"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("denies guest", "returns 2 errors"));
  EXPECT_EQ(r.facts.runs.items()[0].first_line, 1u);
  r = read_lines(R"(fails here ... FAILED (2ms)
ign ... ignored (0ms)
FAILED | 1 passed (1 step) | 2 failed (1 step) | 1 ignored (22ms)

error: Test failed
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@3", "failure@5", "skipped@3"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("fails here"));
  EXPECT_THAT(read_lines("ok | 0 passed | 0 failed | 1 ignored (6ms)\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("error: No test modules found\n").signals(), ElementsAre("not_run@1"));
}

}  // namespace
}  // namespace assay::logs
