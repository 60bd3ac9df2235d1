#include "variants/test_blocks.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "prove/code_text.h"

namespace assay::variants {

namespace {

using diff::Language;
using prove::CodeText;
using prove::Token;

bool begins_line(const CodeText& text, size_t index) { return text.first_on(text.at(index).line) == index; }

std::string_view indent_text(std::string_view line) { return line.substr(0, std::min(indent_of(line), line.size())); }

std::uint32_t line_of_token(const CodeText& text, size_t index) {
  return index < text.tokens.size() ? text.at(index).line : text.line_count() + 1;
}

// "it's" of `"it's"`.
std::string unquoted(std::string_view quoted) {
  while (!quoted.empty() && is_alpha(quoted.front())) quoted.remove_prefix(1);
  if (quoted.size() < 2) return {};
  return std::string(quoted.substr(1, quoted.size() - 2));
}

// The last line of what is indented deeper than the line `header`, which begins at `first`.
std::uint32_t last_indented(const CodeText& text, std::uint32_t header, size_t first) {
  const size_t depth = indent_of(text.line(header));
  std::uint32_t last = header;
  for (std::uint32_t line = header; line <= text.line_count(); ++line) {
    const size_t at = text.first_on(line);
    if (at == text.first_on(line + 1)) continue;
    const bool continues = text.at(at).outer != Token::k_none && text.at(at).outer >= first;
    if (line > header && !continues && indent_of(text.line(line)) <= depth) break;
    last = std::max(last, text.at(text.first_on(line + 1) - 1).last_line);
  }
  return last;
}

// The line "end" of a block of Ruby that begins on `header`.
std::optional<std::uint32_t> line_of_end(const CodeText& text, std::uint32_t header) {
  const size_t depth = indent_of(text.line(header));
  for (std::uint32_t line = header + 1; line <= text.line_count(); ++line) {
    const size_t at = text.first_on(line);
    if (at == text.first_on(line + 1) || indent_of(text.line(line)) != depth) continue;
    if (text.at(at).is("end")) return line;
    return std::nullopt;
  }
  return std::nullopt;
}

class Blocks {
 public:
  explicit Blocks(const CodeText& text) : m_text(text) {}

  std::vector<TestBlock> all() {
    for (size_t i = 0; i < m_text.tokens.size(); ++i) {
      switch (m_text.language) {
        case Language::python: python(i); break;
        case Language::ruby: ruby(i); break;
        case Language::javascript:
        case Language::typescript: script(i); break;
        case Language::go: go(i); break;
        case Language::rust: rust(i); break;
        case Language::php: php(i); break;
        case Language::java:
        case Language::kotlin:
        case Language::csharp: annotated(i); break;
        case Language::c:
        case Language::cpp: macro(i); break;
        default: return {};
      }
    }
    return std::move(m_out);
  }

 private:
  const Token& at(size_t i) const { return m_text.at(i); }

  // Lines above `line` whose first token is one of these marks, at the same indent.
  std::uint32_t first_marked(std::uint32_t line, std::string_view mark) const {
    while (line > 1) {
      const size_t above = m_text.first_on(line - 1);
      if (above == m_text.first_on(line) || !at(above).is(mark)) break;
      --line;
    }
    return line;
  }

  void add(TestBlock block, std::uint32_t first, std::uint32_t last, std::uint32_t body_line) {
    block.lines = {first, last + 1 - first};
    if (body_line > block.declared && body_line <= last) {
      block.body = m_text.line_starts[body_line - 1];
      block.indent = indent_text(m_text.line(body_line));
    }
    if (!block.name.empty() && (m_out.empty() || m_out.back().lines.first + m_out.back().lines.count <= first))
      m_out.push_back(std::move(block));
  }

  TestBlock named(size_t word, std::string name) const {
    TestBlock out;
    out.name = std::move(name);
    out.declared = at(word).line;
    out.name_word = at(word).begin;
    return out;
  }

  // `word` … `open` … its partner, on lines of their own; `first`: where decorators begin.
  void add_braced(size_t word, std::string name, size_t open, std::uint32_t first) {
    if (open >= m_text.tokens.size() || !at(open).is("{") || at(open).partner == Token::k_none) return;
    const size_t close = at(open).partner;
    std::uint32_t last = at(close).line;
    for (size_t next = close + 1; next < m_text.tokens.size() && at(next).line == last; ++next) {
      if (!at(next).is_one({")", ";", ","})) return;
    }
    add(named(word, std::move(name)), first, last, line_of_token(m_text, open + 1));
  }

  size_t next_brace(size_t from) const {
    for (size_t i = from; i < m_text.tokens.size() && i < from + 200; ++i) {
      if (at(i).is("{")) return i;
      if (at(i).is(";")) break;
      if (at(i).opens() && at(i).partner != Token::k_none) i = at(i).partner;
    }
    return m_text.tokens.size();
  }

