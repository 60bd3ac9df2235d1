// Runs real commands in the real sandbox.
#include "engine/verify/run_check.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/sandbox_policy.h"
#include "os/files.h"

namespace assay::engine {
namespace {

class RunCheck : public testing::Test {
 protected:
  RunCheck() {
    make_folder("work");
    m_request.folder = m_scratch.path() + "/work";
    m_request.scratch = m_scratch.path() + "/scratch";
    m_request.sandbox = sandbox_for(m_request.folder, {}).value();
    m_request.check.title = "check";
  }
  void make_folder(const std::string& name) { EXPECT_TRUE(os::make_folders(m_scratch.path() + "/" + name)); }

  CheckRun run(const std::string& command) {
    m_request.check.command = command;
    auto result = run_check(m_request, m_evidence, {});
    EXPECT_TRUE(result) << result.error().message;
    return std::move(*result);
  }

  os::ScratchFolder m_scratch = os::ScratchFolder::make("assay-run-check").value();
  Evidence m_evidence{m_scratch.path() + "/evidence"};
  CheckRequest m_request;
};

TEST_F(RunCheck, APassKeepsItsOutputAsEvidence) {
  const auto result = run("echo hello");
  EXPECT_EQ(result.check.status, model::AcceptanceStatus::passed);
  ASSERT_EQ(result.check.attempts.size(), 1u);
  EXPECT_EQ(result.check.attempts[0].ended, "exit 0");
  EXPECT_EQ(m_evidence.read(result.check.attempts[0].output, 100).value(), "hello\n");
  EXPECT_EQ(result.check.last_output, "hello\n");
}

TEST_F(RunCheck, AFailureSaysWhy) {
  const auto result = run("echo broken; exit 3");
  EXPECT_EQ(result.check.status, model::AcceptanceStatus::failed);
  EXPECT_TRUE(contains(result.check.reason, "exited with code 3")) << result.check.reason;
}

TEST_F(RunCheck, AMissingProgramIsNotRun) {
  const auto result = run("no-such-program-anywhere");
  EXPECT_EQ(result.check.status, model::AcceptanceStatus::pending);
  EXPECT_TRUE(result.check.reason.starts_with("Not run: ")) << result.check.reason;
}

TEST_F(RunCheck, NoTestsIsNoPass) {
  EXPECT_EQ(run("echo '===== no tests ran in 0.01s ====='").check.status, model::AcceptanceStatus::failed);
}

TEST_F(RunCheck, APassAfterAFailureIsFlakyAndKeepsAllAttempts) {
  m_request.retries = 2;
  const auto result = run("if [ -e tried ]; then exit 0; fi; touch tried; exit 1");
  EXPECT_EQ(result.check.status, model::AcceptanceStatus::passed);
  EXPECT_TRUE(result.check.flaky);
  ASSERT_EQ(result.check.attempts.size(), 2u);
  EXPECT_EQ(result.check.attempts[0].ended, "exit 1");
}

TEST_F(RunCheck, ItIsCancelledFromOutside) {
  os::CancelToken token;
  token.cancel();
  m_request.cancel = &token;
  EXPECT_TRUE(run("sleep 60").cancelled);
}

TEST_F(RunCheck, SecretsAreTakenOutOfWhatIsKept) {
  const auto result = run("echo API_KEY=sk-live-0123456789abcdefghijklmnopqrstuvwx");
  EXPECT_FALSE(contains(result.check.last_output, "0123456789abcdef")) << result.check.last_output;
  EXPECT_FALSE(contains(m_evidence.read(result.check.attempts[0].output, 1000).value(), "0123456789abcdef"));
}

TEST_F(RunCheck, LongOutputIsShownByItsEnds) {
  const auto result = run("echo first; yes middle | head -n 100000; echo last");
  EXPECT_TRUE(result.check.last_output.starts_with("first\n"));
  EXPECT_TRUE(result.check.last_output.ends_with("last\n"));
  EXPECT_TRUE(contains(result.check.last_output, "bytes left out"));
  EXPECT_LT(result.check.last_output.size(), 10'000u);
}

TEST_F(RunCheck, NothingOfOurEnvironmentLeaksIn) {
  ::setenv("GITHUB_TOKEN", "hunter2hunter2", 1);
  const auto result = run("env; echo home=$HOME");
  ::unsetenv("GITHUB_TOKEN");
  EXPECT_FALSE(contains(result.check.last_output, "GITHUB_TOKEN")) << result.check.last_output;
}

}  // namespace
}  // namespace assay::engine
