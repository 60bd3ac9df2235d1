#include "base/toml.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace assay {
namespace {

using testing::HasSubstr;

TEST(Toml, ValuesAreThoseOfJson) {
  const auto value = parse_toml("a = 1\nb = \"x\"\n[t]\nc = [true, 1.5]\nd = 2026-11-15\n[[list]]\ne = 2\n", "f.toml");
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_EQ(write_json(*value), R"({"a":1,"b":"x","list":[{"e":2}],"t":{"c":[true,1.5],"d":"2026-11-15"}})");
}

TEST(Toml, ErrorsNameTheLine) {
  const auto value = parse_toml("a = 1\nb =\n", "f.toml");
  ASSERT_FALSE(value);
  EXPECT_TRUE(value.error().message.starts_with("f.toml: line 2, column ")) << value.error().message;
  EXPECT_FALSE(parse_toml("a = \"\xff\"", "f.toml"));
  EXPECT_FALSE(parse_toml("[`'", "f.toml"));
}

TEST(Toml, KeysWithoutEndAreRefusedBeforeTheyTakeTheStack) {
  std::string dots;
  for (int i = 0; i < 500'000; ++i) dots += "a.";
  for (const auto& text : {cat("[", dots, "a]\n"), cat(dots, "a = 1\n"), cat("x = { ", dots, "a = 1 }\n")})
    EXPECT_THAT(parse_toml(text, "t").error().message, HasSubstr("too many dots"));
  EXPECT_FALSE(parse_toml(cat("x = ", std::string(500'000, '[')), "t"));
  // Dots in texts and comments are no keys.
  EXPECT_TRUE(
      parse_toml(cat("a = \"", dots, "\"\nb = '", dots, "'\nc = \"\"\"\n", dots, "\n\\\"\"\"\" # ", dots, "\n"), "t"));
  EXPECT_TRUE(parse_toml("a.b.c.d.e.f.g.h = 1\n", "t"));
}

TEST(Toml, HostileTextIsAnErrorAndNoCrash) {
  for (const std::string_view text : {"[`'", "a = \xC3\xA4", "[[", "\"", "'''", "a = \"\\", "= 1", "[a]\n[a]\n"})
    EXPECT_FALSE(parse_toml(text, "t")) << text;
}

TEST(Toml, SaysWhereTablesKeysAndItemsStand) {
  const auto entries = toml_entries("[a]\nb = 1\n\n[[c]]\nd = 2\n[[c]]\n\n  d = [\n 3,\n 4]\n");
  EXPECT_EQ(entries.at("a.b").name.line, 2U);
  EXPECT_EQ(entries.at("a.b").value.column, 5U);
  EXPECT_EQ(entries.at("c.1").name.line, 4U);
  EXPECT_EQ(entries.at("c.2.d").name.line, 8U);
  EXPECT_EQ(entries.at("c.2.d").name.column, 3U);
  EXPECT_EQ(entries.at("c.2.d.2").value.line, 10U);
  EXPECT_EQ(entries.at("c.2.d.2").value.column, 2U);
  EXPECT_TRUE(toml_entries("a = ").empty());
}

}  // namespace
}  // namespace assay
