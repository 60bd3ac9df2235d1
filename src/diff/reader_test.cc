#include "diff/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::diff {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// Writes down what it is told, one string a file and one a line.
class Recorder : public Visitor {
 public:
  void file_begin(const File& file) override {
    std::string s = cat(file.old_path, " > ", file.new_path, " ", name(file.status));
    if (file.binary) s += " binary";
    if (file.submodule) s += " submodule";
    if (file.combined) s += " combined";
    begun.push_back(s);
    last = file;
  }
  void hunk(const File&, const Hunk& h) override {
    sections.emplace_back(h.section);
    partial.push_back(h.partial);
    for (const Line& l : h.lines)
      lines.push_back(cat(static_cast<char>(l.sign), l.text, " ", l.diff_line, ":", l.old_line, ":", l.new_line));
    counts.push_back(h.lines.size());
  }
  void file_end(const File& file) override { ended.push_back(cat(file.path(), " +", file.added, " -", file.removed)); }

  std::vector<std::string> begun, ended, lines, sections;
  std::vector<bool> partial;
  std::vector<size_t> counts;
  File last;
};

struct Read {
  Summary summary;
  Recorder seen;
};

Read read(std::string_view text) {
  Read r;
  r.summary = read_diff_text(text, r.seen);
  return r;
}

// Gives a few bytes at a time, as a pipe may.
class Dribble final : public ByteSource {
 public:
  Dribble(std::string_view text, size_t step) : m_rest(text), m_step(step) {}
  Result<size_t> read(std::span<char> into) override {
    const size_t n = std::min({m_step, into.size(), m_rest.size()});
    std::copy_n(m_rest.begin(), n, into.begin());
    m_rest.remove_prefix(n);
    return n;
  }

 private:
  std::string_view m_rest;
  size_t m_step;
};

constexpr std::string_view k_modified =
    "diff --git a/a.c b/a.c\nindex d347dec..486d281 100644\n--- a/a.c\n+++ b/a.c\n@@ -1,3 +1,3 @@ int main()\n"
    "-auth one\n+auth 1\n two\n three\n";

TEST(ReadDiff, AModifiedFile) {
  const auto r = read(k_modified);
  EXPECT_TRUE(r.summary.is_diff);
  EXPECT_EQ(r.summary.problem, "");
  EXPECT_THAT(r.seen.begun, ElementsAre("a.c > a.c modified"));
  EXPECT_THAT(r.seen.lines, ElementsAre("-auth one 6:1:0", "+auth 1 7:0:1", " two 8:2:2", " three 9:3:3"));
  EXPECT_THAT(r.seen.sections, ElementsAre("int main()"));
  EXPECT_THAT(r.seen.ended, ElementsAre("a.c +1 -1"));
  EXPECT_EQ(r.seen.last.new_mode, 0100644U);
  EXPECT_EQ(r.seen.last.language, Language::c);
  EXPECT_EQ(r.summary.lines, 9U);
  EXPECT_EQ(r.summary.bytes, k_modified.size());
  EXPECT_THAT(r.summary.paths.items(), ElementsAre("a.c"));
}

TEST(ReadDiff, AnySourceGivesTheSame) {
  for (size_t step : {1, 7, 1000}) {
    Dribble source(k_modified, step);
    Recorder seen;
    const auto summary = read_diff(source, seen);
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->lines, 9U);
    EXPECT_EQ(seen.lines.size(), 4U);
  }
}

TEST(ReadDiff, DullHunksAreCountedOnly) {
  const auto r = read("--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n auth\n-one\n+two\n");
  EXPECT_TRUE(r.seen.lines.empty());  // the needle is in a line that did not change
  EXPECT_THAT(r.seen.ended, ElementsAre("x.c +1 -1"));
}

