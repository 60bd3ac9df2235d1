#include "logs/runners/runners.h"

#include <iterator>

namespace assay::logs {

namespace {

using Factory = ReaderPtr (*)();

// Order matters where forms overlap: what is more specific stands first.
constexpr Factory k_factories[] = {
    // Python, Go, Rust, JavaScript
    make_pytest,
    make_unittest,
    make_tox,
    make_go_json,
    make_go_test,
    make_gotestsum,
    make_cargo_test,
    make_nextest,
    make_tap,
    make_vitest,
    make_jest,
    make_bun,
    make_deno,
    make_playwright,
    make_cypress,
    make_node_test,
    make_mocha,
    make_ava,
    // JVM, C++, Ruby, PHP, .NET and others
    make_junit_xml,
    make_maven,
    make_gradle,
    make_junit_text,
    make_jvm_noise,
    make_ctest,
    make_googletest,
    make_catch2,
    make_doctest,
    make_rspec,
    make_minitest,
    make_phpunit,
    make_pest,
    make_dotnet,
    make_exunit,
    make_swift_test,
    make_bazel,
    make_endings,
    // Builders, linters, package managers, crashes
    make_npm,
    make_pnpm,
    make_yarn,
    make_turbo,
    make_make,
    make_ninja,
    make_cmake,
    make_sanitizers,
    make_type_checkers,
    make_eslint,
    make_python_lint,
    make_go_build,
    make_rust,
    make_compilers,
    make_closing_line,
    make_memory,
    make_signals,
    make_shell,
    make_ci,
    make_last_words,
    make_exits,
    // What no runner signs: marks and counts
    make_marks,
    make_nothing_ran,
    make_lone_tally,
};
static_assert(std::size(k_factories) <= 64, "the log reader keeps sets of readers in a word");

}  // namespace

std::vector<ReaderPtr> make_readers() {
  std::vector<std::unique_ptr<Reader>> readers;
  for (Factory factory : k_factories) readers.push_back(factory());
  return readers;
}

}  // namespace assay::logs
