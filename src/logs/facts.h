// What a log says, once read: which runners ran, what they counted, which tests they named, and
// every signal with its place. Facts, not judgement: severity is decided in judge.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/capped.h"

namespace assay::logs {

// A program whose output is understood. `loose` is text no reader knows.
enum class Runner : std::uint8_t {
  loose,
  // test runners
  pytest,
  unittest,
  tox,
  jest,
  vitest,
  mocha,
  node_test,
  tap,
  ava,
  bun,
  deno,
  playwright,
  cypress,
  go_test,
  gotestsum,
  cargo_test,
  nextest,
  junit_xml,
  junit,
  maven,
  gradle,
  ctest,
  googletest,
  catch2,
  doctest,
  rspec,
  minitest,
  phpunit,
  pest,
  dotnet,
  exunit,
  swift_test,
  bazel,
  other_tests,  // known by its closing line only
  // builders, linters, package managers, CI
  compiler_c,
  rustc,
  javac,
  tsc,
  go_build,
  eslint,
  ruff,
  mypy,
  flake8,
  clippy,
  golangci,
  pylint,
  pyright,
  black,
  prettier,
  biome,
  rubocop,
  phpstan,
  other_lint,  // known by its closing line only
  make,
  ninja,
  cmake,
  npm,
  pnpm,
  yarn,
  turbo,
  shell,
  ci,
  process,
  count_,
};

enum class RunnerClass : std::uint8_t { none, test, build, lint, tool };

std::string_view name(Runner);  // "pytest", "node --test", "gcc/clang"
std::string_view id(Runner);    // "pytest", "node_test", "compiler_c": used in rule ids
RunnerClass runner_class(Runner);

// 1-based line of the log; byte columns in the cleaned line, end exclusive (0,0: the whole line).
struct Position {
  std::uint64_t line = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

enum class SignalKind : std::uint8_t {
  failure,     // a test, build or lint failed, or a command exited non-zero
  crash,       // signal, out of memory, sanitizer report, a panic or traceback that ended a run
  not_run,     // a verification command did not run or could not start
  zero_tests,  // a test runner ran nothing
  warning,     // the runner or tool warned
  skipped,     // tests or checks skipped
  flaky,       // passed only on retry
  todo,        // unfinished or needs a person: todo, manual review
  pass,        // positive evidence: a runner's clean summary, a command said to have passed
};

struct Signal {
  SignalKind kind = SignalKind::failure;
  Runner runner = Runner::loose;
  std::string rule;  // "log.pytest.failed"; "log.words.failed" for loose text
  Position at;
  std::string text;     // the cleaned line, bounded
  std::string subject;  // test name, file or command, when there is one
};

struct Counts {
  std::uint64_t passed = 0, failed = 0, errors = 0, skipped = 0, todo = 0, flaky = 0, warnings = 0;
  bool operator==(const Counts&) const = default;
};

// One invocation of a runner, from its first recognised line to its summary.
struct Run {
  Runner runner = Runner::loose;
  std::uint64_t first_line = 0;
  std::uint64_t last_line = 0;
  std::uint64_t own_line =
      0;  // the first line that is surely its own; what its tests printed may come before. 0: first_line
  Counts counts;
  std::uint64_t files = 0;  // test files that its closing lines count; 0: it counts none
  bool announced = false;   // it began with its runner's banner
  bool summary = false;     // the runner's own closing line was seen; counts are from it
  std::string summary_text;
  Position summary_at;
  // What the shell was told to run, as the log shows it ("$ make test", with its mark). Only of runs of
  // Runner::shell, which count nothing.
  std::string command;
  std::uint64_t command_line = 0;
};

enum class Outcome : std::uint8_t { passed, failed, skipped };

// A test, file or suite the log names with its result. Suites and files count as names too.
struct Named {
  std::string name;  // "tests/test_auth.py::test_denies_guest", "auth > denies guest", "test/auth.test.ts"
  Outcome outcome = Outcome::passed;
  Runner runner = Runner::loose;
  Position at;
  std::uint64_t tests = 1;  // that it speaks for; 0: a file, suite or package that does not say
};

enum class Encoding : std::uint8_t { utf8, utf16le, utf16be, latin1 };

struct Facts {
  Encoding encoding = Encoding::utf8;
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
  bool blank = true;  // nothing but white space
  Capped<Run> runs{256};
  Capped<Signal> failures{200};             // failure and crash and not_run
  Capped<Signal> cautions{200};             // warning, skipped, flaky, todo, zero_tests
  Capped<Signal> passes{200};               // positive evidence
  Capped<Named> named{20000};               // passed, failed and skipped tests, first come
  Capped<std::string> without_tests{2000};  // packages that were visited and have no tests
};

}  // namespace assay::logs
