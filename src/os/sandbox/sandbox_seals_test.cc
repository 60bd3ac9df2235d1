#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/files.h"
#include "os/paths.h"
#include "os/process/process.h"
#include "os/sandbox/held_folder.h"
#include "os/sandbox/sandbox.h"

namespace assay::os {
namespace {

class Sealed : public testing::TestWithParam<Sandbox::Level> {
 protected:
  void SetUp() override {
    for (const auto* name : {"/work", "/home/state/tree", "/home/state/cache/packages"})
      ASSERT_TRUE(make_folders(root + name));
    for (const auto* name : {"/home/state/key", "/home/state/cache/packages/p", "/home/plain"})
      ASSERT_TRUE(write_file(root + name, file_name(name) + "\n"));
  }
  Command shell(std::string script) const {
    Command command;
    command.argv = {"/bin/sh", "-c", std::move(script)};
    command.folder = work;
    command.environment = EnvironmentMode::scrubbed;
    command.timeout = std::chrono::seconds(60);
    command.sandbox.emplace();
    command.sandbox->level = GetParam();
    command.sandbox->writable = {work};
    return command;
  }
  bool is_landlock() const { return GetParam() == Sandbox::Level::landlock; }

  ScratchFolder scratch = *ScratchFolder::make("assay-test");
  std::string root = *real_path(scratch.path());
  std::string work = root + "/work";
  std::string state = root + "/home/state";
};

TEST_P(Sealed, NoGrantShowsIt) {
  ASSERT_EQ(::symlink(state.c_str(), (root + "/link").c_str()), 0);
  for (const auto& grant : {root + "/home", root + "/home/./x/../", state, root + "/link", state + "/key",
                            root + "/work/../home", root + "//home/state//"}) {
    auto command = shell("cat " + root + "/home/plain " + state + "/key " + root + "/link/key 2>/dev/null; true");
    command.sandbox->sealed = {state};
    command.sandbox->granted = {{grant, Sandbox::Access::read}};
    const auto outcome = capture(command);
    ASSERT_TRUE(outcome) << grant << ": " << outcome.error().message;
    EXPECT_EQ(outcome->output.find("key"), std::string::npos) << grant;
  }
}

TEST_P(Sealed, NoWritableGrantReachesIt) {
  auto command =
      shell("echo forged >" + state + "/key; mv " + state + " " + root + "/home/moved; rm -rf " + state + "; true");
  command.sandbox->sealed = {state};
  command.sandbox->granted = {{root + "/home", Sandbox::Access::write}};
  const auto outcome = capture(command);
  EXPECT_EQ(outcome.has_value(), !is_landlock());
  EXPECT_EQ(*read_file(state + "/key"), "key\n");
}

TEST_P(Sealed, WhatIsNamedInItOnPurposeIsThere) {
  auto command = shell("cat " + state + "/cache/packages/p; cat " + state + "/key; echo new >" + state + "/tree/made");
  command.sandbox->sealed = {state};
  command.sandbox->granted = {{root + "/home", Sandbox::Access::read}};
  command.sandbox->readable = {state + "/cache/packages"};
  command.sandbox->writable = {state + "/tree"};
  command.folder = state + "/tree";
  const auto outcome = capture(command);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_TRUE(outcome->output.starts_with("p\n")) << outcome->output;
  EXPECT_EQ(outcome->output.find("key\n"), std::string::npos);
  EXPECT_EQ(*read_file(state + "/tree/made"), "new\n");
}

TEST_P(Sealed, NothingCanBeMadeInItsPlace) {
  auto command = shell("mkdir -p .own/keys && echo forged >.own/keys/k; mv .own away; ln -s /tmp .own; true");
  command.sandbox->sealed = {work + "/.own"};
  const auto outcome = run(command);
  ASSERT_TRUE(outcome);
  struct stat st {};
  EXPECT_NE(::lstat((work + "/.own").c_str(), &st), 0) << "nothing is left there";
  EXPECT_FALSE(exists(work + "/.own/keys/k"));
  EXPECT_EQ(outcome->tampered.size(), is_landlock() ? 1u : 0u);
}

TEST_P(Sealed, FoldersAboveItCannotBeMoved) {
  ASSERT_TRUE(make_folders(work + "/a/b/.own"));
  ASSERT_TRUE(write_file(work + "/a/b/.own/key", "key\n"));
  auto command = shell(
      "cat a/b/.own/key; mv a away; mv a/b away; mkdir -p a/b/.own; echo forged >a/b/.own/key; echo new >a/b/f; true");
  command.sandbox->sealed = {work + "/a/b/.own"};
  const auto outcome = capture(command);
  if (is_landlock()) {
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, Code::unavailable);
    return;
  }
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->output.find("key\n"), std::string::npos);
  EXPECT_EQ(*read_file(work + "/a/b/.own/key"), "key\n");
  EXPECT_EQ(*read_file(work + "/a/b/f"), "new\n") << "beside it work goes on";
}

