#include "base/prepared_blocks.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class Upper final : public Preparation {
 public:
  void prepare(const Block& block) override {
    text.clear();
    for (const char c : block.text) text += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  std::string text;
};

// Gives few bytes at a time, and an error at the end when asked to.
class Drip final : public ByteSource {
 public:
  explicit Drip(std::string_view text, std::optional<Error> error = {}) : m_rest(text), m_error(std::move(error)) {}
  Result<size_t> read(std::span<char> into) override {
    const size_t n = std::min({into.size(), m_rest.size(), size_t{7}});
    if (n == 0 && m_error) return *m_error;
    std::copy_n(m_rest.data(), n, into.data());
    m_rest.remove_prefix(n);
    return n;
  }

 private:
  std::string_view m_rest;
  std::optional<Error> m_error;
};

struct Seen {
  std::string raw, prepared;
  size_t blocks = 0;
  bool whole_lines = true;
  std::string error;
};

Seen read_all(ByteSource& source, size_t block_size) {
  PreparedBlocks blocks(
      source, [] { return std::make_unique<Upper>(); }, block_size);
  Seen seen;
  for (;;) {
    auto item = blocks.next();
    if (!item) seen.error = item.error().message;
    if (!item || !item->has_value()) return seen;
    ++seen.blocks;
    const Block& block = (*item)->block;
    seen.whole_lines = seen.whole_lines && block.text.back() == '\n' && !block.continues_line;
    seen.raw += block.text;
    seen.prepared += static_cast<const Upper&>(*(*item)->preparation).text;
  }
}

std::string numbered_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

TEST(PreparedBlocks, GiveManyBlocksInOrderEachWithItsOwnPreparation) {
  const std::string text = numbered_lines(20000);
  Drip source(text);
  const Seen seen = read_all(source, 64);
  EXPECT_GT(seen.blocks, 3000u);
  EXPECT_TRUE(seen.whole_lines);
  EXPECT_EQ(seen.raw, text);
  std::string upper = text;
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  EXPECT_EQ(seen.prepared, upper);
}

TEST(PreparedBlocks, PartALineThatIsTooLong) {
  const std::string text = std::string(1000, 'x') + "\nend";
  TextSource source(text);
  const Seen seen = read_all(source, 64);
  EXPECT_EQ(seen.raw, text);
  EXPECT_FALSE(seen.whole_lines);
}

TEST(PreparedBlocks, OfNothingAreNone) {
  TextSource source("");
  EXPECT_EQ(read_all(source, 64).blocks, 0u);
}

TEST(PreparedBlocks, HandOnAnErrorOfTheSourceAfterWhatCameBefore) {
  for (const int lines : {0, 3, 5000}) {
    const std::string text = numbered_lines(lines);
    Drip source(text, unavailable("the disk is gone"));
    const Seen seen = read_all(source, 64);
    EXPECT_EQ(seen.error, "the disk is gone");
    EXPECT_LE(text.size() - seen.raw.size(), 64u);
  }
}

TEST(PreparedBlocks, MayBeLeftBeforeTheEnd) {
  const std::string text = numbered_lines(20000);
  TextSource source(text);
  PreparedBlocks blocks(
      source, [] { return std::make_unique<Upper>(); }, 64);
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(blocks.next());
}

}  // namespace
}  // namespace assay
