#include "os/process/process.h"

#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {
namespace {

Command shell(std::string script) {
  Command command;
  command.argv = {"/bin/sh", "-c", std::move(script)};
  command.timeout = std::chrono::seconds(60);
  command.grace = std::chrono::milliseconds(200);
  return command;
}

bool is_alive(pid_t pid) { return ::kill(pid, 0) == 0; }

TEST(Process, OutcomesAreDistinct) {
  auto clean = capture(shell("echo out; echo err >&2"));
  ASSERT_TRUE(clean);
  EXPECT_EQ(clean->outcome.ended, Ended::exited);
  EXPECT_EQ(clean->outcome.exit_code, 0);
  EXPECT_EQ(clean->output, "out\nerr\n");

  auto failed = run(shell("exit 7"));
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->ended, Ended::exited);
  EXPECT_EQ(failed->exit_code, 7);

  auto killed = run(shell("kill -SEGV $$"));
  ASSERT_TRUE(killed);
  EXPECT_EQ(killed->ended, Ended::signalled);
  EXPECT_EQ(signal_name(killed->signal), "SIGSEGV");

  Command missing;
  missing.argv = {"/no/such/program"};
  auto not_started = run(missing);
  ASSERT_TRUE(not_started);
  EXPECT_EQ(not_started->ended, Ended::could_not_start);
  EXPECT_NE(not_started->start_error.find("No such file"), std::string::npos);
}

TEST(Process, TimeoutKillsEvenWhatIgnoresSigterm) {
  auto command = shell("trap '' TERM; while :; do sleep 1; done");
  command.timeout = std::chrono::milliseconds(100);
  auto outcome = run(command);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->ended, Ended::timed_out);
}

// Waits until as many lines are in the file `pids`.
std::string until_written(std::string_view lines) {
  return cat("until [ $(cat pids 2>/dev/null | wc -l) = ", lines, " ]; do sleep 0.01; done; ");
}

TEST(Process, NothingOutlivesTheCommand) {
  // A background job, a setsid child, and a double-forked daemon, each writing its pid.
  const auto scratch = ScratchFolder::make("assay-test").value();
  auto command =
      shell(cat("sleep 300 & echo $! >>pids\n"
                "setsid sh -c 'echo $$ >>pids; exec sleep 300' &\n"
                "(setsid sh -c 'sh -c \"echo \\$\\$ >>pids; exec sleep 300\" &' &)\n",
                until_written("3"), "cat pids; exit 0"));
  command.folder = scratch.path();
  auto result = capture(command);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->outcome.exit_code, 0);
  const auto pids = split_lines(result->output);
  ASSERT_EQ(pids.size(), 3u) << result->output;
  for (const auto pid : pids) EXPECT_FALSE(is_alive(static_cast<pid_t>(*parse_uint(pid)))) << pid;
}

TEST(Process, ACommandThatKillsItsSupervisorDiesToo) {
  const auto scratch = ScratchFolder::make("assay-test").value();
  auto command = shell(cat("sh -c 'echo $$ >>pids; exec sleep 300' & setsid sh -c 'echo $$ >>pids; exec sleep 300' & ",
                           until_written("2"), "cat pids; echo $$; kill -9 $PPID; sleep 300"));
  command.folder = scratch.path();
  auto result = capture(command);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->outcome.ended, Ended::signalled);
  const auto pids = split_lines(result->output);
  ASSERT_EQ(pids.size(), 3u) << result->output;
  for (const auto pid : pids) EXPECT_FALSE(is_alive(static_cast<pid_t>(*parse_uint(pid)))) << pid;
  // And the next command runs as ever.
  EXPECT_EQ(run(shell("exit 5"))->exit_code, 5);
}

