#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/guarded_file.h"
#include "os/process.h"

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

TEST(Process, NothingOutlivesTheCommand) {
  // A background job, a setsid child, and a double-forked daemon, each telling its pid.
  auto result =
      capture(shell("sleep 300 & echo $!\n"
                    "setsid sh -c 'echo $$; exec sleep 300' &\n"
                    "(setsid sh -c 'sh -c \"echo \\$\\$; exec sleep 300\" &' &)\n"
                    "sleep 0.3; exit 0"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->outcome.exit_code, 0);
  const auto pids = split_lines(result->output);
  ASSERT_EQ(pids.size(), 3u) << result->output;
  for (const auto pid : pids) EXPECT_FALSE(is_alive(static_cast<pid_t>(*parse_uint(pid)))) << pid;
}

TEST(Process, ACommandThatKillsItsSupervisorDiesToo) {
  auto result =
      capture(shell("sh -c 'echo $$; exec sleep 300' & setsid sh -c 'echo $$; exec sleep 300' & sleep 0.2; "
                    "echo $$; kill -9 $PPID; sleep 300"));
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

TEST(Files, InsideFollowsLinksAndRefusesToLeave) {
  auto scratch = ScratchFolder::make("assay-test");
  ASSERT_TRUE(scratch);
  const auto root = *real_path(scratch->path());
  ASSERT_TRUE(make_folders(root + "/a"));
  ASSERT_EQ(::symlink("/etc", (root + "/out").c_str()), 0);
  EXPECT_EQ(*inside(root, "a/new/file"), root + "/a/new/file");
  EXPECT_FALSE(inside(root, "../x"));
  EXPECT_FALSE(inside(root, "out/passwd"));
  EXPECT_FALSE(inside(root, "/etc"));
  EXPECT_FALSE(inside(root, "nothing/../../../etc"));
}

TEST(Files, WriteFileReplacesWhole) {
  auto scratch = ScratchFolder::make("assay-test");
  const auto path = scratch->path() + "/f";
  ASSERT_TRUE(write_file(path, "one"));
  ASSERT_TRUE(write_file(path, "two"));
  EXPECT_EQ(*read_file(path), "two");
  EXPECT_EQ(list_folder(scratch->path())->size(), 1u);
  EXPECT_FALSE(read_file(path, 2));
  EXPECT_FALSE(FileSource::open(scratch->path()));
}

TEST(Files, LargeFilesAreReadWhole) {
  auto scratch = ScratchFolder::make("assay-test");
  const auto path = scratch->path() + "/large";
  std::string content;
  for (int i = 0; content.size() < (size_t{20} << 20); ++i) content += cat("line ", i, "\n");
  ASSERT_TRUE(write_file(path, content));
  auto source = FileSource::open(path);
  ASSERT_TRUE(source);
  std::string got;
  std::vector<char> buffer(300'007);
  for (;;) {
    auto n = (*source)->read(buffer);
    ASSERT_TRUE(n);
    if (*n == 0) break;
    got.append(buffer.data(), *n);
  }
  EXPECT_EQ(got, content);
}

class Guarded : public testing::Test {
 protected:
  ScratchFolder scratch = *ScratchFolder::make("assay-test");
  std::string root = *real_path(scratch.path());
};

TEST_F(Guarded, WritesPrivateFileInsideRoot) {
  auto file = GuardedFile::open(root, "x/result.json");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(file->write("{}"));
  EXPECT_EQ(*read_file(root + "/x/result.json"), "{}");
  struct stat st {};
  ASSERT_EQ(::stat((root + "/x/result.json").c_str(), &st), 0);
  EXPECT_EQ(st.st_mode & 0777, 0600u);
}

TEST_F(Guarded, RefusesLinksFifosFoldersAndOutside) {
  ASSERT_TRUE(write_file(root + "/victim", "precious"));
  ASSERT_EQ(::symlink((root + "/victim").c_str(), (root + "/link").c_str()), 0);
  ASSERT_EQ(::link((root + "/victim").c_str(), (root + "/hard").c_str()), 0);
  ASSERT_EQ(::mkfifo((root + "/fifo").c_str(), 0600), 0);
  ASSERT_TRUE(make_folders(root + "/folder"));
  ASSERT_EQ(::symlink("/tmp", (root + "/tmp").c_str()), 0);
  for (const char* path : {"link", "hard", "fifo", "folder", "../out.json", "tmp/out.json", "/tmp/out.json"}) {
    EXPECT_FALSE(GuardedFile::open(root, path)) << path;
  }
  EXPECT_EQ(*read_file(root + "/victim"), "precious");
}

TEST_F(Guarded, RefusesWhenReplacedBeforeTheWrite) {
  auto file = GuardedFile::open(root, "result.json");
  ASSERT_TRUE(file);
  ASSERT_TRUE(write_file(root + "/victim", "precious"));
  ASSERT_EQ(::unlink((root + "/result.json").c_str()), 0);
  ASSERT_EQ(::symlink("victim", (root + "/result.json").c_str()), 0);
  EXPECT_FALSE(file->write("{}"));
  EXPECT_EQ(*read_file(root + "/victim"), "precious");
}

}  // namespace
}  // namespace assay::os
