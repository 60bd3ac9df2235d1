// What stands inside a function of a hunk, as far as the hunk shows it: by brackets, or by how far
// lines are indented where the language has none.
#pragma once

#include <string>
#include <vector>

#include "judge/tokens.h"

namespace assay::judge {

struct FunctionBody {
  std::vector<size_t> lines;        // of the hunk, those that hold a token of the body
  Tokens tokens;                    // valid during the hunk
  std::vector<std::string> inputs;  // names of the parameters, the receiver of Go first; not self
  bool found = false;               // a declaration has none
  bool whole = false;               // its end is in the hunk
  bool touched = false;             // a line of it, or its head, is changed on that side
};

// The body of the function whose head is on line `head`.
FunctionBody body_of(const CodeHunk& hunk, size_t head, Side side);

}  // namespace assay::judge