TEST(ReadDiff, RenameCopyAndMode) {
  const auto r = read(
      "diff --git a/cp.py b/moved.py\nsimilarity index 100%\nrename from cp.py\nrename to moved.py\n"
      "diff --git a/ren.py b/new.py\nsimilarity index 91%\nrename from ren.py\nrename to new.py\nindex "
      "e8823e1..6c4db33 "
      "100644\n--- a/ren.py\n+++ b/new.py\n@@ -28,2 +28,3 @@\n 28\n 29\n+auth 30\n"
      "diff --git a/a b/c\nsimilarity index 95%\ncopy from a\ncopy to c\n"
      "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n");
  EXPECT_THAT(r.seen.begun, ElementsAre("cp.py > moved.py renamed", "ren.py > new.py renamed", "a > c copied",
                                        "run.sh > run.sh mode"));
  EXPECT_EQ(r.seen.last.old_mode, 0100644U);
  EXPECT_EQ(r.seen.last.new_mode, 0100755U);
  EXPECT_THAT(r.seen.lines, ElementsAre(" 28 13:28:28", " 29 14:29:29", "+auth 30 15:0:30"));
}

TEST(ReadDiff, AModeChangeWithContentIsAModification) {
  const auto r = read(
      "diff --git a/x b/x\nold mode 100644\nnew mode 100755\nindex 1234567..89abcde\n--- a/x\n+++ b/x\n"
      "@@ -1 +1 @@\n-a\n+b\n");
  EXPECT_THAT(r.seen.begun, ElementsAre("x > x modified"));
  EXPECT_EQ(r.seen.last.new_mode, 0100755U);
}

TEST(ReadDiff, NewAndDeletedFiles) {
  const auto r = read(
      "diff --git a/empty.txt b/empty.txt\nnew file mode 100644\nindex 0000000..e69de29\n"
      "diff --git a/gone.go b/gone.go\ndeleted file mode 100644\nindex f6a9e3a..0000000\n--- a/gone.go\n+++ /dev/null\n"
      "@@ -1 +0,0 @@\n-auth\n"
      "diff --git a/new.rs b/new.rs\nnew file mode 100644\nindex 0000000..7f1c6f3\n--- /dev/null\n+++ b/new.rs\n"
      "@@ -0,0 +1 @@\n+new auth\n");
  EXPECT_THAT(r.seen.begun, ElementsAre(" > empty.txt added", "gone.go >  deleted", " > new.rs added"));
  EXPECT_THAT(r.seen.lines, ElementsAre("-auth 10:1:0", "+new auth 17:0:1"));
  EXPECT_EQ(r.seen.last.new_mode, 0100644U);
  EXPECT_EQ(r.seen.last.old_mode, 0U);
}

TEST(ReadDiff, Binaries) {
  const auto r = read(
      "diff --git a/b.dat b/b.dat\nindex 1a2b3c4..5d6e7f8 100644\nBinary files a/b.dat and b/b.dat differ\n"
      "diff --git a/n.png b/n.png\nnew file mode 100644\nindex 0000000..5d6e7f8\nBinary files /dev/null and b/n.png "
      "differ\n"
      "diff --git a/p b/p\nnew file mode 100644\nindex 0000000..7b3c6\nGIT binary patch\nliteral 2\n"
      "JcmdNO000310RR91\n\nliteral 0\nHcmV?d00001\n\n"
      "diff --git a/z.c b/z.c\n--- a/z.c\n+++ b/z.c\n@@ -1 +1 @@\n-auth\n+b\n");
  EXPECT_THAT(r.seen.begun, ElementsAre("b.dat > b.dat modified binary", " > n.png added binary", " > p added binary",
                                        "z.c > z.c modified"));
  EXPECT_EQ(r.summary.binaries, 3U);
  EXPECT_EQ(r.summary.added, 1U);
}

TEST(ReadDiff, CombinedDiffOfAMerge) {
  const auto r = read(
      "diff --cc a.txt\nindex d347dec,941e86d..486d281\n--- a/a.txt\n+++ b/a.txt\n@@@ -1,3 -1,3 +1,3 @@@\n"
      "- auth 1\n -auth uno auth\n++auth merged\n  two\n  three\ndiff --cc b\n");
  EXPECT_THAT(r.seen.begun, ElementsAre("a.txt > a.txt modified combined", "b > b modified combined"));
  EXPECT_THAT(r.seen.lines, ElementsAre("-auth 1 6:0:0", "-auth uno auth 7:0:0", "+auth merged 8:0:1", " two 9:0:2",
                                        " three 10:0:3"));
  EXPECT_EQ(r.summary.problem, "");
}

