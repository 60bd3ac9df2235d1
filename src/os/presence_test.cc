#include "os/presence.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/files.h"

namespace assay::os {
namespace {

using Names = std::vector<std::string>;

TEST(Presence, ANameIsThereWhileItsHolderLivesAndNotAfter) {
  const auto scratch = ScratchFolder::make("presence").value();
  const auto folder = join_path(scratch.path(), "here");
  EXPECT_EQ(names_present(folder), Names{});
  {
    const Presence two(folder, "two");
    EXPECT_EQ(names_present(folder), Names{"two"});
    const Presence one(folder, "one");
    EXPECT_EQ(names_present(folder), (Names{"one", "two"}));
    EXPECT_EQ(names_gone(folder), Names{});
  }
  EXPECT_EQ(names_present(folder), Names{});
  EXPECT_EQ(names_gone(folder), Names{});
}
TEST(Presence, WhoWasKilledIsGoneUntilForgotten) {
  const auto scratch = ScratchFolder::make("presence").value();
  const pid_t child = ::fork();
  if (child == 0) {
    const Presence presence(scratch.path(), "killed");
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(names_present(scratch.path()), Names{});
  EXPECT_EQ(names_gone(scratch.path()), Names{"killed"});
  forget_gone(scratch.path(), "killed");
  EXPECT_EQ(names_gone(scratch.path()), Names{});
}
TEST(Presence, WhoIsAliveIsNotForgottenByMistake) {
  const auto scratch = ScratchFolder::make("presence").value();
  const Presence presence(scratch.path(), "alive");
  forget_gone(scratch.path(), "alive");
  EXPECT_EQ(names_present(scratch.path()), Names{"alive"});
}
TEST(Presence, AFreshOneIsSeenThoughOthersLookAndForgetAllTheTime) {
  const auto scratch = ScratchFolder::make("presence").value();
  const pid_t child = ::fork();
  if (child == 0) {
    for (;;) {
      for (const auto& name : names_gone(scratch.path())) forget_gone(scratch.path(), name);
    }
  }
  for (int i = 0; i < 2000; ++i) {
    const Presence presence(scratch.path(), "fresh");
    EXPECT_EQ(names_present(scratch.path()), Names{"fresh"});
  }
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
}

}  // namespace
}  // namespace assay::os