TEST(Process, StoppedChildrenDieToo) {
  auto command = shell("sh -c 'echo $$; kill -STOP $$' & wait");
  command.timeout = std::chrono::milliseconds(300);
  auto result = capture(command);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->outcome.ended, Ended::timed_out);
  const auto pids = split_lines(result->output);
  ASSERT_EQ(pids.size(), 1u);
  EXPECT_FALSE(is_alive(static_cast<pid_t>(*parse_uint(pids[0]))));
}

TEST(Process, OutputLimitEndsTheCommand) {
  auto command = shell("yes");
  auto result = capture(command, 100'000);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->outcome.ended, Ended::output_limit);
  EXPECT_LE(result->output.size(), 100'000u);
}

TEST(Process, EnvironmentFolderAndInput) {
  auto scratch = ScratchFolder::make("assay-test");
  ASSERT_TRUE(scratch);
  auto command = shell("pwd; echo \"$ASSAY_A:${HOME-unset}\"; cat");
  command.folder = scratch->path();
  command.environment_changes = {"ASSAY_A=1", "HOME"};
  auto result = capture(command);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, cat(*real_path(scratch->path()), "\n1:unset\n"));
}

TEST(Process, NotStartedSaysWhat) {
  Command missing;
  missing.argv = {"no-such-program-anywhere"};
  EXPECT_EQ(run(missing)->ended, Ended::could_not_start);
  EXPECT_NE(run(missing)->start_error.find("no-such-program-anywhere in PATH"), std::string::npos);

  auto lost = shell("true");
  lost.folder = "/no/such/folder";
  EXPECT_EQ(run(lost)->ended, Ended::could_not_start);
  EXPECT_EQ(run(lost)->start_error, "cannot enter the folder /no/such/folder: No such file or directory");

  Command folder;
  folder.argv = {"/usr"};
  EXPECT_EQ(run(folder)->start_error, "cannot run /usr: Permission denied");
}

TEST(Process, IdleCommandsEndAndTalkingOnesDoNot) {
  auto silent = shell("echo begin; sleep 300");
  silent.idle_timeout = std::chrono::milliseconds(200);
  auto outcome = run(silent);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->ended, Ended::idle);
  EXPECT_EQ(outcome->head, "begin\n");

  auto talking = shell("for i in 1 2 3 4 5 6 7 8; do sleep 0.1; echo $i; done");
  talking.idle_timeout = std::chrono::seconds(20);
  EXPECT_EQ(run(talking)->ended, Ended::exited);
}

Command kept_in(const std::string& file, std::string script) {
  auto command = shell(std::move(script));
  command.output.file = file;
  command.output.when = OutputOptions::File::outlives_us;
  return command;
}

TEST(Process, AFileThatOutlivesUsHoldsWhatIsShown) {
  const auto folder = ScratchFolder::make("assay-test");
  ASSERT_TRUE(folder);
  const auto file = join_path(folder->path(), "output");
  std::string shown;
  const auto ran = run(kept_in(file, "seq 1 100000; printf end"), [&](std::string_view chunk) {
    shown += chunk;
    ASSERT_EQ(read_file(file, 1 << 20)->substr(0, shown.size()), shown);  // in the file before it is told
  });
  ASSERT_TRUE(ran);
  EXPECT_TRUE(shown.ends_with("100000\nend"));
  EXPECT_EQ(*read_file(file, 1 << 20), shown);
  EXPECT_EQ(ran->output_bytes, shown.size());
  EXPECT_TRUE(ran->head.starts_with("1\n2\n"));
  EXPECT_TRUE(ran->tail.ends_with("end"));
}

