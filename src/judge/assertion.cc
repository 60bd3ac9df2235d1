// Reading assertions without a parser per framework. Nearly all have one of three forms:
//   name(args)                 assertEqual(a, b)   assert_eq!(a, b)   EXPECT_EQ(a, b)
//   name(subject).matcher(…)   expect(a).toBe(b)   assertThat(a).isEqualTo(b)
//   name expression            assert a == b       assert_equal a, b
// The words of name and matcher, folded to lower case, tell how much is demanded; that holds
// across frameworks because they all borrowed from each other.
#include "judge/assertion.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::judge {

namespace {

using diff::Language;

constexpr size_t k_max_lines = 60;

bool is_assert_word(std::string_view w, Language language) {
  if (w.starts_with("assert") || w.starts_with("Assert") || w.starts_with("refute") || w.starts_with("XCTAssert") ||
      w.starts_with("EXPECT_") || w.starts_with("ASSERT_") || w.starts_with("BOOST_CHECK") ||
      w.starts_with("BOOST_REQUIRE") || w == "BOOST_TEST")
    return true;
  if (language == Language::cpp || language == Language::c)
    return w == "CHECK" || w == "REQUIRE" || w.starts_with("CHECK_") || w.starts_with("REQUIRE_");
  if (language == Language::rust) return w == "prop_assert" || w == "prop_assert_eq";
  return w.starts_with("shouldBe") || w == "shouldThrow";
}

// Where expect() is an assertion: elsewhere it is a method of results.
bool expects(Language l) {
  return l != Language::rust && l != Language::java && l != Language::go && l != Language::c && l != Language::cpp &&
         l != Language::csharp;
}

bool is_chain(const Token& t) { return t.is(".") || t.is("::") || t.is("->") || t.is("?."); }

// Where an assertion starts on a line; npos when there is none.
size_t assertion_start(const Tokens& t, Language language) {
  for (size_t i = 0; i < t.size(); ++i) {
    if (!t[i].word()) continue;
    const bool call = i + 1 < t.size() && (t[i + 1].is("(") || t[i + 1].is("{"));
    const auto w = t[i].text;
    if (i > 0 &&
        (t[i - 1].is("import") || t[i - 1].is("def") || t[i - 1].is("function") || t[i - 1].is("func") ||
         t[i - 1].is("fn") || t[i - 1].is("{")) &&
        !call)
      continue;
    if (i > 0 && (t[i - 1].is("def") || t[i - 1].is("function") || t[i - 1].is("func") || t[i - 1].is("fn"))) continue;
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
      return i;
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
    if (w == "should" && i > 0 && t[i - 1].is(".")) return i;
    if ((language == Language::java || language == Language::kotlin) && w == "verify" && call &&
        (i == 0 || !is_chain(t[i - 1])))
      return i;
  }
  return std::string_view::npos;
}

// Arguments of the call whose bracket is at `open`: [begin, end) token ranges.
std::vector<std::pair<size_t, size_t>> arguments(const Tokens& t, size_t open, size_t end) {
  std::vector<std::pair<size_t, size_t>> out;
  int depth = 0;
  size_t begin = open + 1;
  for (size_t i = open; i < end && i < t.size(); ++i) {
    if (t[i].is("(") || t[i].is("[") || t[i].is("{")) ++depth;
    const bool close = t[i].is(")") || t[i].is("]") || t[i].is("}");
    if (close) --depth;
    if ((depth == 1 && t[i].is(",")) || (close && depth == 0)) {
      if (i > begin) out.emplace_back(begin, i);
      begin = i + 1;
    }
  }
  return out;
}

// Splits "a, b, message" without brackets.
std::vector<std::pair<size_t, size_t>> bare_arguments(const Tokens& t, size_t begin, size_t end) {
  std::vector<std::pair<size_t, size_t>> out;
  int depth = 0;
  size_t from = begin;
  for (size_t i = begin; i < end; ++i) {
    if (t[i].is("(") || t[i].is("[") || t[i].is("{")) ++depth;
    if (t[i].is(")") || t[i].is("]") || t[i].is("}")) --depth;
    if (depth == 0 && t[i].is(",")) {
      if (i > from) out.emplace_back(from, i);
      from = i + 1;
    }
  }
  if (end > from) out.emplace_back(from, end);
  return out;
}

bool any_in(std::string_view s, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view p) { return contains(s, p); });
}

