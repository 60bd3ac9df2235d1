#include "judge/gate_file.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::judge {

namespace {

std::string_view file_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool starts_any(std::string_view s, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view p) { return s.starts_with(p); });
}

bool is_ci_path(std::string_view path, std::string_view name) {
  return contains_any(path, {".github/workflows/", ".github/actions/", ".circleci/", ".buildkite/", ".woodpecker",
                             "azure-pipelines", ".gitea/workflows/"}) ||
         starts_any(name, {".gitlab-ci", "jenkinsfile", ".travis", "bitbucket-pipelines", "appveyor", ".drone",
                           "cloudbuild", ".cirrus"});
}

// A word of verification with no letter, digit or underscore around it.
constexpr std::array<std::string_view, 58> k_verifiers = {
    "pytest",      "jest",      "vitest",    "mocha",      "ava",         "jasmine", "karma",         "lint",
    "eslint",      "tsc",       "mypy",      "ruff",       "flake8",      "pylint",  "pyright",       "tox",
    "nox",         "unittest",  "coverage",  "check",      "verify",      "rspec",   "rubocop",       "minitest",
    "phpunit",     "pest",      "phpstan",   "ctest",      "clippy",      "nextest", "golangci-lint", "vet",
    "staticcheck", "gotestsum", "typecheck", "type-check", "playwright",  "cypress", "biome",         "stylelint",
    "nyc",         "c8",        "bats",      "shellcheck", "black",       "isort",   "bandit",        "audit",
    "test",        "tests",     "spec",      "validate",   "check-types", "detekt",  "ktlint",        "xcodebuild",
    "e2e",         "credo"};

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
  const std::string_view name = file_name(path);
  if (file.language == diff::Language::markdown) return GateFile::none;
  if (is_ci_path(path, name)) return GateFile::ci;
  if (name == "package.json") return GateFile::package_json;
  if (contains_any(path, {".husky/", ".githooks/", "githooks/", ".git/hooks/"}) ||
      starts_any(name, {".pre-commit-config", "lefthook.", ".lefthook", ".lintstagedrc", "lint-staged.",
                        ".gitattributes", ".gitconfig", ".gitmodules"}))
    return GateFile::hooks;
  if (starts_any(name, {"makefile", "gnumakefile", "justfile", "rakefile", "taskfile"}) || name.ends_with(".mk") ||
      name == ".justfile")
    return GateFile::make;
  if (starts_any(name, {".eslintrc",        "eslint.config",
                        ".eslintignore",    "ruff.toml",
                        ".ruff.toml",       ".flake8",
                        ".pylintrc",        "pylintrc",
                        ".rubocop",         ".golangci",
                        "clippy.toml",      ".clippy",
                        "biome.json",       ".stylelintrc",
                        "tslint.json",      "phpstan",
                        "psalm.xml",        ".credo",
                        "detekt",           ".swiftlint",
                        "checkstyle",       "pmd",
                        ".clang-tidy",      "analysis_options",
                        ".oxlintrc",        ".editorconfig-checker",
                        "sonar-project",    ".prettierignore",
                        ".stylelintignore", ".hadolint",
                        ".yamllint",        ".markdownlint"}))
    return GateFile::lint;
  if (starts_any(name, {"tsconfig", "jsconfig", "mypy.ini", ".mypy.ini", "pyrightconfig"})) return GateFile::types;
  if (starts_any(name, {".coveragerc", "codecov", ".codecov", ".nycrc", ".c8rc", "nyc.config", ".simplecov", "jacoco",
                        "tarpaulin"}))
    return GateFile::coverage;
  if (starts_any(name, {"jest.config", "vitest.config", "vite.config", ".mocharc", "karma.conf", "playwright.config",
                        "cypress.config", "ava.config", "jest.", "vitest.workspace", "web-test-runner"}))
    return GateFile::script_test;
  if (name == "pyproject.toml" || name == "setup.cfg" || name == "tox.ini" || name == "pytest.ini" ||
      name == ".pytest.ini" || name == "noxfile.py" || name == "setup.py")
    return GateFile::python;
  if (starts_any(name, {"build.gradle", "pom.xml", "settings.gradle"})) return GateFile::jvm;
  if (starts_any(name, {"cargo.toml", "cmakelists.txt", "composer.json", "phpunit.xml", "mix.exs", ".rspec",
                        "deno.json", "bunfig.toml", "nextest.toml", "dart_test.yaml", "turbo.json", "nx.json"}) ||
      path.ends_with(".config/nextest.toml") || name.ends_with(".csproj"))
    return GateFile::other_build;
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
