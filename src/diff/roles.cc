// What a file is for, from its path. The order of the questions is the point: a lock file inside
// node_modules is vendored, a snapshot inside tests is a snapshot, a Markdown file inside tests is
// docs, but a test inside docs is a test.
#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/text.h"
#include "diff/code.h"

namespace assay::diff {

namespace {

using Names = std::initializer_list<std::string_view>;

struct Path {
  std::string whole;      // lower case
  std::string_view file;  // lower case
  std::string_view original_file;
  std::string_view extension;  // lower case, no dot
  Language language = Language::unknown;

  bool named(Names names) const { return std::find(names.begin(), names.end(), file) != names.end(); }
  bool ends(Names suffixes) const {
    return std::any_of(suffixes.begin(), suffixes.end(), [&](auto s) { return file.ends_with(s); });
  }
  bool starts(Names prefixes) const {
    return std::any_of(prefixes.begin(), prefixes.end(), [&](auto s) { return file.starts_with(s); });
  }
  bool has_extension(Names names) const { return std::find(names.begin(), names.end(), extension) != names.end(); }
  // Is one of the folders (or runs of folders, "src/test") on the way to the file?
  bool in(Names folders) const {
    return std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) {
      for (size_t at = whole.find(folder); at != std::string::npos; at = whole.find(folder, at + 1)) {
        const size_t end = at + folder.size();
        if ((at == 0 || whole[at - 1] == '/') && end < whole.size() && whole[end] == '/') return true;
      }
      return false;
    });
  }
};

bool is_code(Language language) {
  switch (language) {
    case Language::unknown:
    case Language::markdown:
    case Language::text:
    case Language::json:
    case Language::yaml:
    case Language::toml:
    case Language::ini:
    case Language::xml:
    case Language::html:
    case Language::css: return false;
    default: return true;
  }
}

bool is_vendored(const Path& p) {
  return p.in({"node_modules", "vendor", "vendored", "third_party", "third-party", "thirdparty", "bower_components",
               "jspm_packages", ".yarn/releases", ".yarn/plugins", ".yarn/cache", "site-packages", "carthage", "pods",
               "external_libs", "_vendor"}) &&
         !p.named({"vendor.go", "modules.txt.bak"});
}

bool is_lockfile(const Path& p) {
  return p.named({"package-lock.json",
                  "npm-shrinkwrap.json",
                  "yarn.lock",
                  "pnpm-lock.yaml",
                  "bun.lock",
                  "bun.lockb",
                  "deno.lock",
                  "cargo.lock",
                  "go.sum",
                  "go.work.sum",
                  "poetry.lock",
                  "pdm.lock",
                  "uv.lock",
                  "pixi.lock",
                  "pipfile.lock",
                  "conda-lock.yml",
                  "gemfile.lock",
                  "composer.lock",
                  "mix.lock",
                  "rebar.lock",
                  "pubspec.lock",
                  "podfile.lock",
                  "package.resolved",
                  "cartfile.resolved",
                  "packages.lock.json",
                  "project.assets.json",
                  "paket.lock",
                  "gradle.lockfile",
                  "buildscript-gradle.lockfile",
                  "verification-metadata.xml",
                  "flake.lock",
                  "chart.lock",
                  "stack.yaml.lock",
                  "cabal.project.freeze",
                  "module.bazel.lock",
                  "maven_install.json",
                  "conan.lock",
                  "vcpkg-lock.json",
                  "manifest.toml.lock",
                  ".terraform.lock.hcl",
                  "shard.lock",
                  "elm-stuff.lock",
                  "renv.lock",
                  "cpanfile.snapshot",
                  "spago.lock",
                  "requirements.lock",
                  "requirements-lock.txt",
                  "requirements.lock.txt"}) ||
         p.has_extension({"lockfile"});
}

