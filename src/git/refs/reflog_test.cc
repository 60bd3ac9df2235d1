#include "git/refs/reflog.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::git {
namespace {

std::string line(std::string_view from, std::string_view to) {
  return cat(from, " ", to, " Ada Lovelace <ada@example.org> 1794819365 +0100\tcommit: more\n");
}

TEST(RefLog, ALineSaysWhoMovedIt) {
  const auto log = line("000", "aaa");
  const auto entry = read_log_entry(log);
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->from, "000");
  EXPECT_EQ(entry->to, "aaa");
  EXPECT_EQ(entry->who, "Ada Lovelace <ada@example.org>");
  for (const auto* bad : {"", " ", "> ", "a b", "a> b c", "> b c d"}) EXPECT_FALSE(read_log_entry(bad)) << bad;
}
TEST(RefLog, TheMovesBetweenTwoIdsAreFoundFromTheEnd) {
  const auto log = line("000", "aaa") + line("aaa", "bbb") + line("bbb", "ccc");
  EXPECT_EQ(moves_in(log, "aaa", "ccc").size(), 2u);
  EXPECT_EQ(moves_in(log, "bbb", "ccc").front().to, "ccc");
  EXPECT_EQ(moves_in(log, "", "ccc").size(), 3u);
}
TEST(RefLog, AGapTellsNothing) {
  EXPECT_TRUE(moves_in(line("aaa", "bbb") + line("xxx", "ccc"), "aaa", "ccc").empty());
  EXPECT_TRUE(moves_in(line("aaa", "bbb"), "aaa", "ccc").empty());
  EXPECT_TRUE(moves_in(line("aaa", "bbb"), "000", "bbb").empty());
  EXPECT_TRUE(moves_in(line("aaa", "bbb") + "torn", "aaa", "bbb").empty());
}

}  // namespace
}  // namespace assay::git
