#include "base/source.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

std::vector<std::string> blocks_of(std::string_view text, size_t block_size) {
  TextSource source(text);
  BlockReader reader(source, block_size);
  std::vector<std::string> out;
  for (;;) {
    auto block = reader.next();
    EXPECT_TRUE(block);
    if (!block || !block->has_value()) return out;
    out.emplace_back((*block)->text);
  }
}

TEST(Source, CountsNewlinesInEveryLength) {
  for (size_t n = 0; n < 70; ++n) {
    std::string text(n, 'x');
    for (size_t i = 0; i < n; i += 3) text[i] = '\n';
    EXPECT_EQ(count_newlines(text), (n + 2) / 3) << n;
  }
  EXPECT_EQ(count_newlines(std::string(100000, '\n')), 100000u);
  EXPECT_EQ(count_newlines(std::string(100000, '\x8a')), 0u);
}

TEST(Source, GivesWholeLines) {
  EXPECT_EQ(blocks_of("one\ntwo\nthree", 8), (std::vector<std::string>{"one\ntwo\n", "three"}));
}

TEST(Source, PartsALongLineBetweenWords) {
  EXPECT_EQ(blocks_of("aaaa bbbb cccc\n", 8), (std::vector<std::string>{"aaaa ", "bbbb ", "cccc\n"}));
}

TEST(Source, PartsALongLineBetweenCharacters) {
  EXPECT_EQ(blocks_of("aaaaaaaéb", 8), (std::vector<std::string>{"aaaaaaa", "éb"}));
  EXPECT_EQ(blocks_of("\x80\x80\x80\x80\x80", 4).front().empty(), false);
}

TEST(Source, KnowsLineNumbersAcrossPieces) {
  TextSource source("a\nbbbbbbbbbbbb\nc\n");
  BlockReader reader(source, 6);
  std::vector<std::pair<std::uint64_t, bool>> seen;
  for (auto block = reader.next(); block && block->has_value(); block = reader.next()) {
    seen.emplace_back((*block)->first_line, (*block)->continues_line);
  }
  EXPECT_EQ(seen, (std::vector<std::pair<std::uint64_t, bool>>{{1, false}, {2, false}, {2, true}, {2, true}}));
}

}  // namespace
}  // namespace assay
