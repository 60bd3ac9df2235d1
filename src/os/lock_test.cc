#include "os/lock.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace assay::os {
namespace {

TEST(Lock, OneHolderAtATime) {
  const auto scratch = ScratchFolder::make("assay-lock").value();
  const auto path = scratch.path() + "/locks/one";
  {
    const auto first = Lock::try_take(path).value();
    ASSERT_TRUE(first.has_value());
    EXPECT_FALSE(Lock::try_take(path).value().has_value());
    EXPECT_TRUE(Lock::holder(path).starts_with("process "));
    EXPECT_TRUE(Lock::try_take(scratch.path() + "/locks/two").value().has_value());
  }
  EXPECT_TRUE(Lock::try_take(path).value().has_value());
}

TEST(Lock, ALinkIsNotFollowed) {
  const auto scratch = ScratchFolder::make("assay-lock").value();
  ASSERT_EQ(::symlink("/etc/passwd", (scratch.path() + "/link").c_str()), 0);
  EXPECT_FALSE(Lock::try_take(scratch.path() + "/link"));
}

}  // namespace
}  // namespace assay::os
