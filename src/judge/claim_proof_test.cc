#include "judge/claim_proof.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::judge {
namespace {

using model::HunkProof;
using model::TestProof;

model::Proof proof_of_discount() {
  model::Proof proof;
  proof.level = model::ProofLevel::full;
  proof.tests = {{"test_shop.py::test_discount_above_100", TestProof::discriminating, "fails before", true},
                 {"test_shop.py::test_shipping_country", TestProof::always_green, "passes before the change too"}};
  proof.hunks = {{"shop.py", 3, 5, HunkProof::proven, "", "test_shop.py::test_discount_above_100"},
                 {"shop.py", 9, 9, HunkProof::proven, "", "test_other"},
                 {"shop.py", 12, 12, HunkProof::unproven, "", "test_shop.py::test_discount_above_100"}};
  return proof;
}

TEST(ClaimProof, ClaimsAreItemsElseSentences) {
  EXPECT_EQ(join(claims_of("Prices of the shop.\n- totals above 100 get a discount\n2. shipping is free\n"), "|"),
            "totals above 100 get a discount|shipping is free");
  EXPECT_EQ(join(claims_of("Totals get 2.5 percent. Shipping is free!\n```\n- not a claim at all\n```\nThanks."), "|"),
            "Totals get 2.5 percent|Shipping is free");
}

TEST(ClaimProof, AClaimHasTheTestThatSpeaksOfItAndItsLines) {
  const auto claims = prove_claims(
      "- a discount for totals above 100\n- shipping depends on the country\n- pay later\n", proof_of_discount());
  ASSERT_EQ(claims.size(), 3u);
  EXPECT_EQ(claims[0].id, "C-1");
  EXPECT_EQ(claims[0].test, "test_shop.py::test_discount_above_100");
  EXPECT_EQ(claims[0].proof, TestProof::discriminating);
  EXPECT_EQ(join(claims[0].lines, ","), "shop.py:3-5");
  EXPECT_EQ(claims[1].proof, TestProof::always_green);
  EXPECT_EQ(claims[2].test, "");
  EXPECT_FALSE(claims[2].proof);
  EXPECT_EQ(claims[2].detail, k_no_proof);
}

TEST(ClaimProof, OneWordOfManyInCommonIsTooLittle) {
  auto proof = proof_of_discount();
  proof.tests = {{"test_discount_of_frequent_customers", TestProof::discriminating, "", true}};
  EXPECT_EQ(prove_claims("the discount is shown in red", proof).front().test, "");
  EXPECT_EQ(prove_claims("frequent visitors see the discount", proof).front().test, proof.tests.front().test);
}

TEST(ClaimProof, WhereNothingWasTriedNothingIsSaid) {
  auto proof = proof_of_discount();
  proof.unknown = "no command ran tests that pass";
  EXPECT_TRUE(prove_claims("a discount for totals above 100", proof).empty());
}

}  // namespace
}  // namespace assay::judge
