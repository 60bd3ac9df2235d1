#include "engine/gate.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "git/scratch_repository.h"
#include "logs/reader.h"

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
    GateInput input{m_base, head, asked, {run}, m_scratch.folder()};
    model::VerifiedCheck check;
    const auto done = judge_gate(m_scratch.repository(), input, policy, check);
    EXPECT_TRUE(done) << done.error().message;
    return check;
  }
  git::ScratchRepository m_scratch;
  std::string m_base;
};

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

TEST_F(Gate, ItIsToldApartFromOtherChecks) {
  EXPECT_TRUE(is_gate_check(gate_check()));
  model::AcceptanceCheck other;
  other.command = "npm test";
  EXPECT_FALSE(is_gate_check(other));
}

}  // namespace
}  // namespace assay::engine
