#include <gtest/gtest.h>

#include "reports/reading_test.h"

namespace assay::reports {
namespace {

using logs::Runner;

Report read_lines(std::string_view lines, Runner runner = Runner::pytest) {
  return read(Format::events, runner, lines);
}

TEST(ReadEvents, ReadsARun) {
  const Report report = read_lines(R"({"event":"begin","runner":"pytest","version":"8.2","root":"/w"}
{"event":"loaded","file":"tests/conftest.py"}
{"event":"loaded","file":"./tests/conftest.py"}
{"event":"patched","file":"a/__pycache__/b.pyc"}
{"event":"patched","file":"./a/__pycache__/b.pyc"}
{"event":"collected","name":"TestA::test_b","file":"tests/test_a.py"}
{"event":"collected","name":"test_c","file":"tests/test_a.py"}
{"event":"collected","name":"test_d","file":"tests/test_a.py"}
{"event":"deselected","count":3}
{"event":"test","name":"TestA::test_b","file":"tests/test_a.py","suite":"TestA","outcome":"passed","seconds":0.5,"message":"ignored"}
{"event":"test","name":"test_c","file":"tests/test_a.py","outcome":"failed","seconds":1,"message":"assert 1 == 2\nmore","novelty":[1,{"a":2}]}
{"event":"weather","sun":true}

{"event":"test","name":"test_d","file":"tests/test_a.py","outcome":"skipped","message":"later"}
{"event":"end","exit":1}
)");
  EXPECT_EQ(tests_of(report),
            "passed  tests/test_a.py | TestA | TestA::test_b\n"
            "failed  tests/test_a.py |  | test_c [assert 1 == 2]\n"
            "skipped tests/test_a.py |  | test_d [later]\n");
  EXPECT_EQ(counts_of(report), "1 passed, 1 failed, 1 skipped");
  EXPECT_EQ(report.problem, "");
  EXPECT_EQ(report.deselected, 3u);
  EXPECT_EQ(report.collected, 3u);
  EXPECT_EQ(report.exit_status, 1);
  EXPECT_EQ(report.loaded, std::vector<std::string>{"tests/conftest.py"});
  EXPECT_EQ(report.patched, std::vector<std::string>{"a/__pycache__/b.pyc"});
  EXPECT_DOUBLE_EQ(report.tests[0].seconds, 0.5);
  EXPECT_DOUBLE_EQ(report.tests[1].seconds, 1);
}

TEST(ReadEvents, TakesTheRunnerFromTheReportWhenItIsNotKnown) {
  const std::string_view text = "{\"event\":\"begin\",\"runner\":\"node_test\"}\n{\"event\":\"end\"}\n";
  EXPECT_EQ(read_lines(text, Runner::loose).runner, Runner::node_test);
  EXPECT_EQ(read_lines(text, Runner::jest).runner, Runner::jest);
  EXPECT_EQ(read_lines("{\"event\":\"begin\",\"runner\":\"?\"}\n", Runner::loose).runner, Runner::loose);
}

TEST(ReadEvents, ARunWithoutItsEndIsNotFinished) {
  const Report report = read_lines(R"({"event":"begin"}
{"event":"test","name":"a","outcome":"passed"}
)");
  EXPECT_EQ(counts_of(report), "1 passed, 0 failed, 0 skipped, not finished");
  EXPECT_EQ(report.problem, "");
  const Report two = read_lines("{\"event\":\"begin\"}\n{\"event\":\"begin\"}\n{\"event\":\"end\",\"exit\":0}\n");
  EXPECT_FALSE(two.finished) << "one of two processes";
  const Report both = read_lines(
      "{\"event\":\"begin\"}\n{\"event\":\"begin\"}\n{\"event\":\"end\",\"exit\":0}\n{\"event\":\"end\",\"exit\":5}");
  EXPECT_TRUE(both.finished);
  EXPECT_EQ(both.exit_status, 5);
}

TEST(ReadEvents, ALineThatIsCutIsSaidAndTheRestStays) {
  const Report report = read_lines(
      "{\"event\":\"begin\"}\n{\"event\":\"test\",\"name\":\"a\",\"outcome\":\"failed\"}\n{\"event\":\"test\",\"na");
  EXPECT_EQ(counts_of(report), "0 passed, 1 failed, 0 skipped, not finished");
  EXPECT_TRUE(report.problem.starts_with("line 3: ")) << report.problem;
}

TEST(ReadEvents, LinesThatAreNotSoundAreProblems) {
  for (const std::string_view line : {
           R"({"event":"test","name":"a","outcome":"failed","outcome":"passed"})",
           R"({"event":"test","name":"a","outcome":"passed","more":{"b":1,"b":2}})",
           R"({"event":"test","name":"a","outcome":"great"})",
           R"({"event":"test","name":"a"})",
           R"({"event":"test","outcome":"passed"})",
           R"({"event":"test","name":["a"],"outcome":"passed"})",
           R"({"event":"test","name":"a","outcome":"passed","seconds":NaN})",
           R"({"event":"test","name":"a","outcome":"passed"} {"event":"end"})",
           R"(["event","test"])",
           R"(passed)",
       }) {
    const Report report = read_lines(cat("{\"event\":\"begin\"}\n", line, "\n{\"event\":\"end\",\"exit\":0}\n"));
    EXPECT_TRUE(contains(report.problem, "line 2")) << line << report.problem;
    EXPECT_EQ(counts_of(report), "0 passed, 0 failed, 0 skipped, not finished") << line;
  }
  const Report count =
      read_lines("{\"event\":\"begin\"}\n{\"event\":\"deselected\",\"count\":-1}\n{\"event\":\"end\"}\n");
  EXPECT_TRUE(contains(count.problem, "line 2")) << count.problem;
}

TEST(ReadEvents, ATestBeforeTheBeginningOrAfterTheEndIsAProblem) {
  const std::string test = "{\"event\":\"test\",\"name\":\"a\",\"outcome\":\"passed\"}\n";
  const Report after = read_lines(cat("{\"event\":\"begin\"}\n{\"event\":\"end\",\"exit\":0}\n", test));
  EXPECT_EQ(after.problem, "line 3: a test is reported outside of a run");
  const Report before = read_lines(cat(test, "{\"event\":\"begin\"}\n{\"event\":\"end\",\"exit\":0}\n"));
  EXPECT_EQ(before.problem, "line 1: a test is reported outside of a run");
  EXPECT_EQ(read_lines(test).problem, "line 1: a test is reported outside of a run; no runner said that it began");
}

// What a test of the run can do with the file that its runner writes to.
TEST(ReadEvents, LinesThatTheRunnerDidNotWriteAreAProblem) {
  const std::string begin = "{\"event\":\"begin\",\"run\":\"1-2\"}\n";
  const std::string test = "{\"event\":\"test\",\"name\":\"a\",\"outcome\":\"passed\",\"run\":\"1-2\"}\n";
  const auto end = [&](size_t lines, size_t bytes) {
    return cat("{\"event\":\"end\",\"lines\":", lines, ",\"bytes\":", bytes, ",\"run\":\"1-2\"}\n");
  };
  const auto whole = begin + test;
  EXPECT_EQ(read_lines(cat(whole, end(2, whole.size()))).problem, "");
  EXPECT_EQ(read_lines(cat(whole, test, end(2, whole.size()))).problem,
            "line 4: 3 lines of the run are there, the runner wrote 2");
  EXPECT_EQ(read_lines(cat(begin, end(2, whole.size()))).problem,
            "line 2: 1 lines of the run are there, the runner wrote 2");
  EXPECT_EQ(read_lines(cat(whole, end(2, whole.size() - 1))).problem, "line 3: what the runner wrote was changed");
  const std::string other = "{\"event\":\"test\",\"name\":\"b\",\"outcome\":\"passed\",\"run\":\"7-7\"}\n";
  EXPECT_EQ(read_lines(cat(whole, other, end(2, whole.size()))).problem, "line 3: a test is reported outside of a run");
}

TEST(ReadEvents, TwoProcessesOfOneRunCountForThemselves) {
  const std::string text =
      "{\"event\":\"begin\",\"run\":\"1\"}\n{\"event\":\"begin\",\"run\":\"2\"}\n"
      "{\"event\":\"test\",\"name\":\"a\",\"outcome\":\"passed\",\"run\":\"2\"}\n"
      "{\"event\":\"end\",\"lines\":1,\"run\":\"1\"}\n{\"event\":\"end\",\"lines\":2,\"run\":\"2\"}\n";
  const auto report = read_lines(text);
  EXPECT_EQ(report.problem, "");
  EXPECT_EQ(report.runs, 2u);
}

TEST(ReadEvents, HalvesOfCharactersAreReplaced) {
  const Report report = read_lines(cat(R"({"event":"begin"}
{"event":"test","name":"a \ud83d b \ude00 \ud83d\ude00 \\ud83d","outcome":"passed"}
{"event":"test","name":"raw )",
                                       "\xff", R"(","outcome":"passed"}
{"event":"end"}
)"));
  EXPECT_EQ(tests_of(report),
            "passed   |  | a \xEF\xBF\xBD b \xEF\xBF\xBD \xF0\x9F\x98\x80 \\ud83d\n"
            "passed   |  | raw \xEF\xBF\xBD\n");
  EXPECT_EQ(report.problem, "");
}

TEST(ReadEvents, IsBoundedInDepthAndLineLength) {
  const std::string deep =
      cat("{\"event\":\"test\",\"name\":\"a\",\"outcome\":\"passed\",\"x\":", std::string(100'000, '['), "\n");
  EXPECT_TRUE(contains(read_lines(deep).problem, "line 1: ")) << read_lines(deep).problem;
  const std::string balanced = cat("{\"x\":", std::string(70, '['), std::string(70, ']'), "}\n");
  EXPECT_TRUE(contains(read_lines(balanced).problem, "line 1: ")) << read_lines(balanced).problem;
  const std::string lengthy =
      cat("{\"event\":\"test\",\"name\":\"", std::string(2u << 20, 'x'), "\",\"outcome\":\"passed\"}\n");
  EXPECT_TRUE(contains(read_lines(lengthy).problem, "line 1: longer than 1048576 bytes"))
      << read_lines(lengthy).problem;
}

}  // namespace
}  // namespace assay::reports
