#include "prove/annotations.h"

#include <algorithm>

#include "base/text.h"
#include "prove/statements.h"

namespace assay::prove {

namespace {

class Annotations {
 public:
  explicit Annotations(const CodeText& text) : m_text(text), m_flags(text.tokens.size(), false) {}

  std::vector<bool> find() {
    for (std::uint32_t line = 1; line <= m_text.line_count(); ++line) {
      const size_t first = m_text.first_on(line);
      if (first == m_text.first_on(line + 1) || !begins_statement(m_text, first)) continue;
      statement(first, m_text.at(first).begin - m_text.line_starts[line - 1]);
    }
    return std::move(m_flags);
  }

 private:
  // The innermost headers around the statement, by their indentation.
  struct Scope {
    size_t indent = 0;
    bool is_class = false;
  };

  void statement(size_t first, size_t indent) {
    while (!m_scopes.empty() && m_scopes.back().indent >= indent) m_scopes.pop_back();
    const size_t word = m_text.at(first).is("async") ? first + 1 : first;
    if (m_text.at(word).is("def")) {
      function(word);
      m_scopes.push_back({indent, false});
    } else if (m_text.at(word).is("class")) {
      m_scopes.push_back({indent, true});
    } else if (!m_scopes.empty()) {
      variable(first);
    }
  }

  void function(size_t def) {
    const size_t open = def + 2, close = m_text.at(open).partner;
    if (!m_text.at(open).is("(") || close == Token::k_none) return;
    bool inside = false;
    for (size_t at = open + 1; at < close; ++at) {
      const Token& token = m_text.at(at);
      const bool here = token.outer == open;
      if (here && (token.is(",") || token.is("="))) inside = false;
      if (here && token.is(":") && !m_text.before(at).is("lambda")) inside = true;
      m_flags[at] = inside;
    }
    if (!m_text.at(close + 1).is("->")) return;
    for (size_t at = close + 1; at < m_text.tokens.size(); ++at) {
      if (m_text.at(at).is(":") && m_text.at(at).outer == m_text.at(def).outer) return;
      m_flags[at] = true;
    }
  }

  // "x: int = 5" in a function, "self.x: int = 5" anywhere.
  void variable(size_t first) {
    const size_t colon = end_of_chain(m_text, first);
    const bool keyword = m_text.at(first).is_one({"else", "try", "finally", "lambda", "match", "case", "except", "if"});
    const bool field = m_scopes.back().is_class && colon == first + 1;
    if (colon == first || keyword || field || !m_text.at(colon).is(":")) return;
    const std::uint32_t line = m_text.at(first).line;
    size_t last = colon;
    while (last + 1 < m_text.tokens.size() && !(m_text.at(last + 1).outer == Token::k_none &&
                                                (m_text.at(last + 1).is("=") || begins_another(last + 1, line))))
      ++last;
    const bool bare = !m_text.at(last + 1).is("=") || m_text.at(last + 1).outer != Token::k_none;
    for (size_t at = bare ? first : colon; at <= last; ++at) m_flags[at] = true;
  }

  bool begins_another(size_t at, std::uint32_t line) const {
    return m_text.at(at).line != line && m_text.first_on(m_text.at(at).line) == at;
  }

  const CodeText& m_text;
  std::vector<bool> m_flags;
  std::vector<Scope> m_scopes;
};

}  // namespace

std::vector<bool> annotations_of(const CodeText& text) {
  if (text.language != diff::Language::python) return std::vector<bool>(text.tokens.size(), false);
  return Annotations(text).find();
}

}  // namespace assay::prove
