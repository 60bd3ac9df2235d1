#include "git/conflict_hunks.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::git {
namespace {

constexpr std::string_view k_conflict = "<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n";

TEST(ConflictHunks, AreThePlacesBetweenTheMarksWithThreeLinesAround) {
  const auto file = cat("a\nb\nc\nd\n", k_conflict, "e\nf\ng\nh\n");
  EXPECT_EQ(conflict_hunks(file), cat("…\nb\nc\nd\n", k_conflict, "e\nf\ng\n"));
}
TEST(ConflictHunks, OfOnePlaceBesideAnotherNoLineIsShownTwice) {
  const auto file = cat(k_conflict, "between\n", k_conflict);
  EXPECT_EQ(conflict_hunks(file), file);
}
TEST(ConflictHunks, FarFromEachOtherHaveAGapBetweenThem) {
  const auto file = cat(k_conflict, "1\n2\n3\n4\n5\n6\n7\n8\n", k_conflict);
  EXPECT_EQ(conflict_hunks(file), cat(k_conflict, "1\n2\n3\n…\n6\n7\n8\n", k_conflict));
}
TEST(ConflictHunks, OfAFileWithoutMarksOrOfBytesAreNone) {
  EXPECT_EQ(conflict_hunks("a\nb\n"), "");
  EXPECT_EQ(conflict_hunks(""), "");
  EXPECT_EQ(conflict_hunks(cat(k_conflict, std::string_view("\0", 1))), "");
}
TEST(ConflictHunks, ThatDoNotEndAreShownToTheEndOfTheFile) {
  EXPECT_EQ(conflict_hunks("<<<<<<< ours\none\n"), "<<<<<<< ours\none\n");
}
TEST(ConflictHunks, OfAHugeFileAreCutAtTheEndOfALine) {
  std::string file = "<<<<<<< ours\n";
  for (int i = 0; i < 10000; ++i) file += cat("line ", i, "\n");
  const auto hunks = conflict_hunks(file);
  EXPECT_LE(hunks.size(), size_t{16} << 10);
  EXPECT_GT(hunks.size(), size_t{15} << 10);
  EXPECT_TRUE(hunks.ends_with("\n…\n"));
}

}  // namespace
}  // namespace assay::git
