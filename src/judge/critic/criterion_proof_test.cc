#include "judge/critic/criterion_proof.h"

#include <gtest/gtest.h>

#include "logs/reading/reader.h"

namespace assay::judge {
namespace {

using model::EvidenceKind;
using model::TestProof;

struct Scene {
  model::Task task;
  std::vector<model::VerifiedCheck> checks{1};
  TestReport ran;

  void claim(std::string id, std::string test) {
    model::SuccessCriterion criterion{std::move(id), "a claim", EvidenceKind::none, {}};
    if (!test.empty()) {
      criterion.evidence = EvidenceKind::test;
      criterion.arguments = {{"name", std::move(test)}};
    }
    task.success_criteria.push_back(std::move(criterion));
  }
  void proven(std::string test, TestProof proof, std::string detail) {
    checks.front().proofs.push_back({std::move(test), proof, std::move(detail)});
  }
  std::vector<model::CriterionProof> prove() {
    const model::Task* tasks[] = {&task};
    return prove_criteria(tasks, checks, ran, {});
  }
};

TEST(CriterionProof, IsThatOfTheTestItNames) {
  Scene scene;
  scene.claim("SC-1", "test_login");
  scene.proven("tests/test_auth.py::test_login", TestProof::discriminating, "fails before");
  const auto proofs = scene.prove();
  ASSERT_EQ(proofs.size(), 1U);
  EXPECT_EQ(proofs[0].id, "SC-1");
  EXPECT_EQ(proofs[0].test, "test_login");
  EXPECT_EQ(proofs[0].proof, TestProof::discriminating);
  EXPECT_EQ(proofs[0].detail, "fails before");
}

TEST(CriterionProof, OfSeveralTestsTheWeakestCounts) {
  Scene scene;
  scene.claim("SC-1", "test_login");
  scene.proven("a.py::test_login[admin]", TestProof::discriminating, "fails before");
  scene.proven("a.py::test_login[guest]", TestProof::always_green, "passes before too");
  scene.proven("a.py::test_logout", TestProof::invalid, "another test");
  EXPECT_EQ(scene.prove()[0].proof, TestProof::always_green);
}

TEST(CriterionProof, AFlakyRunOfTheTestIsWeakerThanAPlainOne) {
  Scene scene;
  scene.claim("SC-1", "test_login");
  scene.proven("a.py::test_login[admin]", TestProof::discriminating, "fails before");
  scene.proven("a.py::test_login[guest]", TestProof::flaky, "fails before, but");
  EXPECT_EQ(scene.prove()[0].proof, TestProof::flaky);
}

TEST(CriterionProof, WithoutATestSaysThatNoneIsNamed) {
  Scene scene;
  scene.claim("SC-1", "");
  scene.proven("a claim", TestProof::discriminating, "a test called like the claim proves nothing of it");
  EXPECT_FALSE(scene.prove()[0].proof);
  EXPECT_EQ(scene.prove()[0].detail, "no proof named");
  EXPECT_EQ(scene.prove()[0].test, "");
}

TEST(CriterionProof, OfATestThatWasNotClassifiedSaysWhatBecameOfIt) {
  Scene scene;
  scene.ran.add(logs::read_log_text("ok 1 - old one\nnot ok 2 - broken one\n1..2\n"), {});
  scene.claim("SC-1", "old one");
  scene.claim("SC-2", "broken one");
  scene.claim("SC-3", "unheard of");
  const auto proofs = scene.prove();
  for (const auto& proof : proofs) EXPECT_FALSE(proof.proof);
  EXPECT_EQ(proofs[0].detail, "it passes, and was not run on the code before");
  EXPECT_EQ(proofs[1].detail, "it fails on the work");
  EXPECT_EQ(proofs[2].detail, "no check ran a test of that name");
}

}  // namespace
}  // namespace assay::judge