TEST(ReadDiff, Submodules) {
  const auto r = read(
      "diff --git a/lib/sub b/lib/sub\nindex b4c7dc3..350d6a9 160000\n--- a/lib/sub\n+++ b/lib/sub\n@@ -1 +1 @@\n"
      "-Subproject commit b4c7dc3\n+Subproject commit 350d6a9\n"
      "Submodule libs/my sub b4c7dc3..350d6a9:\n  > y\n  + not a line\nSubmodule new 0000000...b4c7dc3 (new "
      "submodule)\n");
  EXPECT_THAT(r.seen.begun, ElementsAre("lib/sub > lib/sub modified submodule",
                                        "libs/my sub > libs/my sub modified submodule", " > new added submodule"));
  EXPECT_THAT(r.seen.ended, ElementsAre("lib/sub +1 -1", "libs/my sub +0 -0", "new +0 -0"));
}

TEST(ReadDiff, NoNewlineMarksAreNotLines) {
  const auto r = read(
      "diff --git a/n.c b/n.c\n--- a/n.c\n+++ b/n.c\n@@ -1 +1 @@\n-x auth\n\\ No newline at end of file\n"
      "+x auth y\n\\ No newline at end of file\n");
  EXPECT_THAT(r.seen.lines, ElementsAre("-x auth 5:1:0", "+x auth y 7:0:1"));
  EXPECT_EQ(r.summary.problem, "");
}

TEST(ReadDiff, CrlfInContentAndInHeaders) {
  const auto content = read("--- a/c.c\n+++ b/c.c\n@@ -1 +1 @@\n-auth\r\n+auth2\r\n");
  EXPECT_THAT(content.seen.lines, ElementsAre("-auth 4:1:0", "+auth2 5:0:1"));
  const auto whole = read(replace_all(std::string(k_modified), "\n", "\r\n"));
  EXPECT_THAT(whole.seen.begun, ElementsAre("a.c > a.c modified"));
  EXPECT_THAT(whole.seen.lines, ElementsAre("-auth one 6:1:0", "+auth 1 7:0:1", " two 8:2:2", " three 9:3:3"));
  EXPECT_EQ(whole.summary.problem, "");
}

TEST(ReadDiff, ARemovedLineThatLooksLikeAHeader) {
  const auto r = read(
      "diff --git a/q.sql b/q.sql\n--- a/q.sql\n+++ b/q.sql\n@@ -1,3 +1,2 @@\n--- a/auth\n-++ b/auth\n keep\n"
      "+-- auth\n");
  EXPECT_EQ(r.summary.files, 1U);
  EXPECT_THAT(r.seen.lines, ElementsAre("--- a/auth 5:1:0", "-++ b/auth 6:2:0", " keep 7:3:1", "+-- auth 8:0:2"));
}

TEST(ReadDiff, FormatPatchMails) {
  const std::string mail =
      "From 2435fb7aa0c3d2c6b6a0a4b8e0c9d1e2f3a4b5c6 Mon Sep 17 00:00:00 2001\nFrom: n <a@b.c>\nSubject: [PATCH] "
      "first\n\n"
      "- bullet auth\n+ bullet\n---\n a.txt | 1 +\n 1 file changed, 1 insertion(+)\n\n"
      "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-auth\n+auth2\n-- \n2.39.5\n\n";
  const auto r = read(mail + mail);
  EXPECT_THAT(r.seen.ended, ElementsAre("a.txt +1 -1", "a.txt +1 -1"));
  EXPECT_EQ(r.summary.problem, "");
}

TEST(ReadDiff, GitLogWithBulletsInMessages) {
  const auto r = read(cat("commit 2435fb7aa0c3d2c6b6a0a4b8e0c9d1e2f3a4b5c6\n\n    - x\n\n", k_modified,
                          "\ncommit 1435fb7aa0c3d2c6b6a0a4b8e0c9d1e2f3a4b5c6\n- auth bullet\n\n", k_modified));
  EXPECT_THAT(r.seen.ended, ElementsAre("a.c +1 -1", "a.c +1 -1"));
  EXPECT_EQ(r.summary.problem, "");
}

