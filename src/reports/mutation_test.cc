#include "reports/mutation.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::reports {
namespace {

using Outcome = ReportedMutant::Outcome;

std::string shown_mutants(const MutationReport& report) {
  std::string out;
  for (const auto& each : report.mutants) {
    const std::string_view outcome = each.outcome == Outcome::noticed     ? "noticed"
                                     : each.outcome == Outcome::unnoticed ? "unnoticed"
                                                                          : "unreached";
    out += cat(each.file, ":", each.first, "-", each.last, " ", outcome, " ", each.words, " ", each.test, ";");
  }
  return out;
}

TEST(MutationReports, OfStryker) {
  const auto report = read_mutation_report(MutationTool::stryker, R"({
    "schemaVersion": "1.7", "thresholds": {"high": 80, "low": 60},
    "files": {"src/cart.js": {"language": "javascript", "source": "let a = 1;", "mutants": [
      {"id": "0", "mutatorName": "EqualityOperator", "replacement": "a <= b", "status": "Killed", "killedBy": ["7"],
       "location": {"start": {"line": 3, "column": 7}, "end": {"line": 3, "column": 12}}},
      {"id": "1", "mutatorName": "BlockStatement", "replacement": "{}", "status": "Survived",
       "location": {"start": {"line": 4, "column": 1}, "end": {"line": 6, "column": 2}}},
      {"id": "2", "mutatorName": "StringLiteral", "status": "NoCoverage",
       "location": {"start": {"line": 9, "column": 1}, "end": {"line": 9, "column": 2}}},
      {"id": "3", "mutatorName": "X", "status": "Timeout",
       "location": {"start": {"line": 9, "column": 1}, "end": {"line": 9, "column": 2}}},
      {"id": "4", "status": "Killed", "location": {"start": {"line": -3}}}]}},
    "testFiles": {"test/cart.test.js": {"tests": [{"id": "7", "name": "adds up"}]}}})");
  EXPECT_EQ(report.problem, "");
  EXPECT_EQ(shown_mutants(report),
            "src/cart.js:3-3 noticed `a <= b` adds up;src/cart.js:4-6 unnoticed `{}` ;"
            "src/cart.js:9-9 unreached StringLiteral ;");
}

TEST(MutationReports, OfPit) {
  const auto report = read_mutation_report(MutationTool::pit, R"(<?xml version="1.0" encoding="UTF-8"?>
<mutations>
<mutation detected='true' status='KILLED' numberOfTestsRun='1'><sourceFile>Cart.java</sourceFile>
<mutatedClass>org.example.Cart$Line</mutatedClass><mutatedMethod>sum</mutatedMethod><lineNumber>12</lineNumber>
<killingTest>org.example.CartTest.addsUp(org.example.CartTest)</killingTest>
<description>changed conditional boundary</description></mutation>
<mutation detected='false' status='SURVIVED'><sourceFile>Cart.java</sourceFile><mutatedClass>org.example.Cart</mutatedClass>
<lineNumber>20</lineNumber><killingTest/><description>removed call</description></mutation>
<mutation detected='true' status='TIMED_OUT'><sourceFile>Cart.java</sourceFile><mutatedClass>org.example.Cart</mutatedClass>
<lineNumber>21</lineNumber></mutation>
</mutations>)");
  EXPECT_EQ(report.problem, "");
  EXPECT_EQ(shown_mutants(report),
            "org/example/Cart.java:12-12 noticed changed conditional boundary "
            "org.example.CartTest.addsUp(org.example.CartTest);org/example/Cart.java:20-20 unnoticed removed call ;");
}

TEST(MutationReports, OfCargoMutants) {
  const auto report = read_mutation_report(MutationTool::cargo_mutants, R"({"outcomes": [
    {"scenario": "Baseline", "summary": "Success"},
    {"scenario": {"Mutant": {"name": "src/lib.rs:4:5: replace f -> bool with true", "file": "src/lib.rs",
      "span": {"start": {"line": 4, "column": 5}, "end": {"line": 4, "column": 9}}, "replacement": "true"}},
     "summary": "CaughtMutant"},
    {"scenario": {"Mutant": {"file": "src/lib.rs", "line": 9, "replacement": "0"}}, "summary": "MissedMutant"},
    {"scenario": {"Mutant": {"file": "src/lib.rs", "line": 9}}, "summary": "Unviable"}]})");
  EXPECT_EQ(report.problem, "");
  EXPECT_EQ(shown_mutants(report),
            "src/lib.rs:4-4 noticed src/lib.rs:4:5: replace f -> bool with true ;src/lib.rs:9-9 unnoticed `0` ;");
}

TEST(MutationReports, OfMutmut) {
  const auto report = read_mutation_report(MutationTool::mutmut, R"(<?xml version="1.0" ?>
<testsuites><testsuite name="mutmut" tests="3" failures="1" errors="0">
<testcase name="Mutant #1" file="shop.py" line="4"><system-out>a</system-out></testcase>
<testcase name="Mutant #2" file="shop.py" line="5"><failure type="failure" message="bad_survived">b</failure></testcase>
<testcase name="Mutant #3" file="shop.py" line="6"><error type="error" message="bad_timeout">c</error></testcase>
</testsuite></testsuites>)");
  EXPECT_EQ(report.problem, "");
  EXPECT_EQ(shown_mutants(report), "shop.py:4-4 noticed Mutant #1 ;shop.py:5-5 unnoticed Mutant #2 ;");
}

TEST(MutationReports, WhatIsNoReportSaysSo) {
  for (const auto tool :
       {MutationTool::stryker, MutationTool::pit, MutationTool::cargo_mutants, MutationTool::mutmut}) {
    for (std::string_view text : {"", "{", "[]", "{\"files\": 3}", "<a/>", "<mutations><mutation>", "null", "7"}) {
      const auto report = read_mutation_report(tool, text);
      EXPECT_TRUE(report.mutants.empty()) << text;
      EXPECT_FALSE(report.problem.empty()) << name(tool) << " " << text;
    }
  }
}

TEST(MutationReports, AreLookedForWhereTheCommandStartsTheTool) {
  EXPECT_TRUE(mutation_places("npm test").empty());
  ASSERT_EQ(mutation_places("npx stryker run").size(), 1u);
  EXPECT_EQ(mutation_places("npx stryker run")[0].folder, "reports/mutation");
  EXPECT_EQ(mutation_places("npx stryker run")[0].pattern, "mutation.json") << "no other name of it counts";
  EXPECT_EQ(mutation_places("mvn org.pitest:pitest-maven:mutationCoverage")[0].tool, MutationTool::pit);
  EXPECT_EQ(mutation_places("cargo mutants --in-diff d")[0].tool, MutationTool::cargo_mutants);
  EXPECT_EQ(mutation_places("mutmut run; mutmut junitxml >mutmut.xml")[0].tool, MutationTool::mutmut);
}

}  // namespace
}  // namespace assay::reports
