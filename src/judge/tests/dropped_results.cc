#include "judge/tests/dropped_results.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::judge {

namespace {

using diff::Language;
using model::Severity;

constexpr std::string_view k_taken = "its failure is caught";
constexpr std::string_view k_nobody_waits = "nothing waits for what it is in";
constexpr std::string_view k_nothing_returned = "the runner does not wait for the test";

// What takes the failure of the assertions in its block, unless one of these words asks for it.
struct Taker {
  Language language;
  std::array<std::string_view, 4> opener;
  std::array<std::string_view, 8> asked;  // in the block's lines, or in the test behind them
  std::string_view why;
  Severity severity;
};
constexpr std::array k_takers = {
    Taker{Language::kotlin,
          {"runCatching", "{"},
          {"getOrThrow", "onFailure", "exceptionOrNull", "isSuccess", "isFailure", "getOrElse", "fold"},
          k_taken,
          Severity::must_fix},
    Taker{Language::python, {"suppress", "(", "Exception"}, {}, k_taken, Severity::must_fix},
    Taker{Language::python, {"suppress", "(", "BaseException"}, {}, k_taken, Severity::must_fix},
    Taker{Language::rust,
          {"catch_unwind", "("},
          {"is_err", "is_ok", "unwrap", "resume_unwind", "expect", "match", "Err"},
          k_taken,
          Severity::must_fix},
    Taker{Language::go,
          {"go", "func", "("},
          {"Wait", "<-", "errgroup", "Done", "Eventually", "WithTimeout", "select"},
          k_nobody_waits,
          Severity::should_fix},
    Taker{Language::ruby,
          {"Thread", ".", "new"},
          {"join", "value", "Queue", "wait", "ThreadsWait", "Latch"},
          k_nobody_waits,
          Severity::should_fix},
    Taker{Language::python,
          {"Thread", "(", "target"},
          {"join", "wait", "Event", "Queue", "result"},
          k_nobody_waits,
          Severity::should_fix},
    Taker{Language::java,
          {"new", "Thread", "("},
          {"join", "await", "Latch", "get", "Future"},
          k_nobody_waits,
          Severity::should_fix},
    Taker{Language::kotlin,
          {"GlobalScope", ".", "launch"},
          {"join", "await", "runTest", "runBlocking", "Latch"},
          k_nobody_waits,
          Severity::should_fix},
    Taker{Language::csharp,
          {"Task", ".", "Run", "("},
          {"await", "Wait", "Result", "WhenAll", "WaitAll", "GetAwaiter", "return"},
          k_nobody_waits,
          Severity::should_fix},
};

template <size_t n>
size_t find_texts(const Tokens& t, const std::array<std::string_view, n>& run) {
  const auto size =
      static_cast<size_t>(std::count_if(run.begin(), run.end(), [](std::string_view s) { return !s.empty(); }));
  for (size_t i = 0; i + size <= t.size(); ++i) {
    size_t k = 0;
    while (k < size && t[i + k].is(run[k])) ++k;
    if (k == size) return i;
  }
  return std::string_view::npos;
}

// The first line behind the block that begins on line `at`: what is indented deeper, and its last bracket.
size_t end_of_block(const CodeHunk& hunk, size_t at) {
  const size_t indent = indent_of(hunk.lines[at].raw->text);
  for (size_t i = at + 1; i < hunk.lines.size(); ++i) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, Side::after) || trim(line.masked.code).empty()) continue;
    if (indent_of(line.raw->text) > indent) continue;
    const bool closes = trim(line.masked.code).starts_with("}") || trim(line.masked.code).starts_with(")") ||
                        trim(line.masked.code).starts_with("end");
    return closes ? i + 1 : i;
  }
  return hunk.lines.size();
}

// The first line behind the test that line `at` is in, as far as indents tell.
size_t end_of_test(const CodeHunk& hunk, size_t at) {
  const size_t indent = indent_of(hunk.lines[at].raw->text);
  for (size_t i = at + 1; i < hunk.lines.size(); ++i)
    if (on_side(hunk.lines[i], Side::after) && !trim(hunk.lines[i].masked.code).empty() &&
        indent_of(hunk.lines[i].raw->text) < indent)
      return i;
  return hunk.lines.size();
}

bool asserts_between(const std::vector<Assertion>& all, size_t from, size_t to) {
  return std::any_of(all.begin(), all.end(), [&](const Assertion& a) { return a.first >= from && a.first < to; });
}

bool holds_word(const CodeHunk& hunk, size_t from, size_t to, std::string_view word) {
  for (size_t i = from; i < to; ++i)
    if (on_side(hunk.lines[i], Side::after) && contains(hunk.lines[i].masked.code, word)) return true;
  return false;
}

