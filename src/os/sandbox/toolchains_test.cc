#include "os/sandbox/toolchains.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/paths.h"

namespace assay::os {
namespace {

class Toolchain : public testing::Test {
 protected:
  void folder(const std::string& name) { ASSERT_TRUE(make_folders(home + name)); }
  void program(const std::string& name) {
    folder(parent_path(name));
    ASSERT_TRUE(write_file(home + name, "#!/bin/sh\n"));
    ASSERT_EQ(::chmod((home + name).c_str(), 0755), 0);
  }
  void link(const std::string& target, const std::string& name) {
    ASSERT_EQ(::symlink(target.c_str(), (home + name).c_str()), 0);
  }
  std::vector<std::string> shown(const std::string& path) const {
    return find_toolchains({"PATH=" + path}, home).paths;
  }
  // Nothing that holds or lies in any of these.
  void expect_hidden(const std::string& path, const std::vector<std::string>& secrets) const {
    for (const auto& each : shown(path)) {
      for (const auto& secret : secrets)
        EXPECT_FALSE(is_below(secret, resolved_path(each))) << path << " shows " << each;
    }
  }

  ScratchFolder scratch = *ScratchFolder::make("assay-test");
  std::string home = *real_path(scratch.path());
};

TEST_F(Toolchain, ShowsProgramsAndWhatTheyNeed) {
  for (const auto* name : {"/.cargo/bin", "/.rustup", "/.local/bin", "/.local/lib", "/opt/node/bin", "/opt/node/lib",
                           "/bin", "/.ssh", "/project/bin", "/project/lib", "/project/.git"})
    folder(name);
  const auto found = find_toolchains({"PATH=" + home + "/.cargo/bin:" + home + "/.local/bin:" + home +
                                      "/opt/node/bin:" + home + "/bin:/usr/bin:relative:" + home + "/project/bin"},
                                     home);
  const std::vector<std::string> expected = {home + "/.cargo/bin", home + "/.rustup",  home + "/.local/lib",
                                             home + "/.local/bin", home + "/opt/node", home + "/bin",
                                             home + "/project/bin"};
  EXPECT_EQ(found.paths, expected);
  EXPECT_EQ(found.variables, std::vector<std::string>{"RUSTUP_HOME=" + home + "/.rustup"});
}

TEST_F(Toolchain, APathThatIsWrittenOddlyShowsNoMore) {
  folder("/.ssh");
  program("/deploy-with-token");
  folder("/data/secrets");
  link("/etc", "/tools");
  link(home, "/me");
  link(home + "/.ssh", "/keys");
  for (const auto& path : {std::string("/"),
                           std::string("/etc"),
                           std::string("/etc/../etc"),
                           std::string("//etc//"),
                           std::string("/etc/ssl/../."),
                           std::string("/usr/../etc"),
                           std::string("/root"),
                           std::string("/var"),
                           std::string("/tmp"),
                           std::string("/home"),
                           std::string("/proc/self/root/etc"),
                           std::string("/run"),
                           std::string("/usr/../../.."),
                           home,
                           home + "/",
                           home + "/.",
                           home + "/../" + file_name(home),
                           "/" + home,
                           home + "/tools",
                           home + "/me",
                           home + "/me/me/.",
                           home + "/keys",
                           home + "/data",
                           home + "/data/secrets",
                           parent_path(home)}) {
    EXPECT_EQ(shown(path), std::vector<std::string>()) << path;
  }
}

TEST_F(Toolchain, ABinFolderDoesNotShowWhatLiesBesideIt) {
  for (const auto* name : {"/work/bin", "/work/lib", "/work/.git", "/other/bin", "/other/secrets", "/machine/bin",
                           "/machine/lib", "/machine/etc", "/machine/home"})
    folder(name);
  ASSERT_TRUE(write_file(home + "/machine/etc/passwd", "x"));
  expect_hidden(home + "/work/bin", {home + "/work/.git"});
  expect_hidden(home + "/other/bin", {home + "/other/secrets"});
  expect_hidden(home + "/machine/bin", {home + "/machine/etc", home + "/machine/home"});
  expect_hidden("/var/bin:/opt/bin:/home/bin", {"/var/lib", "/home"});
}

TEST_F(Toolchain, OfAFolderThatWasNotMadeForProgramsOnlyTheyAreShown) {
  program("/scripts/build");
  ASSERT_TRUE(write_file(home + "/scripts/notes", "private"));
  EXPECT_EQ(shown(home + "/scripts"), std::vector<std::string>{home + "/scripts/build"});
  EXPECT_EQ(shown(home + "/scripts/../scripts/"), std::vector<std::string>{home + "/scripts/build"});
}

TEST_F(Toolchain, OfABinFolderThatHoldsMoreOnlyProgramsAreShown) {
  program("/bin/build");
  link("/usr/bin/env", "/bin/env");
  EXPECT_EQ(shown(home + "/bin"), std::vector<std::string>{home + "/bin"});
  ASSERT_TRUE(write_file(home + "/bin/token", "private"));
  program("/elsewhere/run");
  link(home + "/elsewhere/run", "/bin/run");
  link("build", "/bin/make-it");
  auto found = shown(home + "/bin");
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (std::vector<std::string>{home + "/bin/build", home + "/bin/env", home + "/bin/make-it"}));
}

TEST_F(Toolchain, NothingOfAFolderOfCredentialsIsAProgram) {
  for (const auto* name : {"/.ssh", "/.gnupg", "/.aws", "/.kube", "/.docker", "/.mozilla/profile", "/.config/gh",
                           "/.local/share/keyrings", "/.config/google-chrome/bin"}) {
    program(std::string(name) + "/key");
    program(std::string(name) + "/bin/key");
    EXPECT_EQ(shown(home + name), std::vector<std::string>()) << name;
    EXPECT_EQ(shown(home + name + "/bin"), std::vector<std::string>()) << name;
  }
}

TEST_F(Toolchain, AFolderInARepositoryIsNoToolchain) {
  program("/project/tools/bin/build");
  folder("/project/tools/lib");
  EXPECT_EQ(shown(home + "/project/tools/bin"), std::vector<std::string>{home + "/project/tools"});
  folder("/project/.git");
  EXPECT_EQ(shown(home + "/project/tools/bin"), std::vector<std::string>{home + "/project/tools/bin"});
  program("/project/.venv/bin/python");
  ASSERT_TRUE(write_file(home + "/project/.venv/pyvenv.cfg", "home = /usr/bin\n"));
  EXPECT_EQ(shown(home + "/project/.venv/bin"), std::vector<std::string>{home + "/project/.venv"});
  folder("/.git");  // settings kept in git
  program("/node/bin/node");
  folder("/node/lib");
  EXPECT_EQ(shown(home + "/node/bin"), std::vector<std::string>{home + "/node"});
}

TEST_F(Toolchain, ANameInAFolderThatASandboxHasOfItsOwnIsNotShown) {
  program("/node/bin/node");
  folder("/node/lib");
  EXPECT_EQ(shown("/proc/self/root" + home + "/node/bin"), std::vector<std::string>{home + "/node"});
}

TEST_F(Toolchain, AVariableShowsOnlyWhatItIsCalledAfter) {
  program("/jdk/bin/java");
  folder("/private/lib");
  for (const auto& [value, count] :
       {std::pair(home + "/jdk", 1u), std::pair(home + "/jdk/../jdk/.", 1u), std::pair(home + "/private", 0u),
        std::pair(home, 0u), std::pair(std::string("/etc"), 0u), std::pair(std::string("/"), 0u)}) {
    EXPECT_EQ(find_toolchains({"JAVA_HOME=" + value}, home).paths.size(), count) << value;
  }
}

TEST_F(Toolchain, PackagesComeWithoutCredentials) {
  for (const auto* name : {"/.cargo/registry", "/.m2/repository", "/go/pkg/mod/cache/download", "/.gradle/caches",
                           "/.local/share/uv/python", "/.gem/ruby", "/.bundle"})
    folder(name);
  for (const auto* name : {"/.cargo/credentials.toml", "/.m2/settings.xml", "/.gem/credentials", "/.bundle/config"})
    ASSERT_TRUE(write_file(home + name, "token"));
  link("/etc", "/.nuget");
  const auto found = find_packages({}, home);
  for (const auto* name : {"/.cargo/registry", "/.m2/repository", "/go/pkg/mod", "/.gradle/caches",
                           "/.local/share/uv/python", "/.gem/ruby"})
    EXPECT_NE(std::find(found.paths.begin(), found.paths.end(), home + name), found.paths.end()) << name;
  EXPECT_EQ(found.paths.size(), 6u);
  EXPECT_EQ(found.variables, (std::vector<std::string>{"GOMODCACHE=" + home + "/go/pkg/mod",
                                                       "GRADLE_RO_DEP_CACHE=" + home + "/.gradle/caches"}));
}

TEST_F(Toolchain, OnlyLinksToFoldersOfDependenciesAreFollowed) {
  for (const auto* name : {"/a", "/b", "/elsewhere/node_modules", "/env", "/.ssh"}) folder(name);
  ASSERT_TRUE(write_file(home + "/env/pyvenv.cfg", "home = /usr/bin\n"));
  link(home + "/elsewhere/node_modules", "/a/node_modules");
  link(home + "/env", "/a/.venv");
  EXPECT_EQ(linked_dependencies(home + "/a"),
            (std::vector<std::string>{home + "/elsewhere/node_modules", home + "/env"}));
  link(home + "/.ssh", "/b/node_modules");
  link(home, "/b/.venv");
  EXPECT_EQ(linked_dependencies(home + "/b"), std::vector<std::string>());
}

}  // namespace
}  // namespace assay::os
