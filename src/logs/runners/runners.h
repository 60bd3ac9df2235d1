// The readers of runners, one factory each. make_readers() in runners.cc lists them in the order
// in which they are asked about a line; the first that claims it has it.
#pragma once

#include <memory>
#include <vector>

#include "logs/line.h"

namespace assay::logs {

using ReaderPtr = std::unique_ptr<Reader>;

// All of them. Each runners_*.cc adds its own.
std::vector<ReaderPtr> make_readers();

// runners_junit.cc
ReaderPtr make_junit_xml();
ReaderPtr make_junit_text();
// runners_jvm.cc
ReaderPtr make_maven();
ReaderPtr make_gradle();
ReaderPtr make_jvm_noise();
// runners_cpp.cc
ReaderPtr make_ctest();
ReaderPtr make_googletest();
ReaderPtr make_catch2();
ReaderPtr make_doctest();
// runners_ruby.cc
ReaderPtr make_rspec();
ReaderPtr make_minitest();
// runners_php.cc
ReaderPtr make_phpunit();
ReaderPtr make_pest();
// runners_dotnet.cc, runners_exunit.cc, runners_swift.cc, runners_bazel.cc
ReaderPtr make_dotnet();
ReaderPtr make_exunit();
ReaderPtr make_swift_test();
ReaderPtr make_bazel();
// runners_endings.cc
ReaderPtr make_endings();
// runners_compilers.cc
ReaderPtr make_compilers();
ReaderPtr make_rust();
ReaderPtr make_go_build();
// runners_builders.cc
ReaderPtr make_make();
ReaderPtr make_ninja();
ReaderPtr make_cmake();
// runners_linters.cc
ReaderPtr make_type_checkers();
ReaderPtr make_eslint();
ReaderPtr make_python_lint();
ReaderPtr make_closing_line();
// runners_packages.cc
ReaderPtr make_npm();
ReaderPtr make_pnpm();
ReaderPtr make_yarn();
ReaderPtr make_turbo();
// runners_process.cc
ReaderPtr make_signals();
ReaderPtr make_memory();
ReaderPtr make_sanitizers();
ReaderPtr make_last_words();
ReaderPtr make_exits();
// runners_shell_ci.cc
ReaderPtr make_shell();
ReaderPtr make_ci();
// runners_python.cc
ReaderPtr make_pytest();

// runners_unittest.cc
ReaderPtr make_unittest();
ReaderPtr make_tox();

// runners_go.cc
ReaderPtr make_go_json();
ReaderPtr make_go_test();
ReaderPtr make_gotestsum();

// runners_rust.cc
ReaderPtr make_cargo_test();
ReaderPtr make_nextest();

// runners_tap.cc
ReaderPtr make_tap();

// runners_js_jest.cc
ReaderPtr make_jest();
ReaderPtr make_vitest();

// runners_js_runtimes.cc
ReaderPtr make_bun();
ReaderPtr make_deno();

// runners_js_browser.cc
ReaderPtr make_playwright();
ReaderPtr make_cypress();

// runners_js_marks.cc
ReaderPtr make_node_test();
ReaderPtr make_mocha();
ReaderPtr make_ava();
ReaderPtr make_marks();

// runners_lone_counts.cc
ReaderPtr make_nothing_ran();
ReaderPtr make_lone_tally();

}  // namespace assay::logs
