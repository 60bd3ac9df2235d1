// A whole file cut into tokens, comments left out: what the proofs look at instead of characters. A string is one
// token, however many lines it has. For the rooms prove and variants.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "diff/code.h"

namespace assay::prove {

enum class TokenKind : std::uint8_t { word, number, string, regex, punct };

struct Token {
  static constexpr size_t k_none = static_cast<size_t>(-1);

  TokenKind kind = TokenKind::punct;
  std::string_view text{};
  size_t begin = 0;  // offset in the content
  std::uint32_t line = 0, last_line = 0;
  size_t partner = k_none;  // of a bracket: the index of the other one
  size_t outer = k_none;    // the index of the bracket around it

  size_t end() const { return begin + text.size(); }
  bool is(std::string_view s) const { return text == s && kind != TokenKind::string && kind != TokenKind::regex; }
  bool is_one(std::initializer_list<std::string_view> words) const;
  bool word() const { return kind == TokenKind::word; }
  bool number() const { return kind == TokenKind::number; }
  bool string() const { return kind == TokenKind::string; }
  bool opens() const { return is("(") || is("[") || is("{"); }
  bool closes() const { return is(")") || is("]") || is("}"); }
};

struct CodeText {
  static constexpr size_t k_longest = size_t{4} << 20;  // of a longer content nothing is read

  diff::Language language = diff::Language::unknown;
  std::string_view content{};
  std::vector<Token> tokens{};
  std::vector<size_t> line_starts{};   // offset of each line; [0] is line 1
  std::vector<size_t> first_tokens{};  // index of the first token on each line or behind it, and one more at the end

  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_starts.size()); }
  // The tokens that begin on that line (1-based) are those in [first_on(line), first_on(line + 1)).
  size_t first_on(std::uint32_t line) const { return first_tokens[line - 1]; }
  std::string_view line(std::uint32_t number) const;  // without its end
  // An empty punctuation mark where there is none.
  const Token& at(size_t index) const;
  const Token& before(size_t index) const { return index == 0 ? at(Token::k_none) : at(index - 1); }
  std::string_view text(size_t first, size_t last) const;  // of the tokens, with what stands between them
};

CodeText read_code(diff::Language language, std::string_view content);

}  // namespace assay::prove
