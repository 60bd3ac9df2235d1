#include "prove/hunks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::prove {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> shown_hunks(std::string_view diff) {
  std::vector<std::string> out;
  for (const Hunk& h : read_hunks(diff)) {
    out.push_back(cat(h.old_path, " > ", h.path, " ", h.before.first, ",", h.before.count, " ", h.after.first, ",",
                      h.after.count));
  }
  return out;
}

constexpr std::string_view k_three = R"(diff --git a/m.py b/m.py
index 1111111..2222222 100644
--- a/m.py
+++ b/m.py
@@ -2,0 +3,2 @@ def a():
+x
+y
@@ -5 +7 @@
-old
+new
@@ -9,2 +10,0 @@
-gone
--- too
)";

TEST(ReadHunks, GivesThePiecesOfADiffWithoutContext) {
  EXPECT_THAT(shown_hunks(k_three), ElementsAre("m.py > m.py 2,0 3,2", "m.py > m.py 5,1 7,1", "m.py > m.py 9,2 10,0"));
}

TEST(ReadHunks, CutsHunksWithContextIntoTheSamePieces) {
  EXPECT_THAT(shown_hunks("--- a/m\n+++ b/m\n@@ -1,6 +1,8 @@\n a\n b\n+x\n+y\n c\n d\n-old\n+new\n f\n"),
              ElementsAre("m > m 2,0 3,2", "m > m 5,1 7,1"));
}

TEST(ReadHunks, ReadsNewDeletedAndRenamedFiles) {
  EXPECT_THAT(shown_hunks("diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n"
                          "diff --git a/d b/d\ndeleted file mode 100644\n--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
                          "diff --git a/o b/p\nsimilarity index 90%\nrename from o\nrename to p\n--- a/o\n+++ b/p\n"
                          "@@ -3 +3 @@\n-a\n+b\n"),
              ElementsAre(" > n 0,0 1,2", "d >  1,1 0,0", "o > p 3,1 3,1"));
}

TEST(ReadHunks, FindsNothingInModesBinariesAndOtherText) {
  EXPECT_THAT(shown_hunks("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"
                          "diff --git a/i.png b/i.png\nindex 1..2\nBinary files a/i.png and b/i.png differ\n"
                          "diff --git a/o b/p\nsimilarity index 100%\nrename from o\nrename to p\n"),
              IsEmpty());
  EXPECT_THAT(shown_hunks(""), IsEmpty());
  EXPECT_THAT(shown_hunks("no diff\n@@ what @@\n"), IsEmpty());
}

TEST(ReadHunks, NeverGivesMoreThanTheMost) {
  std::string diff = "--- a/m\n+++ b/m\n";
  for (size_t i = 0; i < k_most_hunks + 5; ++i) diff += cat("@@ -", 2 * i + 1, " +", 2 * i + 1, " @@\n-a\n+b\n");
  EXPECT_EQ(read_hunks(diff).size(), k_most_hunks);
}

struct TakenBack {
  std::string_view before, after;
  Lines from, to;
  std::string_view result;
};

TEST(TakeBack, PutsOnePieceAsItWas) {
  const TakenBack cases[] = {
      {"a\nb\nc\n", "a\nB\nc\n", {2, 1}, {2, 1}, "a\nb\nc\n"},           // a changed line
      {"a\nc\n", "a\nx\ny\nc\n", {1, 0}, {2, 2}, "a\nc\n"},              // added lines
      {"a\n", "x\na\n", {0, 0}, {1, 1}, "a\n"},                          // added at the top
      {"a\nb\nc\n", "a\nc\n", {2, 1}, {1, 0}, "a\nb\nc\n"},              // a removed line
      {"a\nb\n", "b\n", {1, 1}, {0, 0}, "a\nb\n"},                       // removed at the top
      {"a\nb\nc\nd\n", "A\nb\nc\nD\n", {4, 1}, {4, 1}, "A\nb\nc\nd\n"},  // the other piece stays
      {"", "a\nb\n", {0, 0}, {1, 2}, ""},                                // a new file
      {"a\nb\n", "", {1, 2}, {0, 0}, "a\nb\n"},                          // a deleted one
      {"a\nb", "a\nb\nc\n", {2, 1}, {2, 2}, "a\nb"},                     // no end of line at the end, before
      {"a\nb\n", "a\nc", {2, 1}, {2, 1}, "a\nb\n"},                      // after
      {"a\r\nb\r\n", "a\r\nB\r\n", {2, 1}, {2, 1}, "a\r\nb\r\n"},        // carriage returns are part of the line
      {"a\nb", "B\nc\n", {2, 1}, {1, 1}, "b\nc\n"},                      // lines are never joined
      {"a\n", "a\n", {900, 9}, {4'000'000'000, 400'000'000}, "a\n"},     // behind the end
  };
  for (const TakenBack& c : cases) {
    EXPECT_EQ(take_back(c.after, c.before, {"m", "m", c.from, c.to}), c.result) << c.before << " > " << c.after;
  }
}

}  // namespace
}  // namespace assay::prove
