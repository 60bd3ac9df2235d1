#include "engine/check/workspace.h"

#include <gtest/gtest.h>

namespace assay::engine {
namespace {

TEST(FailOn, TheContractsTable) {
  using model::FinalVerdict;
  const FinalVerdict all[] = {FinalVerdict::mergeable, FinalVerdict::conditional, FinalVerdict::not_mergeable,
                              FinalVerdict::inconclusive};
  const bool expected[5][4] = {
      {false, false, false, false},  // never
      {false, true, true, true},     // mergeable
      {false, true, true, true},     // conditional
      {false, false, true, true},    // inconclusive
      {false, false, true, false},   // not_mergeable
  };
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 4; ++column) {
      EXPECT_EQ(fails(all[column], static_cast<FailOn>(row)), expected[row][column]) << row << "," << column;
    }
  }
}

}  // namespace
}  // namespace assay::engine
