#include "judge/outcome/proof_rules.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::judge {
namespace {

using model::HunkProof;
using model::TestProof;

constexpr std::string_view k_wish = "Totals above 100 get a discount of 10 percent";

model::Proof tried_all() {
  model::Proof proof;
  proof.level = model::ProofLevel::full;
  return proof;
}

model::ProvenHunk proven_hunk(HunkProof kind, std::string detail) {
  return {"shop.py", 5, 6, kind, std::move(detail), ""};
}

std::string proof_findings(const model::Proof& proof, std::string_view task = k_wish) {
  std::vector<model::Finding> findings;
  judge_proof(proof, view_task(task), findings);
  std::string out;
  for (const auto& finding : findings) out += cat(name(finding.severity), " ", finding.rule, ";");
  return out;
}

TEST(ProofRules, CommentsWithTestsThatPassWithoutThemBlock) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::nothing_to_prove, "only comments")};
  proof.tests = {{"test_discount", TestProof::always_green, "passes before the change too"}};
  EXPECT_EQ(proof_findings(proof), "must_fix proof.nothing-done;");
  EXPECT_EQ(proof_findings(proof, "docs: explain the totals"), "");
  proof.other_changes = true;
  EXPECT_EQ(proof_findings(proof), "should_fix proof.nothing-proven;");
}

TEST(ProofRules, CommentsOrGreenTestsAloneBlock) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::nothing_to_prove, "only comments")};
  EXPECT_EQ(proof_findings(proof), "must_fix proof.nothing-done;");
  EXPECT_EQ(proof_findings(proof, "docs: explain the totals"), "");
  proof.hunks.clear();
  EXPECT_EQ(proof_findings(proof), "");  // documents only: others say so
  proof.tests = {{"test_discount", TestProof::always_green, "passes before the change too"}};
  EXPECT_EQ(proof_findings(proof), "must_fix proof.nothing-done;");
  EXPECT_EQ(proof_findings(proof, "Add regression tests for the discount"), "");
  proof.other_changes = true;
  EXPECT_EQ(proof_findings(proof), "should_fix proof.nothing-proven;");
  proof.other_changes = false;
  proof.tests.push_back({"test_more", TestProof::discriminating, "", true});
  EXPECT_EQ(proof_findings(proof), "");  // the fault was in the test
}

TEST(ProofRules, RenamesNeedNoProofWhereTheyWereAsked) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::nothing_to_prove, "only a rename: `people` to `guests`")};
  EXPECT_EQ(proof_findings(proof, "Give out the seats under the word guests"), "");
  EXPECT_EQ(proof_findings(proof, "refactor: rename people"), "");
  EXPECT_EQ(proof_findings(proof), "should_fix proof.nothing-proven;");
}

TEST(ProofRules, ValuesOfOldTestsBlockWhereTheyAreData) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::proven, "its absence is noticed")};
  proof.tests = {{"test_discount", TestProof::discriminating, "", true}};
  proof.special_cases = {{"shop.py", 5, "Hanse Kontor", "\"Hanse Kontor\"", "test_total", true}};
  EXPECT_EQ(proof_findings(proof), "must_fix proof.special-case;");
  EXPECT_EQ(proof_findings(proof, "Totals get a discount, but not for Hanse Kontor"), "");
  EXPECT_EQ(proof_findings(proof, "refactor: name the sum"), "");
  proof.special_cases = {{"shop.py", 5, "osprey", "\"osprey\"", "test_total", false}};
  EXPECT_EQ(proof_findings(proof), "should_fix proof.special-case;");
  proof.special_cases = {{"alarm.rs", 5, "10.0", "10.0", "", true}};  // nobody notices what it does
  EXPECT_EQ(proof_findings(proof), "should_fix proof.special-case;");
}

TEST(ProofRules, CodeThatNoTestMissesIsWarnedOf) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::unproven, "its absence goes unnoticed")};
  EXPECT_EQ(proof_findings(proof), "should_fix proof.nothing-proven;");
  proof.mended = {"test_total"};
  EXPECT_EQ(proof_findings(proof), "should_fix proof.unproven;");
}

TEST(ProofRules, AProvenChangeHasNoFinding) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::proven, "its absence is noticed")};
  proof.tests = {{"test_discount", TestProof::discriminating, "", true}, {"test_none", TestProof::always_green, ""}};
  EXPECT_EQ(proof_findings(proof), "");
}

