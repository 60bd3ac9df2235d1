#include "os/sandbox/sandbox.h"

#include <atomic>
#include <cerrno>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/process/process.h"
#include "os/process/sandbox_probe.h"
#include "os/process/standing_sandbox.h"
#include "os/sandbox/confine.h"
#include "os/sandbox/sandbox_plan.h"

namespace assay::os {
namespace {

struct TestedLevel {
  std::string_view name;
  Sandbox::Level level = Sandbox::Level::bubblewrap;
  bool stand = false;  // for all commands of a test
};

// Every test runs at all levels that work here; where none do, the test says so and fails.
class Sandboxed : public testing::TestWithParam<TestedLevel> {
 protected:
  void SetUp() override {
    const auto probe = probe_sandbox();
    ASSERT_TRUE(probe) << probe.error().message;
    const auto& trial = GetParam().level == Sandbox::Level::bubblewrap ? probe->bubblewrap : probe->landlock;
    if (!trial.works) GTEST_SKIP() << GetParam().name << " does not work here: " << trial.why;
    ASSERT_TRUE(make_folders(work));
  }
  Command shell(std::string script) {
    Command command;
    command.argv = {"/bin/sh", "-c", std::move(script)};
    command.folder = work;
    command.environment = EnvironmentMode::scrubbed;
    command.timeout = std::chrono::seconds(60);
    command.grace = std::chrono::milliseconds(200);
    command.sandbox.emplace();
    command.sandbox->level = GetParam().level;
    if (GetParam().stand) command.standing = &standing;
    command.sandbox->writable = {work};
    return command;
  }
  bool is_landlock() const { return GetParam().level == Sandbox::Level::landlock; }

