#include "base/pattern.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Pattern, AnExpressionMatchesAnywhere) {
  const auto pattern = Pattern::make("ret(ur)?n\\s+0", Pattern::Kind::expression, "p");
  ASSERT_TRUE(pattern);
  EXPECT_TRUE(pattern->matches("  return   0;"));
  EXPECT_FALSE(pattern->matches("return 1;"));
}

TEST(Pattern, AFixedTextMeansItself) {
  const auto pattern = Pattern::make("a.b(", Pattern::Kind::fixed, "p");
  ASSERT_TRUE(pattern);
  EXPECT_TRUE(pattern->matches("x = a.b(1)"));
  EXPECT_FALSE(pattern->matches("x = aXb(1)"));
}

TEST(Pattern, SaysWhatIsWrong) {
  const auto pattern = Pattern::make("a(", Pattern::Kind::expression, "SC-1: pattern");
  ASSERT_FALSE(pattern);
  EXPECT_EQ(pattern.error().code, Code::invalid_input);
  EXPECT_NE(pattern.error().message.find("SC-1: pattern"), std::string::npos);
  EXPECT_FALSE(Pattern::make("", Pattern::Kind::fixed, "p"));
}

TEST(Pattern, TakesBytesThatAreNotUtf8) {
  const auto pattern = Pattern::make("caf\xe9", Pattern::Kind::expression, "p");
  ASSERT_TRUE(pattern);
  EXPECT_TRUE(pattern->matches("a caf\xe9!"));
  const auto ascii = Pattern::make("x+", Pattern::Kind::expression, "p");
  EXPECT_TRUE(ascii->matches("\xff\xfe xx"));
}

TEST(Pattern, IsLinearOnWhatWouldExplodeElsewhere) {
  const auto pattern = Pattern::make("(a+)+$", Pattern::Kind::expression, "p");
  ASSERT_TRUE(pattern);
  EXPECT_FALSE(pattern->matches(std::string(100'000, 'a') + "b"));
}

}  // namespace
}  // namespace assay