bool is_snapshot(const Path& p) {
  return p.in({"__snapshots__", "__image_snapshots__", "snapshots", "snapshot", "cassettes", "vcr_cassettes", "golden",
               "goldens", "__golden__", "goldenfiles", "approvals", "expected_output", "expected-output"}) ||
         p.has_extension({"snap", "golden", "snapshot", "approved", "ambr", "pynew"}) ||
         p.ends({".approved.txt", ".approved.json", ".verified.txt", ".verified.json", ".golden.json", ".golden.txt",
                 ".expected.txt", ".expected.json", ".snap.new"}) ||
         contains(p.file, ".approved.") || contains(p.file, ".verified.");
}

bool is_generated(const Path& p) {
  return p.ends({".pb.go",        ".pb.gw.go",     "_pb2.py",    "_pb2_grpc.py",
                 "_pb2.pyi",      ".pb.cc",        ".pb.h",      "_pb.js",
                 "_pb.d.ts",      "_pb.ts",        ".pb.swift",  ".min.js",
                 ".min.css",      ".min.mjs",      ".bundle.js", ".chunk.js",
                 ".g.dart",       ".freezed.dart", ".g.cs",      ".designer.cs",
                 ".generated.cs", "_generated.go", "_gen.go",    ".gen.go",
                 ".gen.ts",       ".gen.h",        ".gen.cc",    "zz_generated.deepcopy.go",
                 ".js.map",       ".css.map",      "_string.go", ".xcodeproj/project.pbxproj"}) ||
         contains(p.file, ".generated.") || p.starts({"zz_generated.", "mock_gen_"}) || p.has_extension({"pbxproj"}) ||
         p.in({"dist", "__generated__", "generated", "node_modules/.cache", ".next", ".nuxt", "autogen", "gen/proto"});
}

bool is_ci(const Path& p) {
  return p.in({".github/workflows", ".github/actions", ".circleci", ".buildkite", ".gitlab/ci", ".teamcity", ".drone",
               ".woodpecker", ".azure-pipelines", ".azuredevops", ".tekton", ".semaphore", ".forgejo/workflows",
               ".gitea/workflows"}) ||
         p.starts({".gitlab-ci", "azure-pipelines", "jenkinsfile", "bitbucket-pipelines", "buildspec", "cloudbuild"}) ||
         p.named({".travis.yml", ".drone.yml", ".drone.star", "appveyor.yml", ".appveyor.yml", ".cirrus.yml",
                  ".woodpecker.yml", "wercker.yml", "codeship-steps.yml", "circle.yml", "action.yml", ".builds.yml",
                  "bors.toml", ".mergify.yml"});
}

