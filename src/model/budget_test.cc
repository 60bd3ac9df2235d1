#include "model/budget.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::model {
namespace {

TEST(Budget, AReachedOneNamesTheFlagThatRaisesIt) {
  EXPECT_EQ(budget_flag_in(allowance({.usd = 1}, {.usd = 1}, Whose::mission).reached), "--budget-usd");
  EXPECT_EQ(budget_flag_in(allowance({.turns = 1}, {.turns = 1}, Whose::task).reached), "--task-budget-turns");
  EXPECT_EQ(budget_flag_in("the disk is full"), "");
}

TEST(Budget, WithoutOneEverythingIsAllowed) {
  const auto left = allowance({}, {1e6, 1'000'000'000, 1'000'000'000, 1'000'000}, Whose::mission);
  EXPECT_TRUE(left.reached.empty());
  EXPECT_FALSE(left.usd || left.tokens || left.wall_ms || left.turns);
  EXPECT_EQ(describe(Budget()), "not limited");
}

TEST(Budget, LeavesWhatWasNotUsed) {
  const auto left = allowance({5, 1'000, 60'000, 10}, {1.5, 400, 20'000, 3}, Whose::mission);
  EXPECT_DOUBLE_EQ(*left.usd, 3.5);
  EXPECT_EQ(*left.tokens, 600U);
  EXPECT_EQ(*left.wall_ms, 40'000U);
  EXPECT_EQ(*left.turns, 7U);
  EXPECT_TRUE(left.reached.empty());
}

TEST(Budget, AtEachCapNothingBeginsAndItIsNamed) {
  const auto why = [](const Budget& budget, const Used& used) { return allowance(budget, used, Whose::task).reached; };
  EXPECT_EQ(why({.usd = 5}, {.usd = 5.12}),
            "The budget of the task is reached: 5.12 of 5.00 USD were used. Raise it with --task-budget-usd of `assay "
            "mission edit`, then retry the task.");
  EXPECT_TRUE(contains(why({.usd = 5}, {.usd = 4.999}), "5.00 of 5.00 USD")) << "less than a call costs";
  EXPECT_TRUE(contains(why({.tokens = 10}, {.tokens = 10}), "10 of 10 tokens"));
  EXPECT_TRUE(contains(why({.wall_ms = 600'000}, {.wall_ms = 600'000}), "10 minutes of 10 minutes of work"));
  EXPECT_TRUE(contains(why({.turns = 1}, {.turns = 7}), "7 of 1 turn"));
  EXPECT_EQ(why({.usd = 5, .turns = 9}, {.usd = 4.9, .turns = 8}), "");
}

TEST(Budget, OfMissionAndTaskTheNarrowerCounts) {
  const auto both = narrower(allowance({.usd = 5, .turns = 100}, {.usd = 1}, Whose::mission),
                             allowance({.usd = 2, .tokens = 50}, {.usd = 0.5}, Whose::task));
  EXPECT_DOUBLE_EQ(*both.usd, 1.5);
  EXPECT_EQ(*both.tokens, 50U);
  EXPECT_EQ(*both.turns, 100U);
  EXPECT_TRUE(both.reached.empty());
  const auto spent =
      narrower(allowance({.usd = 5}, {.usd = 1}, Whose::mission), allowance({.usd = 1}, {.usd = 1}, Whose::task));
  EXPECT_TRUE(contains(spent.reached, "the task"));
}

}  // namespace
}  // namespace assay::model
