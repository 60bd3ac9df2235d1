// The names by which the common ecosystems tell what a file is for. The compiler makes the search
// tables; a search takes a step or two, since a diff may have a million files.
#include <algorithm>
#include <array>
#include <bit>

#include "diff/kind.h"

namespace assay::diff {

namespace {

struct Row {
  Role role;
  std::string_view words;  // parted by blanks
};

struct RoleEntry {
  std::string_view key;
  RoleSet roles = 0;
};

constexpr size_t count_words(std::string_view words) {
  size_t n = 0;
  for (size_t i = 0; i < words.size(); ++i) n += words[i] != ' ' && (i == 0 || words[i - 1] == ' ') ? 1U : 0U;
  return n;
}

template <size_t Rows>
constexpr size_t count_words(const Row (&rows)[Rows]) {
  size_t n = 0;
  for (const Row& row : rows) n += count_words(row.words);
  return n;
}

template <size_t N, size_t Rows>
constexpr std::array<RoleEntry, N> entries(const Row (&rows)[Rows]) {
  std::array<RoleEntry, N> table{};
  size_t n = 0;
  for (const Row& row : rows) {
    for (size_t at = 0; at < row.words.size();) {
      const size_t end = std::min(row.words.find(' ', at), row.words.size());
      if (end > at) table[n++] = {row.words.substr(at, end - at), set_of(row.role)};
      at = end + 1;
    }
  }
  return table;
}

constexpr size_t hash_of(std::string_view key) {
  const auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(key[i])); };
  if (key.empty()) return 0;
  return (key.size() * 31 + byte(0)) * 131 + byte(key.size() / 2) * 17 + byte(key.size() - 1) * 7 +
         byte(key.size() / 3) * 3;
}

// A hash table with open addressing, filled by the compiler; at most a third full.
template <size_t Slots>
struct Table {
  std::array<RoleEntry, Slots> slots{};
  bool unique = true;

  constexpr void add(const RoleEntry& entry) {
    size_t at = hash_of(entry.key) % Slots;
    for (; !slots[at].key.empty(); at = (at + 1) % Slots) unique = unique && slots[at].key != entry.key;
    slots[at] = entry;
  }
  RoleSet find(std::string_view key) const {
    for (size_t at = hash_of(key) % Slots; !slots[at].key.empty(); at = (at + 1) % Slots)
      if (slots[at].key == key) return slots[at].roles;
    return 0;
  }
};

template <size_t N, size_t Rows>
constexpr auto table_of(const Row (&rows)[Rows]) {
  Table<std::bit_ceil(3 * N)> table;
  for (const RoleEntry& entry : entries<N>(rows)) table.add(entry);
  return table;
}

template <size_t N, size_t Rows>
constexpr std::array<RoleEntry, N> sorted(const Row (&rows)[Rows]) {
  auto table = entries<N>(rows);
  std::sort(table.begin(), table.end(), [](const RoleEntry& x, const RoleEntry& y) { return x.key < y.key; });
  return table;
}

// No entry begins another: then the entry in front of a name is the only one that can begin it.
template <size_t N>
constexpr bool is_prefix_free(const std::array<RoleEntry, N>& table) {
  for (size_t i = 1; i < N; ++i)
    if (table[i].key.starts_with(table[i - 1].key)) return false;
  return true;
}

constexpr Row k_folder_rows[] = {
    {Role::vendored,
     "node_modules vendor vendored third_party third-party thirdparty bower_components jspm_packages site-packages "
     "carthage pods _vendor"},
    {Role::snapshot,
     "__snapshots__ __image_snapshots__ snapshots snapshot cassettes vcr_cassettes golden goldens __golden__ "
     "goldenfiles approvals expected_output expected-output"},
    {Role::generated, "dist __generated__ generated .next .nuxt autogen"},
    {Role::ci, ".circleci .buildkite .teamcity .drone .woodpecker .azure-pipelines .azuredevops .tekton .semaphore"},
    {Role::config, ".husky .githooks .git-hooks git-hooks .cargo .vscode .idea .devcontainer .config .changeset"},
    {Role::migration, "migrations migration flyway liquibase changelogs"},
    {Role::test,
     "test tests __tests__ __test__ spec specs testing testdata test-data test_data fixtures __fixtures__ __mocks__ "
     "androidtest integration-tests integration_tests unit-tests unit_tests e2e cypress playwright test-utils "
     "functional_tests"},
    {Role::docs, "docs doc documentation man"},
};
constexpr auto k_folders = table_of<count_words(k_folder_rows)>(k_folder_rows);
static_assert(k_folders.unique);

