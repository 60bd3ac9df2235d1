#include "prove/code_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::prove {

namespace {

using diff::Language;

// Longer ones first.
constexpr std::array<std::string_view, 50> k_operators = {
    ">>>=", "===", "!==", "...", "..=", "<=>", "<<=", ">>=", ">>>", "**=", "//=", "&&=", "||=",
    "?\?=", "<<<", "=>",  "->",  "==",  "!=",  "<=",  ">=",  "&&",  "||",  "::",  ":=",  "+=",
    "-=",   "*=",  "/=",  "%=",  "&=",  "|=",  "^=",  "??",  "?.",  "?:",  "<<",  ">>",  "++",
    "--",   "**",  "//",  "..",  "=~",  "!~",  "<-",  "&.",  "!!",  "~=",  "&^"};

// Marks that only some languages have: `a//b`, `x ?: y`, `x <- y` are other things elsewhere.
bool is_operator_of(std::string_view op, Language language) {
  if (op == "//" || op == "//=") return language == Language::python;
  if (op == "<-") return language == Language::go || language == Language::scala;
  if (op == "!!") return language == Language::kotlin;
  if (op == "&^") return language == Language::go;
  if (op == "&.") return language == Language::ruby;
  if (op == "<<<") return language == Language::shell || language == Language::php;
  if (op == "?:") return language != Language::python && language != Language::ruby;
  return true;
}

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

bool carries_over_lines(Language language, char quote, char prefix) {
  if (quote == '`') return true;
  if (language == Language::shell) return true;
  if (language == Language::rust) return quote == '"';
  if (language == Language::cpp) return prefix == 'R';
  return language == Language::csharp && (prefix == '@' || prefix == '$');
}

class Cutter {
 public:
  explicit Cutter(CodeText& out) : m_out(out), m_lexer(out.language) {}

  void line(std::string_view text, size_t offset) {
    m_text = text;
    m_offset = offset;
    ++m_line;
    const auto masked = m_lexer.line(text);
    m_code = masked.code;
    m_strings = masked.strings;
    for (size_t i = 0; i < text.size();) i = m_open.quote != 0 ? inside(i) : step(i);
    if (m_open.quote != 0 && !m_open.carries) close(text.size());
  }

  void finish() {
    if (m_open.quote != 0) close(m_text.size());
  }

 private:
  struct Open {
    char quote = 0;
    bool triple = false, carries = false;
    size_t begin = 0;
    std::uint32_t line = 0;
  };

  bool tripled(size_t i) const {
    return i + 2 < m_code.size() && m_code[i + 1] == m_code[i] && m_code[i + 2] == m_code[i];
  }

  void push(TokenKind kind, size_t begin, size_t end) {
    m_out.tokens.push_back({kind, m_text.substr(begin, end - begin), m_offset + begin, m_line, m_line});
  }

  void close(size_t end) {
    m_out.tokens.push_back({TokenKind::string, m_out.content.substr(m_open.begin, m_offset + end - m_open.begin),
                            m_open.begin, m_open.line, m_line});
    m_open = {};
  }

  size_t inside(size_t i) {
    const size_t at = m_code.find(m_open.quote, i);
    if (at == std::string::npos) return m_text.size();
    if (m_open.triple && !tripled(at)) return at + 1;
    const size_t end = at + (m_open.triple ? 3 : 1);
    close(end);
    return end;
  }

  size_t open(size_t i, size_t begin) {
    const char quote = m_code[i];
    const bool triple = quote != '`' && tripled(i);
    const char prefix = i > 0 ? m_code[i - 1] : '\0';
    m_open = {quote, triple, triple || carries_over_lines(m_out.language, quote, prefix), m_offset + begin, m_line};
    return i + (triple ? 3 : 1);
  }

  // The letters in front of a quote belong to the string: f"…", R"(…)", @"…".
  size_t start_of_prefix(size_t i) {
    size_t begin = i;
    while (begin > 0 && i - begin < 3 && contains("rRbBfFuUL#", m_code.substr(begin - 1, 1))) --begin;
    if (begin == i || (begin > 0 && is_word(m_code[begin - 1]))) return i;
    auto& tokens = m_out.tokens;
    while (!tokens.empty() && tokens.back().line == m_line && tokens.back().begin >= m_offset + begin)
      tokens.pop_back();
    return begin;
  }

  bool has_prefixes() const {
    return is_one_of_languages({Language::python, Language::cpp, Language::c, Language::rust});
  }
  bool is_one_of_languages(std::initializer_list<Language> languages) const {
    return std::find(languages.begin(), languages.end(), m_out.language) != languages.end();
  }

  bool is_lifetime(size_t i) const {
    return m_code[i] == '\'' && is_one_of_languages({Language::rust, Language::scala}) && i + 1 < m_code.size() &&
           is_word(m_code[i + 1]);
  }

  size_t end_of_regex(size_t i) const {
    if (m_code[i] != '/' || i + 1 >= m_code.size() || is_space(m_strings[i + 1])) return 0;
    const size_t close = m_code.find('/', i + 1);
    if (close == std::string::npos) return 0;
    size_t end = close + 1;
    while (end < m_code.size() && is_alpha(m_code[end])) ++end;
    return end;
  }

