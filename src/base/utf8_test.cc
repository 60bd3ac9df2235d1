#include "base/utf8.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Utf8, reads_characters_of_every_length) {
  EXPECT_EQ(utf8_at("a", 0).code, U'a');
  EXPECT_EQ(utf8_at("xé", 1).code, U'é');
  EXPECT_EQ(utf8_at("漢", 0).size, 3);
  EXPECT_EQ(utf8_at("😀", 0).code, U'😀');
  EXPECT_EQ(utf8_at("😀", 0).size, 4);
}

TEST(Utf8, a_broken_byte_is_one_replacement_character) {
  for (const std::string_view bad : {"\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80",
                                     "\xF4\x90\x80\x80", "\xC3(", "\xFF"}) {
    EXPECT_EQ(utf8_at(bad, 0).code, U'\xFFFD') << bad;
    EXPECT_EQ(utf8_at(bad, 0).size, 1) << bad;
  }
}

}  // namespace
}  // namespace assay
