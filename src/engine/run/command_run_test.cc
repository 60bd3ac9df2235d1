#include "engine/run/command_run.h"

#include <gtest/gtest.h>

#include "judge/outcome/check_outcome.h"

namespace assay::engine {
namespace {

judge::CheckOutcome judged(os::Ended ended) {
  os::Outcome outcome;
  outcome.ended = ended;
  outcome.signal = 9;
  const auto run = read_run("make test", outcome, 1000, nullptr);
  EXPECT_TRUE(run);
  return judge::judge_check(*run);
}

TEST(CommandRun, MemoryThatOthersFilledProvesNothingAndIsNobodysFault) {
  const auto outcome = judged(os::Ended::machine_memory);
  EXPECT_EQ(outcome.proof, judge::Proof::not_run) << outcome.reason;
  EXPECT_NE(outcome.reason.find("run it again when less else uses memory"), std::string::npos) << outcome.reason;
}

TEST(CommandRun, MemoryOfItsOwnFailsTheCheck) {
  const auto outcome = judged(os::Ended::out_of_memory);
  EXPECT_EQ(outcome.proof, judge::Proof::failed);
  EXPECT_NE(outcome.reason.find("was ended by SIGKILL: it went beyond its limit of memory"), std::string::npos)
      << outcome.reason;
}

}  // namespace
}  // namespace assay::engine
