#include "base/base64.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Base64, WritesTheExamplesOfTheRfc) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foo"), "Zm9v");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(to_base64(std::string_view("\xff\xfe\x00\xfb", 4)), "//4A+w==");
}

TEST(Base64, ReadsBackWhatItWrote) {
  std::string bytes;
  for (int i = 0; i < 600; ++i) {
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes) << i;
    bytes += static_cast<char>(i * 7);
  }
}

TEST(Base64, RefusesEveryOtherWayToWriteTheSame) {
  for (const char* text : {"Zg", "Zg=", "Zh==", "Zm9=", "Zm8", "Zg==\n", " Zg==", "Zm9v====", "====", "=",
                           "Z===", "Zm8_", "Zm=v", "Zg==Zg=="}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace assay
