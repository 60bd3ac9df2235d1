// Finding assertions in a hunk: where a statement that asserts starts, and how many lines it takes.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/tests/assertion_parts.h"

namespace assay::judge {

namespace {

using diff::Language;

constexpr size_t k_max_lines = 60;

bool is_assert_word(std::string_view w, Language language) {
  if (w == "assertions") return false;  // expect.assertions(n) counts them
  if (w.starts_with("assert") || w.starts_with("Assert") || w.starts_with("refute") || w.starts_with("XCTAssert") ||
      w.starts_with("EXPECT_") || w.starts_with("ASSERT_") || w.starts_with("BOOST_CHECK") ||
      w.starts_with("BOOST_REQUIRE") || w == "BOOST_TEST")
    return true;
  if (language == Language::cpp || language == Language::c)
    return w == "CHECK" || w == "REQUIRE" ||
           starts_with_any(w, {"CHECK_", "REQUIRE_", "TEST_ASSERT", "CU_ASSERT", "ck_assert", "munit_assert"});
  if (language == Language::rust) return w == "prop_assert" || w == "prop_assert_eq";
  if (language == Language::scala) return w == "shouldBe" || w == "shouldEqual" || w == "mustBe" || w == "mustEqual";
  if (language == Language::kotlin) return w.starts_with("should") && w.size() > 6 && is_upper(w[6]);
  return w.starts_with("shouldBe") || w == "shouldThrow";
}

// Where expect() is an assertion: elsewhere it is a method of results.
bool expects(Language l) {
  return l != Language::rust && l != Language::java && l != Language::go && l != Language::c && l != Language::cpp &&
         l != Language::csharp;
}

// Where an assertion starts on a line; npos when there is none.
size_t assertion_start(const Tokens& t, Language language) {
  if (t.size() > 1 && t[0].is("#") && t[1].is("include")) return std::string_view::npos;  // <assert.h>
  for (size_t i = 0; i < t.size(); ++i) {
    if (!t[i].word()) continue;
    const bool call = i + 1 < t.size() && (t[i + 1].is("(") || t[i + 1].is("{"));
    const auto w = t[i].text;
    if (i > 0 &&
        (t[i - 1].is("import") || t[i - 1].is("def") || t[i - 1].is("function") || t[i - 1].is("func") ||
         t[i - 1].is("fn") || t[i - 1].is("{")) &&
        !call)
      continue;
    if (i > 0 && (t[i - 1].is("def") || t[i - 1].is("function") || t[i - 1].is("func") || t[i - 1].is("fn") ||
                  t[i - 1].is("void") || t[i - 1].is("fun")))
      continue;
    if (!t.empty() && (t[0].is("import") || t[0].is("from") || t[0].is("use") || t[0].is("using"))) continue;
    if (w == "expect" && call && expects(language)) return i;
    if (w == "expect" && i + 3 < t.size() && t[i + 1].is(".") && t[i + 3].is("(") && expects(language) &&
        (t[i + 2].is("poll") || t[i + 2].is("soft")))
      return i;
    // "await expect" with .poll(…) on the next line.
    if (w == "expect" && i + 1 == t.size() && i > 0 && t[i - 1].is("await")) return i;
    if (w == "expect" && language == Language::php) return i;
    if (is_assert_word(w, language)) {
      if (language == Language::terraform && i + 1 < t.size() && t[i + 1].is("{"))
        continue;                                                          // the condition inside it counts
      if (i >= 2 && t[i - 1].is(".") && t[i - 2].is("console")) continue;  // prints and goes on
      // "assert = require('assert')" and "const assert" name the library, they do not assert.
      if (i + 1 < t.size() && (t[i + 1].is("=") || t[i + 1].is(":=") || t[i + 1].is("from"))) continue;
      if (i + 1 >= t.size() && i > 0) continue;
      // Where the word stands between subject and value, the subject is part of it.
      const bool infix = i > 0 && (language == Language::kotlin || language == Language::scala) && !call;
      return infix && (w.starts_with("should") || w.starts_with("must")) ? 0 : i;
    }
    if (language == Language::go && i + 2 < t.size() && t[i + 1].is(".")) {
      if (w == "require") return i;
    }
    if (language == Language::python && (w == "raises" || w == "warns") && call && i > 0 && t[i - 1].is(".")) return i;
    const bool script = language == Language::javascript || language == Language::typescript;
    if (script && w == "t" && i + 3 < t.size() && t[i + 1].is(".") && t[i + 3].is("(")) {
      constexpr std::array<std::string_view, 19> ava = {
          "is",      "not",      "deepEqual",   "true", "false",        "truthy", "throws",
          "equal",   "same",     "strictEqual", "ok",   "regex",        "like",   "throwsAsync",
          "rejects", "resolves", "match",       "has",  "matchSnapshot"};
      if (std::find(ava.begin(), ava.end(), t[i + 2].text) != ava.end()) return i;
    }
    if (language == Language::terraform && w == "condition" && i + 2 < t.size() && t[i + 1].is("=")) return i;
    if (w == "should" && i > 0 && t[i - 1].is(".")) return i + 1 < t.size() && t[0].is("cy") ? 0 : i;
    if (language == Language::csharp && call && i > 1 && is_chain(t[i - 1]) &&
        (w == "Should" || (w == "Verify" && has_word(t, "Times"))))
      return t[0].is("await") ? 1 : 0;
    if (language == Language::php && w == "expectException" && call) return i;
    if ((language == Language::java || language == Language::kotlin) && w == "verify" && call &&
        (i == 0 || !is_chain(t[i - 1])))
      return i;
  }
  return std::string_view::npos;
}

// Formatters put them before a closing bracket on a line of its own; they mean nothing.
void drop_trailing_commas(Tokens& t) {
  for (size_t i = 0; i + 1 < t.size();) {
    if (t[i].is(",") && (t[i + 1].is(")") || t[i + 1].is("]") || t[i + 1].is("}"))) {
      t.erase(t.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

int depth_change(const Token& t) {
  if (t.is("(") || t.is("[") || t.is("{")) return 1;
  if (t.is(")") || t.is("]") || t.is("}")) return -1;
  return 0;
}

// A Go `if` is an assertion when the test is failed right inside it.
std::optional<size_t> go_if_fails(const CodeHunk& hunk, size_t at, Side side, const Tokens& t) {
  if (t.size() < 4 || !t[0].is("if")) return std::nullopt;
  int seen = 0;
  for (size_t i = at + 1; i < hunk.lines.size() && seen < 2; ++i) {
    if (!on_side(hunk.lines[i], side)) continue;
    ++seen;
    const auto& code = hunk.lines[i].masked.code;
    for (std::string_view call : {"t.Error", "t.Fatal", "t.Fail", "b.Fatal"}) {
      const size_t found = code.find(call);
      if (found != std::string::npos && (found == 0 || !is_word(code[found - 1]))) return i;
    }
  }
  return std::nullopt;
}

}  // namespace

bool in_test_code(const CodeHunk& hunk) {
  if (hunk.file.role == diff::Role::test) return true;
  if (hunk.file.language != Language::rust) return diff::role_of(hunk.file.old_path) == diff::Role::test;
  if (contains(hunk.hunk.section, "test")) return true;
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    return contains(line.masked.code, "#[test]") || contains(line.masked.code, "mod tests") ||
           contains(line.masked.code, "::test]") || contains(line.masked.code, "cfg(test)");
  });
}

std::vector<Assertion> assertions_in(const CodeHunk& hunk, Side side) {
  std::vector<Assertion> out;
  const Language language = hunk.file.language;
  const diff::Sign sign = side == Side::before ? diff::Sign::removed : diff::Sign::added;
  const size_t n = hunk.lines.size();
  for (size_t i = 0; i < n; ++i) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, side) || (line.hidden && side == Side::after)) continue;
    const Tokens& t = tokens_of(line, side);
    size_t start = assertion_start(t, language);
    std::optional<size_t> go_if;
    if (start == std::string_view::npos) {
      if (language == Language::go) go_if = go_if_fails(hunk, i, side, t);
      if (!go_if) continue;
      start = 0;
    }
    Assertion a;
    a.first = a.line = i;
    a.touched = line.raw->sign == sign;
    if (go_if && !a.touched && hunk.lines[*go_if].raw->sign == sign) {
      a.touched = true;
      a.line = *go_if;
    }
    int depth = 0;
    size_t last = i;
    bool open = true;
    for (size_t k = start; k < t.size() && open; ++k) {
      depth += depth_change(t[k]);
      if (depth < 0 || (depth == 0 && t[k].is(";") && !go_if)) open = false;
      if (open) a.tokens.push_back(t[k]);
    }
    // Goes on while a bracket is open or the next line continues the chain.
    for (size_t k = i + 1; open && !go_if && k < n && k - i < k_max_lines; ++k) {
      const CodeLine& next = hunk.lines[k];
      if (!on_side(next, side)) continue;
      const Tokens& more = tokens_of(next, side);
      if (depth <= 0 && !(!more.empty() && (is_chain(more[0]) || (!a.tokens.empty() && a.tokens.back().is(",")))))
        break;
      if (next.raw->sign == sign && !a.touched) {
        a.touched = true;
        a.line = k;
      }
      for (size_t m = 0; m < more.size() && open; ++m) {
        depth += depth_change(more[m]);
        if (depth < 0 || (depth == 0 && more[m].is(";"))) open = false;
        if (open) a.tokens.push_back(more[m]);
      }
      last = k;
    }
    if (a.tokens.empty()) continue;
    drop_trailing_commas(a.tokens);
    a.text = text_of(a.tokens);
    a.shape = shape_of(a.tokens, 0, a.tokens.size());
    read_assertion(a, language);
    out.push_back(std::move(a));
    if (depth <= 0) i = last;
  }
  return out;
}

}  // namespace assay::judge
