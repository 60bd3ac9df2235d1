#include "logs/decode.h"

#include <gtest/gtest.h>

namespace assay::logs {
namespace {

// Gives one byte at a time, so that every boundary falls everywhere.
class Drip final : public ByteSource {
 public:
  explicit Drip(std::string_view text) : m_text(text) {}
  Result<size_t> read(std::span<char> into) override {
    if (m_text.empty()) return size_t{0};
    into[0] = m_text[0];
    m_text.remove_prefix(1);
    return size_t{1};
  }

 private:
  std::string_view m_text;
};

std::string decoded(std::string_view bytes, Encoding* encoding = nullptr) {
  std::string slow, fast;
  {
    Drip source(bytes);
    Decoder decoder(source);
    char one;
    for (auto n = decoder.read({&one, 1}); n && *n > 0; n = decoder.read({&one, 1})) slow += one;
  }
  TextSource source(bytes);
  Decoder decoder(source);
  std::string buffer(1000, '\0');
  for (auto n = decoder.read(buffer); n && *n > 0; n = decoder.read(buffer)) fast.append(buffer, 0, *n);
  EXPECT_EQ(slow, fast);
  EXPECT_EQ(decoder.bytes(), bytes.size());
  if (encoding) *encoding = decoder.encoding();
  return fast;
}

std::string utf16(std::u16string_view text, bool little) {
  std::string out;
  for (const char16_t c : text) {
    const char low = static_cast<char>(c & 0xFF), high = static_cast<char>(c >> 8);
    out += little ? low : high;
    out += little ? high : low;
  }
  return out;
}

TEST(Decode, PassesUtf8ThroughWithoutItsMark) {
  Encoding encoding;
  EXPECT_EQ(decoded("\xEF\xBB\xBFgrün ✓", &encoding), "grün ✓");
  EXPECT_EQ(encoding, Encoding::utf8);
  EXPECT_EQ(decoded(""), "");
  const std::string large(20000, 'x');
  EXPECT_EQ(decoded(large), large);
}

TEST(Decode, RewritesUtf16WithAMark) {
  Encoding encoding;
  EXPECT_EQ(decoded(utf16(u"\uFEFF"
                          u"grün ✓ \U0001F600",
                          true),
                    &encoding),
            "grün ✓ 😀");
  EXPECT_EQ(encoding, Encoding::utf16le);
  EXPECT_EQ(decoded(utf16(u"\uFEFF"
                          u"grün ✓ \U0001F600",
                          false),
                    &encoding),
            "grün ✓ 😀");
  EXPECT_EQ(encoding, Encoding::utf16be);
}

TEST(Decode, KnowsUtf16ByItsNuls) {
  Encoding encoding;
  EXPECT_EQ(decoded(utf16(u"all tests passed\r\n", true), &encoding), "all tests passed\r\n");
  EXPECT_EQ(encoding, Encoding::utf16le);
  EXPECT_EQ(decoded(utf16(u"all tests passed\r\n", false), &encoding), "all tests passed\r\n");
  EXPECT_EQ(encoding, Encoding::utf16be);
  EXPECT_EQ(guess_encoding(std::string_view("a\0b", 3)).encoding, Encoding::utf8);
  EXPECT_EQ(guess_encoding(std::string_view("some binary \0 in a text", 23)).encoding, Encoding::utf8);
}

TEST(Decode, ReplacesHalfPairsAndDropsHalfUnits) {
  EXPECT_EQ(decoded(utf16(u"\uFEFF"
                          u"a\xD83D"
                          u"b",
                          true)),
            "a\uFFFDb");
  EXPECT_EQ(decoded(utf16(u"\uFEFF"
                          u"a\xDE00"
                          u"b",
                          true)),
            "a\uFFFDb");
  EXPECT_EQ(decoded(utf16(u"\uFEFF"
                          u"a\xD83D",
                          true)),
            "a\uFFFD");
  EXPECT_EQ(decoded(utf16(u"\uFEFF"
                          u"ab",
                          true) +
                    "x"),
            "ab");
}

TEST(Decode, RewritesLongUtf16AcrossBuffers) {
  std::u16string text = u"\uFEFF";
  std::string expected;
  for (int i = 0; i < 50000; ++i) {
    text += u"x\U0001F600";
    expected += "x😀";
  }
  EXPECT_EQ(decoded(utf16(text, true)), expected);
}

TEST(Decode, ReadsOtherBytesAsWindows1252) {
  std::string scratch;
  EXPECT_EQ(line_as_utf8("\xE9"
                         "chec \x80 \x93quoted\x94",
                         scratch),
            "échec € “quoted”");
  const std::string_view plain = "échec";
  EXPECT_EQ(line_as_utf8(plain, scratch).data(), plain.data());
  EXPECT_EQ(guess_encoding("\xE9"
                           "chec du test")
                .encoding,
            Encoding::latin1);
}

}  // namespace
}  // namespace assay::logs
