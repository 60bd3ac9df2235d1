// Small wrong versions of changed lines: a test that knows what the line is for fails on at least one of them. Made
// from tokens, not from a syntax tree, so that one table serves a family of languages; what could be read in two ways
// (generics, pointers, declarations) is left alone. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "prove/hunks.h"

namespace assay::prove {

struct Mutant {
  std::string path{};
  std::uint32_t line = 0;         // 1-based, where it begins
  size_t offset = 0, length = 0;  // the bytes of the content that `replacement` stands for
  std::string replacement{};
  std::string words{};    // "`<` instead of `<=`", "the condition always true", "`return` without its value"
  bool boundary = false;  // a comparison that is off by one

  bool operator==(const Mutant&) const = default;
};

// In the order of the lines, the most telling first within a line, at most k_mutants_a_line for each and every
// boundary. None in strings, comments, log lines, imports, declarations, decorators and types, and none of a language
// that is not known.
constexpr size_t k_mutants_a_line = 3;
std::vector<Mutant> mutants_of(std::string_view path, std::string_view content, const std::vector<Lines>& lines);

// The content with the mutant in place of what it replaces. REQUIRES: a mutant of this content.
std::string apply(const Mutant& mutant, std::string_view content);

}  // namespace assay::prove
