#include "engine/check/gate.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "git/scratch_repository.h"
#include "logs/reading/reader.h"

namespace assay::engine {
namespace {

class Gate : public testing::Test {
 protected:
  Gate() {
    m_base = m_scratch.commit(
        "printf 'def add(a, b):\\n    return a + b\\n' >calc.py\n"
        "printf 'from calc import add\\ndef test_add():\\n    assert add(1, 2) == 3\\n' >test_calc.py");
  }
  model::VerifiedCheck judge(const std::string& script, const std::string& asked,
                             GatePolicy policy = GatePolicy::block) {
    const auto head = m_scratch.commit(script);
    judge::CommandRun run;
    run.command = "pytest";
    run.exit_code = 0;
    run.log = logs::read_log_text("===== 1 passed in 0.01s =====\n");
    GateInput input{m_base, head, asked, {run}, m_scratch.folder(), {}, UnprovenWork::fails, m_rules};
    model::VerifiedCheck check;
    const auto done = judge_gate(m_scratch.repository(), input, policy, check);
    EXPECT_TRUE(done) << done.error().message;
    return check;
  }
  // Code that no test misses.
  model::VerifiedCheck judge_unproven(const model::Proof& proof, UnprovenWork unproven = UnprovenWork::fails,
                                      GatePolicy policy = GatePolicy::block) {
    const auto head = m_scratch.commit("printf 'def sub(a, b):\\n    return a - b\\n' >>calc.py");
    judge::CommandRun run;
    run.command = "pytest";
    run.exit_code = 0;
    run.log = logs::read_log_text("===== 1 passed in 0.01s =====\n");
    GateInput input{m_base, head, "Add subtraction", {run}, m_scratch.folder(), proof, unproven};
    model::VerifiedCheck check;
    const auto done = judge_gate(m_scratch.repository(), input, policy, check);
    EXPECT_TRUE(done) << done.error().message;
    return check;
  }
  git::ScratchRepository m_scratch;
  std::string m_base;
  judge::RulesInForce m_rules;
};

model::Proof proof_of_nothing() {
  model::Proof proof;
  proof.level = model::ProofLevel::full;
  proof.hunks = {{"calc.py", 3, 4, model::HunkProof::unproven, "its absence goes unnoticed", ""}};
  return proof;
}

TEST_F(Gate, WorkThatNothingProvesDoesNotPassByItself) {
  const auto check = judge_unproven(proof_of_nothing());
  EXPECT_EQ(check.status, model::AcceptanceStatus::failed);
  EXPECT_TRUE(contains(check.reason, "assay verify --accept-unproven")) << check.reason;
  EXPECT_TRUE(is_unproven(check, proof_of_nothing()));
}

TEST_F(Gate, WorkThatNothingProvesPassesWhereAPersonOrThePolicySaysSo) {
  EXPECT_EQ(judge_unproven(proof_of_nothing(), UnprovenWork::is_accepted).status, model::AcceptanceStatus::passed);
  EXPECT_EQ(judge_unproven(proof_of_nothing(), UnprovenWork::fails, GatePolicy::warn).status,
            model::AcceptanceStatus::passed);
}

TEST_F(Gate, APieceThatIsNotProvenIsAWarning) {
  auto proof = proof_of_nothing();
  proof.mended = {"test_sub"};
  const auto check = judge_unproven(proof);
  EXPECT_EQ(check.status, model::AcceptanceStatus::passed);
  EXPECT_TRUE(contains(check.last_output, "[proof.unproven]")) << check.last_output;
}

TEST_F(Gate, WhatCouldNotBeTriedIsNotHeldAgainstTheWork) {
  auto proof = proof_of_nothing();
  proof.tests = {{"test_sub", model::TestProof::invalid, "it cannot be run on the code before: No space left"}};
  EXPECT_EQ(judge_unproven(proof).status, model::AcceptanceStatus::passed);
  proof.tests.clear();
  proof.unknown = "no command ran tests that pass";
  EXPECT_EQ(judge_unproven(proof).status, model::AcceptanceStatus::passed);
}

TEST_F(Gate, AWaivedFindingDoesNotBlockAndIsShown) {
  const auto before = judge("git rm -q test_calc.py", "Add subtraction");
  ASSERT_FALSE(before.findings.empty());
  model::Waiver waiver;
  waiver.origin = model::WaiverOrigin::mission;
  waiver.finding = before.findings.front().id;
  waiver.reason = "moved away";
  waiver.by = "person:anna";
  m_rules.policy.waivers = {waiver};
  const auto check = judge("echo x >note.txt", "Add subtraction");
  EXPECT_EQ(check.status, model::AcceptanceStatus::passed) << check.last_output;
  ASSERT_EQ(check.waived.size(), 1u);
  EXPECT_TRUE(contains(check.last_output, "by person:anna: moved away")) << check.last_output;
}

TEST_F(Gate, AnHonestChangePasses) {
  const auto check = judge("printf 'def sub(a, b):\\n    return a - b\\n' >>calc.py", "Add subtraction");
  EXPECT_EQ(check.status, model::AcceptanceStatus::passed) << check.last_output;
}

TEST_F(Gate, ARemovedTestBlocksAndNamesTheFile) {
  const auto check = judge("git rm -q test_calc.py", "Add subtraction");
  EXPECT_EQ(check.status, model::AcceptanceStatus::failed);
  EXPECT_TRUE(contains(check.last_output, "test_calc.py")) << check.last_output;
}

TEST_F(Gate, PolicyMayOnlyWarn) {
  const auto check = judge("git rm -q test_calc.py", "Add subtraction", GatePolicy::warn);
  EXPECT_EQ(check.status, model::AcceptanceStatus::passed);
  EXPECT_TRUE(check.reason.starts_with("Only warned, by policy")) << check.reason;
}

TEST_F(Gate, AnEditOfWhatTheChecksRunIsToldWithItsLines) {
  m_base = m_scratch.commit(
      "echo '{\"scripts\":{\"test\":\"node --test\",\"start\":\"node .\"}}' >package.json\n"
      "printf 'build:\\n\\tcc a.c\\ntest:\\n\\t./run-tests\\n' >Makefile\n"
      "printf 'import os\\n' >conftest.py\n"
      "mkdir -p .github/workflows; printf 'jobs:\\n  test:\\n    steps:\\n      - run: npm test\\n' "
      ">.github/workflows/ci.yml\n"
      "printf '[tool.pytest.ini_options]\\naddopts = \"-q\"\\n' >pyproject.toml\n"
      "echo 'module.exports = {testEnvironment: \"node\"}' >jest.config.js");
  const auto told = [&](const std::string& script) {
    const auto check = judge(cat("git reset -q --hard ", m_base, "; ", script), "Add subtraction");
    EXPECT_EQ(check.status, model::AcceptanceStatus::passed) << check.last_output;
    return contains(check.last_output, "[config.check-edited]");
  };
  EXPECT_TRUE(told("sed -i 's/node --test/sleep 0; node --test/' package.json"));
  EXPECT_TRUE(told("sed -i 's/run-tests/run-tests -v/' Makefile"));
  EXPECT_TRUE(told("echo 'import sys' >>conftest.py"));
  EXPECT_TRUE(told("sed -i 's/npm test/npm test -- --verbose/' .github/workflows/ci.yml"));
  EXPECT_TRUE(told("sed -i 's/-q/-v/' pyproject.toml"));
  EXPECT_TRUE(told("sed -i 's/node/jsdom/' jest.config.js"));
  EXPECT_FALSE(told("sed -i 's/node [.]/node main.js/' package.json"));
  EXPECT_FALSE(told("sed -i 's/cc a.c/cc -O2 a.c/' Makefile"));
}

TEST_F(Gate, WhoIsJudgedDoesNotRewriteTheLawUnasked) {
  const auto unasked =
      judge("echo '[verify]' >assay.toml; mkdir .assay; echo x >.assay/decisions.toml", "Add subtraction");
  EXPECT_EQ(unasked.status, model::AcceptanceStatus::failed);
  EXPECT_TRUE(contains(unasked.last_output, "[law.changed]")) << unasked.last_output;
  EXPECT_TRUE(contains(unasked.reason, ".assay/decisions.toml, assay.toml")) << unasked.reason;
}

TEST_F(Gate, ATaskThatNamesTheLawMayChangeIt) {
  const auto asked = judge("echo '[verify]' >assay.toml", "Add the section verify to assay.toml");
  EXPECT_EQ(asked.status, model::AcceptanceStatus::passed) << asked.last_output;
  const auto like_it = judge("mkdir sub; echo x >sub/assay.toml; echo x >.assayer", "Add files; assay.toml is known");
  EXPECT_EQ(like_it.status, model::AcceptanceStatus::passed) << like_it.last_output;
}

TEST_F(Gate, TheLawIsFoundAmongAnyNumberOfFiles) {
  const auto check = judge("mkdir .aa; (cd .aa; seq 10500 | xargs touch); echo >assay.toml", "Add files");
  EXPECT_TRUE(contains(check.last_output, "[law.changed]")) << check.last_output.substr(0, 2000);
}

TEST_F(Gate, WordsOnWhatIsToBeMendedAreNoWishToHaveItGone) {
  model::Mission mission;
  mission.prompt = "Add subtraction";
  std::vector<model::Task> tasks(2);
  tasks[0].instructions = "Write sub";
  tasks[1].kind = model::TaskKind::fix;
  tasks[1].instructions = "1 test was deleted (test_add); test_calc.py is gone. Remove nothing.";
  const auto asked = what_was_asked(mission, tasks);
  EXPECT_TRUE(contains(asked, "Add subtraction") && contains(asked, "Write sub")) << asked;
  EXPECT_FALSE(contains(asked, "test_add")) << asked;
  EXPECT_EQ(judge("git rm -q test_calc.py", asked).status, model::AcceptanceStatus::failed);
}

TEST_F(Gate, ALinkOutOfTheTreeIsAFinding) {
  for (const auto* target : {"/etc/passwd", "../outside", "sub/../../outside"}) {
    const auto check = judge(cat("ln -sf ", target, " link.txt"), "Add a link");
    EXPECT_EQ(check.status, model::AcceptanceStatus::failed) << target;
    ASSERT_FALSE(check.findings.empty()) << target;
    EXPECT_EQ(check.findings.front().rule, "file.link-outside") << target;
  }
  EXPECT_EQ(judge("rm link.txt; mkdir -p sub; ln -s ../calc.py sub/near.txt", "Add a link").status,
            model::AcceptanceStatus::passed);
}

TEST_F(Gate, AHugeBinaryFileIsAFindingUnlessTheTaskNamesIt) {
  const std::string script = "head -c 53000000 /dev/zero >model.bin";
  const auto check = judge(script, "Add the model");
  EXPECT_EQ(check.status, model::AcceptanceStatus::failed);
  ASSERT_FALSE(check.findings.empty());
  EXPECT_EQ(check.findings.front().rule, "file.huge-binary");
  EXPECT_EQ(judge("echo x >>model.bin", "Add model.bin").status, model::AcceptanceStatus::passed);
  EXPECT_EQ(judge("rm model.bin; head -c 1000000 /dev/zero >small.bin", "Add the model").status,
            model::AcceptanceStatus::passed);
}

TEST_F(Gate, ItIsToldApartFromOtherChecks) {
  EXPECT_TRUE(is_gate_check(gate_check()));
  model::AcceptanceCheck other;
  other.command = "npm test";
  EXPECT_FALSE(is_gate_check(other));
}

}  // namespace
}  // namespace assay::engine