constexpr Row k_folder_pair_rows[] = {
    {Role::vendored, ".yarn/releases .yarn/plugins .yarn/cache"},
    {Role::ci, ".github/workflows .github/actions .gitlab/ci .forgejo/workflows .gitea/workflows"},
    {Role::migration, "db/migrate alembic/versions db/versions"},
    {Role::test, "src/it"},
    {Role::config, ".git/hooks"},
    {Role::generated, "gen/proto"},
};
constexpr auto k_folder_pairs = table_of<count_words(k_folder_pair_rows)>(k_folder_pair_rows);
static_assert(k_folder_pairs.unique);

constexpr Row k_name_rows[] = {
    {Role::lockfile,
     "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock cargo.lock go.sum "
     "go.work.sum poetry.lock pdm.lock uv.lock pixi.lock pipfile.lock conda-lock.yml gemfile.lock composer.lock "
     "mix.lock "
     "rebar.lock pubspec.lock podfile.lock package.resolved cartfile.resolved packages.lock.json project.assets.json "
     "paket.lock gradle.lockfile buildscript-gradle.lockfile verification-metadata.xml flake.lock chart.lock "
     "stack.yaml.lock cabal.project.freeze module.bazel.lock maven_install.json conan.lock vcpkg-lock.json "
     ".terraform.lock.hcl shard.lock renv.lock cpanfile.snapshot spago.lock requirements.lock requirements-lock.txt "
     "requirements.lock.txt"},
    {Role::ci,
     ".travis.yml .drone.yml .drone.star appveyor.yml .appveyor.yml .cirrus.yml .woodpecker.yml wercker.yml "
     "codeship-steps.yml circle.yml action.yml .builds.yml bors.toml .mergify.yml"},
    {Role::config,
     "pytest.ini setup.cfg tox.ini mypy.ini .mypy.ini ruff.toml .ruff.toml .flake8 .pylintrc pylintrc .isort.cfg "
     "pyrightconfig.json .bandit .editorconfig .gitignore .gitattributes .gitmodules .gitconfig .dockerignore .npmrc "
     ".nvmrc .yarnrc .yarnrc.yml .eslintignore .prettierignore .clang-format .clang-tidy clippy.toml .clippy.toml "
     "rustfmt.toml .rustfmt.toml rust-toolchain rust-toolchain.toml deny.toml nextest.toml tarpaulin.toml .rspec "
     ".simplecov codeowners lefthook.yml lefthook.yaml .credo.exs dialyzer.ignore-warnings .formatter.exs "
     ".swiftlint.yml analysis_options.yaml dart_test.yaml .tool-versions mise.toml .mise.toml .python-version "
     ".ruby-version .node-version noxfile.py verifier.config.json assay.toml .luacheckrc .scalafmt.conf .scalafix.conf "
     "config.toml settings.json .runsettings .globalconfig"},
    {Role::build,
     "package.json pyproject.toml setup.py pipfile constraints.txt environment.yml cargo.toml build.rs go.mod go.work "
     "pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties libs.versions.toml "
     "gradlew gradlew.bat mvnw mvnw.cmd build.sbt build.xml ivy.xml makefile gnumakefile cmakelists.txt "
     "cmakepresets.json meson.build meson_options.txt configure.ac configure.in makefile.am build build.bazel "
     "workspace "
     "workspace.bazel module.bazel .bazelrc justfile taskfile.yml taskfile.yaml rakefile gemfile composer.json mix.exs "
     "rebar.config pubspec.yaml package.swift podfile cartfile stack.yaml cabal.project deno.json deno.jsonc "
     "bunfig.toml "
     "pnpm-workspace.yaml procfile vagrantfile skaffold.yaml conanfile.txt conanfile.py vcpkg.json build.zig "
     "sconstruct "
     "dune-project flake.nix default.nix shell.nix global.json nuget.config directory.build.props "
     "directory.build.targets directory.packages.props manifest.in"},
    {Role::migration, "schema.rb structure.sql schema.sql schema.prisma"},
};
constexpr auto k_role_names = table_of<count_words(k_name_rows)>(k_name_rows);
static_assert(k_role_names.unique);

