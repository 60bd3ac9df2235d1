// JUnit XML of builders and compiled languages, as they write it.
#include <gtest/gtest.h>

#include "reports/reading_test.h"

namespace assay::reports {
namespace {

using logs::Runner;

Report read_xml_of(Runner runner, std::string_view text) { return read(Format::junit_xml, runner, text); }

// GoogleTest 1.12
TEST(ReadJunit, Googletest) {
  const Report report = read_xml_of(Runner::googletest, R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="6" failures="1" disabled="1" errors="0" time="0" timestamp="2026-11-16T15:30:58.916" name="AllTests">
  <testsuite name="Auth" tests="4" failures="1" disabled="1" skipped="1" errors="0" time="0" timestamp="2026-11-16T15:30:58.916">
    <testcase name="Denies" file="a.cc" line="2" status="run" result="completed" time="0" timestamp="2026-11-16T15:30:58.916" classname="Auth" />
    <testcase name="Fails" file="a.cc" line="3" status="run" result="completed" time="0" timestamp="2026-11-16T15:30:58.916" classname="Auth">
      <failure message="a.cc:3&#x0A;Expected equality of these values:&#x0A;  1&#x0A;  2&#x0A;a &lt; b" type=""><![CDATA[a.cc:3
Expected equality of these values:
  1
  2
a < b]]></failure>
      <failure message="a.cc:3&#x0A;Value of: false&#x0A;  Actual: false&#x0A;Expected: true" type=""><![CDATA[a.cc:3
Value of: false
  Actual: false
Expected: true]]></failure>
    </testcase>
    <testcase name="DISABLED_Later" file="a.cc" line="4" status="notrun" result="suppressed" time="0" timestamp="1970-01-01T00:00:00.000" classname="Auth" />
    <testcase name="Skips" file="a.cc" line="5" status="run" result="skipped" time="0" timestamp="2026-11-16T15:30:58.916" classname="Auth">
      <skipped message="a.cc:5&#x0A;not here"><![CDATA[a.cc:5
not here]]></skipped>
    </testcase>
  </testsuite>
  <testsuite name="Few/P" tests="2" failures="0" disabled="0" skipped="0" errors="0" time="0" timestamp="2026-11-16T15:30:58.916">
    <testcase name="Is/0" value_param="1" file="a.cc" line="7" status="run" result="completed" time="0" timestamp="2026-11-16T15:30:58.916" classname="Few/P" />
    <testcase name="Is/1" value_param="2" file="a.cc" line="7" status="run" result="completed" time="0" timestamp="2026-11-16T15:30:58.916" classname="Few/P" />
  </testsuite>
</testsuites>
)xml");
  EXPECT_EQ(tests_of(report),
            "passed  a.cc | Auth | Denies\n"
            "failed  a.cc | Auth | Fails [a.cc:3]\n"
            "skipped a.cc | Auth | DISABLED_Later [suppressed]\n"
            "skipped a.cc | Auth | Skips [a.cc:5]\n"
            "passed  a.cc | Few/P | Is/0\n"
            "passed  a.cc | Few/P | Is/1\n");
  EXPECT_EQ(counts_of(report), "3 passed, 1 failed, 2 skipped");
  EXPECT_EQ(report.problem, "");
}

// ctest 3.25: a test whose program or fixture is missing is "skipped" here and failed in ctest's own sum.
TEST(ReadJunit, Ctest) {
  const Report report = read_xml_of(Runner::ctest, R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)"
	tests="8"
	failures="3"
	disabled="1"
	skipped="3"
	hostname=""
	time="1"
	timestamp="2026-11-16T15:30:59"
	>
	<testcase name="ok" classname="ok" time="0.0204947" status="run">
		<system-out></system-out>
	</testcase>
	<testcase name="bad" classname="bad" time="0.00499878" status="fail">
		<failure message=""/>
		<system-out></system-out>
	</testcase>
	<testcase name="missing" classname="missing" time="0" status="notrun">
		<skipped message="Unable to find executable"/>
		<system-out>Unable to find executable: /nonexistent/prog</system-out>
	</testcase>
	<testcase name="skips" classname="skips" time="0.0143943" status="notrun">
		<skipped message="SKIP_RETURN_CODE=77"/>
		<system-out></system-out>
	</testcase>
	<testcase name="off" classname="off" time="0" status="disabled">
		<system-out>Disabled</system-out>
	</testcase>
	<testcase name="slow" classname="slow" time="1.00395" status="fail">
		<failure message=""/>
		<system-out></system-out>
	</testcase>
	<testcase name="fx" classname="fx" time="0.00196652" status="fail">
		<failure message=""/>
		<system-out></system-out>
	</testcase>
	<testcase name="needs" classname="needs" time="0" status="notrun">
		<skipped message="Fixture dependency failed"/>
		<system-out>Failed test dependencies: fx</system-out>
	</testcase>
</testsuite>
)xml");
  EXPECT_EQ(tests_of(report),
            "passed   | (empty) | ok\n"
            "failed   | (empty) | bad\n"
            "failed   | (empty) | missing [Unable to find executable]\n"
            "skipped  | (empty) | skips [SKIP_RETURN_CODE=77]\n"
            "skipped  | (empty) | off [disabled]\n"
            "failed   | (empty) | slow\n"
            "failed   | (empty) | fx\n"
            "failed   | (empty) | needs [Fixture dependency failed]\n");
  EXPECT_EQ(counts_of(report), "1 passed, 5 failed, 2 skipped") << "as ctest says: 5 tests failed out of 7, 1 disabled";
  EXPECT_EQ(report.problem, "");
}

// Catch2 2.13 counts assertions, not tests.
TEST(ReadJunit, Catch2) {
  const Report report = read_xml_of(Runner::catch2, R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="c" errors="1" failures="2" tests="9" hostname="tbd" time="0.000" timestamp="2026-11-16T15:32:07Z">
    <testcase classname="c.global" name="adds" time="0.000" status="run"/>
    <testcase classname="c.global" name="adds/a" time="0.000" status="run">
      <failure message="1==2" type="CHECK">
FAILED:
  CHECK( 1==2 )
at c/c.cc:3
      </failure>
      <failure message="1==3" type="CHECK">
FAILED:
      </failure>
    </testcase>
    <testcase classname="c.global" name="adds/b/c" time="0.000" status="run"/>
    <testcase classname="c.global" name="ok > here" time="0.000" status="run"/>
    <testcase classname="c.global" name="may" time="0.000" status="run">
      <skipped message="TEST_CASE tagged with !mayfail"/>
      <failure message="false" type="CHECK">
FAILED:
      </failure>
    </testcase>
    <testcase classname="c.global" name="throws" time="0.000" status="run">
      <error type="TEST_CASE">
FAILED:
Unknown exception
      </error>
    </testcase>
    <system-out/>
    <system-err/>
  </testsuite>
</testsuites>)");
  EXPECT_EQ(tests_of(report),
            "passed   | c.global | adds\n"
            "failed   | c.global | adds/a [1==2]\n"
            "passed   | c.global | adds/b/c\n"
            "passed   | c.global | ok > here\n"
            "skipped  | c.global | may [false]\n"
            "failed   | c.global | throws [FAILED:]\n");
  EXPECT_EQ(report.problem, "");
  const Report lost = read_xml_of(
      Runner::catch2,
      R"(<testsuites><testsuite name="c" errors="0" failures="2" tests="9"><testcase classname="c.global" name="a"/></testsuite></testsuites>)");
  EXPECT_FALSE(lost.problem.empty()) << "failures are stated and none is there";
}

// doctest 2.4.9
TEST(ReadJunit, Doctest) {
  const Report report = read_xml_of(Runner::doctest, R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="./d/d" errors="1" failures="1" tests="7" time="0.000107" timestamp="2026-11-16T15:32:13Z" doctest_version="2.4.9">
    <testcase classname="d/d.cc" name="adds/a" time="0.000107" status="run">
      <failure message="1 == 2" type="CHECK">
d/d.cc:3:
      </failure>
    </testcase>
    <testcase classname="d/d.cc" name="adds/b" time="0" status="run"/>
    <testcase classname="d/d.cc" name="throws" time="0" status="run">
      <error message="exception">
        unknown exception
      </error>
    </testcase>
  </testsuite>
</testsuites>)");
  EXPECT_EQ(tests_of(report),
            "failed  d/d.cc |  | adds/a [1 == 2]\n"
            "passed  d/d.cc |  | adds/b\n"
            "failed  d/d.cc |  | throws [exception]\n");
  EXPECT_EQ(report.problem, "");
}

// Surefire 3 with rerunFailingTestsCount: a test that failed and then passed has flakyFailure, one that failed again
// has failure and rerunFailure. A class that could not be prepared has a test without a name.
TEST(ReadJunit, Surefire) {
  const Report report = read_xml_of(Runner::maven, R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report-3.0.xsd" version="3.0" name="com.example.AuthTest" time="1,204.043" tests="5" errors="1" skipped="1" failures="1" flakes="1">
  <properties>
    <property name="java.version" value="17"/>
  </properties>
  <testcase name="denies" classname="com.example.AuthTest" time="0.021"/>
  <testcase name="flaky" classname="com.example.AuthTest" time="0.001">
    <flakyFailure message="once" type="java.lang.AssertionError">
      <stackTrace><![CDATA[java.lang.AssertionError: once
	at com.example.AuthTest.flaky(AuthTest.java:9)]]></stackTrace>
      <system-out><![CDATA[<failure/>]]></system-out>
    </flakyFailure>
  </testcase>
  <testcase name="fails" classname="com.example.AuthTest" time="0.002">
    <failure message="expected: &lt;1&gt; but was: &lt;2&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError]]></failure>
    <rerunFailure message="again" type="org.opentest4j.AssertionFailedError"><stackTrace><![CDATA[x]]></stackTrace></rerunFailure>
  </testcase>
  <testcase name="later" classname="com.example.AuthTest" time="0">
    <skipped message="not yet"/>
  </testcase>
  <testcase name="" classname="com.example.AuthTest" time="0.0">
    <error message="no database" type="java.lang.IllegalStateException"><![CDATA[java.lang.IllegalStateException: no database]]></error>
  </testcase>
</testsuite>)");
  EXPECT_EQ(tests_of(report),
            "passed   | com.example.AuthTest | denies\n"
            "passed   | com.example.AuthTest | flaky\n"
            "failed   | com.example.AuthTest | fails [expected: <1> but was: <2>]\n"
            "skipped  | com.example.AuthTest | later [not yet]\n"
            "failed   | com.example.AuthTest | com.example.AuthTest [no database]\n");
  EXPECT_EQ(report.flaky, 1u);
  EXPECT_EQ(report.repeated, 0u);
  EXPECT_EQ(report.problem, "");
}

TEST(ReadJunit, Gradle) {
  const Report report = read_xml_of(Runner::gradle, R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="com.example.ParserTest" tests="3" skipped="1" failures="1" errors="0" timestamp="2026-11-16T15:32:13" hostname="vm" time="0.012">
  <properties/>
  <testcase name="reads [1] a, b" classname="com.example.ParserTest" time="0.008"/>
  <testcase name="fails()" classname="com.example.ParserTest" time="0.003">
    <failure message="java.lang.AssertionError: no" type="java.lang.AssertionError">java.lang.AssertionError: no
	at com.example.ParserTest.fails(ParserTest.java:12)
</failure>
  </testcase>
  <testcase name="later()" classname="com.example.ParserTest" time="0.0">
    <skipped/>
  </testcase>
  <system-out><![CDATA[<testcase name="forged" classname="com.example.ParserTest"/>]]></system-out>
  <system-err><![CDATA[]]></system-err>
</testsuite>)xml");
  EXPECT_EQ(tests_of(report),
            "passed   | com.example.ParserTest | reads [1] a, b\n"
            "failed   | com.example.ParserTest | fails() [java.lang.AssertionError: no]\n"
            "skipped  | com.example.ParserTest | later()\n");
  EXPECT_EQ(report.problem, "");
}

TEST(ReadJunit, Nextest) {
  const Report report = read_xml_of(Runner::nextest, R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="nextest-run" tests="3" failures="1" errors="0" uuid="45c50042-482e-477e-88b2-60cfcc3eaf95" timestamp="2026-11-16T15:32:13.000+00:00" time="0.023">
    <testsuite name="auth" tests="3" disabled="0" errors="0" failures="1">
        <testcase name="tests::denies" classname="auth" timestamp="2026-11-16T15:32:13.000+00:00" time="0.004">
        </testcase>
        <testcase name="tests::flaky" classname="auth" timestamp="2026-11-16T15:32:13.000+00:00" time="0.004">
            <flakyFailure timestamp="2026-11-16T15:32:13.000+00:00" time="0.003" message="thread panicked" type="test failure with exit code 101">
                <system-out>running 1 test</system-out>
            </flakyFailure>
        </testcase>
        <testcase name="tests::fails" classname="auth" timestamp="2026-11-16T15:32:13.000+00:00" time="0.004">
            <failure message="assertion failed: left == right" type="test failure with exit code 101">thread &apos;tests::fails&apos; panicked</failure>
            <rerunFailure timestamp="2026-11-16T15:32:13.000+00:00" time="0.004" type="test failure with exit code 101">x</rerunFailure>
        </testcase>
    </testsuite>
</testsuites>)");
  EXPECT_EQ(tests_of(report),
            "passed   | auth | tests::denies\n"
            "passed   | auth | tests::flaky\n"
            "failed   | auth | tests::fails [assertion failed: left == right]\n");
  EXPECT_EQ(report.flaky, 1u);
  EXPECT_EQ(report.problem, "");
}

TEST(ReadJunit, SwiftAndExunit) {
  const Report swift = read_xml_of(Runner::swift_test, R"(<?xml version="1.0" encoding="UTF-8"?>

<testsuites>
<testsuite name="TestResults" errors="0" tests="2" failures="1" skipped="0" time="0.003">
<testcase classname="AuthTests.AuthTests" name="testDenies" time="0.001">
</testcase>
<testcase classname="AuthTests.AuthTests" name="testFails" time="0.002">
<failure message="failed"></failure>
</testcase>
</testsuite>
</testsuites>
)");
  EXPECT_EQ(tests_of(swift),
            "passed   | AuthTests.AuthTests | testDenies\n"
            "failed   | AuthTests.AuthTests | testFails [failed]\n");
  EXPECT_EQ(swift.problem, "");
  const Report exunit = read_xml_of(
      Runner::exunit,
      R"(<?xml version="1.0"?><testsuites><testsuite errors="0" failures="1" name="Elixir.AuthTest" tests="3" time="0.0321"><properties><property name="seed" value="1"/></properties><testcase classname="Elixir.AuthTest" file="test/auth_test.exs:4" name="test denies" time="0.0100"/><testcase classname="Elixir.AuthTest" file="test/auth_test.exs:7" name="test fails" time="0.0200"><failure message="error: Assertion with == failed">  1) test fails (AuthTest)</failure></testcase><testcase classname="Elixir.AuthTest" file="test/auth_test.exs:9" name="test later" time="0.0"><skipped/></testcase></testsuite></testsuites>)");
  EXPECT_EQ(tests_of(exunit),
            "passed  test/auth_test.exs | Elixir.AuthTest | test denies\n"
            "failed  test/auth_test.exs | Elixir.AuthTest | test fails [error: Assertion with == failed]\n"
            "skipped test/auth_test.exs | Elixir.AuthTest | test later\n");
  EXPECT_EQ(exunit.problem, "");
}

TEST(ReadJunit, AFailureOfNoTestIsAFailure) {
  const Report report = read_xml_of(
      Runner::maven,
      R"(<testsuite name="com.example.A" tests="1" errors="1" failures="0"><error message="setup broke"/><testcase name="a" classname="com.example.A"/></testsuite>)");
  EXPECT_EQ(tests_of(report),
            "failed   | com.example.A | com.example.A [setup broke]\n"
            "passed   | com.example.A | a\n");
  EXPECT_EQ(report.problem, "");
}

TEST(ReadJunit, AStatusThatIsNotKnownIsNoPass) {
  const std::pair<std::string_view, std::string_view> k_words[] = {
      {"status=\"passed\"", "passed   | s | a\n"},
      {"status=\"run\" result=\"completed\"", "passed   | s | a\n"},
      {"status=\"failed\"", "failed   | s | a\n"},
      {"result=\"error\"", "failed   | s | a\n"},
      {"status=\"pending\"", "skipped  | s | a [pending]\n"},
      {"status=\"banana\"", "skipped  | s | a [banana]\n"}};
  for (const auto& [attributes, shown] : k_words) {
    const Report report = read_xml_of(Runner::junit_xml,
                                      cat("<testsuite name=\"s\"><testcase name=\"a\" ", attributes, "/></testsuite>"));
    EXPECT_EQ(tests_of(report), shown) << attributes;
  }
}

TEST(ReadJunit, TotalsThatDisagreeAreAProblem) {
  const std::pair<std::string_view, std::string_view> k_totals[] = {
      {"tests=\"2\"", "it states 2 tests, no number of failed, no number of skipped; it has 3, 1, 1"},
      {"tests=\"4\" failures=\"1\"", "it states 4 tests, 1 failed, no number of skipped; it has 3, 1, 1"},
      {"tests=\"3\" failures=\"0\" skipped=\"1\"", "it states 3 tests, 0 failed, 1 skipped; it has 3, 1, 1"},
      {"tests=\"3\" failures=\"1\" errors=\"1\"", "it states 3 tests, 2 failed, no number of skipped; it has 3, 1, 1"},
      {"tests=\"3\" failures=\"1\" skipped=\"0\"", "it states 3 tests, 1 failed, 0 skipped; it has 3, 1, 1"},
      {"tests=\"-1\"", "its totals are not numbers"},
      {"tests=\"99999999999999999999\"", "its totals are not numbers"},
      {"failures=\"18446744073709551615\" errors=\"2\"", "its totals are not numbers"},
      {"tests=\"3\" failures=\"1\" skipped=\"1\"", ""},
      {"tests=\"3\" errors=\"1\" failures=\"0\"", ""},
      {"", ""},
  };
  for (const auto& [attributes, problem] : k_totals) {
    const std::string cases =
        R"(<testcase name="a"/><testcase name="b"><failure/></testcase><testcase name="c"><skipped/></testcase>)";
    const std::string expected = problem.empty() ? std::string() : cat("suite \"s\": ", problem);
    const Report report =
        read_xml_of(Runner::maven, cat("<testsuite name=\"s\" ", attributes, ">", cases, "</testsuite>"));
    EXPECT_EQ(report.problem, expected) << attributes;
    EXPECT_TRUE(report.finished);
    const Report inner = read_xml_of(
        Runner::maven, cat("<testsuites><testsuite name=\"s\" ", attributes, ">", cases, "</testsuite></testsuites>"));
    EXPECT_EQ(inner.problem, expected) << attributes;
  }
}

TEST(ReadJunit, WhatIsBrokenKeepsWhatCameBefore) {
  const std::string_view head = R"(<testsuites><testsuite name="s" tests="3"><testcase name="a"/>)";
  const std::pair<std::string_view, std::string_view> k_tails[] = {
      {"", "the file ends inside of <testsuite>"},
      {"<testcase name=\"b", "the tag <testcase> is malformed or cut off"},
      {"<testcase name=\"b\">", "the file ends inside of <testcase>"},
      {"<testcase name=\"b\"><testcase name=\"c\"/></testcase></testsuite></testsuites>",
       "there is a <testcase> inside of a <testcase>"},
      {"<testcase name=\"b\" name=\"c\"/></testsuite></testsuites>", "the tag <testcase> is malformed or cut off"},
      {"</testsuites>", "</testsuites> closes nothing"},
      {"<!DOCTYPE x><testcase name=\"b\"/>", "a DTD is not read"},
  };
  for (const auto& [tail, problem] : k_tails) {
    const Report report = read_xml_of(Runner::maven, cat(head, tail));
    EXPECT_EQ(counts_of(report), "1 passed, 0 failed, 0 skipped, not finished") << tail;
    EXPECT_TRUE(report.problem.ends_with(problem)) << report.problem;
  }
  const Report failing = read_xml_of(Runner::maven, cat(head, "<testcase name=\"b\"><failure message=\"m\"/>"));
  EXPECT_EQ(counts_of(failing), "1 passed, 1 failed, 0 skipped, not finished");
}

TEST(ReadJunit, TwoReportsInOneFileAreAProblem) {
  const std::string one = R"(<testsuite name="s" tests="1"><testcase name="a"/></testsuite>)";
  EXPECT_EQ(read_xml_of(Runner::maven, one + one).problem, "line 1: there is a second root element");
  EXPECT_EQ(read_xml_of(Runner::maven, one + "ok").problem, "line 1: text outside of the root element");
}

TEST(ReadJunit, EntityBombsAreNotRead) {
  const Report report = read_xml_of(Runner::maven, R"(<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>
<testsuite name="s"><testcase name="&lol2;"/></testsuite>)");
  EXPECT_EQ(report.problem, "line 2: a DTD is not read");
  EXPECT_TRUE(report.tests.empty());
  const Report unknown = read_xml_of(Runner::maven, R"(<testsuite name="s"><testcase name="&lol;"/></testsuite>)");
  EXPECT_EQ(tests_of(unknown), "passed   | s | &lol;\n");
}

TEST(ReadJunit, AMillionNestedSuitesAreRefused) {
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "<testsuite name='s'>";
  EXPECT_EQ(read_xml_of(Runner::maven, deep).problem, "line 1: elements are nested deeper than 64");
}

}  // namespace
}  // namespace assay::reports
