#include "base/cursor.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Cursor, stepsOnlyOverWhatIsThere) {
  Cursor at("Tests: 12 passed");
  EXPECT_FALSE(at.skip("tests"));
  EXPECT_TRUE(at.iskip("tests"));
  EXPECT_TRUE(at.skip(':'));
  EXPECT_TRUE(at.spaces());
  EXPECT_FALSE(at.spaces());
  EXPECT_EQ(at.number(), 12u);
  EXPECT_EQ(at.number(), std::nullopt);
  EXPECT_EQ(at.rest(), " passed");
}

TEST(Cursor, aNumberTooLargeIsTheLargest) {
  Cursor at("99999999999999999999999 x");
  EXPECT_EQ(at.number(), UINT64_MAX);
  EXPECT_EQ(at.rest(), " x");
}

TEST(Cursor, textBeforeAStopMovesPastTheStop) {
  Cursor at("src/a.c:3:5: error");
  EXPECT_EQ(at.before(":"), "src/a.c");
  EXPECT_EQ(at.before("#"), std::nullopt);
  EXPECT_EQ(at.rest(), "3:5: error");
  EXPECT_TRUE(at.past("5: "));
  EXPECT_EQ(at.word(), "error");
  EXPECT_TRUE(at.done());
  EXPECT_EQ(at.peek(), '\0');
}

TEST(Cursor, advancingBeyondTheEndStopsThere) {
  Cursor at("ab");
  at.advance(5);
  EXPECT_TRUE(at.done());
}

}  // namespace
}  // namespace assay
