#include "os/sandbox/etc_image.h"

#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/files.h"

namespace assay::os {
namespace {

class EtcImage : public testing::Test {
 protected:
  EtcImage() { ::setenv("XDG_CACHE_HOME", m_scratch.path().c_str(), 1); }
  ~EtcImage() override { ::unsetenv("XDG_CACHE_HOME"); }
  static std::string image() { return etc_image({1000, 1000, "/home/assay", false}, {}).value_or(""); }
  static void age(const std::string& folder) {
    timespec times[2] = {{::time(nullptr) - 3600, 0}, {::time(nullptr) - 3600, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, folder.c_str(), times, 0), 0);
  }

  ScratchFolder m_scratch = ScratchFolder::make("assay-test").value();
};

// Sandboxes that are set up side by side, none of them with an image to begin with.
TEST_F(EtcImage, NobodyTakesAwayWhatAnotherIsAboutToMount) {
  for (int round = 0; round < 20; ++round) {
    std::vector<std::thread> threads;
    std::vector<int> missing(4);
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&missing, i] {
        const auto path = image();
        for (int looks = 0; looks < 50; ++looks) missing[i] += exists(join_path(path, "passwd")) ? 0 : 1;
      });
    }
    for (auto& thread : threads) thread.join();
    for (const int misses : missing) EXPECT_EQ(misses, 0);
    if (round % 2 == 0) {
      age(image());  // then all of them find an old one
    } else {
      ASSERT_TRUE(remove_tree(m_scratch.path() + "/assay"));
    }
  }
}

TEST_F(EtcImage, AnOldOneStaysWholeForThoseWhoHaveItMounted) {
  const auto path = image();
  ASSERT_NE(path, "");
  const Fd mounted(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  struct stat before {
  }, after{};
  ASSERT_EQ(::stat(path.c_str(), &before), 0);
  age(path);
  EXPECT_EQ(image(), path);
  ASSERT_EQ(::stat(path.c_str(), &after), 0);
  EXPECT_NE(before.st_ino, after.st_ino) << "made anew";
  EXPECT_EQ(::faccessat(mounted.get(), "passwd", R_OK, 0), 0);
}

}  // namespace
}  // namespace assay::os
