#include "git/revision.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::git {
namespace {

TEST(Revision, NamesThatPeopleGiveAreTaken) {
  for (const auto* name : {"HEAD", "main~3", "v1.0^{commit}", ":/fix the export", "größe", "refs/heads/a"}) {
    EXPECT_TRUE(check_revision(name)) << name;
  }
  EXPECT_TRUE(check_revision(std::string(k_longest_revision, 'a')));
}
TEST(Revision, OneThatCouldNotBeHandedToGitIsRefused) {
  const auto answer = check_revision(std::string(k_longest_revision + 1, 'a'));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Code::invalid_input);
  EXPECT_TRUE(contains(answer.error().message, "1001 bytes"));
  using namespace std::string_view_literals;
  for (const auto name : {"HEAD\0x"sv, "HEAD\n"sv, "\x7f"sv}) EXPECT_FALSE(check_revision(name));
}

}  // namespace
}  // namespace assay::git
