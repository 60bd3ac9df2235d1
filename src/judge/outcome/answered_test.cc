#include "judge/outcome/answered.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::judge {
namespace {

using model::HunkProof;
using model::Severity;
using model::TestProof;

constexpr std::string_view k_asked = "Totals above 100 get a discount of 10 percent";

// Everything is proven, and the old forms of the edited tests still hold.
model::Proof all_proven() {
  model::Proof proof;
  proof.level = model::ProofLevel::full;
  proof.held = 3;
  proof.old_held = 2;
  proof.hunks = {{"shop.py", 3, 5, HunkProof::proven, "", "test_discount"},
                 {"shop.py", 1, 1, HunkProof::nothing_to_prove, "comments", ""}};
  proof.tests = {{"test_discount", TestProof::discriminating, "", true}};
  return proof;
}

// The expectation of an old test changed with the behaviour.
model::Proof with_changed_total() {
  auto proof = all_proven();
  proof.old_expectations = {{"tests/test_shop.py::test_total_of_many", "assert 180 == 200"}};
  proof.tests.push_back({"tests/test_shop.py::test_total_of_many", TestProof::discriminating, "", true});
  return proof;
}

Severity severity_after(std::string_view rule, const model::Proof& proof, std::string_view task = k_asked,
                        Severity before = Severity::should_fix) {
  model::Finding finding;
  finding.rule = rule;
  finding.severity = before;
  finding.message = "An assertion was replaced.";
  std::vector<model::Finding> findings = {finding};
  answer_by_proof(proof, view_task(task), findings);
  return findings.front().severity;
}

TEST(Answered, AReplacedAssertionWhoseOldFormHoldsIsANote) {
  EXPECT_EQ(severity_after("tests.assertion-removed", all_proven()), Severity::note);
  EXPECT_EQ(severity_after("tests.assertion-weakened", all_proven()), Severity::note);
}

TEST(Answered, TheNoteSaysByWhichProof) {
  model::Finding finding;
  finding.rule = "tests.assertion-removed";
  finding.message = "An assertion was replaced.";
  std::vector<model::Finding> findings = {finding};
  answer_by_proof(all_proven(), view_task(k_asked), findings);
  EXPECT_EQ(findings.front().message,
            "An assertion was replaced. Answered by the proof: The old form of the edited tests still holds on the new "
            "code; `test_discount` fails on the code before and passes now, and 1 piece of the change is proven.");
}

TEST(Answered, AnAssertionWhoseOldFormFailsIsNotAnswered) {
  EXPECT_EQ(severity_after("tests.assertion-removed", with_changed_total()), Severity::should_fix);
  auto not_run = all_proven();
  not_run.old_held = 0;
  EXPECT_EQ(severity_after("tests.assertion-weakened", not_run), Severity::should_fix);
}

TEST(Answered, AnExpectationThatTheTaskChangesIsANote) {
  EXPECT_EQ(severity_after("tests.expectation-rewritten", with_changed_total()), Severity::note);
  EXPECT_EQ(severity_after("tests.snapshot-rewritten", with_changed_total()), Severity::note);
}

TEST(Answered, AnExpectationOfSomethingElseIsNot) {
  auto proof = with_changed_total();
  proof.old_expectations.front().test = "tests/test_mail.py::test_greeting";
  EXPECT_EQ(severity_after("tests.expectation-rewritten", proof), Severity::should_fix);
}

TEST(Answered, ARewrittenExpectationAloneIsNoProofOfItself) {
  auto proof = with_changed_total();
  proof.tests.erase(proof.tests.begin());
  EXPECT_EQ(severity_after("tests.expectation-rewritten", proof), Severity::should_fix);
}

TEST(Answered, WithoutTestsThatHoldAnExpectationIsNotAnswered) {
  auto proof = with_changed_total();
  proof.held = 0;
  EXPECT_EQ(severity_after("tests.expectation-rewritten", proof), Severity::should_fix);
}

TEST(Answered, WhereTheTaskSaysThatSomethingStaysNothingIsAnswered) {
  for (const std::string_view task :
       {"Totals get a discount, keep the existing output", "refactor: total in one line",
        "Totals above 100 get a discount. Everything else stays as it is, preserve results."})
    EXPECT_EQ(severity_after("tests.expectation-rewritten", with_changed_total(), task), Severity::should_fix) << task;
}

TEST(Answered, WhatIsNotKnownAnswersNothing) {
  const auto rule = "tests.assertion-removed";
  auto proof = all_proven();
  proof.unknown = "no command ran tests that pass";
  EXPECT_EQ(severity_after(rule, proof), Severity::should_fix);
  proof = all_proven();
  proof.level = model::ProofLevel::tests;
  EXPECT_EQ(severity_after(rule, proof), Severity::should_fix);
  proof = all_proven();
  proof.out_of_time = true;
  EXPECT_EQ(severity_after(rule, proof), Severity::should_fix);
  for (const auto kind : {HunkProof::unproven, HunkProof::not_tried}) {
    proof = all_proven();
    proof.hunks.push_back({"shop.py", 9, 9, kind, "", ""});
    EXPECT_EQ(severity_after(rule, proof), Severity::should_fix);
  }
  proof = all_proven();
  proof.tests.front().asserted = false;
  EXPECT_EQ(severity_after(rule, proof), Severity::should_fix);
  proof = all_proven();
  proof.tests.push_back({"test_other", TestProof::flaky, ""});
  EXPECT_EQ(severity_after(rule, proof), Severity::should_fix);
}

TEST(Answered, LostTestsRisksAndBlocksAreNeverAnswered) {
  for (const auto* rule : {"tests.deleted", "tests.skipped", "tests.emptied", "tests.tautology", "tests.mocked-away",
                           "tests.hardcoded-result", "risk.auth", "secrets.committed", "proof.unproven"})
    EXPECT_EQ(severity_after(rule, all_proven()), Severity::should_fix) << rule;
  EXPECT_EQ(severity_after("tests.assertion-removed", all_proven(), k_asked, Severity::must_fix), Severity::must_fix);
}

}  // namespace
}  // namespace assay::judge
