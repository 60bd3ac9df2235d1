#include "os/process/standing_sandbox.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/process/process.h"
#include "os/sandbox/scratch_slot.h"

namespace assay::os {
namespace {

TEST(StandingSandboxes, AreOnlySharedByCommandsThatWantTheSameWalls) {
  auto scratch = ScratchFolder::make("assay-test");
  const auto root = *real_path(scratch->path());
  ASSERT_TRUE(write_file(root + "/secret", "secret"));
  ASSERT_TRUE(make_folders(root + "/work"));
  StandingSandboxes standing;
  Command command;
  command.argv = {"/bin/cat", root + "/secret"};
  command.folder = root + "/work";
  command.environment = EnvironmentMode::scrubbed;
  command.sandbox.emplace();
  command.sandbox->writable = {root + "/work"};
  command.standing = &standing;
  auto granted = command;
  granted.sandbox->readable = {root + "/secret"};
  EXPECT_EQ(run(granted)->head, "secret");
  EXPECT_NE(run(command)->head, "secret");
  EXPECT_EQ(run(granted)->head, "secret");
}

TEST(StandingSandboxes, OneWhoseMountsWereMovedIsNotUsedAgain) {
  auto scratch = ScratchFolder::make("assay-test");
  const auto above = *real_path(scratch->path());
  if (!above.starts_with("/tmp/")) GTEST_SKIP() << "what is shown does not lie below the commands' /tmp";
  const auto work = above + "/work";
  ASSERT_TRUE(make_folders(work));
  ASSERT_TRUE(write_file(work + "/file", "shown"));
  StandingSandboxes standing;
  Command command;
  command.folder = work;
  command.environment = EnvironmentMode::scrubbed;
  command.sandbox.emplace();
  command.sandbox->writable = {work};
  command.standing = &standing;
  command.argv = {"/bin/sh", "-c", cat("cd / && mv ", above, " /tmp/moved && mkdir -p ", work, " && echo moved")};
  EXPECT_EQ(run(command)->head, "moved\n");
  command.argv = {"/bin/cat", work + "/file"};
  EXPECT_EQ(run(command)->head, "shown");
  command.argv = {"/bin/sh", "-c", cat("touch ", above, "/beside; ls ", above)};
  EXPECT_EQ(run(command)->head, "beside\nwork\n");
  command.argv = {"/bin/ls", above};
  EXPECT_EQ(run(command)->head, "work\n");
}

TEST(StandingSandboxes, OneThatIsAsItWasIsUsedAgain) {
  auto scratch = ScratchFolder::make("assay-test");
  StandingSandboxes standing;
  Command command;
  command.folder = scratch->path();
  command.environment = EnvironmentMode::scrubbed;
  command.sandbox.emplace();
  command.sandbox->writable = {scratch->path()};
  command.standing = &standing;
  // Which sandbox: the number of a namespace that is gone may be given to the next, its start time may not.
  const auto walls_of = [&](std::string script) {
    command.argv = {"/bin/sh", "-c", cat("readlink /proc/self/ns/pid; cut -d' ' -f22 /proc/1/stat;", script)};
    return run(command)->head;
  };
  const auto first = walls_of("echo harmless >/dev/null");
  EXPECT_EQ(walls_of("python3 -c 'import socket; socket.socket().bind((\"127.0.0.1\", 0))'"), first);
  EXPECT_EQ(walls_of("python3 -c 'import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); "
                     "s.sendto(b\"x\", (\"127.0.0.1\", 9))'"),
            first);
  EXPECT_NE(walls_of(""), first) << "a packet went through its network";
}

// What a run that was killed left in the folder of scratch folders must not lead anywhere.
TEST(ScratchSlots, ALinkThatWasLeftWhereSomethingIsShownIsNotFollowed) {
  auto scratch = ScratchFolder::make("assay-test");
  const auto elsewhere = scratch->path() + "/elsewhere";
  ASSERT_TRUE(make_folders(elsewhere));
  auto slot = ScratchSlot::claim();
  ASSERT_TRUE(slot);
  ASSERT_EQ(::symlink(elsewhere.c_str(), (slot->path() + "/tmp/a").c_str()), 0);
  ASSERT_TRUE(make_folders(slot->path() + "/tmp/b/c"));
  ASSERT_TRUE(write_file(slot->path() + "/tmp/b/c/left", "x"));
  ASSERT_TRUE(slot->lay_out({}, {{"a/work", true}, {"b/c", true}}));
  EXPECT_FALSE(exists(elsewhere + "/work"));
  EXPECT_TRUE(is_folder(slot->path() + "/tmp/a/work"));
  EXPECT_FALSE(exists(slot->path() + "/tmp/b/c/left"));
}

TEST(StandingSandboxes, ManyCommandsAtOnceEachHaveTheirOwn) {
  auto scratch = ScratchFolder::make("assay-test");
  StandingSandboxes standing;
  std::atomic<int> right{0};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 10; ++i) {
          Command command;
          command.argv = {"/bin/sh", "-c", cat("echo ", t, " >$TMPDIR/mine; cat $TMPDIR/mine")};
          command.folder = scratch->path();
          command.environment = EnvironmentMode::scrubbed;
          command.sandbox.emplace();
          command.sandbox->writable = {scratch->path()};
          command.standing = &standing;
          const auto outcome = run(command);
          if (outcome && outcome->head == cat(t, "\n")) ++right;
        }
      });
    }
  }
  EXPECT_EQ(right, 40);
}

}  // namespace
}  // namespace assay::os
