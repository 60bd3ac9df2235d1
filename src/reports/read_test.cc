// What holds for every format: bounds, clean text, a test with several results, several files of one run.
#include <gtest/gtest.h>

#include "reports/reading_test.h"

namespace assay::reports {
namespace {

using logs::Runner;

constexpr Format k_formats[] = {Format::events, Format::junit_xml,  Format::go_json,
                                Format::trx,    Format::rspec_json, Format::cpp_xml};

std::string event(std::string_view name, std::string_view outcome, std::string_view more = "") {
  return cat("{\"event\":\"test\",\"file\":\"a.py\",\"name\":\"", name, "\",\"outcome\":\"", outcome, "\"", more,
             "}\n");
}
Report events(std::string_view lines) {
  return read(Format::events, Runner::pytest,
              cat("{\"event\":\"begin\",\"runner\":\"pytest\"}\n", lines, "{\"event\":\"end\",\"exit\":0}\n"));
}
std::string junit(std::string_view cases) { return cat("<testsuite name=\"s\">", cases, "</testsuite>"); }

TEST(ReadReport, SaysThatNothingIsThere) {
  for (const Format format : k_formats) {
    for (const std::string_view bytes : {"", " \n\t", "\xEF\xBB\xBF"}) {
      const Report report = read(format, Runner::pytest, bytes);
      EXPECT_EQ(report.problem, "the report is empty");
      EXPECT_FALSE(report.finished);
    }
  }
}

TEST(ReadReport, SaysThatItIsSomethingElse) {
  for (const Format format : k_formats) {
    for (const std::string_view bytes : {std::string_view("hello\n"), std::string_view("<html><body/></html>"),
                                         std::string_view("{}"), std::string_view("[]"), std::string_view("null"),
                                         std::string_view("\0\0\0\0", 4), std::string_view("{\"a\":")}) {
      const Report report = read(format, Runner::pytest, bytes);
      EXPECT_FALSE(report.problem.empty()) << static_cast<int>(format) << bytes;
      EXPECT_FALSE(report.finished) << static_cast<int>(format) << bytes;
      EXPECT_TRUE(report.tests.empty());
    }
  }
}

TEST(ReadReport, ReadsUtf16ByItsMark) {
  const std::string text = junit("<testcase name=\"a\"/>");
  std::string little = "\xFF\xFE", big = "\xFE\xFF";
  for (const char c : text) {
    little += c;
    little += '\0';
    big += '\0';
    big += c;
  }
  for (const auto& bytes : {little, big, "\xEF\xBB\xBF" + text}) {
    const Report report = read(Format::junit_xml, Runner::maven, bytes);
    EXPECT_EQ(tests_of(report), "passed   | s | a\n");
    EXPECT_EQ(report.problem, "");
  }
  little.pop_back();  // half a character
  EXPECT_EQ(read(Format::junit_xml, Runner::maven, little).finished, false);
}

TEST(ReadReport, KeepsTextCleanAndBounded) {
  const std::string bad =
      cat("<testcase name=\"a&#10;b&#27;[31m&#0;\xff", std::string(1, '\0'),
          "\xE2\x80\xAE\" classname=\"c&#9;d\" file=\"././x.py\"><failure message=\"one&#10;two&#7;\"/></testcase>");
  const Report report = read(Format::junit_xml, Runner::pytest, junit(bad));
  ASSERT_EQ(report.tests.size(), 1u);
  EXPECT_EQ(report.tests[0].name, "a b?[31m\xEF\xBF\xBD\xEF\xBF\xBD??");
  EXPECT_EQ(report.tests[0].suite, "c d");
  EXPECT_EQ(report.tests[0].file, "x.py");
  EXPECT_EQ(report.tests[0].message, "one\ntwo?");
}

TEST(ReadReport, CutsLongTextsAndKeepsLongNamesApart) {
  const std::string name(5'000, 'n');
  const Report report = events(event(name + "1", "passed") +
                               event(name + "2", "failed", cat(",\"message\":\"", std::string(9'000, 'm'), "\"")));
  ASSERT_EQ(report.tests.size(), 2u);
  for (const auto& test : report.tests) EXPECT_LE(test.name.size(), 1'000u);
  EXPECT_NE(report.tests[0].name, report.tests[1].name);
  EXPECT_LE(report.tests[1].message.size(), 2'000u);
  EXPECT_GT(report.tests[1].message.size(), 1'900u);
  const std::string bytes(900, '\xff');  // each becomes three
  const Report grown = read(Format::junit_xml, Runner::pytest, junit(cat("<testcase name=\"", bytes, "\"/>")));
  EXPECT_LE(grown.tests.at(0).name.size(), 1'000u);
}

TEST(ReadReport, ReadsSecondsThatCanBeTrue) {
  const std::pair<std::string_view, double> k_seconds[] = {
      {"0.25", 0.25}, {"1,204.5", 1204.5}, {"1e-3", 0.001}, {"nan", 0}, {"inf", 0},  {"-1", 0},
      {"1e300", 0},   {"1e999", 0},        {"0x10", 0},     {"", 0},    {"soon", 0}, {"3s", 0}};
  for (const auto& [text, seconds] : k_seconds) {
    const Report report =
        read(Format::junit_xml, Runner::maven, junit(cat("<testcase name=\"a\" time=\"", text, "\"/>")));
    EXPECT_DOUBLE_EQ(report.tests.at(0).seconds, seconds) << text;
  }
  for (const std::string_view number : {"1e300", "-3", "true", "\"2\"", "null", "18446744073709551615"})
    EXPECT_EQ(events(event("a", "passed", cat(",\"seconds\":", number))).tests.at(0).seconds, 0) << number;
}

TEST(ReadReport, StopsAtTheMostTests) {
  std::string lines;
  for (std::size_t i = 0; i < k_most_tests + 2; ++i) lines += event(cat("t", i), "passed");
  const Report report = events(lines);
  EXPECT_EQ(report.tests.size(), k_most_tests);
  EXPECT_EQ(report.problem, "there are more than 200000 tests");
  EXPECT_FALSE(report.finished);
}

TEST(ReadReport, GivesUpWhenAllIsBroken) {
  const std::string lines = replace_all(std::string(200, 'x'), "x", "{\n");
  const Report report = events(lines + event("a", "passed"));
  EXPECT_TRUE(report.problem.starts_with("line 2: not valid JSON; line 3: not valid JSON; ")) << report.problem;
  EXPECT_TRUE(report.tests.empty());
  EXPECT_FALSE(report.finished);
  const Report few = events("{\n{\n" + event("a", "passed"));
  EXPECT_EQ(few.problem, "line 2: not valid JSON; line 3: not valid JSON");
  EXPECT_EQ(counts_of(few), "1 passed, 0 failed, 0 skipped, not finished");
}

TEST(ReadReport, BoundsTheNumberOfLines) {
  std::string bytes = "{\"event\":\"begin\"}\n";
  bytes.append(4'000'000, '\n');
  EXPECT_EQ(read(Format::events, Runner::pytest, bytes).problem, "there are more than 4000000 lines");
}

TEST(ReadReport, ReadsNoMoreThanItsBound) {
  std::string bytes = cat("{\"event\":\"begin\"}\n", event("a", "passed"));
  while (bytes.size() <= k_most_report_bytes) bytes += cat(std::string(1'000, ' '), "\n");
  bytes.resize(k_most_report_bytes + 1);
  const Report report = read(Format::events, Runner::pytest, bytes);
  EXPECT_EQ(report.problem, "the report has 67108865 bytes; only the first 67108864 were read");
  EXPECT_EQ(counts_of(report), "1 passed, 0 failed, 0 skipped, not finished");
}

TEST(ReadReport, AFailureWinsOverAPassAndAPassOverASkip) {
  const std::pair<std::string_view, std::string_view> k_first_second[] = {
      {"passed", "failed"}, {"failed", "passed"}, {"skipped", "failed"}, {"failed", "skipped"}};
  for (const auto& [first, second] : k_first_second) {
    const Report report = events(event("a", first) + event("a", second));
    EXPECT_EQ(counts_of(report), "0 passed, 1 failed, 0 skipped") << first << second;
    EXPECT_EQ(report.repeated, 1u);
    EXPECT_EQ(report.flaky, 0u);
  }
  EXPECT_EQ(counts_of(events(event("a", "passed") + event("a", "skipped"))), "1 passed, 0 failed, 0 skipped");
  EXPECT_EQ(counts_of(events(event("a", "skipped") + event("a", "passed"))), "1 passed, 0 failed, 0 skipped");
}

TEST(ReadReport, ARetryReplacesWhatItRepeats) {
  const Report flaky = events(event("a", "failed", ",\"retry\":true") + event("a", "passed"));
  EXPECT_EQ(counts_of(flaky), "1 passed, 0 failed, 0 skipped");
  EXPECT_EQ(flaky.flaky, 1u);
  EXPECT_EQ(flaky.repeated, 0u);
  const Report twice =
      events(event("a", "failed", ",\"retry\":true") + event("a", "failed", ",\"retry\":true") + event("a", "passed"));
  EXPECT_EQ(counts_of(twice), "1 passed, 0 failed, 0 skipped");
  EXPECT_EQ(twice.flaky, 1u);
  // The last word counts, and only what follows a retry is one.
  EXPECT_EQ(counts_of(events(event("a", "failed", ",\"retry\":true"))), "0 passed, 1 failed, 0 skipped");
  EXPECT_EQ(counts_of(events(event("a", "failed", ",\"retry\":true") + event("a", "passed") + event("a", "failed"))),
            "0 passed, 1 failed, 0 skipped");
  EXPECT_EQ(counts_of(events(event("a", "failed") + event("a", "passed", ",\"retry\":true"))),
            "0 passed, 1 failed, 0 skipped");
  EXPECT_EQ(counts_of(events(event("a", "failed", ",\"retry\":\"yes\"") + event("a", "passed"))),
            "0 passed, 1 failed, 0 skipped");
}

TEST(ReadReport, NamesWithSeparatorsStayDifferentTests) {
  const auto test = [](std::string_view file, std::string_view suite, std::string_view name, std::string_view outcome) {
    return cat("{\"event\":\"test\",\"file\":\"", file, "\",\"suite\":\"", suite, "\",\"name\":\"", name,
               "\",\"outcome\":\"", outcome, "\"}\n");
  };
  const Report report = events(test("a", "b > c", "d", "failed") + test("a", "b", "c > d", "passed") +
                               test("a::b", "", "c", "failed") + test("a", "", "b::c", "passed") +
                               test("a", "b\\u0000c", "d", "failed") + test("a", "b", "c\\u0000d", "passed"));
  EXPECT_EQ(counts_of(report), "3 passed, 3 failed, 0 skipped");
}

TEST(MergeReports, AddsWhatIsNewAndKeepsFailures) {
  Report into = read(Format::junit_xml, Runner::maven,
                     junit("<testcase name=\"a\" classname=\"A\"/><testcase name=\"b\" classname=\"A\"/>"));
  merge(into, read(Format::junit_xml, Runner::maven,
                   junit("<testcase name=\"b\" classname=\"A\"><failure message=\"m\"/></testcase><testcase name=\"c\" "
                         "classname=\"B\"><skipped/></testcase>")));
  EXPECT_EQ(tests_of(into),
            "passed   | A | a\n"
            "failed   | A | b [m]\n"
            "skipped  | B | c\n");
  EXPECT_EQ(counts_of(into), "1 passed, 1 failed, 1 skipped");
  EXPECT_EQ(into.repeated, 1u);
  EXPECT_EQ(into.runner, Runner::maven);
  EXPECT_EQ(into.problem, "");
}

TEST(MergeReports, OneThatIsNotWholeMakesTheSumNotWhole) {
  Report whole = events(event("a", "passed"));
  const Report cut = read(Format::events, Runner::pytest,
                          "{\"event\":\"begin\"}\n{\"event\":\"deselected\",\"count\":2}\n{\"event\":\"loaded\","
                          "\"file\":\"conftest.py\"}\n{\"ev");
  merge(whole, cut);
  EXPECT_EQ(counts_of(whole), "1 passed, 0 failed, 0 skipped, not finished");
  EXPECT_TRUE(contains(whole.problem, "line 4: ")) << whole.problem;
  EXPECT_EQ(whole.deselected, 2u);
  EXPECT_EQ(whole.loaded, std::vector<std::string>{"conftest.py"});
  Report first;
  first.deselected = 1;
  first.exit_status = 0;
  first.flaky = 0;
  Report second;
  second.deselected = 3;
  second.exit_status = 4;
  merge(first, second);
  EXPECT_EQ(first.deselected, 4u);
  EXPECT_EQ(first.exit_status, 4);
}

TEST(MergeReports, ManyFilesAreOne) {
  std::vector<Report> reports;
  for (int i = 0; i < 2'000; ++i)
    reports.push_back(
        read(Format::junit_xml, Runner::gradle, junit(cat("<testcase name=\"t\" classname=\"C", i, "\"/>"))));
  EXPECT_EQ(counts_of(merged(std::move(reports))), "2000 passed, 0 failed, 0 skipped");
  EXPECT_TRUE(merged({}).tests.empty());
}

}  // namespace
}  // namespace assay::reports
