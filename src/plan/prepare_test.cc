#include "plan/prepare.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/fake_snapshot.h"

namespace assay::plan {
namespace {

using testing::ElementsAre;

std::vector<std::string> prepare_commands(const std::map<std::string, std::string>& content) {
  std::vector<std::string> out;
  for (const auto& step : prepare_steps(FakeSnapshot(content))) {
    out.push_back(step.folder.empty() ? step.command : step.folder + ": " + step.command);
  }
  return out;
}

constexpr const char* k_needs = R"({"dependencies":{"left-pad":"1.0.0"}})";

TEST(Prepare, NodeByItsLockfile) {
  EXPECT_THAT(prepare_commands({{"package.json", k_needs}, {"package-lock.json", "{}"}}),
              ElementsAre("npm ci --no-audit --no-fund"));
  EXPECT_THAT(prepare_commands({{"package.json", k_needs}, {"pnpm-lock.yaml", ""}}),
              ElementsAre("pnpm install --frozen-lockfile"));
  EXPECT_THAT(prepare_commands({{"package.json", k_needs}, {"yarn.lock", ""}}),
              ElementsAre("yarn install --frozen-lockfile"));
  EXPECT_THAT(prepare_commands({{"package.json", k_needs}, {"yarn.lock", ""}, {".yarnrc.yml", ""}}),
              ElementsAre("yarn install --immutable"));
  EXPECT_THAT(prepare_commands({{"package.json", k_needs}, {"bun.lock", ""}}),
              ElementsAre("bun install --frozen-lockfile"));
  EXPECT_THAT(prepare_commands({{"package.json", k_needs}}),
              ElementsAre("npm install --no-audit --no-fund --no-package-lock"));
}

TEST(Prepare, WithoutDependenciesNothingIsFetched) {
  EXPECT_TRUE(prepare_commands({{"package.json", R"({"scripts":{"test":"node --test"}})"}}).empty());
  EXPECT_TRUE(prepare_commands({{"package.json", "not json"}}).empty());
  EXPECT_TRUE(prepare_commands({{"Cargo.toml", ""}, {"Cargo.lock", "[[package]]\nname = \"own\"\n"}}).empty());
  EXPECT_TRUE(prepare_commands({{"go.mod", "module x\n"}}).empty());
  EXPECT_TRUE(prepare_commands({{"CMakeLists.txt", ""}, {"README.md", ""}}).empty());
}

TEST(Prepare, PackagesOfAWorkspaceHaveFoldersOfTheirOwn) {
  const auto steps = prepare_steps(FakeSnapshot({{"package.json", R"({"workspaces":["packages/*"]})"},
                                                 {"package-lock.json", "{}"},
                                                 {"packages/a/package.json", "{}"},
                                                 {"packages/a/test/node_modules/x/package.json", "{}"}}));
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_THAT(steps[0].outputs, ElementsAre("node_modules", "packages/a/node_modules"));
  EXPECT_THAT(steps[0].inputs, ElementsAre("package-lock.json", "package.json", "packages/a/package.json"));
}

TEST(Prepare, TheOtherEcosystems) {
  EXPECT_THAT(prepare_commands({{"uv.lock", ""}, {"pyproject.toml", ""}}), ElementsAre("uv sync --frozen"));
  EXPECT_THAT(prepare_commands({{"requirements.txt", "pytest\n"}}),
              ElementsAre("python3 -m venv .venv && .venv/bin/pip install --quiet -r requirements.txt"));
  EXPECT_THAT(prepare_commands({{"Cargo.lock", "[[package]]\nname = \"serde\"\nsource = \"x\"\n"}}),
              ElementsAre("cargo fetch --locked"));
  EXPECT_THAT(prepare_commands({{"Cargo.toml", "[package]\nname = \"x\"\n[dev-dependencies]\nserde = \"1\"\n"}}),
              ElementsAre("cargo fetch"));
  EXPECT_TRUE(
      prepare_commands({{"Cargo.toml", "[dependencies]\n# serde = \"1\"\nown = { path = \"own\" }\n"}}).empty());
  EXPECT_THAT(prepare_commands({{"go.mod", ""}, {"go.sum", ""}}), ElementsAre("go mod download"));
  EXPECT_THAT(prepare_commands({{"Gemfile.lock", ""}}), ElementsAre("bundle install --quiet"));
  EXPECT_THAT(prepare_commands({{"composer.lock", ""}}), ElementsAre("composer install --no-interaction --quiet"));
}

TEST(Prepare, AFolderWithItsOwnLockfileIsPreparedThere) {
  EXPECT_THAT(prepare_commands(
                  {{"web/package.json", k_needs}, {"web/package-lock.json", "{}"}, {"go.mod", ""}, {"go.sum", ""}}),
              ElementsAre("go mod download", "web: npm ci --no-audit --no-fund"));
  EXPECT_TRUE(prepare_commands({{"examples/a/package.json", k_needs}, {"examples/a/package-lock.json", "{}"}}).empty());
}

TEST(Prepare, InputsNameWhatDecides) {
  const auto steps = prepare_steps(FakeSnapshot({{"web/package.json", k_needs}, {"web/package-lock.json", "{}"}}));
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_THAT(steps[0].inputs, ElementsAre("web/package-lock.json", "web/package.json"));
  EXPECT_THAT(steps[0].outputs, ElementsAre("web/node_modules"));
}

Reads reads(const std::map<std::string, std::string>& content) {
  const auto steps = prepare_steps(FakeSnapshot(content));
  EXPECT_EQ(steps.size(), 1u);
  return steps.empty() ? Reads::tree : steps[0].reads;
}

TEST(Prepare, OnlyInputsAreReadWhereNoScriptOfTheRepositoryRuns) {
  EXPECT_EQ(reads({{"package.json", k_needs}, {"package-lock.json", "{}"}}), Reads::inputs);
  EXPECT_EQ(reads({{"package.json", k_needs}, {".npmrc", "registry=https://npm.example.org\n@a:registry=b\n"}}),
            Reads::inputs);
  EXPECT_EQ(reads({{"package.json", R"({"scripts":{"test":"x"},"dependencies":{"a":"~1.0.0","b":"^2"}})"}}),
            Reads::inputs);
  EXPECT_EQ(reads({{"requirements.txt", "pytest==7.2 # runner\n--hash=sha256:abc\n"}}), Reads::inputs);
  EXPECT_EQ(reads({{"go.mod", "module x\n"}, {"go.sum", ""}}), Reads::inputs);
  EXPECT_EQ(reads({{"Cargo.toml", "[dependencies]\nserde = \"1\"\n"}}), Reads::inputs);
}

TEST(Prepare, TheWholeTreeIsReadWhereItsScriptsMayRun) {
  EXPECT_EQ(reads({{"package.json", R"({"scripts":{"postinstall":"node x"},"dependencies":{"a":"1"}})"}}), Reads::tree);
  EXPECT_EQ(reads({{"package.json", R"({"scripts":{"prepare":"husky"},"dependencies":{"a":"1"}})"}}), Reads::tree);
  EXPECT_EQ(reads({{"package.json", R"({"dependencies":{"a":"file:vendor/a"}})"}}), Reads::tree);
  EXPECT_EQ(reads({{"package.json", R"({"dependencies":{"a":"./vendor/a"}})"}}), Reads::tree);
  EXPECT_EQ(reads({{"package.json", k_needs}, {"binding.gyp", ""}}), Reads::tree);
  EXPECT_EQ(reads({{"package.json", k_needs}, {".npmrc", "script-shell=./sh\n"}}), Reads::tree);
  EXPECT_EQ(reads({{"package.json", k_needs}, {"yarn.lock", ""}, {".yarnrc.yml", "yarnPath: x\n"}}), Reads::tree);
  EXPECT_EQ(reads({{"package.json", k_needs}, {"pnpm-lock.yaml", ""}, {".pnpmfile.cjs", ""}}), Reads::tree);
  for (const char* line : {"-e .", ".", "./vendor/a", "-r other.txt", "-c limits.txt", "a @ file:vendor/a"}) {
    EXPECT_EQ(reads({{"requirements.txt", line}}), Reads::tree) << line;
  }
  EXPECT_EQ(reads({{"uv.lock", ""}, {"pyproject.toml", ""}}), Reads::tree);
  EXPECT_EQ(reads({{"go.mod", "module x\nreplace y => ../y\n"}, {"go.sum", ""}}), Reads::tree);
  EXPECT_EQ(reads({{"build.gradle", ""}}), Reads::tree);
  EXPECT_EQ(reads({{"composer.lock", ""}}), Reads::tree);
}

TEST(Prepare, FilesThatACommandNames) {
  const FakeSnapshot tree({{"Makefile", ""}, {"tools/get.sh", ""}, {"package.json", ""}, {"other", ""}});
  EXPECT_THAT(files_named_in("make deps", tree), ElementsAre("Makefile"));
  EXPECT_THAT(files_named_in("sh ./tools/get.sh && npm ci", tree), ElementsAre("tools/get.sh", "package.json"));
  EXPECT_THAT(files_named_in("(cd x; true)", tree), ElementsAre());
}

}  // namespace
}  // namespace assay::plan
