// Lines as Go 1.19 and 1.24 write them (times left out, traces shortened).
#include <gtest/gtest.h>

#include "reports/reading_test.h"

namespace assay::reports {
namespace {

Report read_go(std::string_view lines) { return read(Format::go_json, logs::Runner::go_test, lines); }

// The events of a package between its start and its end.
std::string package(std::string_view events, std::string_view end) {
  return cat(R"({"Action":"start","Package":"p"})", "\n", events, R"({"Action":")", end,
             R"(","Package":"p","Elapsed":0.1})", "\n");
}

TEST(ReadGoJson, ReadsTestsSubtestsAndExamples) {
  const Report report = read_go(R"(go: downloading example.com/x v1.0.0
{"Time":"2026-11-16T15:26:03.693785578Z","Action":"run","Package":"example.com/calc","Test":"TestOk"}
{"Time":"2026-11-16T15:26:03.69386748Z","Action":"output","Package":"example.com/calc","Test":"TestOk","Output":"=== RUN   TestOk\n"}
{"Time":"2026-11-16T15:26:03.693946833Z","Action":"output","Package":"example.com/calc","Test":"TestOk","Output":"--- PASS: TestOk (0.00s)\n"}
{"Time":"2026-11-16T15:26:03.694079847Z","Action":"pass","Package":"example.com/calc","Test":"TestOk","Elapsed":0.25}
{"Time":"2026-11-16T15:26:03.694084443Z","Action":"run","Package":"example.com/calc","Test":"TestBad"}
{"Time":"2026-11-16T15:26:03.694086699Z","Action":"output","Package":"example.com/calc","Test":"TestBad","Output":"=== RUN   TestBad\n"}
{"Time":"2026-11-16T15:26:03.694091552Z","Action":"output","Package":"example.com/calc","Test":"TestBad","Output":"    calc_test.go:4: got 2 want 3\n"}
{"Time":"2026-11-16T15:26:03.694094586Z","Action":"output","Package":"example.com/calc","Test":"TestBad","Output":"--- FAIL: TestBad (0.00s)\n"}
{"Time":"2026-11-16T15:26:03.694097262Z","Action":"fail","Package":"example.com/calc","Test":"TestBad","Elapsed":0}
{"Action":"run","Package":"example.com/calc","Test":"TestSub"}
{"Action":"run","Package":"example.com/calc","Test":"TestSub/a_b"}
{"Action":"run","Package":"example.com/calc","Test":"TestSub/s"}
{"Action":"output","Package":"example.com/calc","Test":"TestSub/s","Output":"    calc_test.go:5: later\n"}
{"Action":"pause","Package":"example.com/calc","Test":"TestSub/a_b"}
{"Action":"cont","Package":"example.com/calc","Test":"TestSub/a_b"}
{"Action":"output","Package":"example.com/calc","Test":"TestSub/a_b","Output":"    --- PASS: TestSub/a_b (0.00s)\n"}
{"Action":"pass","Package":"example.com/calc","Test":"TestSub/a_b","Elapsed":0}
{"Action":"skip","Package":"example.com/calc","Test":"TestSub/s","Elapsed":0}
{"Action":"pass","Package":"example.com/calc","Test":"TestSub","Elapsed":0}
{"Action":"run","Package":"example.com/calc","Test":"ExampleHello"}
{"Action":"output","Package":"example.com/calc","Test":"ExampleHello","Output":"--- FAIL: ExampleHello (0.00s)\n"}
{"Action":"output","Package":"example.com/calc","Test":"ExampleHello","Output":"got:\n"}
{"Action":"output","Package":"example.com/calc","Test":"ExampleHello","Output":"hi\n"}
{"Action":"fail","Package":"example.com/calc","Test":"ExampleHello","Elapsed":0}
{"Action":"output","Package":"example.com/calc","Output":"FAIL\n"}
{"Action":"output","Package":"example.com/calc","Output":"FAIL\texample.com/calc\t0.006s\n"}
{"Action":"fail","Package":"example.com/calc","Elapsed":0.006}
{"Action":"output","Package":"example.com/none","Output":"?   \texample.com/none\t[no test files]\n"}
{"Action":"skip","Package":"example.com/none","Elapsed":0}
)");
  EXPECT_EQ(tests_of(report),
            "passed   | example.com/calc | TestOk\n"
            "failed   | example.com/calc | TestBad [calc_test.go:4: got 2 want 3]\n"
            "passed   | example.com/calc | TestSub/a_b\n"
            "skipped  | example.com/calc | TestSub/s [calc_test.go:5: later]\n"
            "passed   | example.com/calc | TestSub\n"
            "failed   | example.com/calc | ExampleHello [got:]\n");
  EXPECT_EQ(counts_of(report), "3 passed, 2 failed, 1 skipped");
  EXPECT_EQ(report.problem, "");
  EXPECT_DOUBLE_EQ(report.tests[0].seconds, 0.25);
}