Strength strength_of_words(std::string_view m) {
  if (any_in(m, {"snapshot", "containsexactly", "sameinstance", "istrue", "isfalse", "be.true", "be.false"}))
    return Strength::exact;
  if (any_in(m, {"almost", "close",   "near",  "within",     "delta",    "approx",   "epsilon",  "contain",
                 "includ", "match",   "regex", "startswith", "endswith", "instance", "greater",  "less",
                 "least",  "most",    "anyof", "oneof",      "subset",   "typeof",   "property", "above",
                 "below",  "between", "isa",   "be.a",       "be_a"}))
    return Strength::partial;
  if (any_in(m, {"notnull", "notnil", "not_nil", "isnotnone", "notbenull", "truthy", "exist", "notempty", "present",
                 "todefined", "bedefined", "isdefined", "notundefined"}))
    return Strength::exists;
  if (any_in(m, {"undefined", "null",  "nil",   "none",       "false",       "falsy",      "nan",         "empty",
                 "length",    "size",  "count", "calledwith", "calledtimes", "calledonce", "called_with", "called_once",
                 "throw",     "raise", "error", "reject",     "warns",       "verify"}))
    return Strength::exact;
  if (any_in(m, {"true", "called"})) return Strength::exists;
  if (any_in(m, {"notequal", "_ne", "notsame"})) return Strength::partial;
  if (any_in(m, {"equal", "same", "eq", "tobe", "t.is", "t.like", "shouldbe"}) || m.ends_with("to.be"))
    return Strength::exact;
  return Strength::partial;
}

struct Condition {
  size_t op = std::string_view::npos;
  std::string name;
  Strength strength = Strength::exists;
  bool negated = false;
};

// The comparison at the top of an expression.
Condition condition_of(const Tokens& t, size_t begin, size_t end) {
  Condition found;
  int depth = 0;
  for (size_t i = begin; i < end; ++i) {
    if (t[i].is("(") || t[i].is("[") || t[i].is("{")) ++depth;
    if (t[i].is(")") || t[i].is("]") || t[i].is("}")) --depth;
    if (depth != 0 || t[i].string()) continue;
    const auto s = t[i].text;
    Condition c{i, std::string(s), Strength::exact, false};
    if (s == "==" || s == "===") return c;
    if (s == "is") {
      c.negated = i + 1 < end && t[i + 1].is("not");
      if (c.negated && i + 2 < end && t[i + 2].is("None")) c.strength = Strength::exists;
      return c;
    }
    if (s == "!=" || s == "!==") {
      c.negated = true;
      c.strength = i + 1 < end && t[i + 1].literal() && !t[i + 1].string() && t[i + 1].kind != TokenKind::number
                       ? Strength::exists
                       : Strength::partial;
      return c;
    }
    if (s == "in" || s == ">=" || s == "<=" || s == ">" || s == "<" || s == "~=") {
      if (s == ">" && i > begin && t[i - 1].is("=")) continue;
      c.strength = Strength::partial;
      c.negated = s == "in" && i > begin && t[i - 1].is("not");
      return c;
    }
  }
  if (begin < end && (t[begin].is("!") || t[begin].is("not"))) {
    found.negated = true;
    found.strength = Strength::exact;
  }
  if (end > begin + 1 &&
      any_in(lower(text_of(t, begin, end)), {"isinstance", "startswith", "endswith", "includes", "contains"}))
    found.strength = Strength::partial;
  return found;
}

bool pure_literal(const Tokens& t, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (t[i].word() && !t[i].literal()) {
      const bool key = i + 1 < end && (t[i + 1].is(":") || t[i + 1].is("="));
      if (!key) return false;
    }
  }
  return begin < end;
}

void from_condition(Assertion& a, size_t begin, size_t end) {
  const Condition c = condition_of(a.tokens, begin, end);
  a.strength = c.strength;
  a.negated ^= c.negated;
  if (c.op == std::string_view::npos) {
    a.subject = text_of(a.tokens, begin, end);
    return;
  }
  a.matcher += cat(".", c.name);
  a.subject = text_of(a.tokens, begin, c.op);
  a.expected = text_of(a.tokens, c.op + 1, end);
  if (pure_literal(a.tokens, begin, c.op) && !pure_literal(a.tokens, c.op + 1, end)) std::swap(a.subject, a.expected);
}

