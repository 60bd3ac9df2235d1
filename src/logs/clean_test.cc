#include "logs/clean.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::logs {
namespace {

std::string cleaned(std::string_view text) {
  Terminal terminal;
  std::string out(terminal.clean(text));
  out += terminal.finish();
  return out;
}

TEST(BlockScan, CountsNewlinesAndSeesControlsAtEveryPlace) {
  for (size_t size = 0; size < 300; ++size) {
    std::string text(size, 'x');
    for (size_t i = 0; i < size; i += 3) text[i] = '\n';
    EXPECT_EQ(scan_block(text).newlines, (size + 2) / 3) << size;
    EXPECT_FALSE(scan_block(text).controls) << size;
    if (size == 0) continue;
    text[size - 1] = '\b';
    EXPECT_TRUE(scan_block(text).controls) << size;
  }
  const std::string many(100000, '\n');
  EXPECT_EQ(scan_block(many).newlines, many.size());
  EXPECT_EQ(scan_block("\x1b[1m" + many).newlines, many.size());
}

TEST(BlockScan, LetsTabsLineEndsAndHighBytesPass) {
  const std::string filler(200, ' ');
  for (int c = 1; c < 256; ++c) {
    const bool control = (c < 32 && c != '\t' && c != '\n' && c != '\r') || c == 127;
    EXPECT_EQ(scan_block(filler + static_cast<char>(c) + "\n" + filler).controls, control) << c;
  }
  EXPECT_TRUE(scan_block(filler + "\rx" + filler).controls);
}

TEST(Terminal, KnowsPlainText) {
  EXPECT_FALSE(has_controls("plain\ttext\r\nwith ünïcode\n"));
  EXPECT_FALSE(has_controls(""));
  const std::string filler(100, 'x');
  for (const std::string_view bad : {"\x1b[0m", "\b", "a\rb", "\x7f", "\f"}) {
    EXPECT_TRUE(has_controls(filler + std::string(bad) + filler)) << bad;
  }
  EXPECT_FALSE(has_controls(filler + "\r\n" + filler));
}

struct TerminalCase {
  std::string_view raw;
  std::string_view seen;
};

TEST(Terminal, ShowsWhatAScreenWouldShow) {
  const TerminalCase cases[] = {
      {"\x1b[31mred\x1b[0m plain", "red plain"},
      {"\x1b[38;5;196mred\x1b[m", "red"},
      {"\x1b[38:2::1:2:3mred\x1b[m", "red"},
      {"\x1b]0;a title\atext", "text"},
      {"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\ after", "link after"},
      {"\x1bPdevice\x1b\\text", "text"},
      {"\x1b_bk;t=123\atext", "text"},
      {"\x1b(Btext\x1b)0", "text"},
      {"\x1b=text\x1b>", "text"},
      {"50%\r100%", "100%"},
      {"100%\r50", "500%"},
      {"running tests\rok\x1b[K", "ok"},
      {"running\x1b[2K\rok", "ok"},
      {"abc\b\bX", "aXc"},
      {"abc\x1b[2DX", "aXc"},
      {"abc\x1b[1GX", "Xbc"},
      {"a\x1b[10Cb", "a b"},
      {"line one\r\nline two\r\n", "line one\nline two\n"},
      {"text\r\r\n", "text\n"},
      {"grün\rüb", "übün"},
      {"bell\a and nul", "bell and nul"},
      {"section_start:1560896352:build\r\x1b[0KBuilding", "Building"},
      {"section_end:1560896352:build\rDone", "Done"},
      {"\x1b", ""},
      {"\x1b[", ""},
      {"\x1b]never ended", ""},
      {"\x1b]never ended\nnext", "\nnext"},
      {"a\xFF\rb", "b\xFF"},
  };
  for (const TerminalCase& c : cases) EXPECT_EQ(cleaned(c.raw), c.seen) << c.raw;
}

TEST(Terminal, KeepsEveryLine) { EXPECT_EQ(cleaned("a\r\x1b[Kb\n\n\x1b[1A\x1b[2Kc\n"), "b\n\nc\n"); }

TEST(Terminal, HoldsARowThatIsStillBeingRewritten) {
  Terminal terminal;
  EXPECT_EQ(terminal.clean("one\nprogress 10%\rprogress 20%"), "one\n");
  EXPECT_EQ(terminal.clean("\rdone        \nnext\n"), "done        \nnext\n");
  EXPECT_EQ(terminal.finish(), "");
}

TEST(Terminal, BoundsARowThatIsRewritten) {
  const std::string wide(100000, 'x');
  EXPECT_EQ(cleaned("\b" + wide).size(), Terminal::k_row_limit);
}

TEST(Prefix, IsCut) {
  const TerminalCase cases[] = {
      {"2024-05-01T10:00:00.1234567Z FAIL src/a.test.ts", "FAIL src/a.test.ts"},
      {"2024-05-01T10:00:00.1234567Z   indented", "  indented"},
      {"2024-05-22T12:43:46.962646Z 00O text", "text"},
      {"2024-05-22T12:43:46.962646Z 01E+text", "text"},
      {"[2024-05-01T10:00:00.123Z] text here", "text here"},
      {"2024-05-01 10:00:00,123 ERROR text", "ERROR text"},
      {"10:00:01 text here", "text here"},
      {"[10:00:01] text here", "text here"},
      {"test\tRun tests\t2024-05-01T10:00:00.1Z ok 1 - a", "ok 1 - a"},
      {"packages/a test: Tests  3 passed (3)", "Tests  3 passed (3)"},
      {"packages/a test:unit: Tests  3 passed", "Tests  3 passed"},
      {". test: Tests  3 passed", "Tests  3 passed"},
      {"web:test: Tests  3 passed", "Tests  3 passed"},
      {"@acme/web:test: Tests  3 passed", "Tests  3 passed"},
      {"@acme/web: Tests  3 passed", "Tests  3 passed"},
      {"web_1  | Tests  3 passed", "Tests  3 passed"},
      {"web-1  | Tests  3 passed", "Tests  3 passed"},
      {"#12 1.234 Tests  3 passed", "Tests  3 passed"},
      {"[0] Tests  3 passed", "Tests  3 passed"},
      {"[web] Tests  3 passed", "Tests  3 passed"},
      {"[ci/test]   | Tests  3 passed", "Tests  3 passed"},
      {"May 01 10:00:00 host runner[12]: Tests  3 passed", "Tests  3 passed"},
      {"2024-05-01T10:00:00.1Z packages/a test: Tests  3 passed", "Tests  3 passed"},
  };
  for (const TerminalCase& c : cases) EXPECT_EQ(c.raw.substr(prefix_length(c.raw)), c.seen) << c.raw;
}

TEST(Prefix, LeavesText) {
  for (const std::string_view text : {
           "test: it works",
           "error TS2304: Cannot find name 'x'.",
           "src/a.c:3:1: error: expected ';'",
           "a.c:3:1: error: expected ';'",
           "src/a.ts(3,5): error TS2304: no",
           "FAIL src/a.test.ts",
           "npm ERR! code ELIFECYCLE",
           "[ERROR] Failed to execute goal",
           "[  FAILED  ] Suite.Name",
           "[error] no",
           "[1/3] Building",
           "[auth] passed",
           "auth.ts   |   95 |  100 |",
           "   12 | int x;",
           "ok 1 - name",
           "12 passed, 3 failed",
           "tests/test_a.py::test_b FAILED",
           "test:unit: passed",
           "Tests: 3 passed",
           "warning: unused",
           "src/a.ts error: bad thing",
           "tests/auth.test.ts test: denies guests",
           "",
           "2024-05-01",
           "10:00",
       }) {
    EXPECT_EQ(prefix_length(text), 0u) << text;
  }
}

TEST(Prefix, OfATaskIsCutFromALoneWordOnceItIsKnown) {
  TaskPrefix prefix;
  EXPECT_EQ(prefix.length("packages/a test: OK"), 0u);
  EXPECT_EQ(prefix.length("packages/a test: Ran 0 tests in 0.000s"), 17u);
  EXPECT_EQ(prefix.length("packages/a test: OK"), 17u);
  EXPECT_EQ(prefix.length("packages/a test: passed"), 0u);
  EXPECT_EQ(prefix.length("packages/b test: OK"), 0u);
  EXPECT_EQ(prefix.length("2024-05-01T10:00:01Z packages/a test: OK"), 38u);
}

TEST(Prefix, IsNoticedInABlock) {
  EXPECT_TRUE(seems_prefixed("plain\n2024-05-01T10:00:01Z two\n"));
  EXPECT_FALSE(seems_prefixed("plain\ntext\n"));
}

TEST(Annotations, AreKnown) {
  EXPECT_EQ(annotation("##[error]it broke").kind, Annotation::error);
  EXPECT_EQ(annotation("##[error]it broke").skip, 9u);
  EXPECT_EQ(annotation("##[warning]hm").kind, Annotation::warning);
  EXPECT_EQ(annotation("::error file=a.c,line=3::it broke").kind, Annotation::error);
  EXPECT_EQ(annotation("::error file=a.c,line=3::it broke").skip, 25u);
  EXPECT_EQ(annotation("::error::it broke").skip, 9u);
  EXPECT_EQ(annotation("##vso[task.logissue type=warning]hm").kind, Annotation::warning);
  EXPECT_EQ(annotation("::errors::x").kind, Annotation::none);
  EXPECT_EQ(annotation("std::error::x").kind, Annotation::none);
}

TEST(SpeltColours, AreRemoved) {
  std::string scratch;
  EXPECT_EQ(without_spelt_colours("[32mok[39m done", scratch), "ok done");
  EXPECT_EQ(without_spelt_colours("\\u001b[32mok\\x1b[0m", scratch), "ok");
  EXPECT_EQ(without_spelt_colours("^[[1;31mbad^[[0m", scratch), "bad");
  EXPECT_EQ(without_spelt_colours("[3] meters [12", scratch), "[3] meters [12");
  EXPECT_EQ(without_spelt_colours("took [12ms] in all", scratch), "took [12ms] in all");
}

}  // namespace
}  // namespace assay::logs