constexpr Row k_beginning_rows[] = {
    {Role::ci, ".gitlab-ci azure-pipelines jenkinsfile bitbucket-pipelines buildspec. cloudbuild."},
    {Role::config,
     ".eslintrc eslint.config. .prettierrc prettier.config. tsconfig jsconfig jest.config. jest.setup. "
     "jest- vitest.config. vitest.setup. vitest.workspace. vite.config. webpack.config. rollup.config. "
     "babel.config. .babelrc playwright.config. cypress.config. .mocharc karma.conf ava.config. postcss.config. "
     "tailwind.config. next.config. nuxt.config. svelte.config. astro.config. .stylelintrc stylelint.config. "
     "biome.json "
     ".nycrc nyc.config. .c8rc codecov. .codecov .coveragerc .golangci .pre-commit .lintstagedrc lint-staged.config. "
     "commitlint.config. .commitlintrc .releaserc stryker.conf knip. .swcrc phpunit.xml phpstan. psalm.xml .phpcs "
     "phpcs.xml .php-cs-fixer rector.php .rubocop .env sonar-project detekt. checkstyle. spotbugs pmd. "
     ".markdownlint .yamllint renovate.json dependabot. .dependency-cruiser turbo.json nx.json lerna.json appsettings. "
     "coverlet."},
    {Role::build,
     "dockerfile containerfile docker-compose compose.y makefile. requirements tsup.config. gulpfile. gruntfile. "
     "esbuild.config."},
    {Role::test, "test_ conftest. spec_helper. rails_helper. setuptests. setup-tests."},
    {Role::docs,
     "readme changelog changes. license licence copying contributing authors notice code_of_conduct security. "
     "maintainers history. news. todo."},
    {Role::generated, "zz_generated. mock_gen_"},
};
constexpr auto k_beginnings = sorted<count_words(k_beginning_rows)>(k_beginning_rows);
static_assert(is_prefix_free(k_beginnings));

constexpr Row k_extension_rows[] = {
    {Role::lockfile, "lockfile"},
    {Role::snapshot, "snap golden snapshot approved ambr"},
    {Role::generated, "pbxproj map"},
    {Role::binary,
     "png jpg jpeg gif ico webp bmp tiff pdf zip gz tgz bz2 xz zst 7z rar jar war class so dll dylib exe o a lib obj "
     "pyc "
     "wasm woff woff2 ttf otf eot mp3 mp4 mov avi wav ogg webm sqlite sqlite3 db bin dat parquet pb onnx pt npy npz "
     "keystore jks p12 pfx psd xlsx docx pptx"},
    {Role::config, "ini cfg conf properties runsettings ruleset eslintrc"},
    {Role::build,
     "csproj fsproj vbproj sln slnx props targets gemspec cabal cmake mk gradle bzl podspec nuspec dockerfile"},
    {Role::docs, "md mdx markdown rst adoc asciidoc tex pod texi txt text"},
    {Role::data,
     "csv tsv json jsonl ndjson geojson xml yaml yml toml svg po pot xlf xliff resx strings ftl arb plist log patch "
     "diff "
     "pem crt ics txtpb textproto avsc lst bib"},
};
constexpr auto k_role_extensions = table_of<count_words(k_extension_rows)>(k_extension_rows);
static_assert(k_role_extensions.unique);

constexpr Row k_middle_rows[] = {
    {Role::test, "test tests spec specs cy e2e e2e-spec test-d"},
    {Role::snapshot, "approved verified golden expected snap"},
    {Role::generated, "generated min bundle chunk pb g freezed gen designer gw"},
};
constexpr auto k_middles = table_of<count_words(k_middle_rows)>(k_middle_rows);
static_assert(k_middles.unique);

}  // namespace

RoleSet roles_of_folder(std::string_view folder) { return k_folders.find(folder); }
RoleSet roles_of_folder_pair(std::string_view two_folders) { return k_folder_pairs.find(two_folders); }
RoleSet roles_of_name(std::string_view name) { return k_role_names.find(name); }
RoleSet roles_of_extension(std::string_view extension) { return k_role_extensions.find(extension); }
RoleSet roles_of_middle(std::string_view part) { return k_middles.find(part); }

RoleSet roles_of_beginning(std::string_view name) {
  const auto behind = std::upper_bound(k_beginnings.begin(), k_beginnings.end(), name,
                                       [](std::string_view key, const RoleEntry& entry) { return key < entry.key; });
  if (behind == k_beginnings.begin()) return 0;
  const RoleEntry& entry = *std::prev(behind);
  return name.starts_with(entry.key) ? entry.roles : 0;
}

RoleSet roles_of_ending(std::string_view stem) {
  if (stem.find_first_of("_-") == std::string_view::npos) return 0;
  for (std::string_view end : {"_test", "_tests", "_spec", "-test", "-tests", "-spec", "_unittest"})
    if (stem.ends_with(end)) return set_of(Role::test);
  for (std::string_view end : {"_pb2", "_pb2_grpc", "_pb", "_generated", "_gen"})
    if (stem.ends_with(end)) return set_of(Role::generated);
  return 0;
}

}  // namespace assay::diff
