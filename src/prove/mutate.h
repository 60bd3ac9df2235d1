// The kinds of mutants, each looking at one line. Inside the room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "prove/code_text.h"
#include "prove/statements.h"

namespace assay::prove {

// A line whose mutants are wanted: its tokens are those in [first, last).
struct MutatedLine {
  const CodeText& text;
  size_t first = 0, last = 0;
  size_t statement = 0;  // the first token of the statement that the line's first token is in
  StatementKind kind = StatementKind::code;
};

// Which are tried first: those that a test of the line's purpose is surest to notice.
enum class Rank : std::uint8_t { negated, returned, boolean, condition, boundary, left_out, arithmetic, constant };

struct Candidate {
  Rank rank = Rank::constant;
  size_t offset = 0, length = 0;
  std::string replacement{}, words{};
};
using Candidates = std::vector<Candidate>;

void mutate_operators(const MutatedLine& line, Candidates& out);   // compare, boolean, arithmetic
void mutate_constants(const MutatedLine& line, Candidates& out);   // numbers, true, false
void mutate_conditions(const MutatedLine& line, Candidates& out);  // if, while
void mutate_returns(const MutatedLine& line, Candidates& out);     // values that are returned
void mutate_statements(const MutatedLine& line, Candidates& out);  // statements left out
void mutate_shell(const MutatedLine& line, Candidates& out);       // all of the above in shell scripts

// "`<` instead of `<=`", the texts cut where they are long.
std::string instead_of(std::string_view now, std::string_view before);
std::string quoted_code(std::string_view code);
Candidate replaced(Rank rank, const Token& token, std::string_view replacement);

// Can a value end, begin with this token?
bool ends_value(const Token& token);
bool begins_value(const Token& token);
// Is there white space on both sides?
bool is_spaced(const CodeText& text, const Token& token);
// The index of the last token of the expression that begins there and ends with its statement; `from` - 1 when it is
// empty.
size_t last_of_expression(const CodeText& text, size_t from);
// Do the tokens in [first, last] hold one of these words or marks?
bool holds(const CodeText& text, size_t first, size_t last, std::initializer_list<std::string_view> words);

}  // namespace assay::prove
