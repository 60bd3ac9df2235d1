// Random damage to an export: bit flips, cuts, swaps, reorderings, repetitions. All of it is noticed.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "audit/sample_history.h"

namespace assay::audit {
namespace {

class Damage : public testing::Test {
 protected:
  void SetUp() override {
    auto histories = odd_histories();
    m_small = export_of(histories, k_header).value();
    histories.push_back(history_of("mission-e", {numbers(1 << 20), "after a megabyte"}));
    m_large = export_of(histories, k_header).value();
    ASSERT_EQ(verdict(m_small), "intact");
    ASSERT_EQ(verdict(m_large), "intact");
  }
  // Every tenth is the one with the megabyte.
  void take(int round) {
    m_good = round % 10 == 0 ? m_large : m_small;
    m_lines = lines_of(m_good);
  }
  size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(m_random); }
  // Half of them outside the megabyte.
  size_t place() { return below(2) == 0 ? below(m_good.size()) : below(m_small.size()); }
  void expect_noticed(const std::string& bytes, std::string_view what) {
    if (bytes == m_good) return;  // two equal pieces changed places
    ++m_tried;
    ASSERT_TRUE(verdict(bytes).starts_with("line ")) << what << " was not noticed";
  }

  std::mt19937_64 m_random{20261115};
  std::string m_small, m_large, m_good;
  std::vector<std::string> m_lines;
  size_t m_tried = 0;
};

TEST_F(Damage, AThousandBitFlips) {
  for (int i = 0; i < 1000; ++i) {
    take(i);
    std::string bytes = m_good;
    const size_t at = place();
    const auto bit = below(8);
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
    expect_noticed(bytes, cat("bit ", bit, " of byte ", at));
  }
  EXPECT_EQ(m_tried, 1000u);
}

TEST_F(Damage, AThousandCuts) {
  for (int i = 0; i < 1000; ++i) {
    take(i);
    const size_t from = place();
    const size_t length = below(3) == 0 ? m_good.size() : 1 + below(40);
    std::string bytes = m_good;
    bytes.erase(from, length);
    expect_noticed(bytes, cat("a cut of ", length, " at ", from));
  }
  EXPECT_EQ(m_tried, 1000u);
}

TEST_F(Damage, AThousandSwapsOfPieces) {
  for (int i = 0; i < 1000; ++i) {
    take(i);
    const size_t size = 1 + below(30);
    const size_t a = below(m_good.size() - 2 * size);
    const size_t b = a + size + below(m_good.size() - a - 2 * size + 1);
    std::string bytes = m_good;
    std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(a),
                     bytes.begin() + static_cast<std::ptrdiff_t>(a + size),
                     bytes.begin() + static_cast<std::ptrdiff_t>(b));
    expect_noticed(bytes, cat("a swap of ", size, " at ", a, " and ", b));
  }
  EXPECT_GT(m_tried, 950u);
}

TEST_F(Damage, AThousandReorderingsOfLines) {
  for (int i = 0; i < 1000; ++i) {
    take(i);
    auto lines = m_lines;
    if (below(2) == 0) {
      std::swap(lines[below(lines.size())], lines[below(lines.size())]);
    } else {
      std::shuffle(lines.begin(), lines.end(), m_random);
    }
    expect_noticed(glue(lines), "a reordering");
  }
  EXPECT_GT(m_tried, 900u);
}

TEST_F(Damage, AThousandRepetitions) {
  for (int i = 0; i < 1000; ++i) {
    take(i);
    if (below(2) == 0) {
      auto lines = m_lines;
      const std::string again = lines[below(lines.size())];
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size() + 1)), again);
      expect_noticed(glue(lines), "a repeated line");
    } else {
      const size_t from = place();
      std::string bytes = m_good;
      bytes.insert(place(), m_good.substr(from, 1 + below(50)));
      expect_noticed(bytes, "a repeated piece");
    }
  }
  EXPECT_EQ(m_tried, 1000u);
}

}  // namespace
}  // namespace assay::audit
