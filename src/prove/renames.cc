#include "prove/renames.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "prove/code_text.h"
#include "prove/statements.h"

namespace assay::prove {

namespace {

using diff::Language;

constexpr size_t k_most_renames = 20;

bool names_follow_rules(Language language) {
  switch (language) {
    case Language::python:
    case Language::javascript:
    case Language::typescript:
    case Language::java:
    case Language::go:
    case Language::rust:
    case Language::c:
    case Language::cpp: return true;
    default: return false;
  }
}

bool is_member(const CodeText& text, size_t i) { return text.before(i).is_one({".", "->", "?.", "::"}); }

// A key of an object or of a struct's values, or a field that stands there by its name alone.
bool is_key(const CodeText& text, size_t i) {
  const size_t outer = text.at(i).outer;
  if (outer == Token::k_none || !text.at(outer).is("{") || text.language == Language::python) return false;
  return text.before(i).is_one({"{", ","}) && text.at(i + 1).is_one({",", "}", ":"});
}

// Words that make what is named behind them.
bool makes_names(const Token& token) {
  return token.is_one({"def", "class", "function", "fn", "func", "let", "const", "var", "mut", "for", "as", "struct",
                       "enum", "interface", "type", "static", "lambda", "except", "catch"});
}

// def f(here), function f(here), fn f(here), (here) => …
bool is_parameter(const CodeText& text, size_t i) {
  const size_t open = text.at(i).outer;
  if (open == Token::k_none || !text.at(open).is("(")) return false;
  if (!text.before(i).is_one({"(", ",", "*", "&", "..."}) && !text.before(i).is("mut")) return false;
  const size_t close = text.at(open).partner;
  const bool arrow = close != Token::k_none && text.at(close + 1).is("=>");
  const bool named =
      open >= 2 && text.at(open - 1).word() && text.at(open - 2).is_one({"def", "function", "fn", "func"});
  return arrow || named;
}

// "int total =", "const std::string& name," of the languages that write the type first.
bool follows_type(const CodeText& text, size_t i) {
  if (text.language != Language::java && text.language != Language::c && text.language != Language::cpp) return false;
  const auto& last = text.before(i);
  const bool type = (last.word() && !last.is_one({"return", "new", "throw", "case", "delete", "else", "goto", "using",
                                                  "namespace", "not", "and", "or", "sizeof", "typename", "public"})) ||
                    last.is_one({"*", "&", ">"});
  return type && text.at(i + 1).is_one({"=", ",", ")", ";", "(", "{", ":"});
}

bool is_made(const CodeText& text, size_t i) {
  if (is_member(text, i)) return false;
  const auto& next = text.at(i + 1);
  if (makes_names(text.before(i)) || is_parameter(text, i) || follows_type(text, i)) return true;
  const bool assigned = next.is(":=") || (next.is("=") && text.language == Language::python);
  return assigned && text.at(i).outer == Token::k_none;
}

// What one name became, and whether that is a rename at all.
class Renames {
 public:
  Renames(const CodeText& before, const CodeText& after) : m_before(before), m_after(after) {}

  bool read() {
    if (m_before.tokens.size() != m_after.tokens.size()) return false;
    for (size_t i = 0; i < m_before.tokens.size(); ++i) {
      const auto &old = m_before.tokens[i], &now = m_after.tokens[i];
      if (old.kind != now.kind || (!old.word() && old.text != now.text)) return false;
      if (old.word() && !pair(i, old.text, now.text)) return false;
    }
    return is_sound();
  }

  std::string words() const {
    std::string out;
    for (const auto& [old, now] : m_changed) out += cat(out.empty() ? "" : ", ", "`", old, "` to `", now, "`");
    return out;
  }

 private:
  bool pair(size_t i, std::string_view old, std::string_view now) {
    const auto [there, is_new] = m_pairs.emplace(old, now);
    if (!is_new && there->second != now) return false;
    m_old.insert(old);
    m_now.insert(now);
    if (old == now) return true;
    m_changed.emplace(old, now);
    if (is_key(m_before, i)) return false;
    if (is_made(m_before, i)) m_made.insert(old);
    return m_changed.size() <= k_most_renames;
  }

  bool is_sound() const {
    std::set<std::string_view> targets;
    for (const auto& [old, now] : m_changed) {
      if (!m_made.contains(old) || m_old.contains(now) || m_now.contains(old) || !targets.insert(now).second)
        return false;
    }
    return !m_changed.empty();
  }

  const CodeText &m_before, &m_after;
  std::map<std::string_view, std::string_view> m_pairs{}, m_changed{};
  std::set<std::string_view> m_old{}, m_now{}, m_made{};
};

}  // namespace

std::string rename_between(Language language, std::string_view before, std::string_view after) {
  if (!names_follow_rules(language) || before.empty() || after.empty()) return {};
  const CodeText old_text = read_code(language, before), new_text = read_code(language, after);
  // Where lines begin means something there: the same tokens in other blocks are another program.
  if (language == Language::python && old_text.line_count() != new_text.line_count()) return {};
  for (std::uint32_t line = 1; language == Language::python && line <= old_text.line_count(); ++line) {
    const auto old_line = old_text.line(line), new_line = new_text.line(line);
    if (!trim(old_line).empty() && old_line.find_first_not_of(" \t") != new_line.find_first_not_of(" \t")) return {};
  }
  Renames renames(old_text, new_text);
  return renames.read() ? cat(k_only_a_rename, renames.words()) : std::string();
}

}  // namespace assay::prove
