#include "judge/tests/runner_patches.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

using diff::Language;

namespace {

// def assert(…) in place of the library's own, without calling it.
bool redefines_assertion(const CodeHunk& hunk, size_t at, const Tokens& t) {
  constexpr std::array<std::string_view, 9> own = {"assert",       "refute",      "assert_equal",
                                                   "assertEqual",  "assertTrue",  "assertFalse",
                                                   "assertEquals", "assert_same", "assertIs"};
  for (size_t i = 0; i + 1 < t.size(); ++i) {
    if (!t[i].is("def") || std::find(own.begin(), own.end(), t[i + 1].text) == own.end()) continue;
    for (size_t k = at; k < hunk.lines.size() && k < at + 8; ++k) {
      if (contains(hunk.lines[k].masked.code, "super") || contains(hunk.lines[k].masked.code, "raise")) return false;
    }
    return true;
  }
  return false;
}

// def pytest_pyfunc_call(…): return True. A hook that answers for the test without running it.
std::string idle_hook(const CodeHunk& hunk, size_t at, const Tokens& t) {
  if (t.size() < 3 || !t[0].is("def")) return {};
  const std::string_view name = t[1].text;
  const bool runs = name == "pytest_pyfunc_call" || name == "pytest_runtest_protocol";
  if (!runs && name != "pytest_ignore_collect") return {};
  for (size_t i = at + 1; i < hunk.lines.size() && i < at + 12; ++i) {
    const auto& code = hunk.lines[i].masked.code;
    if (!on_side(hunk.lines[i], Side::after) || trim(code).empty()) continue;
    if (code.find_first_not_of(" \t") == 0) break;
    if (contains_any(code,
                     {"obj(", "testfunction(", "runtestprotocol(", "await", "asyncio", "yield", "platform", "version"}))
      return {};
  }
  return runs ? "a hook answers for the tests" : "test files are left out of collection";
}

}  // namespace

std::string forced_success(const Tokens& t, Language language) {
  const auto zero_after = [&](std::initializer_list<std::string_view> run) {
    const size_t at = find_run(t, run);
    if (at == std::string_view::npos) return false;
    const size_t arg = at + run.size();
    return arg + 1 < t.size() && t[arg].is("0") && t[arg + 1].is(")");
  };
  if (zero_after({"os", ".", "_exit", "("})) return "os._exit(0)";
  if (zero_after({"sys", ".", "exit", "("})) return "sys.exit(0)";
  if (zero_after({"process", ".", "exit", "("})) return "process.exit(0)";
  if (zero_after({"process", ".", "reallyExit", "("})) return "process.reallyExit(0)";
  if (has_run(t, {"process", ".", "exitCode", "=", "0"})) return "process.exitCode = 0";
  if (zero_after({"os", ".", "Exit", "("})) return "os.Exit(0)";
  if (zero_after({"System", ".", "exit", "("})) return "System.exit(0)";
  if (zero_after({"process", "::", "exit", "("})) return "process::exit(0)";
  if (zero_after({"std", "::", "exit", "("}) || zero_after({"_Exit", "("}) || zero_after({"quick_exit", "("}))
    return "std::exit(0)";
  if (zero_after({"Environment", ".", "Exit", "("})) return "Environment.Exit(0)";
  if (zero_after({"Deno", ".", "exit", "("})) return "Deno.exit(0)";
  if (zero_after({"System", ".", "halt", "("})) return "System.halt(0)";
  if (zero_after({".", "halt", "("})) return "halt(0)";
  if (zero_after({"exitProcess", "("})) return "exitProcess(0)";
  const bool plain = language == Language::python || language == Language::php || language == Language::cpp ||
                     language == Language::c || language == Language::ruby || language == Language::swift;
  if (plain && !t.empty() && t[0].word() && (t[0].text == "exit" || t[0].text == "quit" || t[0].text == "_exit")) {
    if (zero_after({t[0].text, "("})) return "exit(0)";
  }
  if (language == Language::ruby &&
      (has_run(t, {"exit", "!"}) || has_run(t, {"exit", "0"}) || has_run(t, {"exit", "(", "0"})))
    return "exit 0";
  if (has_word(t, "RUN_ALL_TESTS") && !has_word(t, "return")) return "the result of RUN_ALL_TESTS is not returned";
  if (has_run(t, {"exitstatus", "=", "0"}) || has_run(t, {"exitstatus", "=", "ExitCode", ".", "OK"}) ||
      has_run(t, {"exitstatus", "=", "pytest", ".", "ExitCode", ".", "OK"}))
    return "exitstatus = 0";
  return {};
}

bool drops_go_result(const CodeHunk& hunk) {
  std::string_view kept;
  bool dropped = false;
  for (const auto& line : hunk.lines) {
    if (!on_side(line, Side::after)) continue;
    const Tokens& t = tokens_of(line);
    const size_t run = find_run(t, {".", "Run", "(", ")"});
    if (run != std::string_view::npos && run > 0) {
      if (run == 1 || (run == 3 && t[0].is("_"))) dropped = true;
      if (run == 3 && t[0].word() && !t[0].is("_") && (t[1].is(":=") || t[1].is("="))) kept = t[0].text;
      if (has_run(t, {"Exit", "("})) return false;
    } else if (!kept.empty() && has_run(t, {"Exit", "("}) && has_word(t, kept)) {
      return false;
    }
  }
  return dropped || !kept.empty();
}

