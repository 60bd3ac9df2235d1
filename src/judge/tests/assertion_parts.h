// Pieces that assertions are read from: arguments, conditions, how much the words of a matcher demand.
// Internal to reading assertions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "judge/tests/assertion.h"

namespace assay::judge {

using TokenRange = std::pair<size_t, size_t>;  // [begin, end)

inline bool is_chain(const Token& t) { return t.is(".") || t.is("::") || t.is("->") || t.is("?."); }

// Arguments of the call whose bracket is at `open`.
std::vector<TokenRange> arguments(const Tokens& t, size_t open, size_t end);
// Splits "a, b, message" without brackets.
std::vector<TokenRange> bare_arguments(const Tokens& t, size_t begin, size_t end);

// By the lower case words of a matcher.
Strength strength_of_words(std::string_view m);

struct Condition {
  size_t op = std::string_view::npos;
  std::string name;
  Strength strength = Strength::exists;
  bool negated = false;
};
// The comparison at the top of an expression.
Condition condition_of(const Tokens& t, size_t begin, size_t end);

// Nothing but literals, and literals inside value types.
bool pure_literal(const Tokens& t, size_t begin, size_t end);

// The status that assertOk() and its like ask for; empty for other matchers.
std::string_view status_of(std::string_view matcher);

}  // namespace assay::judge
