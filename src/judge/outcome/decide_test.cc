#include "judge/outcome/decide.h"

#include <gtest/gtest.h>

#include "judge/outcome/judge.h"

namespace assay::judge {
namespace {

using model::Check;
using model::Decision;
using model::FinalVerdict;
using model::Risk;

Check complete() {
  Check check;
  check.has_task = check.has_diff = check.has_logs = check.has_report = check.has_positive = true;
  return check;
}

void add(Check& check, size_t must, size_t should) {
  check.verdict.must_fix.resize(must);
  check.verdict.should_fix.resize(should);
}

struct DecisionRow {
  const char* what;
  void (*change)(Check&);
  Decision decision;
  Risk risk;
  int confidence;
};

TEST(Decide, OrderRiskAndConfidenceOfTheContract) {
  const DecisionRow rows[] = {
      {"all there", [](Check&) {}, Decision::open_pr, Risk::low, 82},
      {"one should_fix", [](Check& c) { add(c, 0, 1); }, Decision::open_pr_with_warning, Risk::medium, 64},
      {"two should_fix", [](Check& c) { add(c, 0, 2); }, Decision::open_pr_with_warning, Risk::medium, 60},
      {"many should_fix cost 20 at most", [](Check& c) { add(c, 0, 9); }, Decision::open_pr_with_warning, Risk::medium,
       48},
      {"one must_fix", [](Check& c) { add(c, 1, 0); }, Decision::block_pr, Risk::high, 81},
      {"many must_fix add 9 at most", [](Check& c) { add(c, 7, 0); }, Decision::block_pr, Risk::high, 87},
      {"must_fix comes before missing context", [](Check& c) { add(c, 1, 0), c.has_task = false; }, Decision::block_pr,
       Risk::high, 69},
      {"no task", [](Check& c) { c.has_task = false; }, Decision::needs_context, Risk::medium, 43},
      {"no diff", [](Check& c) { c.has_diff = false; }, Decision::needs_context, Risk::medium, 43},
      {"no positive evidence", [](Check& c) { c.has_positive = false; }, Decision::needs_context, Risk::medium, 39},
      {"no report", [](Check& c) { c.has_report = false; }, Decision::open_pr, Risk::low, 76},
      {"no logs and nothing positive", [](Check& c) { c.has_logs = c.has_positive = false; }, Decision::needs_context,
       Risk::medium, 31},
      {"high-risk diff", [](Check& c) { c.high_risk = true, add(c, 0, 1); }, Decision::open_pr_with_warning,
       Risk::medium, 56},
      {"nothing at all", [](Check& c) { c = Check(), add(c, 0, 9); }, Decision::needs_context, Risk::medium, 0},
  };
  for (const auto& row : rows) {
    Check check = complete();
    row.change(check);
    decide(check);
    EXPECT_EQ(check.verdict.decision, row.decision) << row.what;
    EXPECT_EQ(check.verdict.risk, row.risk) << row.what;
    EXPECT_EQ(check.verdict.confidence, row.confidence) << row.what;
  }
}

FinalVerdict final_of(void (*change)(Check&), bool ran_commands) {
  Check check = complete();
  change(check);
  decide(check);
  conclude(check, ran_commands);
  return *check.final_verdict;
}

TEST(Conclude, FinalVerdictOfTheContract) {
  EXPECT_EQ(final_of([](Check&) {}, true), FinalVerdict::mergeable);
  EXPECT_EQ(final_of([](Check&) {}, false), FinalVerdict::conditional);
  EXPECT_EQ(final_of([](Check& c) { c.has_task = false; }, true), FinalVerdict::conditional);
  EXPECT_EQ(final_of([](Check& c) { add(c, 0, 1); }, true), FinalVerdict::conditional);
  EXPECT_EQ(final_of([](Check& c) { c.has_positive = false; }, true), FinalVerdict::conditional);
  EXPECT_EQ(final_of([](Check& c) { add(c, 1, 0); }, true), FinalVerdict::not_mergeable);
  EXPECT_EQ(final_of([](Check& c) { c.has_diff = false; }, true), FinalVerdict::inconclusive);
  EXPECT_EQ(final_of([](Check& c) { c.has_diff = false, add(c, 1, 0); }, true), FinalVerdict::not_mergeable);
}

}  // namespace
}  // namespace assay::judge
