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

bool is_chain(const Token& t) { return t.is(".") || t.is("::") || t.is("->") || t.is("?."); }

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

Strength strength_of_words(std::string_view m) {
  if (contains_any(m, {"snapshot", "containsexactly", "sameinstance", "istrue", "isfalse", "be.true", "be.false"}))
    return Strength::exact;
  if (contains_any(m, {"almost", "close",   "near",  "within",     "delta",    "approx",   "epsilon",  "contain",
                       "includ", "match",   "regex", "startswith", "endswith", "instance", "greater",  "less",
                       "least",  "most",    "anyof", "oneof",      "subset",   "typeof",   "property", "above",
                       "below",  "between", "isa",   "be.a",       "be_a"}))
    return Strength::partial;
  if (contains_any(m, {"notnull", "notnil", "not_nil", "isnotnone", "notbenull", "truthy", "exist", "notempty",
                       "present", "todefined", "bedefined", "isdefined", "notundefined"}))
    return Strength::exists;
  if (contains_any(
          m, {"undefined", "null",  "nil",   "none",       "false",       "falsy",      "nan",         "empty",
              "length",    "size",  "count", "calledwith", "calledtimes", "calledonce", "called_with", "called_once",
              "throw",     "raise", "error", "reject",     "warns",       "verify"}))
    return Strength::exact;
  if (contains_any(m, {"true", "called"})) return Strength::exists;
  if (contains_any(m, {"notequal", "_ne", "notsame"})) return Strength::partial;
  if (contains_any(m, {"equal", "same", "eq", "tobe", "t.is", "t.like", "shouldbe"}) || m.ends_with("to.be"))
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
      contains_any(lower(text_of(t, begin, end)), {"isinstance", "startswith", "endswith", "includes", "contains"}))
    found.strength = Strength::partial;
  return found;
}

// Types whose objects are values: a literal in one of them is a literal still.
bool is_value_type(std::string_view w) {
  constexpr std::array<std::string_view, 32> types = {
      "BigDecimal", "BigInteger",     "BigInt",        "Decimal",
      "Money",      "Date",           "Duration",      "LocalDate",
      "LocalTime",  "LocalDateTime",  "Instant",       "Fraction",
      "UUID",       "Rational",       "Complex",       "DateTime",
      "TimeSpan",   "DateOnly",       "TimeOnly",      "Period",
      "Optional",   "OffsetDateTime", "ZonedDateTime", "DateTimeImmutable",
      "date",       "datetime",       "timedelta",     "Some",
      "Ok",         "NaiveDate",      "Temporal",      "Guid"};
  return std::find(types.begin(), types.end(), w) != types.end();
}

bool pure_literal(const Tokens& t, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (t[i].word() && !t[i].literal()) {
      // BigDecimal("1.24"), new Date(0), Duration.ofSeconds(3)
      if (t[i].is("new") || (is_value_type(t[i].text) && i + 1 < end && (t[i + 1].is("(") || is_chain(t[i + 1]))))
        continue;
      if (i >= begin + 2 && is_chain(t[i - 1]) && is_value_type(t[i - 2].text)) continue;
      const bool key = i + 1 < end && (t[i + 1].is(":") || t[i + 1].is("="));
      if (!key) return false;
    }
  }
  return begin < end && !(t[begin].is("new") && begin + 1 < end && !is_value_type(t[begin + 1].text));
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
    const bool error = contains_any(a.matcher, {"raises", "throw", "warns"});
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

}  // namespace assay::judge
