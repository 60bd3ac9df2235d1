#include "engine/run/tool_identity.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::engine {
namespace {

class ToolIdentity : public testing::Test {
 protected:
  void program(const std::string& name, const std::string& text) {
    const auto path = os::join_path(m_folder.path(), name);
    EXPECT_TRUE(os::write_file(path, text));
    EXPECT_EQ(::chmod(path.c_str(), 0755), 0);
  }
  std::string behind(const std::string& command) const {
    return Tools(cat(m_folder.path(), ":/usr/bin:/bin")).behind(command);
  }

  os::ScratchFolder m_folder = os::ScratchFolder::make("assay-tools").value();
};

TEST_F(ToolIdentity, AReplacedProgramIsAnotherOne) {
  program("lint", "#!/bin/sh\nexit 0\n");
  const auto before = behind("lint --all");
  EXPECT_EQ(behind("lint --all"), before);
  program("lint", "#!/bin/sh\nexit 1\n");
  EXPECT_NE(behind("lint --all"), before);
}

TEST_F(ToolIdentity, AlsoOneThatTheCommandStartsWithoutNamingIt) {
  program("lint", "#!/bin/sh\nexit 0\n");
  const auto before = behind("make test");
  program("lint", "#!/bin/sh\nexit 1\n");
  EXPECT_NE(behind("make test"), before);
}

TEST_F(ToolIdentity, AnInterpreterIsLookedForInTheFirstLine) {
  const auto path = os::join_path(m_folder.path(), "hidden");
  EXPECT_TRUE(os::make_folders(path));
  program("hidden/runner", "#!/bin/sh\n");
  program("hidden/tool", cat("#!", path, "/runner\n"));
  const auto before = behind(cat(path, "/tool --all"));
  program("hidden/runner", "#!/bin/sh\nexit 1\n");
  EXPECT_NE(behind(cat(path, "/tool --all")), before);
}

TEST_F(ToolIdentity, CommandsThatNameOtherProgramsDiffer) { EXPECT_NE(behind("cat x"), behind("ls x")); }

TEST_F(ToolIdentity, DataThatACommandNamesIsToldApartFromItsPrograms) {
  program("lint", "#!/bin/sh\nexit 0\n");
  const auto log = os::join_path(m_folder.path(), "log/out.txt");
  EXPECT_TRUE(os::make_folders(os::parent_path(log)));
  EXPECT_TRUE(os::write_file(log, "one"));
  const auto command = cat("lint --all >", log, " 2>&1");
  const Tools tools(cat(m_folder.path(), ":/usr/bin:/bin"));
  const auto with_data = tools.behind(command), programs = tools.programs_behind(command);
  const auto files = files_named_in(command);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files.begin()->first, log);
  EXPECT_TRUE(os::write_file(log, "another"));
  EXPECT_NE(tools.behind(command), with_data);
  EXPECT_EQ(tools.programs_behind(command), programs);
  EXPECT_NE(files_named_in(command), files);
  program("lint", "#!/bin/sh\nexit 1\n");
  EXPECT_NE(Tools(cat(m_folder.path(), ":/usr/bin:/bin")).programs_behind(command), programs);
}

}  // namespace
}  // namespace assay::engine
