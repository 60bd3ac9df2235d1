// Just enough of each common language to tell code from strings and comments on one line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diff/facts.h"

namespace assay::diff {

struct Syntax;

// Lexes the lines of one side of a hunk in order, carrying block comments and multi-line strings
// from line to line. A hunk may start inside a comment: a line such as " * text" or one that
// closes a comment that was never opened is taken as comment; start_in() looks further ahead.
// Linear in the line; of a line longer than k_longest only the beginning is lexed.
class Lexer {
 public:
  static constexpr size_t k_longest = size_t{64} << 10;

  explicit Lexer(Language language);

  struct Masked {
    std::string code;      // the line with comments and the insides of strings blanked, same length
    std::string strings;   // the reverse: only the insides of strings, all else blanked
    std::string comments;  // only comments; docstrings count as such, and all of a prose file
  };
  Masked line(std::string_view text);

  // Reads ahead in the hunk about to be lexed: when it closes a comment or docstring that it never
  // opened, lexing starts inside that. `side` is the sign of the changed lines that will be given to
  // line(). Optional; call before the first line().
  void start_in(const Hunk& hunk, Sign side);

  // Equal lexers read any further line alike: both sides of a hunk need lexing only where they differ.
  bool operator==(const Lexer&) const = default;

 private:
  enum class Inside : unsigned char { block_comment, string, interpolation, heredoc, pod, tag };
  struct Frame {
    Inside inside;
    char quote = 0;        // of a string; the closing bracket of an interpolation
    bool triple = false;   // """ or '''
    bool doc = false;      // a docstring: a comment to the reader of code
    bool carries = false;  // goes on over the line end
    bool escapes = false;  // a backslash escapes
    bool doubles = false;  // the quote doubled is the quote
    char interpolates = 0;
    unsigned depth = 0;  // nested comments or brackets
    std::string end{};   // what closes a comment, raw string or heredoc
    bool operator==(const Frame&) const = default;
  };
  struct Work;  // one line under way

  size_t step_code(Work& w, size_t i);
  size_t step_inside(Work& w, size_t i);
  size_t step_string(Work& w, size_t i);
  size_t step_comment(Work& w, size_t i);
  size_t step_tag(Work& w, size_t i);
  size_t open_comment(Work& w, size_t i);
  size_t open_string(Work& w, size_t i);
  size_t open_raw(Work& w, size_t i);
  size_t open_regex(Work& w, size_t i);
  size_t open_heredoc(Work& w, size_t i);
  bool whole_line(Work& w);
  bool is_docstring(const Work& w, size_t i) const;
  void end_line(Work& w);
  void push(Frame frame);

  const Syntax* m_syntax;
  const Syntax* m_outer;  // differs inside <script> and <style> of a page
  std::vector<Frame> m_stack;
  std::string m_heredoc;     // its end, when one starts on the next line
  bool m_known = false;      // the hunk's own text has shown that it did not start in a comment
  bool m_star_line = false;  // the last line was taken as comment for its " * "
  char m_last = 0;           // the last code character of the lines before
};

struct Kind {
  Language language = Language::unknown;
  Role role = Role::source;
};
// From the path alone; the reader refines the role (binary, generated marks in the content).
Kind kind_of(std::string_view path);
inline Language language_of(std::string_view path) { return kind_of(path).language; }
inline Role role_of(std::string_view path) { return kind_of(path).role; }

}  // namespace assay::diff
