#include "base/terminal.h"

#include <gtest/gtest.h>

#include "base/facts.h"
#include "base/printable.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr std::int64_t k_minute = 60'000;

Terminal terminal(size_t width) { return {width, false, Time{1'800'000'000'000}}; }
std::string ago(std::int64_t ms) { return terminal(80).ago(Time{1'800'000'000'000 - ms}); }

Table sample() {
  Table table({{"ID"}, {"WHEN", Table::Kind::may_go}, {"TITLE", Table::Kind::wide}});
  table.add({{"abc"}, {"just now"}, {"a title of some length"}});
  table.add({{"defgh"}, {"3 h ago"}, {"short"}});
  return table;
}

TEST(Ago, SaysItAsPeopleDo) {
  EXPECT_EQ(ago(0), "just now");
  EXPECT_EQ(ago(5 * k_minute), "5 min ago");
  EXPECT_EQ(ago(3 * 60 * k_minute), "3 h ago");
  EXPECT_EQ(ago(2 * 24 * 60 * k_minute), "2 d ago");
  EXPECT_EQ(ago(30 * 24 * 60 * k_minute), "2026-12-16");
  EXPECT_EQ(ago(-60 * k_minute), "2027-01-15T09:00");  // a clock that went back
}

TEST(Table, AlignsColumns) {
  EXPECT_EQ(sample().text(terminal(0)),
            "ID     WHEN      TITLE\n"
            "abc    just now  a title of some length\n"
            "defgh  3 h ago   short\n");
}
TEST(Table, CutsTheWideColumnFirst) {
  EXPECT_EQ(sample().text(terminal(30)),
            "ID     WHEN      TITLE\n"
            "abc    just now  a title of s…\n"
            "defgh  3 h ago   short\n");
}
TEST(Table, ThenDropsWhatMayGo) {
  EXPECT_EQ(sample().text(terminal(22)),
            "ID     TITLE\n"
            "abc    a title of som…\n"
            "defgh  short\n");
}
TEST(Table, MakesCellsPrintable) {
  Table table({{"X"}});
  table.add({{"a\nb\x1b[2J"}});
  EXPECT_EQ(table.text(terminal(0)), "X\na b?[2J\n");
}

TEST(Headline, FitsTheLine) {
  EXPECT_EQ(terminal(0).headline("", "mission-abcdefghijkl", "a title"), "abcdefgh  a title\n");
  const auto line = terminal(24).headline("task ", "task-abcdefghijkl", "a title of some length", "ready");
  EXPECT_LE(columns_of(line) - 1, 30u);
  EXPECT_TRUE(line.ends_with("  ready\n"));
}
TEST(Facts, WrapBehindTheLabel) {
  Facts facts(terminal(30));
  facts.add("reason", "one two three four five six");
  facts.add("nothing", "");
  EXPECT_EQ(facts.take(), "  reason      one two three\n              four five six\n");
}

}  // namespace
}  // namespace assay