  ScratchFolder scratch = *ScratchFolder::make("assay-test");
  std::string root = *real_path(scratch.path());
  std::string work = root + "/work";
  StandingSandboxes standing;
};

TEST_P(Sandboxed, OutcomesAreAsDistinctAsOutside) {
  EXPECT_EQ(run(shell("exit 7"))->exit_code, 7);
  EXPECT_EQ(run(shell("exit 137"))->ended, Ended::exited);
  const auto killed = run(shell("kill -SEGV $$"));
  EXPECT_EQ(killed->ended, Ended::signalled);
  EXPECT_EQ(signal_name(killed->signal), "SIGSEGV");
  EXPECT_EQ(run(shell("kill -KILL $$"))->ended, Ended::signalled);

  auto missing = shell("");
  missing.argv = {"/no/such/program"};
  const auto not_started = run(missing);
  EXPECT_EQ(not_started->ended, Ended::could_not_start);
  EXPECT_EQ(not_started->start_error, "cannot run /no/such/program: No such file or directory");
}

TEST_P(Sandboxed, OutputThatOutlivesUsDoesNotShortenACommand) {
  auto command = shell("sleep 1; echo done; exit 5");  // longer than the grace
  command.output.file = root + "/output";
  command.output.when = OutputOptions::File::outlives_us;
  EXPECT_EQ(run(command)->exit_code, 5);
  EXPECT_EQ(*read_file(command.output.file, 100), "done\n");
}

TEST_P(Sandboxed, TimeoutGivesGraceInside) {
  auto command = shell("trap 'echo ending; exit 3' TERM; echo ready; while :; do sleep 0.05; done");
  command.timeout = std::chrono::milliseconds(700);
  command.grace = std::chrono::seconds(20);
  const auto outcome = run(command);
  EXPECT_EQ(outcome->ended, Ended::timed_out);
  EXPECT_TRUE(outcome->head.ends_with("ending\n")) << outcome->head;
}

TEST_P(Sandboxed, WritesInsideOnly) {
  ASSERT_TRUE(write_file(root + "/outside", "precious"));
  const auto outcome = run(shell("echo new >file && mkdir d && mv file d/ && echo bad >" + root + "/outside; true"));
  EXPECT_EQ(*read_file(work + "/d/file"), "new\n");
  EXPECT_EQ(*read_file(root + "/outside"), "precious");
}

TEST_P(Sandboxed, ReadsWhatIsGrantedOnly) {
  ASSERT_TRUE(write_file(root + "/secret", "secret"));
  ASSERT_TRUE(make_folders(root + "/shown"));
  ASSERT_TRUE(write_file(root + "/shown/a", "shown"));
  auto command = shell("cat " + root + "/secret; cat " + root + "/shown/a; echo bad 2>&1 >" + root + "/shown/a");
  command.sandbox->readable = {root + "/shown", "/no/such/folder"};
  const auto outcome = capture(command);
  EXPECT_NE(outcome->output.find("shown"), std::string::npos) << outcome->output;
  EXPECT_EQ(outcome->output.find("secret\n"), std::string::npos);
  EXPECT_EQ(*read_file(root + "/shown/a"), "shown");
}

TEST_P(Sandboxed, AMountedFolderIsShownAtItsPlaceAndOnlyWritableWhereGranted) {
  ASSERT_TRUE(make_folders(root + "/kept/cache"));
  ASSERT_TRUE(make_folders(root + "/own"));
  ASSERT_TRUE(make_folders(work + "/packages"));
  ASSERT_TRUE(write_file(root + "/kept/a", "kept"));
  auto command = shell("cat packages/a; pwd -P; cd packages && pwd -P; echo new >a; echo new >cache/b; ls ..");
  command.sandbox->mounted = {{root + "/kept", work + "/packages", Sandbox::Access::read},
                              {root + "/own", work + "/packages/cache", Sandbox::Access::write}};
  const auto outcome = capture(command);
  ASSERT_TRUE(outcome);
  EXPECT_NE(outcome->output.find("/packages\n"), std::string::npos) << outcome->output;
  if (is_landlock()) {
    EXPECT_EQ(outcome->output.find("kept"), std::string::npos) << "it shows folders only where they are";
    return;
  }
  EXPECT_NE(outcome->output.find("kept"), std::string::npos);
  EXPECT_EQ(*read_file(root + "/kept/a"), "kept");
  EXPECT_EQ(*read_file(root + "/own/b"), "new\n");
  EXPECT_TRUE(list_folder(root + "/kept/cache")->empty());
}

TEST_P(Sandboxed, KeptFilesStayAsTheyAre) {
  ASSERT_TRUE(write_file(work + "/.git", "gitdir: elsewhere\n"));
  auto command = shell("echo gitdir: mine >.git; rm -f .git; mkdir .git; true");
  command.sandbox->kept = {work + "/.git"};
  const auto outcome = run(command);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(*read_file(work + "/.git"), "gitdir: elsewhere\n");
  EXPECT_EQ(outcome->tampered.size(), is_landlock() ? 1u : 0u);
}

TEST_P(Sandboxed, AKeptFolderIsGuardedOrRefused) {
  ASSERT_TRUE(make_folders(work + "/.git/hooks"));
  auto command = shell("echo evil >.git/hooks/pre-commit; mv .git .git2; true");
  command.sandbox->kept = {work + "/.git"};
  const auto outcome = run(command);
  if (is_landlock()) {
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, Code::unavailable);
    return;
  }
  ASSERT_TRUE(outcome);
  EXPECT_EQ(list_folder(work + "/.git/hooks")->size(), 0u);
}

TEST_P(Sandboxed, HidesInsideWhatIsReadable) {
  ASSERT_TRUE(make_folders(root + "/tool/private"));
  ASSERT_TRUE(write_file(root + "/tool/private/key", "the-key"));
  ASSERT_TRUE(write_file(root + "/tool/token", "the-token"));
  ASSERT_TRUE(write_file(root + "/tool/config", "user=the-user"));
  ASSERT_TRUE(write_file(root + "/tool/run", "the-tool"));
  auto command = shell("cat " + root + "/tool/run " + root + "/tool/private/key " + root + "/tool/token " + root +
                       "/tool/config 2>/dev/null; true");
  command.sandbox->readable = {root + "/tool"};
  command.sandbox->hidden = {root + "/tool/private", root + "/tool/token"};
  command.sandbox->replaced = {{root + "/tool/config", "replaced"}};
  EXPECT_EQ(capture(command)->output, is_landlock() ? "the-tool" : "the-toolreplaced");
}

TEST_P(Sandboxed, HasItsOwnHomeAndTemporaryFolder) {
  auto command = shell("touch $HOME/h $TMPDIR/t && ls -d $HOME $TMPDIR");
  command.scratch = root + "/scratch";
  const auto outcome = capture(command);
  EXPECT_EQ(outcome->outcome.exit_code, 0) << outcome->output;
  EXPECT_TRUE(exists(root + "/scratch/home/h"));
  EXPECT_TRUE(exists(root + "/scratch/tmp/t"));
}

TEST_P(Sandboxed, TooManyProcessesEndIt) {
  auto command = shell("i=0; while [ $i -lt 200 ]; do sleep 30 & i=$((i+1)); done; wait");
  command.sandbox->limits.processes = 40;
  const auto outcome = run(command);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->ended, Ended::process_limit);
}

