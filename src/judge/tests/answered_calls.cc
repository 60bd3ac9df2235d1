#include "judge/tests/answered_calls.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "judge/tests/assertion.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

using diff::Language;

struct Call {
  std::string object, method;
};

bool is_dot(const Token& t) { return t.is(".") || t.is("->"); }

// cart.total at tokens[i], followed by a bracket
std::optional<Call> call_at(const Tokens& t, size_t i) {
  if (i + 2 >= t.size() || !t[i].word() || !is_dot(t[i + 1]) || !t[i + 2].word()) return std::nullopt;
  return Call{std::string(t[i].text), std::string(t[i + 2].text)};
}

// when(cart.total()), given(cart.total()), doReturn(3).when(cart).total(), every { cart.total() }
std::optional<Call> stub_of_jvm(const Tokens& t) {
  for (size_t i = 0; i + 3 < t.size(); ++i) {
    const bool opens = (is_one_of(t[i].text, {"when", "given", "whenever"}) && t[i + 1].is("(")) ||
                       (is_one_of(t[i].text, {"every", "coEvery"}) && t[i + 1].is("{"));
    if (!opens) continue;
    if (const auto call = call_at(t, i + 2)) return call;
    if (i + 5 < t.size() && t[i + 2].word() && t[i + 3].is(")") && is_dot(t[i + 4]) && t[i + 5].word())
      if (has_word(t, "doReturn") || has_word(t, "doAnswer"))
        return Call{std::string(t[i + 2].text), std::string(t[i + 5].text)};
  }
  return std::nullopt;
}

// cart.Setup(c => c.Total()), cart.Total().Returns(3)
std::optional<Call> stub_of_csharp(const Tokens& t) {
  const size_t setup = find_run(t, {".", "Setup", "("});
  if (setup != std::string_view::npos && setup > 0)
    for (size_t i = setup; i + 2 < t.size(); ++i)
      if (t[i].is("=>"))
        if (const auto call = call_at(t, i + 1)) return Call{std::string(t[setup - 1].text), call->method};
  if (has_run(t, {".", "Returns", "("}) && !t.empty()) return call_at(t, 0);
  return std::nullopt;
}

// $cart->method('total'), $cart->shouldReceive('total')
std::optional<Call> stub_of_php(const Tokens& t) {
  for (size_t i = 0; i + 4 < t.size(); ++i) {
    const bool stubs = t[i].word() && is_dot(t[i + 1]) &&
                       is_one_of(t[i + 2].text, {"method", "shouldReceive", "allows"}) && t[i + 3].is("(") &&
                       t[i + 4].string();
    if (stubs) return Call{std::string(t[i].text), std::string(t[i + 4].unquoted())};
  }
  return std::nullopt;
}

// allow(cart).to receive(:total), cart.stubs(:total)
std::optional<Call> stub_of_ruby(const Tokens& t) {
  const size_t receive = find_run(t, {"receive", "(", ":"}), allow = find_run(t, {"allow", "("});
  if (receive != std::string_view::npos && allow != std::string_view::npos && receive + 3 < t.size())
    return Call{std::string(t[allow + 2].text), std::string(t[receive + 3].text)};
  const size_t stubs = find_run(t, {".", "stubs", "(", ":"});
  if (stubs == std::string_view::npos || stubs == 0 || stubs + 4 >= t.size()) return std::nullopt;
  return Call{std::string(t[stubs - 1].text), std::string(t[stubs + 4].text)};
}

// m.EXPECT().Total().Return(3), m.On("Total").Return(3)
std::optional<Call> stub_of_go(const Tokens& t) {
  const size_t expect = find_run(t, {".", "EXPECT", "(", ")", "."});
  if (expect != std::string_view::npos && expect > 0 && expect + 5 < t.size() && has_word(t, "Return"))
    return Call{std::string(t[expect - 1].text), std::string(t[expect + 5].text)};
  const size_t on = find_run(t, {".", "On", "("});
  if (on == std::string_view::npos || on == 0 || on + 3 >= t.size() || !t[on + 3].string()) return std::nullopt;
  return has_word(t, "Return") ? std::optional(Call{std::string(t[on - 1].text), std::string(t[on + 3].unquoted())})
                               : std::nullopt;
}

std::optional<Call> stub_on(const Tokens& t, Language language) {
  switch (language) {
    case Language::java:
    case Language::kotlin:
    case Language::scala: return stub_of_jvm(t);
    case Language::csharp: return stub_of_csharp(t);
    case Language::php: return stub_of_php(t);
    case Language::ruby: return stub_of_ruby(t);
    case Language::go: return stub_of_go(t);
    default: return std::nullopt;
  }
}

// cart.total(), and cart.Object.Total() of a mock
bool calls(const Tokens& t, const Call& call) {
  for (size_t i = 0; i + 2 < t.size(); ++i) {
    if (!t[i].is(call.object) || !is_dot(t[i + 1])) continue;
    const size_t at = t[i + 2].is("Object") && i + 4 < t.size() ? i + 4 : i + 2;
    if (t[at].is(call.method)) return true;
  }
  return false;
}

}  // namespace

std::string answered_call(const CodeHunk& hunk, size_t at) {
  const auto call = stub_on(tokens_of(hunk.lines[at]), hunk.file.language);
  if (!call || call->object.empty() || call->method.empty()) return {};
  const auto tests = tests_in(hunk, Side::after);
  const auto assertions = assertions_in(hunk, Side::after);
  std::string kept;  // the variable that holds the answer
  for (size_t i = at + 1; i < hunk.lines.size(); ++i) {
    if (!on_side(hunk.lines[i], Side::after)) continue;
    if (std::any_of(tests.begin(), tests.end(), [&](const auto& d) { return d.line == i && !d.suite; })) break;
    const Tokens& t = tokens_of(hunk.lines[i]);
    const bool asserted =
        std::any_of(assertions.begin(), assertions.end(), [&](const Assertion& a) { return a.first == i; });
    const bool verifies = has_word(t, "verify") || has_word(t, "Verify") || has_word(t, "coVerify");
    if (asserted && !verifies && (calls(t, *call) || (!kept.empty() && has_word(t, kept))))
      return cat(call->object, ".", call->method);
    const auto sign = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("=") || x.is(":="); });
    if (sign == t.end() || sign == t.begin() || !calls(Tokens(sign, t.end()), *call)) continue;
    kept = std::string((sign - 1)->text);
  }
  return {};
}

}  // namespace assay::judge