bool asks_for_truth(std::string_view m) {
  return m == "assert" || m == "assert.ok" || m == "check" || m == "require" || m == "prop_assert" ||
         m == "boost_test" || m == "boost_check" || m.ends_with("true") || m == "xctassert" || m == "assert.that" ||
         m == "assert.isok";
}

void from_arguments(Assertion& a, std::vector<std::pair<size_t, size_t>> args, Language language) {
  if (language == Language::go && !args.empty() && args[0].second == args[0].first + 1 &&
      a.tokens[args[0].first].text.size() <= 2)
    args.erase(args.begin());  // t
  if (args.empty()) {
    a.strength = strength_of_words(a.matcher);
    return;
  }
  if (asks_for_truth(a.matcher)) {
    from_condition(a, args[0].first, args[0].second);
    return;
  }
  a.strength = strength_of_words(a.matcher);
  const auto text = [&](size_t i) { return text_of(a.tokens, args[i].first, args[i].second); };
  if (args.size() == 1) {
    const bool error = any_in(a.matcher, {"raises", "throw", "warns"});
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
    a.strength = any_in(bare, {"null", "nil", "undefined", "empty", "false"}) ? Strength::exists
                 : any_in(bare, {"throw", "raise", "called"})                 ? Strength::exact
                                                                              : Strength::partial;
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
  // The test fails when the condition holds, so what is demanded is its opposite.
  if (contains(a.matcher, "!=")) a.strength = Strength::exact;
  if (contains(a.matcher, "==")) a.strength = Strength::partial;
  a.negated = !a.negated;
  return true;
}

void parse(Assertion& a, Language language) {
  const Tokens& t = a.tokens;
  if (t[0].is("if") && language == Language::go) {
    parse_go_if(a);
    return;
  }
  size_t at = 0;
  a.matcher = lower(t[at++].text);
  if (a.matcher == "condition") {
    a.matcher = "assert";
    from_condition(a, 2, t.size());
    return;
  }
  if (a.matcher == "should") {
    from_chain(a, at);
    return;
  }
  if (at < t.size() && t[at].is("!")) ++at;  // Rust macros
  while (at + 1 < t.size() && is_chain(t[at]) && t[at + 1].word()) {
    a.matcher += cat(".", lower(t[at + 1].text));
    at += 2;
  }
  if (at < t.size() && t[at].is("!")) ++at;
  if (a.matcher.starts_with("refute")) a.negated = true;
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
    if (!args.empty()) from_condition(a, args[0].first, args[0].second);
    return;
  }
  from_arguments(a, args, language);
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
      if (depth < 0 || (depth == 0 && t[k].is(";"))) open = false;
      if (open) a.tokens.push_back(t[k]);
    }
    // Goes on while a bracket is open or the next line continues the chain.
    for (size_t k = i + 1; open && !go_if && k < n && k - i < k_max_lines; ++k) {
      const CodeLine& next = hunk.lines[k];
      if (!on_side(next, side)) continue;
      const Tokens& more = tokens_of(next, side);
      if (depth <= 0 && !(more.size() > 0 && (is_chain(more[0]) || (!a.tokens.empty() && a.tokens.back().is(",")))))
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
    parse(a, language);
    out.push_back(std::move(a));
    if (depth <= 0) i = last;
  }
  return out;
}

