// Closing lines of runners, linters and scanners that have no reader of their own.
#include <gtest/gtest.h>

#include "logs/reading/heard_test.h"

namespace assay::logs {
namespace {

TEST(Endings, EndAsTheySay) {
  constexpr SignalCase k_cases[] = {
      {"pass", R"(TAP version 13
# adds numbers
ok 1 should be equal
# throws error on bad input
ok 2 should throw

1..2
# tests 2
# pass  2

# ok)"},                                                             // tape pass
      {"failure", R"(TAP version 13
# adds numbers
not ok 1 should be equal
  ---
    operator: equal
    expected: 3
    actual:   4
  ...

1..1
# tests 1
# pass  0
# fail  1)"},                                                        // tape fail
      {"pass", R"(Randomized with seed 98741
Started
.....


5 specs, 0 failures
Finished in 0.015 seconds
Randomized with seed 98741 (jasmine --random=true --seed=98741))"},  // jasmine pass
      {"failure", R"(Started
..F..

Failures:
1) Cart totals sums lines
  Message:
    Expected 3 to be 4.
  Stack:
        at <Jasmine>

5 specs, 1 failure
Finished in 0.015 seconds)"},                                        // jasmine fail
      {"caution", R"(Started
..*..

Pending:

1) Cart totals later
  Temporarily disabled with xit

5 specs, 0 failures, 1 pending spec
Finished in 0.015 seconds)"},                                        // jasmine pending
      {"nothing", R"(Started


No specs found
Finished in 0.002 seconds
Incomplete: No specs found)"},                                       // jasmine none
      {"failure", R"(Started
.

Ran 1 of 5 specs
1 spec, 0 failures
Finished in 0.01 seconds
Incomplete: fit() or fdescribe() was found)"},                       // jasmine incomplete focused
      {"pass", R"(03 11 2026 10:11:12.123:INFO [karma-server]: Karma v6.4.3 server started at http://localhost:9876/
03 11 2026 10:11:13.123:INFO [Chrome Headless 120.0.0.0 (Linux x86_64)]: Connected on socket abc with id 1
Chrome Headless 120.0.0.0 (Linux x86_64): Executed 12 of 12 SUCCESS (0.123 secs / 0.1 secs)
TOTAL: 12 SUCCESS)"},                                                // karma pass
      {"failure", R"(Chrome Headless 120.0.0.0 (Linux x86_64) CartComponent should total FAILED
	Error: Expected 3 to be 4.
	    at UserContext.apply (src/cart.spec.ts:12:20)
Chrome Headless 120.0.0.0 (Linux x86_64): Executed 12 of 12 (1 FAILED) (0.123 secs / 0.1 secs)
TOTAL: 1 FAILED, 11 SUCCESS)"},                                      // karma fail
      {"failure",
       R"(Chrome Headless 120.0.0.0 (Linux x86_64): Executed 3 of 12 DISCONNECTED (2 min 10.1 secs / 0.1 secs)
Chrome Headless 120.0.0.0 (Linux x86_64) WARN: Disconnected (0 times), because no message in 30000 ms.)"},  // karma
                                                                                                            // disconnected
      {"caution",
       R"(Chrome Headless 120.0.0.0 (Linux x86_64): Executed 10 of 12 (skipped 2) SUCCESS (0.123 secs / 0.1 secs)
TOTAL: 10 SUCCESS)"},                                                               // karma skipped
      {"pass", R"(TAP version 13
ok 1 cart > totals
ok 2 cart > rejects failed payment
1..2
# pass 2
# skip 0
# todo 0
# fail 0)"},                                                                        // qunit pass
      {"pass", R"(ok 1 Chrome 120.0 - [12 ms] - Acceptance | login: it works
ok 2 Chrome 120.0 - [10 ms] - Acceptance | login: error state

1..2
# tests 2
# pass  2
# skip  0
# todo  0
# fail  0

# ok)"},                                                                            // testem
      {"pass", R"(......
----------------------------------------------------------------------
Ran 6 tests in 0.012s

OK)"},                                                                              // nose2 pass
      {"failure", R"(..F
======================================================================
FAIL: test_add (tests.test_a.A)
----------------------------------------------------------------------
AssertionError: 3 != 4

----------------------------------------------------------------------
Ran 3 tests in 0.001s

FAILED (failures=1))"},                                                             // nose2 fail
      {"pass", R"(Feature: Login # features/login.feature:1

  Scenario: wrong password shows an error  # features/login.feature:3
    Given a user                           # features/steps/a.py:3 0.000s
    When login fails                       # features/steps/a.py:7 0.000s
    Then an error is shown                 # features/steps/a.py:11 0.000s

1 feature passed, 0 failed, 0 skipped
1 scenario passed, 0 failed, 0 skipped
3 steps passed, 0 failed, 0 skipped, 0 undefined
Took 0m0.001s)"},                                                                   // behave pass
      {"failure", R"(Feature: Login # features/login.feature:1

  Scenario: ok  # features/login.feature:3
    Given a user                           # features/steps/a.py:3 0.000s
    Then an error is shown                 # features/steps/a.py:11 0.000s
      Assertion Failed: nope

Failing scenarios:
  features/login.feature:3  ok

0 features passed, 1 failed, 0 skipped
0 scenarios passed, 1 failed, 0 skipped
1 step passed, 1 failed, 0 skipped, 0 undefined
Took 0m0.001s)"},                                                                   // behave fail
      {"failure", R"(1 feature passed, 0 failed, 0 skipped
0 scenarios passed, 1 failed, 0 skipped
3 steps passed, 0 failed, 0 skipped, 1 undefined)"},                                // behave undefined
      {"pass", R"(==============================================================================
Suite :: Login suite
==============================================================================
Login With Wrong Password Fails                                       | PASS |
------------------------------------------------------------------------------
Valid Login                                                           | PASS |
------------------------------------------------------------------------------
Suite :: Login suite                                                  | PASS |
2 tests, 2 passed, 0 failed
==============================================================================
Output:  /r/output.xml
Log:     /r/log.html
Report:  /r/report.html)"},                                                         // robot pass
      {"failure", R"(==============================================================================
Suite
==============================================================================
Valid Login                                                           | FAIL |
Title should have been 'Welcome' but was 'Error'
------------------------------------------------------------------------------
Suite                                                                 | FAIL |
2 tests, 1 passed, 1 failed
==============================================================================)"},  // robot fail
      {"pass", R"(.......

3 scenarios (3 passed)
12 steps (12 passed)
0m00.042s (executing steps: 0m00.012s))"},                                          // cucumber-js pass
      {"failure", R"(..F-

Failures:

1) Scenario: pay # features/pay.feature:3
   ✔ Given a cart # features/steps.js:3
   ✖ When I pay # features/steps.js:7
       AssertionError [ERR_ASSERTION]: 1 == 2

1 scenario (1 failed)
3 steps (1 failed, 1 skipped, 1 passed)
0m00.02s)"},                                                                        // cucumber-js fail
      {"failure", R"(1 scenario (1 undefined)
3 steps (2 passed, 1 undefined))"},                                                 // cucumber undefined
      {"failure", R"(Failed scenarios:
file:///r/features/pay.feature:3 # pay

2 Scenarios (1 failed, 1 passed)
6 Steps (1 failed, 1 skipped, 4 passed)
0m0.812s)"},                                                                        // cucumber-jvm fail
      {"nothing", R"(0 scenarios
0 steps
0m00.000s)"},                                                                       // cucumber zero
      {"pass", R"(> Task :test

com.acme.CartSpec > rejects failed payments PASSED

com.acme.CartSpec > totals PASSED

BUILD SUCCESSFUL in 12s
5 actionable tasks: 2 executed, 3 up-to-date)"},                                    // kotest gradle
      {"pass", R"([info] welcome to sbt 1.9.8 (Eclipse Adoptium Java 17.0.9)
[info] CartSpec:
[info] Cart
[info] - should total
[info] - should throw an error on empty
[info] Run completed in 312 milliseconds.
[info] Total number of tests run: 2
[info] Suites: completed 1, aborted 0
[info] Tests: succeeded 2, failed 0, canceled 0, ignored 0, pending 0
[info] All tests passed.
[success] Total time: 4 s, completed Nov 3, 2026, 10:11:12 AM)"},                   // sbt scalatest
      {"failure", R"([info] CartSpec:
[info] - should total *** FAILED ***
[info]   3 did not equal 4 (CartSpec.scala:9)
[info] Run completed in 312 milliseconds.
[info] Total number of tests run: 2
[info] Suites: completed 1, aborted 0
[info] Tests: succeeded 1, failed 1, canceled 0, ignored 0, pending 0
[info] *** 1 TEST FAILED ***
[error] Failed tests:
[error] 	com.acme.CartSpec
[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful
[error] Total time: 4 s, completed Nov 3, 2026, 10:11:12 AM)"},                     // sbt scalatest fail
      {"nothing", R"([info] No tests were executed.
[success] Total time: 1 s, completed Nov 3, 2026, 10:11:12 AM)"},                   // sbt no tests
      {"failure", R"([info] compiling 3 Scala sources to /r/target ...
[error] /r/src/main/scala/A.scala:3:5: type mismatch;
[error]  found   : String
[error]  required: Int
[error] one error found
[error] (Compile / compileIncremental) Compilation failed)"},                       // sbt compile error
      {"pass", R"(lein test acme.core-test

Ran 3 tests containing 7 assertions.
0 failures, 0 errors.)"},                                                           // lein test
      {"failure", R"(lein test acme.core-test

lein test :only acme.core-test/a-test

FAIL in (a-test) (core_test.clj:7)
expected: (= 0 1)
  actual: (not (= 0 1))

Ran 3 tests containing 7 assertions.
1 failures, 0 errors.
Tests failed.)"},                                                                   // lein test fail
      {"nothing", R"(lein test user

Ran 0 tests containing 0 assertions.
0 failures, 0 errors.)"},                                                           // lein none
      {"pass", R"(Running ExUnit with seed: 123456, max_cases: 16

.....
Finished in 0.05 seconds (0.01s async, 0.03s sync)
5 tests, 0 failures)"},                                                             // mix test
      {"failure", R"(warning: variable "x" is unused
  lib/a.ex:3
Compilation failed due to warnings while using the --warnings-as-errors option)"},  // mix compile warnings as errors
      {"pass", R"(t/00-load.t .. ok
t/01-error.t .. ok
All tests successful.
Files=2, Tests=14,  1 wallclock secs ( 0.02 usr  0.00 sys +  0.10 cusr  0.01 csys =  0.13 CPU)
Result: PASS)"},                                                                    // prove
      {"failure", R"(t/00-load.t .. ok
t/01-add.t ... 1/3
#   Failed test 'adds'
#   at t/01-add.t line 7.
#          got: '3'
#     expected: '4'
# Looks like you failed 1 test of 3.
t/01-add.t ... Dubious, test returned 1 (wstat 256, 0x100)
Failed 1/3 subtests

Test Summary Report
-------------------
t/01-add.t (Wstat: 256 (exited 1) Tests: 3 Failed: 1)
  Failed test:  2
  Non-zero exit status: 1
Files=2, Tests=4,  0 wallclock secs
Result: FAIL)"},                                                                    // prove fail
      {"nothing", R"(t/a.t .. skipped: no author tests
Files=1, Tests=0,  0 wallclock secs
Result: NOTESTS)"},                                                                 // prove notests
      {"pass", R"(●●●●●
5 successes / 0 failures / 0 errors / 0 pending : 0.003 seconds)"},                 // busted
      {"failure", R"(●●◼●●
4 successes / 1 failure / 0 errors / 0 pending : 0.003 seconds

Failure → spec/a_spec.lua @ 3
a adds
spec/a_spec.lua:4: Expected objects to be equal.)"},                                // busted fail
      {"caution", R"(●●◌●
3 successes / 0 failures / 0 errors / 1 pending : 0.003 seconds)"},                 // busted pending
      {"pass", R"( ✓ prints usage
 ✓ fails on bad flag
 ✓ returns error 2 on missing file

3 tests, 0 failures)"},                                                             // bats
      {"failure", R"( ✓ prints usage
 ✗ fails on bad flag
   (in test file test/a.bats, line 7)
     `[ "$status" -eq 1 ]' failed

2 tests, 1 failure)"},                                                              // bats fail
      {"caution", R"(1..3
ok 1 prints usage
ok 2 fails on bad flag
ok 3 error exit # skip not on mac)"},                                               // bats tap
      {"pass", R"(1/3 main.test.adds...OK
2/3 main.test.returns error...OK
3/3 main.test.ok...OK
All 3 tests passed.)"},                                                             // zig test
      {"failure", R"(1/2 main.test.adds...FAIL (TestUnexpectedResult)
/r/src/main.zig:9:5: 0x1037 in test.adds (test)
1 passed; 0 skipped; 1 failed.
error: the following test command failed with exit code 1:
/r/zig-cache/o/test)"},                                                             // zig test fail
      {"caution", R"(1/2 main.test.adds...OK
2/2 main.test.later...SKIP
1 passed; 1 skipped; 0 failed.)"},                                                  // zig test skip
      {"pass", R"(Build Summary: 3/3 steps succeeded; 12/12 tests passed
test success)"},                                                                    // zig build summary
      {"failure",
       R"(Build Summary: 1/3 steps succeeded; 1 failed; 11/12 tests passed; 1 failed (disable with --summary none)
test transitive failure)"},          // zig build summary fail
      {"pass", R"(00:00 +0: loading test/a_test.dart
00:00 +0: throws error on null
00:00 +1: adds
00:00 +2: All tests passed!)"},      // dart test
      {"failure", R"(00:00 +0: loading test/a_test.dart
00:00 +0 -1: adds [E]
  Expected: <4>
    Actual: <3>
00:00 +1 -1: Some tests failed.)"},  // dart test fail
      {"caution", R"(00:00 +0: loading test/a_test.dart
00:00 +2 ~1: All tests passed!)"},   // dart test skip
      {"nothing", "00:00 +0 ~1: All tests skipped."},
      {"failure", R"(══╡ EXCEPTION CAUGHT BY FLUTTER TEST FRAMEWORK ╞════════════════════
The following TestFailure was thrown running a test:
Expected: exactly one matching candidate
00:03 +5 -1: Counter increments smoke test [E]
00:04 +6 -1: Some tests failed.)"},                                     // flutter test fail
      {"pass", R"(Analyzing app...
No issues found! (ran in 2.1s))"},                                      // flutter analyze
      {"failure", R"(Analyzing app...

  error • Undefined name 'x' • lib/a.dart:3:5 • undefined_identifier
   info • Prefer const • lib/a.dart:4:5 • prefer_const

2 issues found. (ran in 2.1s))"},                                       // flutter analyze issues
      {"pass", R"(  Compiled in 0.02s
   Running app_test.main
.....

Finished in 0.012 seconds
5 tests, 0 failures)"},                                                 // gleam
      {"failure", R"(   Running app_test.main
..F
Failures:

  1) app_test.adds_test: module 'app_test'

3 tests, 1 failures)"},                                                 // gleam fail
      {"pass", R"(Cart
  totals [✔]
  fails on error [✔]

Finished in 0.0010 seconds
2 examples, 0 failures)"},                                              // hspec
      {"failure", R"(Cart
  totals [✘]

Failures:

  test/Spec.hs:9:5:
  1) Cart totals
       expected: 4
        but got: 3

Finished in 0.0010 seconds
2 examples, 1 failure)"},                                               // hspec fail
      {"pass", R"(app> test (suite: app-test)

Cart
  totals

Finished in 0.0003 seconds
1 example, 0 failures

app> Test suite app-test passed
Completed 2 action(s).)"},                                              // stack test
      {"failure", R"(app> Test suite app-test failed
Completed 2 action(s).

Error: [S-7282]
       Stack failed to execute the build plan.)"},                      // stack test fail
      {"pass", R"(Running 1 test suites...
Test suite app-test: RUNNING...
Test suite app-test: PASS
Test suite logged to: dist/test/app.log
1 of 1 test suites (1 of 1 test cases) passed.)"},                      // cabal
      {"failure", R"(Test suite app-test: RUNNING...
Test suite app-test: FAIL
0 of 1 test suites (0 of 1 test cases) passed.
Error: cabal: Tests failed for test:app-test from app-0.1.)"},          // cabal fail
      {"failure", R"(src/A.hs:3:5: error: [GHC-83865]
    • Couldn't match expected type ‘Int’ with actual type ‘[Char]’)"},  // ghc error
      {"pass", R"(Testing `cart'.
This run has ID `ABC'.

  [OK]          totals          0   adds.
  [OK]          totals          1   error on empty.

Full test results in `~/r/_build/default/test/_build/_tests/cart'.
Test Successful in 0.001s. 2 tests run.)"},                             // alcotest
      {"failure", R"(Testing `cart'.

> [FAIL]        totals          0   adds.
  [OK]          totals          1   error on empty.

1 failure! in 0.001s. 2 tests run.)"},                                  // alcotest fail
      {"failure", R"(File "bin/main.ml", line 3, characters 8-9:
3 | let x = y
            ^
Error: Unbound value y)"},                                              // dune error
      {"pass", R"(elm-test 0.19.1-revision12
--------------------------

Running 5 tests. To reproduce these results, run: elm-test --fuzz 100 --seed 1

TEST RUN PASSED

Duration: 120 ms
Passed:   5
Failed:   0)"},                                                         // elm-test
      {"failure", R"(Running 5 tests.

↓ Cart
✗ totals

    3
    ╷
    │ Expect.equal
    ╵
    4

TEST RUN FAILED

Duration: 120 ms
Passed:   4
Failed:   1)"},                                                         // elm-test fail
      {"failure", R"(TEST RUN INCOMPLETE because Test.only was used

Duration: 120 ms
Passed:   4
Failed:   0)"},                                                         // elm-test incomplete
      {"pass", R"(✔ | F W  S  OK | Context
✔ |          5 | cart
══ Results ═════════════════════════════════════════════════════════
Duration: 0.2 s

[ FAIL 0 | WARN 0 | SKIP 0 | PASS 5 ])"},                               // testthat
      {"failure", R"(✖ | 1        4 | cart
────────────────────────────────────────────────────────────────────
Failure (test-cart.R:3:3): totals
3 not equal to 4.

[ FAIL 1 | WARN 0 | SKIP 0 | PASS 4 ])"},                               // testthat fail
      {"caution", "[ FAIL 0 | WARN 2 | SKIP 0 | PASS 5 ]"},
      {"caution", "[ FAIL 0 | WARN 0 | SKIP 1 | PASS 5 ]"},
      {"nothing", "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 0 ]"},
      {"pass", R"(* checking tests ... OK
* checking for errors ... OK
* DONE

Status: OK)"},                                 // R CMD check
      {"failure", R"(* checking tests ... ERROR
  Running the tests in ‘tests/testthat.R’ failed.
* DONE

Status: 1 ERROR)"},                            // R CMD check fail
      {"caution", R"(* checking tests ... OK
* checking Rd ... WARNING
* DONE

Status: 1 WARNING)"},                          // R CMD check note
      {"pass", R"(Test Summary: | Pass  Total  Time
Cart          |    5      5  0.1s
     Testing App tests passed)"},              // julia
      {"failure", R"(Cart: Test Failed at /r/test/runtests.jl:5
  Expression: total(c) == 4
   Evaluated: 3 == 4
Test Summary: | Pass  Fail  Total  Time
Cart          |    4     1      5  0.1s
ERROR: LoadError: Some tests did not pass: 4 passed, 1 failed, 0 errored, 0 broken.
ERROR: Package App errored during testing)"},  // julia fail
      {"caution", R"(Test Summary: | Pass  Broken  Total  Time
Cart          |    4       1      5  0.1s
     Testing App tests passed)"},              // julia broken
      {"pass", R"(Test Summary:      | Pass  Total
error handling     |    3      3
failure modes      |    2      2
     Testing App tests passed)"},              // julia pass with error-ish table
      {"pass", "Success! The configuration is valid."},
      {"failure", R"(╷
│ Error: Unsupported argument
│
│   on main.tf line 3, in resource "aws_s3_bucket" "b":
│    3:   acll = "private"
│
│ An argument named "acll" is not expected here.
╵)"},                                     // terraform validate error
      {"pass", R"(Terraform used the selected providers to generate the following execution plan.

Plan: 2 to add, 0 to change, 0 to destroy.
Success! The configuration is valid.)"},  // terraform plan
      {"pass", R"(tests/main.tftest.hcl... in progress
  run "valid"... pass
  run "rejects_error"... pass
tests/main.tftest.hcl... tearing down
tests/main.tftest.hcl... pass

Success! 2 passed, 0 failed.)"},          // terraform test
      {"failure", R"(tests/main.tftest.hcl... in progress
  run "valid"... fail
tests/main.tftest.hcl... fail

Failure! 0 passed, 1 failed.)"},          // terraform test fail
      {"pass",
       "Passed: 0 failure(s), 0 warning(s) on 12 files. Last profile that met the validation criteria was "
       "'production'."},
      {"failure", R"(yaml[trailing-spaces]: Trailing spaces
site.yml:3

Failed: 1 failure(s), 0 warning(s) on 12 files. Last profile that met the validation criteria was 'min'.)"},  // ansible-lint
                                                                                                              // fail
      {"pass", R"(PLAY RECAP *********************************************************************
web1                       : ok=5    changed=2    unreachable=0    failed=0    skipped=0    rescued=0    ignored=0)"},  // ansible play
      {"failure", R"(fatal: [web1]: FAILED! => {"changed": false, "msg": "boom"}

PLAY RECAP *********************************************************************
web1                       : ok=5    changed=2    unreachable=0    failed=1    skipped=0    rescued=0    ignored=0)"},  // ansible play fail
      {"failure", R"(PLAY RECAP *********************************************************************
web1                       : ok=0    changed=0    unreachable=1    failed=0    skipped=0    rescued=0    ignored=0)"},  // ansible unreachable
      {"pass", R"(==> Linting ./chart
[INFO] Chart.yaml: icon is recommended

1 chart(s) linted, 0 chart(s) failed)"},         // helm lint
      {"failure", R"(==> Linting ./chart
[ERROR] templates/: parse error at (chart/templates/a.yaml:3): unclosed action

Error: 1 chart(s) linted, 1 chart(s) failed)"},  // helm lint fail
      {"pass", "Summary: 12 resources found in 4 files - Valid: 12, Invalid: 0, Errors: 0, Skipped: 0"},
      {"failure", R"(a.yaml - Deployment web is invalid: problem validating schema. Check JSON formatting
Summary: 12 resources found in 4 files - Valid: 11, Invalid: 1, Errors: 0, Skipped: 0)"},  // kubeconform invalid
      {"failure", R"(Dockerfile:3 DL3008 warning: Pin versions in apt get install
Dockerfile:5 DL3020 error: Use COPY instead of ADD for files and folders)"},               // hadolint
      {"caution", R"(Dockerfile:3 DL3008 warning: Pin versions in apt get install
12 tests passed)"},                                                                        // hadolint warning only
      {"failure", R"(In run.sh line 3:
if [ $a = 1 
^-- SC1073 (error): Couldn't parse this test expression.)"},                               // shellcheck error
      {"failure", R"(.github/workflows/ci.yml:7:9: unexpected key "step" for "job" section. [syntax-check]
12 tests passed
exit status 1)"},                                                                          // actionlint
      {"failure", R"(proto/a.proto:3:1:Field name "FooBar" should be lower_snake_case
Failure: 1 lint issue)"},                                                                  // buf lint
      {"pass", R"(== [models/a.sql] PASS
All Finished 📜 🎉!)"},                                                                      // sqlfluff
      {"failure", R"(== [models/a.sql] FAIL
L:   1 | P:   1 | LT01 | Expected only single space
All Finished 📜 🎉!)"},                                                                      // sqlfluff fail
      {"pass", R"(trim trailing whitespace.................................................Passed
fix end of files.........................................................Passed
check for failed merges..................................................Passed
check yaml...........................................(no files to check)Skipped)"},        // pre-commit
      {"failure", R"(trim trailing whitespace.................................................Failed
- hook id: trailing-whitespace
- exit code: 1
- files were modified by this hook
fix end of files.........................................................Passed)"},        // pre-commit fail
      {"pass", R"(┌──────────────┐
│ Scan Summary │
└──────────────┘
✅ Scan completed successfully.
 • Findings: 0 (0 blocking)
 • Rules run: 120
 • Targets scanned: 30)"},                                                                 // semgrep
      {"failure", R"(┌──────────────┐
│ Scan Summary │
└──────────────┘
✅ Scan completed successfully.
 • Findings: 2 (2 blocking)
 • Rules run: 120)"},                                                                      // semgrep findings
      {"pass", R"(Total: 0 (UNKNOWN: 0, LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0)
12 tests passed)"},                                                                        // trivy
      {"pass", R"(found 0 vulnerabilities
5 passed, 0 failed)"},                                                                     // npm audit
  };
  for (const SignalCase& c : k_cases) EXPECT_EQ(outcome_heard_in(c.log), c.heard) << c.log;
}

}  // namespace
}  // namespace assay::logs