bool is_config(const Path& p) {
  return p.in({".husky", ".githooks", ".git-hooks", "git-hooks", ".cargo", ".vscode", ".idea", ".devcontainer",
               ".config", ".changeset", ".git/hooks"}) ||
         p.starts({".eslintrc",
                   "eslint.config.",
                   ".prettierrc",
                   "prettier.config.",
                   "tsconfig",
                   "jsconfig",
                   "jest.config.",
                   "jest.setup.",
                   "jest-",
                   "vitest.config.",
                   "vitest.setup.",
                   "vitest.workspace.",
                   "vite.config.",
                   "webpack.config.",
                   "rollup.config.",
                   "babel.config.",
                   ".babelrc",
                   "playwright.config.",
                   "cypress.config.",
                   ".mocharc",
                   "karma.conf",
                   "ava.config.",
                   "postcss.config.",
                   "tailwind.config.",
                   "next.config.",
                   "nuxt.config.",
                   "svelte.config.",
                   "astro.config.",
                   ".stylelintrc",
                   "stylelint.config.",
                   "biome.json",
                   ".nycrc",
                   "nyc.config.",
                   ".c8rc",
                   "codecov",
                   ".codecov",
                   ".coveragerc",
                   ".golangci",
                   ".pre-commit",
                   ".lintstagedrc",
                   "lint-staged.config.",
                   "commitlint.config.",
                   ".commitlintrc",
                   ".releaserc",
                   "stryker.conf",
                   "knip.",
                   ".swcrc",
                   "phpunit.xml",
                   "phpstan.",
                   "psalm.xml",
                   ".phpcs",
                   "phpcs.xml",
                   ".php-cs-fixer",
                   "rector.php",
                   ".rubocop",
                   ".env",
                   "sonar-project",
                   "detekt",
                   "checkstyle",
                   "spotbugs",
                   "pmd",
                   ".markdownlint",
                   ".yamllint",
                   "renovate.json",
                   "dependabot.",
                   ".dependency-cruiser",
                   "turbo.json",
                   "nx.json",
                   "lerna.json",
                   "appsettings",
                   "coverlet.runsettings"}) ||
         p.named({"pytest.ini",
                  "setup.cfg",
                  "tox.ini",
                  "mypy.ini",
                  ".mypy.ini",
                  "ruff.toml",
                  ".ruff.toml",
                  ".flake8",
                  ".pylintrc",
                  "pylintrc",
                  ".isort.cfg",
                  "pyrightconfig.json",
                  ".bandit",
                  ".editorconfig",
                  ".gitignore",
                  ".gitattributes",
                  ".gitmodules",
                  ".gitconfig",
                  ".dockerignore",
                  ".npmrc",
                  ".nvmrc",
                  ".yarnrc",
                  ".yarnrc.yml",
                  ".eslintignore",
                  ".prettierignore",
                  ".clang-format",
                  ".clang-tidy",
                  "clippy.toml",
                  ".clippy.toml",
                  "rustfmt.toml",
                  ".rustfmt.toml",
                  "rust-toolchain",
                  "rust-toolchain.toml",
                  "deny.toml",
                  "nextest.toml",
                  "tarpaulin.toml",
                  ".rspec",
                  ".simplecov",
                  "codeowners",
                  "lefthook.yml",
                  "lefthook.yaml",
                  ".credo.exs",
                  "dialyzer.ignore-warnings",
                  ".formatter.exs",
                  ".swiftlint.yml",
                  "analysis_options.yaml",
                  "dart_test.yaml",
                  ".tool-versions",
                  "mise.toml",
                  ".mise.toml",
                  ".python-version",
                  ".ruby-version",
                  ".node-version",
                  "noxfile.py",
                  "verifier.config.json",
                  "assay.toml",
                  ".luacheckrc",
                  ".scalafmt.conf",
                  ".scalafix.conf",
                  "config.toml",
                  "settings.json",
                  ".runsettings",
                  "globalconfig",
                  ".globalconfig"}) ||
         p.has_extension({"ini", "cfg", "conf", "properties", "runsettings", "ruleset", "eslintrc"});
}

bool is_build(const Path& p) {
  return p.named({"package.json",
                  "pyproject.toml",
                  "setup.py",
                  "pipfile",
                  "constraints.txt",
                  "environment.yml",
                  "cargo.toml",
                  "build.rs",
                  "go.mod",
                  "go.work",
                  "pom.xml",
                  "build.gradle",
                  "build.gradle.kts",
                  "settings.gradle",
                  "settings.gradle.kts",
                  "gradle.properties",
                  "libs.versions.toml",
                  "gradlew",
                  "gradlew.bat",
                  "mvnw",
                  "mvnw.cmd",
                  "build.sbt",
                  "build.xml",
                  "ivy.xml",
                  "makefile",
                  "gnumakefile",
                  "cmakelists.txt",
                  "cmakepresets.json",
                  "meson.build",
                  "meson_options.txt",
                  "configure.ac",
                  "configure.in",
                  "makefile.am",
                  "build",
                  "build.bazel",
                  "workspace",
                  "workspace.bazel",
                  "module.bazel",
                  ".bazelrc",
                  "justfile",
                  "taskfile.yml",
                  "taskfile.yaml",
                  "rakefile",
                  "gemfile",
                  "composer.json",
                  "mix.exs",
                  "rebar.config",
                  "pubspec.yaml",
                  "package.swift",
                  "podfile",
                  "cartfile",
                  "stack.yaml",
                  "cabal.project",
                  "deno.json",
                  "deno.jsonc",
                  "bunfig.toml",
                  "pnpm-workspace.yaml",
                  "procfile",
                  "vagrantfile",
                  "skaffold.yaml",
                  "conanfile.txt",
                  "conanfile.py",
                  "vcpkg.json",
                  "build.zig",
                  "sconstruct",
                  "dune-project",
                  "flake.nix",
                  "default.nix",
                  "shell.nix",
                  "global.json",
                  "nuget.config",
                  "directory.build.props",
                  "directory.build.targets",
                  "directory.packages.props",
                  "manifest.in"}) ||
         p.starts({"dockerfile", "containerfile", "docker-compose", "compose.y", "makefile.", "requirements",
                   "tsup.config.", "gulpfile.", "gruntfile.", "esbuild.config."}) ||
         p.has_extension({"csproj", "fsproj", "vbproj", "sln", "slnx", "props", "targets", "gemspec", "cabal", "cmake",
                          "mk", "gradle", "bzl", "podspec", "nuspec", "dockerfile"});
}