TEST_P(Sandboxed, TooMuchMemoryEndsIt) {
  auto command = shell("exec python3 -c \"b = bytearray(400 << 20)\nimport time\ntime.sleep(60)\"");
  command.sandbox->limits.memory = std::uint64_t{100} << 20;
  EXPECT_EQ(run(command)->ended, Ended::out_of_memory);
}

TEST_P(Sandboxed, FilesAndDiskAreLimited) {
  auto one = shell("head -c 3000000 /dev/zero >big; stat -c %s big");
  one.sandbox->limits.file_size = 1 << 20;
  EXPECT_EQ(capture(one)->output.find("3000000"), std::string::npos);
  auto many = shell("i=0; while [ $i -lt 200 ]; do head -c 1000000 /dev/zero >f$i; i=$((i+1)); done; sleep 30");
  many.sandbox->limits.disk = 20 << 20;
  EXPECT_EQ(run(many)->ended, Ended::disk_limit);
  auto inodes = shell("mkdir n; cd n; i=0; while [ $i -lt 5000 ]; do : >f$i; i=$((i+1)); done; sleep 30");
  inodes.sandbox->limits.files = 500;
  EXPECT_EQ(run(inodes)->ended, Ended::disk_limit);
}

TEST_P(Sandboxed, NothingOutlivesIt) {
  // Process numbers are others inside a namespace: what would be written late shows who lived on.
  const auto outcome =
      run(shell("(setsid sh -c 'echo begun >begun; sleep 1; echo late >late' &) ; "
                "while [ ! -e begun ]; do sleep 0.02; done"));
  EXPECT_TRUE(outcome->succeeded());
  std::string running;
  const auto names = list_folder("/proc");
  for (const auto& name : *names) {
    if (!parse_uint(name)) continue;
    const auto line = read_file("/proc/" + name + "/cmdline").value_or("");
    if (contains(line, "echo late >late")) running += name + " ";
  }
  EXPECT_EQ(running, "");
}

TEST_P(Sandboxed, ServesItselfButReachesNobody) {
  auto command =
      shell("python3 -c \"import socket; socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)\" 2>&1 | tail -1");
  EXPECT_NE(capture(command)->output.find("PermissionError"), std::string::npos);
  auto packets = shell(
      "python3 -c \"import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); "
      "s.sendto(b'x', ('192.0.2.1', 9)); print('sent')\" 2>&1 | tail -1");
  EXPECT_EQ(capture(packets)->output.find("sent"), std::string::npos);
}

TEST_P(Sandboxed, LeakSanitizersCanTrace) {
  auto command = shell("sleep 5 & python3 -c \"import ctypes; print(ctypes.CDLL(None).ptrace(16, $!, 0, 0))\"");
  EXPECT_EQ(capture(command)->output, "0\n");
}

INSTANTIATE_TEST_SUITE_P(TestedLevel, Sandboxed,
                         testing::Values(TestedLevel{"bubblewrap", Sandbox::Level::bubblewrap, false},
                                         TestedLevel{"standing", Sandbox::Level::bubblewrap, true},
                                         TestedLevel{"landlock", Sandbox::Level::landlock, false}),
                         [](const auto& instance) { return std::string(instance.param.name); });

// ---- sandboxes that stand: nothing passes from one command to the next ------------------------------

TEST_P(Sandboxed, EachCommandFindsItsOwnFoldersEmpty) {
  const std::string look = "ls -A \"$HOME\" \"$TMPDIR\" /dev/shm 2>/dev/null | grep trap";
  EXPECT_EQ(run(shell("touch $HOME/trap $TMPDIR/trap; mkdir -p $TMPDIR/d/trap; chmod 0 $TMPDIR/d"))->exit_code, 0);
  EXPECT_EQ(run(shell(look))->exit_code, 1) << run(shell(look))->head;
}

