#include "logs/runners.h"

namespace assay::logs {

namespace {

using Factory = ReaderPtr (*)();

// Order matters where forms overlap: what is more specific stands first.
constexpr std::initializer_list<Factory> k_factories = {
    // Python, JavaScript, Go, Rust
    // JVM, C++, Ruby, PHP, .NET and others
    // Builders, linters, package managers, crashes
};

}  // namespace

std::vector<std::unique_ptr<Reader>> make_readers() {
  std::vector<std::unique_ptr<Reader>> readers;
  for (Factory factory : k_factories) readers.push_back(factory());
  return readers;
}

}  // namespace assay::logs
