#include "base/printable.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Printable, TakesEscapeSequencesAway) {
  EXPECT_EQ(printable("\x1b[31mred\x1b]0;title\x07"), "?[31mred?]0;title?");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "?31m");  // the one-character CSI
}
TEST(Printable, MakesOneLine) { EXPECT_EQ(printable("a\nb\r\nc\td"), "a b c d"); }
TEST(Printable, KeepsLineEndsWhenAsked) { EXPECT_EQ(printable_lines("a\r\nb\x1b[2J\n"), "a\nb?[2J\n"); }
TEST(Printable, DoesNotTurnTheLineAround) { EXPECT_EQ(printable("a\u202eb\u2066c"), "a?b?c"); }
TEST(Printable, RepairsWhatIsNoText) { EXPECT_EQ(printable(std::string("a\0b\xff", 4)), "a?b\ufffd"); }
TEST(Printable, LeavesOtherScriptsAlone) { EXPECT_EQ(printable("naïve 日本 عربى 🚀"), "naïve 日本 عربى 🚀"); }

TEST(Columns, CountsWhatATerminalShows) {
  EXPECT_EQ(columns_of("abc"), 3u);
  EXPECT_EQ(columns_of("日本"), 4u);
  EXPECT_EQ(columns_of("e\u0301"), 1u);
  EXPECT_EQ(columns_of("🚀"), 2u);
}
TEST(Fit, CutsAtACharacter) {
  EXPECT_EQ(fit("abcdef", 6), "abcdef");
  EXPECT_EQ(fit("abcdef", 4), "abc…");
  EXPECT_EQ(fit("日本語", 4), "日…");
  EXPECT_EQ(fit("abc", 0), "");
}
TEST(Wrap, BreaksAtBlanks) {
  EXPECT_EQ(wrap("one two three", 8), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrap("abcdefghij", 4), (std::vector<std::string>{"abcd", "efgh", "ij"}));
  EXPECT_EQ(wrap("a\n\nb", 10), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(wrap("日本語", 1), (std::vector<std::string>{"日", "本", "語"}));
}

}  // namespace
}  // namespace assay