  size_t end_of_number(size_t i) const {
    const bool hex = m_code[i] == '0' && i + 1 < m_code.size() && to_lower(m_code[i + 1]) == 'x';
    for (; i < m_code.size(); ++i) {
      const char c = m_code[i], next = i + 1 < m_code.size() ? m_code[i + 1] : '\0';
      const bool exponent = !hex && (c == '-' || c == '+') && to_lower(m_code[i - 1]) == 'e' && is_digit(next);
      if (!is_word(c) && !exponent && !((c == '.' || c == '\'') && is_digit(next))) break;
    }
    return i;
  }

  size_t end_of_word(size_t i) const {
    while (i < m_code.size() && (is_word(m_code[i]) || m_code[i] == '$')) ++i;
    const bool asks = i < m_code.size() && (m_code[i] == '?' || m_code[i] == '!');  // empty? save! of Ruby
    if (m_out.language == Language::ruby && asks &&
        (i + 1 >= m_code.size() || (m_code[i + 1] != '=' && m_code[i + 1] != '~')))
      ++i;
    return i;
  }

  size_t end_of_operator(size_t i) const {
    for (std::string_view op : k_operators) {
      if (m_code.compare(i, op.size(), op) == 0 && is_operator_of(op, m_out.language)) return i + op.size();
    }
    return i + 1;
  }

  size_t step(size_t i) {
    const char c = m_code[i];
    if (is_space(c)) {
      if (is_space(m_strings[i])) return i + 1;
      const size_t end = trim_right(m_strings).size();  // the line of a heredoc
      size_t stop = i;
      while (stop < end && is_space(m_code[stop])) ++stop;
      push(TokenKind::string, i, stop);
      return stop;
    }
    if (is_quote(c) && !is_lifetime(i)) return open(i, has_prefixes() ? start_of_prefix(i) : i);
    if (const size_t end = end_of_regex(i)) return push(TokenKind::regex, i, end), end;
    if (is_digit(c)) {
      const size_t end = end_of_number(i);
      return push(TokenKind::number, i, end), end;
    }
    if (is_word(c) || c == '$') {
      const size_t end = std::max(end_of_word(i), i + 1);
      return push(TokenKind::word, i, end), end;
    }
    const size_t end = end_of_operator(i);
    return push(TokenKind::punct, i, end), end;
  }

  CodeText& m_out;
  diff::Lexer m_lexer;
  std::string_view m_text;
  size_t m_offset = 0;
  std::uint32_t m_line = 0;
  std::string m_code, m_strings;
  Open m_open;
};

bool closes_with(const Token& open, const Token& close) {
  return (open.is("(") && close.is(")")) || (open.is("[") && close.is("]")) || (open.is("{") && close.is("}"));
}

void match_brackets(std::vector<Token>& tokens) {
  std::vector<size_t> open;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].closes() && !open.empty() && closes_with(tokens[open.back()], tokens[i])) {
      tokens[i].partner = open.back();
      tokens[open.back()].partner = i;
      open.pop_back();
    }
    tokens[i].outer = open.empty() ? Token::k_none : open.back();
    if (tokens[i].opens()) open.push_back(i);
  }
  // One that is never closed was none: a "[" in a pattern that is not known as such.
  for (Token& token : tokens) {
    if (token.outer != Token::k_none && tokens[token.outer].partner == Token::k_none)
      token.outer = tokens[token.outer].outer;
  }
}

void index_lines(CodeText& text) {
  size_t next = 0;
  for (std::uint32_t line = 1; line <= text.line_count() + 1; ++line) {
    while (next < text.tokens.size() && text.tokens[next].line < line) ++next;
    text.first_tokens.push_back(next);
  }
}

}  // namespace

bool Token::is_one(std::initializer_list<std::string_view> words) const {
  return kind != TokenKind::string && kind != TokenKind::regex && is_one_of(text, words);
}

std::string_view CodeText::line(std::uint32_t number) const {
  const size_t begin = line_starts[number - 1];
  const size_t end = number < line_count() ? line_starts[number] : content.size();
  auto text = content.substr(begin, end - begin);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

const Token& CodeText::at(size_t index) const {
  static const Token none;
  return index < tokens.size() ? tokens[index] : none;
}

std::string_view CodeText::text(size_t first, size_t last) const {
  return content.substr(at(first).begin, at(last).end() - at(first).begin);
}

CodeText read_code(Language language, std::string_view content) {
  CodeText out{.language = language, .content = content};
  if (content.size() > CodeText::k_longest) {
    out.first_tokens.assign(1, 0);
    return out;
  }
  Cutter cutter(out);
  for (size_t at = 0; at < content.size();) {
    out.line_starts.push_back(at);
    const size_t end = std::min(content.find('\n', at), content.size());
    auto text = content.substr(at, end - at);
    if (text.ends_with('\r')) text.remove_suffix(1);
    cutter.line(text, at);
    at = end + 1;
  }
  cutter.finish();
  match_brackets(out.tokens);
  index_lines(out);
  return out;
}

}  // namespace assay::prove
