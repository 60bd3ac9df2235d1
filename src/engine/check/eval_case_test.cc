#include "engine/check/eval_case.h"

#include <gtest/gtest.h>

namespace assay::engine {
namespace {

TEST(EvalCase, CountsUnexpectedFindings) {
  Expectation expected;
  expected.verdicts = {"open_pr_with_warning"};
  expected.must_max = 0;
  expected.should_min = 1;
  expected.allowance = 0;
  Actual actual{"open_pr_with_warning", 60, "medium", 0, 1};
  EXPECT_TRUE(compare(expected, actual).failures.empty());
  actual.should_fix = 3;
  auto comparison = compare(expected, actual);
  EXPECT_EQ(comparison.unexpected, 2u);
  EXPECT_EQ(comparison.failures.size(), 1u);
  EXPECT_TRUE(comparison.verdict_agrees);
  expected.confidence_min = 61;
  EXPECT_FALSE(compare(expected, actual).verdict_agrees);
}

}  // namespace
}  // namespace assay::engine
