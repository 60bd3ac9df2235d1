#include "base/text.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "base/source.h"

namespace assay {
namespace {

using Words = std::vector<std::string>;

TEST(Text, WordsOfSplitsNamesOfEveryStyle) {
  EXPECT_EQ(words_of("requireAdmin"), (Words{"require", "admin"}));
  EXPECT_EQ(words_of("HTTPServer_error-code"), (Words{"http", "server", "error", "code"}));
  EXPECT_EQ(words_of("test_2fa"), (Words{"test", "2fa"}));
  EXPECT_EQ(words_of(""), Words{});
}

TEST(Text, FindWordWantsBoundaries) {
  EXPECT_EQ(find_word("capital api", "api"), 8u);
  EXPECT_EQ(ifind_word("Build UI", "ui"), 6u);
  EXPECT_EQ(find_word("author", "auth"), std::string_view::npos);
}

TEST(Text, ExcerptCutsAtCharacters) {
  EXPECT_EQ(excerpt("  short "), "short");
  EXPECT_EQ(excerpt("äää", 3), "ä…");
  EXPECT_EQ(excerpt("a\xff", 10), "a\xEF\xBF\xBD");
}

TEST(Text, Utf8Validity) {
  EXPECT_TRUE(is_utf8("grün 漢字 🙂"));
  EXPECT_FALSE(is_utf8("\xC0\x80"));
  EXPECT_FALSE(is_utf8("\xED\xA0\x80"));
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80"));
}

TEST(Json, WritesInOrderAndRepairsText) {
  auto value = parse_json(R"({"b":[1,2.5,null],"a":{}})", "test");
  ASSERT_TRUE(value);
  EXPECT_EQ(write_json(*value), R"({"b":[1,2.5,null],"a":{}})");
  EXPECT_EQ(write_json(*value, Indent::two_spaces), "{\n  \"b\": [\n    1,\n    2.5,\n    null\n  ],\n  \"a\": {}\n}");
  EXPECT_EQ(write_json(json::value("a\xff\x01")), "\"a\xEF\xBF\xBD\\u0001\"");
}

TEST(Json, ErrorsNameTheLine) {
  auto value = parse_json("{\n\"a\": }", "x.json");
  ASSERT_FALSE(value);
  EXPECT_NE(value.error().message.find("x.json: line 2"), std::string::npos) << value.error().message;
}

TEST(Blocks, WholeLinesAndLongLines) {
  TextSource source("ab\ncdef\nghijklmno\nx");
  BlockReader reader(source, 8);
  std::vector<std::string> texts;
  std::vector<std::uint64_t> lines;
  std::vector<bool> continues;
  for (;;) {
    auto block = reader.next();
    ASSERT_TRUE(block);
    if (!*block) break;
    texts.emplace_back((*block)->text);
    lines.push_back((*block)->first_line);
    continues.push_back((*block)->continues_line);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"ab\ncdef\n", "ghijklmn", "o\nx"}));
  EXPECT_EQ(lines, (std::vector<std::uint64_t>{1, 3, 3}));
  EXPECT_EQ(continues, (std::vector<bool>{false, false, true}));
}

TEST(Text, FindsInEitherCaseAtEveryPlace) {
  for (size_t before = 0; before < 40; ++before) {
    const std::string text = std::string(before, '@') + "NoT_Null" + std::string(before % 19, 'n');
    EXPECT_EQ(ifind(text, "not_null"), before);
    EXPECT_EQ(ifind(text, "NOT_NULL", before), before);
    EXPECT_EQ(ifind(text, "not_null", before + 1), std::string_view::npos);
    EXPECT_EQ(ifind(text, "`"), std::string_view::npos);  // '@' with the bit of lower case
    EXPECT_EQ(ifind(text, "T_n"), before + 2);
  }
}

}  // namespace
}  // namespace assay
