// One table of calls that compare two values, and three forms that are no such call: `assert a == b`, matchers
// (`expect(a).toBe(b)`), and Go's `if a != b { t.Errorf(…) }`.
#include "variants/assertions.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "prove/code_text.h"

namespace assay::variants {

namespace {

using diff::Language;
using prove::CodeText;
using prove::Token;

enum class Expected : std::uint8_t { first, second };

// `weakened`: "{}" stands for what the code gives, "{0}" for the first argument where that is no value.
struct EqualCall {
  Language language;
  std::string_view name;
  std::string_view weakened;
  Expected expected;
  size_t skipped = 0;  // arguments in front of the two
};

constexpr EqualCall k_equal_calls[] = {
    {Language::python, "assertEqual", "assertIsNotNone({})", Expected::second},
    {Language::python, "assertEquals", "assertIsNotNone({})", Expected::second},
    {Language::python, "assertListEqual", "assertIsNotNone({})", Expected::second},
    {Language::python, "assertDictEqual", "assertIsNotNone({})", Expected::second},
    {Language::javascript, "equal", "notStrictEqual({}, undefined)", Expected::second},
    {Language::javascript, "strictEqual", "notStrictEqual({}, undefined)", Expected::second},
    {Language::javascript, "deepEqual", "notStrictEqual({}, undefined)", Expected::second},
    {Language::javascript, "deepStrictEqual", "notStrictEqual({}, undefined)", Expected::second},
    {Language::go, "Equal", "NotNil({0}, {})", Expected::first, 1},
    {Language::java, "assertEquals", "assertNotNull({})", Expected::first},
    {Language::java, "assertSame", "assertNotNull({})", Expected::first},
    {Language::php, "assertSame", "assertNotNull({})", Expected::first},
    {Language::php, "assertEquals", "assertNotNull({})", Expected::first},
    {Language::cpp, "EXPECT_EQ", "EXPECT_TRUE(true)", Expected::second},
    {Language::cpp, "ASSERT_EQ", "ASSERT_TRUE(true)", Expected::second},
    {Language::cpp, "EXPECT_STREQ", "EXPECT_TRUE(true)", Expected::second},
    {Language::rust, "assert_eq", "assert!(true)", Expected::second},
    {Language::ruby, "assert_equal", "refute_nil({})", Expected::first},
};

Language speaks_like(Language language) {
  switch (language) {
    case Language::typescript: return Language::javascript;
    case Language::kotlin: return Language::java;
    case Language::c: return Language::cpp;
    default: return language;
  }
}

// Tokens in [first, last].
struct Span {
  size_t first = 0, last = 0;
};

class AssertionFinder {
 public:
  explicit AssertionFinder(const CodeText& text) : m_text(text), m_language(speaks_like(text.language)) {}

  std::vector<Assertion> all() {
    for (size_t i = 0; i < m_text.tokens.size(); ++i) {
      if (!at(i).word() && !at(i).is("(")) continue;
      call(i);
      compared(i);
      matched(i);
      go_condition(i);
    }
    return std::move(m_out);
  }

 private:
  const Token& at(size_t i) const { return m_text.at(i); }
  std::string text_of(const Span& span) const { return std::string(m_text.text(span.first, span.last)); }

  // What stands between the brackets, cut at the commas between them; empty when the brackets are not closed.
  std::vector<Span> arguments(size_t open) const {
    std::vector<Span> out;
    const size_t close = at(open).partner;
    if (close == Token::k_none || close == open + 1) return out;
    size_t first = open + 1;
    for (size_t i = open + 1; i <= close; ++i) {
      const bool ends = i == close || (at(i).is(",") && at(i).outer == open);
      if (!ends) continue;
      if (i > first) out.push_back({first, i - 1});
      first = i + 1;
    }
    return out;
  }

