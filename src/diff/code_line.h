// Inside the Lexer: one line under way. For code.cc and code_open.cc only.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.h"
#include "diff/code.h"
#include "diff/syntax.h"

namespace assay::diff {

constexpr size_t k_deepest = 24;  // nesting of strings and expressions that is followed

// For the small sets here a loop beats a call to memchr.
constexpr bool has(std::string_view set, char c) {
  for (char in_set : set)
    if (in_set == c) return true;
  return false;
}

struct Lexer::Work {
  std::string_view text;
  size_t limit;
  Masked& out;

  void blank(size_t begin, size_t end, std::string& into) {
    std::fill(out.code.begin() + static_cast<std::ptrdiff_t>(begin),
              out.code.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    text.copy(into.data() + begin, end - begin, begin);
  }
  void string(size_t begin, size_t end) { blank(begin, end, out.strings); }
  void comment(size_t begin, size_t end) { blank(begin, end, out.comments); }
  void literal(const Frame& frame, size_t begin, size_t end) { frame.doc ? comment(begin, end) : string(begin, end); }
  bool at(size_t i, std::string_view what) const {
    if (what.empty() || text.size() - i < what.size()) return false;
    for (size_t n = 0; n < what.size(); ++n)
      if (text[i + n] != what[n]) return false;
    return true;
  }
};

}  // namespace assay::diff