bool is_migration(const Path& p) {
  if (p.in({"migrations", "migration", "db/migrate", "alembic/versions", "prisma/migrations", "db/versions",
            "database/migrations", "flyway", "liquibase", "changelogs"}) &&
      (is_code(p.language) || p.has_extension({"xml", "yaml", "yml", "toml", "json"})))
    return true;
  if (p.named({"schema.rb", "structure.sql", "schema.sql", "schema.prisma"})) return true;
  if (p.extension != "sql") return false;
  const auto f = p.file;  // Flyway: V1__x.sql, V1.2__x.sql, U1__x.sql, R__x.sql
  return (f.size() > 3 && (f[0] == 'v' || f[0] == 'u' || f[0] == 'r') && contains(f, "__") &&
          (is_digit(f[1]) || f[1] == '_')) ||
         contains(f, "schema") || contains(f, "migrat") || p.in({"schema", "ddl"});
}

bool is_test_name(const Path& p) {
  if (p.starts(
          {"test_", "conftest.", "spec_helper.", "rails_helper.", "test_helper.", "setuptests.", "setup-tests."}) &&
      is_code(p.language))
    return true;
  const size_t dot = p.file.find('.');
  const auto stem = p.file.substr(0, dot);
  for (std::string_view mark : {".test.", ".tests.", ".spec.", ".specs.", ".cy.", ".e2e.", ".e2e-spec.", ".test-d.",
                                ".bench-test.", ".stories.test."})
    if (contains(p.file, mark) && is_code(p.language)) return true;
  if (!is_code(p.language)) return false;
  const auto whole_stem = p.file.substr(0, p.file.rfind('.'));
  for (std::string_view end : {"_test", "_tests", "_spec", "-test", "-tests", "-spec", "_unittest", "_suite_test"})
    if (whole_stem.ends_with(end)) return true;
  if (stem == "test" || stem == "tests") return true;
  // FooTest.java, FooTests.cs, FooSpec.scala, FooIT.java, TestFoo.java: case tells words apart.
  const auto original = p.original_file.substr(0, p.original_file.find('.'));
  for (std::string_view end : {"Test", "Tests", "Spec", "Specs", "TestCase", "Suite"})
    if (original.size() > end.size() && original.ends_with(end)) return true;
  const bool jvm = p.has_extension({"java", "kt", "groovy", "scala"});
  if (jvm && original.size() > 2 && original.ends_with("IT") && is_lower(original[original.size() - 3])) return true;
  return original.size() > 4 && original.starts_with("Test") && is_upper(original[4]) &&
         p.has_extension({"java", "kt", "cs", "scala", "swift", "php", "cpp", "cc", "m"});
}

