#include "reports/selection.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::reports {
namespace {

Report run(std::string_view lines, logs::Runner runner = logs::Runner::pytest) {
  return read(Format::events, runner, lines);
}

constexpr std::string_view k_narrowed =
    R"({"event":"begin","run":"1"}
{"event":"narrowed","count":1,"run":"1"}
{"event":"test","name":"test_a","file":"test_a.py","outcome":"failed","failure":"assertion","run":"1"}
{"event":"end","exit":1,"run":"1"}
)";

TEST(Selection, AReportSaysThatItWasNarrowed) {
  const Report report = run(k_narrowed);
  EXPECT_TRUE(report.narrowed);
  EXPECT_EQ(report.collected, 1u);
  EXPECT_EQ(report.tests[0].failure, Failure::assertion);
}

TEST(Selection, OneRunThatWasNotNarrowedIsEnoughToSayNo) {
  EXPECT_FALSE(run("{\"event\":\"begin\",\"run\":\"2\"}\n{\"event\":\"end\",\"run\":\"2\"}\n").narrowed);
  EXPECT_FALSE(
      run(cat(k_narrowed, "{\"event\":\"begin\",\"run\":\"2\"}\n{\"event\":\"end\",\"run\":\"2\"}\n")).narrowed);
  Report both = run(k_narrowed);
  merge(both, run("{\"event\":\"begin\",\"run\":\"2\"}\n{\"event\":\"end\",\"run\":\"2\"}\n"));
  EXPECT_FALSE(both.narrowed);
  Report twice = run(k_narrowed);
  merge(twice, run(k_narrowed));
  EXPECT_TRUE(twice.narrowed);
}

TEST(Selection, ASelectionOfNothingHasNoTests) {
  const Report report =
      run("{\"event\":\"begin\",\"run\":\"1\"}\n{\"event\":\"narrowed\",\"count\":0,\"run\":\"1\"}\n{\"event\":\"end\","
          "\"exit\":5,\"run\":\"1\"}\n");
  EXPECT_EQ(report.collected, 0u);
}

TEST(Selection, PartsRunWithTheirWhole) {
  EXPECT_TRUE(is_part_of("TestA/sub", "TestA"));
  EXPECT_TRUE(is_part_of("U.test (i=1)", "U.test"));
  EXPECT_TRUE(is_part_of("parent > child", "parent"));
  EXPECT_FALSE(is_part_of("TestAB", "TestA"));
  EXPECT_FALSE(is_part_of("TestA", "TestA"));
}

}  // namespace
}  // namespace assay::reports