TEST(ReadDiff, PlainRecursiveDiff) {
  const auto r = read(
      "Binary files old/b.bin and new/b.bin differ\ndiff -ru old/s/a.c new/s/a.c\n--- old/s/a.c\t2026-11-15 03:38:24 "
      "+0000\n"
      "+++ new/s/a.c\t2026-11-15 03:38:24 +0000\n@@ -1 +1 @@\n-auth\n+auth2\nOnly in old/s: gone.c\nOnly in new/s: "
      "new.c\n");
  EXPECT_THAT(r.seen.begun, ElementsAre("b.bin > b.bin modified binary", "s/a.c > s/a.c modified",
                                        "s/gone.c >  deleted", " > s/new.c added"));
}

TEST(ReadDiff, PlainDiffWithEpochTimes) {
  const auto r = read(
      "diff -ruN old/g.c new/g.c\n--- old/g.c\t2026-11-15 03:38:24 +0000\n+++ new/g.c\t1970-01-01 00:00:00.000000000 "
      "+0000\n"
      "@@ -1 +0,0 @@\n-auth\n--- old/n.c\t1970-01-01 00:00:00.000000000 +0000\n+++ new/n.c\t2026-11-15 03:38:24 +0000\n"
      "@@ -0,0 +1 @@\n+auth\n");
  EXPECT_THAT(r.seen.begun, ElementsAre("g.c >  deleted", " > n.c added"));
}

TEST(ReadDiff, Subversion) {
  const auto r = read(
      "Index: trunk/a.c\n=====\n--- trunk/a.c\t(revision 3)\n+++ trunk/a.c\t(working copy)\n@@ -1 +1 "
      "@@\n-auth\n+auth2\n"
      "Index: b.png\n=====\nCannot display: file marked as a binary type.\nsvn:mime-type = application/octet-stream\n"
      "Index: n.c\n=====\n--- n.c\t(nonexistent)\n+++ n.c\t(working copy)\n@@ -0,0 +1 @@\n+auth\n\n"
      "Property changes on: n.c\n___\nAdded: svn:x\n## -0,0 +1 ##\n+*\n");
  EXPECT_THAT(r.seen.begun,
              ElementsAre("trunk/a.c > trunk/a.c modified", "b.png > b.png modified binary", " > n.c added"));
  EXPECT_EQ(r.summary.added, 2U);
}

TEST(ReadDiff, Mercurial) {
  const auto r = read(
      "diff -r 123456789012 -r abcdef123456 lib/a.c\n--- a/lib/a.c\tThu Jan 01 00:00:00 1970 +0000\n"
      "+++ b/lib/a.c\tMon Feb 02 10:00:00 2026 +0000\n@@ -0,0 +1,1 @@\n+auth\n");
  EXPECT_THAT(r.seen.begun, ElementsAre(" > lib/a.c added"));
}

TEST(ReadDiff, ColoursAreStripped) {
  const auto r = read(
      "\x1b[1mdiff --git a/a.c b/a.c\x1b[m\n\x1b[1m--- a/a.c\x1b[m\n\x1b[1m+++ b/a.c\x1b[m\n\x1b[36m@@ -1,2 +1,2 "
      "@@\x1b[m "
      "main\n\x1b[31m-auth\x1b[m\n\x1b[32m+\x1b[m\x1b[32mauth2\x1b[m\n x\n");
  EXPECT_THAT(r.seen.lines, ElementsAre("-auth 5:1:0", "+auth2 6:0:1", " x 7:2:2"));
  EXPECT_EQ(r.summary.problem, "");
}

TEST(ReadDiff, EscapeCodesInTheChangeAreKept) {
  const auto r = read("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+\x1b[31mauth\n");
  EXPECT_THAT(r.seen.lines, ElementsAre("-a 4:1:0", "+\x1b[31mauth 5:0:1"));
}