  // Of a call without brackets: up to the end of its line.
  std::vector<Span> bare_arguments(size_t from) const {
    std::vector<Span> out;
    const size_t end = m_text.first_on(at(from).line + 1), outer = at(from).outer;
    size_t first = from;
    for (size_t i = from; i <= end; ++i) {
      if (i < end && !(at(i).is(",") && at(i).outer == outer)) {
        if (at(i).is_one({"if", "unless", "do"})) return {};
        continue;
      }
      if (i > first) out.push_back({first, i - 1});
      first = i + 1;
    }
    return out;
  }

  bool is_literal(const Span& span) const {
    const Token& first = at(span.first);
    if (first.opens() && first.partner == span.last) return !first.is("(");
    if (span.first != span.last && !(at(span.first).is("-") && span.first + 1 == span.last)) return false;
    return at(span.last).string() || at(span.last).number() ||
           at(span.last).is_one({"true", "false", "True", "False", "None", "null", "nil", "undefined"});
  }

  void add(const Span& whole, std::string weakened, std::string rewritten) {
    const size_t begin = at(whole.first).begin, end = at(whole.last).end();
    if (!m_out.empty() && m_out.back().offset + m_out.back().length > begin) return;
    if (rewritten == text_of(whole)) rewritten.clear();
    m_out.push_back({at(whole.first).line, begin, end - begin, std::move(weakened), std::move(rewritten)});
  }

  // The text of `whole` with `part` replaced.
  std::string with(const Span& whole, const Span& part, const std::string& replacement) const {
    const size_t begin = at(whole.first).begin, from = at(part.first).begin, to = at(part.last).end();
    const auto content = m_text.content;
    return cat(content.substr(begin, from - begin), replacement, content.substr(to, at(whole.last).end() - to));
  }

  void call(size_t i) {
    const EqualCall* row = std::find_if(std::begin(k_equal_calls), std::end(k_equal_calls), [&](const EqualCall& each) {
      return each.language == m_language && at(i).is(each.name);
    });
    if (row == std::end(k_equal_calls)) return;
    if (m_language == Language::javascript && !(m_text.before(i).is(".") && i >= 2 && at(i - 2).is("assert"))) return;
    if (m_language == Language::go && !(i >= 2 && at(i - 2).is_one({"assert", "require"}))) return;
    const size_t open = m_language == Language::rust ? i + 2 : i + 1;
    const bool has_brackets = at(open).is("(");
    if (!has_brackets && m_language != Language::ruby) return;
    const auto given = has_brackets ? arguments(open) : bare_arguments(open);
    if (given.size() < row->skipped + 2) return;
    const Span whole{i, has_brackets ? at(open).partner : given.back().last};
    const Span &one = given[row->skipped], &two = given[row->skipped + 1];
    const bool first_is_expected =
        is_literal(one) != is_literal(two) ? is_literal(one) : row->expected == Expected::first;
    const Span& expected = first_is_expected ? one : two;
    const std::string actual = text_of(first_is_expected ? two : one);
    const auto less = replace_all(std::string(row->weakened), "{0}", text_of(given.front()));
    add(whole, replace_all(less, "{}", actual), with(whole, expected, actual));
  }

  // Where `==` stands between two values and nothing else does: assert a == b, CHECK(a == b).
  void compared(size_t i) {
    const bool python = m_language == Language::python && at(i).is("assert") && m_text.first_on(at(i).line) == i;
    const bool macro = m_language == Language::cpp && at(i).is_one({"assert", "CHECK", "REQUIRE"}) && at(i + 1).is("(");
    if (!python && !macro) return;
    const auto values = python ? bare_arguments(i + 1) : arguments(i + 1);
    if (values.empty() || (macro && values.size() != 1)) return;
    const Span value = values.front();
    std::optional<size_t> equals;
    for (size_t k = value.first; k <= value.last; ++k) {
      if (at(k).outer != at(value.first).outer) continue;
      if (at(k).is_one({"and", "or", "not", "in", "is", "if", "lambda", "&&", "||", "<", ">", "!=", "<=", ">="}))
        return;
      if (!at(k).is("==")) continue;
      if (equals) return;
      equals = k;
    }
    if (!equals || *equals == value.first || *equals == value.last) return;
    const Span left{value.first, *equals - 1}, right{*equals + 1, value.last};
    const bool left_is_expected = is_literal(left) && !is_literal(right);
    const auto actual = text_of(left_is_expected ? right : left);
    const auto less = python ? cat("assert ", actual, " is not None") : cat(at(i).text, "(true)");
    const Span whole{i, python ? value.last : at(i + 1).partner};
    add(whole, less, with(whole, left_is_expected ? left : right, actual));
  }

