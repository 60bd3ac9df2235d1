#include "judge/gate_file.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::judge {

namespace {

// File names, by their beginning or whole; sorted, so that a name is compared only with those of its
// first letter: this is asked for every file of a diff, and there may be a million.
enum class Names : unsigned char { beginning, whole };
struct NamedGate {
  std::string_view name;
  GateFile gate;
  Names names;
};
constexpr std::array<NamedGate, 102> k_named_gates = {{
    {".c8rc", GateFile::coverage, Names::beginning},
    {".cirrus", GateFile::ci, Names::beginning},
    {".clang-tidy", GateFile::lint, Names::beginning},
    {".clippy", GateFile::lint, Names::beginning},
    {".codecov", GateFile::coverage, Names::beginning},
    {".coveragerc", GateFile::coverage, Names::beginning},
    {".credo", GateFile::lint, Names::beginning},
    {".drone", GateFile::ci, Names::beginning},
    {".editorconfig-checker", GateFile::lint, Names::beginning},
    {".eslintignore", GateFile::lint, Names::beginning},
    {".eslintrc", GateFile::lint, Names::beginning},
    {".flake8", GateFile::lint, Names::beginning},
    {".gitattributes", GateFile::hooks, Names::beginning},
    {".gitconfig", GateFile::hooks, Names::beginning},
    {".gitlab-ci", GateFile::ci, Names::beginning},
    {".gitmodules", GateFile::hooks, Names::beginning},
    {".golangci", GateFile::lint, Names::beginning},
    {".hadolint", GateFile::lint, Names::beginning},
    {".justfile", GateFile::make, Names::beginning},
    {".lefthook", GateFile::hooks, Names::beginning},
    {".lintstagedrc", GateFile::hooks, Names::beginning},
    {".markdownlint", GateFile::lint, Names::beginning},
    {".mocharc", GateFile::script_test, Names::beginning},
    {".mypy.ini", GateFile::types, Names::beginning},
    {".nycrc", GateFile::coverage, Names::beginning},
    {".oxlintrc", GateFile::lint, Names::beginning},
    {".pre-commit-config", GateFile::hooks, Names::beginning},
    {".prettierignore", GateFile::lint, Names::beginning},
    {".pylintrc", GateFile::lint, Names::beginning},
    {".pytest.ini", GateFile::python, Names::whole},
    {".rspec", GateFile::other_build, Names::beginning},
    {".rubocop", GateFile::lint, Names::beginning},
    {".ruff.toml", GateFile::lint, Names::beginning},
    {".simplecov", GateFile::coverage, Names::beginning},
    {".stylelintignore", GateFile::lint, Names::beginning},
    {".stylelintrc", GateFile::lint, Names::beginning},
    {".swiftlint", GateFile::lint, Names::beginning},
    {".travis", GateFile::ci, Names::beginning},
    {".yamllint", GateFile::lint, Names::beginning},
    {"analysis_options", GateFile::lint, Names::beginning},
    {"appveyor", GateFile::ci, Names::beginning},
    {"ava.config", GateFile::script_test, Names::beginning},
    {"biome.json", GateFile::lint, Names::beginning},
    {"bitbucket-pipelines", GateFile::ci, Names::beginning},
    {"build.gradle", GateFile::jvm, Names::beginning},
    {"bunfig.toml", GateFile::other_build, Names::beginning},
    {"cargo.toml", GateFile::other_build, Names::beginning},
    {"checkstyle", GateFile::lint, Names::beginning},
    {"clippy.toml", GateFile::lint, Names::beginning},
    {"cloudbuild", GateFile::ci, Names::beginning},
    {"cmakelists.txt", GateFile::other_build, Names::beginning},
    {"codecov", GateFile::coverage, Names::beginning},
    {"composer.json", GateFile::other_build, Names::beginning},
    {"cypress.config", GateFile::script_test, Names::beginning},
    {"dart_test.yaml", GateFile::other_build, Names::beginning},
    {"deno.json", GateFile::other_build, Names::beginning},
    {"detekt", GateFile::lint, Names::beginning},
    {"eslint.config", GateFile::lint, Names::beginning},
    {"gnumakefile", GateFile::make, Names::beginning},
    {"jacoco", GateFile::coverage, Names::beginning},
    {"jenkinsfile", GateFile::ci, Names::beginning},
    {"jest.", GateFile::script_test, Names::beginning},
    {"jest.config", GateFile::script_test, Names::beginning},
    {"jsconfig", GateFile::types, Names::beginning},
    {"justfile", GateFile::make, Names::beginning},
    {"karma.conf", GateFile::script_test, Names::beginning},
    {"lefthook.", GateFile::hooks, Names::beginning},
    {"lint-staged.", GateFile::hooks, Names::beginning},
    {"makefile", GateFile::make, Names::beginning},
    {"mix.exs", GateFile::other_build, Names::beginning},
    {"mypy.ini", GateFile::types, Names::beginning},
    {"nextest.toml", GateFile::other_build, Names::beginning},
    {"noxfile.py", GateFile::python, Names::whole},
    {"nx.json", GateFile::other_build, Names::beginning},
    {"nyc.config", GateFile::coverage, Names::beginning},
    {"package.json", GateFile::package_json, Names::whole},
    {"phpstan", GateFile::lint, Names::beginning},
    {"phpunit.xml", GateFile::other_build, Names::beginning},
    {"playwright.config", GateFile::script_test, Names::beginning},
    {"pmd", GateFile::lint, Names::beginning},
    {"pom.xml", GateFile::jvm, Names::beginning},
    {"psalm.xml", GateFile::lint, Names::beginning},
    {"pylintrc", GateFile::lint, Names::beginning},
    {"pyproject.toml", GateFile::python, Names::whole},
    {"pyrightconfig", GateFile::types, Names::beginning},
    {"pytest.ini", GateFile::python, Names::whole},
    {"rakefile", GateFile::make, Names::beginning},
    {"ruff.toml", GateFile::lint, Names::beginning},
    {"settings.gradle", GateFile::jvm, Names::beginning},
    {"setup.cfg", GateFile::python, Names::whole},
    {"setup.py", GateFile::python, Names::whole},
    {"sonar-project", GateFile::lint, Names::beginning},
    {"tarpaulin", GateFile::coverage, Names::beginning},
    {"taskfile", GateFile::make, Names::beginning},
    {"tox.ini", GateFile::python, Names::whole},
    {"tsconfig", GateFile::types, Names::beginning},
    {"tslint.json", GateFile::lint, Names::beginning},
    {"turbo.json", GateFile::other_build, Names::beginning},
    {"vite.config", GateFile::script_test, Names::beginning},
    {"vitest.config", GateFile::script_test, Names::beginning},
    {"vitest.workspace", GateFile::script_test, Names::beginning},
    {"web-test-runner", GateFile::script_test, Names::beginning},
}};
static_assert(std::is_sorted(k_named_gates.begin(), k_named_gates.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));

GateFile gate_by_name(std::string_view name) {
  const auto before = [](const NamedGate& gate, char first) { return gate.name[0] < first; };
  const char first = name.empty() ? '\0' : name[0];
  const auto* gate = std::lower_bound(k_named_gates.begin(), k_named_gates.end(), first, before);
  for (; gate != k_named_gates.end() && gate->name[0] == first; ++gate)
    if (gate->names == Names::whole ? name == gate->name : name.starts_with(gate->name)) return gate->gate;
  return GateFile::none;
}

GateFile gate_by_folder(std::string_view path) {
  if (contains(path, "azure-pipelines")) return GateFile::ci;
  const bool dotted = path.starts_with('.') || contains(path, "/.");
  if (dotted && contains_any(path, {".github/workflows/", ".github/actions/", ".circleci/", ".buildkite/",
                                    ".woodpecker", ".gitea/workflows/"}))
    return GateFile::ci;
  if (contains(path, "githooks/") || (dotted && contains_any(path, {".husky/", ".git/hooks/"}))) return GateFile::hooks;
  return GateFile::none;
}

// A word of verification with no letter, digit or underscore around it.
constexpr std::array<std::string_view, 65> k_verifiers = {
    "oxlint",    "xo",        "standardrb", "swiftlint",   "hadolint", "yamllint",      "actionlint", "pytest",
    "jest",      "vitest",    "mocha",      "ava",         "jasmine",  "karma",         "lint",       "eslint",
    "tsc",       "mypy",      "ruff",       "flake8",      "pylint",   "pyright",       "tox",        "nox",
    "unittest",  "coverage",  "check",      "verify",      "rspec",    "rubocop",       "minitest",   "phpunit",
    "pest",      "phpstan",   "ctest",      "clippy",      "nextest",  "golangci-lint", "vet",        "staticcheck",
    "gotestsum", "typecheck", "type-check", "playwright",  "cypress",  "biome",         "stylelint",  "nyc",
    "c8",        "bats",      "shellcheck", "black",       "isort",    "bandit",        "audit",      "test",
    "tests",     "spec",      "validate",   "check-types", "detekt",   "ktlint",        "xcodebuild", "e2e",
    "credo"};

// Commands that tidy, print or fetch: words of verification among their arguments are file names.
bool is_benign(std::string_view command) {
  constexpr std::array<std::string_view, 32> words = {"rm",
                                                      "kill",
                                                      "pkill",
                                                      "docker",
                                                      "mkdir",
                                                      "grep",
                                                      "echo",
                                                      "cat",
                                                      "cp",
                                                      "mv",
                                                      "git",
                                                      "command",
                                                      "which",
                                                      "apt",
                                                      "apt-get",
                                                      "brew",
                                                      "umount",
                                                      "ls",
                                                      "rmdir",
                                                      "killall",
                                                      "[",
                                                      "[[",
                                                      "ln",
                                                      "chmod",
                                                      "find",
                                                      "sed",
                                                      "printf",
                                                      "source",
                                                      "docker-compose",
                                                      "kubectl",
                                                      "touch",
                                                      "install"};
  const std::string_view first = command.substr(0, command.find_first_of(" \t"));
  if (std::find(words.begin(), words.end(), first) == words.end()) return false;
  return !(first.starts_with("docker") && contains_any(command, {" run ", " exec "}));
}

// A program or script of the project that verifies, by its name: ./lru_test, scripts/check.sh
bool names_test_program(std::string_view command) {
  std::string_view program = command.substr(0, command.find_first_of(" \t;"));
  const bool path = contains(program, "/") || program.ends_with(".sh") || program.starts_with("$(");
  if (!path) return false;
  program.remove_prefix(std::min(program.rfind('/') + 1, program.size()));
  std::string stem(program.substr(0, program.find('.')));
  for (char& c : stem) {
    if (!is_alnum(c)) c = '_';
  }
  for (const auto& word : words_of(stem)) {
    if (word == "test" || word == "tests" || word == "check" || word == "lint" || word == "verify" || word == "spec")
      return true;
  }
  return false;
}

}  // namespace