TEST(ReadDiff, ShortForm) {
  const auto r = read(
      "diff --git a/admin.ts b/admin.ts\n-requireAuthorization(request)\n+return ok\n context\n"
      "diff --git a/b.ts b/b.ts\n+x\n");
  EXPECT_THAT(r.seen.begun, ElementsAre("admin.ts > admin.ts modified", "b.ts > b.ts modified"));
  EXPECT_THAT(r.seen.lines, ElementsAre("-requireAuthorization(request) 2:0:0", "+return ok 3:0:0", " context 4:0:0"));
  EXPECT_THAT(r.seen.ended, ElementsAre("admin.ts +1 -1", "b.ts +1 -0"));
  EXPECT_EQ(r.summary.problem, "");
}

TEST(ReadDiff, ShortFormOfSqlComments) {
  const auto r = read("diff --git a/q.sql b/q.sql\n--- old auth comment\n+select 1\n--- last");
  EXPECT_THAT(r.seen.lines, ElementsAre("--- old auth comment 2:0:0", "+select 1 3:0:0", "--- last 4:0:0"));
  EXPECT_THAT(r.seen.ended, ElementsAre("q.sql +1 -2"));
}

TEST(ReadDiff, ShortFormWithOneSideOrABareHunkMark) {
  const auto r = read(
      "diff --git a/n.c b/n.c\n--- /dev/null\n+auth\n"
      "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ ... @@\n-auth\n+b\n");
  EXPECT_THAT(r.seen.begun, ElementsAre(" > n.c added", "x.c > x.c modified"));
  EXPECT_THAT(r.seen.ended, ElementsAre("n.c +1 -0", "x.c +1 -1"));
}

TEST(ReadDiff, ASideIsAHeaderOnlyOnce) {
  const auto r = read("diff --git a/x b/x\n--- a/x\n--- a/x\n--- a/x\n+y\n");
  EXPECT_THAT(r.seen.ended, ElementsAre("x +1 -2"));
}

TEST(ReadDiff, StrippedBlankLinesInAHunkAreContext) {
  const auto r =
      read("--- a/x.c\n+++ b/x.c\n@@ -1,5 +1,5 @@\n a\n\n-auth\n+b\n\n c\n--- a/y.c\n+++ b/y.c\n@@ -1 +1 @@\n-a\n+b\n");
  EXPECT_EQ(r.summary.problem, "");
  EXPECT_THAT(r.seen.ended, ElementsAre("x.c +1 -1", "y.c +1 -1"));
}

TEST(ReadDiff, ManyShapesOfHunksAreCountedRight) {
  // Line lengths, hunk lengths and mixes of signs around the 64 bytes that are counted at once.
  std::string text;
  std::vector<std::string> want;
  for (size_t n = 0; n < 400; ++n) {
    std::string body;
    size_t added = 0, removed = 0, context = 0;
    for (size_t i = 0; i < n % 23 + 1; ++i) {
      const char sign = "+- "[(n * 7 + i * i) % 3];
      (sign == '+' ? added : sign == '-' ? removed : context) += 1;
      body += cat(sign, std::string((n * 13 + i * 29) % 90, i % 2 == 0 ? '-' : '+'), "\n");
    }
    text += cat("--- a/f", n, "\n+++ b/f", n, "\n@@ -1,", removed + context, " +1,", added + context, " @@\n", body);
    want.push_back(cat("f", n, " +", added, " -", removed));
  }
  const auto r = read(text);
  EXPECT_EQ(r.summary.problem, "");
  EXPECT_EQ(r.seen.ended, want);
}

TEST(ReadDiff, OneAbbreviatedLineIsADiffOfOneFile) {
  const auto r = read("diff --git a/signup.ts b/signup.ts ...");
  EXPECT_TRUE(r.summary.is_diff);
  EXPECT_THAT(r.seen.begun, ElementsAre("signup.ts > signup.ts modified"));
}