TEST_P(Sandboxed, NoProcessOfOneCommandMeetsTheNext) {
  const auto first = run(shell("setsid sh -c 'trap \"\" TERM HUP; sleep 50' >/dev/null 2>&1 & sleep 50 & echo left"));
  EXPECT_EQ(first->head, "left\n");
  const auto second = run(shell("cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c 'sleep 50' | head -1"));
  if (is_landlock()) return;  // there all processes of the machine are seen
  EXPECT_EQ(second->head, "1\n") << "its own words only";
}

TEST_P(Sandboxed, TheNetworkOfOneCommandIsNotThatOfTheNext) {
  const auto serve = shell(
      "python3 -c 'import socket; s = socket.socket(); s.bind((\"127.0.0.1\", 7777)); s.listen(); "
      "c = socket.create_connection((\"127.0.0.1\", 7777)); a, _ = s.accept(); a.close(); c.close()'");
  if (is_landlock()) {
    EXPECT_NE(run(serve)->exit_code, 0) << "there are no sockets";
    return;
  }
  EXPECT_EQ(run(serve)->exit_code, 0);
  EXPECT_EQ(run(serve)->exit_code, 0) << "the port is as if it had never been used: " << run(serve)->head;
}

// What outlives its processes: memory, semaphores and queues between processes. (Landlock leaves those of the machine.)
TEST_P(Sandboxed, NothingBetweenProcessesIsLeftForTheNext) {
  if (is_landlock()) return;
  const auto leave = shell(
      "python3 -c 'import ctypes; c = ctypes.CDLL(None, use_errno=True); "
      "print(c.shmget(4711, 4096, 0o1600) >= 0, c.semget(4712, 1, 0o1600) >= 0, c.msgget(4713, 0o1600) >= 0, "
      "c.mq_open(b\"/trap\", 0o100, 0o600, None) >= 0)'");
  const auto look = shell(
      "python3 -c 'import ctypes; c = ctypes.CDLL(None, use_errno=True); "
      "print(c.shmget(4711, 0, 0) >= 0, c.semget(4712, 0, 0) >= 0, c.msgget(4713, 0) >= 0, "
      "c.mq_open(b\"/trap\", 0) >= 0)'");
  EXPECT_EQ(run(leave)->head, "True True True True\n");
  EXPECT_EQ(run(look)->head, "False False False False\n");
}

TEST_P(Sandboxed, ACommandThatSlowsDownAllProcessesSlowsOnlyItself) {
  if (is_landlock()) return;
  const auto look = shell("nice; python3 -c 'import os; print(len(os.sched_getaffinity(0)))'");
  const auto before = run(look)->head;
  EXPECT_EQ(run(shell("python3 -c 'import os; os.setpriority(os.PRIO_USER, 0, 19)'"))->exit_code, 0);
  EXPECT_EQ(run(look)->head, before);
  EXPECT_TRUE(run(shell("python3 -c 'import os; os.sched_setaffinity(1, {0})' 2>/dev/null")));
  EXPECT_EQ(run(look)->head, before);
}

// Without a process namespace all processes of the user are in reach. A child and the own group harm nobody here.
TEST_P(Sandboxed, TheSchedulingOfOthersIsOutOfReach) {
  const auto ioprio_set = std::to_string(SYS_ioprio_set);
  const std::string in_reach = is_landlock() ? "refused\n" : "done\n";
  const auto outcome_of = [&](const std::string& action) {
    return run(shell(cat("python3 -c '\nimport ctypes, os, time\nlibc = ctypes.CDLL(None)\npid = os.fork()\n"
                         "if pid == 0:\n  time.sleep(30)\n",
                         "processors = os.sched_getaffinity(0)\n", "answer = ", action,
                         "\nprint(\"done\" if answer == 0 else \"refused\")\nos.kill(pid, 9)\n'")))
        ->head;
  };
  constexpr auto k_affinity = "libc.sched_setaffinity({}, 8, (ctypes.c_ulong * 1)(sum(1 << n for n in processors)))";
  EXPECT_EQ(outcome_of(replace_all(k_affinity, "{}", "pid")), in_reach);
  EXPECT_EQ(outcome_of(replace_all(k_affinity, "{}", "0")), "done\n");
  EXPECT_EQ(outcome_of("libc.sched_setscheduler(pid, 0, (ctypes.c_int * 1)(0))"), in_reach);
  EXPECT_EQ(outcome_of("libc.sched_setparam(pid, (ctypes.c_int * 1)(0))"), in_reach);
  EXPECT_EQ(outcome_of("libc.setpriority(1, 0, os.getpriority(os.PRIO_PROCESS, 0))"), in_reach);
  EXPECT_EQ(outcome_of("libc.setpriority(0, 0, 19)"), "done\n");
  EXPECT_EQ(outcome_of(cat("libc.syscall(", ioprio_set, ", 2, 0, 4 | 2 << 13)")), in_reach);
  EXPECT_EQ(outcome_of(cat("libc.syscall(", ioprio_set, ", 1, 0, 4 | 2 << 13)")), "done\n");
}

