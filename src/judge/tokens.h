// A masked line cut into words, numbers, strings and punctuation: what rules compare instead of
// characters, so that spacing, comments and string contents do not confuse them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/rule.h"

namespace assay::judge {

enum class Side : unsigned char { before, after };  // of a change

// A hidden line has tokens only as it was before. Made once per line and kept with it.
const Tokens& tokens_of(const CodeLine& line, Side side = Side::after);

// Code of no file and no language, on any number of lines: quotes make strings, nothing is a comment.
Tokens cut_code(std::string_view code);

// The index after the bracket that closes tokens[open]; tokens.size() when it stays open.
size_t skip_brackets(const Tokens& tokens, size_t open);

// The tokens between `begin` and `end` (exclusive) as text with single spaces between them.
std::string text_of(const Tokens& tokens, size_t begin, size_t end);
inline std::string text_of(const Tokens& tokens) { return text_of(tokens, 0, tokens.size()); }

// The same with every literal replaced by a placeholder: equal shapes differ in values only.
std::string shape_of(const Tokens& tokens, size_t begin, size_t end);

bool has_word(const Tokens& tokens, std::string_view word);
// The index of the first run of tokens equal to these texts; npos when absent.
size_t find_run(const Tokens& tokens, std::initializer_list<std::string_view> run, size_t from = 0);
inline bool has_run(const Tokens& tokens, std::initializer_list<std::string_view> run) {
  return find_run(tokens, run) != std::string_view::npos;
}

inline bool on_side(const CodeLine& line, Side side) {
  return line.raw->sign != (side == Side::before ? diff::Sign::added : diff::Sign::removed);
}
// Small enough that each of its lines may be compared with each other one.
inline bool is_small(const CodeHunk& hunk) { return hunk.lines.size() <= 600; }

// The next line after `from` that holds code on that side; lines.size() when there is none.
size_t next_code_line(const CodeHunk& hunk, size_t from, Side side);
// True when a changed line of that sign holds the same code as `code`, spacing aside.
bool has_changed_line(const CodeHunk& hunk, diff::Sign sign, std::string_view code);

inline bool is_added(const CodeLine& line) { return line.raw->sign == diff::Sign::added; }
inline bool is_removed(const CodeLine& line) { return line.raw->sign == diff::Sign::removed; }
inline bool is_changed(const CodeLine& line) { return line.raw->sign != diff::Sign::context; }

}  // namespace assay::judge
