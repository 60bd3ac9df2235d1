// A pattern of a rule that is data: code with holes, cut into the same tokens as the code that it is compared with, so
// that spacing, comments and the kind of quotes do not matter. docs/own-rules.md says what can be written.
//
//   $X        one token; the same name again is the same token      $_        any token
//   $...      any tokens of the statement, brackets taken whole     "a$...b"  a string with any text in it
//   $(a | b)  one of these, which may be empty                      $word $number $string $literal   a token of a kind
//   $$        a dollar of the code
//
// It becomes a small program without loops but those of `$...`, which match.h runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::judge {

enum class StepKind : std::uint8_t {
  token,   // this text, and no string
  string,  // a string whose text has these parts in this order
  any,     // a token
  word,    // a token of a kind
  number,
  text,     // any string
  literal,  // a string, a number, true, null and the like
  name,     // a token, the same wherever the name stands
  gap,      // any tokens
  either,   // goes on at the next step, or at `other`
  jump,     // goes on at `other`
  end,
};

struct Step {
  StepKind kind = StepKind::end;
  std::string text{};                // of a token
  std::vector<std::string> parts{};  // of a string: what stands between its holes
  std::uint32_t name = 0;            // which of the pattern's names
  std::uint32_t other = 0;
  bool crosses = false;   // another statement may begin here: in a bracket of the pattern, or at a line end of it
  bool compares = false;  // what is bound so far decides about a later step
};

struct CodePattern {
  std::vector<Step> steps;
  std::vector<std::string> names;
  bool branches = false;  // has a gap or alternatives
  // One of these texts stands in the lines of every match: the rarest that the pattern asks for.
  std::vector<std::string> literals;

  static constexpr size_t k_longest = 2000;  // bytes
  static constexpr size_t k_most_steps = 200;
  static constexpr size_t k_most_names = 16;
};

// What is wrong with a pattern, and at which byte of it.
struct PatternError {
  std::string message;
  size_t at = 0;
};

// Empty message: it is fine and `out` holds it.
PatternError parse_pattern(std::string_view code, CodePattern& out);

}  // namespace assay::judge
