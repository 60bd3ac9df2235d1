// JUnit XML as real runners write it (versions as named; long traces shortened), and reports that are not honest.
#include <gtest/gtest.h>

#include "reports/reading_test.h"

namespace assay::reports {
namespace {

using logs::Runner;

Report read_xml(Runner runner, std::string_view text) { return read(Format::junit_xml, runner, text); }

// pytest 7.2.1, junit_family=xunit1
constexpr std::string_view k_pytest =
    R"xml(<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest" errors="3" failures="2" skipped="2" tests="12" time="0.086" timestamp="2026-11-16T15:25:57.580371" hostname="vm"><testcase classname="test_a.TestX" name="test_ok" file="test_a.py" line="2" time="0.005" />
<testcase classname="test_a.TestX" name="test_bad" file="test_a.py" line="3" time="0.003"><failure message="AssertionError: a &lt; b &amp; c&#10;assert 1 == 2">trace</failure></testcase>
<testcase classname="test_a.TestX" name="test_p[x &gt; y]" file="test_a.py" line="4" time="0.000" />
<testcase classname="test_a.TestX" name="test_p[a::b]" file="test_a.py" line="4" time="0.000" />
<testcase classname="test_a.TestX" name="test_p[n\n]" file="test_a.py" line="4" time="0.000" />
<testcase classname="test_a" name="test_skip" file="test_a.py" line="6" time="0.000"><skipped type="pytest.skip" message="later">/tmp/readers_out/py/test_a.py:7: later</skipped></testcase>
<testcase classname="test_a" name="test_xf" file="test_a.py" line="8" time="0.000"><skipped type="pytest.xfail" message="" /></testcase>
<testcase classname="test_a" name="test_xpass" file="test_a.py" line="10" time="0.000" />
<testcase classname="test_a" name="test_err" file="test_a.py" line="14" time="0.000"><error message="failed on setup with &quot;RuntimeError: no db&quot;">trace</error></testcase>
<testcase classname="test_a" name="test_teardown" file="test_a.py" line="19" time="0.000"><error message="failed on teardown with &quot;RuntimeError: td&quot;">trace</error></testcase>
<testcase classname="test_a" name="test_both" file="test_a.py" line="20" time="0.000"><failure message="assert 0">trace</failure></testcase>
<testcase classname="test_a" name="test_both" file="test_a.py" line="20" time="0.000"><error message="failed on teardown with &quot;RuntimeError: td&quot;">trace</error></testcase></testsuite></testsuites>)xml";

TEST(ReadJunit, Pytest) {
  const Report report = read_xml(Runner::pytest, k_pytest);
  EXPECT_EQ(tests_of(report),
            "passed  test_a.py | test_a.TestX | test_ok\n"
            "failed  test_a.py | test_a.TestX | test_bad [AssertionError: a < b & c]\n"
            "passed  test_a.py | test_a.TestX | test_p[x > y]\n"
            "passed  test_a.py | test_a.TestX | test_p[a::b]\n"
            "passed  test_a.py | test_a.TestX | test_p[n\\n]\n"
            "skipped test_a.py | test_a | test_skip [later]\n"
            "skipped test_a.py | test_a | test_xf\n"
            "passed  test_a.py | test_a | test_xpass\n"
            "failed  test_a.py | test_a | test_err [failed on setup with \"RuntimeError: no db\"]\n"
            "failed  test_a.py | test_a | test_teardown [failed on teardown with \"RuntimeError: td\"]\n"
            "failed  test_a.py | test_a | test_both [assert 0]\n");
  EXPECT_EQ(counts_of(report), "5 passed, 4 failed, 2 skipped");
  EXPECT_EQ(report.repeated, 1u);
  EXPECT_EQ(report.problem, "");
  EXPECT_DOUBLE_EQ(report.tests[0].seconds, 0.005);
}

// pytest counts a pass and an error when a test is cleaned up, as two tests.
TEST(ReadJunit, PytestTeardown) {
  const Report report = read_xml(
      Runner::pytest,
      R"(<testsuites><testsuite name="pytest" errors="1" failures="0" skipped="0" tests="2"><testcase classname="test_t" name="test_teardown" time="0.000"><error message="failed on teardown with &quot;RuntimeError: td&quot;">x</error></testcase></testsuite></testsuites>)");
  EXPECT_EQ(counts_of(report), "0 passed, 1 failed, 0 skipped");
  EXPECT_EQ(report.problem, "");
}

TEST(ReadJunit, PytestCollectionError) {
  const Report report = read_xml(
      Runner::pytest,
      R"(<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest" errors="1" failures="0" skipped="0" tests="1" time="0.131" hostname="vm"><testcase classname="" name="py2.test_c" time="0.000"><error message="collection failure">E   ModuleNotFoundError: No module named 'nothere_x'</error></testcase></testsuite></testsuites>)");
  EXPECT_EQ(tests_of(report), "failed   | pytest | py2.test_c [collection failure]\n");
  EXPECT_EQ(report.problem, "");
}

// vitest, --reporter=junit
TEST(ReadJunit, Vitest) {
  const Report report = read_xml(Runner::vitest, R"xml(<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="7" failures="2" errors="0" time="0.031719266">
    <testsuite name="a.test.mjs" timestamp="2026-11-16T15:26:15.177Z" hostname="vm" tests="6" failures="1" errors="0" skipped="2" time="0.031719266">
        <testcase classname="a.test.mjs" name="auth &gt; denies &gt; guest" time="0.001374526">
        </testcase>
        <testcase classname="a.test.mjs" name="auth &gt; fails" time="0.017228329">
            <failure message="expected 1 to be 2 // Object.is equality" type="AssertionError">
AssertionError: expected 1 to be 2 // Object.is equality

- Expected
+ Received

- 2
+ 1

 ❯ a.test.mjs:2:88
            </failure>
        </testcase>
        <testcase classname="a.test.mjs" name="auth &gt; later" time="0">
            <skipped/>
        </testcase>
        <testcase classname="a.test.mjs" name="auth &gt; some day" time="0">
            <skipped/>
        </testcase>
        <testcase classname="a.test.mjs" name="auth &gt; inner &gt; ok" time="0.011363358">
        </testcase>
        <testcase classname="a.test.mjs" name="top" time="0.000111322">
        </testcase>
    </testsuite>
    <testsuite name="broken.test.mjs" timestamp="2026-11-16T15:26:15.198Z" hostname="vm" tests="1" failures="1" errors="0" skipped="0" time="0">
        <testcase classname="broken.test.mjs" name="broken.test.mjs" time="0">
            <failure message="suite broke" type="Error">
Error: suite broke
 ❯ broken.test.mjs:1:7
            </failure>
        </testcase>
    </testsuite>
</testsuites>
)xml");
  EXPECT_EQ(tests_of(report),
            "passed  a.test.mjs |  | auth > denies > guest\n"
            "failed  a.test.mjs |  | auth > fails [expected 1 to be 2 // Object.is equality]\n"
            "skipped a.test.mjs |  | auth > later\n"
            "skipped a.test.mjs |  | auth > some day\n"
            "passed  a.test.mjs |  | auth > inner > ok\n"
            "passed  a.test.mjs |  | top\n"
            "failed  broken.test.mjs |  | broken.test.mjs [suite broke]\n");
  EXPECT_EQ(counts_of(report), "3 passed, 2 failed, 2 skipped");
  EXPECT_EQ(report.problem, "");
}

// jest-junit writes a test that is to do like one that passed, and does not count it: 5 and 6. That must not be a pass
// that nobody questions.
TEST(ReadJunit, JestJunit) {
  const Report report = read_xml(Runner::jest, R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="jest tests" tests="5" failures="1" errors="0" time="1.191">
  <testsuite name="auth" errors="0" failures="1" skipped="1" timestamp="2026-11-16T15:26:07" time="0.698" tests="5">
    <testcase classname="auth denies &gt; guest" name="auth denies &gt; guest" time="0.002" file="t/a.test.js">
    </testcase>
    <testcase classname="auth fails" name="auth fails" time="0.003" file="t/a.test.js">
      <failure>Error: expect(received).toBe(expected) // Object.is equality

Expected: 2
Received: 1
    at new Promise (&lt;anonymous&gt;)</failure>
    </testcase>
    <testcase classname="auth later" name="auth later" time="0" file="t/a.test.js">
      <skipped/>
    </testcase>
    <testcase classname="auth some day" name="auth some day" time="0" file="t/a.test.js">
    </testcase>
    <testcase classname="auth inner ok" name="auth inner ok" time="0.001" file="t/a.test.js">
    </testcase>
    <testcase classname=" top" name=" top" time="0" file="t/a.test.js">
    </testcase>
  </testsuite>
</testsuites>)");
  EXPECT_EQ(tests_of(report),
            "passed  t/a.test.js | auth | auth denies > guest\n"
            "failed  t/a.test.js | auth | auth fails [Error: expect(received).toBe(expected) // Object.is equality]\n"
            "skipped t/a.test.js | auth | auth later\n"
            "passed  t/a.test.js | auth | auth some day\n"
            "passed  t/a.test.js | auth | auth inner ok\n"
            "passed  t/a.test.js | auth | top\n");
  EXPECT_TRUE(report.problem.starts_with("suite \"auth\": it states 5 tests, 1 failed, 1 skipped; it has 6, 1, 1"))
      << report.problem;
  EXPECT_TRUE(report.finished);
}

// node v20 --test --test-reporter=junit: a suite counts as one test of the suite around it.
TEST(ReadJunit, NodeTest) {
  const Report report = read_xml(Runner::node_test, R"(<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testsuite name="outer" time="0.014772" disabled="0" errors="0" tests="2" failures="1" skipped="0" hostname="vm">
		<testcase name="a" time="0.000702" classname="test"/>
		<testsuite name="inner" time="0.013075" disabled="0" errors="0" tests="2" failures="1" skipped="0" hostname="vm">
			<testcase name="b" time="0.012422" classname="test"/>
			<testcase name="c" time="0.000315" classname="test" failure="x">
				<failure type="testCodeFailure" message="x">
Error [ERR_TEST_FAILURE]: x
				</failure>
			</testcase>
		</testsuite>
	</testsuite>
	<testsuite name="top" time="0.000357" disabled="0" errors="0" tests="3" failures="0" skipped="2" hostname="vm">
		<testcase name="sub" time="0.000118" classname="test"/>
		<testcase name="later" time="0.000221" classname="test">
			<skipped type="skipped" message="true"/>
		</testcase>
		<testcase name="td" time="0.000103" classname="test">
			<skipped type="todo" message="true"/>
		</testcase>
	</testsuite>
	<!-- tests 6 -->
	<!-- duration_ms 224.56588 -->
</testsuites>)");
  EXPECT_EQ(tests_of(report),
            "passed   |  | outer > a\n"
            "passed   |  | outer > inner > b\n"
            "failed   |  | outer > inner > c [x]\n"
            "passed   |  | top > sub\n"
            "skipped  |  | top > later [true]\n"
            "skipped  |  | top > td [true]\n");
  EXPECT_EQ(report.problem, "");
}

// bun, --reporter=junit
TEST(ReadJunit, Bun) {
  const Report report = read_xml(Runner::bun, R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="6" assertions="1" failures="1" skipped="2" time="0.022845977">
  <testsuite name="a.test.ts" file="a.test.ts" tests="6" assertions="1" failures="1" skipped="2" time="0.003660807" hostname="vm">
    <testsuite name="auth" file="a.test.ts" line="2" tests="5" assertions="1" failures="1" skipped="2" time="0.002" hostname="vm">
      <testcase name="denies &gt; guest" classname="auth" time="0.000006" file="a.test.ts" line="2" assertions="0" />
      <testcase name="fails" classname="auth" time="0.002201" file="a.test.ts" line="2" assertions="1">
        <failure type="AssertionError" message="expect(received).toBe(expected)&#10;&#10;Expected: 2&#10;Received: 1&#10;">AssertionError: expect(received).toBe(expected)&#10;&#10;Expected: 2&#10;Received: 1&#10;&#10;      at a.test.ts:2:88&#10;</failure>
      </testcase>
      <testcase name="later" classname="auth" time="0" file="a.test.ts" line="2" assertions="0">
        <skipped />
      </testcase>
      <testcase name="some day" classname="auth" time="0" file="a.test.ts" line="2" assertions="0">
        <skipped message="TODO" />
      </testcase>
      <testsuite name="inner" file="a.test.ts" line="2" tests="1" assertions="0" failures="0" skipped="0" time="0" hostname="vm">
        <testcase name="ok" classname="inner &gt; auth" time="0.000019" file="a.test.ts" line="2" assertions="0" />
      </testsuite>
    </testsuite>
    <testcase name="top" classname="" time="0.000003" file="a.test.ts" line="3" assertions="0" />
  </testsuite>
</testsuites>
)xml");
  EXPECT_EQ(tests_of(report),
            "passed  a.test.ts |  | auth > denies > guest\n"
            "failed  a.test.ts |  | auth > fails [expect(received).toBe(expected)]\n"
            "skipped a.test.ts |  | auth > later\n"
            "skipped a.test.ts |  | auth > some day [TODO]\n"
            "passed  a.test.ts |  | auth > inner > ok\n"
            "passed  a.test.ts |  | top\n");
  EXPECT_EQ(report.problem, "");
}

// deno, --reporter=junit
TEST(ReadJunit, Deno) {
  const Report report = read_xml(Runner::deno, R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="6" failures="3" errors="0" time="0.073">
    <testsuite name="./a_test.ts" tests="6" disabled="1" errors="0" failures="3">
        <testcase name="ok" classname="./a_test.ts" time="0.060" line="1" col="6">
        </testcase>
        <testcase name="bad" classname="./a_test.ts" time="0.003" line="1" col="33">
            <failure message="Uncaught Error: x">Error: x
    at file:///w/a_test.ts:1:59</failure>
        </testcase>
        <testcase name="ign" classname="./a_test.ts" time="0.000" line="1" col="83">
            <skipped/>
        </testcase>
        <testcase name="steps" classname="./a_test.ts" time="0.002" line="1" col="129">
            <failure message="1 test step failed">1 test step failed.</failure>
        </testcase>
        <testcase name="steps &gt; one" classname="./a_test.ts" time="0.000" line="1" col="164">
        </testcase>
        <testcase name="steps &gt; two" classname="./a_test.ts" time="0.001" line="1" col="195">
            <failure message="Uncaught Error: y">Error: y</failure>
        </testcase>
    </testsuite>
</testsuites>)");
  EXPECT_EQ(tests_of(report),
            "passed  a_test.ts |  | ok\n"
            "failed  a_test.ts |  | bad [Uncaught Error: x]\n"
            "skipped a_test.ts |  | ign\n"
            "failed  a_test.ts |  | steps [1 test step failed]\n"
            "passed  a_test.ts |  | steps > one\n"
            "failed  a_test.ts |  | steps > two [Uncaught Error: y]\n");
  EXPECT_EQ(report.problem, "");
}

// PHPUnit 9.6
TEST(ReadJunit, Phpunit) {
  const Report report = read_xml(Runner::phpunit, R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="ATest" file="/w/tests/ATest.php" tests="8" assertions="4" errors="2" warnings="0" failures="2" skipped="2" time="0.008997">
    <testcase name="testOk" class="ATest" classname="ATest" file="/w/tests/ATest.php" line="4" assertions="1" time="0.007591"/>
    <testcase name="testBad" class="ATest" classname="ATest" file="/w/tests/ATest.php" line="5" assertions="1" time="0.000402">
      <failure type="PHPUnit\Framework\ExpectationFailedException">ATest::testBad
Failed asserting that 2 is identical to 1.

/w/tests/ATest.php:5</failure>
    </testcase>
    <testcase name="testSkip" class="ATest" classname="ATest" file="/w/tests/ATest.php" line="6" assertions="0" time="0.000135">
      <skipped/>
    </testcase>
    <testcase name="testTodo" class="ATest" classname="ATest" file="/w/tests/ATest.php" line="7" assertions="0" time="0.000215">
      <skipped/>
    </testcase>
    <testcase name="testError" class="ATest" classname="ATest" file="/w/tests/ATest.php" line="8" assertions="0" time="0.000589">
      <error type="Exception">ATest::testError
Exception: x

/w/tests/ATest.php:8</error>
    </testcase>
    <testcase name="testRisky" class="ATest" classname="ATest" file="/w/tests/ATest.php" line="9" assertions="0" time="0.000022">
      <error type="PHPUnit\Framework\RiskyTestError">ATest::testRisky
This test did not perform any assertions

/w/tests/ATest.php:9</error>
    </testcase>
    <testsuite name="ATest::testData" tests="2" assertions="2" errors="0" warnings="0" failures="1" skipped="0" time="0.000043">
      <testcase name="testData with data set &quot;one&quot;" class="ATest" classname="ATest" file="/w/tests/ATest.php" line="11" assertions="1" time="0.000019"/>
      <testcase name="testData with data set &quot;two&quot;" class="ATest" classname="ATest" file="/w/tests/ATest.php" line="11" assertions="1" time="0.000024">
        <failure type="PHPUnit\Framework\ExpectationFailedException">ATest::testData with data set "two" (2)
Failed asserting that 1 is identical to 2.

/w/tests/ATest.php:11</failure>
      </testcase>
    </testsuite>
  </testsuite>
</testsuites>
)xml");
  EXPECT_EQ(tests_of(report),
            "passed  /w/tests/ATest.php | ATest | testOk\n"
            "failed  /w/tests/ATest.php | ATest | testBad [ATest::testBad]\n"
            "skipped /w/tests/ATest.php | ATest | testSkip\n"
            "skipped /w/tests/ATest.php | ATest | testTodo\n"
            "failed  /w/tests/ATest.php | ATest | testError [ATest::testError]\n"
            "failed  /w/tests/ATest.php | ATest | testRisky [ATest::testRisky]\n"
            "passed  /w/tests/ATest.php | ATest | testData with data set \"one\"\n"
            "failed  /w/tests/ATest.php | ATest | testData with data set \"two\" [ATest::testData with data set "
            "\"two\" (2)]\n");
  EXPECT_EQ(report.problem, "");
}

}  // namespace
}  // namespace assay::reports