TEST(ReadGoJson, APackageThatDoesNotCompileIsAFailure) {
  const Report old = read_go("FAIL\texample.com/calc/broken [build failed]\n" +
                             package(R"({"Action":"run","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestA","Elapsed":0}
)",
                                     "pass"));
  EXPECT_EQ(tests_of(old),
            "failed   | example.com/calc/broken | [build failed]\n"
            "passed   | p | TestA\n");
  EXPECT_EQ(old.problem, "");
  // Go 1.24
  const Report report = read_go(
      R"({"ImportPath":"example.com/calc/broken [example.com/calc/broken.test]","Action":"build-output","Output":"# example.com/calc/broken [example.com/calc/broken.test]\n"}
{"ImportPath":"example.com/calc/broken [example.com/calc/broken.test]","Action":"build-output","Output":"broken/b_test.go:3:28: undefined: undefined\n"}
{"ImportPath":"example.com/calc/broken [example.com/calc/broken.test]","Action":"build-fail"}
{"Time":"2026-11-16T15:26:03Z","Action":"start","Package":"example.com/calc/broken"}
{"Time":"2026-11-16T15:26:03Z","Action":"output","Package":"example.com/calc/broken","Output":"FAIL\texample.com/calc/broken [build failed]\n"}
{"Time":"2026-11-16T15:26:03Z","Action":"fail","Package":"example.com/calc/broken","Elapsed":0,"FailedBuild":"example.com/calc/broken [example.com/calc/broken.test]"}
)");
  EXPECT_EQ(tests_of(report),
            "failed   | example.com/calc/broken | [build failed] [# example.com/calc/broken "
            "[example.com/calc/broken.test]]\n");
  EXPECT_TRUE(contains(report.tests[0].message, "undefined: undefined"));
  EXPECT_EQ(report.problem, "");
}

TEST(ReadGoJson, APackageThatFailsWithoutAFailedTestIsAFailure) {
  const Report report = read_go(package(R"({"Action":"run","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestA","Elapsed":0}
{"Action":"output","Package":"p","Output":"PASS\n"}
{"Action":"output","Package":"p","Output":"exit status 3\n"}
)",
                                        "fail"));
  EXPECT_EQ(tests_of(report),
            "passed   | p | TestA\n"
            "failed   | p | [failed] [PASS]\n");
  EXPECT_TRUE(contains(report.tests[1].message, "exit status 3"));
}

TEST(ReadGoJson, ATestThatEndsTheProcessDidNotPass) {
  const std::string_view began = "{\"Action\":\"run\",\"Package\":\"p\",\"Test\":\"TestE\"}\n";
  for (const std::string_view end : {"pass", "fail"}) {
    const Report report = read_go(package(began, end));
    EXPECT_EQ(tests_of(report), "failed   | p | TestE [it began and did not end]\n") << end;
  }
}

