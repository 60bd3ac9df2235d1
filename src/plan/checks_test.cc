#include "plan/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "plan/fake_snapshot.h"
#include "plan/site.h"

namespace assay::plan {
namespace {

using model::AcceptanceCheck;
using model::AcceptanceKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

using Content = std::map<std::string, std::string>;

std::vector<AcceptanceCheck> checks(const Content& content, std::string_view prompt = "x",
                                    const std::vector<std::string>& touched = {}) {
  return synthesize(FakeSnapshot(content), {prompt, touched});
}

std::vector<std::string> commands(const Content& content, std::string_view prompt = "x",
                                  const std::vector<std::string>& touched = {}) {
  std::vector<std::string> out;
  for (const auto& check : checks(content, prompt, touched)) {
    if (check.kind == AcceptanceKind::command) out.push_back(*check.command);
  }
  return out;
}

std::vector<std::string> files(const Content& content, std::string_view prompt = "x",
                               const std::vector<std::string>& touched = {}) {
  std::vector<std::string> out;
  for (const auto& check : checks(content, prompt, touched)) {
    if (check.kind == AcceptanceKind::file) out.push_back(*check.path);
  }
  return out;
}

constexpr const char* k_jest = R"({"scripts": {"test": "jest", "build": "vite build"}})";

// ---- the seed's table --------------------------------------------------------------------------

TEST(Checks, an_empty_repository_asks_for_the_operator_only) {
  const auto found = checks({});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, AcceptanceKind::manual);
  EXPECT_EQ(found[0].title, "Operator review of the mission output");
  EXPECT_FALSE(found[0].command);
  EXPECT_FALSE(found[0].path);
  EXPECT_EQ(found[0].status, model::AcceptanceStatus::pending);
  EXPECT_TRUE(found[0].id.empty());
}

TEST(Checks, a_test_script_runs_by_the_manager_of_the_lockfile) {
  EXPECT_THAT(commands({{"package.json", k_jest}}), ElementsAre("npm test"));
  EXPECT_THAT(commands({{"package.json", k_jest}, {"package-lock.json", ""}}), ElementsAre("npm test"));
  EXPECT_THAT(commands({{"package.json", k_jest}, {"pnpm-lock.yaml", ""}}), ElementsAre("pnpm test"));
  EXPECT_THAT(commands({{"package.json", k_jest}, {"yarn.lock", ""}}), ElementsAre("yarn test"));
  EXPECT_THAT(commands({{"package.json", k_jest}, {"bun.lockb", ""}}), ElementsAre("bun run test"));
  EXPECT_THAT(commands({{"package.json", k_jest}, {"bun.lock", ""}}), ElementsAre("bun run test"));
}

TEST(Checks, the_field_package_manager_decides_without_a_lockfile) {
  const char* package = R"({"packageManager": "pnpm@9.1.0", "scripts": {"test": "vitest"}})";
  EXPECT_THAT(commands({{"package.json", package}}), ElementsAre("pnpm test"));
  EXPECT_THAT(commands({{"package.json", package}, {"package-lock.json", ""}}), ElementsAre("npm test"));
  EXPECT_THAT(commands({{"package.json", package}, {"yarn.lock", ""}}), ElementsAre("yarn test"));
  EXPECT_THAT(commands({{"package.json", R"({"packageManager": "odd", "scripts": {"test": "vitest"}})"}}),
              ElementsAre("npm test"));
}

TEST(Checks, scripts_that_prove_nothing_are_no_tests) {
  for (const std::string_view script :
       {R"(echo \"Error: no test specified\" && exit 1)", "echo ok", "true", ":", "exit 0", "  ", "echo 'a; b'"}) {
    EXPECT_THAT(commands({{"package.json", cat(R"({"scripts": {"test": ")", script, R"("}})")}}), IsEmpty()) << script;
  }
  EXPECT_THAT(commands({{"package.json", R"({"scripts": {"test": "echo start && jest"}})"}}), ElementsAre("npm test"));
}

TEST(Checks, a_package_json_that_cannot_be_read_asks_for_nothing) {
  for (const auto* text : {"", "{", "[]", "null", R"({"scripts": []})", R"({"scripts": {"test": 7}})", "{}"})
    EXPECT_THAT(commands({{"package.json", text}}), IsEmpty()) << text;
  EXPECT_THAT(commands({{"package.json", cat("\xEF\xBB\xBF", k_jest)}}), ElementsAre("npm test"));
}

TEST(Checks, the_build_runs_only_when_the_frontend_changes) {
  EXPECT_THAT(commands({{"package.json", k_jest}}, "fix the parser"), ElementsAre("npm test"));
  EXPECT_THAT(commands({{"package.json", k_jest}}, "new login page"), ElementsAre("npm test", "npm run build"));
  EXPECT_THAT(commands({{"package.json", k_jest}}, "x", {"src/App.tsx"}), ElementsAre("npm test", "npm run build"));
  EXPECT_THAT(commands({{"package.json", k_jest}}, "x", {"server/main.ts"}), ElementsAre("npm test"));
  EXPECT_THAT(commands({{"package.json", k_jest}, {"pnpm-lock.yaml", ""}}, "ui"),
              ElementsAre("pnpm test", "pnpm run build"));
  EXPECT_THAT(commands({{"package.json", k_jest}, {"yarn.lock", ""}}, "ui"), ElementsAre("yarn test", "yarn build"));
  EXPECT_THAT(commands({{"package.json", k_jest}, {"bun.lock", ""}}, "ui"),
              ElementsAre("bun run test", "bun run build"));
}

TEST(Checks, go_cargo_and_python) {
  EXPECT_THAT(commands({{"go.mod", "module x"}}), ElementsAre("go test ./..."));
  EXPECT_THAT(commands({{"Cargo.toml", "[package]"}}), ElementsAre("cargo test"));
  EXPECT_THAT(commands({{"pyproject.toml", ""}}), ElementsAre("pytest"));
  EXPECT_THAT(commands({{"pytest.ini", ""}}), ElementsAre("pytest"));
  EXPECT_THAT(commands({{"tests/test_a.py", ""}}), ElementsAre("pytest"));
  EXPECT_THAT(commands({{"setup.cfg", "[tool:pytest]\n"}}), ElementsAre("pytest"));
}

TEST(Checks, tests_of_python_beside_the_code_are_run_with_what_they_are_written_for) {
  EXPECT_THAT(commands({{"calc.py", ""}, {"test_calc.py", "from calc import add\n"}}), ElementsAre("pytest"));
  EXPECT_THAT(commands({{"calc.py", ""}, {"test_calc.py", "import unittest\n"}}), ElementsAre("python3 -m unittest"));
  EXPECT_THAT(commands({{"calc.py", ""}, {"calc_test.py", "import unittest\n"}}), ElementsAre("pytest"));
  EXPECT_THAT(commands({{"calc.py", ""}, {"tools/gen/test_data.py", ""}}), ElementsAre());
  EXPECT_THAT(commands({{"test_calc.py", ""}, {"go.mod", ""}}), ElementsAre("go test ./..."));
  EXPECT_THAT(commands({{"test_calc.py", ""}, {"assay.toml", "[[checks]]\ncommand = \"./test\"\n"}}), ElementsAre());
}

TEST(Checks, a_folder_of_tests_in_another_language_is_no_sign_of_pytest) {
  EXPECT_THAT(commands({{"tests/it.rs", ""}, {"Cargo.toml", ""}}), ElementsAre("cargo test"));
  EXPECT_THAT(commands({{"tests/main.cpp", ""}}), IsEmpty());
  EXPECT_THAT(commands({{"tests-old/a.py", ""}, {"tests0", ""}}), IsEmpty());
  EXPECT_THAT(commands({{"tests/unity/auto/summary.py", ""}}), IsEmpty());
}

TEST(Checks, the_readme_is_looked_for_when_it_is_there_or_asked_for) {
  EXPECT_THAT(files({{"README.md", ""}}), ElementsAre("README.md"));
  EXPECT_THAT(files({}, "write the docs"), ElementsAre("README.md"));
  EXPECT_THAT(files({}, "write the code"), IsEmpty());
  EXPECT_THAT(files({{"README.rst", ""}}, "write the docs"), ElementsAre("README.rst"));
  EXPECT_THAT(files({{"docs/README.md", ""}}), IsEmpty());
}

TEST(Checks, implementation_files_need_the_keyword_and_the_path) {
  const std::vector<std::string> touched{"src/server/app.ts", "src/components/Login.tsx", "notes.txt",
                                         "src/server/app.test.ts"};
  EXPECT_THAT(files({}, "add an api", touched), ElementsAre("src/server/app.ts"));
  EXPECT_THAT(files({}, "add a screen", touched), ElementsAre("src/components/Login.tsx"));
  EXPECT_THAT(files({}, "api and screen", touched), ElementsAre("src/server/app.ts", "src/components/Login.tsx"));
  EXPECT_THAT(files({}, "rename it", touched), IsEmpty());
  EXPECT_THAT(files({}, "add an api", {"a.md"}), IsEmpty());
}

TEST(Checks, sides_of_paths) {
  for (const auto* path : {"cmd/main.go", "app/models/user.rb", "db/1.sql", "api/routes.js", "pages/api/users.ts",
                           "src/views/user.py", "Services/Pay.cs", "proto/a.proto"})
    EXPECT_THAT(files({}, "backend and frontend work", {path}), ElementsAre(path)) << path;
  const auto side = [](std::string_view path) {
    const auto found = checks({}, "backend and frontend work", {std::string(path)});
    return found.size() < 2 ? std::string() : found[0].title.substr(4, 8);
  };
  EXPECT_EQ(side("frontend/src/api/client.ts"), "frontend");
  EXPECT_EQ(side("pages/api/users.ts"), "backend ");
  EXPECT_EQ(side("pages/users.ts"), "frontend");
  EXPECT_EQ(side("styles.css"), "frontend");
  EXPECT_EQ(side("src/views/user.py"), "backend ");
  for (const auto* path : {"lib/a.ts", "tests/api/a.go", "a_test.go", "x", ".env", "api/x.json", "src/a.spec.tsx"})
    EXPECT_EQ(side(path), "") << path;
}

TEST(Checks, many_changed_files_are_not_all_listed_and_the_last_says_so) {
  std::vector<std::string> touched;
  for (int i = 100; i < 150; ++i) touched.push_back(cat("api/f", i, ".go"));
  const auto found = checks({}, "api", touched);
  ASSERT_EQ(found.size(), 21u);
  EXPECT_THAT(found[19].detail, HasSubstr("30 more"));
}

// ---- beyond the seed ---------------------------------------------------------------------------

TEST(Checks, cmake_needs_tests) {
  const auto ctest =
      "cmake -S . -B build && cmake --build build && cd build && ctest --output-on-failure --no-tests=error";
  EXPECT_THAT(commands({{"CMakeLists.txt", "project(x)\nENABLE_TESTING ()\n"}}), ElementsAre(ctest));
  EXPECT_THAT(commands({{"CMakeLists.txt", "include( CTest )\n"}}), ElementsAre(ctest));
  EXPECT_THAT(commands({{"CMakeLists.txt", "if(X)\n  add_test(NAME a COMMAND a)\nendif()\n"}}), ElementsAre(ctest));
  EXPECT_THAT(commands({{"CMakeLists.txt", "project(x)\n# enable_testing()\ninclude(GNUInstallDirs)\n"}}), IsEmpty());
  EXPECT_THAT(commands({{"CMakeLists.txt", "my_enable_testing()\nset(add_test 1)"}}), IsEmpty());
  EXPECT_THAT(commands({{"CMakeLists.txt", "enable_testing()"}, {"build/keep", ""}}),
              ElementsAre(HasSubstr("-B build-acceptance ")));
}

TEST(Checks, make_needs_a_target_that_does_something) {
  EXPECT_THAT(commands({{"Makefile", "all: x\n\ntest:\n\t./run-tests\n"}}), ElementsAre("make test"));
  EXPECT_THAT(commands({{"Makefile", "check: ; ./run\n"}}), ElementsAre("make check"));
  EXPECT_THAT(commands({{"Makefile", "lint test: build\n"}}), ElementsAre("make test"));
  EXPECT_THAT(commands({{"GNUmakefile", "test::\n\t./a\n"}}), ElementsAre("make test"));
  for (const auto* text : {"test := 1\n", "test = a:b\n", "all:\n\ttest: x\n", ".PHONY: test\n", "tests:\n\ta\n",
                           "# test:\n", "test:\n\t@echo none\n", "test:\n", "test: X = 1\n"})
    EXPECT_THAT(commands({{"Makefile", text}}), IsEmpty()) << text;
}

TEST(Checks, a_recipe_that_repeats_a_found_command_is_left_out) {
  EXPECT_THAT(commands({{"go.mod", ""}, {"Makefile", "test:\n\t@go test ./...\n"}}), ElementsAre("go test ./..."));
  EXPECT_THAT(commands({{"go.mod", ""}, {"Makefile", "test:\n\tgo vet\n\tgo test ./...\n"}}),
              ElementsAre("go test ./...", "make test"));
  EXPECT_THAT(commands({{"Cargo.toml", ""}, {"justfile", "test:\n    cargo test\n"}}), ElementsAre("cargo test"));
}

TEST(Checks, just_needs_a_recipe_without_arguments) {
  EXPECT_THAT(commands({{"justfile", "test:\n  ./t\n"}}), ElementsAre("just test"));
  EXPECT_THAT(commands({{"Justfile", "@test *args: build\n  ./t {{args}}\n"}}), ElementsAre("just test"));
  EXPECT_THAT(commands({{".justfile", "test filter='':\n  ./t\n"}}), ElementsAre("just test"));
  for (const auto* text : {"test name:\n  ./t\n", "test := 'x'\n", "testing:\n  ./t\n", "build:\n  test: x\n"})
    EXPECT_THAT(commands({{"justfile", text}}), IsEmpty()) << text;
}

TEST(Checks, maven_and_gradle_take_the_wrapper_first) {
  EXPECT_THAT(commands({{"pom.xml", ""}}), ElementsAre("mvn test"));
  EXPECT_THAT(commands({{"pom.xml", ""}, {"mvnw", ""}}), ElementsAre("./mvnw test"));
  EXPECT_THAT(commands({{"build.gradle", ""}}), ElementsAre("gradle test"));
  EXPECT_THAT(commands({{"build.gradle.kts", ""}, {"gradlew", ""}}), ElementsAre("./gradlew test"));
  EXPECT_THAT(commands({{"settings.gradle.kts", ""}, {"gradlew", ""}}), ElementsAre("./gradlew test"));
  EXPECT_THAT(commands({{"gradlew", ""}}), IsEmpty());
}

TEST(Checks, dotnet_needs_a_test_project) {
  const std::string project = R"(<PackageReference Include="Microsoft.NET.Test.Sdk" />)";
  EXPECT_THAT(commands({{"App.sln", ""}, {"t/T.csproj", project}}), ElementsAre("dotnet test App.sln"));
  EXPECT_THAT(commands({{"My App.sln", ""}, {"t/T.csproj", project}}), ElementsAre("dotnet test 'My App.sln'"));
  EXPECT_THAT(commands({{"src/A.csproj", "<Project/>"}, {"t/T.fsproj", project}}),
              ElementsAre("dotnet test t/T.fsproj"));
  EXPECT_THAT(commands({{"App.sln", ""}, {"src/A.csproj", "<Project/>"}}), IsEmpty());
}

TEST(Checks, php_ruby_dart_and_zig) {
  EXPECT_THAT(commands({{"phpunit.xml.dist", ""}, {"composer.json", "{}"}}), ElementsAre("vendor/bin/phpunit"));
  EXPECT_THAT(commands({{"phpunit.xml", ""}}), ElementsAre("phpunit"));
  EXPECT_THAT(commands({{"phpunit.xml", ""}, {"composer.json", R"({"scripts": {"test": "phpunit"}})"}}),
              ElementsAre("composer test"));
  EXPECT_THAT(commands({{"composer.json", R"({"scripts": {"lint": "test"}})"}}), IsEmpty());
  EXPECT_THAT(commands({{".rspec", ""}}), ElementsAre("rspec"));
  EXPECT_THAT(commands({{"spec/a_spec.rb", ""}, {"Gemfile", ""}}), ElementsAre("bundle exec rspec"));
  EXPECT_THAT(commands({{"spec/api.yaml", ""}}), IsEmpty());
  EXPECT_THAT(commands({{"Rakefile", "Rake::TestTask.new"}, {"Gemfile", ""}}), ElementsAre("bundle exec rake test"));
  EXPECT_THAT(commands({{"Rakefile", "task \"spec\" do"}}), ElementsAre("rake spec"));
  EXPECT_THAT(commands({{"Rakefile", "task 'test' do"}}), ElementsAre("rake test"));
  EXPECT_THAT(commands({{"Rakefile", "task :spec"}, {"spec/a_spec.rb", ""}}), ElementsAre("rspec"));
  EXPECT_THAT(commands({{"Rakefile", "task :test do"}, {"bin/rails", ""}, {"test/a_test.rb", ""}}),
              ElementsAre("bin/rails test"));
  EXPECT_THAT(commands({{"pubspec.yaml", "a:\n  sdk: flutter\n"}, {"test/a_test.dart", ""}}),
              ElementsAre("flutter test"));
  EXPECT_THAT(commands({{"build.zig", "const t = b.step(\"test\", \"Run\");"}}), ElementsAre("zig build test"));
  EXPECT_THAT(commands({{"build.zig", "const t = b.step(\"run\", \"Run\");"}}), IsEmpty());
}

TEST(Checks, perl_lua_and_bats) {
  EXPECT_THAT(commands({{"t/a.t", ""}, {"Makefile.PL", ""}}), ElementsAre("prove -l t"));
  EXPECT_THAT(commands({{"t/a.t", ""}, {"t/more/b.t", ""}, {"lib/A.pm", ""}}), ElementsAre("prove -l -r t"));
  EXPECT_THAT(commands({{"t/a.t", ""}, {"Makefile.PL", ""}, {"A.xs", ""}}),
              ElementsAre("perl Makefile.PL && make && prove -b t"));
  EXPECT_THAT(commands({{"t/a.t", ""}}), IsEmpty());  // git's own are of a shell
  EXPECT_THAT(commands({{"t/data.txt", ""}, {"Makefile.PL", ""}}), IsEmpty());
  EXPECT_THAT(commands({{".busted", ""}}), ElementsAre("busted"));
  EXPECT_THAT(commands({{"spec/a_spec.lua", ""}}), ElementsAre("busted"));
  EXPECT_THAT(commands({{"spec/helper.lua", ""}}), IsEmpty());
  EXPECT_THAT(commands({{"test/a.bats", ""}}), ElementsAre("bats test"));
  EXPECT_THAT(commands({{"tests/deep/a.bats", ""}}), ElementsAre("bats -r tests"));
  EXPECT_THAT(commands({{"test/a.bats", ""}, {"package.json", R"({"scripts": {"test": "bats test"}})"}}),
              ElementsAre("npm test"));
}

TEST(Checks, one_file_is_sign_enough_for_these) {
  EXPECT_THAT(commands({{"mix.exs", ""}}), ElementsAre("mix test"));
  EXPECT_THAT(commands({{"WORKSPACE", ""}, {"MODULE.bazel", ""}}), ElementsAre("bazel test //..."));
  EXPECT_THAT(commands({{"WORKSPACE.bazel", ""}}), ElementsAre("bazel test //..."));
  EXPECT_THAT(commands({{"Package.swift", ""}}), ElementsAre("swift test"));
  EXPECT_THAT(commands({{"meson.build", "project('x')"}, {"t/meson.build", "test('a', exe)"}}),
              ElementsAre("meson setup build && meson test -C build"));
  EXPECT_THAT(commands({{"tox.ini", "[tox]\n"}}), ElementsAre("tox"));
  EXPECT_THAT(commands({{"noxfile.py", ""}}), ElementsAre("nox"));
  EXPECT_THAT(commands({{"tox.ini", "[tox]\n"}, {"pytest.ini", ""}}), ElementsAre("pytest"));
}

TEST(Checks, deno_by_task_or_by_test_files) {
  EXPECT_THAT(commands({{"deno.json", R"({"tasks": {"test": "deno test -A"}})"}}), ElementsAre("deno task test"));
  EXPECT_THAT(commands({{"deno.jsonc", "{ // a comment\n \"tasks\": {}, }"}, {"src/a_test.ts", ""}}),
              ElementsAre("deno test"));
  EXPECT_THAT(commands({{"deno.json", "{}"}, {"src/contest.ts", ""}}), IsEmpty());
}

// ---- workspaces and projects below the root ------------------------------------------------------

TEST(Checks, packages_of_a_workspace_speak_when_the_root_does_not) {
  const char* root = R"({"workspaces": ["packages/*", "!packages/old"]})";
  const Content content{{"package.json", root},
                        {"packages/a/package.json", k_jest},
                        {"packages/b/package.json", "{}"},
                        {"packages/old/package.json", k_jest},
                        {"tools/package.json", k_jest},
                        {"packages/a/node_modules/x/package.json", k_jest}};
  EXPECT_THAT(commands(content), ElementsAre("cd packages/a && npm test"));
  auto with_root = content;
  with_root["package.json"] = R"({"workspaces": ["packages/*"], "scripts": {"test": "turbo test"}})";
  EXPECT_THAT(commands(with_root), ElementsAre("npm test"));
}

TEST(Checks, pnpm_workspaces_are_read_from_their_own_file) {
  const Content content{{"package.json", "{}"},
                        {"pnpm-lock.yaml", ""},
                        {"pnpm-workspace.yaml",
                         "# x\npackages:\n  - 'apps/*'\n  - \"libs/**\" # all\n  - '!**/skip'\nother:\n  - 'no/*'\n"},
                        {"apps/web/package.json", k_jest},
                        {"libs/x/y/package.json", k_jest},
                        {"libs/skip/package.json", k_jest},
                        {"no/z/package.json", k_jest}};
  EXPECT_THAT(commands(content), ElementsAre("cd apps/web && pnpm test", "cd libs/x/y && pnpm test"));
  EXPECT_THAT(
      commands(
          {{"package.json", "{}"}, {"pnpm-workspace.yaml", "packages: [apps/*, 'b']"}, {"b/package.json", k_jest}}),
      ElementsAre("cd b && npm test"));
}

TEST(Checks, many_packages_are_tested_by_one_command) {
  Content content{{"package.json", R"({"workspaces": {"packages": ["p/*"]}})"}};
  for (int i = 0; i < 21; ++i) content[cat("p/", i, "/package.json")] = k_jest;
  EXPECT_THAT(commands(content), ElementsAre("npm test --workspaces --if-present"));
  content["yarn.lock"] = "";
  EXPECT_THAT(commands(content), ElementsAre("yarn workspaces run test"));
  content[".yarnrc.yml"] = "";
  EXPECT_THAT(commands(content), ElementsAre("yarn workspaces foreach --all run test"));
}

TEST(Checks, odd_folders_are_quoted_for_the_shell) {
  Content content{{"package.json", R"({"workspaces": ["*"]})"}};
  for (const auto* folder : {"a b", "it's", "-rf", "$(boom)", "ü;x", "a\nb"})
    content[cat(folder, "/package.json")] = k_jest;
  EXPECT_THAT(commands(content), testing::UnorderedElementsAre("cd 'a b' && npm test", R"(cd 'it'\''s' && npm test)",
                                                               "cd ./-rf && npm test", "cd '$(boom)' && npm test",
                                                               "cd 'ü;x' && npm test", "cd 'a\nb' && npm test"));
}

TEST(Checks, go_work_names_its_modules) {
  const char* work = "go 1.22\nuse (\n\t./api // the api\n\t./lib/x\n\t../outside\n)\nuse ./cmd\n";
  EXPECT_THAT(commands({{"go.work", work}, {"api/go.mod", ""}, {"cmd/go.mod", ""}}),
              ElementsAre("go test ./api/... ./lib/x/... ./cmd/..."));
  EXPECT_THAT(commands({{"go.work", "use .\n"}, {"go.mod", ""}}), ElementsAre("go test ./..."));
}

TEST(Checks, a_cargo_package_with_members_tests_them_too) {
  EXPECT_THAT(commands({{"Cargo.toml", "[workspace]\nmembers=['a']\n"}, {"a/Cargo.toml", ""}}),
              ElementsAre("cargo test"));
  EXPECT_THAT(commands({{"Cargo.toml", "[package]\nname='x'\n[workspace]\n"}}),
              ElementsAre("cargo test", "cargo test --workspace"));
}

TEST(Checks, projects_below_speak_when_the_root_is_silent_or_they_changed) {
  const Content apart{
      {"backend/go.mod", ""}, {"web/package.json", k_jest}, {"examples/x/go.mod", ""}, {"a/b/c/d/go.mod", ""}};
  EXPECT_THAT(commands(apart), ElementsAre("cd backend && go test ./...", "cd web && npm test"));
  const Content mixed{{"go.mod", ""}, {"web/package.json", k_jest}, {"tools/go.mod", ""}};
  EXPECT_THAT(commands(mixed), ElementsAre("go test ./..."));
  EXPECT_THAT(commands(mixed, "x", {"web/src/a.ts"}),
              ElementsAre("go test ./...", "cd web && npm test", "cd web && npm run build"));
  EXPECT_THAT(commands(mixed, "x", {"tools/main.go"}), ElementsAre("go test ./...", "cd tools && go test ./..."));
  EXPECT_THAT(commands({{"go.work", "use ./api\n"}, {"api/go.mod", ""}}, "x", {"api/a.go"}),
              ElementsAre("go test ./api/..."));
  const Content gems{{"Gemfile", ""}, {"core/Gemfile", ""}, {"core/spec/a_spec.rb", ""}};
  EXPECT_THAT(commands(gems), ElementsAre("cd core && bundle exec rspec")) << "a root that is silent speaks for nobody";
  const Content parts{{"tests/CMakeLists.txt", "enable_testing()"},
                      {"lib/CMakeLists.txt", "project(x)\nenable_testing()"}};
  EXPECT_THAT(commands(parts), ElementsAre(testing::StartsWith("cd lib && cmake")));
  const Content spoken_for{{"pom.xml", ""}, {"module/pom.xml", ""}};
  EXPECT_THAT(commands(spoken_for, "x", {"module/A.java"}), ElementsAre("mvn test"));
}

// ---- the whole ---------------------------------------------------------------------------------

const Content k_everything{{"package.json", k_jest}, {"go.mod", ""},       {"Cargo.toml", ""},
                           {"pytest.ini", ""},       {"README.md", ""},    {"mix.exs", ""},
                           {"pom.xml", ""},          {"MODULE.bazel", ""}, {"Makefile", "test:\n\t./a\n"}};

TEST(Checks, stand_in_the_order_of_the_table_with_the_operator_last) {
  const auto found = checks(k_everything, "api and screen", {"api/a.go", "ui/a.tsx"});
  std::vector<std::string> titles;
  for (const auto& check : found) titles.push_back(check.title);
  EXPECT_THAT(titles, ElementsAre("Tests pass (npm test)", "The build succeeds (npm run build)",
                                  "Tests pass (go test ./...)", "Tests pass (cargo test)", "Tests pass (pytest)",
                                  "Tests pass (mvn test)", "Tests pass (mix test)", "Tests pass (bazel test //...)",
                                  "Tests pass (make test)", "README.md exists", "The backend file api/a.go exists",
                                  "The frontend file ui/a.tsx exists", "Operator review of the mission output"));
}

TEST(Checks, each_names_the_signal_that_asked_for_it) {
  for (const auto& check : checks(k_everything, "api", {"api/a.go"})) EXPECT_FALSE(check.detail.empty()) << check.title;
  EXPECT_EQ(checks({{"package.json", k_jest}, {"yarn.lock", ""}})[0].detail,
            "package.json has a test script (jest); yarn.lock chooses yarn.");
  EXPECT_EQ(checks({{"CMakeLists.txt", "enable_testing()"}})[0].detail, "CMakeLists.txt calls enable_testing().");
}

TEST(Checks, synthesis_is_idempotent) {
  const std::vector<std::string> touched{"api/a.go", "ui/a.tsx"};
  auto first = checks(k_everything, "api and screen docs", touched);
  for (auto& check : first) {
    check.id = model::CheckId("check-1");
    check.status = model::AcceptanceStatus::passed;
    check.detail = "edited";
  }
  EXPECT_THAT(new_checks(first, checks(k_everything, "api and screen docs", touched)), IsEmpty());
  EXPECT_EQ(new_checks({}, checks(k_everything)).size(), checks(k_everything).size());
}

TEST(Checks, only_new_ones_are_added_and_each_once) {
  const auto first = checks({{"go.mod", ""}});
  auto found = checks({{"go.mod", ""}, {"Cargo.toml", ""}});
  found.push_back(found[1]);
  const auto added = new_checks(first, found);
  ASSERT_EQ(added.size(), 1u);
  EXPECT_EQ(added[0].command, "cargo test");
}

TEST(ShellWord, is_quoted_only_where_needed) {
  EXPECT_EQ(shell_word("a/b-c.d"), "a/b-c.d");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a'b"), R"('a'\''b')");
  EXPECT_EQ(shell_word("~x"), "'~x'");
  EXPECT_EQ(shell_path("-x y"), "'./-x y'");
}

}  // namespace
}  // namespace assay::plan
