// Operators whose meaning a token alone does not tell (generics, pointers, references, unary signs) are taken only
// where they stand between two values with white space around them, as every formatter writes them. Where the language
// has no such second meaning for arithmetic, "a-b" will do.
#include <algorithm>

#include "base/text.h"
#include "prove/mutate.h"

namespace assay::prove {

namespace {

using diff::Language;

bool is_c(const CodeText& text) { return text.language == Language::c || text.language == Language::cpp; }

bool is_between_values(const CodeText& text, size_t i) {
  return ends_value(text.before(i)) && begins_value(text.at(i + 1));
}

// The opposite of a comparison that is no order.
std::string_view opposite(const Token& token) {
  if (token.is("==")) return "!=";
  if (token.is("!=")) return "==";
  if (token.is("===")) return "!==";
  return token.is("!==") ? "===" : "";
}

// The same order with its border moved.
std::string_view moved_border(const Token& token) {
  if (token.is("<")) return "<=";
  if (token.is("<=")) return "<";
  if (token.is(">")) return ">=";
  return token.is(">=") ? ">" : "";
}

void compare(const MutatedLine& line, size_t i, Candidates& out) {
  const CodeText& text = line.text;
  const Token& token = text.at(i);
  if (!is_between_values(text, i) || text.before(i).is("operator")) return;
  if (token.is("===") && text.language == Language::ruby) return;  // there is no !==
  if (const auto other = opposite(token); !other.empty()) {
    const bool may_never_end = token.text.starts_with('=') && text.at(line.statement).is_one({"while", "until"});
    if (!may_never_end) out.push_back(replaced(Rank::negated, token, other));
  } else if (const auto moved = moved_border(token); !moved.empty() && is_spaced(text, token)) {
    out.push_back(replaced(Rank::boundary, token, moved));
  }
}

// Is the `in` one of a loop or a comprehension?
bool is_loop_in(const MutatedLine& line, size_t i) {
  const CodeText& text = line.text;
  const size_t outer = text.at(i).outer;
  for (size_t at = i; at > line.statement && at + 300 > i; --at) {
    const Token& token = text.at(at - 1);
    if (token.outer != outer) continue;
    if (token.is("for")) return true;
    if (token.is_one({"if", "while", "and", "or", "not", "return", "=", "elif", "assert", ",", "else"})) {
      if (!token.is(",")) return false;
    }
  }
  return text.at(line.statement).is("for");
}

void compare_words(const MutatedLine& line, size_t i, Candidates& out) {
  const CodeText& text = line.text;
  const Token& token = text.at(i);
  const auto both = [&](std::string_view now) {
    const Token& next = text.at(i + 1);
    out.push_back({Rank::negated, token.begin, next.end() - token.begin, std::string(now),
                   instead_of(now, text.content.substr(token.begin, next.end() - token.begin))});
  };
  if (token.is("is") && ends_value(text.before(i))) {
    if (text.at(i + 1).is("not")) return both("is");
    out.push_back(replaced(Rank::negated, token, "is not"));
  } else if (token.is("not") && text.at(i + 1).is("in")) {
    both("in");
  } else if (token.is("in") && !text.before(i).is("not") && ends_value(text.before(i)) && !is_loop_in(line, i)) {
    out.push_back(replaced(Rank::negated, token, "not in"));
  }
}

void boolean(const MutatedLine& line, size_t i, Candidates& out) {
  const CodeText& text = line.text;
  const Token& token = text.at(i);
  const bool marks = token.is("&&") || token.is("||");
  const bool words = token.is("and") || token.is("or");
  if ((!marks && !words) || !is_between_values(text, i) || (marks && !is_spaced(text, token))) return;
  if (words && family_of(text.language) == Family::braces && text.language != Language::php) return;
  // a ?? b || c is an error, and "if let x = y && z" cannot be "||".
  const size_t near = std::max(line.statement, i - std::min<size_t>(i, 200));
  if (holds(text, line.first, line.last - 1, {"??"}) || holds(text, near, i, {"let"})) return;
  const std::string_view other = token.is("&&") ? "||" : token.is("||") ? "&&" : token.is("and") ? "or" : "and";
  out.push_back(replaced(Rank::boolean, token, other));
}

// The index of the last token of the operand that begins there.
size_t last_of_operand(const CodeText& text, size_t i) {
  if (text.at(i).is("(")) return text.at(i).partner;
  const size_t end = end_of_chain(text, i);
  if (end == i) return Token::k_none;
  return text.at(end).is("(") && !is_space(text.content[text.at(end - 1).end()]) ? text.at(end).partner : end - 1;
}

void negation(const MutatedLine& line, size_t i, Candidates& out) {
  const CodeText& text = line.text;
  const Token& token = text.at(i);
  const bool word = token.is("not") && family_of(text.language) != Family::braces;
  if (!word && !token.is("!")) return;
  const Token& next = text.at(i + 1);
  if (text.before(i).is_one({"is", "!", "#"}) || next.is_one({"in", "is", "!"})) return;
  if (!word && i > line.first && ends_value(text.before(i)) && text.before(i).end() == token.begin) return;
  if (!next.word() && !next.is("(") && !next.is("@")) return;
  const size_t last = last_of_operand(text, i + 1);
  if (last == Token::k_none || last >= text.tokens.size()) return;
  out.push_back({Rank::negated, token.begin, next.begin - token.begin, "",
                 instead_of(text.text(i + 1, last), text.text(i, last))});
}

std::string_view other_arithmetic(const Token& token) {
  if (token.is("+")) return "-";
  if (token.is("-")) return "+";
  if (token.is("*")) return "/";
  if (token.is("/") || token.is("//") || token.is("%")) return "*";
  if (token.is("+=")) return "-=";
  return token.is("-=") ? "+=" : "";
}

// Could this be a pointer, "Shape * next"?
bool may_declare(const MutatedLine& line, size_t i) {
  const CodeText& text = line.text;
  if (!is_c(text) || !text.at(i).is("*")) return false;
  return i - 1 == line.statement || (text.before(i).word() && text.before(i - 1).word()) || text.before(i).is(">");
}

bool is_clear_without_spaces(const CodeText& text) {
  return text.language == Language::javascript || text.language == Language::typescript ||
         text.language == Language::python || text.language == Language::php;
}

void arithmetic(const MutatedLine& line, size_t i, Candidates& out) {
  const CodeText& text = line.text;
  const Token& token = text.at(i);
  const auto other = other_arithmetic(token);
  if (other.empty() || !is_between_values(text, i) || may_declare(line, i)) return;
  if (!is_spaced(text, token) && !is_clear_without_spaces(text)) return;
  const Token &left = text.before(i), &right = text.at(i + 1);
  if (left.string() || right.string() || left.is("]") || right.is("[") || left.is("}") || right.is("{")) return;
  if (right.is("0") || right.is("0.0")) return;
  // What is added or divided can be text, a list or a path; a number beside it tells.
  const bool may_be_other = token.is("+") || token.is("+=") || (token.is("/") && text.language == Language::python);
  if (may_be_other && !left.number() && !right.number()) return;
  if (token.is("%") && text.language == Language::python && !right.number()) return;
  if (text.at(line.statement).is("for") && family_of(text.language) == Family::braces && token.text.ends_with('='))
    return;
  out.push_back(replaced(Rank::arithmetic, token, other));
}

}  // namespace

void mutate_operators(const MutatedLine& line, Candidates& out) {
  const bool python = line.text.language == Language::python;
  for (size_t i = line.first; i < line.last; ++i) {
    if (line.text.at(i).string()) continue;
    compare(line, i, out);
    if (python) compare_words(line, i, out);
    boolean(line, i, out);
    negation(line, i, out);
    arithmetic(line, i, out);
  }
}

}  // namespace assay::prove
