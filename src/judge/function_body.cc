#include "judge/function_body.h"

#include <algorithm>

#include "base/text.h"

namespace assay::judge {

namespace {

using diff::Language;

constexpr size_t k_body_lines = 120, k_head_lines = 12;

bool is_indented(Language l) { return l == Language::python || l == Language::ruby || l == Language::elixir; }
// Where the type stands behind the name and a colon.
bool names_first(Language l) { return l == Language::go; }

// One parameter's name: "o" of Object o, "other" of other: Any?, "b" of b *T in Go.
std::string name_of(const Tokens& part, Language language) {
  if (part.empty()) return {};
  size_t end = 0;
  while (end < part.size() && !part[end].is(":") && !part[end].is("=")) ++end;
  std::string name;
  for (size_t i = 0; i < end; ++i) {
    if (!part[i].word()) continue;
    name = std::string(part[i].text);
    if (names_first(language)) break;
  }
  return is_one_of(name, {"self", "this", "mut", "const"}) ? std::string{} : name;
}

void take_inputs(const Tokens& head, size_t open, Language language, std::vector<std::string>& out) {
  const size_t end = skip_brackets(head, open);
  const size_t close = end > open + 1 && head[end - 1].is(")") ? end - 1 : end;
  Tokens part;
  int depth = 0;
  for (size_t i = open + 1; i < close; ++i) {
    depth += head[i].is("(") || head[i].is("[") || head[i].is("<");
    depth -= head[i].is(")") || head[i].is("]") || head[i].is(">");
    const bool comma = depth == 0 && head[i].is(",");
    if (!comma) part.push_back(head[i]);
    if (!comma && i + 1 < close) continue;
    if (std::string name = name_of(part, language); !name.empty()) out.push_back(std::move(name));
    part.clear();
  }
}

// The lines after the head that are indented deeper, until one is not.
void take_indented(const CodeHunk& hunk, size_t head, Side side, FunctionBody& out) {
  const size_t indent = indent_of(hunk.lines[head].raw->text);
  for (size_t i = head + 1; i < hunk.lines.size() && out.lines.size() < k_body_lines; ++i) {
    const CodeLine& line = hunk.lines[i];
    const Tokens& t = tokens_of(line, side);
    if (!on_side(line, side) || t.empty()) continue;
    if (indent_of(line.raw->text) <= indent && !t[0].is(")")) {
      out.whole = true;
      return;
    }
    out.touched |= is_changed(line);
    out.lines.push_back(i);
    out.tokens.insert(out.tokens.end(), t.begin(), t.end());
  }
  out.whole = !out.lines.empty() && out.lines.size() < k_body_lines;
}

// Behind the head of an indented language: where its signature ends on that line.
size_t end_of_signature(const Tokens& t) {
  const auto name = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("def") || x.is("defp"); });
  size_t at = static_cast<size_t>(name - t.begin());
  while (at < t.size() && !t[at].is("(")) ++at;
  return at < t.size() ? skip_brackets(t, at) : t.size();
}

FunctionBody indented_body(const CodeHunk& hunk, size_t head, Side side) {
  FunctionBody out;
  out.found = true;
  out.touched = is_changed(hunk.lines[head]);
  const Tokens& t = tokens_of(hunk.lines[head], side);
  const auto open = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("("); });
  if (open != t.end()) take_inputs(t, static_cast<size_t>(open - t.begin()), hunk.file.language, out.inputs);
  size_t at = std::min(end_of_signature(t), t.size());
  if (at < t.size() && t[at].is("->"))  // -> bool:
    while (at < t.size() && !t[at].is(":")) ++at;
  if (at < t.size() && t[at].is(",")) ++at;  // , do: expression
  if (at < t.size() && t[at].is("do")) ++at;
  const bool sign = at < t.size() && (t[at].is(":") || t[at].is("=") || t[at].is(";"));
  if (sign && at + 1 < t.size()) {
    out.tokens.assign(t.begin() + static_cast<std::ptrdiff_t>(at) + 1, t.end());
    out.lines.push_back(head);
    out.whole = true;
    return out;
  }
  take_indented(hunk, head, side, out);
  return out;
}

// Reads token by token through the head, then the body, until its last bracket.
class Brackets {
 public:
  Brackets(Language language, FunctionBody& out) : m_language(language), m_out(out) {}

  // False when nothing more belongs to the function.
  bool line(const Tokens& t, size_t index) {
    for (size_t i = 0; i < t.size(); ++i) {
      if (!m_out.found ? !head_token(t, i) : !body_token(t[i], index)) return false;
    }
    if (m_expression && m_depth == 0 && !m_out.tokens.empty() && ends_statement(m_out.tokens.back())) {
      m_out.whole = true;
      return false;
    }
    return true;
  }

 private:
  bool ends_statement(const Token& last) const {
    return m_language != Language::csharp && !is_one_of(last.text, {"&&", "||", "==", "=", "+", ",", "."});
  }
  bool head_token(const Tokens& t, size_t i) {
    if (t[i].is("(") && m_depth == 0 && m_out.inputs.size() < 8) take_inputs(t, i, m_language, m_out.inputs);
    m_depth += t[i].is("(") || t[i].is("[");
    m_depth -= t[i].is(")") || t[i].is("]");
    if (m_depth > 0) return true;
    if (t[i].is(";")) return false;
    m_expression = t[i].is("=") || t[i].is("=>");
    m_out.found = t[i].is("{") || m_expression;
    return true;
  }
  bool body_token(const Token& t, size_t index) {
    if (m_expression && m_depth == 0 && m_out.tokens.empty() && t.is("{")) {  // => {
      m_expression = false;
      return true;
    }
    m_depth += t.is("(") || t.is("[") || t.is("{");
    m_depth -= t.is(")") || t.is("]") || t.is("}");
    if (m_depth < 0 || (m_expression && m_depth == 0 && t.is(";"))) {
      m_out.whole = true;
      return false;
    }
    m_out.tokens.push_back(t);
    if (m_out.lines.empty() || m_out.lines.back() != index) m_out.lines.push_back(index);
    return true;
  }

  const Language m_language;
  FunctionBody& m_out;
  int m_depth = 0;
  bool m_expression = false;
};

}  // namespace

FunctionBody body_of(const CodeHunk& hunk, size_t head, Side side) {
  if (is_indented(hunk.file.language)) return indented_body(hunk, head, side);
  FunctionBody out;
  Brackets reader(hunk.file.language, out);
  for (size_t i = head; i < hunk.lines.size() && i < head + k_body_lines; ++i) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, side)) continue;
    if (!out.found && i > head + k_head_lines) break;
    out.touched |= is_changed(line);
    if (!reader.line(tokens_of(line, side), i)) break;
  }
  return out;
}

}  // namespace assay::judge