// A listener hears the names of what is made in a folder that it cannot open.
TEST_P(Sandboxed, NobodyListensToFoldersThatAreNotTheirs) {
  const auto outcome = run(shell("python3 -c 'import ctypes; print(ctypes.CDLL(None).inotify_init1(0) >= 0)'"));
  EXPECT_EQ(outcome->head, is_landlock() ? "False\n" : "True\n");
}

// Memory that no file of /proc shows as anybody's.
TEST_P(Sandboxed, ThereIsNoSecretMemory) {
  const auto outcome =
      run(shell("python3 -c 'import ctypes; c = ctypes.CDLL(None, use_errno=True); print(c.syscall(447, 0), "
                "ctypes.get_errno())'"));
  EXPECT_EQ(outcome->head, cat("-1 ", ENOSYS, "\n"));
}

TEST_P(Sandboxed, CommandsHaveNoCapabilities) {
  const auto outcome = run(shell("grep -E '^Cap(Inh|Prm|Eff|Bnd|Amb)' /proc/self/status | grep -v 0000000000000000"));
  EXPECT_EQ(outcome->head, "");
}

TEST_P(Sandboxed, WallsOutliveACommandThatWasEnded) {
  auto endless = shell("echo ready; trap '' TERM; while :; do sleep 1; done");
  endless.timeout = std::chrono::milliseconds(300);
  EXPECT_EQ(run(endless)->ended, Ended::timed_out);
  const CancelToken token;
  auto cancelled = shell("echo ready; sleep 60");
  cancelled.cancel = &token;
  EXPECT_EQ(run(cancelled, [&](std::string_view) { token.cancel(); })->ended, Ended::cancelled);
  EXPECT_EQ(run(shell("echo on"))->head, "on\n");
}

TEST(Sandbox, ProbeSaysWhichLevelAndWhy) {
  const auto probe = probe_sandbox();
  ASSERT_TRUE(probe) << probe.error().message;
  EXPECT_FALSE(probe->why.empty());
  EXPECT_EQ(*best_sandbox_level(), probe->level);
  EXPECT_EQ(level_named("off").value(), Sandbox::Level::off);
  EXPECT_FALSE(level_named("none"));
}

TEST(Sandbox, AllOfTheDiskIsNotASandbox) {
  Command command;
  command.argv = {"true"};
  command.sandbox.emplace();
  command.sandbox->writable = {"/"};
  EXPECT_EQ(run(command).error().code, Code::invalid_input);
}

TEST(Files, RemoveTreeTakesLockedAndDeepFolders) {
  auto scratch = ScratchFolder::make("assay-test");
  const auto top = scratch->path() + "/top";
  ASSERT_TRUE(make_folders(top + "/locked/inner"));
  ASSERT_TRUE(write_file(top + "/locked/inner/f", "x"));
  ASSERT_EQ(::chmod((top + "/locked/inner").c_str(), 0), 0);
  ASSERT_EQ(::chmod((top + "/locked").c_str(), 0), 0);
  ASSERT_EQ(::symlink("/etc", (top + "/link").c_str()), 0);
  // Deeper than a path can name.
  Command deep;
  deep.argv = {"python3", "-c", "import os\nfor i in range(3000):\n os.mkdir('deeper'); os.chdir('deeper')\n"};
  deep.folder = top;
  ASSERT_TRUE(run(deep)->succeeded());
  EXPECT_TRUE(remove_tree(top));
  EXPECT_FALSE(exists(top));
  EXPECT_TRUE(exists("/etc/passwd"));
}

}  // namespace
}  // namespace assay::os
