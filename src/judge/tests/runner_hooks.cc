#include "judge/tests/runner_hooks.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/function_body.h"

namespace assay::judge {

namespace {

using diff::Language;

constexpr std::string_view k_outcome = "the outcome of a test is written by a hook";
constexpr std::string_view k_handler = "a handler of failures does not throw them again";
constexpr std::string_view k_other_status = "the runner's status is passed on as another";

// Text without blanks that writes the result of a test, whatever it was.
struct Written {
  std::string_view text, what;
};
constexpr std::array k_written = {
    Written{"instance_variable_set(:@exception", k_outcome},
    Written{".set_exception(nil", k_outcome},
    Written{".display_exception=nil", k_outcome},
    Written{".failures.clear", k_outcome},
    Written{".failures=[]", k_outcome},
    Written{".setStatus(ITestResult.SUCCESS", k_outcome},
    Written{".setThrowable(null", k_outcome},
    Written{".SetResult(ResultState.Success", k_outcome},
    Written{".Outcome=UnitTestOutcome.Passed", k_outcome},
    Written{"TestResult.Success(", k_outcome},
    Written{"currentTest.state=", k_outcome},
    Written{"currentTest.err=null", k_outcome},
    Written{"currentTest.err=undefined", k_outcome},
    Written{"deletethis.currentTest.err", k_outcome},
    Written{"result.failedExpectations=[]", k_outcome},
    Written{"task.result.state=", k_outcome},
};

// Functions that a framework calls with a failure, and that must hand it on.
struct Handler {
  Language language;
  std::string_view name;
};
constexpr std::array k_handlers = {
    Handler{Language::java, "handleTestExecutionException"},
    Handler{Language::java, "handleBeforeEachMethodExecutionException"},
    Handler{Language::java, "handleAfterEachMethodExecutionException"},
    Handler{Language::java, "handleBeforeAllMethodExecutionException"},
    Handler{Language::kotlin, "handleTestExecutionException"},
    Handler{Language::kotlin, "handleBeforeEachMethodExecutionException"},
    Handler{Language::kotlin, "handleAfterEachMethodExecutionException"},
    Handler{Language::php, "onNotSuccessfulTest"},
    Handler{Language::python, "addFailure"},
    Handler{Language::python, "addError"},
    Handler{Language::python, "addSubTest"},
    Handler{Language::swift, "record"},
};

bool hands_on(const Tokens& body) {
  return std::any_of(body.begin(), body.end(), [](const Token& t) {
    return is_one_of(t.text, {"throw", "raise", "super", "parent", "fail", "XCTFail", "rethrow", "append"});
  });
}

bool is_deaf_handler(const CodeHunk& hunk, size_t at) {
  const Tokens& t = tokens_of(hunk.lines[at]);
  const auto handler = std::find_if(k_handlers.begin(), k_handlers.end(), [&](const Handler& h) {
    return h.language == hunk.file.language && has_run(t, {h.name, "("}) &&
           (h.name != "record" || contains(hunk.lines[at].masked.code, "XCTIssue"));
  });
  if (handler == k_handlers.end()) return false;
  const bool defines = std::any_of(t.begin(), t.end(), [](const Token& x) {
    return is_one_of(x.text, {"void", "fun", "def", "func", "function"});
  });
  if (!defines) return false;
  const FunctionBody body = body_of(hunk, at, Side::after);
  return body.found && body.whole && !hands_on(body.tokens);
}

// RUN_ALL_TESTS(), m.Run(), UNITY_END(): what a test program ends with.
size_t end_of_run(const Tokens& t) {
  for (const auto& name : {"RUN_ALL_TESTS", "UNITY_END", "CU_get_number_of_failures", "srunner_ntests_failed"}) {
    const size_t at = find_run(t, {name, "("});
    if (at != std::string_view::npos) return skip_brackets(t, at + 1);
  }
  const size_t run = find_run(t, {"m", ".", "Run", "(", ")"});
  return run == std::string_view::npos ? run : run + 5;
}

// > 1, <= 3, & 0, * 0, ? 0 : 0: some failures count, or none.
bool loses_status(const Tokens& t, size_t at) {
  if (at + 1 >= t.size()) return false;
  const Token& sign = t[at];
  const Token& value = t[at + 1];
  if (value.kind == TokenKind::number) {
    const bool all = (sign.is(">") && value.is("0")) || (sign.is(">=") && value.is("1")) ||
                     (sign.is("<") && value.is("1")) || (sign.is("<=") && value.is("0"));
    if (is_one_of(sign.text, {">", ">=", "<", "<="})) return !all;
    if (is_one_of(sign.text, {"-", "*", "&", "%", "&&"})) return true;
  }
  const size_t ask = find_run(t, {"?"}, at);
  return ask != std::string_view::npos && ask + 3 < t.size() && t[ask + 2].is(":") &&
         t[ask + 1].text == t[ask + 3].text;
}

bool passes_other_status(const CodeHunk& hunk, size_t at) {
  const Tokens& t = tokens_of(hunk.lines[at]);
  const size_t direct = end_of_run(t);
  if (direct != std::string_view::npos && loses_status(t, direct)) return true;
  const bool ends = std::any_of(t.begin(), t.end(), [](const Token& x) {
    return is_one_of(x.text, {"return", "exit", "Exit", "if"});
  });
  if (!ends) return false;
  for (size_t i = at; i-- > 0;) {  // int failed = RUN_ALL_TESTS();
    if (!on_side(hunk.lines[i], Side::after)) continue;
    const Tokens& kept = tokens_of(hunk.lines[i]);
    const size_t run = end_of_run(kept);
    if (run == std::string_view::npos) continue;
    const auto sign = std::find_if(kept.begin(), kept.end(), [](const Token& x) { return x.is("=") || x.is(":="); });
    if (sign == kept.begin() || sign == kept.end()) return false;
    const std::string_view name = (sign - 1)->text;
    for (size_t k = 0; k < t.size(); ++k)
      if (t[k].is(name) && loses_status(t, k + 1)) return true;
    return false;
  }
  return false;
}

bool ends_with_success(std::string_view command) {
  command = trim(command);
  while (!command.empty() && (command.back() == ';' || command.back() == '}' || is_space(command.back())))
    command.remove_suffix(1);
  return command == "exit 0" || command.ends_with(";exit 0") || command.ends_with("; exit 0") ||
         command.ends_with("&& exit 0");
}

}  // namespace

std::string tampers_with_results(const CodeHunk& hunk, size_t at) {
  const std::string code = without_spaces(hunk.lines[at].raw->text);
  for (const Written& written : k_written)
    if (contains(code, written.text)) {
      if (code.find("state=") != std::string::npos && !contains(code, "pass")) continue;
      return std::string(written.what);
    }
  if (is_deaf_handler(hunk, at)) return std::string(k_handler);
  if (passes_other_status(hunk, at)) return std::string(k_other_status);
  return {};
}

bool traps_failure(const CodeHunk& hunk, size_t at) {
  const std::string_view text = trim(hunk.lines[at].raw->text);
  if (!text.starts_with("trap ")) return false;
  const std::string_view rest = trim(text.substr(5));
  const size_t last = rest.find_last_of(" \t");
  if (last == std::string_view::npos) return false;
  if (!is_one_of(rest.substr(last + 1), {"EXIT", "0", "ERR"})) return false;
  std::string_view command = trim(rest.substr(0, last));
  const bool quoted = command.size() > 1 && (command.front() == '\'' || command.front() == '"');
  if (quoted) return ends_with_success(command.substr(1, command.size() - 2));
  const std::string head = cat(command, "()");
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    if (!on_side(hunk.lines[i], Side::after)) continue;
    if (!contains(without_spaces(hunk.lines[i].masked.code), head)) continue;
    const FunctionBody body = body_of(hunk, i, Side::after);
    return body.whole && !body.lines.empty() && ends_with_success(hunk.lines[body.lines.back()].raw->text);
  }
  return false;
}

}  // namespace assay::judge
