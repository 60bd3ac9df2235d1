#include "engine/sealed_places.h"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/text.h"
#include "engine/sandbox_policy.h"
#include "os/files.h"
#include "os/paths.h"

namespace assay::engine {
namespace {

class SealedPlacesTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::setenv("ASSAY_STATE_HOME", (root + "/state").c_str(), 1), 0);
    git("project/.git");
    git("project/inner/.git");
    git("elsewhere/.git");
    git("bare.git");
    folder("project/inner/.assay");
    folder("bare.git/.assay");
    folder("project/plain/.assay");
    folder("state/elsewhere-1");
    write("state/elsewhere-1/repository", cat(root, "/elsewhere/.git\nid\n"));
    folder("project/.git/worktrees/linked");
    folder("linked");
    write("linked/.git", cat("gitdir: ", root, "/project/.git/worktrees/linked\n"));
    write("project/.git/worktrees/linked/commondir", "../..\n");
    write("project/.git/worktrees/linked/gitdir", cat(root, "/linked/.git\n"));
  }
  void TearDown() override { ::unsetenv("ASSAY_STATE_HOME"); }

  void folder(std::string_view name) { ASSERT_TRUE(os::make_folders(os::join_path(root, name))); }
  void write(std::string_view name, std::string_view text) {
    ASSERT_TRUE(os::write_file(os::join_path(root, name), text));
  }
  void git(const std::string& name) {
    folder(name + "/objects");
    folder(name + "/refs");
    write(name + "/HEAD", "ref: refs/heads/main\n");
  }
  SealedPlaces find(std::string_view name, const std::vector<std::string>& shown = {}) const {
    const auto at = os::join_path(root, name);
    return find_sealed_places(at, git::find_git_paths(at), shown);
  }
  bool seals(const SealedPlaces& places, std::string_view name) const {
    const auto path = os::join_path(root, name);
    return std::find(places.sealed.begin(), places.sealed.end(), path) != places.sealed.end();
  }
  SandboxRequest wish_for(std::string_view readable) const {
    SandboxRequest wish;
    wish.level = os::Sandbox::Level::bubblewrap;
    wish.readable = {os::join_path(root, readable)};
    return wish;
  }

  os::ScratchFolder scratch = *os::ScratchFolder::make("assay-test");
  std::string root = *os::real_path(scratch.path());
};

TEST_F(SealedPlacesTest, OfTheRepositoryAndThePerson) {
  const auto places = find("project");
  for (const auto* name : {"project/.assay", "project/.verifier", "project/.git/assay", "state"})
    EXPECT_TRUE(seals(places, name)) << name;
  EXPECT_EQ(places.others, std::vector<std::string>{root + "/linked"});
}

// As git writes it with worktree.useRelativePaths.
TEST_F(SealedPlacesTest, AWorkTreeThatGitNamesByARelativePath) {
  write("project/.git/worktrees/linked/gitdir", "../../../../linked/.git\n");
  EXPECT_EQ(find("project").others, std::vector<std::string>{root + "/linked"});
}

TEST_F(SealedPlacesTest, OfALinkedWorkTreeTheStoreOfTheMainOne) {
  const auto places = find("linked");
  for (const auto* name : {"project/.assay", "linked/.verifier", "project/.git/assay"})
    EXPECT_TRUE(seals(places, name)) << name;
  EXPECT_FALSE(seals(places, "linked/.assay")) << "nothing is kept there";
  EXPECT_EQ(places.others, std::vector<std::string>{root + "/project"});
}

TEST_F(SealedPlacesTest, OfRepositoriesInWhatIsShownAndThoseThatTheStateNames) {
  for (const auto* name : {"elsewhere/.assay", "elsewhere/.git/assay"}) folder(name);
  const auto places = find("project", {root + "/project", root + "/bare.git"});
  for (const auto* name : {"project/inner/.assay", "project/inner/.verifier", "bare.git/.assay", "elsewhere/.assay",
                           "elsewhere/.git/assay"})
    EXPECT_TRUE(seals(places, name)) << name;
  EXPECT_FALSE(seals(places, "project/plain/.assay")) << "a folder of that name is not a repository's";
}

TEST_F(SealedPlacesTest, AGrantOfOneIsRefusedHoweverItIsWritten) {
  folder("project/.assay/serve");
  ASSERT_EQ(::symlink((root + "/state").c_str(), (root + "/link").c_str()), 0);
  for (const auto* name : {"project/.assay", "project/./inner/../.assay/serve", "link", "link/elsewhere-1", "linked",
                           "linked/../linked/x", "project/.git/assay"}) {
    const auto sandbox = sandbox_for(root + "/project", wish_for(name));
    ASSERT_FALSE(sandbox) << name;
    EXPECT_EQ(sandbox.error().code, Code::invalid_input) << name;
  }
  for (const auto* name : {"", "elsewhere", "linked/node_modules", "project/inner"})
    EXPECT_TRUE(sandbox_for(root + "/project", wish_for(name))) << name;
}

TEST_F(SealedPlacesTest, AWorkTreeInTheStateIsShownAndTheRestIsNot) {
  folder("state/p-1/worktrees/t/src");
  const auto tree = std::string("state/p-1/worktrees/t");
  EXPECT_TRUE(sandbox_for(os::join_path(root, tree), wish_for(tree + "/src")));
  EXPECT_FALSE(sandbox_for(os::join_path(root, tree), wish_for("state/p-1/worktrees/other")));
  EXPECT_FALSE(sandbox_for(os::join_path(root, tree), wish_for("state/p-1")));
}

// The name of a folder above does not make a work tree Assay's own: the record in the git folder does.
TEST_F(SealedPlacesTest, AWorkTreeIsOursByItsRecordAndNotByItsPath) {
  git("some/.assay/project/.git");
  const auto seals_verifier = [&](const std::string& name) {
    SandboxRequest wish;
    wish.level = os::Sandbox::Level::bubblewrap;
    const auto sandbox = sandbox_for(os::join_path(root, name), wish);
    if (!sandbox) return testing::AssertionFailure() << sandbox.error().message;
    const auto path = os::join_path(os::join_path(root, name), ".verifier");
    const bool sealed = std::find(sandbox->sealed.begin(), sandbox->sealed.end(), path) != sandbox->sealed.end();
    return testing::AssertionResult(sealed) << sealed;
  };
  EXPECT_TRUE(seals_verifier("some/.assay/project"));
  EXPECT_TRUE(seals_verifier("linked"));
  folder("project/.git/assay/worktrees/linked");
  write("project/.git/assay/worktrees/linked/record", "kind task\npath " + root + "/elsewhere\n");
  EXPECT_TRUE(seals_verifier("linked")) << "the record is of another";
  write("project/.git/assay/worktrees/linked/record", "kind task\npath " + root + "/linked\n");
  EXPECT_FALSE(seals_verifier("linked"));
}

}  // namespace
}  // namespace assay::engine