TEST_P(Sealed, ALinkInItsPlaceIsRefused) {
  ASSERT_EQ(::symlink("/tmp", (work + "/.own").c_str()), 0);
  auto command = shell("true");
  command.sandbox->sealed = {work + "/.own"};
  EXPECT_EQ(run(command).error().code, Code::conflict);
}

TEST_P(Sealed, TheSameFolderShownTwiceIsSealedTwice) {
  if (is_landlock()) return;  // it shows nothing at another place
  ASSERT_TRUE(make_folders(work + "/.own"));
  ASSERT_TRUE(write_file(work + "/.own/key", "key\n"));
  auto command = shell("cat /src/x/.own/key " + work + "/.own/key 2>/dev/null; pwd");
  command.sandbox->sealed = {work + "/.own"};
  command.sandbox->shown_as = "/src/x";
  command.sandbox->granted = {{root, Sandbox::Access::read}};
  EXPECT_EQ(capture(command)->output, "/src/x\n");
}

TEST_P(Sealed, TheWholeDiskIsNoGrant) {
  for (const auto* path : {"/", "/proc", "/proc/self/root", "/usr/..", "/dev"}) {
    auto command = shell("true");
    command.sandbox->granted = {{path, Sandbox::Access::read}};
    EXPECT_EQ(run(command).error().code, Code::invalid_input) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, Sealed, testing::Values(Sandbox::Level::bubblewrap, Sandbox::Level::landlock),
                         [](const auto& level) { return std::string(name_of(level.param)); });

TEST(HeldFolder, TheLastWhoHeldItRemovesIt) {
  auto scratch = ScratchFolder::make("assay-test");
  const auto path = scratch->path() + "/held";
  {
    const auto one = HeldFolder::hold(path);
    ASSERT_TRUE(one);
    {
      const auto two = HeldFolder::hold(path);
      ASSERT_TRUE(two);
    }
    EXPECT_TRUE(is_folder(path));
  }
  EXPECT_FALSE(exists(path));
  {
    const auto one = HeldFolder::hold(path);
    ASSERT_TRUE(write_file(path + "/somebody's", "x"));
  }
  EXPECT_TRUE(exists(path + "/somebody's"));
  EXPECT_FALSE(HeldFolder::hold(scratch->path() + "/no/such/parent"));
}

TEST(Paths, SayWhatTheyName) {
  EXPECT_EQ(normal_path("//home/me/./x/../y//"), "/home/me/y");
  EXPECT_EQ(normal_path("/.."), "/");
  EXPECT_TRUE(is_below("/a/b", "/a"));
  EXPECT_TRUE(is_below("/a", "/"));
  EXPECT_FALSE(is_below("/ab", "/a"));
  EXPECT_EQ(resolved_path("/proc/self/root/usr/../no/such"), "/no/such");
}

}  // namespace
}  // namespace assay::os