bool is_tautology(const Assertion& a) {
  if (a.always_true) return true;
  const Tokens& t = a.tokens;
  if (has_run(t, {"||", "true"}) || has_run(t, {"or", "True"}) || has_run(t, {"or", "true"})) return true;
  if (any_in(a.text, {"condition = true"})) return true;
  for (const auto& [one, other] : {std::pair{"is_none ( )", "is_some ( )"}, std::pair{"is_ok ( )", "is_err ( )"}}) {
    if (contains(a.text, one) && contains(a.text, other) && contains(a.text, "||")) return true;
  }
  if (any_in(a.subject, {"len (", "length", "size (", ". size"}) && a.expected == "0" &&
      any_in(a.matcher, {">=", "greaterthanorequal", "greaterorequal"}))
    return true;
  if (a.subject.empty() || a.negated || any_in(a.matcher, {"throw", "raise", "reject", "verify", "if"})) return false;
  const auto literal = [&](const std::string& s) {
    return s == "true" || s == "True" || s == "1" ||
           (!s.empty() && (is_digit(s[0]) || s[0] == '"' || s[0] == '\'') &&
            s.find_first_of("(+,[ ") == std::string::npos);
  };
  const bool equality = any_in(a.matcher, {"equal", "eq", "same", "tobe", "==", "t.is", ".is"});
  if (equality && !a.expected.empty()) {
    if (literal(a.subject) && a.subject == a.expected) return true;
    // x == x; a call may differ from itself, and a test of equality itself compares a thing with itself.
    return a.subject == a.expected && !contains(a.subject, "(") && a.subject.size() > 0 && a.tokens.size() > 2;
  }
  if (!a.expected.empty()) return false;
  const bool truth = asks_for_truth(a.matcher) || any_in(a.matcher, {"truthy", "true", "defined", "notnull", "ok"});
  return truth && literal(a.subject) && a.subject != "0";
}

namespace {

std::vector<double> numbers_of(const Tokens& t) {
  std::vector<double> out;
  for (const auto& token : t) {
    if (token.kind != TokenKind::number) continue;
    double value = 0;
    std::string digits = replace_all(std::string(token.text), "_", "");
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    out.push_back(value);
  }
  return out;
}

// The numbers of two assertions of one shape, where they differ: {position from the end, before, after}.
struct NumberChange {
  size_t from_end = 0;
  double before = 0, after = 0;
  size_t changes = 0;
};
NumberChange number_change(const Assertion& before, const Assertion& after) {
  NumberChange change;
  const auto a = numbers_of(before.tokens), b = numbers_of(after.tokens);
  if (a.size() != b.size()) return change;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    ++change.changes;
    change.from_end = a.size() - 1 - i;
    change.before = a[i];
    change.after = b[i];
  }
  return change;
}

bool has_tolerance(const Assertion& a) {
  return any_in(lower(a.text), {"almost", "closeto", "near", "approx", "delta", "within", "isclose", "allclose",
                                "close_to", "epsilon", "places", "precision"});
}

// Digits of precision: fewer demand less. Otherwise a tolerance: more demands less.
bool counts_digits(const Assertion& a) { return any_in(lower(a.text), {"tobecloseto", "places", "decimal"}); }

std::string tolerance_weakening(const Assertion& before, const Assertion& after) {
  if (before.shape != after.shape || !has_tolerance(before)) return {};
  const NumberChange c = number_change(before, after);
  if (c.changes != 1 || c.from_end != 0) return {};
  if (numbers_of(before.tokens).size() < 2 && !before.expected.empty() && !contains(before.text, "=")) return {};
  const bool looser = counts_digits(before) ? c.after < c.before : c.after > c.before;
  return looser ? "the tolerance was widened" : "";
}

std::string bound_weakening(const Assertion& before, const Assertion& after) {
  if (before.shape != after.shape || before.subject != after.subject) return {};
  const NumberChange c = number_change(before, after);
  if (c.changes != 1) return {};
  const bool lower_bound =
      any_in(before.matcher, {"greater", ">", "least", "above"}) && !contains(before.matcher, "if");
  const bool upper_bound = any_in(before.matcher, {"less", "<", "most", "below"}) && !contains(before.matcher, "if");
  if (lower_bound && c.after < c.before) return "the lower bound was lowered";
  if (upper_bound && c.after > c.before) return "the upper bound was raised";
  return {};
}

std::string error_weakening(const Assertion& before, const Assertion& after) {
  if (!any_in(before.matcher, {"throw", "raise", "reject"}) || !any_in(after.matcher, {"throw", "raise", "reject"}))
    return {};
  if (before.negated != after.negated) return {};
  if (!before.expected.empty() && after.expected.empty()) return "it no longer says which error";
  const std::string wide = lower(after.expected.substr(0, after.expected.find_first_of(",;")));
  const std::string was = lower(before.expected.substr(0, before.expected.find_first_of(",;")));
  const auto is_wide = [](std::string_view s) {
    s = trim(s);
    return s == "exception" || s == "baseexception" || s == "error" || s == "throwable . class" ||
           s == "exception . class" || s == "throwable" || s == "standarderror";
  };
  if (is_wide(wide) && !is_wide(was)) return "any error will do now";
  return {};
}

