// Reading assertions without a parser per framework. Nearly all have one of three forms:
//   name(args)                 assertEqual(a, b)   assert_eq!(a, b)   EXPECT_EQ(a, b)
//   name(subject).matcher(…)   expect(a).toBe(b)   assertThat(a).isEqualTo(b)
//   name expression            assert a == b       assert_equal a, b
// The words of name and matcher, folded to lower case, tell how much is demanded; that holds
// across frameworks because they all borrowed from each other.
#include "judge/tests/assertion.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/code_names.h"
#include "judge/tests/assertion_parts.h"

namespace assay::judge {

namespace {

using diff::Language;

// assert {:ok, _} = decode(x): what the pattern leaves open is not demanded.
bool from_pattern(Assertion& a, size_t begin) {
  const Tokens& t = a.tokens;
  int depth = 0;
  for (size_t i = begin; i < t.size(); ++i) {
    depth += t[i].is("(") || t[i].is("[") || t[i].is("{");
    depth -= t[i].is(")") || t[i].is("]") || t[i].is("}");
    if (depth != 0 || !t[i].is("=")) continue;
    a.matcher += ".=";
    a.subject = text_of(t, i + 1, t.size());
    a.expected = text_of(t, begin, i);
    const bool open =
        std::any_of(t.begin() + static_cast<std::ptrdiff_t>(begin), t.begin() + static_cast<std::ptrdiff_t>(i),
                    [](const Token& x) { return x.word() && x.text.starts_with("_"); });
    a.strength = open ? Strength::partial : Strength::exact;
    return true;
  }
  return false;
}

// reflect.DeepEqual(got, want), slices.Equal(a, b): a comparison by a call.
bool from_comparison(Assertion& a, size_t begin, size_t end) {
  const Tokens& t = a.tokens;
  for (size_t i = begin; i + 1 < end; ++i) {
    if (!is_one_of(t[i].text, {"DeepEqual", "Equal", "equals", "isEqual"}) || !t[i + 1].is("(")) continue;
    const auto args = arguments(t, i + 1, skip_brackets(t, i + 1));
    if (args.size() != 2 || i == begin || !is_chain(t[i - 1])) return false;
    a.matcher += ".equal";
    a.subject = text_of(t, args[0].first, args[0].second);
    a.expected = text_of(t, args[1].first, args[1].second);
    a.strength = Strength::exact;
    return true;
  }
  return false;
}

void from_condition(Assertion& a, size_t begin, size_t end) {
  const Condition c = condition_of(a.tokens, begin, end);
  a.strength = c.strength;
  a.negated ^= c.negated;
  if (c.op == std::string_view::npos) {
    if (from_comparison(a, begin, end)) return;
    a.subject = text_of(a.tokens, begin, end);
    return;
  }
  a.matcher += cat(".", c.name);
  a.subject = text_of(a.tokens, begin, c.op);
  a.expected = text_of(a.tokens, c.op + 1, end);
  if (pure_literal(a.tokens, begin, c.op) && !pure_literal(a.tokens, c.op + 1, end)) std::swap(a.subject, a.expected);
}

// Assert.That(x, Is.EqualTo(3)), assertThat(x, is(3)), EXPECT_THAT(x, Eq(3)): the last argument is what
// is demanded of the one before it.
bool from_constraint(Assertion& a, const std::vector<std::pair<size_t, size_t>>& args) {
  const bool named = a.matcher == "expect" || a.matcher == "assert.that" || a.matcher == "assertthat" ||
                     a.matcher == "expect_that" || a.matcher == "assert_that";
  if (!named || args.size() < 2) return false;
  const size_t last = args.size() > 2 && a.tokens[args[0].first].string() ? 2 : 1;
  const auto [begin, end] = args[last];
  if (!a.tokens[begin].word()) return false;
  std::string words;
  for (size_t i = begin; i < end; ++i)
    if (a.tokens[i].word() && !a.tokens[i].literal()) words += cat(".", lower(a.tokens[i].text));
  a.matcher += words;
  a.subject = text_of(a.tokens, args[last - 1].first, args[last - 1].second);
  const auto open =
      std::find_if(a.tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                   a.tokens.begin() + static_cast<std::ptrdiff_t>(end), [](const Token& x) { return x.is("("); });
  const size_t at = static_cast<size_t>(open - a.tokens.begin());
  if (at + 1 < end) a.expected = text_of(a.tokens, at + 1, end - 1);
  a.negated = contains(words, ".not");
  const std::string bare = replace_all(words, ".not", "");
  a.strength =
      words.starts_with(".is(") || words == ".is" || words == ".equalto" ? Strength::exact : strength_of_words(words);
  if (contains_any(words, {".anything", "._"})) a.strength = Strength::exists;
  if (a.negated && !contains(words, "notnull"))
    a.strength = contains_any(bare, {"null", "nil", "empty"}) ? Strength::exists : Strength::partial;
  return true;
}

// assertThrows(Some.class, code), EXPECT_THROW(code, Some): which error, and what raises it.
bool from_error(Assertion& a, const std::vector<std::pair<size_t, size_t>>& args) {
  if (args.size() < 2 || !contains_any(a.matcher, {"throw", "raises"}) || contains(a.matcher, "nothrow")) return false;
  const size_t type = contains_any(a.matcher, {"expect_throw", "assert_throw", "throws_as", "check_throw"}) ? 1 : 0;
  if (!a.tokens[args[type].first].word() && !is_chain(a.tokens[args[type].first])) return false;
  a.expected = text_of(a.tokens, args[type].first, args[type].second);
  a.subject = text_of(a.tokens, args[1 - type].first, args[1 - type].second);
  a.strength = Strength::exact;
  return true;
}

void from_arguments(Assertion& a, std::vector<std::pair<size_t, size_t>> args, Language language) {
  if (language == Language::go && !args.empty() && args[0].second == args[0].first + 1 &&
      a.tokens[args[0].first].text.size() <= 2)
    args.erase(args.begin());  // t
  if (args.empty()) {
    a.strength = strength_of_words(a.matcher);
    if (const std::string_view status = status_of(a.matcher); !status.empty()) {
      a.matcher = "assertstatus";
      a.expected = std::string(status);
    }
    return;
  }
  if (from_constraint(a, args) || from_error(a, args)) return;
  if (asks_for_truth(a.matcher)) {
    from_condition(a, args[0].first, args[0].second);
    return;
  }
  a.strength = strength_of_words(a.matcher);
  const auto text = [&](size_t i) { return text_of(a.tokens, args[i].first, args[i].second); };
  if (args.size() == 1) {
    const bool answer = contains_any(a.matcher, {"status", "redirect"}) &&
                        pure_literal(a.tokens, args[0].first, args[0].second);  // $response->assertStatus(403)
    const bool error =
        answer || (contains_any(a.matcher, {"raises", "throw", "warns"}) && !contains(a.matcher, "nothrow"));
    (error ? a.expected : a.subject) = text(0);
    return;
  }
  const bool swap =
      pure_literal(a.tokens, args[0].first, args[0].second) && !pure_literal(a.tokens, args[1].first, args[1].second);
  a.subject = text(swap ? 1 : 0);
  a.expected = text(swap ? 0 : 1);
}

// .not.to.equal(b): the words after the subject, and what the last call is given.
void from_chain(Assertion& a, size_t at) {
  const Tokens& t = a.tokens;
  std::string words;
  while (at < t.size()) {
    if (is_chain(t[at])) {
      ++at;
    } else if (t[at].word()) {
      const std::string w = lower(t[at].text);
      if (w == "not" || w == "not_to" || w == "to_not" || w == "isnot") a.negated = true;
      if (w.starts_with("isnot") || w.starts_with("tonot") || w.starts_with("doesnot")) a.negated = true;
      words += cat(".", w);
      ++at;
    } else if (t[at].is("(")) {
      const size_t end = skip_brackets(t, at);
      if (end > at + 2) {
        if (!a.expected.empty()) a.expected += " ; ";
        a.expected += text_of(t, at + 1, end - 1);
      }
      at = end;
    } else {
      if (a.expected.empty() && (t[at].literal() || t[at].is("[") || t[at].is("{")))
        a.expected = text_of(t, at, t.size());
      break;
    }
  }
  a.matcher += words;
  std::string bare = words;
  if (a.negated) bare = replace_all(bare, ".not", "");
  a.strength = strength_of_words(bare);
  if (a.negated)
    a.strength = contains_any(bare, {"null", "nil", "undefined", "empty", "false"}) ? Strength::exists
                 : contains_any(bare, {"throw", "raise", "called"})                 ? Strength::exact
                                                                                    : Strength::partial;
}

bool is_infix_word(std::string_view w) {
  return is_one_of(w, {"be", "equal", "not", "have", "contain", "include", "a", "an", "must", "mustBe", "mustEqual"});
}

// total() shouldBe 3, total() should equal (3): the subject stands before the word.
bool parse_infix(Assertion& a) {
  const Tokens& t = a.tokens;
  size_t at = 1;
  while (at < t.size() && !(t[at].word() && (t[at].text.starts_with("should") || t[at].text.starts_with("must")))) ++at;
  if (at + 1 >= t.size()) return false;
  a.subject = text_of(t, 0, at - (is_chain(t[at - 1]) ? 1 : 0));
  for (; at < t.size() && t[at].word() && !t[at].literal(); ++at) {
    a.matcher += cat(a.matcher.empty() ? "" : ".", lower(t[at].text));
    if (!t[at].text.starts_with("should") && !is_infix_word(t[at].text)) break;
  }
  a.expected = text_of(t, std::min(at, t.size()), t.size());
  a.negated = contains(a.matcher, "not");
  const bool nothing = contains_any(lower(a.expected), {"null", "empty", "none", "nil"});
  a.strength = a.negated ? (nothing ? Strength::exists : Strength::partial) : strength_of_words(a.matcher);
  if (!a.negated && is_one_of(a.matcher, {"shouldbe", "should.be", "should.equal", "must.be", "mustbe", "must.equal"}))
    a.strength = Strength::exact;
  return true;
}

// if got != want { t.Errorf(…): Go's own form.
bool parse_go_if(Assertion& a) {
  if (!a.tokens[0].is("if")) return false;
  size_t begin = 1, end = a.tokens.size();
  for (size_t i = 1; i < a.tokens.size(); ++i) {
    if (a.tokens[i].is(";")) begin = i + 1;
  }
  if (end > 0 && a.tokens[end - 1].is("{")) --end;
  a.matcher = "if";
  from_condition(a, begin, end);
  // if got := f(x); got != want: it is f(x) that is asked about.
  const auto given = std::find_if(a.tokens.begin(), a.tokens.end(), [](const Token& x) { return x.is(":="); });
  if (begin > 1 && given != a.tokens.end()) {
    const size_t at = static_cast<size_t>(given - a.tokens.begin());
    const std::string value = text_of(a.tokens, at + 1, begin - 1);
    for (size_t i = 1; i < at; ++i) {
      if (a.tokens[i].is(a.subject)) a.subject = at == 2 ? value : cat(value, " . ", a.tokens[i].text);
    }
  }
  // The test fails when the condition holds, so what is demanded is its opposite.
  if (contains(a.matcher, "!=")) a.strength = Strength::exact;
  if (contains(a.matcher, "==")) a.strength = Strength::partial;
  a.negated = !a.negated;
  return true;
}

}  // namespace

bool asks_for_truth(std::string_view m) {
  return m == "assert" || m == "assert.ok" || m == "check" || m == "require" || m == "prop_assert" ||
         m == "boost_test" || m == "boost_check" || m.ends_with("true") || m == "xctassert" || m == "assert.that" ||
         m == "assert.isok";
}

void read_assertion(Assertion& a, Language language) {
  const Tokens& t = a.tokens;
  if (t[0].is("if") && language == Language::go) {
    parse_go_if(a);
    return;
  }
  const bool infix = language == Language::kotlin || language == Language::scala;
  if (infix && !t[0].text.starts_with("should") && !t[0].text.starts_with("assert") && parse_infix(a)) return;
  size_t at = 0;
  a.matcher = lower(t[at++].text);
  if (a.matcher == "condition") {
    a.matcher = "assert";
    from_condition(a, 2, t.size());
    return;
  }
  if (a.matcher == "cy") {  // cy.get('.total').should('have.text', '5')
    size_t should = 1;
    while (should + 2 < t.size() && !t[should].is("should")) ++should;
    if (should + 2 < t.size() && t[should + 2].string()) {
      a.matcher = cat("should.", lower(t[should + 2].unquoted()));
      a.subject = text_of(t, 0, should - 1);
      a.expected = text_of(t, should + 3, t.size());
      a.negated = contains(a.matcher, ".not.");
      a.strength = strength_of_words(a.matcher);
      return;
    }
  }
  if (a.matcher == "should") {
    from_chain(a, at);
    return;
  }
  // result.Should().Equal("a"), mock.Verify(m => m.Send(), Times.Once)
  if (language == Language::csharp) {
    for (size_t i = 1; i + 1 < t.size() && i < 40; ++i) {
      if (!is_chain(t[i - 1]) || !(t[i].is("Should") || t[i].is("Verify")) || !t[i + 1].is("(")) continue;
      a.matcher = {};
      a.subject = text_of(t, 0, i - 1);
      from_chain(a, i);
      return;
    }
  }
  if (at < t.size() && t[at].is("!")) ++at;  // Rust macros
  while (at + 1 < t.size() && is_chain(t[at]) && t[at + 1].word()) {
    a.matcher += cat(".", lower(t[at + 1].text));
    at += 2;
  }
  if (at < t.size() && t[at].is("!")) ++at;
  if (a.matcher.starts_with("refute")) a.negated = true;
  // Assert.Throws<Some>(code), assertFailsWith<Some> { code }
  if (at + 2 < t.size() && t[at].is("<") && contains_any(a.matcher, {"throw", "fails", "raises"})) {
    size_t close = at + 1;
    while (close < t.size() && !t[close].is(">")) ++close;
    a.expected = text_of(t, at + 1, close);
    a.subject = text_of(t, std::min(close + 1, t.size()), t.size());
    a.strength = Strength::exact;
    return;
  }
  if (language == Language::swift && at < t.size() && t[at].is("(") &&
      (a.matcher == "expect" || a.matcher == "require")) {
    const auto args = arguments(t, at, skip_brackets(t, at));  // #expect(f() == 1)
    if (!args.empty()) from_condition(a, args[0].first, args[0].second);
    return;
  }
  if (at < t.size() && (t[at].is("(") || (t[at].is("{") && a.matcher == "expect"))) {
    const size_t end = skip_brackets(t, at);
    const bool chained = end < t.size() && is_chain(t[end]);
    // assert (a) == b is an expression that happens to start with a bracket.
    const bool expression = a.matcher == "assert" && end < t.size() && !chained && !t[end].is(";") && !t[end].is(",");
    if (!expression && !chained) {
      // assert (x == y, "message") asserts a tuple.
      a.always_true = language == Language::python && a.matcher == "assert" && arguments(t, at, end).size() > 1;
      from_arguments(a, arguments(t, at, end), language);
      return;
    }
    if (!expression) {
      a.subject = text_of(t, at + 1, end - 1);
      if (a.matcher == "expect.poll" || a.matcher == "expect.soft") {
        // Asks the same, only more than once or without ending the test.
        a.matcher = "expect";
        a.subject = replace_all(a.subject, "( ) => ", "");
        if (a.subject.starts_with("async ")) a.subject.erase(0, 6);
      }
      from_chain(a, end);
      return;
    }
  }
  const auto args = bare_arguments(t, at, t.size());
  if (a.matcher == "assert" || a.matcher == "refute") {
    if (args.empty()) return;
    if (language == Language::elixir && from_pattern(a, at)) return;
    from_condition(a, args[0].first, args[0].second);
    return;
  }
  from_arguments(a, args, language);
}

}  // namespace assay::judge
