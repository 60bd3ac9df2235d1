// Just enough of each common language to tell code from strings and comments on one line.
#pragma once

#include <string>
#include <string_view>

#include "diff/facts.h"

namespace assay::diff {

// Lexes the lines of one side of a hunk in order, carrying block comments and multi-line strings
// from line to line. A hunk may start inside a comment: a line such as " * text" or one that
// closes a comment that was never opened is taken as comment.
class Lexer {
 public:
  explicit Lexer(Language language) : m_language(language) {}

  struct Masked {
    std::string code;      // the line with comments and the insides of strings blanked, same length
    std::string strings;   // the reverse: only the insides of strings, all else blanked
    std::string comments;  // only comments
  };
  Masked line(std::string_view text);

 private:
  Language m_language;
  enum class State : unsigned char { code, block_comment, triple_double, triple_single, backtick, heredoc };
  State m_state = State::code;
};

Language language_of(std::string_view path);
// Role from the path alone; the reader refines it (binary, generated marks in the content).
Role role_of(std::string_view path);

}  // namespace assay::diff
