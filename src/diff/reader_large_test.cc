// A large diff is parsed by several threads; nobody it is told to may notice.
#include <atomic>

#include <gtest/gtest.h>

#include "base/text.h"
#include "diff/reader.h"

namespace assay::diff {
namespace {

// The numbers of files and changed lines as they come, and whether they come from one thread at a time.
class Order : public Visitor {
 public:
  Wanted wanted(const File& file) const override {
    return {.whole = file.new_path.ends_with("whole.c") ? Whole::always : Whole::at_first};
  }
  bool at_first() const override { return m_hunks < 500; }
  void file_begin(const File& file) override {
    enter();
    told += cat("file ", file.new_path, " ", file.diff_line, "\n");
    leave();
  }
  void hunk(const File& file, const Hunk& h) override {
    enter();
    ++m_hunks;
    told += cat("hunk ", file.new_path, " ", h.section, " ", h.diff_line, " ", h.lines.size(), "\n");
    for (const Line& line : h.lines)
      if (line.needles != 0) told += cat(static_cast<char>(line.sign), line.text, " ", line.diff_line, "\n");
    leave();
  }
  void file_end(const File& file) override {
    enter();
    told += cat("end ", file.new_path, " ", file.added, " ", file.removed, "\n");
    leave();
  }

  std::string told;
  bool alone = true;

 private:
  void enter() { alone = alone && m_inside.fetch_add(1) == 0; }
  void leave() { m_inside.fetch_sub(1); }

  std::atomic<int> m_inside = 0;
  std::atomic<int> m_hunks = 0;
};

// A file of the diff, with a needle in every third, and what Order writes down of it.
struct Part {
  std::string diff, told;
};

Part part(size_t number, size_t first_line, bool early) {
  const bool announced = number % 3 == 0, whole = number % 7 == 0;
  const std::string path = cat("src/f", number, whole ? "_whole.c" : ".c");
  const std::string change = cat(announced ? "check_permissions_" : "compute_", number, "();");
  const std::string dull(200, 'x');
  Part p;
  p.diff = cat("diff --git a/", path, " b/", path, "\n--- a/", path, "\n+++ b/", path, "\n@@ -1,3 +1,3 @@ f", number,
               "\n ", dull, "\n-", change, "\n+", change, " //\n ", dull, "\n");
  p.told = cat("file ", path, " ", first_line, "\n");
  if (announced || whole || early) p.told += cat("hunk ", path, " f", number, " ", first_line + 3, " 4\n");
  if (announced) p.told += cat("-", change, " ", first_line + 5, "\n+", change, " // ", first_line + 6, "\n");
  p.told += cat("end ", path, " 1 1\n");
  return p;
}

TEST(ReadLargeDiff, IsToldInOrderAndByOneThreadAtATime) {
  std::string diff, told;
  constexpr size_t k_files = 20000, k_lines_each = 8;
  for (size_t i = 0; i < k_files; ++i) {
    const Part p = part(i, i * k_lines_each + 1, i < 500);
    diff += p.diff;
    told += p.told;
  }
  ASSERT_GT(diff.size(), size_t{10} << 20);
  Order order;
  const Summary summary = read_diff_text(diff, order);
  EXPECT_TRUE(order.alone);
  EXPECT_TRUE(order.told == told);
  EXPECT_EQ(summary.files, k_files);
  EXPECT_EQ(summary.lines, k_files * k_lines_each);
  EXPECT_EQ(summary.problem, "");
}

// Nobody reads ahead of a file that is larger than a piece, and what stands behind it keeps its place.
TEST(ReadLargeDiff, FilesLargerThanAPieceStandBetweenOthers) {
  const std::string long_line(400, 'y');
  std::string diff;
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < 6000; ++i) diff += part(i, 1, false).diff;
    diff += cat("diff --git a/long", round, ".c b/long", round, ".c\n--- a/long", round, ".c\n+++ b/long", round,
                ".c\n@@ -0,0 +1,9001 @@\n");
    for (size_t i = 0; i < 9000; ++i) diff += cat("+", long_line, "\n");
    diff += cat("+check_permissions(round_", round, ");\n");
  }
  Order order;
  const Summary summary = read_diff_text(diff, order);
  EXPECT_TRUE(order.alone);
  EXPECT_EQ(summary.files, 3U * 6001);
  EXPECT_EQ(summary.added, 3U * 15001);
  EXPECT_EQ(summary.problem, "");
  size_t at = 0;
  for (int round = 0; round < 3; ++round) {
    at = order.told.find(cat("+check_permissions(round_", round, ");"), at);
    ASSERT_NE(at, std::string::npos) << round;
    at = order.told.find(cat("end long", round, ".c 9001 0\n"), at);
    ASSERT_NE(at, std::string::npos) << round;
  }
}

// The thread that reads finds that it cannot; the others must end and the answer is the error.
TEST(ReadLargeDiff, AnErrorOfTheSourceIsTheAnswer) {
  class Torn final : public ByteSource {
   public:
    Result<size_t> read(std::span<char> into) override {
      if (m_given > (size_t{8} << 20)) return unavailable("the disk is gone");
      const std::string text = part(m_given, 1, false).diff;
      const size_t n = std::min(into.size(), text.size());
      std::copy_n(text.begin(), n, into.begin());
      m_given += n;
      return n;
    }

   private:
    size_t m_given = 0;
  } source;
  Order order;
  const auto summary = read_diff(source, order);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().message, "the disk is gone");
}

}  // namespace
}  // namespace assay::diff
