#include "judge/outcome/test_proof.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "logs/reader.h"

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
  for (const auto& proof : proofs) out += cat(proof.test, "=", name(proof.proof), ";");
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
  EXPECT_EQ(shown(prove_tests(after, before, k_files, "pytest")), "tests/test_cart.py::test_total=discriminating;");
}

TEST(TestProof, PassesBeforeTooIsAlwaysGreen) {
  const auto after = pytest_ran(0, "tests/test_cart.py::test_total PASSED [100%]\n===== 1 passed in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests(after, after, k_files, "pytest")), "tests/test_cart.py::test_total=always_green;");
}

TEST(TestProof, WhatDoesNotRunOnTheOldCodeIsInvalid) {
  const auto after = pytest_ran(0, "tests/test_cart.py::test_total PASSED [100%]\n===== 1 passed in 0.02s =====\n");
  const auto before = pytest_ran(2, "E   ImportError: cannot import name 'total'\n===== 1 error in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests(after, before, k_files, "pytest")), "tests/test_cart.py::test_total=invalid;");
}

TEST(TestProof, WhatSilentlyDidNotRunIsIndeterminate) {
  const auto after = pytest_ran(0, "tests/test_cart.py::test_total PASSED [100%]\n===== 1 passed in 0.02s =====\n");
  const auto before = pytest_ran(0, "tests/test_old.py::test_x PASSED [100%]\n===== 1 passed in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests(after, before, k_files, "pytest")), "tests/test_cart.py::test_total=indeterminate;");
}

TEST(TestProof, WithoutNamesTheWholeRunIsCompared) {
  const auto after = pytest_ran(0, "===== 4 passed in 0.02s =====\n");
  const auto before = pytest_ran(1, "===== 1 failed, 3 passed in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests(after, before, k_files, "pytest")), "pytest=discriminating;");
  EXPECT_EQ(shown(prove_tests(after, after, k_files, "pytest")), "pytest=always_green;");
  EXPECT_EQ(shown(prove_tests(after, pytest_ran(127, "sh: 1: pytest: not found\n"), k_files, "pytest")),
            "pytest=invalid;");
}

TEST(TestProof, WithoutChangedTestsThereIsNothingToProve) {
  const auto after = pytest_ran(0, "===== 4 passed in 0.02s =====\n");
  EXPECT_EQ(shown(prove_tests(after, after, {}, "pytest")), "");
  EXPECT_EQ(shown(prove_tests(pytest_ran(0, "built\n"), after, k_files, "make")), "");
}

TEST(TestProof, NamesOfOtherRunnersAreFoundInTheirSource) {
  const std::vector<ChangedTestFile> go = {{"cart_test.go", "func TestTotal(t *testing.T) {\n"}};
  const auto after =
      pytest_ran(0, "=== RUN   TestTotal\n--- PASS: TestTotal (0.00s)\nPASS\nok  \texample.org/cart\t0.01s\n");
  const auto before =
      pytest_ran(1, "=== RUN   TestTotal\n--- FAIL: TestTotal (0.00s)\nFAIL\nFAIL\texample.org/cart\t0.01s\n");
  EXPECT_EQ(shown(prove_tests(after, before, go, "go test")), "TestTotal=discriminating;");
}

}  // namespace
}  // namespace assay::judge
