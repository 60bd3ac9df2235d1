#include "engine/check/artifacts.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "os/files.h"

namespace assay::engine {
namespace {

class Runs : public testing::Test {
 protected:
  void add(const std::string& name, time_t changed) const {
    const auto path = os::join_path(m_scratch.path(), name);
    ASSERT_TRUE(os::make_folders(path));
    const timespec times[] = {{changed, 0}, {changed, 0}};
    ASSERT_EQ(0, ::utimensat(AT_FDCWD, path.c_str(), times, 0));
  }
  std::vector<std::string> newest() const { return newest_runs(m_scratch.path()); }

 private:
  os::ScratchFolder m_scratch = std::move(*os::ScratchFolder::make("runs"));
};

TEST_F(Runs, NamesOfDifferentSecondsSortByTheirTime) {
  add("20260102030405-7-aaaaaa", 200);
  add("20260102030406-6-aaaaaa", 100);
  EXPECT_EQ(newest(), (std::vector<std::string>{"20260102030406-6-aaaaaa", "20260102030405-7-aaaaaa"}));
}

TEST_F(Runs, WithinOneSecondTheTimeOfTheFolderDecidesAndNotTheProcessId) {
  add("20260102030405-99999-aaaaaa", 100);
  add("20260102030405-100001-aaaaaa", 200);
  add("20260102030405-3-aaaaaa", 300);
  EXPECT_EQ(newest(), (std::vector<std::string>{"20260102030405-3-aaaaaa", "20260102030405-100001-aaaaaa",
                                                "20260102030405-99999-aaaaaa"}));
}

TEST_F(Runs, OtherNamesAreNoRuns) {
  add(".gitignore", 100);
  add("notes", 200);
  EXPECT_TRUE(newest().empty());
  EXPECT_TRUE(newest_runs("/does/not/exist").empty());
}

}  // namespace
}  // namespace assay::engine
