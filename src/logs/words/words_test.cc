// Tables of what people and programs write, with what should be heard. Each row is a line (log) or
// a report (prose) and the kinds of signal in it; "" is silence.
#include "logs/words/words.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "logs/reading/reader.h"

namespace assay::logs {
namespace {

std::string kinds(const std::vector<WordSignal>& said) {
  static constexpr std::string_view k_names[] = {"failure", "crash", "not_run", "zero_tests", "warning",
                                                 "skipped", "flaky", "todo",    "pass"};
  std::string out;
  for (size_t kind = 0; kind < std::size(k_names); ++kind) {
    for (const WordSignal& s : said) {
      if (!s.signal || static_cast<size_t>(s.kind) != kind) continue;
      if (!out.empty()) out += ' ';
      out += k_names[kind];
      break;
    }
  }
  return out;
}

std::string heard_in_log(std::string_view text) {
  std::vector<WordSignal> said;
  read_words(text, TextKind::log, said);
  return kinds(said);
}

std::string heard_in_prose(std::string_view text) {
  std::vector<WordSignal> said;
  for (const std::string_view sentence : sentences(text)) read_words(sentence, TextKind::prose, said);
  return kinds(said);
}

std::string heard_in_whole_log(std::string_view text) {
  const Facts facts = read_log_text(text);
  std::vector<WordSignal> said;
  for (const auto* list : {&facts.failures, &facts.cautions, &facts.passes})
    for (const Signal& signal : *list) said.push_back({signal.kind, "", 0, 0, "", {}, true});
  return kinds(said);
}

struct Row {
  std::string_view text;
  std::string_view heard;
};

void expect_log(std::initializer_list<Row> rows) {
  for (const Row& row : rows) EXPECT_EQ(heard_in_log(row.text), row.heard) << row.text;
}
void expect_prose(std::initializer_list<Row> rows) {
  for (const Row& row : rows) EXPECT_EQ(heard_in_prose(row.text), row.heard) << row.text;
}

TEST(LogWords, CountsInEveryOrder) {
  expect_log({
      {"0 failed", "pass"},
      {"failed: 0", "pass"},
      {"errors=0", "pass"},
      {"errors = 0", "pass"},
      {"no errors", "pass"},
      {"no errors found", "pass"},
      {"without failures", "pass"},
      {"zero failures", "pass"},
      {"fail 0", "pass"},
      {"Failures: 0", "pass"},
      {"Failed tests: 0", "pass"},
      {"Errors: none", "pass"},
      {"0 errors and 0 failures", "pass"},
      {"10 passed, 0 failed", "pass"},
      {"passed: 10, failed: 0", "pass"},
      {"pass 44 fail 0", "pass"},
      {"0 of 10 tests failed", "pass"},
      {"0 chart(s) failed", "pass"},
      {"0 files failed", "pass"},
      {"0 test(s) failed, 12 test(s) passed", "pass"},
      {"12 test(s) passed, 0 test(s) failed", "pass"},
      {"0 of 12 jobs failed", "pass"},
      {"failed files: 0", "pass"},
      {"12 files failed 0", "pass"},
      {"1 chart(s) failed", "failure"},
      {"1 of 12 jobs failed", "failure"},
      {"2 files failed", "failure"},
      {"failed files: 2", "failure"},
      {"12 file(s) checked, 0 error(s)", "pass"},
      {"12 file(s) checked, 2 error(s)", "failure"},
      {"0 error(s), 2 warning(s)", "warning pass"},
      {"error(s): 0", "pass"},
      {"error(s): 3", "failure"},
      {"1 passed, 1 broken", "failure"},
      {"3 passed, 2 broken", "failure"},
      {"3 passed, 0 broken", "pass"},
      {"3 passed, 1 crashed", "failure"},
      {"3 passed, 0 crashed, 0 timed out", "pass"},
      {"3 passed, 1 timed out", "failure"},
      {"\"failed\": 0", ""},
      {"Failures: 3", "failure"},
      {"3 failures", "failure"},
      {"failed: 3", "failure"},
      {"failed=1", "failure"},
      {"pass 44 fail 1", "failure"},
      {"passed: 10, failed: 2", "failure"},
      {"10 passed, 2 failed", "failure"},
      {"2 of 10 tests failed", "failure"},
      {"2/10 checks failed", "failure"},
      {"1 test failed", "failure"},
      {"3 unit tests have failed", "failure"},
      {"3 test(s) failed", "failure"},
      {"1,204 tests failed", "failure"},
      {"errors: 4, warnings: 2", "failure warning"},
      {"0 errors, 2 warnings", "warning pass"},
      {"2 errors generated", "failure"},
      {"Found 3 errors in 2 files", "failure"},
      {"\"failed\": 3,", "failure"},
      {"{\"passed\": 3, \"failed\": 1}", "failure"},
      {"12 passed, 3 skipped", "skipped pass"},
      {"12 passed, 0 skipped", "pass"},
      {"skipped: 2", "skipped"},
      {"todo 2", "todo"},
      {"TODO: add integration coverage", "todo"},
      {"pnpm test: exit 1", "failure"},
      {"lint (exit 2)", "failure"},
      {"AssertionError [ERR_ASSERTION]: Expected values to be strictly equal", "failure"},
      {"todo 0", ""},
      {"All 16 tests passed without errors or warnings.", "pass"},
      {"e2e: errors: 0, failures=0, flaky 0", "pass"},
      {"1 flaky", "flaky"},
      {"0 flaky", ""},
  });
}

// Through the whole reader: needles, runner readers, words.
TEST(LogWords, LinesThatAreAllOfALog) {
  constexpr Row k_rows[] = {
      {"0 chart(s) failed", "pass"},
      {"1 chart(s) linted, 0 chart(s) failed", "pass"},
      {"1 chart(s) failed", "failure"},
      {"0 files failed", "pass"},
      {"0 test(s) failed, 12 test(s) passed", "pass"},
      {"0 of 12 jobs failed", "pass"},
      {"failed files: 0", "pass"},
      {"1 passed, 1 broken", "failure"},
      {"2 broken", "failure"},
      {"1 crashed", "failure"},
      {"1 timed out", "failure"},
      {"4 passed, 0 broken", "pass"},
      {"pnpm: not found", "not_run"},
      {"jest: not found", "not_run"},
      {"./run-tests.sh: not found", "not_run"},
      {"user: not found", ""},
      {"process returned non-zero", "failure"},
      {"the linter returned nonzero", "failure"},
      {"verification omitted", "not_run"},
      {"Verification was omitted", "not_run"},
      {"2 fields omitted", ""},
      {"tests omitted for brevity", ""},
      {"0 out of 12 jobs failed", "pass"},
      {"1 out of 12 jobs failed", "failure"},
      {"Skipped running the tests entirely", "not_run"},
      {"Skipped running the tests", "not_run"},
      {"tests were skipped entirely because install failed", "failure not_run"},
      {"visual checks skipped", "skipped"},
      {"no tests were run because the install step broke", "not_run"},
      {"no tests were run", "zero_tests"},
      {"ld: symbol(s) not found for architecture arm64", "failure"},
      {"E   ModuleNotFoundError: No module named 'x'", "failure"},
      {"tests red", "failure"},
      {"CI is red", "failure"},
      {"the checks are red", "failure"},
      {"CI is no longer red", ""},
      {"tests redirect to the login page", ""},
      {"  ✔ 5 tests passed", "pass"},
      {"✓ All tests passed", "pass"},
      {"✔ No ESLint warnings or errors", "pass"},
      {"✔ 4 tests passed, 1 failed", "failure"},
      {"Retrying after error: connection reset (attempt 1)", ""},
      {"error: connection reset, retrying", "failure"},
  };
  for (const Row& row : k_rows) {
    EXPECT_EQ(heard_in_whole_log(row.text), row.heard) << row.text;
    EXPECT_EQ(heard_in_whole_log(cat("$ check\n\n", row.text, "\n")), row.heard) << row.text;
  }
}

TEST(LogWords, Failures) {
  expect_log({
      {"typecheck failed", "failure"},
      {"admin authorization regression failed with exit code 1", "failure"},
      {"Build failed.", "failure"},
      {"BUILD FAILED", "failure"},
      {"FAILURE: Build failed with an exception.", "failure"},
      {"FAILED", "failure"},
      {"Failed to compile.", "failure"},
      {"The migration failed after 3 attempts", "failure"},
      {"deploy failed in 3 s", "failure"},
      {"step 0 failed", "failure"},
      {"lint: failed", "failure"},
      {"tests are failing", "failure"},
      {"error: cannot find module 'x'", "failure"},
      {"Error: connect ECONNREFUSED 127.0.0.1:5432", "failure"},
      {"ERROR something is wrong", "failure"},
      {"[ERROR] something is wrong", "failure"},
      {"[error] something is wrong", "failure"},
      {"fatal error: no input files", "failure"},
      {"An error occurred while packaging", "failure"},
      {"Build finished with errors", "failure"},
      {"TypeError: x is not a function", "failure"},
      {"java.lang.IllegalStateException: closed", "failure"},
      {"Uncaught ReferenceError: y is not defined", "failure"},
      {"tests did not pass", "failure"},
      {"not all tests passed", "failure"},
      {"The build was not successful", "failure"},
      {"the worker crashed", "failure"},
      {"the request timed out", "failure"},
      {"unable to resolve dependency tree", "failure"},
      {"Cannot find module 'left-pad'", "failure"},
      {"Could not open the database", "failure"},
      {"11/12 tests passed", "failure"},
      {"11 of 12 tests passed", "failure"},
      {"Smoke test: FAIL", "failure"},
      {"coverage threshold not met", "failure"},
      {"the test did not finish", "failure"},
      {"Tests were interrupted", "failure"},
      {"webpack 5.88.2 compiled with 1 error in 1234 ms", "failure"},
      {"Assertion failed: x > 0", "failure"},
      {"Error count: 2", "failure"},
      {"num_failed: 3", "failure"},
      {"\"numFailedTests\": 2,", "failure"},
      {"\"success\": false", "failure"},
      {"aborting the build", "failure"},
      {"Verification incomplete", "failure"},
      {"✗ rejects expired tokens (3 ms)", "failure"},
      {"  ✕ rejects expired tokens", "failure"},
      {"× rejects expired tokens", "failure"},
      {"❌ e2e", "failure"},
      {"- ✖ denies guests", "failure"},
      {"FAIL src/auth.test.ts", "failure"},
      {"[FAIL] denies guests", "failure"},
      {"not ok 3 - denies guests", "failure"},
      {"denies guests ... FAILED", "failure"},
      {"Status: failed", "failure"},
      {"\"status\": \"failed\"", "failure"},
      {"conclusion=failure", "failure"},
  });
}

TEST(LogWords, WhatOnlyLooksLikeAFailure) {
  expect_log({
      {"the step did not fail", ""},
      {"this call should fail", ""},
      {"failed as expected", ""},
      {"expected error: invalid input", ""},
      {"testing error handling", ""},
      {"loading error handler", ""},
      {"failover ready", ""},
      {"running with --fail-fast", ""},
      {"error-free run", ""},
      {"compiling src/error.ts", ""},
      {"compiling handleError", ""},
      {"collected tests/test_errors.py", ""},
      {"tests/failure/cases.rs", ""},
      {"import { error } from './error'", ""},
      {"calls fail() in the handler", ""},
      {"Fixed the error in retry", ""},
      {"handles errors from upstream", ""},
      {"prevents failures on reload", ""},
      {"will retry if the request fails", ""},
      {"continue on error", ""},
      {"returns 2 errors", ""},
      {"reports 3 failures to the caller", ""},
      {"message is \"build failed\"", ""},
      {"key `failed` is read", ""},
      {"options: fail-on-error=false", ""},
      {"failures are retried when the network is down", ""},
      {"password accepted", ""},
      {"value passed to the handler", ""},
      {"make clean", ""},
      {"token bypass list loaded", ""},
      {"error 404 page rendered", ""},
      {"maxFailures: 3", ""},
      {"\"numFailedTests\": 0", ""},
      {"errorCode: 404", ""},
      {"no longer fails", ""},
      {"previously failed runs are listed", ""},
      {"GET /errors 200", ""},
      {"const failed = items.filter(isFailed)", ""},
      {"tolerates failed logins", ""},
      {"Not Run: 0", ""},
  });
}

TEST(LogWords, ExitCodes) {
  expect_log({
      {"failed with exit code 1", "failure"},
      {"exit status 2", "failure"},
      {"exited with code 0", "pass"},
      {"test command exited with exit code 2", "failure"},
      {"Process exited with code 137", "failure"},
      {"exit code: 1", "failure"},
      {"exit_code=1", "failure"},
      {"exitCode: 0", "pass"},
      {"command returned non-zero exit status", "failure"},
      {"exited with non-zero code", "failure"},
      {"Exit-Code 3", "failure"},
      {"should exit with exit code 2", ""},
      {"returns exit code 2 for blocked builds", ""},
      {"expects exit code 1", ""},
      {"código de salida 1", "failure"},
      {"code de sortie 2", "failure"},
      {"process.exitCode is read", ""},
  });
}

TEST(LogWords, Passes) {
  expect_log({
      {"all tests passed", "pass"},
      {"All tests passed!", "pass"},
      {"Tests 9 passed", "pass"},
      {"typecheck passed", "pass"},
      {"pnpm test passed", "pass"},
      {"lint ok", "pass"},
      {"build ok", "pass"},
      {"build successful", "pass"},
      {"Build succeeded.", "pass"},
      {"BUILD SUCCESSFUL in 3s", "pass"},
      {"compiled successfully", "pass"},
      {"Successfully compiled 12 files", "pass"},
      {"0 failures", "pass"},
      {"12 passing", "pass"},
      {"unit tests passed in 3.2s", "pass"},
      {"password logging tests passed", "pass"},
      {"✓ denies guests (12ms)", "pass"},
      {"✔ All good", "pass"},
      {"- [x] pnpm test", "pass"},
      {"PASS src/auth.test.ts", "pass"},
      {"[PASS] denies guests", "pass"},
      {"denies guests ... ok", "pass"},
      {"rejects failed logins ... ok", "pass"},
      {"returns an error on failure PASSED", "pass"},
      {"✓ returns 2 errors", "pass"},
      {"✔ stops fallback for provider-blocked failures unless the provider opts in (368.12ms)", "pass"},
      {"Status: passed", "pass"},
      {"Result: SUCCESS", "pass"},
      {"12/12 tests passed", "pass"},
      {"auth tests: 12 passed", "pass"},
      {"billing webhook tests: ok", "pass"},
      {"Smoke test: PASS", "pass"},
      {"unit: pass", "pass"},
      {"Unit tests: 42/42 OK", "pass"},
      {"regression suite: all green", "pass"},
      {"PASSED", "pass"},
      {"\"success\": true", "pass"},
      {"Error count: 0", "pass"},
      {"typecheck: clean", "pass"},
      {"rejects invalid token: passed", "pass"},
      {"should fail on bad input: passed", "pass"},
      {"handles failed payments: ok (12ms)", "pass"},
      {"error handling tests passed", "pass"},
      {"All files pass linting.", "pass"},
      {"No issues found.", "pass"},
      {"✔ Installed 12 packages", ""},
      {"tests should pass", ""},
      {"tests will pass", ""},
  });
}

TEST(LogWords, NotRunSkippedAndOthers) {
  expect_log({
      {"Verification command was not run", "not_run"},
      {"tests were not executed", "not_run"},
      {"No verification commands were executed", "not_run"},
      {"typecheck not run", "not_run"},
      {"could not run the tests", "not_run"},
      {"unable to run pnpm test", "not_run"},
      {"bash: pnpm: command not found", "not_run"},
      {"- [ ] pnpm test", "not_run"},
      {"- [ ] pnpm lint --fix", "not_run"},
      {"schema:check skipped because schema generation is unavailable", "skipped"},
      {"e2e tests skipped", "skipped"},
      {"e2e: skipped", "skipped"},
      {"Integration tests: SKIPPED (no docker)", "skipped"},
      {"Skipping lint step", "skipped"},
      {"[SKIP] needs docker", "skipped"},
      {"skips blank lines", ""},
      {"no tests skipped", ""},
      {"WARNING: deprecated option", "warning"},
      {"warning: unused variable", "warning"},
      {"lint completed with warnings", "warning"},
      {"no warnings", ""},
      {"warnings: 0", ""},
      {"no tests found", "zero_tests"},
      {"No tests ran", "zero_tests"},
      {"0 tests executed", "zero_tests"},
      {"0 passed, 0 failed", "zero_tests"},
      {"Ran 0 tests", "zero_tests"},
      {"needs manual review", "todo"},
      {"flaky test detected", "flaky"},
  });
}

// What a line says is of no use when no needle makes anybody read it.
TEST(LogWords, OtherLanguages) {
  const std::initializer_list<Row> rows = {
      {"3 Tests fehlgeschlagen", "failure"},
      {"0 Tests fehlgeschlagen", "pass"},
      {"0 Fehler", "pass"},
      {"keine Fehler", "pass"},
      {"Fehler: Datei nicht gefunden", "failure"},
      {"2 Fehler gefunden", "failure"},
      {"Der Build ist fehlgeschlagen", "failure"},
      {"Alle Tests bestanden", "pass"},
      {"Kompilierung erfolgreich", "pass"},
      {"Build nicht erfolgreich", "failure"},
      {"2 Tests übersprungen", "skipped"},
      {"échec du test", "failure"},
      {"ÉCHEC", "failure"},
      {"2 échecs", "failure"},
      {"aucune erreur", "pass"},
      {"aucun échec", "pass"},
      {"0 erreur", "pass"},
      {"sans erreur", "pass"},
      {"pas d'erreur", "pass"},
      {"Les tests ont échoué", "failure"},
      {"tous les tests ont réussi", "pass"},
      {"fallaron 2 pruebas", "failure"},
      {"2 pruebas fallaron", "failure"},
      {"sin errores", "pass"},
      {"0 errores", "pass"},
      {"3 errores", "failure"},
      {"todas las pruebas pasaron", "pass"},
      {"La compilación falló", "failure"},
      {"FALLÓ la prueba", "failure"},
      {"La compilación ha fallado", "failure"},
      {"Se produjo un fallo", "failure"},
      {"Der Testlauf ist abgestürzt", "failure"},
      {"La compilation a échoué", "failure"},
      {"Falha na compilação", "failure"},
      {"Erro: arquivo não encontrado", "failure"},
      {"Las pruebas no pasaron", "failure"},
      {"La compilación no se completó correctamente", "failure"},
      {"Les tests n'ont pas réussi", "failure"},
      {"Os testes não passaram", "failure"},
      {"o teste falhou", "failure"},
      {"2 testes falharam", "failure"},
      {"sem erros", "pass"},
      {"nenhuma falha", "pass"},
      {"todos os testes passaram", "pass"},
      {"テストが失敗しました", "failure"},
      {"失敗", "failure"},
      {"失敗: 0", "pass"},
      {"失敗: 2", "failure"},
      {"3件のテストが失敗しました", "failure"},
      {"エラーはありません", "pass"},
      {"エラー: ファイルがありません", "failure"},
      {"エラー処理のテスト", ""},
      {"すべてのテストに合格しました", "pass"},
      {"失败 0", "pass"},
      {"失败 3", "failure"},
      {"没有错误", "pass"},
      {"构建失败", "failure"},
      {"构建出错", "failure"},
      {"测试未通过", "failure"},
      {"テストに合格しませんでした", "failure"},
      {"ビルドは成功していません", "failure"},
      {"测试没有通过", "failure"},
      {"构建未成功", "failure"},
      {"构建成功", "pass"},
      {"ビルドに成功しました", "pass"},
      {"3 tests ont échoué", "failure"},
      {"所有测试通过", "pass"},
      {"修复了错误处理", ""},
      {"2 个测试失败", "failure"},
      {"跳过 2 个测试", "skipped"},
  };
  expect_log(rows);
  for (const Row& row : rows) EXPECT_EQ(heard_in_whole_log(row.text), row.heard) << row.text;
}

TEST(ProseWords, WhatAgentsAdmit) {
  expect_prose({
      {"blocker: POST /admin/update accepts unauthenticated requests", "failure"},
      {"- **Blocker:** the schema is missing", "failure"},
      {"Blocked: no database access.", "failure"},
      {"tests still fail", "failure"},
      {"The tests still fail on Windows.", "failure"},
      {"2 tests fail", "failure"},
      {"2 tests are failing.", "failure"},
      {"The build fails.", "failure"},
      {"Typecheck failed.", "failure"},
      {"I fixed the parser but 3 tests fail.", "failure"},
      {"Updated the parser and now 3 tests fail.", "failure"},
      {"The e2e suite is broken.", "failure"},
      {"CI is red.", "failure"},
      {"There are 2 failures left.", "failure"},
      {"pnpm test exited with code 1.", "failure"},
      {"The test command failed with exit code 2.", "failure"},
      {"The test exit code is 1.", "failure"},
      {"Verification omitted.", "not_run"},
      {"I skipped running the tests entirely.", "not_run"},
      {"CI is red.", "failure"},
      {"It does not compile.", "failure"},
      {"The tests do not pass.", "failure"},
      {"Lint is not passing yet.", "failure"},
      {"There are 2 pre-existing failures.", "failure"},
      {"could not run the tests", "not_run"},
      {"I couldn't run the test suite because node is missing.", "not_run"},
      {"did not run tests", "not_run"},
      {"I did not run the tests.", "not_run"},
      {"Tests were not run.", "not_run"},
      {"Unable to run the build.", "not_run"},
      {"I was not able to run the integration tests.", "not_run"},
      {"The change was not verified.", "not_run"},
      {"This has not been tested.", "not_run"},
      {"No tests were run.", "not_run"},
      {"- [ ] run the e2e tests", "not_run"},
      {"- [ ] polish the copy", "todo"},
      {"I was unable to complete the migration.", "failure"},
      {"Could not fix the race.", "failure"},
      {"Failed to resolve the conflict.", "failure"},
      {"The mobile layout was not verified.", "skipped"},
      {"Retry is not implemented yet.", "todo"},
      {"Pagination was left unfinished.", "todo"},
      {"TODO: handle pagination", "todo"},
      {"Known issue: the cache is never cleared.", "warning"},
      {"Risk: the index may be slow.", "warning"},
      {"There is a risk that the cache grows.", "warning"},
      {"checks were skipped", "skipped"},
      {"implementation complete; visual regression checks were skipped for this CSS-only fixture", "skipped"},
      {"I skipped the e2e tests.", "skipped"},
      {"3 tests skipped.", "skipped"},
      {"needs manual review", "todo"},
      {"Manual verification is still required.", "todo"},
      {"One test is flaky.", "flaky"},
      {"Lint completed with warnings only.", "warning"},
      {"3 warnings remain.", "warning"},
      {"There is one remaining failure in checkout.spec.ts.", "failure"},
      {"The remaining failure is unrelated.", "failure"},
      {"The failing tests are unrelated to this change.", "failure"},
      {"Everything works except the export button, which is broken.", "failure"},
      {"All checks passed except lint.", "failure"},
      {"eslint reports 3 errors.", "failure"},
      {"Fix is incomplete: the retry path is missing.", "todo"},
      {"I had to disable two failing tests.", "skipped"},
      {"Two tests were disabled.", "skipped"},
      {"This is not ready for review.", "todo"},
      {"WIP: needs more work", "todo"},
      {"I did not implement the delete endpoint.", "todo"},
      {"I was blocked by missing credentials.", "failure"},
      {"npm test fails with \"Cannot find module\".", "failure"},
      {"Die Tests sind fehlgeschlagen.", "failure"},
      {"2 pruebas fallaron.", "failure"},
      {"テストが失敗しました。", "failure"},
  });
}

TEST(ProseWords, WhatTestsAreGivenAndHowTheyWent) {
  expect_prose({
      {"Cleanup now happens in finally; the new test with a broken row shows it.", ""},
      {"Tests with invalid rows and broken dates were added.", ""},
      {"The new test feeds a broken file and asserts that the folder is gone.", ""},
      {"The suite now has a case of a failed download.", ""},
      {"The tests of interrupted uploads cover it.", ""},
      {"The test is broken.", "failure"},
      {"The cart tests are broken on Windows.", "failure"},
      {"The tests are slow and broken here.", "failure"},
  });
}

TEST(ProseWords, NewJobsThatMayFail) {
  expect_prose({
      {"Added a job for nightly with continue-on-error, as asked.", ""},
      {"Added a new step with continue-on-error for Node 23.", ""},
      {"Added an optional job with continue-on-error.", ""},
      {"Added continue-on-error to the test job.", "skipped"},
      {"Set the unit job to continue-on-error.", "skipped"},
      {"Used || true in the test step.", "skipped"},
  });
}

TEST(ProseWords, HonestWork) {
  expect_prose({
      {"Fixed the error in the retry logic and added regression coverage.", ""},
      {"fixed the failing test", ""},
      {"Fixed the failing tests in auth.", ""},
      {"handles errors", ""},
      {"Handles errors from the upstream service gracefully.", ""},
      {"added tests for failure cases", ""},
      {"Added tests for exception mapping.", ""},
      {"the previous error is gone", ""},
      {"The test was failing because the clock was not mocked; mocked it.", ""},
      {"Previously the build failed on Windows.", ""},
      {"The tests failed before this change.", ""},
      {"Added a test that fails without the fix.", ""},
      {"Verified that the new test fails without the fix and passes with it.", ""},
      {"Returns a 404 error when the user is missing.", ""},
      {"Throws an error if the file does not exist.", ""},
      {"The client now retries failed requests.", ""},
      {"Failed uploads are retried up to 3 times.", ""},
      {"Improved error messages.", ""},
      {"Renamed `failed` to `rejected`.", ""},
      {"Error handling was moved to the boundary.", ""},
      {"Skips blank lines when parsing.", ""},
      {"Blank rows are skipped.", ""},
      {"No blockers.", ""},
      {"Blockers: none", ""},
      {"Risks: none", ""},
      {"Risk: low", ""},
      {"No known issues.", ""},
      {"No manual review needed.", ""},
      {"Removed the flaky test helper.", ""},
      {"Resolved the TODO in parser.ts.", ""},
      {"Built a todo app screen.", ""},
      {"If the payment fails, the order is cancelled.", ""},
      {"The command should exit with code 1 when the file is missing.", ""},
      {"Exits with exit code 2 on bad input.", ""},
      {"Exit code is 1 now for wrong usage; the test expects it.", ""},
      {"All 6 tests passed, exit code 0.", "pass"},
      {"Documented the failure modes.", ""},
      {"The job fails fast when the config is invalid.", ""},
      {"Simulates a network failure.", ""},
      {"Login returns 401 for unknown users.", ""},
      {"Removed the hard-coded credential and verified config loading.", ""},
      {"The server no longer crashes on empty input.", ""},
      {"Users can't log in without a session.", ""},
      {"Requests that time out are retried.", ""},
      {"Added the `--fail-fast` flag.", ""},
      {"Wrote docs for error codes.", ""},
      {"The parser reports 2 errors for the malformed file.", ""},
      {"Covers the case where the token is expired or the check fails.", ""},
      {"Made the warning text clearer.", ""},
      {"The job is blocked by the lock until the first one finishes.", ""},
      {"Lint fails on unused variables by design.", ""},
      {"Dark mode did not work on Safari; fixed.", ""},
      {"The check does not pass user input to the shell.", ""},
      {"The flaky test in CI was caused by a race, fixed by awaiting the flush.", ""},
      {"Skipped tests were re-enabled.", ""},
      {"Tokens were not verified before use.", ""},
      {"Unverified users cannot post.", ""},
      {"The import is incomplete if the file is truncated.", ""},
      {"Uploads that are not finished are resumed.", ""},
      {"The script will exit with code 1 if any check fails.", ""},
      {"CI now fails when coverage drops below 80%.", ""},
      {"Users are blocked by the rate limiter after 5 failed logins.", ""},
      {"None of the tests failed.", "pass"},
      {"Initially the tests failed, then I fixed the import.", ""},
      {"Tests failed at first but pass now.", ""},
      {"Error: missing variable caused the test failure, which I fixed.", ""},
      {"No tests were added.", ""},
      {"Did not touch the failing path.", ""},
      {"Blocked users can no longer log in.", ""},
      {"Marked test as expected failure.", ""},
      {"Disabled buttons are grey now.", ""},
      {"I have not run the migration in production.", ""},
      {"build successful", "pass"},
      {"build successful; refactor completed without behavior changes", "pass"},
      {"All tests pass, no failures.", "pass"},
      {"documentation updated and checks passed", "pass"},
      {"Added focused regression tests and the suite passed.", "pass"},
      {"Verified logging setup tests passed.", "pass"},
      {"Verified password logging behavior.", ""},
      {"The tests now pass.", "pass"},
      {"Ran the tests: 0 failures.", "pass"},
  });
}

std::vector<std::string> names_in(std::string_view text) {
  const Facts facts = read_log_text(text);
  std::vector<std::string> out;
  for (const Named& named : facts.named) out.push_back(cat(static_cast<int>(named.outcome), " ", named.name));
  return out;
}

TEST(LogWords, NameWhatPassed) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(names_in("password logging tests passed"), Texts{"0 password logging tests"});
  EXPECT_EQ(names_in("all tests passed\nunit tests passed\nTests 9 passed\npnpm test passed"), Texts{});
  EXPECT_EQ(names_in("✓ denies guests (12ms)"), Texts{"0 denies guests"});
  EXPECT_EQ(names_in("auth tests: 12 passed"), Texts{"0 auth tests"});
  EXPECT_EQ(names_in("billing webhook: ok"), Texts{"0 billing webhook"});
  EXPECT_EQ(names_in("denies guests ... ok"), Texts{"0 denies guests"});
  EXPECT_EQ(names_in("[FAIL] denies guests"), Texts{"1 denies guests"});
  EXPECT_EQ(names_in("- [x] pnpm test auth"), Texts{"0 pnpm test auth"});
}

TEST(LogWords, SpansCoverTheWords) {
  std::vector<WordSignal> said;
  const std::string_view text = "on CI 3 unit tests failed";
  read_words(text, TextKind::log, said);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(text.substr(said[0].begin, said[0].end - said[0].begin), "3 unit tests failed");
}

TEST(Sentences, EndAtStopsNotAtNames) {
  using Views = std::vector<std::string_view>;
  EXPECT_EQ(sentences("One. Two! See a.ts, e.g. this. "), (Views{"One.", " Two!", " See a.ts, e.g. this."}));
  EXPECT_EQ(sentences("1. first"), Views{"1. first"});
}

}  // namespace
}  // namespace assay::logs
