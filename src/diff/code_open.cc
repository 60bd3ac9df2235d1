// Where comments, strings, regexes and heredocs begin, and what a hunk that starts inside one gives
// away.
#include <algorithm>

#include "base/text.h"
#include "diff/code.h"
#include "diff/code_line.h"
#include "diff/syntax.h"

namespace assay::diff {

namespace {

constexpr size_t k_regex_longest = 400;  // keeps the search for a regex end linear
constexpr size_t k_look_back = 64;

// The last character before i that is not a blank, looking back a little; 0 when there is none.
char before(std::string_view text, size_t i) {
  const size_t stop = i > k_look_back ? i - k_look_back : 0;
  while (i > stop) {
    if (!is_space(text[--i])) return text[i];
  }
  return 0;
}

std::string_view word_before(std::string_view text, size_t i) {
  const size_t stop = i > k_look_back ? i - k_look_back : 0;
  while (i > stop && is_space(text[i - 1])) --i;
  const size_t end = i;
  while (i > stop && is_word(text[i - 1])) --i;
  return text.substr(i, end - i);
}

bool ends_expression_keyword(std::string_view word) {
  for (std::string_view k : {"return", "typeof", "case", "in", "of", "delete", "void", "throw", "do", "else", "yield",
                             "await", "and", "or", "not", "if", "unless", "when", "split"})
    if (word == k) return true;
  return false;
}

// A line of Python, and not of what a docstring says: "@property", "return x", "if a:", "a.b = c".
bool reads_as_statement(std::string_view text) {
  if (starts_with_any(text, {"@", "def ", "async def ", "self.", "super(", "import "})) return true;
  if (text.starts_with("from ") && contains(text, " import ")) return true;
  if (starts_with_any(text, {"if ", "for ", "while ", "with ", "class ", "try:"})) return text.ends_with(':');
  const bool ends = starts_with_any(text, {"return ", "raise ", "assert "});
  if (ends) text = trim(text.substr(text.find(' ')));
  size_t at = 0;
  while (at < text.size() && (is_word(text[at]) || text[at] == '.')) ++at;
  const auto rest = text.substr(at);
  return at > 0 && (rest.starts_with(" = ") || (ends && (rest.empty() || has("([", rest[0]))));
}

// A bare mark that comes before all else: what follows on this side tells whether it closes a docstring.
bool statement_follows(const Hunk& hunk, const Line& mark, Sign side) {
  for (const Line* line = &mark + 1; line < hunk.lines.data() + hunk.lines.size(); ++line) {
    if (line->sign != Sign::context && line->sign != side) continue;
    const auto text = trim(line->text.substr(0, 1024));
    if (!text.empty()) return reads_as_statement(text);
  }
  return false;
}

}  // namespace

// 0 when no comment starts or ends here.
size_t Lexer::open_comment(Work& w, size_t i) {
  const Syntax& s = *m_syntax;
  const auto open = [&](std::string_view opener, std::string_view closer) {
    w.comment(i, i + opener.size());
    push({.inside = Inside::block_comment, .carries = true, .end = std::string(closer)});
    return i + opener.size();
  };
  if (s.raw == Raw::lua && w.at(i, "--[")) {
    size_t level = i + 3;
    while (level < w.limit && w.text[level] == '=') ++level;
    if (level < w.limit && w.text[level] == '[')
      return open(w.text.substr(i, level + 1 - i), cat("]", w.text.substr(i + 3, level - i - 3), "]"));
  }
  if (w.at(i, s.block_open)) return open(s.block_open, s.block_close);
  if (w.at(i, s.block_open2)) return open(s.block_open2, s.block_close2);
  for (auto mark : s.line_comments) {
    if (!w.at(i, mark)) continue;
    if (s.needs == HashNeeds::gap && i > 0 && !has(" \t;&|()`,{}", w.text[i - 1])) continue;
    if (s.needs == HashNeeds::line_start && !trim(w.text.substr(0, i)).empty()) continue;
    if (mark == "#" && s.heredoc == Heredoc::php && w.at(i, "#[")) continue;
    w.comment(i, w.limit);
    return w.limit;
  }
  // "*/" in code can only close a comment opened before the hunk.
  if (m_stack.empty() && s.block_close == "*/" && w.at(i, "*/")) {
    std::fill(w.out.strings.begin(), w.out.strings.begin() + static_cast<std::ptrdiff_t>(i), ' ');
    w.comment(0, i + 2);
    m_known = true;
    return i + 2;
  }
  return 0;
}

// Is the triple quote at i the start of a statement of its own?
bool Lexer::is_docstring(const Work& w, size_t i) const {
  if (!m_syntax->docstrings || !m_stack.empty()) return false;
  const auto lead = trim(w.text.substr(0, std::min(i, k_look_back)));
  if (lead.size() <= 1 && (lead.empty() || has("rRuU", lead[0]))) return !has("=([{,+%\\", m_last == 0 ? ';' : m_last);
  return lead == "@doc" || lead == "@moduledoc" || lead == "@typedoc";
}

size_t Lexer::open_string(Work& w, size_t i) {
  const Syntax& s = *m_syntax;
  const char c = w.text[i];
  const bool tripled = has(s.triples, c) && i + 2 < w.limit && w.text[i + 1] == c && w.text[i + 2] == c;
  const bool multi = has(s.multi_quotes, c);
  if (!tripled && !multi && !has(s.quotes, c)) return 0;
  const char previous = i > 0 ? w.text[i - 1] : '\0';
  if (c == '\'' && s.char_literals) {
    const auto rest = w.text.substr(i + 1, 6);
    size_t one = 1;
    while (one < rest.size() && (static_cast<unsigned char>(rest[one]) & 0xC0U) == 0x80U) ++one;
    const bool literal = !rest.empty() && (rest[0] == '\\' || (one < rest.size() && rest[one] == '\''));
    if (!literal || is_word(previous)) return i + 1;
  }
  // 1'000'000 in C++; a primed name elsewhere is rare.
  if (c == '\'' && s.raw == Raw::cpp && is_alnum(previous) && i + 1 < w.limit && is_alnum(w.text[i + 1]) &&
      is_digit(word_before(w.text, i).empty() ? ' ' : word_before(w.text, i)[0]))
    return i + 1;
  if (s.token_quotes) {
    const char lead = before(w.text, i);
    if (lead != 0 && !has(":,[{-=!|>(", lead)) return i + 1;
    if (lead != 0 && has("-:=", lead) && !is_space(previous)) return i + 1;
  }
  Frame frame{.inside = Inside::string, .quote = c, .triple = tripled};
  frame.carries = tripled || multi;
  frame.escapes = !has(s.literal, c);
  frame.doubles = !tripled && has(s.doubles, c);
  std::string_view prefix = word_before(w.text, i);
  if (previous == 0 || !is_word(previous) || prefix.size() > 2) prefix = {};
  if (s.interpolation == 'f') {
    const bool f = has(prefix, 'f') || has(prefix, 'F') || previous == '$';
    frame.interpolates = f ? 'f' : 0;
  } else if (s.interpolation != 0 && (has(s.interpolating, c) || tripled)) {
    frame.interpolates = s.interpolation;
  }
  frame.doc = tripled && is_docstring(w, i);
  const size_t length = tripled ? 3 : 1;
  if (frame.doc) w.comment(i, i + length);
  push(std::move(frame));
  return i + length;
}

// R"x(…)x", r#"…"#, @"…", [[…]].
size_t Lexer::open_raw(Work& w, size_t i) {
  const char c = w.text[i];
  const auto open = [&](size_t after, std::string end) {
    push({.inside = Inside::string, .carries = true, .end = std::move(end)});
    return after;
  };
  switch (m_syntax->raw) {
    case Raw::none: return 0;
    case Raw::cpp: {
      if (c != '"' || i == 0 || w.text[i - 1] != 'R') return 0;
      const size_t paren = w.text.substr(0, std::min(w.limit, i + 18)).find('(', i);
      if (paren == std::string_view::npos) return 0;
      return open(paren + 1, cat(")", w.text.substr(i + 1, paren - i - 1), "\""));
    }
    case Raw::rust: {
      size_t r = i;
      while (r > 0 && w.text[r - 1] == '#' && i - r < 16) --r;
      if (c != '"' || r == 0 || w.text[r - 1] != 'r') return 0;
      if (r > 1 && is_word(w.text[r - 2]) && w.text[r - 2] != 'b' && w.text[r - 2] != 'c') return 0;
      return open(i + 1, cat("\"", std::string(i - r, '#')));
    }
    case Raw::csharp: {
      const bool verbatim = i > 0 && (w.text[i - 1] == '@' || (w.text[i - 1] == '$' && i > 1 && w.text[i - 2] == '@'));
      if (c != '"' || !verbatim) return 0;
      push({.inside = Inside::string, .quote = '"', .carries = true, .doubles = true});
      return i + 1;
    }
    case Raw::lua: {
      if (c != '[') return 0;
      size_t level = i + 1;
      while (level < w.limit && w.text[level] == '=') ++level;
      if (level >= w.limit || w.text[level] != '[') return 0;
      return open(level + 1, cat("]", w.text.substr(i + 1, level - i - 1), "]"));
    }
  }
  return 0;
}

// A slash starts a regex where a value is expected and another slash follows on the line.
size_t Lexer::open_regex(Work& w, size_t i) {
  const char lead = before(w.text, i);
  const bool arrow = lead == '>' && contains(w.text.substr(i > 4 ? i - 4 : 0, 4), "=>");
  const bool value =
      lead == 0 || arrow || has("(,=:[!&|?{;+~", lead) || ends_expression_keyword(word_before(w.text, i));
  if (!value || w.at(i, "/>")) return i + 1;
  const size_t stop = std::min(w.limit, i + k_regex_longest);
  bool in_set = false;
  for (size_t at = i + 1; at < stop; ++at) {
    const char c = w.text[at];
    if (c == '\\')
      ++at;
    else if (c == '[')
      in_set = true;
    else if (c == ']')
      in_set = false;
    else if (c == '/' && !in_set) {
      w.string(i + 1, at);
      return at + 1;
    }
  }
  return i + 1;
}

size_t Lexer::open_heredoc(Work& w, size_t i) {
  const bool php = m_syntax->heredoc == Heredoc::php;
  const std::string_view opener = php ? "<<<" : "<<";
  if (!w.at(i, opener)) return i + 1;
  size_t at = i + opener.size();
  if (!php && w.at(at, "<")) return at + 1;
  const bool marked = at < w.limit && (w.text[at] == '-' || w.text[at] == '~');
  if (marked) ++at;
  const size_t gap = at;
  while (m_syntax->heredoc != Heredoc::ruby && at < w.limit && w.text[at] == ' ') ++at;
  const bool spaced = at > gap;
  const bool quoted = at < w.limit && (w.text[at] == '"' || w.text[at] == '\'' || w.text[at] == '\\');
  if (quoted) ++at;
  size_t end = at;
  while (end < w.limit && end - at < 64 && is_word(w.text[end])) ++end;
  const bool shifts = contains(w.text.substr(0, std::min(i, k_look_back)), "((");
  const bool named = end > at && !is_digit(w.text[at]);
  const bool clear = quoted || is_upper(named ? w.text[at] : 'x') || (m_syntax->heredoc == Heredoc::shell && !spaced);
  if (!named || shifts || !(clear || marked || php)) return i + opener.size();
  if (m_heredoc.empty()) m_heredoc = std::string(w.text.substr(at, end - at));
  return quoted && end < w.limit ? end + 1 : end;
}

void Lexer::start_in(const Hunk& hunk, Sign side) {
  const Syntax& s = *m_syntax;
  if (s.block_close != "*/" && !s.docstrings) return;
  // The first mark in the hunk decides.
  std::string_view last;
  for (const Line& line : hunk.lines) {
    if (line.sign != Sign::context && line.sign != side) continue;
    const auto text = line.text.substr(0, 1024);
    if (s.block_close == "*/") {
      const size_t close = text.find("*/"), open = text.find("/*");
      if (open != std::string_view::npos && open < close) return;
      if (close == std::string_view::npos) continue;
      const auto lead = trim(text.substr(0, close));
      if (has(lead, '"') || has(lead, '\'') || has(lead, '`')) return;  // a glob in a string, most likely
      m_stack.assign(1, Frame{.inside = Inside::block_comment, .carries = true, .end = "*/"});
      return;
    }
    for (const char quote : {'"', '\''}) {
      const std::string mark(3, quote);
      const size_t at = text.find(mark);
      if (at == std::string_view::npos) continue;
      if (text.find(mark, at + 3) != std::string_view::npos) return;
      const auto lead = trim(text.substr(0, at)), rest = trim(text.substr(at + 3));
      const char end = last.empty() ? '\0' : last.back();
      bool closes = false;
      if (lead.empty())
        closes = !rest.empty() ? has(").,]};%", rest[0])
                 : end == 0    ? statement_follows(hunk, line, side)
                               : !has(":=([{,", end);
      else
        closes = lead.size() > 2 && !has("=([{,:+%>rRbBfFuU@", lead.back()) && !lead.starts_with("return") &&
                 !lead.starts_with('@') && !has(lead, '=');
      if (closes)
        m_stack.assign(1, Frame{.inside = Inside::string,
                                .quote = quote,
                                .triple = true,
                                .doc = true,
                                .carries = true,
                                .escapes = true});
      return;
    }
    if (!trim(text).empty()) last = trim(text);
  }
}

}  // namespace assay::diff
