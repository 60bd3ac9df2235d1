#include "reports/failure.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::reports {
namespace {

TEST(FailureOf, TypesOfManyLanguages) {
  const struct {
    std::string_view type;
    Failure failure;
  } cases[] = {
      {"java.lang.AssertionError", Failure::assertion},
      {"org.opentest4j.AssertionFailedError", Failure::assertion},
      {"org.junit.ComparisonFailure", Failure::assertion},
      {"org.mockito.exceptions.verification.WantedButNotInvoked", Failure::assertion},
      {"PHPUnit\\Framework\\ExpectationFailedException", Failure::assertion},
      {"RSpec::Expectations::ExpectationNotMetError", Failure::assertion},
      {"RSpec::Mocks::MockExpectationError", Failure::assertion},
      {"Minitest::Assertion", Failure::assertion},
      {"AssertionError", Failure::assertion},
      {"java.lang.NullPointerException", Failure::error},
      {"TypeError", Failure::error},
      {"NoMethodError", Failure::error},
      {"", Failure::unknown},
      {"failed", Failure::unknown},
  };
  for (const auto& each : cases) EXPECT_EQ(failure_of_type(each.type), each.failure) << each.type;
}

TEST(FailureOf, FirstWordsOfMessages) {
  const struct {
    std::string_view message;
    Failure failure;
  } cases[] = {
      {"AssertionError: no", Failure::assertion},
      {"assert 1 == 2", Failure::assertion},
      {"Error: expect(received).toBe(expected) // Object.is equality", Failure::assertion},
      {"Assert.Equal() Failure: Values differ", Failure::assertion},
      {"  Expected: 1\n  But was:  2", Failure::assertion},
      {"Failed asserting that two strings are equal.", Failure::assertion},
      {"assertion `left == right` failed\n  left: 1", Failure::assertion},
      {"System.ArgumentException : Value is wrong", Failure::error},
      {"KeyError: 'AssertionError'", Failure::error},
      {"TypeError: expect is not a function", Failure::error},
      {"Error: connect ECONNREFUSED", Failure::error},
      {"", Failure::unknown},
      {"something went wrong", Failure::unknown},
  };
  for (const auto& each : cases) EXPECT_EQ(failure_of_message(each.message), each.failure) << each.message;
}

Failure only_failure(Format format, logs::Runner runner, std::string_view text) {
  const Report report = read(format, runner, text);
  return report.tests.size() == 1 ? report.tests[0].failure : Failure::unknown;
}

TEST(FailureOf, ElementsOfJunitXml) {
  const auto of = [](logs::Runner runner, std::string_view element) {
    return only_failure(Format::junit_xml, runner,
                        cat("<testsuite><testcase name=\"a\">", element, "</testcase></testsuite>"));
  };
  EXPECT_EQ(of(logs::Runner::maven, "<failure message=\"x\"/>"), Failure::assertion);
  EXPECT_EQ(of(logs::Runner::maven, "<error type=\"java.lang.AssertionError\"/>"), Failure::error);
  EXPECT_EQ(of(logs::Runner::gradle, "<failure type=\"java.lang.IllegalStateException\"/>"), Failure::error);
  EXPECT_EQ(of(logs::Runner::gradle, "<failure type=\"org.opentest4j.AssertionFailedError\"/>"), Failure::assertion);
  EXPECT_EQ(of(logs::Runner::pytest, "<failure message=\"ValueError: x\"/>"), Failure::error);
  EXPECT_EQ(of(logs::Runner::googletest, "<failure message=\"Expected equality of these values\"/>"),
            Failure::assertion);
  EXPECT_EQ(of(logs::Runner::googletest, "<failure message=\"C++ exception with description x thrown\"/>"),
            Failure::error);
  EXPECT_EQ(of(logs::Runner::ctest, "<failure message=\"Failed\"/>"), Failure::unknown);
  EXPECT_EQ(of(logs::Runner::maven, ""), Failure::unknown);
}

TEST(FailureOf, TestsOfGo) {
  const auto of = [](std::string_view output) {
    return only_failure(Format::go_json, logs::Runner::go_test,
                        cat(R"({"Action":"run","Package":"p","Test":"TestA"})"
                            "\n"
                            R"({"Action":"output","Package":"p","Test":"TestA","Output":")",
                            output,
                            R"("})"
                            "\n"
                            R"({"Action":"fail","Package":"p","Test":"TestA"})"
                            "\n"
                            R"({"Action":"fail","Package":"p"})"));
  };
  EXPECT_EQ(of("a_test.go:4: got 1, want 2\\n"), Failure::assertion);
  EXPECT_EQ(of("panic: runtime error: index out of range\\n"), Failure::error);
  EXPECT_EQ(of("panic: test timed out after 1s\\n"), Failure::error);
}

TEST(FailureOf, ResultsOfDotnetAndRspec) {
  const auto trx = [](std::string_view message) {
    return only_failure(Format::trx, logs::Runner::dotnet,
                        cat("<TestRun><Results><UnitTestResult testName=\"a\" outcome=\"Failed\"><Output><ErrorInfo>"
                            "<Message>",
                            message,
                            "</Message></ErrorInfo></Output></UnitTestResult></Results>"
                            "<ResultSummary outcome=\"Failed\"><Counters total=\"1\" failed=\"1\"/></ResultSummary>"
                            "</TestRun>"));
  };
  EXPECT_EQ(trx("Assert.AreEqual failed. Expected:1."), Failure::assertion);
  EXPECT_EQ(trx("Test method A.b threw exception: \nSystem.FormatException: x"), Failure::error);
  const auto rspec = [](std::string_view kind) {
    return only_failure(Format::rspec_json, logs::Runner::rspec,
                        cat(R"({"examples":[{"full_description":"a","status":"failed","exception":{"class":")", kind,
                            R"(","message":"x"}}],"summary":{"example_count":1,"failure_count":1}})"));
  };
  EXPECT_EQ(rspec("RSpec::Expectations::ExpectationNotMetError"), Failure::assertion);
  EXPECT_EQ(rspec("NoMethodError"), Failure::error);
}

}  // namespace
}  // namespace assay::reports
