#include "reports/coverage.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "reports/source_map.h"

namespace assay::reports {
namespace {

class CoveredTree : public Files {
 public:
  std::optional<std::string> read(std::string_view path) const override {
    const auto found = m_files.find(path);
    return found == m_files.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::string, std::string, std::less<>> m_files{
      {"go.mod", "module example.com/x\n"},
      {"sub/go.mod", "module \"example.com/sub\" // nested\n"},
      // 65 units; f is 0 to 58, its inner block 25 to 45.
      {"shop.js", "function f(x) {\n  if (x) {\n    return 1;\n  }\n  return 2;\n}\nf(0);\n"},
      {"a.js", "1;\n"},
      {"test/a.test.js", "2;\n"},
      {"shop.ts", "type A = 1;\nlet a = 1;\nlet b = 2;\n"}};
};

std::string lines_text(const std::set<std::uint32_t>& lines) {
  std::string text;
  for (const auto line : lines) text += cat(text.empty() ? "" : " ", line);
  return text;
}

// "shop.js: 1 2 of 1 2 3"
std::string text_of(const Coverage& coverage) {
  std::string text;
  for (const auto& [path, file] : coverage.files)
    text += cat(path, ": ", lines_text(file.executed), " of ", lines_text(file.executable), "\n");
  for (const auto& path : coverage.unclear) text += cat(path, " is unclear\n");
  return text;
}

Coverage read_of(CoverageFormat format, std::string_view bytes, std::vector<std::string> wanted) {
  static const CoveredTree tree;
  return read_coverage(format, bytes, {"/w", std::move(wanted), &tree});
}

TEST(ReadCoverage, LinesOfOurHook) {
  const auto read =
      read_of(CoverageFormat::lines_json,
              "{\"file\":\"a.py\",\"executable\":[1,2,3]}\n{\"file\":\"a.py\",\"lines\":[2]}\n"
              "{\"file\":\"a.py\",\"lines\":[-1,0,9999999999,1.5,\"2\"]}\n{\"file\":\"b.py\",\"lines\":[1]}\n",
              {"a.py"});
  EXPECT_EQ(text_of(read), "a.py: 2 of 1 2 3\n");
  EXPECT_EQ(covers(read, "a.py", 1, 2), true);
  EXPECT_EQ(covers(read, "a.py", 3, 1), false);
  EXPECT_EQ(covers(read, "a.py", 4, 9), std::nullopt);
  EXPECT_EQ(covers(read, "b.py", 1, 1), std::nullopt);
}

TEST(ReadCoverage, LinesThatAnotherTracerHidMakeTheRestUnclear) {
  const auto read = read_of(CoverageFormat::lines_json,
                            "{\"file\":\"a.py\",\"lines\":[2],\"executable\":[1,2]}\n{\"lost\":true}\n", {"a.py"});
  EXPECT_EQ(covers(read, "a.py", 2, 1), true);
  EXPECT_EQ(covers(read, "a.py", 1, 1), std::nullopt);
}

TEST(ReadCoverage, TestsThatRanALine) {
  const std::vector<std::string> wanted{"a.py"};
  auto read = read_of(CoverageFormat::lines_json,
                      "{\"file\":\"a.py\",\"lines\":[2,3],\"test\":\"t/test_a.py\"}\n"
                      "{\"file\":\"a.py\",\"lines\":[2],\"test\":\"t/test_b.py\"}\n"
                      "{\"file\":\"a.py\",\"lines\":[3,4]}\n",
                      wanted);
  using Tests = std::set<std::string>;
  EXPECT_EQ(tests_at(read, "a.py", 2), (Tests{"t/test_a.py", "t/test_b.py"}));
  EXPECT_EQ(tests_at(read, "a.py", 3), Tests());  // outside of tests as well
  EXPECT_EQ(tests_at(read, "a.py", 4), Tests());
  EXPECT_EQ(tests_at(read, "a.py", 5), Tests());
  EXPECT_EQ(tests_at(read, "b.py", 2), Tests());
  // Another process says nothing of tests.
  merge(read, read_of(CoverageFormat::lines_json, "{\"file\":\"a.py\",\"lines\":[2]}\n", wanted));
  EXPECT_EQ(tests_at(read, "a.py", 2), Tests());
  std::string many;
  for (int i = 0; i < 300; ++i) many += cat("{\"file\":\"a.py\",\"lines\":[1],\"test\":\"t", i, ".py\"}\n");
  EXPECT_EQ(tests_at(read_of(CoverageFormat::lines_json, many, wanted), "a.py", 1), Tests());
}

TEST(ReadCoverage, TellsOfFilesOfItsLanguage) {
  const auto read = read_of(CoverageFormat::lines_json, "{\"file\":\"a.py\",\"lines\":[2]}\n", {"a.py"});
  EXPECT_TRUE(tells_of(read, "new.py"));
  EXPECT_FALSE(tells_of(read, "new.js"));
  EXPECT_FALSE(tells_of(read_of(CoverageFormat::lines_json, "", {"a.py"}), "a.py"));
  EXPECT_TRUE(tells_of(read_of(CoverageFormat::lcov, "SF:a.js\nend_of_record\n", {"a.js"}), "b.tsx"));
}

TEST(ReadCoverage, ProfileOfGo) {
  const auto read = read_of(CoverageFormat::go_profile,
                            "mode: set\nexample.com/x/a/a.go:3.20,5.2 2 1\nexample.com/x/a/a.go:5.2,7.3 1 0\n"
                            "example.com/sub/b.go:1.1,1.9 1 1\nother/a/a.go:9.1,9.2 1 1\n",
                            {"a/a.go", "sub/b.go"});
  EXPECT_EQ(text_of(read), "a/a.go: 3 4 5 of 3 4 5 6 7\nsub/b.go: 1 of 1\n");
  EXPECT_EQ(read.problem, "");
  EXPECT_NE(read_of(CoverageFormat::go_profile, "mode: set\nx.go:a,b 1 1\n", {"a/a.go"}).problem, "");
}

TEST(ReadCoverage, LcovAndCoveragePy) {
  EXPECT_EQ(text_of(read_of(CoverageFormat::lcov,
                            "TN:\nSF:a.js\nDA:1,0\nDA:2,5\nend_of_record\nSF:/w/shop.js\nDA:1,1,hash\nend_of_record\n"
                            "SF:/other/a.js\nDA:9,1\nend_of_record\n",
                            {"a.js", "shop.js"})),
            "a.js: 2 of 1 2\nshop.js: 1 of 1\n");
  EXPECT_EQ(
      text_of(read_of(CoverageFormat::coverage_py,
                      R"({"files":{"./a.py":{"executed_lines":[1],"missing_lines":[2,3]},"b.py":{}}})", {"a.py"})),
      "a.py: 1 of 1 2 3\n");
}

constexpr std::string_view k_v8 = R"({"result":[{"scriptId":"1","url":"node:fs","functions":[]},
{"scriptId":"2","url":"file:///w/shop.js","functions":[
 {"functionName":"","ranges":[{"startOffset":0,"endOffset":65,"count":1}],"isBlockCoverage":true},
 {"functionName":"f","ranges":[{"startOffset":0,"endOffset":58,"count":1},{"startOffset":25,"endOffset":45,"count":0}],"isBlockCoverage":true}]}
]TAIL})";