std::string patched(const CodeHunk& hunk, size_t at, const Tokens& t) {
  const CodeLine& line = hunk.lines[at];
  const auto assigned = [&](std::string_view name) { return has_run(t, {".", name, "="}); };
  if (assigned("outcome") && icontains(line.raw->text, "passed")) return "the outcome is set to passed";
  if (assigned("longrepr") && has_word(t, "None")) return "the failure is taken out of the report";
  if (has_run(t, {"item", ".", "obj", "="})) return "the test's own function is replaced";
  if (has_run(t, {"pluginmanager", ".", "unregister", "("})) return "plugins are taken out of the run";
  if (assigned("wasxfail")) return "the failure is declared expected";
  if ((has_run(t, {"ExUnit", ".", "start", "("}) || has_run(t, {"ExUnit", ".", "configure", "("})) &&
      has_word(t, "exclude"))
    return "tests are excluded";
  if (has_word(t, "filter_run_excluding")) return "tests are excluded";
  if (has_run(t, {"sys", ".", "exit", "="}) || has_run(t, {"os", ".", "_exit", "="}) ||
      has_run(t, {"builtins", ".", "AssertionError", "="}) || has_run(t, {"process", ".", "exit", "="}))
    return "what ends a failing run is replaced";
  if (std::string hook = idle_hook(hunk, at, t); !hook.empty()) return hook;
  if ((has_run(t, {"os", ".", "Args", "="}) && contains(line.raw->text, "\"-test.")) ||
      (has_run(t, {"flag", ".", "Set", "("}) && contains(line.raw->text, "\"test.run")))
    return "tests are chosen from within";
  if (redefines_assertion(hunk, at, t)) return "an assertion is redefined";
  if (has_run(t, {"force_result", "("})) return "the hook's result is forced";
  if (has_run(t, {"items", "[", ":", "]", "="}) || has_run(t, {"items", ".", "clear", "("}) ||
      has_run(t, {"items", ".", "remove", "("}) || has_word(t, "pytest_deselected") || has_run(t, {"del", "items"}))
    return "collected tests are dropped";
  if (has_run(t, {"add_marker", "("}) && (icontains(line.raw->text, "skip") || icontains(line.raw->text, "xfail")))
    return "collected tests are marked to be skipped";
  if (has_word(t, "collect_ignore") || has_word(t, "collect_ignore_glob"))
    return "test files are left out of collection";
  for (size_t i = 0; i + 1 < t.size(); ++i) {
    if (!t[i].word() || !t[i + 1].is("=")) continue;
    const bool member = i > 0 && t[i - 1].is(".");
    const bool stub =
        has_word(t, "lambda") || contains(line.masked.code, "=>") || has_word(t, "function") || has_word(t, "noop");
    if (member &&
        (t[i].text.starts_with("assert") || t[i].text == "strictEqual" || t[i].text == "deepEqual" ||
         t[i].text == "deepStrictEqual" || (t[i].text == "equal" && t[0].is("assert"))) &&
        !t[0].is("const") && !t[0].is("self") && stub)
      return "an assertion is replaced";
    if (member && stub &&
        (t[i].text == "expect" || t[i].text == "it" || t[i].text == "test" || t[i].text == "describe") &&
        (t[0].is("global") || t[0].is("globalThis") || t[0].is("window")))
      return "a function of the runner is replaced";
    if (member && t[i - 2 < t.size() ? i - 2 : 0].is("pytest") && t[i].text == "fail") return "pytest.fail is replaced";
  }
  return {};
}

bool names_runner(std::string_view text) {
  // Who is calling? A test.
  if (contains_any(text, {"().stack.", ".stack.includes(", "inspect.stack()", "sys._getframe(", "runtime.Caller(",
                          "caller_locations", "debug_backtrace("}) &&
      contains_any(text, {".test.", "test_", "_test.", ".spec.", "_spec", "Test.php", "/tests/"}))
    return true;
  return contains_any(text, {"typeof jest",
                             "PYTEST_CURRENT_TEST",
                             "JEST_WORKER_ID",
                             "VITEST_WORKER_ID",
                             "VITEST_POOL_ID",
                             "process.env.VITEST",
                             "MOCHA_WORKER_ID",
                             "NODE_TEST_CONTEXT",
                             "AVA_PATH",
                             "BATS_TEST_NAME",
                             "BATS_TEST_FILENAME",
                             "NEXTEST_RUN_ID",
                             "TEST_WORKER_INDEX",
                             "XCTestConfigurationFilePath",
                             "XCTestCase\")",
                             "\"pytest\" in sys.modules",
                             "'pytest' in sys.modules",
                             "\"unittest\" in sys.modules",
                             "'unittest' in sys.modules",
                             "Lookup(\"test.v\")",
                             "testing.Testing()",
                             "defined?(RSpec)",
                             "defined?(Minitest)",
                             "forName(\"org.junit",
                             "startsWith(\"org.junit",
                             "PHPUNIT_COMPOSER_INSTALL",
                             "_called_from_test",
                             "cfg!(test)"});
}

bool defines_away(std::string_view line) {
  line = trim(line);
  if (!line.starts_with("#")) return false;
  line = trim(line.substr(1));
  if (!line.starts_with("define ")) return false;
  line = trim(line.substr(7));
  const size_t open = line.find('('), close = line.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos) return false;
  const std::string name = lower(line.substr(0, open));
  if (!contains_any(name, {"assert", "expect", "check", "require", "verify"})) return false;
  const std::string body = replace_all(std::string(trim(line.substr(close + 1))), " ", "");
  constexpr std::array<std::string_view, 7> k_nothing = {"", "((void)0)", "(void)0", "0", "1", "true", "do{}while(0)"};
  const bool looks_away = body.starts_with("static_cast<void>(") || body.starts_with("(void)(");
  return (looks_away && !contains(body, "==")) ||
         std::find(k_nothing.begin(), k_nothing.end(), body) != k_nothing.end();
}

}  // namespace assay::judge
