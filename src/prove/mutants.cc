#include "prove/mutants.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "prove/mutate.h"

namespace assay::prove {

namespace {

constexpr size_t k_longest_line = 400;  // longer ones are data or made by a machine
constexpr size_t k_most_lines = 5'000;
constexpr size_t k_quoted = 60;

bool is_keyword(const Token& token) {
  return token.is_one({"return", "and",  "or",    "not",   "in",     "is",    "if",     "elif",   "else",   "for",
                       "while",  "case", "await", "yield", "lambda", "throw", "raise",  "typeof", "delete", "void",
                       "const",  "auto", "do",    "then",  "unless", "new",   "import", "from",   "as",     "extends"});
}

bool is_markup(const CodeText& text, size_t first, size_t last) {
  if (text.language != diff::Language::javascript && text.language != diff::Language::typescript) return false;
  for (size_t i = first; i < last; ++i) {
    const Token &token = text.at(i), &next = text.at(i + 1);
    const bool touches = next.begin == token.end();
    if (token.is("<") && touches && (next.is("/") || next.is(">"))) return true;
    if (token.is("<") && touches && next.word() && !ends_value(text.before(i))) return true;
    if (token.is("/") && touches && next.is(">")) return true;
  }
  return false;
}

// Which system and which version of the language this is: tests run in one of them.
bool asks_for_environment(const CodeText& text, size_t first, size_t last) {
  return holds(text, first, last - 1,
               {"__name__", "TYPE_CHECKING", "version_info", "platform", "constexpr", "GOOS", "WIN", "static_assert",
                "strict_types"});
}

Candidates candidates_of(const MutatedLine& line) {
  Candidates out;
  if (line.kind == StatementKind::header) {
    mutate_constants(line, out);
  } else if (line.kind == StatementKind::code && family_of(line.text.language) == Family::shell) {
    mutate_shell(line, out);
  } else if (line.kind == StatementKind::code) {
    mutate_operators(line, out);
    mutate_conditions(line, out);
    mutate_returns(line, out);
    mutate_statements(line, out);
    mutate_constants(line, out);
  }
  std::stable_sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
  return out;
}

void add_line(const CodeText& text, std::uint32_t number, std::string_view path, std::vector<Mutant>& out) {
  const size_t first = text.first_on(number), last = text.first_on(number + 1);
  if (first == last || text.line(number).size() > k_longest_line || is_markup(text, first, last) ||
      asks_for_environment(text, first, last))
    return;
  const size_t statement = statement_of(text, first);
  const MutatedLine line{text, first, last, statement, kind_of_statement(text, statement)};
  size_t taken = 0;
  for (Candidate& c : candidates_of(line)) {
    const bool boundary = c.rank == Rank::boundary;
    if (taken++ >= k_mutants_a_line && !boundary) continue;
    out.push_back(
        {std::string(path), number, c.offset, c.length, std::move(c.replacement), std::move(c.words), boundary});
  }
}

}  // namespace

std::vector<Mutant> mutants_of(std::string_view path, std::string_view content, const std::vector<Lines>& lines) {
  const diff::Language language = diff::language_of(path);
  if (family_of(language) == Family::none || path.ends_with(".pyi") || path.ends_with(".d.ts") ||
      content.size() > CodeText::k_longest)
    return {};
  const CodeText text = read_code(language, content);
  std::vector<std::uint32_t> wanted;
  for (const Lines& range : lines) {
    for (std::uint32_t i = 0; i < range.count && wanted.size() < k_most_lines; ++i) {
      if (range.first + i >= 1 && range.first + i <= text.line_count()) wanted.push_back(range.first + i);
    }
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::vector<Mutant> out;
  for (const std::uint32_t line : wanted) add_line(text, line, path, out);
  return out;
}

std::string apply(const Mutant& mutant, std::string_view content) {
  return cat(content.substr(0, mutant.offset), mutant.replacement, content.substr(mutant.offset + mutant.length));
}

std::string quoted_code(std::string_view code) {
  std::string line;
  for (const char c : code) {
    const char shown = byte_of(c) < 0x20 ? ' ' : c;
    if (shown != ' ' || (!line.empty() && line.back() != ' ')) line += shown;
  }
  return cat("`", excerpt(to_utf8(line), k_quoted), "`");
}

std::string instead_of(std::string_view now, std::string_view before) {
  return cat(quoted_code(now), " instead of ", quoted_code(before));
}

Candidate replaced(Rank rank, const Token& token, std::string_view replacement) {
  return {rank, token.begin, token.text.size(), std::string(replacement), instead_of(replacement, token.text)};
}

bool ends_value(const Token& token) {
  if (token.kind == TokenKind::punct) return token.is_one({")", "]", "}", "++", "--"});
  return !is_keyword(token);
}

bool begins_value(const Token& token) {
  if (token.kind == TokenKind::punct)
    return token.is_one({"(", "[", "{", "!", "-", "@", "&", "*", "~", ":", "::", "++", "--", "!!", "+"});
  return !is_keyword(token) || token.is_one({"not", "await", "typeof", "new", "lambda"});
}

bool is_spaced(const CodeText& text, const Token& token) {
  return token.begin > 0 && is_space(text.content[token.begin - 1]) && token.end() < text.content.size() &&
         is_space(text.content[token.end()]);
}

size_t last_of_expression(const CodeText& text, size_t from) {
  size_t last = from - 1;
  const size_t outer = text.before(from).outer;
  for (size_t at = from; at < text.tokens.size() && at < from + 2000; ++at) {
    const Token& token = text.at(at);
    if (token.outer != outer || token.is(";") || token.is("}")) return last;
    const bool new_line = token.line != text.at(last).last_line;
    if (new_line && !needs_semicolons(text.language) && (last + 1 == from || begins_statement(text, at))) return last;
    if (text.language == diff::Language::ruby && token.is_one({"if", "unless"})) return last;
    last = at;
    if (!token.opens()) continue;
    if (token.partner == Token::k_none) return Token::k_none;
    at = last = token.partner;
  }
  return last + 1 == text.tokens.size() ? last : Token::k_none;
}

bool holds(const CodeText& text, size_t first, size_t last, std::initializer_list<std::string_view> words) {
  for (size_t at = first; at <= last && at < text.tokens.size(); ++at) {
    if (text.at(at).is_one(words)) return true;
  }
  return false;
}

}  // namespace assay::prove
