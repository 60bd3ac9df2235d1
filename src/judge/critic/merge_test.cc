#include "judge/critic/merge.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "judge/critic/check.h"
#include "judge/critic/stuck.h"
#include "judge/finding_identity.h"

namespace assay::judge {
namespace {

using model::Category;
using model::CriterionReport;
using model::CriterionVerdict;
using model::Critic;
using model::CriticFinding;
using model::CriticReport;
using model::Gravity;
using model::ReportVerdict;
using model::Route;

CriticFinding finding(Category category, std::string file = "a.c", std::uint64_t line = 1,
                      std::string remediation = "Do it.") {
  CriticFinding out;
  out.category = category;
  out.file = std::move(file);
  out.line = line;
  out.remediation = std::move(remediation);
  return out;
}

CriterionReport verdict(std::string id, CriterionVerdict v) {
  CriterionReport out;
  out.id = std::move(id);
  out.verdict = v;
  return out;
}

std::vector<model::SuccessCriterion> criteria_with_claims(std::initializer_list<std::string> ids) {
  std::vector<model::SuccessCriterion> out;
  for (const auto& id : ids) out.push_back({id, "claim of " + id, model::EvidenceKind::none, {}});
  return out;
}

CriticReport report(Critic critic, std::vector<CriterionReport> verdicts, std::vector<CriticFinding> findings) {
  CriticReport out;
  out.critic = critic;
  out.task_id = "T";
  out.criteria = std::move(verdicts);
  out.findings = std::move(findings);
  out.verdict = out.findings.empty() ? ReportVerdict::passed : ReportVerdict::issues_found;
  return out;
}

MergeFrame frame(const std::vector<model::SuccessCriterion>& plan, std::uint32_t round = 1) {
  return {"T", round, "tree", plan};
}

TEST(CriticMerge, WhatCannotBeToldHereIsNoFaultOfTheWork) {
  const auto plan = criteria_with_claims({"SC-1"});
  auto blind = verdict("SC-1", CriterionVerdict::information_missing);
  blind.is_infrastructure = true;
  blind.missing_info = "npm ci failed.";
  const auto merged = merge(frame(plan), {report(Critic::assay, {blind}, {})});
  ASSERT_EQ(merged.findings.size(), 1U);
  EXPECT_EQ(merged.findings[0].category, Category::infrastructure_mismatch);
  EXPECT_EQ(merged.route, Route::plan_checker);
  EXPECT_EQ(merged.findings[0].remediation, "SC-1 cannot be judged here: npm ci failed.");
}

TEST(CriticMerge, EveryCategoryGoesWhereTheTableSays) {
  const struct {
    Category first, last;
    Route route;
  } ranges[] = {
      {Category::style, Category::scope_creep, Route::executor},
      {Category::information_missing, Category::information_missing, Route::researcher},
      {Category::question_to_user, Category::question_to_user, Route::askuser},
      {Category::locked_decision_violation, Category::infrastructure_mismatch, Route::plan_checker},
      {Category::stuck_detected, Category::stuck_detected, Route::stuck},
      {Category::over_engineering, Category::shrinkable, Route::executor},
      {Category::critic_error, Category::unknown, Route::stuck},
  };
  for (const auto& [first, last, route] : ranges) {
    for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i)
      EXPECT_EQ(model::route_of(static_cast<Category>(i)), route) << name(static_cast<Category>(i));
  }
  EXPECT_EQ(model::category_named("weak-assertion"), Category::weak_assertion);
  EXPECT_EQ(model::category_named("made-up"), Category::unknown);
}

TEST(CriticMerge, PrecedenceIsStuckAskuserPlanCheckerResearcherExecutor) {
  const auto plan = criteria_with_claims({});
  std::vector<CriticFinding> all;
  EXPECT_EQ(route(all), Route::commit);
  for (const auto& [category, expected] : {std::pair{Category::dead_code, Route::executor},
                                           {Category::information_missing, Route::researcher},
                                           {Category::infrastructure_mismatch, Route::plan_checker},
                                           {Category::question_to_user, Route::askuser},
                                           {Category::critic_error, Route::stuck}}) {
    all.insert(all.begin(), finding(category));
    normalise(all.front(), PlanCriteria::some);
    EXPECT_EQ(route(all), expected);
  }
}

TEST(CriticMerge, AnUnknownCategoryIsGraveAndStuck) {
  const auto plan = criteria_with_claims({"SC-1"});
  auto odd = finding(Category::unknown);
  odd.severity = Gravity::nit;
  const auto merged =
      merge(frame(plan), {report(Critic::critic, {verdict("SC-1", CriterionVerdict::satisfied)}, {odd})});
  EXPECT_EQ(merged.route, Route::stuck);
  EXPECT_EQ(merged.findings.at(0).severity, Gravity::fail);
}

TEST(CriticMerge, EqualFindingsJoinWithWhoConfirmedThemAndTheHighestSeverity) {
  const auto plan = criteria_with_claims({});
  auto a = finding(Category::style, "./src/a.c", 3, "Use  the   NAME.");
  a.severity = Gravity::nit;
  auto b = finding(Category::style, "src//a.c", 3, "use the name.");
  b.severity = Gravity::risk;
  auto c = finding(Category::style, "src\\a.c", 3, "Use the name.");
  c.severity = Gravity::fail;
  const auto merged = merge(
      frame(plan), {report(Critic::style, {}, {a}), report(Critic::critic, {}, {b}), report(Critic::economy, {}, {c})});
  ASSERT_EQ(merged.findings.size(), 1U);
  EXPECT_EQ(merged.findings[0].severity, Gravity::fail);
  EXPECT_TRUE(merged.findings[0].confirmed_by.has(Critic::style));
  EXPECT_TRUE(merged.findings[0].confirmed_by.has(Critic::critic));
  EXPECT_TRUE(merged.findings[0].confirmed_by.has(Critic::economy));
  EXPECT_FALSE(merged.findings[0].confirmed_by.has(Critic::tests));
}

TEST(CriticMerge, OnlyTheFirstEightyCharactersOfARemediationTell) {
  const std::string same(80, 'x');
  std::vector<CriticFinding> two{finding(Category::style, "a", 1, same + "one"),
                                 finding(Category::style, "a", 1, same + "two")};
  join_same(two);
  EXPECT_EQ(two.size(), 1U);
  std::string wide;
  for (int i = 0; i < 79; ++i) wide += "é";
  std::vector<CriticFinding> differ{finding(Category::style, "a", 1, wide + "a"),
                                    finding(Category::style, "a", 1, wide + "b")};
  join_same(differ);
  EXPECT_EQ(differ.size(), 2U);
}

TEST(CriticMerge, AnotherLineFileOrCategoryIsAnotherFinding) {
  std::vector<CriticFinding> all{finding(Category::style), finding(Category::style, "b.c"),
                                 finding(Category::style, "a.c", 2), finding(Category::dead_code)};
  for (auto& one : all) one.confirmed_by = Critic::critic;
  join_same(all);
  EXPECT_EQ(all.size(), 4U);
}

TEST(CriticMerge, TwoCriteriaWithTheSameTextNeverCollapse) {
  const std::vector<model::SuccessCriterion> plan{{"SC-1", "It works", model::EvidenceKind::none, {}},
                                                  {"SC-2", "It works", model::EvidenceKind::none, {}}};
  const auto merged = merge(
      frame(plan),
      {report(Critic::critic,
              {verdict("SC-1", CriterionVerdict::unsatisfied), verdict("SC-2", CriterionVerdict::unsatisfied)}, {})});
  ASSERT_EQ(merged.findings.size(), 2U);
  auto first = finding(Category::unmet_criterion), second = first;
  first.criterion_id = "SC-1";
  second.criterion_id = "SC-2";
  EXPECT_NE(fingerprint(first), fingerprint(second));
}

TEST(CriticMerge, UnsatisfiedAndMissingCriteriaArePromoted) {
  const auto plan = criteria_with_claims({"SC-1", "SC-2", "SC-3"});
  const auto merged =
      merge(frame(plan),
            {report(Critic::critic,
                    {verdict("SC-1", CriterionVerdict::satisfied), verdict("SC-2", CriterionVerdict::unsatisfied),
                     verdict("SC-3", CriterionVerdict::information_missing)},
                    {})});
  ASSERT_EQ(merged.findings.size(), 2U);
  EXPECT_EQ(merged.findings[0].category, Category::unmet_criterion);
  EXPECT_EQ(merged.findings[0].criterion_id, "SC-2");
  EXPECT_EQ(merged.findings[1].category, Category::information_missing);
  EXPECT_EQ(merged.route, Route::researcher);
  EXPECT_EQ(merged.verdict, ReportVerdict::issues_found);
}

TEST(CriticMerge, AnExplicitFindingTakesThePlaceOfThePromotedOneAndIsAsGrave) {
  const auto plan = criteria_with_claims({"SC-1"});
  auto said = finding(Category::unmet_criterion, "src/x.c", 12, "Return 404.");
  said.criterion_id = "SC-1";
  said.severity = Gravity::nit;
  const auto merged =
      merge(frame(plan), {report(Critic::critic, {verdict("SC-1", CriterionVerdict::unsatisfied)}, {said})});
  ASSERT_EQ(merged.findings.size(), 1U);
  EXPECT_EQ(merged.findings[0].line, 12U);
  EXPECT_EQ(merged.findings[0].severity, Gravity::fail);
}

TEST(CriticMerge, ACriticMayLowerAVerdictAndNeverRaiseOne) {
  const auto plan = criteria_with_claims({"SC-1", "SC-2"});
  const auto own =
      report(Critic::assay,
             {verdict("SC-1", CriterionVerdict::satisfied), verdict("SC-2", CriterionVerdict::unsatisfied)}, {});
  const auto agent =
      report(Critic::critic,
             {verdict("SC-1", CriterionVerdict::unsatisfied), verdict("SC-2", CriterionVerdict::satisfied)}, {});
  for (const auto& order : {std::vector{own, agent}, std::vector{agent, own}}) {
    const auto merged = merge(frame(plan), order);
    EXPECT_EQ(merged.criteria.at(0).verdict, CriterionVerdict::unsatisfied);
    EXPECT_EQ(merged.criteria.at(1).verdict, CriterionVerdict::unsatisfied);
  }
}

TEST(CriticMerge, WordsWithoutProofDoNotPullDownWhatWasProven) {
  const auto plan = criteria_with_claims({"SC-1"});
  const auto own = report(Critic::assay, {verdict("SC-1", CriterionVerdict::satisfied)}, {});
  auto agent = report(Critic::critic, {verdict("SC-1", CriterionVerdict::unsatisfied)}, {});
  agent.criteria[0].is_unproven = true;
  for (const auto& order : {std::vector{own, agent}, std::vector{agent, own}})
    EXPECT_EQ(merge(frame(plan), order).criteria.at(0).verdict, CriterionVerdict::satisfied);
  EXPECT_EQ(merge(frame(plan), {agent}).criteria.at(0).verdict, CriterionVerdict::unsatisfied);
}

TEST(CriticMerge, WhatWasNotWorthReadingYetIsLeftAndNeverAPass) {
  const auto plan = criteria_with_claims({"SC-1", "SC-2"});
  auto open = verdict("SC-2", CriterionVerdict::information_missing);
  open.is_judged = false;
  auto left = frame(plan);
  left.open = MergeFrame::Open::leave;
  const auto broken = merge(left, {report(Critic::assay, {verdict("SC-1", CriterionVerdict::unsatisfied), open}, {})});
  EXPECT_EQ(broken.findings.size(), 1U);
  EXPECT_EQ(broken.route, Route::executor);
  const auto fine = merge(left, {report(Critic::assay, {verdict("SC-1", CriterionVerdict::satisfied), open}, {})});
  EXPECT_EQ(fine.verdict, ReportVerdict::issues_found);
}

TEST(CriticMerge, WhatAssayCouldNotLookAtIsTheCriticsToSay) {
  const auto plan = criteria_with_claims({"SC-1", "SC-2"});
  auto open = verdict("SC-1", CriterionVerdict::information_missing);
  open.is_judged = false;
  auto other = open;
  other.id = "SC-2";
  other.missing_info = "Only a run can show it.";
  const auto merged = merge(frame(plan), {report(Critic::assay, {open, other}, {}),
                                          report(Critic::critic, {verdict("SC-1", CriterionVerdict::satisfied)}, {})});
  EXPECT_EQ(merged.criteria.at(0).verdict, CriterionVerdict::satisfied);
  EXPECT_EQ(merged.criteria.at(1).verdict, CriterionVerdict::information_missing);
  EXPECT_EQ(merged.criteria.at(1).missing_info, "Only a run can show it.");
}

TEST(CriticMerge, NothingFoundIsACommit) {
  const auto plan = criteria_with_claims({"SC-1"});
  const auto merged = merge(frame(plan), {report(Critic::critic, {verdict("SC-1", CriterionVerdict::satisfied)}, {})});
  EXPECT_EQ(merged.route, Route::commit);
  EXPECT_EQ(merged.verdict, ReportVerdict::passed);
}

TEST(CriticMerge, NoReportAtAllIsNotAPass) {
  const auto plan = criteria_with_claims({"SC-1"});
  const auto merged = merge(frame(plan), {});
  EXPECT_EQ(merged.verdict, ReportVerdict::issues_found);
  EXPECT_EQ(merged.criteria.at(0).verdict, CriterionVerdict::information_missing);
}

TEST(CriticMerge, NoSuccessCriteriaGiveOneFindingThatGoesToThePlanChecker) {
  const auto gap = report_without_criteria({"T", 1, "", {}}, "PLAN.md");
  ASSERT_EQ(gap.findings.size(), 1U);
  EXPECT_EQ(gap.findings[0].category, Category::unmet_criterion);
  EXPECT_EQ(gap.findings[0].file, "PLAN.md");
  EXPECT_EQ(gap.route, Route::plan_checker);
  EXPECT_EQ(gap.verdict, ReportVerdict::issues_found);
}

TEST(CriticMerge, ACriticOutOfTimeIsIssuesFoundWithWhatItCollected) {
  const auto plan = criteria_with_claims({"SC-1", "SC-2"});
  auto late = report(Critic::critic, {verdict("SC-1", CriterionVerdict::satisfied)}, {});
  late.timed_out = true;
  late.verdict = ReportVerdict::issues_found;
  check_criteria(late, plan);
  const auto merged = merge(frame(plan), {late});
  EXPECT_EQ(merged.verdict, ReportVerdict::issues_found);
  EXPECT_EQ(merged.criteria.at(0).verdict, CriterionVerdict::satisfied);
  EXPECT_EQ(merged.route, Route::researcher) << "what it did not reach is missing, not wrong";
  late.criteria.push_back(verdict("SC-2", CriterionVerdict::satisfied));
  EXPECT_EQ(merge(frame(plan), {late}).verdict, ReportVerdict::issues_found);
}

TEST(CriticMerge, TheGravestComeFirst) {
  const auto plan = criteria_with_claims({});
  auto a = finding(Category::style, "a"), b = finding(Category::style, "b"), c = finding(Category::style, "c"),
       d = finding(Category::style, "d");
  a.severity = Gravity::nit;
  b.severity = Gravity::fail;
  c.severity = Gravity::risk;
  d.severity = Gravity::fail;
  const auto merged = merge(frame(plan), {report(Critic::style, {}, {a, b, c, d})});
  std::string order;
  for (const auto& one : merged.findings) order += one.file;
  EXPECT_EQ(order, "bdca");
}

TEST(CriticMerge, NitsAloneDoNotSendTheWorkBack) {
  const auto plan = criteria_with_claims({"SC-1"});
  auto nit = finding(Category::style, "a");
  nit.severity = Gravity::nit;
  const auto satisfied = verdict("SC-1", CriterionVerdict::satisfied);
  const auto merged = merge(frame(plan), {report(Critic::critic, {satisfied}, {nit})});
  EXPECT_EQ(merged.verdict, ReportVerdict::passed);
  EXPECT_EQ(merged.route, Route::commit);
  EXPECT_EQ(merged.findings.size(), 1U);

  auto risk = finding(Category::style, "b");
  risk.severity = Gravity::risk;
  const auto both = merge(frame(plan), {report(Critic::critic, {satisfied}, {nit, risk})});
  EXPECT_EQ(both.verdict, ReportVerdict::issues_found);
  EXPECT_EQ(both.route, Route::executor);

  auto asks = finding(Category::question_to_user, "a");
  asks.severity = Gravity::nit;
  EXPECT_EQ(merge(frame(plan), {report(Critic::critic, {satisfied}, {asks})}).route, Route::askuser);
}

// ---- identity and stuck

TEST(FindingIdentity, SurvivesShiftedLinesAndNothingElse) {
  const auto a = finding(Category::style, "src/a.c", 10, "Rename x at src/a.c:10, lines 10-12.");
  auto b = finding(Category::style, "./src/a.c", 25, "Rename x at  src/a.c:25, lines 25-27.");
  EXPECT_EQ(identity(a), identity(b));
  b.remediation = "Rename y at src/a.c:25, lines 25-27.";
  EXPECT_NE(identity(a), identity(b));
  auto c = finding(Category::style, "src/a.c", 10, "Expected 3, got 4.");
  auto d = finding(Category::style, "src/a.c", 10, "Expected 3, got 5.");
  EXPECT_NE(identity(c), identity(d)) << "numbers that are no lines count";
  d = c;
  d.criterion_id = "SC-2";
  EXPECT_NE(identity(c), identity(d));
}

TEST(FindingIdentity, OfASetKnowsNoOrder) {
  const std::vector<CriticFinding> a{finding(Category::style, "a"), finding(Category::style, "b")};
  const std::vector<CriticFinding> b{finding(Category::style, "b", 9), finding(Category::style, "a", 8),
                                     finding(Category::style, "a", 7)};
  EXPECT_EQ(identity_of_all(a), identity_of_all(b));
  EXPECT_EQ(identity_of_all({}), "");
}

CriticReport round_of(std::uint32_t number, std::string tree, std::vector<CriticFinding> findings) {
  auto out = report(Critic::critic, {}, std::move(findings));
  out.round = number;
  out.tree = std::move(tree);
  for (auto& one : out.findings) normalise(one, PlanCriteria::some);
  out.route = route(out.findings);
  return out;
}

TEST(Stuck, SameFindingsSameTreeOrTheLastRound) {
  const auto first = finding(Category::style, "a"), other = finding(Category::style, "b");
  const PastRound past{1, "t1", identity_of_all(std::span(&first, 1)), Route::executor};
  const auto why = [&](const CriticReport& r, std::uint32_t most = 5) { return why_stuck(r, {&past, 1}, most); };
  EXPECT_NE(why(round_of(2, "t2", {finding(Category::style, "a", 40)})), "") << "the same finding, shifted";
  EXPECT_NE(why(round_of(2, "t1", {other})), "") << "the same tree";
  EXPECT_EQ(why(round_of(2, "t2", {other})), "");
  EXPECT_NE(why(round_of(5, "t2", {other})), "") << "the last round";
  EXPECT_EQ(why(round_of(5, "t1", {})), "") << "nothing found is never stuck";
}

TEST(Stuck, AnAnswerMayLeaveTheTreeAsItIs) {
  const auto first = finding(Category::question_to_user, "a");
  const PastRound past{1, "t1", identity_of_all(std::span(&first, 1)), Route::askuser};
  EXPECT_EQ(why_stuck(round_of(2, "t1", {finding(Category::style, "b")}), {&past, 1}, 5), "");
  EXPECT_NE(why_stuck(round_of(2, "t1", {first}), {&past, 1}, 5), "") << "the same question again";
}

TEST(Stuck, IsAFindingAndARoute) {
  auto last = round_of(3, "t", {finding(Category::style, "a")});
  detect_stuck(last, {}, 3);
  EXPECT_EQ(last.route, Route::stuck);
  EXPECT_EQ(last.findings.at(0).category, Category::stuck_detected);
  EXPECT_EQ(last.findings.size(), 2U);
  auto second = round_of(2, "t", {finding(Category::style, "a")});
  detect_stuck(second, {}, 3);
  EXPECT_EQ(second.route, Route::executor);
}

}  // namespace
}  // namespace assay::judge
