#include "engine/run/changed_dependencies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Entries are newer than the mark by the clock of the file system, which has steps: written until it is.
class NodeModules {
 public:
  NodeModules() : m_scratch(std::move(*os::ScratchFolder::make("assay-test"))) {}

  const std::string folder() const { return m_scratch.path() + "/node_modules"; }
  void add(const std::string& path) const {
    const auto whole = cat(folder(), "/", path);
    ASSERT_TRUE(os::make_folders(os::parent_path(whole)));
    ASSERT_TRUE(os::write_file(whole, "{}"));
  }
  void add_later(const std::string& path, const std::string& mark) const {
    const auto changed = [&](const std::string& name) {
      struct stat status {};
      ::lstat(cat(folder(), "/", name).c_str(), &status);
      return std::pair(status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
    };
    do add(path);
    while (changed(path) <= changed(mark));
  }
  void add_patch(const std::string& name) const {
    ASSERT_TRUE(os::make_folders(m_scratch.path() + "/patches"));
    ASSERT_TRUE(os::write_file(cat(m_scratch.path(), "/patches/", name), ""));
  }
  std::vector<std::string> changed() const {
    auto out = changed_node_packages(folder());
    for (auto& path : out) path.erase(0, folder().size() + 1);
    return out;
  }

 private:
  os::ScratchFolder m_scratch;
};

constexpr auto k_npm = ".package-lock.json";

TEST(ChangedNodePackages, FilesWrittenAfterThePackageManagerWasDone) {
  NodeModules modules;
  for (const auto* path : {"pad/package.json", "pad/index.js", "@a/b/package.json", "@a/b/lib/c.js", k_npm})
    modules.add(path);
  EXPECT_THAT(modules.changed(), IsEmpty());
  modules.add_later("pad/index.js", k_npm);
  modules.add_later("@a/b/lib/c.js", k_npm);
  modules.add_later(".cache/x", k_npm);
  EXPECT_THAT(modules.changed(), ElementsAre("@a/b/lib/c.js", "pad/index.js"));
}

TEST(ChangedNodePackages, WhatIsNewAsAWhole) {
  NodeModules modules;
  for (const auto* name : {"a", "b", "c", "d"}) modules.add(cat(name, "/package.json"));
  modules.add(k_npm);
  modules.add_later("d/package.json", k_npm);
  EXPECT_THAT(modules.changed(), ElementsAre("d/package.json")) << "one of four";
  for (const auto* name : {"a", "b", "c"}) modules.add_later(cat(name, "/package.json"), k_npm);
  EXPECT_THAT(modules.changed(), IsEmpty()) << "the folder was copied";
}

TEST(ChangedNodePackages, QuietWhereNothingIsKnown) {
  NodeModules modules;
  modules.add("pad/package.json");
  modules.add_later("pad/index.js", "pad/package.json");
  EXPECT_THAT(modules.changed(), IsEmpty()) << "no package manager left a mark";
  modules.add(".modules.yaml");
  EXPECT_THAT(modules.changed(), IsEmpty());
}

TEST(ChangedNodePackages, APatchOfTheRepository) {
  NodeModules modules;
  for (const auto* path : {"@a/b/package.json", "@a/b/c.js", k_npm}) modules.add(path);
  modules.add_later("@a/b/c.js", k_npm);
  EXPECT_THAT(modules.changed(), ElementsAre("@a/b/c.js"));
  modules.add_patch("@a+b+1.0.0.patch");
  EXPECT_THAT(modules.changed(), IsEmpty());
}

}  // namespace
}  // namespace assay::engine
