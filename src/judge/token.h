// A word, number, string or punctuation mark of a line of code.
#pragma once

#include <string_view>
#include <vector>

namespace assay::judge {

enum class TokenKind : unsigned char { word, number, string, punct };

struct Token {
  TokenKind kind = TokenKind::punct;
  std::string_view text;  // a string with its quotes; valid as long as the line is
  size_t begin = 0;       // byte offset in the line

  bool is(std::string_view s) const { return text == s && kind != TokenKind::string; }
  bool word() const { return kind == TokenKind::word; }
  bool string() const { return kind == TokenKind::string; }
  bool literal() const;  // a string, a number, true, false, null, None, nil
  std::string_view unquoted() const;
};

using Tokens = std::vector<Token>;

}  // namespace assay::judge