TEST(Process, WhatNobodyReadBeforeWeWereKilledIsInTheFile) {
  const auto folder = ScratchFolder::make("assay-test");
  ASSERT_TRUE(folder);
  const auto file = join_path(folder->path(), "output");
  const auto marker = join_path(folder->path(), "written");
  const pid_t child = ::fork();
  if (child == 0) {
    (void)run(kept_in(file, cat("echo one; while ! test -e ", marker, ".seen; do :; done; echo two; : >", marker,
                                "; exec sleep 60")),
              [&](std::string_view) {
                (void)write_file(cat(marker, ".seen"), "");
                while (!exists(marker)) ::usleep(1'000);
                ::raise(SIGKILL);
              });
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const Fd kept(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(::flock(kept.get(), LOCK_EX), 0);  // until whoever may still write is gone
  EXPECT_EQ(*read_file(file, 1 << 20), "one\ntwo\n");
}

TEST(Process, AnotherThreadCancels) {
  CancelToken token;
  auto command = shell("echo ready; sleep 300");
  command.cancel = &token;
  std::thread other;
  auto outcome = run(command, [&](std::string_view) { other = std::thread([&] { token.cancel(); }); });
  other.join();
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->ended, Ended::cancelled);
  EXPECT_TRUE(token.is_cancelled());
  // A token that was cancelled before ends the next run at once.
  EXPECT_EQ(run(command)->ended, Ended::cancelled);
}

class Output : public testing::Test {
 protected:
  ScratchFolder scratch = *ScratchFolder::make("assay-test");
  std::string file = scratch.path() + "/out";
};

TEST_F(Output, WholeInTheFileBothEndsInMemory) {
  auto command = shell("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done");
  command.output.file = file;
  command.output.head = 10;
  command.output.tail = 11;
  auto outcome = run(command);
  ASSERT_TRUE(outcome);
  const auto all = *read_file(file);
  EXPECT_EQ(all.size(), outcome->output_bytes);
  EXPECT_EQ(outcome->file_bytes, outcome->output_bytes);
  EXPECT_FALSE(outcome->truncated);
  EXPECT_EQ(outcome->head, "line 0\nlin");
  EXPECT_EQ(outcome->tail, "line 19999\n");
  EXPECT_EQ(outcome->between(), all.size() - 21);
}

TEST_F(Output, TheSameWhenSomebodyWatches) {
  auto command = shell("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done");
  command.output.file = file;
  command.output.head = 10;
  command.output.tail = 11;
  std::string seen;
  auto outcome = run(command, [&](std::string_view chunk) { seen += chunk; });
  ASSERT_TRUE(outcome);
  EXPECT_EQ(seen, *read_file(file));
  EXPECT_EQ(outcome->head, "line 0\nlin");
  EXPECT_EQ(outcome->tail, "line 19999\n");
}

TEST_F(Output, AFullFileIsSaidAndTheTailIsStillTheTail) {
  auto command = shell("i=0; while [ $i -lt 60000 ]; do echo line $i; i=$((i+1)); done");
  command.output.file = file;
  command.output.file_limit = 1000;
  command.output.head = 7;
  command.output.tail = 300'000;  // longer than what is read at once: the ring must turn
  auto outcome = run(command);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->ended, Ended::exited);
  EXPECT_TRUE(outcome->truncated);
  EXPECT_EQ(outcome->file_bytes, 1000u);
  EXPECT_EQ(read_file(file)->size(), 1000u);
  EXPECT_EQ(outcome->head, "line 0\n");
  ASSERT_EQ(outcome->tail.size(), 300'000u);
  const auto lines = split_lines(outcome->tail);
  EXPECT_EQ(lines.back(), "line 59999");
  for (size_t i = 1; i < lines.size(); ++i) {
    ASSERT_EQ(lines[i], cat("line ", 60'000 - lines.size() + i)) << "in the middle of the tail";
  }
}

TEST_F(Output, ShortOutputIsHeadAndTailWithoutOverlap) {
  auto command = shell("printf 0123456789");
  command.output.head = 4;
  command.output.tail = 100;
  auto outcome = run(command);
  EXPECT_EQ(outcome->head, "0123");
  EXPECT_EQ(outcome->tail, "456789");
  EXPECT_EQ(outcome->between(), 0u);
  command.output.file = file;
  EXPECT_EQ(run(command)->tail, "456789");
}

TEST_F(Output, StreamsGoApartWhenAsked) {
  auto command = shell("echo out; echo err >&2");
  command.stderr_file = scratch.path() + "/err";
  auto result = capture(command);
  EXPECT_EQ(result->output, "out\n");
  EXPECT_EQ(*read_file(command.stderr_file), "err\n");
}

class Scrubbed : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("ASSAY_TEST_TOKEN", "secret", 1);
    ::setenv("SSH_AUTH_SOCK", "/tmp/agent", 1);
    ::setenv("LD_ASSAY_TEST", "x", 1);
    ::setenv("LC_MESSAGES", "C", 1);
  }
  void TearDown() override {
    for (const char* name : {"ASSAY_TEST_TOKEN", "SSH_AUTH_SOCK", "LD_ASSAY_TEST", "LC_MESSAGES"}) ::unsetenv(name);
  }
  static std::string environment_of(Command command) {
    command.argv = {"/usr/bin/env"};
    command.environment = EnvironmentMode::scrubbed;
    return capture(command)->output;
  }
};

TEST_F(Scrubbed, HoldsNoSecretAndASafeTerminal) {
  const auto all = environment_of({});
  for (const char* name : {"ASSAY_TEST_TOKEN", "SSH_AUTH_SOCK", "LD_ASSAY_TEST", "secret"})
    EXPECT_EQ(all.find(name), std::string::npos) << name;
  EXPECT_NE(all.find("LC_MESSAGES=C\n"), std::string::npos);
  EXPECT_NE(all.find("TERM=dumb\n"), std::string::npos);
  EXPECT_NE(all.find("PATH=/"), std::string::npos);
}

TEST_F(Scrubbed, GrantsByNameAndSetsValues) {
  Command command;
  command.environment_grants = {"ASSAY_TEST_*"};
  command.environment_changes = {"CI=1", "LC_MESSAGES"};
  const auto all = environment_of(command);
  EXPECT_NE(all.find("ASSAY_TEST_TOKEN=secret\n"), std::string::npos);
  EXPECT_NE(all.find("CI=1\n"), std::string::npos);
  EXPECT_EQ(all.find("LC_MESSAGES"), std::string::npos);
}

TEST_F(Scrubbed, HomeAndTemporaryFolderAreScratchAndGoAway) {
  auto command = shell("test -d \"$HOME\" && test -d \"$TMPDIR\" && echo \"$HOME\" && touch \"$HOME/x\"");
  command.environment = EnvironmentMode::scrubbed;
  auto result = capture(command);
  ASSERT_EQ(result->outcome.exit_code, 0);
  EXPECT_FALSE(exists(cat(trim(result->output), "/x")));
  EXPECT_EQ(capture(command)->outcome.exit_code, 0) << "and the next finds them empty again";

  auto scratch = ScratchFolder::make("assay-test");
  command.scratch = scratch->path();
  ASSERT_EQ(run(command)->exit_code, 0);
  EXPECT_TRUE(exists(scratch->path() + "/home/x"));
}

TEST(Environment, WhereTheStoreIsIsNotPassedOn) {
  ::setenv("ASSAY_STORE_URL", "postgresql://anna:s3cret@host/db", 1);
  for (const auto mode : {EnvironmentMode::inherited, EnvironmentMode::scrubbed}) {
    EXPECT_EQ(value_in(make_environment(mode, {"ASSAY_*"}, {}), "ASSAY_STORE_URL"), "");
  }
  ::unsetenv("ASSAY_STORE_URL");
}

TEST(Environment, PathHoldsNoRelativeFolder) {
  const std::string before = ::getenv("PATH");
  ::setenv("PATH", ".:/usr/bin::bin:/bin", 1);
  const auto environment = make_environment(EnvironmentMode::scrubbed, {}, {});
  ::setenv("PATH", before.c_str(), 1);
  EXPECT_EQ(value_in(environment, "PATH"), "/usr/bin:/bin");
}

}  // namespace
}  // namespace assay::os