TEST(ReadDiff, HeadersWithoutGit) {
  const auto r = read("--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-auth\n+b\n--- a/y.c\n+++ b/y.c\n@@ -1 +1 @@\n-auth\n+b\n");
  EXPECT_THAT(r.seen.begun, ElementsAre("x.c > x.c modified", "y.c > y.c modified"));
}

TEST(ReadDiff, AHunkShorterThanItSays) {
  const auto r =
      read("--- a/x.c\n+++ b/x.c\n@@ -1,9 +1,9 @@\n-auth\n+authy\n--- a/y.c\n+++ b/y.c\n@@ -1 +1 @@\n-auth\n+b\n");
  EXPECT_THAT(r.seen.ended, ElementsAre("x.c +1 -1", "y.c +1 -1"));
  EXPECT_THAT(r.summary.problem, HasSubstr("fewer lines"));
  EXPECT_EQ(r.summary.problem_line, 3U);
  EXPECT_TRUE(r.summary.is_diff);
}

TEST(ReadDiff, AHunkLongerThanItSays) {
  const auto r =
      read("--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n+auth\n c\n--- a/y.c\n+++ b/y.c\n@@ -1 +1 @@\n-a\n+b\n");
  EXPECT_THAT(r.seen.ended, ElementsAre("x.c +2 -1", "y.c +1 -1"));
  EXPECT_THAT(r.seen.lines, ElementsAre("+auth 6:0:0", " c 7:0:0"));
  EXPECT_THAT(r.summary.problem, HasSubstr("more lines"));
}

TEST(ReadDiff, CountsThatDoNotAddUp) {
  const auto r = read("--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,1 @@\n+auth\n+auth2\n-a\n-b\n");
  EXPECT_THAT(r.seen.ended, ElementsAre("x.c +2 -2"));
  EXPECT_THAT(r.summary.problem, HasSubstr("do not add up"));
}

TEST(ReadDiff, ADiffCutOffInsideAHunk) {
  const auto r = read("--- a/x.c\n+++ b/x.c\n@@ -1,5 +1,5 @@\n-auth\n+b");
  EXPECT_THAT(r.seen.lines, ElementsAre("-auth 4:1:0", "+b 5:0:1"));
  EXPECT_THAT(r.summary.problem, HasSubstr("ends inside a hunk"));
}

TEST(ReadDiff, AHunkWithoutAFile) {
  const auto r = read("@@ -1 +1 @@\n-auth\n+b\n");
  EXPECT_TRUE(r.summary.is_diff);
  EXPECT_THAT(r.summary.problem, HasSubstr("without a file header"));
}

TEST(ReadDiff, TextThatIsNoDiff) {
  const auto r = read("We changed the auth code.\n- removed a check\n+ added a test\n");
  EXPECT_FALSE(r.summary.is_diff);
  EXPECT_FALSE(r.summary.blank);
  EXPECT_EQ(r.summary.problem, "text with no file header or hunk");
  EXPECT_THAT(read("*** a\n--- b\n***************\n*** 1 ****\n").summary.problem, StartsWith("a context diff"));
  EXPECT_THAT(read("1c1\n< a\n---\n> b\n").summary.problem, StartsWith("a diff without file names"));
}

TEST(ReadDiff, Blank) {
  EXPECT_TRUE(read("").summary.blank);
  EXPECT_TRUE(read(" \n\r\n").summary.blank);
  EXPECT_FALSE(read("x").summary.blank);
}

TEST(ReadDiff, GeneratedMarkInAnExistingFileProvesItAndInANewOneClaimsIt) {
  constexpr std::string_view k_old =
      "--- a/x.go\n+++ b/x.go\n@@ -1,2 +1,2 @@\n // Code generated by y. DO NOT EDIT.\n-a\n+b\n";
  EXPECT_EQ(read(k_old).seen.last.role, Role::generated);
  constexpr std::string_view k_new =
      "diff --git a/x.go b/x.go\nnew file mode 100644\n--- /dev/null\n+++ b/x.go\n@@ -0,0 +1,2 @@\n+// "
      "@generated\n+b\n";
  const auto claimed = read(k_new).seen.last;
  EXPECT_EQ(claimed.role, Role::source);
  EXPECT_TRUE(claimed.claims_generated);
  EXPECT_FALSE(read(k_old).seen.last.claims_generated);
}