GateFile gate_file(const diff::File& file) {
  const std::string path = lower(file.path());
  const std::string_view name = base_name(path);
  if (file.language == diff::Language::markdown) return GateFile::none;
  const GateFile folder = gate_by_folder(path), named = gate_by_name(name);
  if (folder == GateFile::ci || named == GateFile::ci) return GateFile::ci;
  if (folder == GateFile::hooks && named != GateFile::package_json) return GateFile::hooks;
  if (name.ends_with(".mk") && named != GateFile::hooks) return GateFile::make;
  if (named != GateFile::none) return named;
  if (name.ends_with(".csproj")) return GateFile::other_build;
  const bool data = file.language == diff::Language::xml || file.language == diff::Language::json ||
                    file.language == diff::Language::yaml || file.language == diff::Language::toml ||
                    file.language == diff::Language::ini;
  if (data && contains_any(name, {"coverage", "jacoco"})) return GateFile::coverage;
  if (file.language == diff::Language::dockerfile) return GateFile::script;
  const bool shell = file.language == diff::Language::shell || file.language == diff::Language::powershell ||
                     path.starts_with("bin/") || path.starts_with("scripts/") || path.starts_with("script/") ||
                     path.starts_with(".ci/") || path.starts_with("ci/");
  if (shell && contains_any(name, {"test", "check", "ci", "verify", "lint", "validate", "precommit", "pre-commit"}))
    return GateFile::script;
  if (path.starts_with(".ci/") || path.starts_with("ci/")) return GateFile::script;
  return GateFile::none;
}