  // expect(a).toBe(b), expect(a).to.equal(b), expect(a).to eq(b), assertThat(a).isEqualTo(b)
  void matched(size_t i) {
    if (!at(i).is_one({"expect", "assertThat"}) || !at(i + 1).is("(") || at(i + 1).partner == Token::k_none) return;
    const auto subject = arguments(i + 1);
    if (subject.size() != 1) return;
    size_t k = at(i + 1).partner + 1;
    std::string_view less;
    if (m_language == Language::javascript) {
      if (at(k).is(".") && at(k + 1).is_one({"toBe", "toEqual", "toStrictEqual"})) {
        less = ".toBeDefined()";
        k += 1;
      } else if (at(k).is(".") && at(k + 1).is("to")) {
        less = ".to.not.equal(undefined)";
        k += 2;
        while (at(k).is(".") && at(k + 1).is_one({"be", "deep"})) k += 2;
        if (!at(k).is(".") || !at(k + 1).is_one({"equal", "eql", "equals"})) return;
        k += 1;
      }
    } else if (m_language == Language::ruby && at(k).is(".") && at(k + 1).is("to") && at(k + 2).is_one({"eq", "eql"})) {
      less = ".not_to be_nil";
      k += 2;
    } else if (m_language == Language::java && at(k).is(".") && at(k + 1).is("isEqualTo")) {
      less = ".isNotNull()";
      k += 1;
    }
    if (less.empty()) return;
    const bool has_brackets = at(k + 1).is("(");
    if (!has_brackets && m_language != Language::ruby) return;
    const auto values = has_brackets ? arguments(k + 1) : bare_arguments(k + 1);
    if (values.size() != 1) return;
    const Span whole{i, has_brackets ? at(k + 1).partner : values.front().last};
    add(whole, cat(m_text.text(i, at(i + 1).partner), less), with(whole, values.front(), text_of(subject.front())));
  }

  // if got != want { t.Errorf(…): the condition and the call stand for each other.
  void go_condition(size_t i) {
    if (m_language != Language::go || !at(i).is("if") || m_text.first_on(at(i).line) != i) return;
    size_t unequal = 0, open = i + 1;
    for (; open < m_text.tokens.size() && at(open).line == at(i).line && !at(open).is("{"); ++open) {
      if (at(open).is_one({"&&", "||", ";"})) return;
      if (at(open).is("!=") && at(open).outer == at(i).outer) unequal = open;
    }
    if (unequal == 0 || !at(open).is("{") || unequal == i + 1 || unequal + 1 == open) return;
    const size_t call = open + 3;
    if (!at(open + 1).is("t") || !at(open + 2).is(".") || !at(call).is_one({"Errorf", "Error", "Fatalf", "Fatal"}))
      return;
    const Span left{i + 1, unequal - 1}, right{unequal + 1, open - 1};
    if (at(right.first).is("nil")) return;
    const Span whole{i, call};
    const std::string said = at(call).text.ends_with('f') ? "Logf" : "Log";
    const bool left_is_expected = is_literal(left) || text_of(left).ends_with("want");
    add(whole, with(whole, {call, call}, said),
        with(whole, left_is_expected ? left : right, text_of(left_is_expected ? right : left)));
  }

  const CodeText& m_text;
  Language m_language;
  std::vector<Assertion> m_out;
};

}  // namespace

std::vector<Assertion> assertions_of(std::string_view path, std::string_view content) {
  if (content.size() > CodeText::k_longest) return {};
  const CodeText text = prove::read_code(diff::language_of(path), content);
  return AssertionFinder(text).all();
}

}  // namespace assay::variants