  void python(size_t i) {
    const bool async = at(i).is("async") && at(i + 1).is("def");
    const size_t word = async ? i + 1 : i;
    if (!at(word).is("def") || !begins_line(m_text, i) || !at(word + 1).text.starts_with("test")) return;
    if (!at(word + 2).is("(") || at(word + 2).partner == Token::k_none) return;
    size_t colon = at(word + 2).partner + 1;
    while (colon < m_text.tokens.size() && !at(colon).is(":")) ++colon;
    const std::uint32_t line = at(i).line;
    add(named(i, std::string(at(word + 1).text)), first_marked(line, "@"), last_indented(m_text, line, i),
        at(colon + 1).line > at(colon).line ? line_of_token(m_text, colon + 1) : 0);
  }

  void ruby(size_t i) {
    if (!begins_line(m_text, i)) return;
    std::string name;
    if (at(i).is("def") && at(i + 1).text.starts_with("test_")) name = at(i + 1).text;
    const size_t title = at(i + 1).is("(") ? i + 2 : i + 1;
    if (at(i).is_one({"it", "test", "specify", "should"}) && at(title).string()) name = unquoted(at(title).text);
    if (name.empty()) return;
    if (const auto end = line_of_end(m_text, at(i).line))
      add(named(i, std::move(name)), at(i).line, *end, at(i).line + 1);
  }

  void script(size_t i) {
    if (!at(i).is_one({"it", "test"}) || !begins_line(m_text, i) || !at(i + 1).is("(") || !at(i + 2).string()) return;
    const size_t close = at(i + 1).partner;
    if (close == Token::k_none) return;
    std::uint32_t last = at(close).line;
    for (size_t next = close + 1; next < m_text.tokens.size() && at(next).line == last; ++next) {
      if (!at(next).is(";")) return;
    }
    size_t open = i + 3;
    while (open < close && !(at(open).is("{") && at(open).outer == i + 1 &&
                             (m_text.before(open).is("=>") || m_text.before(open).is(")"))))
      ++open;
    add(named(i, unquoted(at(i + 2).text)), at(i).line, last, open < close ? line_of_token(m_text, open + 1) : 0);
  }

  void go(size_t i) {
    if (!at(i).is("func") || !begins_line(m_text, i) || !at(i + 1).text.starts_with("Test") || !at(i + 2).is("(") ||
        at(i + 1).is("TestMain"))
      return;
    add_braced(i, std::string(at(i + 1).text), next_brace(i + 2), at(i).line);
  }

  void rust(size_t i) {
    if (!at(i).is("#") || !begins_line(m_text, i) || !at(i + 1).is("[") || at(i + 1).partner == Token::k_none) return;
    const size_t close = at(i + 1).partner;
    if (!at(close - 1).is("test")) return;
    size_t word = close + 1;
    while (word < m_text.tokens.size() && word < close + 60 && !at(word).is("fn")) ++word;
    if (!at(word).is("fn")) return;
    add_braced(word, std::string(at(word + 1).text), next_brace(word + 2), first_marked(at(i).line, "#"));
  }

  void php(size_t i) {
    if (!at(i).is("function") || !at(i + 1).text.starts_with("test") || !at(i + 2).is("(")) return;
    add_braced(i, std::string(at(i + 1).text), next_brace(i + 2), first_marked(at(i).line, "#"));
  }

  void annotated(size_t i) {
    const bool sharp = m_text.language == Language::csharp;
    if (!at(i).is(sharp ? "[" : "@") || !begins_line(m_text, i) || !at(i + 1).is_one({"Test", "Fact", "TestMethod"}))
      return;
    if (at(i + 2).is("(") && !sharp) return;  // with settings: what they mean is not known
    size_t open = i + 2;
    while (open < m_text.tokens.size() && open < i + 40 && !at(open).is("(")) ++open;
    if (!at(open).is("(") || open < 2 || !at(open - 1).word()) return;
    add_braced(open - 1, std::string(at(open - 1).text), next_brace(open), at(i).line);
  }

  void macro(size_t i) {
    if (!at(i).is_one({"TEST", "TEST_F", "TEST_P", "TEST_CASE", "BOOST_AUTO_TEST_CASE"}) || !begins_line(m_text, i) ||
        !at(i + 1).is("(") || at(i + 1).partner == Token::k_none)
      return;
    const size_t close = at(i + 1).partner;
    const Token& last = at(at(i + 2).string() ? i + 2 : close - 1);
    add_braced(i, last.string() ? unquoted(last.text) : std::string(last.text), close + 1, at(i).line);
  }

  const CodeText& m_text;
  std::vector<TestBlock> m_out;
};

}  // namespace

std::vector<TestBlock> tests_of(std::string_view path, std::string_view content) {
  if (content.size() > CodeText::k_longest) return {};
  const CodeText text = prove::read_code(diff::language_of(path), content);
  return Blocks(text).all();
}

std::string without_lines(std::string_view content, const prove::Lines& lines) {
  std::string out;
  std::uint32_t number = 0;
  const std::uint32_t end = lines.first + lines.count;
  for (size_t at = 0; at < content.size();) {
    const size_t next = std::min(content.find('\n', at), content.size() - 1) + 1;
    const auto line = content.substr(at, next - at);
    ++number;
    const bool dropped = (number >= lines.first && number < end) || (number == end && is_blank(line));
    if (!dropped) out += line;
    at = next;
  }
  return out;
}

}  // namespace assay::variants