// Go takes the line "--- PASS: TestForged" that a test prints for a result.
TEST(ReadGoJson, AResultThatATestPrintsIsNoTest) {
  const std::string around = "{\"Action\":\"run\",\"Package\":\"p\",\"Test\":\"TestA\"}\n";
  const std::string after = "{\"Action\":\"pass\",\"Package\":\"p\",\"Test\":\"TestA\",\"Elapsed\":0}\n";
  const auto forged = [&](std::string_view action) {
    return cat(around, "{\"Action\":\"", action, "\",\"Package\":\"p\",\"Test\":\"TestForged\",\"Elapsed\":0}\n",
               after);
  };
  const Report passed = read_go(package(forged("pass"), "pass"));
  EXPECT_EQ(tests_of(passed), "passed   | p | TestA\n");
  EXPECT_EQ(passed.problem, "p: TestForged ended without having begun");
  // A printed failure is harmless text when the package passes. When it fails, nobody knows.
  const Report harmless = read_go(package(forged("fail"), "pass"));
  EXPECT_EQ(tests_of(harmless), "passed   | p | TestA\n");
  EXPECT_EQ(harmless.problem, "");
  const Report failed = read_go(package(forged("fail"), "fail"));
  EXPECT_EQ(counts_of(failed), "1 passed, 1 failed, 0 skipped");
}

TEST(ReadGoJson, BenchmarksAreNoTests) {
  const Report report = read_go(package(R"({"Action":"run","Package":"p","Test":"BenchmarkA"}
{"Action":"output","Package":"p","Test":"BenchmarkA","Output":"BenchmarkA-2   \t1000000000\n"}
)",
                                        "pass"));
  EXPECT_EQ(counts_of(report), "0 passed, 0 failed, 0 skipped");
  EXPECT_EQ(report.problem, "");
}

TEST(ReadGoJson, ATestThatRunsTwiceFailsIfItFailsOnce) {
  const std::string_view twice = R"({"Action":"run","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p","Test":"TestA","Elapsed":0}
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestA","Elapsed":0}
)";
  const Report report = read_go(package(twice, "fail"));
  EXPECT_EQ(counts_of(report), "0 passed, 1 failed, 0 skipped");
  EXPECT_EQ(report.repeated, 1u);
}

TEST(ReadGoJson, ARunThatIsCutOffIsNotFinished) {
  const Report report = read_go(R"({"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestA","Elapsed":0}
{"Action":"run","Package":"p","Test":"TestB"}
{"Action":"pa)");
  EXPECT_EQ(tests_of(report),
            "passed   | p | TestA\n"
            "failed   | p | TestB [it began and did not end]\n");
  EXPECT_FALSE(report.finished);
  EXPECT_TRUE(report.problem.starts_with("line 5: ")) << report.problem;
  EXPECT_TRUE(report.problem.ends_with("p did not come to its end")) << report.problem;
}

TEST(ReadGoJson, OtherTextIsPassedBy) {
  const Report report =
      read_go(cat("make: Entering directory '/w'\n{\n  \"not\": \"ours\"\n}\n",
                  package("{\"Action\":\"run\",\"Package\":\"p\",\"Test\":\"TestA\"}\n"
                          "{\"Action\":\"pass\",\"Package\":\"p\",\"Test\":\"TestA\",\"Elapsed\":1e999}\n",
                          "pass"),
                  "{\"level\":\"info\"}\nFAIL\tp\t0.1s\nFAIL\n"));
  EXPECT_EQ(tests_of(report), "passed   | p | TestA\n");
  EXPECT_EQ(report.tests[0].seconds, 0);
  EXPECT_EQ(report.problem, "");
}

TEST(ReadGoJson, KeysGivenTwiceAreAProblem) {
  const Report report =
      read_go(package("{\"Action\":\"run\",\"Package\":\"p\",\"Test\":\"TestA\"}\n"
                      "{\"Action\":\"fail\",\"Package\":\"p\",\"Test\":\"TestA\",\"Action\":\"pass\"}\n",
                      "pass"));
  EXPECT_EQ(counts_of(report), "0 passed, 1 failed, 0 skipped, not finished");
  EXPECT_EQ(report.problem, "line 3: a key is given twice");
}

}  // namespace
}  // namespace assay::reports
