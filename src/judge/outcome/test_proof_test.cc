#include "judge/outcome/test_proof.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "logs/reading/reader.h"

namespace assay::judge {
namespace {

CommandRun pytest_ran(int exit_code, std::string_view output) {
  CommandRun run;
  run.command = "pytest -v";
  run.exit_code = exit_code;
  run.log = logs::read_log_text(output);
  return run;
}

std::string shown(const std::vector<model::ProvenTest>& proofs) {
  std::string out;
  for (const auto& proof : proofs) out += cat(proof.test, "=", model::name(proof.proof), ";");
  return out;
}

const std::vector<ChangedTestFile> k_files = {{"tests/test_cart.py", "def test_total():\n    assert total() == 3\n"}};

TEST(TestProof, FailsBeforePassesAfterDiscriminates) {
  const auto after =
      pytest_ran(0,
                 "tests/test_cart.py::test_total PASSED [ 50%]\ntests/test_old.py::test_x PASSED [100%]\n"
                 "===== 2 passed in 0.02s =====\n");
  const auto before =
      pytest_ran(1,
                 "tests/test_cart.py::test_total FAILED [ 50%]\ntests/test_old.py::test_x PASSED [100%]\n"
                 "===== 1 failed, 1 passed in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests({after, before}, k_files, {}, "pytest")),
            "tests/test_cart.py::test_total=discriminating;");
}

TEST(TestProof, PassesBeforeTooIsAlwaysGreen) {
  const auto after = pytest_ran(0, "tests/test_cart.py::test_total PASSED [100%]\n===== 1 passed in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests({after, after}, k_files, {}, "pytest")), "tests/test_cart.py::test_total=always_green;");
}

TEST(TestProof, WhatDoesNotRunOnTheOldCodeIsInvalid) {
  const auto after = pytest_ran(0, "tests/test_cart.py::test_total PASSED [100%]\n===== 1 passed in 0.02s =====\n");
  const auto before = pytest_ran(2, "E   ImportError: cannot import name 'total'\n===== 1 error in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests({after, before}, k_files, {}, "pytest")), "tests/test_cart.py::test_total=invalid;");
}

TEST(TestProof, WhatSilentlyDidNotRunIsIndeterminate) {
  const auto after = pytest_ran(0, "tests/test_cart.py::test_total PASSED [100%]\n===== 1 passed in 0.02s =====\n");
  const auto before = pytest_ran(0, "tests/test_old.py::test_x PASSED [100%]\n===== 1 passed in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests({after, before}, k_files, {}, "pytest")),
            "tests/test_cart.py::test_total=indeterminate;");
}

// A file of tests and a module of the program may share their name.
TEST(TestProof, ATestOfAModuleIsNotOfTheFileThatIsCalledAlike) {
  CommandRun after = pytest_ran(0,
                                "running 2 tests\ntest alarm::tests::one_is_not_enough ... ok\n"
                                "test alarm::rings::case_1 ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored; "
                                "0 measured; 0 filtered out; finished in 0.00s\n");
  after.command = "cargo test";
  const std::vector<ChangedTestFile> files = {
      {"tests/alarm.rs", "use telemetry::alarm;\nmod tests {\n  fn rings() { assert!(alarm(1)); }\n}\n"}};
  EXPECT_EQ(shown(prove_tests({after, after}, files, {}, "cargo test")), "alarm::rings::case_1=always_green;");
}

TEST(TestProof, ARunnerMayNameOnlyWhatFails) {
  const auto run = [](std::string_view output) {
    auto out = pytest_ran(1, output);
    out.command = "make test";
    return out;
  };
  const std::vector<ChangedTestFile> files = {{"test/ZeroTest.java", "@Test public void zerosAreAccepted() {}\n"}};
  const std::string head = "JUnit version 4.13.2\n..E.\nTime: 0.05\nThere was 1 failure:\n1) ";
  const std::string end = "\njava.lang.AssertionError: no\n\nFAILURES!!!\nTests run: 3,  Failures: 1\n\n";
  EXPECT_EQ(untouched_failures(run(cat(head, "nothingIsRefused(AccountTest)", end)), files).size(), 1U);
  EXPECT_TRUE(untouched_failures(run(cat(head, "zerosAreAccepted(ZeroTest)", end)), files).empty());
  EXPECT_TRUE(untouched_failures(run("FAILURES!!!\nTests run: 3,  Failures: 1\n"), files).empty());  // not named
}

TEST(TestProof, WithoutNamesTheWholeRunIsCompared) {
  const auto after = pytest_ran(0, "===== 4 passed in 0.02s =====\n");
  const auto before = pytest_ran(1, "===== 1 failed, 3 passed in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests({after, before}, k_files, {}, "pytest")), "pytest=discriminating;");
  EXPECT_EQ(shown(prove_tests({after, after}, k_files, {}, "pytest")), "pytest=always_green;");
  EXPECT_EQ(shown(prove_tests({after, pytest_ran(127, "sh: 1: pytest: not found\n")}, k_files, {}, "pytest")),
            "pytest=invalid;");
}

TEST(TestProof, WithoutChangedTestsThereIsNothingToProve) {
  const auto after = pytest_ran(0, "===== 4 passed in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests({after, after}, {}, {}, "pytest")), "");
  EXPECT_EQ(shown(prove_tests({pytest_ran(0, "built\n"), after}, k_files, {}, "make")), "");
}

TEST(TestProof, NamesOfOtherRunnersAreFoundInTheirSource) {
  const std::vector<ChangedTestFile> go = {{"cart_test.go", "func TestTotal(t *testing.T) {\n"}};
  const auto after =
      pytest_ran(0, "=== RUN   TestTotal\n--- PASS: TestTotal (0.00s)\nPASS\nok  \texample.org/cart\t0.01s\n");
  const auto before =
      pytest_ran(1, "=== RUN   TestTotal\n--- FAIL: TestTotal (0.00s)\nFAIL\nFAIL\texample.org/cart\t0.01s\n");
  EXPECT_EQ(shown(prove_tests({after, before}, go, {}, "go test")), "TestTotal=discriminating;");
}

CommandRun pytest_reported(int exit_code, std::vector<reports::ReportedTest> tests) {
  CommandRun run;
  run.command = "pytest -q";
  run.exit_code = exit_code;
  run.log = logs::read_log_text("===== 2 passed in 0.02s =====\n");
  reports::Report report;
  report.runner = logs::Runner::pytest;
  for (const auto& test : tests) report.passed += test.outcome == logs::Outcome::passed;
  report.tests = std::move(tests);
  run.reports.push_back(std::move(report));
  return run;
}

reports::ReportedTest test_of(std::string name, logs::Outcome outcome, reports::Failure failure = {},
                              std::string message = {}) {
  reports::ReportedTest test;
  test.name = std::move(name);
  test.file = "tests/test_cart.py";
  test.outcome = outcome;
  test.failure = failure;
  test.message = std::move(message);
  return test;
}

// Two tests, of which the change adds the second.
const std::vector<ChangedTestFile> k_second_is_new = {
    {"tests/test_cart.py",
     "def test_old():\n    assert True\n\n\ndef test_new():\n    assert total() == 3\n",
     {{5, 2}}}};

TEST(TestProof, OnlyTouchedTestsOfAFileCount) {
  using logs::Outcome;
  const auto after = pytest_reported(0, {test_of("test_old", Outcome::passed), test_of("test_new", Outcome::passed)});
  const auto before = pytest_reported(
      1, {test_of("test_old", Outcome::passed), test_of("test_new", Outcome::failed, reports::Failure::assertion)});
  const auto proofs = prove_tests({after, before}, k_second_is_new, {}, "pytest");
  EXPECT_EQ(shown(proofs), "tests/test_cart.py::test_new=discriminating;");
  EXPECT_TRUE(proofs.front().asserted);
  const auto held = held_tests(after, before, k_second_is_new);
  EXPECT_EQ(held.held.size(), 1u);
  EXPECT_TRUE(held.mended.empty());
}

TEST(TestProof, WhatTheChangeBringsMayBeMissingBefore) {
  using logs::Outcome;
  const auto after = pytest_reported(0, {test_of("test_new", Outcome::passed)});
  const auto before = pytest_reported(2, {test_of("tests/test_cart.py", Outcome::failed, reports::Failure::error,
                                                  "ImportError: cannot import name 'discount' from 'shop'")});
  const auto proofs = prove_tests({after, before}, k_second_is_new, {"discount"}, "pytest");
  EXPECT_EQ(shown(proofs), "tests/test_cart.py::test_new=discriminating;");
  EXPECT_TRUE(proofs.front().lacks_own);
  EXPECT_FALSE(proofs.front().asserted);
}

TEST(TestProof, WhatTheMachineLacksIsNotTheChanges) {
  using logs::Outcome;
  const auto after = pytest_reported(0, {test_of("test_new", Outcome::passed)});
  const auto before = pytest_reported(2, {test_of("tests/test_cart.py", Outcome::failed, reports::Failure::error,
                                                  "ModuleNotFoundError: No module named 'numpy'")});
  EXPECT_EQ(shown(prove_tests({after, before}, k_second_is_new, {"discount"}, "pytest")),
            "tests/test_cart.py::test_new=invalid;");
}

TEST(TestProof, OnceGreenOnceRedIsFlaky) {
  using logs::Outcome;
  const auto after = pytest_reported(0, {test_of("test_new", Outcome::passed)});
  const auto red = pytest_reported(1, {test_of("test_new", Outcome::failed, reports::Failure::assertion)});
  EXPECT_EQ(shown(prove_tests({after, red, {}, &red}, k_second_is_new, {}, "pytest")),
            "tests/test_cart.py::test_new=flaky;");
}

TEST(TestProof, ATestThatWasRedAndIsNotTouchedIsMended) {
  using logs::Outcome;
  const auto after = pytest_reported(0, {test_of("test_old", Outcome::passed), test_of("test_new", Outcome::passed)});
  const auto base = pytest_reported(1, {test_of("test_old", Outcome::failed, reports::Failure::assertion)});
  EXPECT_EQ(held_tests(after, base, k_second_is_new).mended, std::vector<std::string>{"tests/test_cart.py::test_old"});
}

}  // namespace
}  // namespace assay::judge
