#include "logs/runners/tally.h"

#include <gtest/gtest.h>

namespace assay::logs {
namespace {

TEST(Tally, AnyOrderAndSeparator) {
  for (const char* text :
       {"1 failed, 17 passed", "17 passed, 1 failed", "1 failed; 17 passed", "1 failed | 17 passed (18)",
        "17 passed (3 steps) | 1 failed (22ms)", "17 passed, and 1 failed."}) {
    const auto tally = Tally::of(text);
    ASSERT_TRUE(tally) << text;
    EXPECT_EQ(tally->counts(), (Counts{.passed = 17, .failed = 1})) << text;
    EXPECT_TRUE(tally->about_tests()) << text;
  }
}

TEST(Tally, OnlyWhenTheWholeTextIsCounts) {
  for (const char* text :
       {"", "passed", "3", "3 passed today: yes", "we passed 3", "3passed", "1 failed, oh no", "3.5 passed"}) {
    EXPECT_FALSE(Tally::of(text)) << text;
  }
  EXPECT_FALSE(Tally::of("2 green bottles")->about_tests());
}

TEST(Tally, LabelsAndPlurals) {
  const auto tally = Tally::of("2 errors, 1 warning, 3 xfailed, 4 did not run");
  ASSERT_TRUE(tally);
  EXPECT_EQ(tally->get("error"), 2u);
  EXPECT_EQ(tally->get("warning"), 1u);
  EXPECT_EQ(tally->get("passed"), 0u);
  EXPECT_EQ(tally->counts(), (Counts{.errors = 2, .skipped = 4, .warnings = 1}));
}

TEST(Tally, Durations) {
  EXPECT_EQ(without_duration("17 passed in 0.52s (0:00:01)"), "17 passed");
  EXPECT_EQ(without_duration("17 passed in total"), "17 passed in total");
}

}  // namespace
}  // namespace assay::logs