bool in_test_folder(const Path& p) {
  return p.in({"test",
               "tests",
               "__tests__",
               "__test__",
               "spec",
               "specs",
               "testing",
               "testdata",
               "test-data",
               "test_data",
               "fixtures",
               "__fixtures__",
               "__mocks__",
               "src/test",
               "androidtest",
               "src/it",
               "integration-tests",
               "integration_tests",
               "unit-tests",
               "unit_tests",
               "e2e",
               "cypress",
               "playwright",
               "test-utils",
               "acceptance",
               "functional_tests"}) ||
         contains(p.whole, ".tests/") || contains(p.whole, ".test/") || contains(p.whole, "tests.unit/");
}

bool is_docs(const Path& p) {
  if (p.has_extension({"md", "mdx", "markdown", "rst", "adoc", "asciidoc", "tex", "pod", "1", "texi"})) return true;
  if (p.starts({"readme", "changelog", "changes", "license", "licence", "copying", "contributing", "authors", "notice",
                "code_of_conduct", "security", "history", "news", "maintainers", "todo"}) &&
      (p.extension.empty() || p.has_extension({"txt", "html", "org"})))
    return true;
  const bool folder = p.in({"docs", "doc", "documentation", "man", "website/docs"});
  if (folder && !is_code(p.language)) return true;
  return p.has_extension({"txt", "text"}) && !p.named({"requirements.txt"});
}

bool is_binary(const Path& p) {
  return p.has_extension({"png", "jpg",   "jpeg",    "gif",  "ico",   "webp", "bmp",    "tiff",    "pdf",
                          "zip", "gz",    "tgz",     "bz2",  "xz",    "zst",  "7z",     "rar",     "jar",
                          "war", "class", "so",      "dll",  "dylib", "exe",  "o",      "a",       "lib",
                          "obj", "pyc",   "wasm",    "woff", "woff2", "ttf",  "otf",    "eot",     "mp3",
                          "mp4", "mov",   "avi",     "wav",  "ogg",   "webm", "sqlite", "sqlite3", "db",
                          "bin", "dat",   "parquet", "pb",   "onnx",  "pt",   "npy",    "npz",     "keystore",
                          "jks", "p12",   "pfx",     "psd",  "xlsx",  "docx", "pptx"});
}

bool is_data(const Path& p) {
  return p.has_extension({"csv",     "tsv",  "json",  "jsonl",     "ndjson", "geojson", "xml",   "yaml",
                          "yml",     "toml", "svg",   "po",        "pot",    "xlf",     "xliff", "resx",
                          "strings", "ftl",  "arb",   "plist",     "log",    "patch",   "diff",  "pem",
                          "crt",     "ics",  "txtpb", "textproto", "avsc",   "lst",     "bib"});
}

}  // namespace

Role role_of(std::string_view path) {
  Path p;
  p.whole = lower(path);
  const size_t slash = path.rfind('/');
  const size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
  p.file = std::string_view(p.whole).substr(begin);
  p.original_file = path.substr(begin);
  const size_t dot = p.file.rfind('.');
  if (dot != std::string_view::npos && dot > 0) p.extension = p.file.substr(dot + 1);
  p.language = language_of(path);

  if (is_vendored(p)) return Role::vendored;
  if (is_lockfile(p)) return Role::lockfile;
  if (is_snapshot(p) && !is_test_name(p)) return Role::snapshot;
  if (is_binary(p)) return Role::binary;
  if (is_ci(p)) return Role::ci;
  if (is_generated(p)) return Role::generated;
  if (is_build(p) && !in_test_folder(p)) return Role::build;
  if (is_config(p) && !in_test_folder(p)) return Role::config;
  if (is_test_name(p)) return Role::test;
  if (is_migration(p) && !in_test_folder(p)) return Role::migration;
  if (is_docs(p) && !(in_test_folder(p) && p.has_extension({"txt", "text", "1"}))) return Role::docs;
  if (in_test_folder(p)) return Role::test;
  if (is_data(p)) return Role::data;
  return Role::source;
}

}  // namespace assay::diff