bool runs_verification(std::string_view command) {
  // npm ci && npm test: any part of the chain.
  if (const size_t at = command.find("&&"); at != std::string_view::npos)
    return runs_verification(command.substr(0, at)) || runs_verification(command.substr(at + 2));
  const std::string s = lower(command);
  if (is_benign(command_of(s)) ||
      contains_any(s, {" install", "npm i ", "yarn add", "pnpm add", "npm ci", "uv add", "uv sync"}))
    return false;
  if (names_test_program(command_of(s))) return true;
  for (std::string_view word : k_verifiers) {
    for (size_t at = find_word(s, word); at != std::string_view::npos; at = find_word(s, word, at + 1)) {
      // The shell's own test: `test -f x`, `test "$x" = y`.
      if (word == "test" && at + 5 < s.size() &&
          (s[at + 5] == '-' || s[at + 5] == '"' || s[at + 5] == '$' || s[at + 5] == '!') &&
          (at == 0 || s[at - 1] == ' ' || s[at - 1] == '\t') && !contains(s.substr(0, at), "run") &&
          !contains(s.substr(0, at), "npm") && !contains(s.substr(0, at), "yarn") &&
          !contains(s.substr(0, at), "go ") && !contains(s.substr(0, at), "cargo") &&
          !contains(s.substr(0, at), "make"))
        continue;
      if (at > 0 && (s[at - 1] == '/' || s[at - 1] == '.' || s[at - 1] == '=') && word.size() < 6 && word != "tests") {
        if (word != "test" || s[at - 1] != '/') continue;  // a path or an extension
        continue;
      }
      return true;
    }
  }
  return contains_any(s, {"gradlew", "mvn ", "mvnw", "cargo build", "go build", "npm run build", "make all",
                          "bazel test", "dotnet test", "dotnet build", "swift test"});
}

