// How each language writes its comments and strings: the table the Lexer works from.
#pragma once

#include <array>
#include <string_view>

#include "diff/facts.h"

namespace assay::diff {

enum class HashNeeds : unsigned char { nothing, gap, line_start };  // in front of a one-letter comment mark
enum class Heredoc : unsigned char { none, shell, ruby, php };
enum class Raw : unsigned char { none, cpp, rust, csharp, lua };

struct Syntax {
  std::array<std::string_view, 2> line_comments{};
  HashNeeds needs = HashNeeds::nothing;
  std::string_view block_open{}, block_close{};
  std::string_view block_open2{}, block_close2{};
  bool nests = false;                // block comments nest
  std::string_view quotes{};         // open strings that end with the line
  std::string_view multi_quotes{};   // open strings that do not
  std::string_view triples{};        // tripled, they open strings over lines
  std::string_view literal{};        // quotes in which a backslash means nothing
  std::string_view doubles{};        // quotes that stand for themselves when doubled
  std::string_view interpolating{};  // quotes in which an expression may be embedded
  char interpolation = 0;            // '$' ${}, '#' #{}, '\\' \(), '(' $(), 'f' {} after a prefix
  bool char_literals = false;        // ' opens only what looks like one character ('a is a lifetime)
  bool regex = false;                // /…/ literals
  bool docstrings = false;           // a triple-quoted string that stands alone is a comment
  bool token_quotes = false;         // a quote opens only at the start of a value (YAML)
  bool prose = false;                // no code at all
  bool markup = false;               // quotes count only inside tags
  std::string_view pod{};            // "=begin" and the like at line start, closed by pod_end
  std::string_view pod_end{};
  Heredoc heredoc = Heredoc::none;
  Raw raw = Raw::none;
  std::array<bool, 256> special{};  // bytes at which anything can begin; filled by the table
};

const Syntax& syntax_of(Language language);

}  // namespace assay::diff