TEST(ProofRules, FailingForWantOfANameIsNoJudgement) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::not_tried, "")};
  proof.tests = {{"test_discount", TestProof::discriminating, "needs `discount`", false, true}};
  proof.tried = 3;
  EXPECT_EQ(proof_findings(proof), "should_fix proof.nothing-proven;");
  proof.noticed = 1;  // by a test that was there before
  EXPECT_EQ(proof_findings(proof), "should_fix proof.nothing-proven;");
  proof.noticed_by_new = 1;
  EXPECT_EQ(proof_findings(proof), "");
}

TEST(ProofRules, NamesAloneAreNoBehaviour) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::nothing_to_prove, "only declarations")};
  proof.tests = {{"test_discount", TestProof::discriminating, "needs `Discount`", false, true}};
  EXPECT_EQ(proof_findings(proof), "should_fix proof.nothing-proven;");
}

TEST(ProofRules, ACrashThatIsGoneIsOne) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::proven, "")};
  proof.tests = {{"test_folder", TestProof::discriminating, "ends with an error", false, false}};
  proof.tried = 3;
  EXPECT_EQ(proof_findings(proof), "should_fix proof.nothing-proven;");
  proof.noticed = 1;
  EXPECT_EQ(proof_findings(proof), "");
}

TEST(ProofRules, WhatWasNotTriedIsNotHeldAgainstIt) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::not_tried, "")};
  proof.tests = {{"test_discount", TestProof::discriminating, "needs `discount`", false, true}};
  EXPECT_EQ(proof_findings(proof), "");  // nothing was broken at all
  proof.unknown = "no command ran tests that pass";
  proof.tests.clear();
  EXPECT_EQ(proof_findings(proof), "");
  EXPECT_EQ(proof_findings(model::Proof{}), "");
}

TEST(ProofRules, RefactoringNeedsNoDifference) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::unproven, "`5001` instead of `5000` goes unnoticed")};
  proof.tried = 4;
  proof.noticed = 3;
  EXPECT_EQ(proof_findings(proof, "refactor: name the fee"), "");
  proof.noticed = 0;
  EXPECT_EQ(proof_findings(proof, "refactor: name the fee"), "should_fix proof.unproven;");
}

TEST(ProofRules, OldExpectationsBlockWhereBehaviourStays) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::proven, "")};
  proof.tests = {{"test_total", TestProof::discriminating, "", true}};
  proof.old_expectations = {{"test_total", "assert 3 == 4"}};
  proof.noticed = 1;
  EXPECT_EQ(proof_findings(proof), "");
  EXPECT_EQ(proof_findings(proof, "refactor: compute totals in one place"), "must_fix proof.behaviour-changed;");
}

TEST(ProofRules, OldExpectationsBlockWhereTheRestStays) {
  auto proof = tried_all();
  proof.hunks = {proven_hunk(HunkProof::proven, "")};
  proof.tests = {{"test_discount", TestProof::discriminating, "", true}};
  proof.noticed = 1;
  proof.old_expectations = {{"tests/test_shop.py::test_currency", "assert 'EUR' == '€'"}};
  constexpr std::string_view k_rest = "Totals above 100 get a discount of 10 percent. Everything else stays as it is.";
  EXPECT_EQ(proof_findings(proof, k_rest), "must_fix proof.behaviour-changed;");
  EXPECT_EQ(proof_findings(proof), "");
  proof.old_expectations = {{"tests/test_shop.py::test_discount_of_totals", "assert 90 == 100"}};
  EXPECT_EQ(proof_findings(proof, k_rest), "");
}

TEST(ProofRules, FindingsSayHowManyThereAre) {
  const auto message = [](const model::Proof& proof, std::string_view task) {
    std::vector<model::Finding> findings;
    judge_proof(proof, view_task(task), findings);
    return findings.empty() ? std::string() : findings.front().message;
  };
  auto proof = tried_all();
  proof.mended = {"test_total"};
  proof.hunks = {proven_hunk(HunkProof::unproven, "its absence goes unnoticed")};
  const std::string place = "shop.py:5 (its absence goes unnoticed)";
  EXPECT_EQ(message(proof, k_wish), cat("No test judges a piece of the change: ", place, "."));
  proof.hunks.push_back(proof.hunks[0]);
  EXPECT_EQ(message(proof, k_wish), cat("No test judges 2 pieces of the change: ", place, ", ", place, "."));
  proof.old_expectations = {{"test_total", "assert 3 == 4"}};
  EXPECT_TRUE(contains(message(proof, "refactor: compute totals in one place"),
                       "and 1 old expectation no longer holds: test_total."));
}

}  // namespace
}  // namespace assay::judge
