#include "logs/facts.h"

#include <array>

extern "C" const char assay_logs_needles_begin[];

#include "logs/needles.gen.h"

namespace assay::logs {

namespace {

struct RunnerRow {
  Runner runner;
  std::string_view id;
  std::string_view name;
  RunnerClass kind;
};

constexpr std::array k_runners = {
    RunnerRow{Runner::loose, "words", "text", RunnerClass::none},
    RunnerRow{Runner::pytest, "pytest", "pytest", RunnerClass::test},
    RunnerRow{Runner::unittest, "unittest", "unittest", RunnerClass::test},
    RunnerRow{Runner::tox, "tox", "tox", RunnerClass::test},
    RunnerRow{Runner::jest, "jest", "Jest", RunnerClass::test},
    RunnerRow{Runner::vitest, "vitest", "Vitest", RunnerClass::test},
    RunnerRow{Runner::mocha, "mocha", "Mocha", RunnerClass::test},
    RunnerRow{Runner::node_test, "node_test", "node --test", RunnerClass::test},
    RunnerRow{Runner::tap, "tap", "TAP", RunnerClass::test},
    RunnerRow{Runner::ava, "ava", "AVA", RunnerClass::test},
    RunnerRow{Runner::bun, "bun", "bun test", RunnerClass::test},
    RunnerRow{Runner::deno, "deno", "deno test", RunnerClass::test},
    RunnerRow{Runner::playwright, "playwright", "Playwright", RunnerClass::test},
    RunnerRow{Runner::cypress, "cypress", "Cypress", RunnerClass::test},
    RunnerRow{Runner::go_test, "go_test", "go test", RunnerClass::test},
    RunnerRow{Runner::gotestsum, "gotestsum", "gotestsum", RunnerClass::test},
    RunnerRow{Runner::cargo_test, "cargo_test", "cargo test", RunnerClass::test},
    RunnerRow{Runner::nextest, "nextest", "cargo nextest", RunnerClass::test},
    RunnerRow{Runner::junit_xml, "junit_xml", "JUnit XML", RunnerClass::test},
    RunnerRow{Runner::junit, "junit", "JUnit", RunnerClass::test},
    RunnerRow{Runner::maven, "maven", "Maven", RunnerClass::test},
    RunnerRow{Runner::gradle, "gradle", "Gradle", RunnerClass::test},
    RunnerRow{Runner::ctest, "ctest", "ctest", RunnerClass::test},
    RunnerRow{Runner::googletest, "googletest", "GoogleTest", RunnerClass::test},
    RunnerRow{Runner::catch2, "catch2", "Catch2", RunnerClass::test},
    RunnerRow{Runner::doctest, "doctest", "doctest", RunnerClass::test},
    RunnerRow{Runner::rspec, "rspec", "RSpec", RunnerClass::test},
    RunnerRow{Runner::minitest, "minitest", "minitest", RunnerClass::test},
    RunnerRow{Runner::phpunit, "phpunit", "PHPUnit", RunnerClass::test},
    RunnerRow{Runner::pest, "pest", "Pest", RunnerClass::test},
    RunnerRow{Runner::dotnet, "dotnet", "dotnet test", RunnerClass::test},
    RunnerRow{Runner::exunit, "exunit", "ExUnit", RunnerClass::test},
    RunnerRow{Runner::swift_test, "swift_test", "swift test", RunnerClass::test},
    RunnerRow{Runner::bazel, "bazel", "bazel test", RunnerClass::test},
    RunnerRow{Runner::other_tests, "other_tests", "test runner", RunnerClass::test},
    RunnerRow{Runner::compiler_c, "compiler_c", "gcc/clang", RunnerClass::build},
    RunnerRow{Runner::rustc, "rustc", "rustc", RunnerClass::build},
    RunnerRow{Runner::javac, "javac", "javac", RunnerClass::build},
    RunnerRow{Runner::tsc, "tsc", "tsc", RunnerClass::build},
    RunnerRow{Runner::go_build, "go_build", "go build/vet", RunnerClass::build},
    RunnerRow{Runner::eslint, "eslint", "ESLint", RunnerClass::lint},
    RunnerRow{Runner::ruff, "ruff", "ruff", RunnerClass::lint},
    RunnerRow{Runner::mypy, "mypy", "mypy", RunnerClass::lint},
    RunnerRow{Runner::flake8, "flake8", "flake8", RunnerClass::lint},
    RunnerRow{Runner::clippy, "clippy", "clippy", RunnerClass::lint},
    RunnerRow{Runner::golangci, "golangci", "golangci-lint", RunnerClass::lint},
    RunnerRow{Runner::pylint, "pylint", "pylint", RunnerClass::lint},
    RunnerRow{Runner::pyright, "pyright", "pyright", RunnerClass::lint},
    RunnerRow{Runner::black, "black", "black", RunnerClass::lint},
    RunnerRow{Runner::prettier, "prettier", "Prettier", RunnerClass::lint},
    RunnerRow{Runner::biome, "biome", "Biome", RunnerClass::lint},
    RunnerRow{Runner::rubocop, "rubocop", "RuboCop", RunnerClass::lint},
    RunnerRow{Runner::phpstan, "phpstan", "PHPStan", RunnerClass::lint},
    RunnerRow{Runner::other_lint, "other_lint", "linter", RunnerClass::lint},
    RunnerRow{Runner::make, "make", "make", RunnerClass::build},
    RunnerRow{Runner::ninja, "ninja", "ninja", RunnerClass::build},
    RunnerRow{Runner::cmake, "cmake", "CMake", RunnerClass::build},
    RunnerRow{Runner::npm, "npm", "npm", RunnerClass::tool},
    RunnerRow{Runner::pnpm, "pnpm", "pnpm", RunnerClass::tool},
    RunnerRow{Runner::yarn, "yarn", "yarn", RunnerClass::tool},
    RunnerRow{Runner::turbo, "turbo", "Turborepo/Nx", RunnerClass::tool},
    RunnerRow{Runner::shell, "shell", "shell", RunnerClass::tool},
    RunnerRow{Runner::ci, "ci", "CI", RunnerClass::tool},
    RunnerRow{Runner::process, "process", "process", RunnerClass::tool},
};
static_assert(k_runners.size() == static_cast<size_t>(Runner::count_));

const RunnerRow& row(Runner runner) { return k_runners[static_cast<size_t>(runner)]; }

}  // namespace

std::string_view name(Runner runner) { return row(runner).name; }
std::string_view id(Runner runner) { return row(runner).id; }
RunnerClass runner_class(Runner runner) { return row(runner).kind; }

const Needles& needles() {
  static const Needles instance(assay_logs_needles_begin);
  return instance;
}

}  // namespace assay::logs
