#include "engine/run/dependency_stamps.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::engine {
namespace {

class DependencyStamps : public testing::Test {
 protected:
  DependencyStamps() {
    write("work/.venv/lib/site-packages/one.py", "one");
    write("work/web/node_modules/left-pad/index.js", "two");
    write("work/src/calc.py", "three");
  }

  std::string path(const std::string& name) const { return os::join_path(m_scratch->path(), name); }
  void write(const std::string& name, std::string_view text) const {
    ASSERT_TRUE(os::make_folders(os::parent_path(path(name))));
    ASSERT_TRUE(os::write_file(path(name), text));
  }
  void link(const std::string& name, const std::string& to) const {
    ASSERT_EQ(::symlink(to.c_str(), path(name).c_str()), 0);
  }
  std::string stamp(LinksToWork links = LinksToWork::to_its_files) const {
    return stamp_dependencies(path("work"), links).value_or("too many");
  }

  Result<os::ScratchFolder> m_scratch = os::ScratchFolder::make("stamps");
};

TEST_F(DependencyStamps, FindsTheFoldersOfPackagesToo) {
  EXPECT_EQ(dependency_folders(path("work")), (std::vector<std::string>{".venv", "web/node_modules"}));
}

TEST_F(DependencyStamps, StaysWhileNothingIsTouched) {
  const auto before = stamp();
  write("work/src/calc.py", "another");
  EXPECT_EQ(stamp(), before);
}

TEST_F(DependencyStamps, IsAnotherWhenAFileIsAddedOrWritten) {
  const auto before = stamp();
  write("work/.venv/lib/site-packages/x.pth", "import os");
  const auto added = stamp();
  EXPECT_NE(added, before);
  write("work/web/node_modules/left-pad/index.js", "owt");
  EXPECT_NE(stamp(), added);
}

TEST_F(DependencyStamps, IsAnotherWhenAFileWasThereAndIsGone) {
  const auto before = stamp();
  write("work/.venv/lib/site-packages/x.pth", "import os");
  ASSERT_EQ(::unlink(path("work/.venv/lib/site-packages/x.pth").c_str()), 0);
  EXPECT_NE(stamp(), before);
}

TEST_F(DependencyStamps, IsAnotherWhenOneIsWrittenWithItsOldTime) {
  const auto before = stamp();
  const auto file = path("work/web/node_modules/left-pad/index.js");
  const auto time = std::filesystem::last_write_time(file);
  write("work/web/node_modules/left-pad/index.js", "owt");
  std::filesystem::last_write_time(file, time);
  EXPECT_NE(stamp(), before);
}

TEST_F(DependencyStamps, CountsWhatALinkLeadsTo) {
  write("elsewhere/pad/index.js", "four");
  link("work/web/node_modules/pad", path("elsewhere/pad"));
  const auto before = stamp();
  write("elsewhere/pad/index.js", "five!");
  EXPECT_NE(stamp(), before);
}

TEST_F(DependencyStamps, ALinkBackIntoTheTreeCountsOnlyWhereItLeadsThere) {
  link("work/web/node_modules/src", "../../src");
  const auto linked = stamp(), mounted = stamp(LinksToWork::to_the_shown_tree);
  write("work/src/calc.py", "three and more");
  EXPECT_NE(stamp(), linked);
  EXPECT_EQ(stamp(LinksToWork::to_the_shown_tree), mounted);
}

TEST_F(DependencyStamps, WhatVitestNotesAfterARunDoesNotCount) {
  write("work/web/node_modules/.vite/vitest/results.json", "1");
  const auto before = stamp();
  write("work/web/node_modules/.vite/vitest/results.json", "2 tests");
  EXPECT_EQ(stamp(), before);
}

}  // namespace
}  // namespace assay::engine
