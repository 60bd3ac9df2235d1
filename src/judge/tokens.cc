#include "judge/tokens.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace assay::judge {

namespace {

constexpr std::array<std::string_view, 24> k_operators = {
    "===", "!==", "...", "<=>", "=>", "->", "==", "!=", "<=", ">=", "&&", "||",
    "::",  ":=",  "+=",  "-=",  "*=", "/=", "??", "?.", "<<", ">>", "++", "--"};

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }
bool starts_word(char c) { return is_word(c) && !is_digit(c); }

size_t end_of_operator(std::string_view code, size_t at) {
  for (std::string_view op : k_operators) {
    if (code.compare(at, op.size(), op) == 0) return at + op.size();
  }
  return at + 1;
}

size_t end_of_number(std::string_view code, size_t at) {
  const bool hex = code.substr(at).starts_with("0x");
  while (at < code.size() && (is_word(code[at]) || (code[at] == '.' && at + 1 < code.size() && is_digit(code[at + 1]))))
    ++at;
  // 1e-9
  const bool exponent = !hex && at + 1 < code.size() && (code[at] == '-' || code[at] == '+') &&
                        is_digit(code[at + 1]) && (code[at - 1] == 'e' || code[at - 1] == 'E');
  return exponent ? end_of_number(code, at + 1) : at;
}

// A blank in the code that is not blank among the strings: inside a string opened on an earlier line.
size_t end_of_string_rest(std::string_view code, std::string_view strings, size_t at) {
  size_t last = at;
  for (size_t i = at; i < code.size() && is_space(code[i]); ++i) {
    if (i < strings.size() && !is_space(strings[i])) last = i;
  }
  return last + 1;
}

bool opens(const Token& t) { return t.is("(") || t.is("[") || t.is("{"); }
bool closes(const Token& t) { return t.is(")") || t.is("]") || t.is("}"); }

}  // namespace

bool Token::literal() const {
  if (kind == TokenKind::string || kind == TokenKind::number) return true;
  if (kind != TokenKind::word) return false;
  constexpr std::array<std::string_view, 9> values = {"true", "false", "True",      "False",  "null",
                                                      "None", "nil",   "undefined", "nullptr"};
  return std::find(values.begin(), values.end(), text) != values.end();
}

std::string_view Token::unquoted() const {
  std::string_view s = text;
  while (!s.empty() && is_quote(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_quote(s.back())) s.remove_suffix(1);
  return s;
}

namespace {

// `code` is the line with the insides of its strings blanked, `strings` only those.
Tokens cut(std::string_view raw, std::string_view code, std::string_view strings) {
  Tokens out;
  const size_t size = std::min(raw.size(), code.size());
  for (size_t i = 0; i < size;) {
    const char c = code[i];
    size_t end = i + 1;
    TokenKind kind = TokenKind::punct;
    if (is_space(c)) {
      if (i >= strings.size() || is_space(strings[i])) {
        ++i;
        continue;
      }
      kind = TokenKind::string;
      end = end_of_string_rest(code, strings, i);
    } else if (is_quote(c)) {
      const size_t close = code.find(c, i + 1);
      if (close != std::string_view::npos && close < size) {
        kind = TokenKind::string;
        end = close + 1;
      } else if (code.find_first_not_of(" \t\r", i + 1) == std::string_view::npos) {
        kind = TokenKind::string;  // goes on in the next line
        end = size;
      }
    } else if (is_digit(c)) {
      kind = TokenKind::number;
      end = end_of_number(code, i);
    } else if (starts_word(c) || c == '$') {
      kind = TokenKind::word;
      while (end < size && (is_word(code[end]) || code[end] == '$')) ++end;
    } else {
      end = std::min(end_of_operator(code, i), size);
    }
    out.push_back({kind, raw.substr(i, end - i), i});
    i = end;
  }
  return out;
}

}  // namespace

const Tokens& tokens_of(const CodeLine& line, Side side) {
  static const Tokens none;
  if (line.hidden && side == Side::after) return none;
  if (!std::exchange(line.tokens_made, true)) {
    line.tokens = line.hidden ? cut(line.raw->text, line.code_before, {})
                              : cut(line.raw->text, line.masked.code, line.masked.strings);
  }
  return line.tokens;
}

Tokens cut_code(std::string_view code) { return cut(code, code, {}); }

size_t skip_brackets(const Tokens& tokens, size_t open) {
  int depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i]) && --depth <= 0) return i + 1;
  }
  return tokens.size();
}

std::string text_of(const Tokens& tokens, size_t begin, size_t end) {
  std::string out;
  for (size_t i = begin; i < end && i < tokens.size(); ++i) {
    if (!out.empty()) out += ' ';
    if (tokens[i].string() && is_quote(tokens[i].text.front())) {
      out += cat('"', tokens[i].unquoted(), '"');  // which quotes were used does not matter
    } else {
      out += tokens[i].text;
    }
  }
  return out;
}

std::string shape_of(const Tokens& tokens, size_t begin, size_t end) {
  std::string out;
  for (size_t i = begin; i < end && i < tokens.size(); ++i) {
    if (tokens[i].literal()) {
      if (!out.empty() && out.back() == '-') out.pop_back();  // -1 and 1 are one kind of value
      out += " \x01";
    } else {
      out += ' ';
      out += tokens[i].text;
    }
  }
  return out;
}

bool has_word(const Tokens& tokens, std::string_view word) {
  return std::any_of(tokens.begin(), tokens.end(), [&](const Token& t) { return t.word() && t.text == word; });
}

size_t find_run(const Tokens& tokens, std::initializer_list<std::string_view> run, size_t from) {
  for (size_t i = from; i + run.size() <= tokens.size(); ++i) {
    size_t k = 0;
    for (std::string_view text : run) {
      if (!tokens[i + k].is(text)) break;
      ++k;
    }
    if (k == run.size()) return i;
  }
  return std::string_view::npos;
}

size_t next_code_line(const CodeHunk& hunk, size_t from, Side side) {
  for (size_t i = from + 1; i < hunk.lines.size(); ++i) {
    if (on_side(hunk.lines[i], side) && !trim(hunk.lines[i].masked.code).empty()) return i;
  }
  return hunk.lines.size();
}

bool has_changed_line(const CodeHunk& hunk, diff::Sign sign, std::string_view code) {
  code = trim(code);
  return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                     [&](const CodeLine& l) { return l.raw->sign == sign && trim(l.raw->text) == code; });
}

}  // namespace assay::judge
