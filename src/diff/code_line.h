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

inline bool has(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

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
  bool at(size_t i, std::string_view what) const { return !what.empty() && text.substr(i).starts_with(what); }
};

}  // namespace assay::diff
