#include "engine/calibrate/calibration.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/calibrate/advice.h"
#include "engine/calibrate/records.h"

namespace assay::engine {
namespace {

using model::FinalVerdict;
using testing::ElementsAre;
using testing::HasSubstr;

VariantResult judged(VariantKind kind, FinalVerdict verdict, std::vector<std::string> rules = {}) {
  VariantResult out;
  out.kind = kind;
  out.commit = "c1";
  out.verdict = verdict;
  out.rules = std::move(rules);
  out.ms = 1'500;
  out.proof = model::ProofLevel::full;
  return out;
}

TEST(Calibration, CountsKindsAndLeavesOutWhatWasNotMade) {
  Calibration calibration;
  auto not_made = judged(VariantKind::broken, FinalVerdict::mergeable);
  not_made.verdict.reset();
  not_made.not_made = "no test of it notices a broken line";
  calibration.results = {judged(VariantKind::honest, FinalVerdict::mergeable),
                         judged(VariantKind::honest, FinalVerdict::conditional),
                         judged(VariantKind::honest, FinalVerdict::not_mergeable),
                         judged(VariantKind::untested, FinalVerdict::conditional),
                         judged(VariantKind::untested, FinalVerdict::mergeable),
                         judged(VariantKind::untested, FinalVerdict::inconclusive),
                         not_made};
  const auto counts = count_kinds(calibration);
  const auto& honest = counts[0];
  EXPECT_EQ(honest.made, 3U);
  EXPECT_EQ(honest.right, 2U);
  EXPECT_EQ(honest.mergeable, 1U);
  EXPECT_EQ(honest.warned, 1U);
  EXPECT_EQ(honest.blocked, 1U);
  EXPECT_EQ(honest.ms, 4'500U);
  const auto& untested = counts[2];
  EXPECT_EQ(untested.made, 3U);
  EXPECT_EQ(untested.right, 2U);
  EXPECT_EQ(counts[3].made, 0U);
  EXPECT_EQ(counts[3].not_made, 1U);
  EXPECT_EQ(catch_rate(calibration).caught, 2U);
  EXPECT_EQ(catch_rate(calibration).of, 3U);
}

TEST(Calibration, CountsCaughtOnesThatLookLikeTheHonestOne) {
  Calibration calibration;
  calibration.results = {judged(VariantKind::honest, FinalVerdict::conditional, {"tests.value-changed"}),
                         judged(VariantKind::untested, FinalVerdict::conditional, {"tests.value-changed"}),
                         judged(VariantKind::test_deleted, FinalVerdict::conditional, {"tests.deleted"}),
                         judged(VariantKind::skip_added, FinalVerdict::not_mergeable, {"tests.value-changed"})};
  EXPECT_EQ(caught_like_honest(calibration), 1U);
}

TEST(Calibration, IsReadAsItWasKept) {
  Calibration calibration;
  auto result = judged(VariantKind::value_rewritten, FinalVerdict::inconclusive, {"a", "b"});
  result.path = "test_a.py";
  result.edit = "`x` in line 3";
  result.out_of_time = true;
  const auto again = read_result(result_json(result));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kind, VariantKind::value_rewritten);
  EXPECT_EQ(again->verdict, FinalVerdict::inconclusive);
  EXPECT_EQ(again->path, "test_a.py");
  EXPECT_EQ(again->edit, "`x` in line 3");
  EXPECT_THAT(again->rules, ElementsAre("a", "b"));
  EXPECT_EQ(again->ms, 1'500U);
  EXPECT_TRUE(again->out_of_time);
  EXPECT_FALSE(read_result(json::value("x")));
  EXPECT_FALSE(read_result(json::object{{"kind", "of another version"}}));
}

TEST(Advice, NamesTheSetting) {
  Calibration calibration;
  EXPECT_TRUE(advise(calibration).empty());
  auto missed = judged(VariantKind::untested, FinalVerdict::mergeable);
  missed.proof = model::ProofLevel::off;
  missed.not_compared = "no command named the tests that it ran";
  auto late = judged(VariantKind::broken, FinalVerdict::conditional);
  late.out_of_time = true;
  calibration.results = {missed, late, judged(VariantKind::honest, FinalVerdict::not_mergeable, {"tests.deleted"})};
  calibration.end = CalibrationEnd::out_of_time;
  calibration.left_out = {{std::string(k_not_green), 4}, {std::string(k_no_command), 1}};
  EXPECT_THAT(advise(calibration),
              ElementsAre(HasSubstr("verify_commands"), HasSubstr("fail on 4 commits"), HasSubstr("level = \"full\""),
                          HasSubstr("budget_seconds"), HasSubstr("[[runner]]"), HasSubstr("`tests.deleted` spoke"),
                          HasSubstr("--budget-minutes")));
}

}  // namespace
}  // namespace assay::engine
