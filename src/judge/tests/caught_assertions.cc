// Two ways to tell: the handler names the error that assertions raise, or it takes everything and the
// block it belongs to, opened by this change too, holds an assertion or runs a test.
#include "judge/tests/caught_assertions.h"

#include <algorithm>

#include "base/text.h"
#include "judge/code_names.h"
#include "judge/tests/assertion.h"

namespace assay::judge {

namespace {

bool names_assertion_error(std::string_view code) {
  return contains_any(code, {"AssertionError", "AssertionFailedError", "ComparisonFailure", "ExpectationNotMetError",
                             "Minitest::Assertion", "XunitException", "AssertionException", "AssertionFailedException",
                             "ExpectationFailedException", "TestFailedException", "ExUnit.AssertionError"});
}

bool is_handler(const Tokens& t) {
  for (size_t i = 0; i < t.size(); ++i)  // .catch(…) belongs to a promise
    if (is_one_of(t[i].text, {"catch", "except", "rescue"}) && (i == 0 || !t[i - 1].is("."))) return true;
  return false;
}

// catch {, catch (e), except:, except Exception:, rescue => e, catch (...), catch (Throwable t)
bool takes_everything(const Tokens& t) {
  const auto at = std::find_if(t.begin(), t.end(), [](const Token& x) {
    return is_one_of(x.text, {"catch", "except", "rescue"});
  });
  for (auto x = at + 1; x < t.end(); ++x) {
    if (x->is("{") || x->is(":") || x->is("=>")) break;
    if (x->word() && is_upper(x->text.front()) &&
        !is_one_of(x->text, {"Exception", "Throwable", "BaseException", "Error"}))
      return false;
  }
  return true;
}

size_t indent_of_line(const CodeLine& line) {
  return std::min(line.raw->text.find_first_not_of(" \t"), line.raw->text.size());
}

// A line of a handler that leaves the failure where it is: it prints, goes on, or says nothing.
bool is_idle(std::string_view code) {
  code = trim(code);
  while (!code.empty() && (code.back() == ';' || code.back() == '}' || is_space(code.back()))) code.remove_suffix(1);
  if (code.empty() ||
      is_one_of(code, {"pass", "return", "continue", "...", "nil", "null", "true", "end", "}", "_ -> :ok", "_ -> nil",
                       "return true", "return nil", "return null", "return Ok(())", "return;", "return undefined"}))
    return true;
  return contains_any(code.substr(0, 24), {"print", "console.", "log", "puts ", "fmt.Print", "System.out", "System.err",
                                           "std::cerr", "std::cout", "echo ", "warn("});
}

// Nothing comes of what was caught.
bool leaves_it(const CodeHunk& hunk, size_t handler) {
  const auto& head = hunk.lines[handler].masked.code;
  const size_t word = std::min({head.find("catch"), head.find("except"), head.find("rescue")});
  const size_t open = head.find('{', std::min(word, head.size()));
  if (open != std::string::npos) {
    const std::string_view rest = std::string_view(head).substr(open + 1);
    if (!is_idle(rest)) return false;
    if (contains(rest, "}")) return true;
  }
  for (size_t i = handler + 1; i < hunk.lines.size() && i < handler + 50; ++i) {
    if (!on_side(hunk.lines[i], Side::after) || trim(hunk.lines[i].masked.code).empty()) continue;
    if (indent_of_line(hunk.lines[i]) <= indent_of_line(hunk.lines[handler])) return true;
    if (!is_idle(hunk.lines[i].masked.code)) return false;
  }
  return true;
}

// example.run, base.evaluate(): what a wrapper of tests calls to have the test run.
bool runs_test(const Tokens& t) {
  return has_run(t, {"base", ".", "evaluate", "("}) || has_run(t, {"example", ".", "run"}) ||
         has_run(t, {"example", ".", "call"}) || has_run(t, {"ex", ".", "run"}) ||
         has_run(t, {"super", ".", "runTest", "("}) || has_run(t, {"parent", "::", "runTest", "("}) ||
         has_run(t, {"invocation", ".", "proceed", "("}) || has_run(t, {"statement", ".", "evaluate", "("}) ||
         has_run(t, {"super", ".", "invokeTest", "("}) || has_run(t, {"item", ".", "runtest", "("});
}

// An assertion, or a test that is run, between the `try` that this change opens and its handler.
bool guards_assertion(const CodeHunk& hunk, size_t handler, const std::vector<Assertion>& assertions) {
  constexpr size_t k_reach = 200;  // lines of a block
  for (size_t i = handler + 1; i-- > 0 && handler - i < k_reach;) {
    if (!on_side(hunk.lines[i], Side::after)) continue;
    const Tokens& t = tokens_of(hunk.lines[i]);
    if (runs_test(t)) return true;
    const bool opens = has_word(t, "try") || has_word(t, "begin");
    if (!opens) continue;
    if (!is_added(hunk.lines[i])) return false;
    const auto first = std::lower_bound(assertions.begin(), assertions.end(), i,
                                        [](const Assertion& a, size_t line) { return a.first < line; });
    return first != assertions.end() && first->first <= handler;
  }
  return false;
}

}  // namespace

std::vector<size_t> caught_assertions(const CodeHunk& hunk) {
  std::vector<size_t> out;
  std::vector<Assertion> assertions;
  bool looked = false;
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    const CodeLine& line = hunk.lines[i];
    if (!is_added(line)) continue;
    const Tokens& t = tokens_of(line);
    const bool named = names_assertion_error(line.masked.code);
    const bool recovers = has_run(t, {"{", "recover", "(", ")", "}"}) || has_run(t, {"_", "=", "recover", "("});
    if ((named && has_word(t, "suppress")) || (hunk.file.language == diff::Language::go && recovers)) {
      out.push_back(i);
      continue;
    }
    if (!is_handler(t) || !leaves_it(hunk, i)) continue;
    if (!looked) assertions = assertions_in(hunk, Side::after);
    looked = true;
    if (named || (takes_everything(t) && guards_assertion(hunk, i, assertions))) out.push_back(i);
  }
  return out;
}

}  // namespace assay::judge
