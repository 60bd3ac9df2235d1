// The tests of a test file, each with the lines it takes: what variants of a commit delete, skip and leave out. Read
// from tokens and indentation, apart from the rules that judge tests (judge/tests), so that what one of them does not
// understand is not hidden by the other. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "prove/hunks.h"

namespace assay::variants {

struct TestBlock {
  static constexpr size_t k_none = static_cast<size_t>(-1);

  std::string name{};
  prove::Lines lines{};        // whole lines, with decorators, attributes and annotations above it
  std::uint32_t declared = 0;  // the line that names it
  size_t name_word = 0;        // offset of the word that opens it: "def", "it", "TEST"
  size_t body = k_none;  // offset of the first line of its body; k_none: the body begins on the line of its header
  std::string indent{};  // of that line
};

// Python (pytest, unittest), JavaScript and TypeScript (it, test), Go, Rust, Ruby (Minitest, RSpec), Java, Kotlin and
// C# (annotations), PHP, C++ (macros). In the order of the file; none of a language that is not known.
std::vector<TestBlock> tests_of(std::string_view path, std::string_view content);

// The content without these lines, and without the blank line behind them.
std::string without_lines(std::string_view content, const prove::Lines& lines);

}  // namespace assay::variants
