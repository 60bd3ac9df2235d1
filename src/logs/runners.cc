#include "logs/runners.h"

namespace assay::logs {

namespace {

using Factory = ReaderPtr (*)();

// Order matters where forms overlap: what is more specific stands first.
constexpr std::initializer_list<Factory> k_factories = {
    // Python, JavaScript, Go, Rust
    // JVM, C++, Ruby, PHP, .NET and others
    // Builders, linters, package managers, crashes
    make_npm,   make_pnpm,       make_yarn,          make_turbo,  make_make,        make_ninja,
    make_cmake, make_sanitizers, make_type_checkers, make_eslint, make_python_lint, make_go_build,
    make_rust,  make_compilers,  make_closing_line,  make_memory, make_signals,     make_shell,
    make_ci,    make_last_words, make_exits,
};

}  // namespace

std::vector<std::unique_ptr<Reader>> make_readers() {
  std::vector<std::unique_ptr<Reader>> readers;
  for (Factory factory : k_factories) readers.push_back(factory());
  return readers;
}

}  // namespace assay::logs
