// Logs of a line or two, as people and programs without a runner write them.
#include <gtest/gtest.h>

#include "logs/reading/heard_test.h"

namespace assay::logs {
namespace {

TEST(ShortLogs, Sentences) {
  constexpr SignalCase k_cases[] = {
      {"failure", "payment webhook tests failed with exit code 1"},
      {"failure", "pnpm test: FAILED"},
      {"failure", "typecheck failed: 2 errors"},
      {"failure", "lint failed"},
      {"failure", R"(unit tests passed
integration tests failed)"},  // s5
      {"failure", "build error: module not found"},
      {"failure", "AssertionError: expected 200 to equal 401"},
      {"failure", "1 test failed"},
      {"failure", "tests failed"},
      {"failure", "verification command timed out"},
      {"failure", "verification command could not be started"},
      {"failure", "command not found: pnpm"},
      {"failure", "pnpm: command not found"},
      {"failure", "Tests were not executed"},
      {"failure", "No verification was run"},
      {"failure", "process exited with code 137"},
      {"failure", "test run aborted"},
      {"failure", "test run cancelled"},
      {"failure", "2 of 12 tests failed"},
      {"failure", "3 failing"},
      {"failure", "Failures: 2"},
      {"failure", "errors: 1"},
      {"failure", R"(expected true to be false
FAIL test/a.test.ts)"},  // s25
      {"failure", "coverage threshold not met"},
      {"failure", "Coverage check failed: 71% < 80%"},
      {"failure", "type error in src/a.ts"},
      {"failure", "typecheck: 1 error"},
      {"failure", "Compilation failed"},
      {"failure", "Unit tests: 41 passed, 1 failed"},
      {"failure", R"(all tests passed
lint: 2 errors)"},  // s32
      {"failure", "ESLint: 4 problems (4 errors, 0 warnings)"},
      {"failure", "deployment check failed"},
      {"failure", "migration dry-run failed"},
      {"failure", "FAIL"},
      {"failure", "FAILED"},
      {"failure", "not ok"},
      {"failure", "Error"},
      {"failure", "✗ all tests"},
      {"failure", "assertion failed: left == right"},
      {"failure", "snapshot mismatch: 1 snapshot failed"},
      {"failure", "fatal: tests did not complete"},
      {"failure", "the e2e job crashed"},
      {"failure", "job was killed after 60 minutes"},
      {"failure", "verification failed: flaky test retried 3 times without success"},
      {"failure", "all unit tests passed, but the integration suite failed"},
      {"failure", "tests passed except auth"},
      {"failure", "11/12 passed"},
      {"pass", "all tests passed"},
      {"pass", "tests pass"},
      {"pass", R"(pnpm test passed
pnpm build passed)"},  // p3
      {"pass", "pnpm lint: ok"},
      {"pass", R"(typecheck clean
tests green)"},  // p5
      {"pass", "All 42 tests passed."},
      {"pass", "42 passed"},
      {"pass", "42/42 passed"},
      {"pass", "Verification passed"},
      {"pass", "verification succeeded with no errors"},
      {"pass", "lint clean, 0 warnings, 0 errors"},
      {"pass", "Build succeeded"},
      {"pass", "build successful"},
      {"pass", "error handling tests passed"},
      {"pass", "failed-login tests passed"},
      {"pass", "tests for failing uploads passed"},
      {"pass", "retry-on-error suite: 12 passed"},
      {"pass", "0 failed, 12 passed"},
      {"pass", "passed: 12, failed: 0, skipped: 0"},
      {"pass", R"(no regressions
all tests passed)"},  // p20
      {"pass", "No lint errors. Tests passed."},
      {"pass", "tests passed, previously failing test now passes"},
      {"pass", "The previously failing case is fixed; all tests passed."},
      {"pass", "authorization tests passed; unauthorized requests fail with 403 as expected"},
      {"pass", "error boundary renders fallback: passed"},
      {"pass", "\"handles exit code 2\": passed"},
      {"pass", "exited with code 0"},
      {"pass", "test command exited with exit code 0"},
      {"pass", "Process finished with exit code 0"},
      {"pass", "SUCCESS"},
      {"pass", "Result: PASSED"},
      {"pass", "status: success"},
      {"pass", "checks: all green"},
      {"pass", "CI passed"},
      {"pass", R"(tests: passed
lint: passed
types: passed)"},  // p35
      {"caution", R"(unit tests passed
e2e skipped)"},    // w1
      {"caution", "tests passed with warnings"},
      {"caution", "tests passed, 2 skipped"},
      {"caution", "all tests passed (1 flaky, passed on retry)"},
      {"caution", "lint passed with 3 warnings"},
      {"caution", "tests passed; integration tests skipped because docker is unavailable"},
      {"caution", R"(tests passed
warning: deprecated API used)"},  // w7
      {"caution", "tests passed. TODO: add e2e"},
      {"caution", "tests passed; manual review required for the layout"},
      {"caution", R"(all tests passed
1 todo)"},                                 // w10
      {"caution", R"(unit tests passed
visual regression checks were skipped)"},  // w11
      {"caution", "42 passed, 1 pending"},
      {"nothing", "ok then"},
      {"nothing", "done"},
      {"nothing", "finished"},
      {"nothing", "tests were added"},
      {"nothing", "looks good"},
      {"nothing", "no output"},
      {"nothing", "(empty)"},
      {"nothing", "N/A"},
      {"nothing", "verification pending"},
      {"nothing", "tests: 0"},
      {"nothing", "0 tests passed"},
      {"nothing", "all 0 tests passed"},
      {"nothing", "running tests"},
      {"nothing", "compiled in 3s"},
      {"nothing", "see CI"},
      {"nothing", "tests skipped"},
      {"nothing", "no tests"},
      {"nothing", "The change is small."},
      {"nothing", "tests will be run later"},
      {"nothing", "Tests to run: npm test"},
  };
  for (const SignalCase& c : k_cases) EXPECT_EQ(outcome_heard_in(c.log), c.heard) << c.log;
}

TEST(ShortLogs, ToolsAndShells) {
  constexpr SignalCase k_cases[] = {
      {"nothing", R"(echo done
done)"},                     // echo done only
      {"nothing", R"(added 120 packages, and audited 121 packages in 3s
found 0 vulnerabilities)"},  // install only
      {"nothing", "I think the tests would pass."},
      {"nothing", "The tests should pass."},
      {"nothing", R"(README.md
src
package.json)"},  // listing
      {"nothing", "$ npm test"},
      {"nothing", "Running tests..."},
      {"nothing", R"(No tests found, exiting with code 0
Run with `--passWithNoTests` to exit with code 0)"},  // jest no tests
      {"nothing", R"( RUN  v1.2.0 /r

No test files found, exiting with code 0)"},          // vitest no tests
      {"nothing", "  0 passing (1ms)"},
      {"nothing", R"(
  0 passing (2ms)
  5 pending)"},  // mocha pending only
      {"nothing", R"(running 0 tests

test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 12 filtered out; finished in 0.00s)"},  // cargo 0
      {"nothing", R"([==========] Running 0 tests from 0 test suites.
[==========] 0 tests from 0 test suites ran. (0 ms total)
[  PASSED  ] 0 tests.)"},                                                                           // gtest 0
      {"nothing",
       "No test is available in /r/bin/a.dll. Make sure that test discoverer & executors are registered and platform & "
       "framework version settings are appropriate and try again."},
      {"nothing", "No tests executed!"},
      {"nothing", R"(No examples found.

Finished in 0.0002 seconds (files took 0.05 seconds to load)
0 examples, 0 failures)"},  // rspec none
      {"nothing", R"([INFO] No tests to run.
[INFO] BUILD SUCCESS)"},    // maven no tests
      {"nothing", R"([INFO] Tests are skipped.
[INFO] BUILD SUCCESS)"},    // maven skipped
      {"nothing", R"(> Task :test NO-SOURCE

BUILD SUCCESSFUL in 1s)"},  // gradle no source
      {"nothing", R"(Test project /r/build
No tests were found!!!)"},  // ctest none
      {"nothing", "Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds"},
      {"nothing", "0 runs, 0 assertions, 0 failures, 0 errors, 0 skips"},
      {"nothing", R"(ℹ tests 0
ℹ pass 0
ℹ fail 0)"},        // node none
      {"nothing", R"(----------------------------------------------------------------------
Ran 0 tests in 0.000s

OK)"},              // unittest none
      {"nothing", R"(----------------------------------------------------------------------
Ran 0 tests in 0.000s

NO TESTS RAN)"},    // unittest none 312
      {"nothing", R"(----------------------------------------------------------------------
Ran 5 tests in 0.000s

OK (skipped=5))"},  // unittest all skipped
      {"nothing", "ok  	example.com/a	0.002s [no tests to run]"},
      {"nothing", "There are no tests to run"},
      {"pass", "BUILD SUCCESSFUL in 12s"},
      {"pass", R"([100%] Built target app
[100%] Built target tests
100% tests passed, 0 tests failed out of 12)"},  // make all ok
      {"pass", "tests ok"},
      {"pass", "OK: 12 tests"},
      {"pass", "All checks green"},
      {"pass", "exit code: 0"},
      {"pass", "npm test → exit 0"},
      {"failure", "npm test → exit 1"},
      {"pass", R"(✓ lint
✓ typecheck
✓ unit tests)"},     // list of marks
      {"failure", R"(✓ lint
✗ typecheck
✓ unit tests)"},     // list of marks fail
      {"pass", R"(✅ lint
✅ tests)"},          // emoji
      {"failure", R"(✅ lint
❌ tests)"},          // emoji fail
      {"pass", R"(| check | result |
|---|---|
| lint | pass |
| test | pass |)"},  // table
      {"failure", R"(| check | result |
|---|---|
| lint | pass |
| test | fail |)"},  // table fail
      {"pass", R"(lint      PASS
typecheck PASS
tests     PASS)"},   // table ok
      {"failure", R"(lint      PASS
typecheck FAIL
tests     PASS)"},   // table ok fail
      {"failure", "step 3 failed"},
      {"failure", R"(Traceback (most recent call last):
  File "/r/manage.py", line 22, in <module>
    main()
ImportError: cannot import name 'x' from 'y')"},  // traceback alone
      {"failure", R"(Exception in thread "main" java.lang.RuntimeException: boom
	at A.main(A.java:3))"},                   // java stack end
      {"failure", R"(/r/a.rb:3:in `require': cannot load such file -- x (LoadError)
	from /r/a.rb:3:in `<main>')"},            // ruby crash
      {"failure", "PHP Fatal error:  Uncaught Error: Call to undefined function x() in /r/a.php:3"},
      {"failure", "PHP Parse error:  syntax error, unexpected token \"}\" in /r/a.php on line 3"},
      {"failure", "Segmentation fault (core dumped)"},
      {"failure", "Killed"},
      {"failure", R"(<--- Last few GCs --->
FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed - JavaScript heap out of memory)"},  // heap
      {"failure", "java.lang.OutOfMemoryError: Java heap space"},
      {"failure", R"(thread 'main' has overflowed its stack
fatal runtime error: stack overflow)"},  // rust overflow
      {"failure", "Fatal error: Index out of range: file Swift/Array.swift, line 405"},
      {"failure",
       R"(Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an object.
   at A.Main() in /r/A.cs:line 3)"},  // dotnet unhandled
      {"failure", "** (CompileError) lib/a.ex:3: undefined function x/0"},
      {"failure", R"(init terminating in do_boot ()
Crash dump is being written to: erl_crash.dump...done)"},  // erlang
      {"failure", "e: file:///r/A.kt:3:5 Unresolved reference: x"},
      {"failure", R"(A.java:3: error: cannot find symbol
1 error)"},  // javac
      {"failure", "a.c:3:5: error: expected ';' before 'return'"},
      {"failure", R"(a.c:3:5: error: unused variable 'x' [-Werror=unused-variable]
cc1: all warnings being treated as errors)"},  // gcc Werror
      {"failure", "a.c(3): error C2065: 'x': undeclared identifier"},
      {"failure", "LINK : fatal error LNK1120: 1 unresolved externals"},
      {"failure", "CMake Error: CMake was unable to find a build program corresponding to \"Ninja\"."},
      {"failure", R"(ERROR: /r/BUILD:3:10: Compiling a.cc failed: (Exit 1): gcc failed
FAILED: Build did NOT complete successfully)"},  // bazel build
      {"failure", "BUILD FAILED"},
      {"failure",
       "[ERROR] Failed to execute goal on project a: Could not resolve dependencies for project a:a:jar:1: Could not "
       "find artifact x"},
      {"failure", R"(npm ERR! code EUSAGE
npm ERR! `npm ci` can only install packages when your package.json and package-lock.json are in sync.)"},  // npm ci
      {"failure", R"(npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree)"},  // npm error new
      {"failure", "npm error Missing script: \"test\""},
      {"failure", "error Command \"test\" not found."},
      {"failure", " ERR_PNPM_NO_SCRIPT  Missing script: test"},
      {"failure", R"(ERROR: Could not find a version that satisfies the requirement x (from versions: none)
ERROR: No matching distribution found for x)"},  // pip
      {"failure", "Could not find gem 'x' in locally installed gems."},
      {"failure", "Your requirements could not be resolved to an installable set of packages."},
      {"failure", "error: no matching package named `x` found"},
      {"failure", "E: Unable to locate package x"},
      {"failure", "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?"},
      {"failure", "sh: 1: vitest: not found"},
      {"failure", "bash: ./run.sh: Permission denied"},
      {"failure", "bash: ./run.sh: No such file or directory"},
      {"failure", "npm ERR! could not determine executable to run"},
      {"failure", "/usr/bin/python3: No module named pytest"},
      {"failure", R"(  File "a.py", line 3
    def x(
         ^
SyntaxError: '(' was never closed)"},  // syntax
      {"failure", "make: *** No rule to make target 'test'.  Stop."},
      {"failure", "error: Recipe `test` failed on line 3 with exit code 1"},
      {"failure", "task: Failed to run task \"test\": exit status 1"},
      {"failure",
       "psql: error: connection to server at \"localhost\" (127.0.0.1), port 5432 failed: Connection refused"},
      {"failure", "alembic.util.exc.CommandError: Can't locate revision identified by 'abc'"},
      {"failure", "error: unable to recognize \"a.yaml\": no matches for kind \"X\" in version \"v1\""},
      {"pass", R"(  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
100  1234  100  1234    0     0   9876      0 --:--:-- --:--:-- --:--:--  9876
12 passed, 0 failed)"},  // curl progress
      {"pass", "No failures."},
      {"pass", "Type checking finished, no errors found."},
      {"pass", "Build completed without errors."},
      {"pass", "Compiled successfully. 0 errors, 0 warnings."},
      {"pass", "errors=0 failures=0 tests=12"},
      {"failure", "errors=2 failures=0 tests=12"},
      {"pass", "12 checks ran, nothing failed"},
      {"pass", "12 checks passed, none failed"},
      {"failure", "12 checks ran, some failed"},
      {"failure", "Not all tests passed."},
      {"failure", "Failed to compile."},
      {"failure", "Could not resolve dependency: react@19"},
      {"failure", "Giving up after 3 failed attempts"},
      {"failure", "The build was unsuccessful."},
      {"failure", "9 of 12 checks passed"},
      {"pass", "12 of 12 checks passed"},
      {"pass", "100% of tests passed"},
      {"failure", "92% of tests passed"},
      {"pass", R"(Pass rate: 100%
12/12 tests passed)"},  // pass rate
      {"failure", "Pass rate: 91.7% (11/12)"},
      {"pass", "RESULT: OK (12 tests)"},
      {"failure", "RESULT: NOT OK"},
      {"failure", "{\"status\":\"failed\",\"passed\":11,\"failed\":1}"},
      {"pass", "{\"status\":\"passed\",\"passed\":12,\"failed\":0,\"errors\":[]}"},
      {"failure", "{\"command\":\"npm test\",\"exit_code\":1}"},
      {"pass", "{\"command\":\"npm test\",\"exit_code\":0,\"stdout\":\"12 passing\"}"},
      {"failure", R"({"level":"info","msg":"running checks"}
{"level":"error","msg":"check failed: schema mismatch"})"},  // json lines level error final
      {"failure", R"(tests:
  passed: 11
  failed: 1)"},                                              // yaml
      {"pass", R"(tests:
  passed: 12
  failed: 0)"},                                              // yaml ok
      {"pass", "Total: 12, Passed: 12, Failed: 0, Skipped: 0"},
      {"failure", "Total: 12, Passed: 10, Failed: 2, Skipped: 0"},
      {"pass", R"(PASS  reports FAILED builds
PASS  returns 2 errors
PASS  handles "fatal error"
3 passed)"},            // failed test names only in passing lines
      {"pass", R"(✓ shows error toast when upload fails (12 ms)
✓ retries failed requests (3 ms)

2 tests passed)"},      // check marks
      {"failure", R"(✓ adds
✗ subtracts

1 passed, 1 failed)"},  // cross mark
      {"pass", R"(test_failed_login ... ok
test_error_500 ... ok
2 tests ok)"},          // ok dots
      {"failure", "3 Tests fehlgeschlagen, 9 bestanden"},
      {"pass", "12 Tests bestanden, 0 fehlgeschlagen"},
      {"pass", "Keine Fehler gefunden. Alle Prüfungen erfolgreich."},
      {"failure", "Fehler: Datei nicht gefunden"},
      {"failure", "Der Testlauf wurde abgebrochen."},
      {"failure", "2 tests ont échoué"},
      {"pass", "12 tests réussis, 0 échec"},
      {"pass", "Aucune erreur. Tous les tests sont passés."},
      {"failure", "Erreur : impossible de compiler le module"},
      {"failure", "2 pruebas fallaron"},
      {"pass", "12 pruebas aprobadas, 0 fallidas"},
      {"pass", "Compilación completada sin errores. Todas las pruebas pasaron."},
      {"failure", "2 testes falharam"},
      {"pass", "Todos os testes passaram. 0 falhas."},
      {"failure", "Erro ao compilar o projeto"},
      {"failure", "テスト失敗: 2件"},
      {"pass", "テスト結果: 成功 12件、失敗 0件"},
      {"pass", "すべてのテストに合格しました"},
      {"failure", "エラー: コンパイルできませんでした"},
      {"failure", "2 个测试失败"},
      {"pass", "全部测试通过，0 个失败"},
      {"failure", "错误：构建失败"},
      {"pass", "没有错误。12 个测试全部通过。"},
      {"failure", "測試失敗：2 個"},
      {"failure", "2 test falliti"},
      {"pass", R"(npm WARN retry will retry, error on last attempt: Error: ECONNRESET
5 passing (10ms))"},                                                       // retry succeeded
      {"pass", R"(Attempt 1 failed, retrying...
Attempt 2 succeeded
12 tests passed)"},                                                        // attempt then ok
      {"failure", R"(Attempt 1 failed, retrying...
Attempt 2 failed, retrying...
Attempt 3 failed. Giving up.)"},                                           // attempts fail
      {"pass", R"(Usage: app [--fail-fast] [--on-error=stop]
12 tests passed, 0 failed)"},                                              // help text
      {"pass", R"(+ npm run test -- --fail-fast || exit 1
12 tests passed, 0 failed)"},                                              // echo command
      {"pass", R"($ bash -c "if ! npm test; then echo 'tests failed'; exit 1; fi"
12 tests passed, 0 failed)"},                                              // set -e echo
      {"pass", R"(CI_FAIL_ON_ERROR=true
ERROR_REPORTING=on
12 tests passed, 0 failed)"},                                              // env dump
      {"pass", R"(src/errors/failed.ts
src/errors/error_boundary.tsx
test/fail.spec.ts
12 tests passed, 0 failed)"},                                              // file lists
      {"pass", R"(a1b2c3d fix: crash when login failed
b2c3d4e Merge branch 'error-handling'
12 tests passed, 0 failed)"},                                              // git log output
      {"pass", R"([ 50%] Building CXX object src/error.cc.o
[ 75%] Building CXX object src/failure.cc.o
[100%] Built target app)"},                                                // compile lines
      {"pass", R"(   Compiling thiserror v1.0.50
   Compiling anyhow-error v1.0.0
    Finished dev [unoptimized + debuginfo] target(s) in 12.3s)"},          // cargo build
      {"failure", R"(/usr/bin/ld: main.o: in function `main': main.c:(.text+0x5): undefined reference to `foo'
collect2: error: ld returned 1 exit status)"},                             // ld
      {"failure", R"(# example.com/a
./a.go:7:2: fmt.Printf format %d has arg s of wrong type string)"},        // go vet
      {"pass", R"(?   	example.com/cmd	[no test files]
ok  	example.com/a	0.004s)"},                                         // go test no test files
      {"nothing", R"(?   	example.com/cmd	[no test files]
?   	example.com/a	[no test files])"},                                // go only no test files
      {"pass", R"(ok  	example.com/a	(cached)
ok  	example.com/b	(cached)	coverage: 81.2% of statements)"},  // go cached
      {"nothing", R"(testing: warning: no tests to run
PASS
ok  	example.com/a	0.004s [no tests to run])"},                       // go no tests to run
      {"failure", R"(a.go
b.go
gofmt: 2 files need formatting
exit status 1)"},                                                          // gofmt diff list then exit
      {"failure", R"(=== RUN   TestA
panic: runtime error: invalid memory address or nil pointer dereference [recovered]
	panic: runtime error: invalid memory address or nil pointer dereference
FAIL	example.com/a	0.004s)"},                                         // panic at end
      {"failure", "FAIL	example.com/a [setup failed]"},
      {"pass", "Found 0 errors. Watching for file changes."},
      {"failure", R"(✗ Build failed in 312ms
error during build:
RollupError: Could not resolve "./x" from "src/main.ts")"},  // vite build
      {"pass", R"(vite v5.0.0 building for production...
✓ 120 modules transformed.
dist/index.html  0.5 kB
✓ built in 1.20s)"},                                         // vite ok
      {"failure", R"(ERROR in ./src/a.ts
Module not found: Error: Can't resolve './x' in '/r/src'

webpack 5.89.0 compiled with 1 error in 1234 ms)"},          // webpack
      {"pass", "webpack 5.89.0 compiled successfully in 1234 ms"},
      {"caution", R"(WARNING in asset size limit: The following asset(s) exceed the recommended size limit (244 KiB).
webpack 5.89.0 compiled with 1 warning in 1234 ms)"},     // webpack warning
      {"failure", R"(Failed to compile.

./src/a.tsx:3:5
Type error: Property 'x' does not exist on type 'Y'.)"},  // next
      {"pass", R"( ✓ Compiled successfully
 ✓ Linting and checking validity of types
 ✓ Generating static pages (5/5))"},                      // next ok
      {"failure", R"(✘ [ERROR] Could not resolve "x"

    src/a.ts:1:18:
1 error)"},                                               // esbuild
      {"failure", "[!] RollupError: Unexpected token"},
      {"failure", "svelte-check found 2 errors and 1 warning in 1 file"},
      {"pass", "svelte-check found 0 errors and 0 warnings"},
      {"caution", "svelte-check found 0 errors and 2 warnings in 1 file"},
      {"failure", R"(src/a.css
 3:5  ✖  Unexpected unknown property "colr"  property-no-unknown

✖ 1 problem (1 error, 0 warnings))"},                            // stylelint
      {"failure", R"(Found 0 warnings and 2 errors.
Finished in 12ms on 30 files with 90 rules using 8 threads.)"},  // oxlint
      {"pass", R"(Found 0 warnings and 0 errors.
Finished in 12ms on 30 files with 90 rules using 8 threads.)"},  // oxlint ok
      {"failure", R"(Checked 30 files in 12ms. No fixes applied.
Found 2 errors.)"},                                              // biome
      {"pass", "Checked 30 files in 12ms. No fixes applied."},
      {"failure", R"(Checking formatting...
[warn] src/a.ts
[warn] Code style issues found in the above file. Run Prettier with --write to fix.)"},  // prettier
      {"failure", R"(would reformat src/a.py
Oh no! 💥 💔 💥
1 file would be reformatted, 3 files would be left unchanged.)"},                        // black
      {"pass", R"(All done! ✨ 🍰 ✨
4 files would be left unchanged.)"},                                                     // black ok
      {"failure", "ERROR: /r/src/a.py Imports are incorrectly sorted and/or formatted."},
      {"failure", R"(/r/src/a.py:3:5 - error: "x" is not defined (reportUndefinedVariable)
1 error, 0 warnings, 0 informations)"},  // pyright
      {"pass", "0 errors, 0 warnings, 0 informations"},
      {"pass", R"(Inspecting 12 files
............

12 files inspected, no offenses detected)"},  // rubocop ok
      {"failure", "12 files inspected, 2 offenses detected, 1 offense autocorrectable"},
      {"failure", R"(/r/A.kt:3:1: Unexpected indentation (8) (standard:indent)
Summary error count (descending) by rule:
  standard:indent: 1)"},  // ktlint
      {"failure", "Analysis failed with 3 weighted issues."},
      {"failure", R"([ERROR] /r/A.java:3:1: Missing a Javadoc comment. [MissingJavadoc]
Checkstyle ends with 1 errors.)"},  // checkstyle
      {"pass", R"(Starting audit...
Audit done.
12 tests passed)"},                 // checkstyle ok
      {"failure", R"(BugInstance size is 2
Total bugs: 2
[ERROR] Failed to execute goal com.github.spotbugs:spotbugs-maven-plugin:check (default) on project a: failed with 2 bugs and 0 errors)"},  // spotbugs
      {"failure", "FOUND 2 ERRORS AND 1 WARNING AFFECTING 3 LINES"},
      {"failure", " [ERROR] Found 3 errors"},
      {"pass", " [OK] No errors"},
      {"failure", "3 errors found"},
      {"pass", "No errors found!"},
      {"failure", "Done linting! Found 3 violations, 1 serious in 12 files."},
      {"pass", "Done linting! Found 0 violations, 0 serious in 12 files."},
      {"caution", "Done linting! Found 3 violations, 0 serious in 12 files."},
      {"failure", R"(/r/a.cc:3:5: error: use of undeclared identifier 'x' [clang-diagnostic-error]
1 error generated.)"},  // clang-tidy
      {"failure", "a.cc:3:5: error: Array 'a[3]' accessed at index 5, which is out of bounds. [arrayIndexOutOfBounds]"},
      {"failure", R"(README.md:3 MD013/line-length Line length [Expected: 80; Actual: 120]
exit code 1)"},                                                       // markdownlint
      {"failure", R"(a.yml
  3:1       error    too many blank lines (3 > 2)  (empty-lines))"},  // yamllint
      {"failure", R"(✖   subject may not be empty [subject-empty]
✖   found 1 problems, 0 warnings)"},                                  // commitlint
      {"failure", R"([1/3] lint ........ ok
[2/3] test ........ failed
[3/3] build ....... ok)"},                                            // orch 1
      {"pass", R"([1/3] lint ........ ok
[2/3] test ........ ok
[3/3] build ....... ok)"},                                            // orch 2
      {"failure", R"(> step: test
> result: failure (exit 1))"},                                        // orch 3
      {"pass", R"(==> Running unit tests
==> 42 tests, 0 failures
==> Done)"},                                                          // orch 4
      {"failure", "PASS 41 / FAIL 1"},
      {"pass", "PASS 42 / FAIL 0"},
      {"failure", R"(Passed: 41
Failed: 1)"},   // orch 8
      {"pass", R"(Passed: 42
Failed: 0)"},   // orch 9
      {"caution", R"(Passed: 40
Failed: 0
Skipped: 2)"},  // orch 10
      {"failure", "Summary: 41 succeeded, 1 failed, 0 skipped"},
      {"pass", "Summary: 42 succeeded, 0 failed, 0 skipped"},
      {"failure", "tests=42 failures=0 errors=1"},
      {"pass", "tests=42 failures=0 errors=0"},
      {"failure", "ERROR: 1 of 3 checks did not pass"},
      {"failure", "Check \"types\" is failing"},
      {"pass", "3 of 3 checks passed"},
      {"failure", "2 of 3 checks passed"},
      {"failure", "tests: FAIL (exit status 1)"},
      {"failure", "verify.sh: line 12: pytest: command not found"},
      {"failure", "timeout after 300 seconds"},
      {"failure", "The command was terminated because it exceeded the time limit."},
      {"failure", "Out of memory"},
      {"failure", "Command failed: pnpm test"},
      {"failure", "pnpm test returned non-zero exit status 1."},
      {"failure", "subprocess.CalledProcessError: Command '['pytest']' returned non-zero exit status 1."},
      {"failure", "Tests failed to start: port 3000 is already in use"},
      {"failure", "Error: listen EADDRINUSE: address already in use :::3000"},
      {"failure", R"(connect ECONNREFUSED 127.0.0.1:5432
FAIL test/db.test.ts)"},  // orch 29
      {"pass", "ok: 12 tests, 0 failed"},
      {"pass", "12 tests run, 12 passed"},
      {"pass", "12 tests ran successfully"},
      {"pass", "Successfully ran 12 tests"},
      {"pass", "Everything passed"},
      {"pass", "no failing tests"},
      {"pass", "build finished without errors; tests passed"},
      {"failure", "build finished with errors"},
      {"failure", "finished with 2 errors"},
      {"caution", "build finished with warnings; tests passed"},
      {"failure", R"(Diff is not formatted; run `cargo fmt`
error: formatting check failed)"},  // orch 40
      {"failure", "[error] src/a.ts: SyntaxError: Unexpected token (3:5)"},
      {"failure", R"(✘ 2 tests failed
✔ 10 tests passed)"},  // orch 42
      {"pass", "12 specs, 0 failures, 0 pending"},
      {"failure", "Assertion failed: (x == 3), function main, file a.c, line 3."},
      {"failure", "a.out: a.c:3: main: Assertion `x == 3' failed."},
      {"failure", "*** Error in `./a.out': double free or corruption (fasttop): 0x000000 ***"},
      {"failure", "fatal error: all goroutines are asleep - deadlock!"},
      {"failure", "Uncaught TypeError: Cannot read properties of undefined (reading 'x')"},
      {"failure", "UnhandledPromiseRejectionWarning: Error: boom"},
      {"failure", "RuntimeError: CUDA out of memory."},
      {"failure", "Mutation score 62.5% is below the threshold of 80%."},
      {"failure", R"(✘ categories.performance failure for minScore assertion
   expected: >=0.9)"},  // lighthouse
      {"failure", "error: breaking changes detected: 2"},
      {"failure", "Verification failed: 1 interaction did not match"},
      {"failure", R"(Completed with 1 error and 0 warnings:
Done. PASS=11 WARN=0 ERROR=1 SKIP=0 TOTAL=12)"},  // dbt
      {"pass", R"(Completed successfully
Done. PASS=12 WARN=0 ERROR=0 SKIP=0 TOTAL=12)"},  // dbt ok
      {"caution", "Done. PASS=11 WARN=1 ERROR=0 SKIP=0 TOTAL=12"},
      {"failure", "Validation failed: 3 of 12 expectations not met"},
      {"failure", R"(     ✗ status is 200
      ↳  95% — ✓ 114 / ✗ 6
     checks.........................: 95.00% ✓ 114      ✗ 6
ERRO[0011] thresholds on metrics 'http_req_duration' have been crossed)"},  // k6 fail
      {"pass", R"([Passed] Login Flow (12s)
1/1 Flow Passed in 12s)"},                                                  // detox/maestro
      {"failure", R"([Failed] Login Flow (12s) (Element not found)
1/1 Flow Failed)"},                                                         // maestro fail
      {"pass", "Spec Files:	 3 passed, 3 total (100% completed) in 00:00:12"},
      {"failure", "Spec Files:	 2 passed, 1 failed, 3 total (100% completed) in 00:00:12"},
      {"failure", R"( ✖ logs in

 1/1 failed (2s))"},  // testcafe fail
      {"pass", "12 examples (12 passed)"},
      {"failure", "12 examples (11 passed, 1 failed)"},
      {"pass", R"(3 scenarios (3 passed)
12 steps (12 passed))"},  // behat
      {"pass", "OK (12 tests, 30 assertions)"},
      {"failure", R"(FAILURES!
Tests: 12, Assertions: 30, Failures: 1.)"},                // codecept fail
      {"pass", R"(CartSpec > rejects failed payments PASSED
BUILD SUCCESSFUL in 2s)"},                                 // spock gradle
      {"pass", R"(cart.CartSuite:
  + adds 0.01s
  + throws error 0.00s
[info] Passed: Total 2, Failed 0, Errors 0, Passed 2)"},   // munit
      {"failure", R"(==> X cart.CartSuite.adds 0.01s munit.ComparisonFailException
[error] Failed: Total 2, Failed 1, Errors 0, Passed 1)"},  // munit fail
      {"pass", R"([Suite] cart
  [OK] adds
  [OK] fails on error)"},                                  // nim
      {"failure", R"([Suite] cart
  [OK] adds
  [FAILED] subtracts)"},                                   // nim fail
      {"pass", R"(Finished in 1.2 milliseconds
12 examples, 0 failures, 0 errors, 0 pending)"},           // crystal
      {"failure", "12 examples, 0 failures, 1 errors, 0 pending"},
      {"pass", R"(OK    12.345 ms /r/a_test.v
Summary for all V _test.v files: 1 passed, 1 total. Elapsed time: 300 ms.)"},  // vlang
      {"failure", " FAILURES!!!"},
      {"pass", "================ 12 test cases: 12 succeeded in 00:00:12.345 ================"},
      {"failure", R"(12 Tests 1 Failures 0 Ignored
FAIL)"},  // unity
      {"pass", R"(12 Tests 0 Failures 0 Ignored
OK)"},    // unity ok
      {"pass", "OK (12 tests, 12 ran, 30 checks, 0 ignored, 0 filtered out, 3 ms)"},
      {"failure", "Errors (1 failures, 12 tests, 12 ran, 30 checks, 0 ignored, 0 filtered out, 3 ms)"},
      {"pass", R"(Running 12 test cases...

*** No errors detected)"},                                            // boost
      {"failure", R"(Running 12 test cases...
a.cpp(3): error: in "add": check 1 == 2 has failed

*** 1 failure is detected in the test module "Master Test Suite")"},  // boost fail
      {"pass", R"(PASS   : TestCart::adds()
Totals: 12 passed, 0 failed, 0 skipped, 0 blacklisted, 3ms)"},        // qtest
      {"failure", R"(FAIL!  : TestCart::adds() Compared values are not the same
Totals: 11 passed, 1 failed, 0 skipped, 0 blacklisted, 3ms)"},        // qtest fail
      {"pass", "[====] Synthesis: Tested: 12 | Passing: 12 | Failing: 0 | Crashing: 0"},
      {"failure", "[====] Synthesis: Tested: 12 | Passing: 11 | Failing: 0 | Crashing: 1"},
  };
  for (const SignalCase& c : k_cases) EXPECT_EQ(outcome_heard_in(c.log), c.heard) << c.log;
}

}  // namespace
}  // namespace assay::logs