TEST(ReadDiff, AGeneratedMarkThatTheChangeAddsProvesNothing) {
  constexpr std::string_view k_text =
      "--- a/x.go\n+++ b/x.go\n@@ -1,2 +1,2 @@\n-a\n+// Code generated by y. DO NOT EDIT.\n b\n";
  EXPECT_EQ(read(k_text).seen.last.role, Role::source);
}

std::string large_hunk(size_t lines, std::string_view body) {
  std::string text = cat("--- /dev/null\n+++ b/x.c\n@@ -0,0 +1,", lines, " @@\n");
  for (size_t i = 0; i < lines; ++i) text += body;
  return text;
}

TEST(ReadDiff, AHunkOfOrdinarySizeComesWhole) {
  const auto r = read(large_hunk(4000, "+auth\n"));
  EXPECT_THAT(r.seen.counts, ElementsAre(4000U));
  EXPECT_THAT(r.seen.partial, ElementsAre(false));
}

TEST(ReadDiff, ALargeHunkComesInParts) {
  const auto r = read(large_hunk(9001, "+auth\n"));
  EXPECT_THAT(r.seen.counts, ElementsAre(4000U, 4000U, 1001U));
  EXPECT_THAT(r.seen.partial, ElementsAre(true, true, true));
  EXPECT_EQ(r.seen.lines.back(), "+auth 9004:0:9001");
  EXPECT_EQ(r.summary.added, 9001U);
  const auto wide = read(large_hunk(1000, "+auth" + std::string(2000, 'x') + "\n"));
  EXPECT_GT(wide.seen.counts.size(), 2U);
  EXPECT_EQ(wide.seen.lines.size(), 1000U);
}

TEST(ReadDiff, HunksOverBlockBorders) {
  std::string text;
  const std::string dull(300, 'x');
  for (int i = 0; i < 3000; ++i)
    text +=
        cat("--- a/f", i, ".c\n+++ b/f", i, ".c\n@@ -1,3 +1,3 @@\n ", dull, "\n-auth ", i, "\n+auth\n ", dull, "\n");
  TextSource source(text);
  Recorder seen;
  const auto summary = read_diff(source, seen);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->files, 3000U);
  EXPECT_EQ(summary->problem, "");
  ASSERT_EQ(seen.lines.size(), 12000U);
  for (size_t i = 0; i < 3000; ++i) EXPECT_EQ(seen.lines[4 * i + 1], cat("-auth ", i, " ", 7 * i + 5, ":2:0"));
}

TEST(ReadDiff, LinesLongerThanABlock) {
  const std::string giant(3 << 20, 'x');
  const auto r = read(cat("--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n-auth", giant, "\n+", giant, "\n auth\n",
                          "--- a/y.c\n+++ b/y.c\n@@ -1 +1 @@\n-auth\n+b\n", giant, "\n"));
  EXPECT_THAT(r.seen.ended, ElementsAre("x.c +1 -1", "y.c +1 -1"));
  EXPECT_EQ(r.summary.problem, "");
  EXPECT_EQ(r.summary.lines, 12U);
  EXPECT_EQ(r.seen.lines.back(), "+b 11:0:1");
}

class Greedy : public Recorder {
 public:
  Wanted wanted(const File& file) const override {
    return {~NeedleMask{0}, ~NeedleMask{0}, 0, file.new_path == "wanted.c" ? Whole::always : Whole::no};
  }
};

TEST(ReadDiff, DeliversHunksWithoutNeedlesOfFilesThatAreWantedWhole) {
  const auto of = [](std::string_view path) {
    return cat("--- a/", path, "\n+++ b/", path, "\n@@ -1,1 +1,1 @@\n-dull one\n+dull two\n");
  };
  Greedy seen;
  read_diff_text(of("other.c") + of("wanted.c"), seen);
  EXPECT_THAT(seen.lines, ElementsAre("-dull one 9:1:0", "+dull two 10:0:1"));
}

}  // namespace
}  // namespace assay::diff
