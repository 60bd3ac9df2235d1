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
