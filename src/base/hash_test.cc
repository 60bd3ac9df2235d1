#include "base/hash.h"

#include <set>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Hash, Sha256OfKnownTexts) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Hash, Sha256InPiecesIsTheSame) {
  Sha256 hash;
  const std::string text(1000, 'x');
  for (size_t at = 0; at < text.size(); at += 7) hash.add(std::string_view(text).substr(at, 7));
  EXPECT_EQ(hash.hex(), sha256_hex(text));
  hash.add("abc");
  EXPECT_EQ(hash.hex(), sha256_hex("abc"));
}

// RFC 4231, test case 2.
TEST(Hash, HmacOfAKnownText) {
  std::string hex;
  for (const unsigned char byte : hmac_sha256("Jefe", "what do ya want for nothing?")) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  EXPECT_EQ(hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(Hash, RandomBytesAreAsManyAsAskedForAndDiffer) {
  EXPECT_EQ(random_bytes(1000).size(), 1000u);
  EXPECT_NE(random_bytes(32), random_bytes(32));
}

TEST(Hash, RandomNamesAreOfTheAlphabetAndDiffer) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const auto name = random_name(12);
    ASSERT_EQ(name.size(), 12u);
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz234567"), std::string::npos) << name;
    EXPECT_TRUE(seen.insert(name).second);
  }
}

}  // namespace
}  // namespace assay
