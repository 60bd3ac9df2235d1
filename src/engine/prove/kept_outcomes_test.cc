#include "engine/prove/kept_outcomes.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "engine/state_folder.h"
#include "os/files.h"

namespace assay::engine {
namespace {

using judge::Notice;

class KeptOutcomesTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = os::ScratchFolder::make("outcomes-test");
    ASSERT_TRUE(made);
    m_scratch.emplace(std::move(*made));
    const auto root = *os::real_path(m_scratch->path());
    ::setenv("ASSAY_STATE_HOME", (root + "/state").c_str(), 1);
    git_folder = root + "/shop/.git";
    ASSERT_TRUE(os::make_folders(git_folder));
  }
  void TearDown() override { ::unsetenv("ASSAY_STATE_HOME"); }
  std::string git_folder;

 private:
  std::optional<os::ScratchFolder> m_scratch;
};

TEST_F(KeptOutcomesTest, AreFoundAgainByTreeTrialAndContent) {
  const GivenFile broken{"a.py", "x = 2\n"};
  {
    KeptOutcomes kept(git_folder, "aa");
    EXPECT_FALSE(kept.find("trial", broken));
    kept.add("trial", broken, {Notice::Kind::noticed, "test_a.py::test_x", "assert 2 == 1"});
    kept.add("trial", {"a.py", "x = 3\n"}, {Notice::Kind::unnoticed, "", ""});
    kept.save();
  }
  const KeptOutcomes again(git_folder, "aa");
  const auto found = again.find("trial", broken);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Notice::Kind::noticed);
  EXPECT_EQ(found->test, "test_a.py::test_x");
  EXPECT_EQ(again.find("trial", {"a.py", "x = 3\n"})->kind, Notice::Kind::unnoticed);
  EXPECT_FALSE(again.find("other trial", broken));
  EXPECT_FALSE(again.find("trial", {"b.py", "x = 2\n"}));
  EXPECT_FALSE(again.find("trial", {"a.py", std::nullopt}));
  EXPECT_FALSE(KeptOutcomes(git_folder, "bb").find("trial", broken));
}

TEST_F(KeptOutcomesTest, WhatCannotBeReadIsFoundOutAgain) {
  const GivenFile broken{"a.py", "x = 2\n"};
  KeptOutcomes kept(git_folder, "aa");
  kept.add("trial", broken, {});
  kept.save();
  const auto state = state_folder(git_folder);
  ASSERT_TRUE(state);
  for (const auto* text : {"", "[]", "{\"x\": 1}", "{\"x\": {\"kind\": \"other\"}}"}) {
    ASSERT_TRUE(os::write_file(*state + "/outcomes/aa", text));
    EXPECT_FALSE(KeptOutcomes(git_folder, "aa").find("trial", broken));
  }
}

}  // namespace
}  // namespace assay::engine
