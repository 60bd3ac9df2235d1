// Statements left out: a call or an assignment alone on its line, an early exit, an error raised. In languages with
// braces the statement stays behind a condition that never holds, so that what it names is still used.
#include <algorithm>

#include "base/text.h"
#include "prove/mutate.h"

namespace assay::prove {

namespace {

using diff::Language;

bool is_script(Language l) { return l == Language::javascript || l == Language::typescript || l == Language::php; }

// Calls that end something: what they do is seldom to be seen, and never in a test of this line.
bool only_cleans_up(std::string_view name) {
  return is_one_of(
      lower(name),
      {"close",    "flush",   "free",    "dispose",       "release",  "unlock",       "lock",    "acquire", "destroy",
       "shutdown", "super",   "require", "panic",         "exit",     "gc",           "collect", "helper",  "parallel",
       "unref",    "cleanup", "reserve", "shrink_to_fit", "__init__", "join",         "main",    "run",     "wait",
       "print",    "printf",  "println", "fatal",         "fatalf",   "import",       "define",  "defined", "assert",
       "sleep",    "rlock",   "runlock", "done",          "cancel",   "static_assert"});
}

// The last token of the statement when all of it stands on the line; k_none otherwise.
size_t last_of_statement(const MutatedLine& line) {
  const CodeText& text = line.text;
  const size_t last = line.last - 1;
  const Token& end = text.at(last);
  if (end.last_line != text.at(line.first).line || end.outer != text.at(line.first).outer) return Token::k_none;
  const bool semicolon = end.is(";");
  if (needs_semicolons(text.language) && !semicolon) return Token::k_none;
  if (!semicolon && line.last < text.tokens.size() && !text.at(line.last).is("}") && !begins_statement(text, line.last))
    return Token::k_none;
  const size_t stop = semicolon ? last - 1 : last;
  for (size_t at = line.first; at <= stop; ++at) {
    if (text.at(at).is(";") && text.at(at).outer == end.outer) return Token::k_none;
    if (text.at(at).is_one({"<<", "<<<"}) && is_dynamic(text.language)) return Token::k_none;  // a heredoc follows
    if (text.at(at).opens() && (text.at(at).partner == Token::k_none || text.at(at).partner > stop))
      return Token::k_none;
  }
  return stop;
}

// TRY_ASSIGN(const auto x, f()) can be anything.
bool is_macro(const CodeText& text, const Token& name) {
  const bool has_macros = text.language == Language::c || text.language == Language::cpp;
  return has_macros && std::none_of(name.text.begin(), name.text.end(), is_lower);
}

bool is_call(const CodeText& text, size_t first, size_t last) {
  if (text.at(first).is("await")) ++first;
  const size_t end = end_of_chain(text, first);
  if (end == first || !text.at(first).word()) return false;
  const Token& name = text.at(end - 1);
  if (only_cleans_up(text.at(first).text) || only_cleans_up(name.text) || is_macro(text, name)) return false;
  if (text.language == Language::ruby && end == last + 1 && name.text.ends_with('!')) return end - first > 2;
  if (text.at(first).is_one({"if", "while", "for", "switch", "return", "catch", "function", "del", "elif"}))
    return false;
  return text.at(end).is("(") && text.at(end).partner == last && name.word();
}

// "const [a, b] = f()" is a declaration, "module.exports = f" is what others import.
bool is_no_target(const Token& token) {
  return token.is_one(
      {"const", "let", "var", "val", "final", "return", "yield", "module", "exports", "auto", "typedef"});
}

bool is_assignment(const CodeText& text, size_t first, size_t last) {
  const size_t end = end_of_chain(text, first);
  if (end == first || end >= last || is_no_target(text.at(first))) return false;
  const Token& mark = text.at(end);
  if (mark.is_one({"+=", "-=", "*=", "/=", "|=", "&=", "%=", "||=", "<<="})) return true;
  if (!mark.is("=")) return false;
  for (size_t at = end + 1; at <= last; ++at) {
    if (text.at(at).is("=") && text.at(at).outer == mark.outer) return false;  // a = b = c
  }
  // A plain name may have no value before: then leaving this out is an error and not another behaviour.
  const bool plain = end == first + 1;
  const Language l = text.language;
  const bool starts_empty = l == Language::javascript || l == Language::typescript || l == Language::go ||
                            l == Language::c || l == Language::cpp;
  return !plain || starts_empty;
}

bool is_early_exit(const CodeText& text, size_t first, size_t last) {
  const Token& word = text.at(first);
  if (first == last) {
    const bool only_one = text.before(first).is("{") || text.before(first).is(":");
    return word.is_one({"return", "continue", "next"}) && only_one;
  }
  const Language l = text.language;
  if (word.is("raise")) return l == Language::python || l == Language::ruby;
  return word.is("throw") && (is_script(l) || l == Language::cpp);
}

// "self.total = None" is a wrong value; without the line there would be no such name at all.
bool sets_attribute(const CodeText& text, size_t first, size_t last, Candidates& out) {
  const size_t end = end_of_chain(text, first);
  if (text.language != Language::python || !text.at(end).is("=") || text.at(end - 1).is("]")) return false;
  const auto value = text.text(end + 1, last);
  if (last == end + 1 && (text.at(last).number() || text.at(last).is_one({"None", "True", "False"}))) return true;
  out.push_back({Rank::left_out, text.at(end + 1).begin, value.size(), "None",
                 instead_of(cat(text.text(first, end), " None"), text.text(first, last))});
  return true;
}

std::string without(const CodeText& text, std::string_view statement) {
  switch (text.language) {
    case Language::python: return "pass";
    case Language::ruby: return "nil";
    case Language::c: return cat("if (0) ", statement);
    case Language::go:
    case Language::swift:
    case Language::rust: return cat("if false { ", statement, " }");
    case Language::kotlin:
    case Language::scala: return cat("if (false) { ", statement, " }");
    default: return cat("if (false) ", statement);
  }
}

}  // namespace

void mutate_statements(const MutatedLine& line, Candidates& out) {
  const CodeText& text = line.text;
  if (line.statement != line.first || !begins_statement(text, line.first)) return;
  const bool braces = family_of(text.language) == Family::braces;
  if (braces && !in_running_code(text, line.first) &&
      !(is_script(text.language) && text.at(line.first).outer == Token::k_none))
    return;
  const size_t last = last_of_statement(line);
  if (last == Token::k_none) return;
  const bool whole = is_call(text, line.first, last) || is_assignment(text, line.first, last) ||
                     is_early_exit(text, line.first, last) ||
                     (text.language == Language::python && text.at(line.first).is("del"));
  if (!whole || sets_attribute(text, line.first, last, out)) return;
  const bool semicolon = text.at(last + 1).is(";") && text.at(last + 1).line == text.at(last).line;
  const auto statement = text.text(line.first, semicolon ? last + 1 : last);
  out.push_back({Rank::left_out, text.at(line.first).begin, statement.size(), without(text, statement),
                 cat("leaving out ", quoted_code(text.text(line.first, last)))});
}

}  // namespace assay::prove
