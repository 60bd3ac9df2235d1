#include "os/scratch_home.h"

#include <csignal>
#include <cstdlib>
#include <optional>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::os {
namespace {

class ScratchHomeTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* before = std::getenv("TMPDIR");
    if (before != nullptr) m_before = before;
    auto made = ScratchFolder::make("scratch-test");
    ASSERT_TRUE(made);
    m_folder.emplace(std::move(*made));
    tmp = m_folder->path();
    ::setenv("TMPDIR", tmp.c_str(), 1);
  }
  void TearDown() override {
    if (m_before) {
      ::setenv("TMPDIR", m_before->c_str(), 1);
    } else {
      ::unsetenv("TMPDIR");
    }
  }

  // A process that makes a scratch folder with a file in it and is then killed.
  std::string left_by_a_killed_process() const {
    int names[2];
    EXPECT_EQ(::pipe(names), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const auto folder = ScratchFolder::make("victim");
      if (!folder || !write_file(join_path(folder->path(), "file"), "x")) ::_exit(1);
      if (::write(names[1], folder->path().data(), folder->path().size()) < 0) ::_exit(1);
      ::kill(::getpid(), SIGKILL);
    }
    ::close(names[1]);
    std::string path(4096, 0);
    const ssize_t n = ::read(names[0], path.data(), path.size());
    ::close(names[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    path.resize(n > 0 ? static_cast<size_t>(n) : 0);
    return path;
  }

  std::string pool() const { return cat(tmp, "/assay-", ::geteuid()); }
  std::string tmp;

 private:
  std::optional<std::string> m_before;
  std::optional<ScratchFolder> m_folder;
};

TEST_F(ScratchHomeTest, WhatAKilledProcessLeftIsRemovedByTheNext) {
  const auto left = left_by_a_killed_process();
  ASSERT_TRUE(exists(left));
  EXPECT_EQ(dead_scratch().size(), 1U);
  const auto mine = ScratchFolder::make("mine");
  ASSERT_TRUE(mine);
  EXPECT_FALSE(exists(left));
  EXPECT_TRUE(dead_scratch().empty());
  EXPECT_TRUE(exists(mine->path()));
}

TEST_F(ScratchHomeTest, WhatALivingProcessUsesStays) {
  const auto folder = join_path(pool(), "run-others");
  ASSERT_TRUE(scratch_pool());
  ASSERT_EQ(::mkdir(folder.c_str(), 0700), 0);
  const Fd held(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ASSERT_EQ(::flock(held.get(), LOCK_EX), 0);
  const auto mine = ScratchFolder::make("mine");
  ASSERT_TRUE(mine);
  EXPECT_TRUE(dead_scratch().empty());
  remove_dead_scratch();
  EXPECT_TRUE(exists(folder));
  EXPECT_TRUE(exists(mine->path()));
}

TEST_F(ScratchHomeTest, OtherThingsThereAreLeftAlone) {
  ASSERT_TRUE(scratch_pool());
  ASSERT_TRUE(write_file(join_path(pool(), "run-file"), "x"));
  ASSERT_EQ(::symlink("/etc", join_path(pool(), "run-link").c_str()), 0);
  ASSERT_TRUE(make_folders(join_path(pool(), "notes")));
  ASSERT_TRUE(ScratchFolder::make("mine"));
  for (const auto* name : {"run-file", "notes"}) EXPECT_TRUE(exists(join_path(pool(), name))) << name;
  EXPECT_TRUE(is_link(join_path(pool(), "run-link")));
}

TEST_F(ScratchHomeTest, APoolThatIsNotOursIsNotUsed) {
  ASSERT_TRUE(make_folders(pool()));
  ASSERT_EQ(::chmod(pool().c_str(), 0777), 0);
  const auto mine = ScratchFolder::make("mine");
  ASSERT_TRUE(mine);
  EXPECT_EQ(parent_path(mine->path()), tmp);
}

TEST_F(ScratchHomeTest, AFolderThatVanishedIsMadeAgain) {
  ASSERT_TRUE(ScratchFolder::make("mine"));
  ASSERT_TRUE(remove_tree(pool()));
  const auto mine = ScratchFolder::make("mine");
  ASSERT_TRUE(mine);
  EXPECT_TRUE(mine->path().starts_with(pool()));
}

TEST_F(ScratchHomeTest, AMissingPlaceIsAnErrorThatNamesIt) {
  ::setenv("TMPDIR", join_path(tmp, "none").c_str(), 1);
  const auto mine = ScratchFolder::make("mine");
  ASSERT_FALSE(mine);
  EXPECT_TRUE(contains(mine.error().message, tmp));
}

TEST_F(ScratchHomeTest, FoldersOfOlderVersionsAreToldAfterADay) {
  for (const auto* name : {"assay-verify-a8Xk2p", "assay-git-b8Xk2p", "assay-notes"}) {
    ASSERT_EQ(::mkdir(join_path(tmp, name).c_str(), 0700), 0);
  }
  const timespec then[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
  for (const auto* name : {"assay-verify-a8Xk2p", "assay-notes"}) {
    ASSERT_EQ(::utimensat(AT_FDCWD, join_path(tmp, name).c_str(), then, 0), 0);
  }
  EXPECT_EQ(old_scratch(), std::vector<std::string>{join_path(tmp, "assay-verify-a8Xk2p")});
}

}  // namespace
}  // namespace assay::os
