#include "report/proof.h"

#include <gtest/gtest.h>

#include "report/schemas.h"

namespace assay::report {
namespace {

model::Proof unreached_proof() {
  model::Proof proof;
  proof.level = model::ProofLevel::full;
  proof.hunks = {{"a.py", 40, 47, model::HunkProof::unproven, "no test runs lines 41-44", "", false, {{41, 44}}}};
  proof.unreached = 4;
  proof.reach_unknown = "b.rb";
  return proof;
}

TEST(ProofDocument, LinesThatNoTestRunsAreReadAgain) {
  const auto document = proof_json(unreached_proof());
  EXPECT_TRUE(violations(proof_schema(), document).empty());
  const auto read = read_proof(document);
  ASSERT_EQ(read.hunks.size(), 1u);
  ASSERT_EQ(read.hunks[0].unreached.size(), 1u);
  EXPECT_EQ(read.hunks[0].unreached[0].first, 41u);
  EXPECT_EQ(read.hunks[0].unreached[0].last, 44u);
  EXPECT_EQ(read.unreached, 4u);
  EXPECT_EQ(read.reach_unknown, "b.rb");
}

TEST(ProofDocument, LinesThatNoTestRunsAreToldToPeople) {
  const auto text = proof_markdown(unreached_proof());
  EXPECT_NE(text.find("not proven: no test runs lines 41-44"), std::string::npos) << text;
  EXPECT_NE(text.find("no test runs 4 lines of the change"), std::string::npos) << text;
  EXPECT_NE(text.find("which lines the tests run is not known of b.rb"), std::string::npos) << text;
}

TEST(ProofDocument, SpecialCasesAreReadAgainAndTold) {
  model::Proof proof;
  proof.level = model::ProofLevel::full;
  proof.special_cases = {{"shop.py", 5, "Hanse Kontor", "'Hanse Kontor'", "test_total", true}};
  const auto document = proof_json(proof);
  EXPECT_TRUE(violations(proof_schema(), document).empty());
  const auto read = read_proof(document);
  ASSERT_EQ(read.special_cases.size(), 1u);
  EXPECT_EQ(read.special_cases[0].value, "Hanse Kontor");
  EXPECT_EQ(read.special_cases[0].line, 5u);
  EXPECT_TRUE(read.special_cases[0].odd);
  EXPECT_NE(proof_markdown(proof).find("only test_total fails"), std::string::npos) << proof_markdown(proof);
}

}  // namespace
}  // namespace assay::report
