#include "serve/http/target.h"

#include <gtest/gtest.h>

namespace assay::serve {
namespace {

TEST(Target, PathAndQueryAreTakenApart) {
  const auto target = read_target("/api/tasks/k3f7/log?tail=1&text=a+b%26c&flag");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, (std::vector<std::string>{"api", "tasks", "k3f7", "log"}));
  ASSERT_EQ(target->query.size(), 3u);
  EXPECT_EQ(target->field("text"), "a b&c");
  EXPECT_EQ(target->field("flag"), "");
  EXPECT_EQ(target->field("other"), std::nullopt);
}
TEST(Target, TheRootIsOneEmptyPart) {
  const auto target = read_target("/");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, std::vector<std::string>{""});
  EXPECT_TRUE(read_target("/?login=failed")->path == std::vector<std::string>{""});
}
TEST(Target, ClimbingIsRefusedHoweverItIsWritten) {
  for (const std::string_view bad : {"/../etc/passwd", "/a/../../b", "/%2e%2e/etc", "/.%2E/x", "/a/./b", "/a/%2e"}) {
    EXPECT_FALSE(read_target(bad)) << bad;
  }
}
TEST(Target, AnEscapedSlashStaysInItsPart) {
  const auto target = read_target("/api/evidence/..%2f..%2fetc");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path.back(), "../../etc");  // a name that no file and no id has
}
TEST(Target, BrokenOnesAreRefused) {
  for (const std::string_view bad :
       {"", "x", "http://a/b", "*", "/%", "/%g0", "/%0", "/%00", "/a?%zz=1", "/%ff", "/%01", "/a?b=%1b"}) {
    EXPECT_FALSE(read_target(bad)) << bad;
  }
}
TEST(Target, TooManyFieldsAreRefused) {
  std::string long_one = "/a?";
  for (int i = 0; i < 101; ++i) long_one += "a=1&";
  EXPECT_FALSE(read_target(long_one));
}

}  // namespace
}  // namespace assay::serve