void find_takers(const CodeHunk& hunk, size_t at, const std::vector<Assertion>& all, std::vector<Hollow>& out) {
  const Tokens& t = tokens_of(hunk.lines[at]);
  for (const Taker& taker : k_takers) {
    if (taker.language != hunk.file.language || find_texts(t, taker.opener) == std::string_view::npos) continue;
    const size_t end = end_of_block(hunk, at), last = end_of_test(hunk, at);
    if (!asserts_between(all, at, end)) continue;
    const bool asked = std::any_of(taker.asked.begin(), taker.asked.end(), [&](std::string_view word) {
      return !word.empty() && holds_word(hunk, at, last, word);
    });
    if (!asked) out.push_back({at, taker.why, taker.severity});
  }
}

// assert_equal 3, total rescue nil
void find_rescued(const CodeHunk& hunk, size_t at, const std::vector<Assertion>& all, std::vector<Hollow>& out) {
  if (hunk.file.language != Language::ruby) return;
  const Tokens& t = tokens_of(hunk.lines[at]);
  const size_t rescue = find_run(t, {"rescue", "nil"});
  if (rescue == std::string_view::npos || rescue == 0) return;
  if (asserts_between(all, at, at + 1)) out.push_back({at, k_taken, Severity::must_fix});
}

// The line on which the statement of line `at` begins: a chain goes on with a dot.
size_t start_of_chain(const CodeHunk& hunk, size_t at) {
  size_t start = at;
  while (start > 0 && trim(hunk.lines[start].masked.code).starts_with(".")) {
    size_t above = start - 1;
    while (above > 0 && (!on_side(hunk.lines[above], Side::after) || trim(hunk.lines[above].masked.code).empty()))
      --above;
    start = above;
  }
  return start;
}

bool is_handed_on(const CodeHunk& hunk, size_t start) {
  Tokens t = tokens_of(hunk.lines[start]);
  t.erase(std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("then") || x.is("finally"); }), t.end());
  if (t.empty() || is_one_of(t[0].text, {"await", "return", "const", "let", "var", "yield"})) return true;
  if (has_run(t, {"="}) || has_run(t, {"=>"}) || has_word(t, "await") || has_word(t, "return")) return true;
  for (size_t k = start; k-- > 0;) {
    if (!on_side(hunk.lines[k], Side::after) || trim(hunk.lines[k].masked.code).empty()) continue;
    const std::string_view above = trim(hunk.lines[k].masked.code);
    return above.ends_with("=>") || above.ends_with("(") || above.ends_with("[") || above.ends_with(",") ||
           above.ends_with("return") || above.ends_with("await");
  }
  return false;
}

// load().then(v => expect(v)…), setTimeout(() => expect(v)…): the test is over before it is asserted.
void find_unawaited_callbacks(const CodeHunk& hunk, size_t at, const std::vector<Assertion>& all,
                              std::vector<Hollow>& out) {
  if (hunk.file.language != Language::javascript && hunk.file.language != Language::typescript) return;
  const Tokens& t = tokens_of(hunk.lines[at]);
  const bool then = has_run(t, {".", "then", "("}) || has_run(t, {".", "finally", "("});
  const bool later = !t.empty() && is_one_of(t[0].text, {"setTimeout", "setImmediate", "queueMicrotask"});
  if (!then && !later) return;
  if (!asserts_between(all, at, end_of_block(hunk, at))) return;
  const size_t start = start_of_chain(hunk, at);
  if (then && is_handed_on(hunk, start)) return;
  const auto fake = {"done(", "done)", "useFakeTimers", "advanceTimers", "runAll", "tick(", "flush", "await "};
  const size_t last = end_of_test(hunk, start);
  if (contains(hunk.hunk.section, "done") ||
      std::any_of(fake.begin(), fake.end(), [&](std::string_view word) { return holds_word(hunk, 0, last, word); }))
    return;
  const bool awaited_before = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    if (!is_removed(line)) return false;
    const Tokens& old = tokens_of(line, Side::before);
    return has_word(old, "await") || has_word(old, "async") || (!old.empty() && old[0].is("return"));
  });
  out.push_back({at, k_nobody_waits, awaited_before ? Severity::must_fix : Severity::should_fix});
}

// async Task Loads() became async void Loads(): the runner does not see how it ends.
void find_void_tests(const CodeHunk& hunk, size_t at, std::vector<Hollow>& out) {
  if (hunk.file.language != Language::csharp) return;
  const Tokens& t = tokens_of(hunk.lines[at]);
  const size_t run = find_run(t, {"async", "void"});
  if (run == std::string_view::npos || run + 2 >= t.size()) return;
  const std::string_view name = t[run + 2].text;
  const bool was_task = std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
    return is_removed(line) && has_run(tokens_of(line, Side::before), {"async", "Task", name});
  });
  if (was_task) out.push_back({at, k_nothing_returned, Severity::must_fix});
}

}  // namespace

std::vector<Hollow> dropped_results(const CodeHunk& hunk) {
  std::vector<Hollow> out;
  if (!is_small(hunk)) return out;
  const auto all = assertions_in(hunk, Side::after);
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    if (!is_added(hunk.lines[i])) continue;
    find_takers(hunk, i, all, out);
    find_rescued(hunk, i, all, out);
    find_unawaited_callbacks(hunk, i, all, out);
    find_void_tests(hunk, i, out);
  }
  return out;
}

}  // namespace assay::judge
