#include "os/process/prepared_run.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include "os/files.h"
#include "os/process/supervisors.h"

namespace assay::os {
namespace {

Command command_in(const std::string& folder) {
  Command command;
  command.argv = {"/bin/sh", "-c", "echo >ran"};
  command.folder = folder;
  command.environment = EnvironmentMode::scrubbed;
  command.sandbox.emplace();
  command.sandbox->level = Sandbox::Level::bubblewrap;
  command.sandbox->writable = {folder};
  return command;
}

// Bubblewrap with the launcher behind it, started and not furnished.
struct Begun {
  std::unique_ptr<PreparedRun> run;
  pid_t pid = -1;
  Fd status;
  Fd control;
};
Begun begin(const Command& command) {
  Begun out;
  out.run = PreparedRun::make(command).value();
  auto output = make_pipe().value();
  auto status = make_pipe().value();
  auto control = make_pipe().value();
  SupervisorOptions options;
  options.output_fd = output.write_end.get();
  options.status_fd = status.write_end.get();
  options.control_fd = control.read_end.get();
  out.run->fill(options);
  out.pid = start_unsupervised(options).pid;
  out.status = std::move(status.read_end);
  out.control = std::move(control.write_end);
  return out;
}

class EarlyWalls : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_bubblewrap()) GTEST_SKIP() << "bubblewrap is not installed";
  }
  ScratchFolder m_scratch = ScratchFolder::make("assay-test").value();
  std::string m_folder = real_path(m_scratch.path()).value();
  std::string m_sign = join_path(m_folder, "ran");
};

TEST_F(EarlyWalls, RunTheCommandOnceTheyAreFurnished) {
  const auto command = command_in(m_folder);
  auto begun = begin(command);
  ASSERT_GT(begun.pid, 0);
  ASSERT_TRUE(begun.run->furnish());
  EXPECT_EQ(await_supervisor(begun.pid, Reported::all), 0);
  EXPECT_TRUE(exists(m_sign));
}
TEST_F(EarlyWalls, RunNothingWhenWhoeverStartedThemIsGoneBefore) {
  const auto command = command_in(m_folder);
  auto begun = begin(command);
  ASSERT_GT(begun.pid, 0);
  begun.run.reset();
  await_supervisor(begun.pid, Reported::all);
  EXPECT_FALSE(exists(m_sign));
}
TEST_F(EarlyWalls, ThatEndedBeforeTheyWereFurnishedAreNoErrorOfOurs) {
  const auto command = command_in(m_folder);
  auto begun = begin(command);
  ASSERT_GT(begun.pid, 0);
  ASSERT_EQ(::kill(begun.pid, SIGKILL), 0);
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(begun.pid), &ended, WEXITED | WNOWAIT), 0);
  EXPECT_TRUE(begun.run->furnish());
  EXPECT_TRUE(WIFSIGNALED(await_supervisor(begun.pid, Reported::all)));
  EXPECT_FALSE(exists(m_sign));
}
// Its output is to outlive us, so a supervisor stands between, which waits until we have read its report.
TEST_F(EarlyWalls, ThatCannotBeFurnishedAreLeftBesideASupervisorToo) {
  auto command = command_in(join_path(m_folder, "missing"));
  command.output.file = join_path(m_folder, "output");
  command.output.when = OutputOptions::File::outlives_us;
  EXPECT_EQ(run(command).value().ended, Ended::could_not_start);
}
TEST_F(EarlyWalls, OfAFolderThatIsNotThereAreLeftAndItIsSaid) {
  const auto command = command_in(join_path(m_folder, "missing"));
  auto begun = begin(command);
  ASSERT_GT(begun.pid, 0);
  const auto furnished = begun.run->furnish();
  ASSERT_FALSE(furnished);
  EXPECT_EQ(furnished.error().code, Code::not_found);
  await_supervisor(begun.pid, Reported::all);
  EXPECT_EQ(run(command).value().ended, Ended::could_not_start);
}

}  // namespace
}  // namespace assay::os
