// The tokens of both sides are compared after everything that no test can notice is left out. What remains equal means
// that nothing a test could see has changed; which things were left out says why.
#include "prove/matter.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "prove/annotations.h"
#include "prove/code_text.h"
#include "prove/renames.h"
#include "prove/statements.h"

namespace assay::prove {

namespace {

using diff::Language;

constexpr std::uint32_t k_most_lines_of_hunk = 5'000;

// In the order in which they are named.
enum class Left : std::uint8_t { imports, declarations, types, logging, documentation };

std::string_view word_for(Left left) {
  switch (left) {
    case Left::imports: return "imports";
    case Left::declarations: return "declarations";
    case Left::types: return "type annotations";
    case Left::logging: return "logging";
    case Left::documentation: return "documentation";
  }
  return {};
}

// One side of a piece.
struct Seen {
  std::vector<std::string> kept{};
  std::map<Left, std::string> left{};
  std::string comments{};
  bool blank = true;
  std::map<std::string, std::set<std::string>> imported{};  // name ► from where
};

class Side {
 public:
  Side(Language language, std::string_view content)
      : m_text(read_code(language, content)), m_annotations(annotations_of(m_text)) {}

  Seen see(Lines lines) const {
    Seen seen;
    if (lines.count == 0) return seen;
    const std::uint32_t first = std::max(lines.first, 1U);
    const std::uint32_t last = std::min(first + lines.count - 1, m_text.line_count());
    size_t at = m_text.line_count() == 0 ? 0 : m_text.first_on(std::min(first, m_text.line_count()));
    while (at > 0 && m_text.at(at - 1).last_line >= first) --at;
    for (; at < m_text.tokens.size() && m_text.at(at).line <= last; ++at) token(at, seen);
    for (std::uint32_t line = first; line <= last; ++line) rest(line, seen);
    return seen;
  }

 private:
  void token(size_t at, Seen& seen) const {
    const Token& token = m_text.at(at);
    const size_t statement = family_of(m_text.language) == Family::none ? at : statement_at(at);
    if (m_annotations[at]) return leave(Left::types, token, seen);
    if (family_of(m_text.language) != Family::none) {
      switch (kind(statement)) {
        case StatementKind::import:
          if (at == statement) note_import(statement, seen);
          return leave(Left::imports, token, seen);
        case StatementKind::declaration: return leave(Left::declarations, token, seen);
        case StatementKind::logging: return leave(Left::logging, token, seen);
        default: break;
      }
      if (is_lone_string(at, statement)) return leave(Left::documentation, token, seen);
    }
    if (at == m_text.first_on(token.line) && matters_where(at)) {
      seen.kept.push_back(cat("\n", indent_of(m_text.line(token.line))));
    }
    if (is_decoration(at)) return;
    seen.kept.push_back(shape(token));
  }

  static void leave(Left what, const Token& token, Seen& seen) { seen.left[what] += cat(token.text, "\n"); }

  size_t statement_at(size_t at) const {
    // A statement may begin in the middle of a line: "if (x) log.debug(y)" is one, and code.
    const std::uint32_t line = m_text.at(at).line;
    if (line != m_line) {
      m_line = line;
      m_statement = statement_of(m_text, m_text.first_on(line));
    }
    return m_statement;
  }

  StatementKind kind(size_t statement) const {
    if (statement != m_kind_of) {
      m_kind_of = statement;
      m_kind = kind_of_statement(m_text, statement);
    }
    return m_kind;
  }

  bool is_lone_string(size_t at, size_t statement) const {
    const Token& token = m_text.at(at);
    if (m_text.language != Language::python || !token.string() || at != statement) return false;
    const Token& next = m_text.at(at + 1);
    return next.text.empty() || (next.line > token.last_line && next.outer == Token::k_none);
  }

  // Where a line begins is part of what it means.
  bool matters_where(size_t at) const {
    switch (m_text.language) {
      case Language::python: return begins_statement(m_text, at);
      case Language::yaml:
      case Language::make:
      case Language::unknown:
      case Language::ini:
      case Language::toml:
      case Language::dockerfile:
      case Language::text:
      case Language::markdown: return true;
      default: return false;
    }
  }

  // What formatters add and remove: a comma before a closing bracket, a semicolon at the end of a line.
  bool is_decoration(size_t at) const {
    const Token &token = m_text.at(at), &next = m_text.at(at + 1);
    const bool scripts = m_text.language == Language::javascript || m_text.language == Language::typescript;
    if (scripts && token.is(";")) return next.line != token.line && !m_text.at(token.outer).is("(");
    if (!token.is(",") || !next.closes() || next.partner == Token::k_none) return false;
    if (m_text.language != Language::python || !next.is(")")) return family_of(m_text.language) != Family::none;
    for (size_t i = at; i > next.partner; --i) {  // (x,) is a tuple
      if (m_text.at(i - 1).is(",") && m_text.at(i - 1).outer == token.outer) return true;
    }
    return ends_name(next.partner);
  }
  bool ends_name(size_t open) const {
    const Token& last = m_text.before(open);
    return (last.word() && !last.is_one({"return", "in", "and", "or", "not", "yield", "if", "else"})) || last.is(")") ||
           last.is("]");
  }

  // 'x' and "x" are the same in some languages.
  std::string shape(const Token& token) const {
    const bool either = m_text.language == Language::python || m_text.language == Language::javascript ||
                        m_text.language == Language::typescript;
    if (!either || !token.string() || token.text.size() < 2) return std::string(token.text);
    const auto inside = token.text.substr(1, token.text.size() - 2);
    const char quote = token.text.front();
    const bool plain = (quote == '"' || quote == '\'') && inside.find_first_of("\"'\\") == std::string_view::npos;
    return plain ? cat("\"", inside, "\"") : std::string(token.text);
  }

