#include "os/beneath.h"

#include <cstddef>
#include <functional>

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {
namespace {

enum class Kernel { newest, without_openat2 };

// As in the sandbox, whose filter answers so.
bool take_openat2_away() {
  sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
                        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog program{std::size(code), code};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

class Beneath : public testing::TestWithParam<Kernel> {
 protected:
  // Runs the expectations, in a process of its own where the kernel is to be another.
  static void check(const std::function<void()>& expectations) {
    if (GetParam() == Kernel::newest) return expectations();
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      if (!take_openat2_away()) ::_exit(2);
      expectations();
      ::_exit(HasFailure() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }

  void SetUp() override {
    ASSERT_TRUE(make_folders(folder + "/sub"));
    ASSERT_TRUE(write_file(folder + "/sub/a.txt", "inside"));
    ASSERT_TRUE(write_file(scratch.path() + "/secret", "outside"));
    ASSERT_EQ(::symlink("../secret", (folder + "/link").c_str()), 0);
    ASSERT_EQ(::symlink(scratch.path().c_str(), (folder + "/away").c_str()), 0);
    ASSERT_EQ(::symlink("sub", (folder + "/near").c_str()), 0);
    ASSERT_EQ(::symlink("../near/a.txt", (folder + "/sub/back").c_str()), 0);
    ASSERT_EQ(::symlink("round", (folder + "/round").c_str()), 0);
    ASSERT_EQ(::mkfifo((folder + "/pipe").c_str(), 0600), 0);
    ASSERT_EQ(::link((scratch.path() + "/secret").c_str(), (folder + "/twin").c_str()), 0);
  }
  ScratchFolder scratch = *ScratchFolder::make("assay-test");
  std::string folder = scratch.path() + "/w";
};

TEST_P(Beneath, FilesInsideAreReadAndWritten) {
  check([&] {
    EXPECT_EQ(*read_beneath(folder, "sub/a.txt", 100), "inside");
    EXPECT_EQ(*read_beneath(folder, folder + "/sub/a.txt", 100), "inside");
    EXPECT_EQ(*read_beneath(folder, "near/a.txt", 100), "inside") << "a link that stays inside";
    EXPECT_EQ(*read_beneath(folder, "sub/back", 100), "inside") << "a link that goes up and stays inside";
    EXPECT_EQ(*read_beneath(folder, "sub/../sub/./a.txt", 100), "inside");
    EXPECT_TRUE(write_beneath(folder, "new/deep/er.txt", "made"));
    EXPECT_EQ(*read_file(folder + "/new/deep/er.txt"), "made");
    EXPECT_TRUE(write_beneath(folder, "sub/a.txt", "x"));
    EXPECT_EQ(*read_file(folder + "/sub/a.txt"), "x");
  });
}

TEST_P(Beneath, NoWayLeadsOut) {
  check([&] {
    for (const std::string path : {"link", "away/secret", "../secret", "sub/../../secret", "pipe", "sub", "",
                                   "/etc/passwd", "missing", "round", "sub/a.txt/x", "missing/x", ".", ".."}) {
      EXPECT_FALSE(read_beneath(folder, path, 100)) << path;
    }
    for (const std::string path :
         {"link", "away/secret", "away/new", "../new", "away/deep/new", "pipe", "sub", "twin", "/tmp/new"}) {
      EXPECT_FALSE(write_beneath(folder, path, "x")) << path;
    }
    EXPECT_FALSE(write_beneath(folder, scratch.path() + "/w/../secret", "x"));
    EXPECT_EQ(*read_file(scratch.path() + "/secret"), "outside");
    EXPECT_FALSE(exists(scratch.path() + "/new"));
    EXPECT_FALSE(exists(scratch.path() + "/deep"));
  });
}

TEST_P(Beneath, AFileGrowsToItsLimit) {
  check([&] {
    EXPECT_TRUE(append_beneath(folder, "sub/a.txt", "!", 7));
    EXPECT_EQ(*read_file(folder + "/sub/a.txt"), "inside!");
    EXPECT_EQ(append_beneath(folder, "sub/a.txt", "!", 7).error().code, Code::conflict);
    for (const std::string path : {"link", "away/secret", "pipe", "twin", "missing"}) {
      EXPECT_FALSE(append_beneath(folder, path, "x", 100)) << path;
    }
    EXPECT_EQ(*read_file(scratch.path() + "/secret"), "outside");
  });
}

TEST_P(Beneath, LargeFilesAreRefused) {
  check([&] { EXPECT_FALSE(read_beneath(folder, "sub/a.txt", 3)); });
}

INSTANTIATE_TEST_SUITE_P(Kernels, Beneath, testing::Values(Kernel::newest, Kernel::without_openat2),
                         [](const auto& kernel) {
                           return kernel.param == Kernel::newest ? "with_openat2" : "without_openat2";
                         });

}  // namespace
}  // namespace assay::os