std::string root_of(const std::string& subject) {
  size_t end = 0;
  while (end < subject.size() && is_word(subject[end])) ++end;
  return subject.substr(0, end);
}

bool same_subject(const Assertion& a, const Assertion& b) {
  if (a.subject == b.subject) return true;
  if (a.subject.empty() || b.subject.empty()) return false;
  // "assert x . y == 3" became "assert x . y": one is the beginning of the other.
  return (a.subject.size() > 3 && b.subject.starts_with(a.subject)) ||
         (b.subject.size() > 3 && a.subject.starts_with(b.subject) && root_of(a.subject) == root_of(b.subject));
}

}  // namespace

std::string weakening(const Assertion& before, const Assertion& after) {
  if (auto why = tolerance_weakening(before, after); !why.empty()) return why;
  if (auto why = bound_weakening(before, after); !why.empty()) return why;
  if (auto why = error_weakening(before, after); !why.empty()) return why;
  if (!same_subject(before, after) || before.text == after.text) return {};
  const std::string was = lower(before.expected);
  const bool boolean =
      was == "true" || was == "false" || was == "none" || was == "null" || was == "nil" || was == "undefined";
  if (after.strength < before.strength) {
    const bool about_truth = asks_for_truth(after.matcher) || any_in(after.matcher, {"true", "ok", "truthy"});
    if (boolean && (about_truth || after.negated)) return {};
    if (before.negated && after.negated) return {};
    if (has_tolerance(after) && !any_in(lower(after.text), {"abs", "rel", "delta", "tol"})) return {};
    return after.strength == Strength::exists ? "it only asks that there is something"
                                              : "it only asks for part of the value";
  }
  if (contains(before.matcher, "calledtimes") && after.matcher.ends_with("called"))
    return "it no longer says how often";
  if (contains(before.matcher, "calledwith") && after.matcher.ends_with("called")) return "it no longer says with what";
  if (contains(before.matcher, "strictequal") && !contains(after.matcher, "strict") &&
      before.expected == after.expected)
    return "strict equality became loose";
  if (!contains(before.expected, "any") &&
      any_in(after.expected, {"expect . any", "expect . anything", "mock . ANY", "ANY"}) &&
      !any_in(after.expected, {"MANY"}))
    return "any value will do now";
  return {};
}

bool expects_other_value(const Assertion& before, const Assertion& after) {
  if (before.subject.empty() && before.expected.empty()) return false;
  if (before.subject == after.subject && before.negated != after.negated && before.expected == after.expected)
    return true;
  const auto flipped = [](const std::string& a, const std::string& b) {
    return (contains(a, "true") && contains(b, "false")) || (contains(a, "false") && contains(b, "true"));
  };
  if (before.subject == after.subject && before.expected.empty() && after.expected.empty())
    return flipped(before.matcher, after.matcher);
  if (before.shape != after.shape) {
    // The value changed its kind ("2" to "[2]"): still the same question with another answer.
    return before.subject == after.subject && before.matcher == after.matcher && before.expected != after.expected &&
           !before.expected.empty() && !after.expected.empty() &&
           std::none_of(before.expected.begin(), before.expected.end(),
                        [](char c) { return is_alpha(c) || c == '('; }) &&
           std::none_of(after.expected.begin(), after.expected.end(), [](char c) { return is_alpha(c) || c == '('; });
  }
  return before.subject == after.subject && before.expected != after.expected;
}

bool expects_other_constant(const Assertion& before, const Assertion& after) {
  const auto constant = [](const std::string& s) {
    if (s.empty() || !is_upper(s[0])) return false;
    for (size_t i = 0; i + 1 < s.size(); ++i) {
      if (!is_word(s[i]) && is_lower(s[i + 1])) return false;  // a word that starts in lower case is no constant
    }
    return std::none_of(s.begin(), s.end(), [](char c) { return c == '+' || c == '{' || c == '"'; });
  };
  return !before.subject.empty() && before.subject == after.subject && before.matcher == after.matcher &&
         before.expected != after.expected && constant(before.expected) && constant(after.expected);
}

}  // namespace assay::judge