std::string v8(std::string_view tail = "") { return replace_all(std::string(k_v8), "TAIL", tail); }

TEST(ReadCoverage, RangesOfV8) {
  EXPECT_EQ(text_of(read_of(CoverageFormat::v8, v8(), {"shop.js"})), "shop.js: 1 2 5 6 7 of 1 2 3 4 5 6 7\n");
}

TEST(ReadCoverage, AScriptThatIsNotAsLongAsItsFileIsUnclear) {
  const auto text = replace_all(v8(), "\"endOffset\":65", "\"endOffset\":90");
  const auto read = read_of(CoverageFormat::v8, text, {"shop.js"});
  EXPECT_EQ(text_of(read), "shop.js is unclear\n");
  // What knows the form in which it ran is believed.
  auto both = read_of(CoverageFormat::lcov, "SF:shop.js\nDA:1,1\nDA:2,0\n", {"shop.js"});
  merge(both, read);
  EXPECT_EQ(covers(both, "shop.js", 2, 1), false);
}

TEST(ReadCoverage, AFileThatNoTestLoadedDidNotRun) {
  constexpr std::string_view test =
      R"({"result":[{"url":"file:///w/test/a.test.js","functions":[{"functionName":"","ranges":[{"startOffset":0,"endOffset":ALL,"count":1}]}]}]})";
  const auto own = replace_all(std::string(test), "ALL", "3"), transformed = replace_all(std::string(test), "ALL", "9");
  EXPECT_EQ(covers(read_of(CoverageFormat::v8, own, {"a.js"}), "a.js", 1, 1), false);
  EXPECT_EQ(covers(read_of(CoverageFormat::v8, transformed, {"a.js"}), "a.js", 1, 1), std::nullopt);
  EXPECT_EQ(covers(read_of(CoverageFormat::v8, R"({"result":[]})", {"a.js"}), "a.js", 1, 1), std::nullopt);
}

TEST(ReadCoverage, SourceMapsLeadBackToTheLines) {
  // The script: "let a = 1;\nlet b = 2;\n", from lines 2 and 3 of the source; the second did not run.
  constexpr std::string_view text =
      R"({"result":[{"url":"file:///w/shop.ts","functions":[{"functionName":"","ranges":[{"startOffset":0,"endOffset":22,"count":1},{"startOffset":11,"endOffset":21,"count":0}]}]}],
"source-map-cache":{"file:///w/shop.ts":{"lineLengths":[10,10,0],"data":{"version":3,"sources":["shop.ts"],"mappings":"AACA;AACA"},"url":null}}})";
  EXPECT_EQ(text_of(read_of(CoverageFormat::v8, text, {"shop.ts"})), "shop.ts: 2 of 2 3\n");
}

TEST(ReadCoverage, WhatIsBrokenIsSaid) {
  EXPECT_NE(read_of(CoverageFormat::v8, "", {"a.js"}).problem, "");
  EXPECT_NE(read_of(CoverageFormat::v8, R"({"result":[{"url":"file:///w/a.js")", {"a.js"}).problem, "");
  EXPECT_NE(read_of(CoverageFormat::lines_json, "[1]\n", {"a.py"}).problem, "");
  EXPECT_NE(read_of(CoverageFormat::coverage_py, "{}", {"a.py"}).problem, "");
}

TEST(SourceMapOf, MappingsAreNumbersInBase64) {
  const auto pieces = read_mappings("AAAA,gBAAgB;AACA;;EADA");
  ASSERT_EQ(pieces.size(), 4u);
  EXPECT_EQ(pieces[1].column, 16u);
  EXPECT_EQ(pieces[2].line, 1u);
  EXPECT_EQ(pieces[2].source_line, 1u);
  EXPECT_EQ(pieces[3].line, 3u);
  EXPECT_EQ(pieces[3].source_line, 0u);
  EXPECT_TRUE(read_mappings("!").empty());
  EXPECT_TRUE(read_mappings("D").empty());
}

}  // namespace
}  // namespace assay::reports