std::string_view command_of(std::string_view line) {
  line = trim(line);
  while (line.starts_with("- ")) line = trim_left(line.substr(2));
  for (std::string_view key : {"run:", "script:", "command:", "commands:", "entry:"}) {
    if (line.starts_with(key)) line = trim_left(line.substr(key.size()));
  }
  for (std::string_view prefix : {"RUN ", "run ", "exec ", "time ", "sudo ", "sh ", "bash "}) {
    if (line.starts_with(prefix)) line = trim_left(line.substr(prefix.size()));
  }
  // VAR=value command
  for (size_t space = line.find(' '); space != std::string_view::npos; space = line.find(' ')) {
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos || equals > space || equals == 0 || !is_upper(line.front())) break;
    line = trim_left(line.substr(space));
  }
  while (!line.empty() && (line.front() == '"' || line.front() == '\'' || line.front() == '@')) line.remove_prefix(1);
  return line;
}

std::string_view command_before(std::string_view line, size_t at) {
  std::string_view head = trim_right(line.substr(0, at));
  size_t begin = 0;
  for (size_t i = 0; i < head.size(); ++i) {
    if (head[i] == ';' || (head[i] == '&' && i + 1 < head.size() && head[i + 1] == '&') ||
        (head[i] == '|' && i + 1 < head.size() && head[i + 1] == '|'))
      begin = i + (head[i] == ';' ? 1 : 2);
  }
  return command_of(head.substr(begin));
}

}  // namespace assay::judge
