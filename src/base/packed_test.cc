#include "base/packed.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Packed, GivesFilesByNameWithTheirBytes) {
  const auto files = unpack("a b/c.txt 4\n1\n2\ne 0\nf 1\nx");
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].name, "a b/c.txt");
  EXPECT_EQ(files[0].content, "1\n2\n");
  EXPECT_EQ(files[1].name, "e");
  EXPECT_EQ(files[1].content, "");
  EXPECT_EQ(files[2].content, "x");
}

TEST(Packed, EndsWhereItIsNotSound) {
  EXPECT_TRUE(unpack("").empty());
  EXPECT_TRUE(unpack("a").empty());
  EXPECT_TRUE(unpack("a 5\nfour").empty());
  EXPECT_TRUE(unpack("a x\n").empty());
  EXPECT_EQ(unpack("a 1\nxb 9\n").size(), 1u);
}

}  // namespace
}  // namespace assay
