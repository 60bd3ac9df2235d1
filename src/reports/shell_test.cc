#include "reports/shell.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::reports {
namespace {

// "a,b | c": words by commas, commands by bars; a word that the shell expands has a star.
std::string seen(std::string_view text) {
  std::string out;
  for (const auto& words : simple_commands(text)) {
    if (!out.empty()) out += " | ";
    for (size_t i = 0; i < words.size(); ++i) out += cat(i ? "," : "", words[i].text, words[i].plain ? "" : "*");
  }
  return out;
}

TEST(Shell, CutsCommandsAndWords) {
  const struct {
    std::string_view text, seen;
  } cases[] = {
      {"pytest -q tests", "pytest,-q,tests"},
      {"cd a && pytest; b || c | d & e", "cd,a | pytest | b | c | d | e"},
      {"(cd a; b)\nc # d; e", "cd,a | b | c"},
      {"a 'b c' \"d e\" f\\ g h'i'\"j\"", "a,b c,d e,f g,hij"},
      {"a 2>&1 >out <in &>all b", "a,b"},
      {"a \"$x y\" $(b; c) `d; e` ${f:-g h} *.js", "a,$x y*,$(b; c)*,`d; e`*,${f:-g h}*,*.js*"},
      {"if a; then b; else c; fi", "a | b | c"},
      {"! a && { b; }", "a | b"},
      {"time a", "a"},
      {"a \\\n  b", "a,b"},
      {"A=1 B='2 3' c", "A=1,B=2 3,c"},
      {"a 'not closed", "a,not closed"},
      {"a \"not closed", "a,not closed"},
      {"a $(not closed", "a,$(not closed*"},
      {"a \\", "a,"},
      {"", ""},
      {" ;;& ", ""},
  };
  for (const auto& each : cases) EXPECT_EQ(seen(each.text), each.seen) << each.text;
}

TEST(Shell, KnowsWhereAWordStands) {
  const std::string_view text = "x && go  'test' ./...";
  const auto commands = simple_commands(text);
  ASSERT_EQ(commands.size(), 2u);
  const auto& word = commands[1][1];
  EXPECT_EQ(text.substr(word.begin, word.end - word.begin), "'test'");
  EXPECT_EQ(word.text, "test");
}

TEST(Shell, IsBounded) {
  EXPECT_EQ(simple_commands(replace_all(std::string(5000, 'a'), "a", "a;")).size(), k_most_commands);
}

TEST(Shell, QuotesOneWord) {
  for (const std::string_view word : {"a b", "it's", "$x `y` \\", ""}) {
    const auto text = cat("x ", quoted(word));
    const auto commands = simple_commands(text);
    ASSERT_EQ(commands.size(), 1u);
    ASSERT_EQ(commands[0].size(), 2u);
    EXPECT_EQ(commands[0][1].text, word);
    EXPECT_TRUE(commands[0][1].plain);
  }
}

TEST(Shell, KnowsAssignments) {
  EXPECT_EQ(assigned_name("A_1=x"), 3u);
  EXPECT_EQ(assigned_name("1A=x"), 0u);
  EXPECT_EQ(assigned_name("=x"), 0u);
  EXPECT_EQ(assigned_name("--a=x"), 0u);
  EXPECT_EQ(assigned_name("A"), 0u);
}

}  // namespace
}  // namespace assay::reports
