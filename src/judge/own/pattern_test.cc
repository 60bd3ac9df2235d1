#include "judge/own/pattern.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/outcome/rule_driver.h"
#include "judge/own/literals.h"
#include "judge/own/match.h"

namespace assay::judge {
namespace {

// The texts of all matches of a pattern in lines of code.
std::vector<std::string> texts_of_matches(std::string_view pattern, std::string_view code,
                                          diff::Language language = diff::Language::python) {
  CodePattern parsed;
  const auto error = parse_pattern(pattern, parsed);
  EXPECT_EQ(error.message, "") << pattern;
  diff::File file;
  file.language = language;
  diff::Hunk hunk;
  for (const auto line : split_lines(code)) {
    diff::Line& added = hunk.lines.emplace_back();
    added.sign = diff::Sign::added;
    added.text = line;
  }
  const CodeHunk lexed{file, hunk, lex_hunk(file, hunk)};
  const auto side = tokens_of_side(lexed, Side::after);
  std::vector<std::string> out;
  for (const auto& place : find_pattern(parsed, side).places) {
    std::string text;
    for (size_t i = place.begin; i < place.end; ++i) text += cat(text.empty() ? "" : " ", side.tokens[i]->text);
    out.push_back(text);
  }
  return out;
}
using TokenTexts = std::vector<std::string>;

PatternError error_of(std::string_view pattern) {
  CodePattern parsed;
  return parse_pattern(pattern, parsed);
}

TEST(OwnPattern, ComparesTokensAndNotCharacters) {
  EXPECT_EQ(texts_of_matches("print ( x )", "print(x)\n  print( x )"), (TokenTexts{"print ( x )", "print ( x )"}));
  EXPECT_EQ(texts_of_matches("print(", "# print(x)\ns = 'print(x)'\nsprint(x)"), TokenTexts{});
  EXPECT_EQ(texts_of_matches("f(\"a b\")", "f('a b')\nf('a  b')"), (TokenTexts{"f ( 'a b' )"}));
}

TEST(OwnPattern, ANameStandsForOneTokenAndTheSameAgain) {
  EXPECT_EQ(texts_of_matches("$X == $X", "a == b\na == a\n'x' == \"x\"\nx == 'x'"),
            (TokenTexts{"a == a", "'x' == \"x\""}));
  EXPECT_EQ(texts_of_matches("sleep($_)", "sleep(1)\nsleep(a, b)"), (TokenTexts{"sleep ( 1 )"}));
  EXPECT_EQ(texts_of_matches("swap($A, $B, $A, $B)", "swap(x, y, x, y)\nswap(x, y, y, x)"),
            (TokenTexts{"swap ( x , y , x , y )"}));
}

TEST(OwnPattern, HolesOfAKind) {
  EXPECT_EQ(texts_of_matches("sleep($number)", "sleep(1.5)\nsleep(n)\nsleep('1')"), (TokenTexts{"sleep ( 1.5 )"}));
  EXPECT_EQ(texts_of_matches("f($string)", "f(1)\nf('a')"), (TokenTexts{"f ( 'a' )"}));
  EXPECT_EQ(texts_of_matches("f($word)", "f(1)\nf(a)"), (TokenTexts{"f ( a )"}));
  EXPECT_EQ(texts_of_matches("return $literal", "return a\nreturn None"), (TokenTexts{"return None"}));
}

TEST(OwnPattern, AGapTakesBracketsWholeAndStaysInItsStatement) {
  EXPECT_EQ(texts_of_matches("get($... timeout=0)", "get(url, timeout=0)\nget(g(1, timeout=0), 2)"),
            (TokenTexts{"get ( url , timeout = 0 )"}));
  EXPECT_EQ(texts_of_matches("open $... close", "open\nclose"), TokenTexts{});
  EXPECT_EQ(texts_of_matches("open $... close", "open(a, [b]).close"), (TokenTexts{"open ( a , [ b ] ) . close"}));
  EXPECT_EQ(texts_of_matches("a($... x $...)", "a(1, x, 2)\na(1)\nx()"), (TokenTexts{"a ( 1 , x , 2 )"}));
}

TEST(OwnPattern, BracketsOperatorsAndLineEndsOfThePatternJoinLines) {
  EXPECT_EQ(texts_of_matches("get(url, verify=False)", "get(\n  url,\n  verify=False)").size(), 1U);
  EXPECT_EQ(texts_of_matches("a.b()", "x = a\n  .b()").size(), 1U);
  EXPECT_EQ(texts_of_matches("except $X: pass", "except E:\n  pass"), TokenTexts{});
  EXPECT_EQ(texts_of_matches("except $X:\n  pass", "except E:\n  # nothing\n  pass").size(), 1U);
  EXPECT_EQ(
      texts_of_matches("if $... { $... exit(0) $... }", "if (a) {\n  b();\n  exit(0);\n}", diff::Language::javascript)
          .size(),
      1U);
}

TEST(OwnPattern, Alternatives) {
  EXPECT_EQ(texts_of_matches("$(exec | eval)(x)", "exec(x)\neval(x)\ncall(x)"),
            (TokenTexts{"exec ( x )", "eval ( x )"}));
  EXPECT_EQ(texts_of_matches("$(async |) function $X", "async function f\nfunction g", diff::Language::javascript),
            (TokenTexts{"async function f", "function g"}));
  EXPECT_EQ(texts_of_matches("$(a $(b | c) | d) e", "a b e\na c e\nd e\na e"), (TokenTexts{"a b e", "a c e", "d e"}));
  EXPECT_EQ(texts_of_matches("f($(x = $number | y = $(1 | 2)))", "f(x = 7)\nf(y = 2)\nf(y = 3)"),
            (TokenTexts{"f ( x = 7 )", "f ( y = 2 )"}));
}

TEST(OwnPattern, StringsWithHoles) {
  EXPECT_EQ(texts_of_matches("url = \"http://$...\"", "url = 'http://a'\nurl = 'https://a'"),
            (TokenTexts{"url = 'http://a'"}));
  EXPECT_EQ(texts_of_matches("q(\"$...SELECT$...WHERE$...\")", "q('a SELECT b WHERE c')\nq('WHERE SELECT')").size(),
            1U);
  EXPECT_EQ(texts_of_matches("q(\"$...\")", "q('')\nq(x)"), (TokenTexts{"q ( '' )"}));
}

TEST(OwnPattern, ADollarOfTheCode) {
  EXPECT_EQ(texts_of_matches("$$_GET[$_]", "$_GET['a'];\n_GET['a'];", diff::Language::php),
            (TokenTexts{"$_GET [ 'a' ]"}));
}

TEST(OwnPattern, SaysWhatIsWrongAndWhere) {
  EXPECT_TRUE(contains(error_of("f($x)").message, "is no hole"));
  EXPECT_EQ(error_of("f($x)").at, 2U);
  EXPECT_TRUE(contains(error_of("$X $Y").message, "holes alone are everywhere"));
  EXPECT_TRUE(contains(error_of("").message, "needs some code"));
  EXPECT_TRUE(contains(error_of("$... a").message, "leave out"));
  EXPECT_TRUE(contains(error_of("a $...").message, "leave out"));
  EXPECT_TRUE(contains(error_of("a $... $... b").message, "is enough"));
  EXPECT_TRUE(contains(error_of("f(\"a").message, "has no end"));
  EXPECT_EQ(error_of("a $(b | c").at, 2U);
  EXPECT_TRUE(contains(error_of("a $(b | c").message, "not closed"));
  EXPECT_TRUE(contains(error_of("a $(b( | c)").message, "not closed"));
  EXPECT_TRUE(contains(error_of(std::string(3000, 'a')).message, "at most"));
  std::string names = "f";
  for (char c = 'A'; c < 'A' + 17; ++c) names += cat(" $", c);
  EXPECT_TRUE(contains(error_of(names).message, "names"));
  std::string deep = "x ";
  for (int i = 0; i < 6; ++i) deep += "$(a | ";
  EXPECT_TRUE(contains(error_of(deep).message, "deep"));
}

TEST(OwnPattern, AHostilePairTakesItsTimeAndEnds) {
  std::string gaps = "a";
  for (int i = 0; i < 60; ++i) gaps += " $... a";
  const std::string line = cat("a ", std::string(20000, '+'), replace_all(std::string(10000, '.'), ".", "a "), "b");
  EXPECT_EQ(texts_of_matches(cat(gaps, " c"), line), TokenTexts{});
  std::string choices = "x";
  for (int i = 0; i < 19; ++i) choices += " $(a | a a | a)";
  EXPECT_EQ(texts_of_matches(cat(choices, " c"), cat("x ", replace_all(std::string(1000, '.'), ".", "a "))),
            TokenTexts{});
  EXPECT_EQ(texts_of_matches("( $... ( $... c", std::string(50000, '(')), TokenTexts{});
}

TEST(OwnPattern, GivesUpWhereNamesWouldTakeTooLong) {
  CodePattern pattern;
  ASSERT_EQ(parse_pattern("a $... $A $... $B $... $C $... $A $B $C z", pattern).message, "");
  const std::string line = replace_all(std::string(3000, '.'), ".", "a b ");
  diff::File file;
  diff::Hunk hunk;
  hunk.lines.emplace_back().text = line;
  const CodeHunk lexed{file, hunk, lex_hunk(file, hunk)};
  EXPECT_TRUE(find_pattern(pattern, tokens_of_side(lexed, Side::after)).gave_up);
}

TEST(OwnLiterals, AreTheRarestThatEveryMatchHas) {
  const auto literals = [](std::string_view code) {
    CodePattern pattern;
    EXPECT_EQ(parse_pattern(code, pattern).message, "") << code;
    return pattern.literals;
  };
  EXPECT_EQ(literals("return requests.get($...)"), TokenTexts{"requests"});
  EXPECT_EQ(literals("$(system | popen)($_)"), (TokenTexts{"system", "popen"}));
  EXPECT_EQ(literals("$(system | $_)($_)"), TokenTexts{"("});
  EXPECT_EQ(literals("return \"abcdefgh$...\""), TokenTexts{"abcdefgh"});
  EXPECT_EQ(literals("$X == $X"), TokenTexts{"=="});
}

TEST(OwnLiterals, AreFoundInOnePass) {
  LiteralSearch search;
  std::uint32_t number = 0;
  for (const auto* literal : {"he", "she", "hers", "his", "\xC3\xA4"}) EXPECT_EQ(search.add(literal), number++);
  EXPECT_EQ(search.add("she"), 1U);
  search.finish();
  const auto found = [&](std::string_view text) {
    FoundLiterals bits(search.size());
    search.search(text, bits);
    return bits;
  };
  EXPECT_EQ(found("ushers"), (FoundLiterals{true, true, true, false, false}));
  EXPECT_EQ(found("hi\xC3\xA4"), (FoundLiterals{false, false, false, false, true}));
  EXPECT_EQ(found(""), (FoundLiterals(5)));
}

}  // namespace
}  // namespace assay::judge