  // Which names it brings, and from where: "from a import f" for "from b import f" is another f.
  void note_import(size_t first, Seen& seen) const {
    std::string source;
    std::vector<std::string> names;
    bool from = m_text.at(first).is("from");
    for (size_t at = first; at < m_text.tokens.size() && at < first + 400; ++at) {
      const Token& token = m_text.at(at);
      if (at > first && token.line != m_text.at(at - 1).line && statement_of(m_text, at) != first) break;
      if (token.is(";")) break;
      if (token.is("import") && from) {
        from = false;
        continue;
      }
      if (from || token.string()) {
        source += replace_all(std::string(token.text), "node:", "");  // the same module of Node
      } else if (token.word() &&
                 !token.is_one({"import", "const", "var", "let", "require", "as", "use", "using", "from"})) {
        names.emplace_back(token.text);
      }
    }
    const bool by_path = source.empty();  // import a.b.C, use a::b::C
    if (by_path && names.size() > 1) source = join({names.begin(), names.end() - 1}, ".");
    if (by_path && !names.empty()) names.erase(names.begin(), names.end() - 1);
    for (const std::string& name : names) seen.imported[name].insert(source);
  }

  // What stands on the line besides tokens: comments.
  void rest(std::uint32_t number, Seen& seen) const {
    const auto line = m_text.line(number);
    if (is_blank(line)) return;
    seen.blank = false;
    std::string left(line);
    const size_t start = m_text.line_starts[number - 1];
    size_t at = m_text.first_on(number);
    while (at > 0 && m_text.at(at - 1).last_line >= number) --at;
    for (; at < m_text.tokens.size() && m_text.at(at).begin < start + line.size(); ++at) {
      const size_t begin = std::max(m_text.at(at).begin, start),
                   end = std::min(m_text.at(at).end(), start + line.size());
      if (begin < end)
        std::fill(left.begin() + static_cast<std::ptrdiff_t>(begin - start),
                  left.begin() + static_cast<std::ptrdiff_t>(end - start), ' ');
    }
    seen.comments += without_spaces(left);
  }

  CodeText m_text;
  std::vector<bool> m_annotations;
  mutable std::uint32_t m_line = 0;  // the last answers of statement_at() and kind(): tokens are asked for in order
  mutable size_t m_statement = 0, m_kind_of = Token::k_none;
  mutable StatementKind m_kind = StatementKind::code;
};

// A name that comes from elsewhere now.
bool swaps_import(const Seen& before, const Seen& after) {
  return std::any_of(before.imported.begin(), before.imported.end(), [&](const auto& old) {
    const auto now = after.imported.find(old.first);
    if (now == after.imported.end()) return false;
    return std::none_of(old.second.begin(), old.second.end(),
                        [&](const auto& from) { return now->second.contains(from); });
  });
}

std::string words_of_left(const Seen& before, const Seen& after) {
  std::set<Left> differing;
  for (const auto* side : {&before, &after}) {
    for (const auto& [left, text] : side->left) {
      const auto& other = side == &before ? after : before;
      const auto found = other.left.find(left);
      if (found == other.left.end() || found->second != text) differing.insert(left);
    }
  }
  std::vector<std::string_view> words;
  words.reserve(differing.size());
  for (const Left left : differing) words.push_back(word_for(left));
  std::string out;
  for (size_t i = 0; i < words.size(); ++i) out += cat(i == 0 ? "" : i + 1 == words.size() ? " and " : ", ", words[i]);
  return out;
}

HunkMatter compared(const Seen& before, const Seen& after) {
  if (before.blank && after.blank) return {Matter::nothing, "only blank lines"};
  if (before.kept != after.kept || swaps_import(before, after)) return {};
  if (const std::string left = words_of_left(before, after); !left.empty())
    return {Matter::nothing, cat("only ", left)};
  return {Matter::nothing, before.comments == after.comments ? "only white space" : "only comments"};
}

bool is_prose(Language language) { return language == Language::markdown || language == Language::text; }

}  // namespace

std::vector<HunkMatter> matters_of(const std::vector<Hunk>& hunks, std::string_view before, std::string_view after) {
  std::vector<HunkMatter> out(hunks.size());
  if (hunks.empty() || before.size() > CodeText::k_longest || after.size() > CodeText::k_longest) return out;
  const auto& path = hunks.front().path.empty() ? hunks.front().old_path : hunks.front().path;
  const diff::Kind kind = diff::kind_of(path);
  const bool documents = is_prose(kind.language) && kind.role == diff::Role::docs;
  const Language language = is_prose(kind.language) ? Language::unknown : kind.language;
  const Side old_side(language, before), new_side(language, after);
  for (size_t i = 0; i < hunks.size(); ++i) {
    const Hunk& hunk = hunks[i];
    if (documents) {
      out[i] = {Matter::nothing, "only documentation"};
    } else if (hunk.before.count <= k_most_lines_of_hunk && hunk.after.count <= k_most_lines_of_hunk) {
      out[i] = compared(old_side.see(hunk.before), new_side.see(hunk.after));
    }
  }
  const auto is_open = [](const HunkMatter& each) { return each.matter == Matter::behaviour; };
  if (documents || std::none_of(out.begin(), out.end(), is_open)) return out;
  const auto renamed = rename_between(language, before, after);
  for (auto& each : out) {
    if (!renamed.empty() && is_open(each)) each = {Matter::nothing, renamed};
  }
  return out;
}

}  // namespace assay::prove
