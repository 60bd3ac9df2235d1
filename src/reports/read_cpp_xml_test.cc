// Catch2's and doctest's own XML. The documents are what the programs of Debian 12 write, shortened.
#include <gtest/gtest.h>

#include "reports/reading_test.h"

namespace assay::reports {
namespace {

using logs::Runner;

Report catch2(std::string_view text) { return read(Format::cpp_xml, Runner::catch2, text); }

std::string failures_of(const Report& report) {
  constexpr std::string_view words[] = {"unknown", "assertion", "error"};
  std::string all;
  for (const auto& test : report.tests) {
    if (test.outcome == logs::Outcome::failed)
      all += cat(test.name, ": ", words[static_cast<std::size_t>(test.failure)], "\n");
  }
  return all;
}

TEST(ReadCppXml, Catch2) {
  const Report report = catch2(R"xml(<?xml version="1.0" encoding="UTF-8"?>
<Catch name="c">
  <Group name="c">
    <TestCase name="adds" tags="[math]" filename="tests/c.cc" line="4">
      <Section name="a" filename="tests/c.cc" line="4">
        <Expression success="false" type="CHECK" filename="tests/c.cc" line="4">
          <Original>
            1 == 2
          </Original>
          <Expanded>
            1 == 2
          </Expanded>
        </Expression>
        <Expression success="false" type="REQUIRE" filename="tests/c.cc" line="5">
          <Original>
            f() == 2
          </Original>
          <Expanded>
            f() == 2
          </Expanded>
          <Exception filename="tests/c.cc" line="5">
            later
          </Exception>
        </Expression>
        <OverallResults successes="0" failures="2" expectedFailures="0"/>
      </Section>
      <OverallResult success="false"/>
    </TestCase>
    <TestCase name="no assertion" filename="tests/c.cc" line="5">
      <OverallResult success="true" durationInSeconds="0.25"/>
    </TestCase>
    <TestCase name="should &amp; &lt;may>" tags="[!shouldfail]" filename="tests/c.cc" line="7">
      <Expression success="false" type="CHECK" filename="tests/c.cc" line="7">
        <Original>
          false
        </Original>
        <Expanded>
          false
        </Expanded>
      </Expression>
      <OverallResult success="true"/>
    </TestCase>
    <TestCase name="throws" filename="tests/c.cc" line="8">
      <Exception filename="tests/c.cc" line="8">
        x
y
      </Exception>
      <OverallResult success="false"/>
    </TestCase>
    <TestCase name="fails" filename="tests/c.cc" line="11">
      <Expression success="true" type="CHECK" filename="tests/c.cc" line="12">
        <Original>
          1 == 1
        </Original>
        <Expanded>
          1 == 1
        </Expanded>
      </Expression>
      <Failure filename="tests/c.cc" line="11">
        message
      </Failure>
      <OverallResult success="false"/>
    </TestCase>
    <TestCase name="checks throw" filename="tests/c.cc" line="12">
      <Expression success="false" type="CHECK_THROWS_AS" filename="tests/c.cc" line="12">
        <Original>
          throw 1, std::runtime_error
        </Original>
        <Expanded>
          throw 1, std::runtime_error
        </Expanded>
        <Exception filename="tests/c.cc" line="12">
          Unknown exception
        </Exception>
      </Expression>
      <OverallResult success="false"/>
    </TestCase>
    <TestCase name="ended" filename="tests/c.cc" line="13">
      <Expression success="false" type="REQUIRE" filename="tests/c.cc" line="13">
        <Original>
          f() == 2
        </Original>
        <Expanded>
          f() == 2
        </Expanded>
        <Exception filename="tests/c.cc" line="13">
          gone
        </Exception>
      </Expression>
      <OverallResult success="false"/>
    </TestCase>
    <OverallResults successes="3" failures="5" expectedFailures="2"/>
    <OverallResultsCases successes="1" failures="5" expectedFailures="1"/>
  </Group>
  <OverallResults successes="3" failures="5" expectedFailures="2"/>
  <OverallResultsCases successes="1" failures="5" expectedFailures="1"/>
</Catch>)xml");
  EXPECT_EQ(tests_of(report),
            "failed  tests/c.cc |  | adds [CHECK( 1 == 2 ), with 1 == 2]\n"
            "passed  tests/c.cc |  | no assertion\n"
            "passed  tests/c.cc |  | should & <may>\n"
            "failed  tests/c.cc |  | throws [exception: x]\n"
            "failed  tests/c.cc |  | fails [message]\n"
            "failed  tests/c.cc |  | checks throw [CHECK_THROWS_AS( throw 1, std::runtime_error ), with throw 1, "
            "std::runtime_error]\n"
            "failed  tests/c.cc |  | ended [REQUIRE( f() == 2 ): exception: gone]\n");
  EXPECT_EQ(failures_of(report),
            "adds: assertion\nthrows: error\nfails: assertion\nchecks throw: assertion\nended: error\n");
  EXPECT_EQ(report.problem, "");
  EXPECT_TRUE(report.finished);
  EXPECT_EQ(report.tests[1].seconds, 0.25);
}

// Version 3 has no group, and tests that ask to be skipped.
TEST(ReadCppXml, Catch2Version3) {
  const Report report = catch2(R"xml(<?xml version="1.0" encoding="UTF-8"?>
<Catch2TestRun name="t" rng-seed="42" xml-format-version="3" catch2-version="3.8.0">
  <TestCase name="adds" filename="t.cc" line="2">
    <OverallResult success="true" skips="0"/>
  </TestCase>
  <TestCase name="later" filename="t.cc" line="3">
    <Skip filename="t.cc" line="3">
      no network
    </Skip>
    <OverallResult success="true" skips="1"/>
  </TestCase>
  <OverallResults successes="1" failures="0" expectedFailures="0" skips="1"/>
  <OverallResultsCases successes="1" failures="0" expectedFailures="0" skips="1"/>
</Catch2TestRun>)xml");
  EXPECT_EQ(tests_of(report), "passed  t.cc |  | adds\nskipped t.cc |  | later\n");
  EXPECT_EQ(report.problem, "");
}

TEST(ReadCppXml, Doctest) {
  const Report report = read(Format::cpp_xml, Runner::doctest, R"xml(<?xml version="1.0" encoding="UTF-8"?>
<doctest binary="./d" version="2.4.9">
  <Options order_by="file" rand_seed="0" first="0" last="4294967295" abort_after="0"/>
  <TestSuite>
    <TestCase name="adds" filename="d.cc" line="5">
      <SubCase name="a" filename="d.cc" line="5">
        <Expression success="false" type="CHECK" filename="d.cc" line="5">
          <Original>
            1 == 2
          </Original>
          <Expanded>
            1 == 2
          </Expanded>
        </Expression>
      </SubCase>
      <OverallResultsAsserts successes="1" failures="1" test_case_success="false"/>
    </TestCase>
    <TestCase name="may" filename="d.cc" line="7" may_fail="true">
      <Expression success="false" type="CHECK" filename="d.cc" line="7">
        <Original>
          false
        </Original>
        <Expanded>
          false
        </Expanded>
      </Expression>
      <OverallResultsAsserts successes="0" failures="1" test_case_success="true" duration="0.5"/>
    </TestCase>
    <TestCase name="skipped" filename="d.cc" line="9" skipped="true"/>
    <TestCase name="slow" filename="d.cc" line="10" timeout="0.0001">
      <OverallResultsAsserts successes="1" failures="0" test_case_success="false"/>
    </TestCase>
  </TestSuite>
  <TestSuite name="deep">
    <TestCase name="crash" filename="d.cc" line="11">
      <Exception crash="true">
        SIGSEGV - Segmentation violation signal
      </Exception>
      <OverallResultsAsserts successes="0" failures="0" test_case_success="false"/>
    </TestCase>
    <TestCase name="says" filename="d.cc" line="12">
      <Message type="WARNING" filename="d.cc" line="12">
        <Text>
          quiet
        </Text>
      </Message>
      <Message type="ERROR" filename="d.cc" line="13">
        <Text>
          loud
        </Text>
      </Message>
      <OverallResultsAsserts successes="0" failures="1" test_case_success="false"/>
    </TestCase>
  </TestSuite>
  <OverallResultsAsserts successes="2" failures="3"/>
  <OverallResultsTestCases successes="1" failures="4" skipped="1"/>
</doctest>)xml");
  EXPECT_EQ(tests_of(report),
            "failed  d.cc |  | adds [CHECK( 1 == 2 ), with 1 == 2]\n"
            "passed  d.cc |  | may\n"
            "skipped d.cc |  | skipped\n"
            "failed  d.cc |  | slow\n"
            "failed  d.cc | deep | crash [exception: SIGSEGV - Segmentation violation signal]\n"
            "failed  d.cc | deep | says [loud]\n");
  EXPECT_EQ(failures_of(report), "adds: assertion\nslow: error\ncrash: error\nsays: assertion\n");
  EXPECT_EQ(report.problem, "");
  EXPECT_EQ(report.tests[1].seconds, 0.5);
}

constexpr std::string_view k_passed = R"(<TestCase name="a"><OverallResult success="true"/></TestCase>)";

TEST(ReadCppXml, DoesNotBelieveTotalsThatDifferFromTheTests) {
  const auto report = catch2(cat("<Catch>", k_passed, "<OverallResultsCases successes=\"2\" failures=\"0\"/></Catch>"));
  EXPECT_EQ(report.problem, "it says that 2 test cases passed and 0 failed, and has 1 and 0");
  const auto none = catch2(cat("<Catch>", k_passed, "</Catch>"));
  EXPECT_EQ(none.problem, "it does not say how many test cases passed");
  EXPECT_FALSE(none.finished);
}

TEST(ReadCppXml, ATestThatDidNotEndFailed) {
  const auto report = catch2(cat("<Catch>", k_passed, "<TestCase name=\"b\"><Section name=\"s\">"));
  EXPECT_EQ(tests_of(report), "passed   |  | a\nfailed   |  | b [the test case did not come to its end]\n");
  EXPECT_FALSE(report.finished);
}

TEST(ReadCppXml, RefusesOtherDocuments) {
  for (const std::string_view text :
       {"<testsuites/>", "<TestCase name=\"a\"><OverallResult success=\"true\"/></TestCase>",
        "<Catch><TestCase name=\"a\"><TestCase name=\"b\"><OverallResult "
        "success=\"true\"/></TestCase></TestCase></Catch>",
        "not XML"}) {
    const auto report = catch2(text);
    EXPECT_FALSE(report.problem.empty()) << text;
    EXPECT_FALSE(report.finished) << text;
    EXPECT_EQ(report.passed, 0u) << text;
  }
}

}  // namespace
}  // namespace assay::reports
