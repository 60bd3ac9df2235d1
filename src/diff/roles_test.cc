#include <gtest/gtest.h>

#include "diff/code.h"

namespace assay::diff {
namespace {

void expect(Role role, std::initializer_list<std::string_view> paths) {
  for (auto path : paths) EXPECT_EQ(name(role_of(path)), name(role)) << path;
}

TEST(RoleOf, Tests) {
  expect(Role::test, {"test_a.py",
                      "pkg/a_test.go",
                      "src/a.test.ts",
                      "a.spec.js",
                      "tests/helpers.py",
                      "src/__tests__/a.js",
                      "spec/models/user_spec.rb",
                      "src/test/java/a/FooTest.java",
                      "TestFoo.java",
                      "FooIT.java",
                      "App.Tests/UserTests.cs",
                      "testdata/in.json",
                      "conftest.py",
                      "cypress/e2e/login.cy.ts",
                      "test/a.t",
                      "t/gzip.t",
                      "tests/fixtures/input.txt",
                      "UserSpec.scala",
                      "src/foo_unittest.cc",
                      "lib/test.sh"});
}

TEST(RoleOf, SourceThatOnlySoundsLikeATest) {
  expect(Role::source,
         {"src/latest.py", "src/contest.go", "src/attestation.ts", "src/testify.rs", "src/Inspector.java",
          "src/protest/main.c", "lib/manifest.js", "src/AUDIT.kt", "src/testament.php", "src/inspect.py"});
}

TEST(RoleOf, Snapshots) {
  expect(Role::snapshot, {"src/__snapshots__/a.test.ts.snap", "a.golden", "tests/x.approved.txt",
                          "spec/cassettes/a.yml", "testdata/golden/out.txt", "tests/__snapshots__/test_a.ambr",
                          "tests/golden.json", "tests/data/expected_rows.csv", "test/report-baseline.txt"});
}

TEST(RoleOf, Docs) {
  expect(Role::docs, {"README.md", "docs/a.html", "CHANGELOG", "LICENSE", "LICENSE.txt", "a/guide.rst",
                      "tests/README.md", "src/example.txt"});
  expect(Role::source, {"docs/conf.py", "src/readme.ts", "src/news.py", "src/history.rs"});
}

TEST(RoleOf, Lockfiles) {
  expect(Role::lockfile, {"package-lock.json", "web/yarn.lock", "pnpm-lock.yaml", "Cargo.lock", "go.sum", "poetry.lock",
                          "uv.lock", "Gemfile.lock", "composer.lock", "mix.lock", "pubspec.lock", "Podfile.lock",
                          "Package.resolved", "packages.lock.json", "flake.lock", ".terraform.lock.hcl", "bun.lockb"});
}

TEST(RoleOf, Generated) {
  expect(Role::generated, {"a/b.pb.go", "x_pb2.py", "web/app.min.js", "dist/index.js", "src/api.generated.ts",
                           "src/__generated__/q.ts", "lib/m.g.dart"});
}

TEST(RoleOf, Vendored) {
  expect(Role::vendored, {"static/scripts/jquery-4.0.0.slim.js", "assets/bootstrap-5.3.1.css"});
  expect(Role::source, {"src/step-2.js", "src/es-2015.1.js"});
  expect(Role::vendored, {"vendor/github.com/a/b.go", "third_party/x/test_a.py", "node_modules/a/package-lock.json"});
}

TEST(RoleOf, Ci) {
  expect(Role::ci, {".github/workflows/ci.yml", ".gitlab-ci.yml", "Jenkinsfile", ".circleci/config.yml",
                    "azure-pipelines.yml", ".travis.yml", "bitbucket-pipelines.yml", ".buildkite/pipeline.yml"});
}

TEST(RoleOf, Config) {
  expect(Role::config,
         {".eslintrc.json", "eslint.config.js", "tsconfig.json", "tsconfig.build.json", "pytest.ini", "setup.cfg",
          "tox.ini", "jest.config.js", "vitest.config.ts", ".coveragerc", "codecov.yml", "ruff.toml", "mypy.ini",
          ".golangci.yml", ".pre-commit-config.yaml", ".husky/pre-commit", ".editorconfig", ".gitignore", ".env"});
}

TEST(RoleOf, Build) {
  expect(Role::build, {"package.json", "Makefile", "CMakeLists.txt", "build.gradle", "pom.xml", "Cargo.toml", "go.mod",
                       "Dockerfile", "pyproject.toml", "requirements-dev.txt", "app/App.csproj", "docker-compose.yml"});
}

TEST(RoleOf, Migrations) {
  expect(Role::migration, {"app/migrations/0001_initial.py", "db/migrate/2020_add_users.rb", "alembic/versions/ab12.py",
                           "src/main/resources/db/V1__init.sql", "prisma/migrations/1/migration.sql", "db/schema.rb",
                           "db/schema.sql", "prisma/schema.prisma"});
  expect(Role::source, {"src/queries.sql"});
}

TEST(RoleOf, DataAndBinary) {
  expect(Role::data, {"data/cities.csv", "src/locales/en.json", "assets/logo.svg"});
  expect(Role::binary, {"assets/logo.png", "lib/a.jar"});
}

TEST(RoleOf, CodeThatIsAboutSnapshotsOrTests) {
  expect(Role::source, {"src/snapshot/store.ts", "src/golden/ratio.py", "src/TestRunner.ts", "src/OfficeSuite.ts",
                        "src/acceptance/pack.py"});
}

TEST(RoleOf, MarkdownIsDocsWhereverItIs) {
  expect(Role::docs, {"requirements.md", ".github/workflows/README.md", ".changeset/new.md", "tests/notes.md"});
}

TEST(RoleOf, Source) {
  expect(Role::source, {"src/main.cc", "app.py", "lib/a.rb", "index.html", "style.css", "bin/run"});
}

}  // namespace
}  // namespace assay::diff
