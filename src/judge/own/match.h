// The tokens of one side of a hunk, and where a pattern stands among them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/own/pattern.h"
#include "judge/rule.h"
#include "judge/tokens.h"

namespace assay::judge {

// Valid as long as the hunk is.
struct SideTokens {
  std::vector<const Token*> tokens;
  std::vector<std::uint32_t> lines;   // by token: its line in the hunk
  std::vector<std::uint32_t> closes;  // by token: of an opening bracket the one that closes it, or the number of tokens
  std::vector<bool> begins;           // by token: a statement begins here
};
// A statement is a line and what follows of it: up to where its round and square brackets are closed, and lines that
// an operator joins.
SideTokens tokens_of_side(const CodeHunk& hunk, Side side);

struct CodeMatch {
  size_t begin = 0, end = 0;            // tokens, the end exclusive
  std::vector<std::string_view> bound;  // by name of the pattern; empty: not bound
};

// All places of a pattern, none within another, in order. Takes steps × tokens at most; where names that stand twice
// with `$...` between them would take longer, `gave_up` says that the rest was not looked at.
struct CodeMatches {
  std::vector<CodeMatch> places;
  bool gave_up = false;
};
CodeMatches find_pattern(const CodePattern& pattern, const SideTokens& side);
// Whether it stands among these tokens.
bool stands_in(const CodePattern& pattern, const SideTokens& side, size_t begin, size_t end);

}  // namespace assay::judge
