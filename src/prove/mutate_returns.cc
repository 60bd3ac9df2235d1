// Values that are returned. Where a compiler must accept the other value, the type that the function declares decides
// it, and names stay used: "!(x)" and "(x) + 1" rather than false and 0.
#include "base/text.h"
#include "prove/mutate.h"

namespace assay::prove {

namespace {

using diff::Language;

bool is_truth_type(const Token& type) { return type.is_one({"bool", "boolean", "Bool", "Boolean"}); }

bool is_number_type(const Token& type) {
  return type.is_one({"int",    "long",    "double", "float",   "size_t",  "unsigned", "int64",   "int32", "uint64",
                      "uint32", "float64", "uint",   "i32",     "i64",     "u32",      "u64",     "usize", "isize",
                      "Int",    "Long",    "Double", "int32_t", "int64_t", "uint32_t", "uint64_t"});
}

// Of the function around a token: its "{" and the "(" of its parameters.
struct Function {
  size_t header = Token::k_none, parameters = Token::k_none, brace = Token::k_none;
};

Function function_around(const CodeText& text, size_t index) {
  size_t outer = text.at(index).outer;
  for (size_t steps = 0; outer != Token::k_none && steps < 60; ++steps, outer = text.at(outer).outer) {
    if (!text.at(outer).is("{") || opens_literal(text, outer)) continue;
    Function found{.header = header_of(text, outer), .brace = outer};
    bool control = false;
    for (size_t at = found.header; at < outer && !control; ++at) {
      control = is_control_word(text.at(at));
      if (!text.at(at).is("(") || text.at(at).partner == Token::k_none) continue;
      found.parameters = at;
      at = text.at(at).partner;
      // Not the receiver of a Go method: "func (s *T) name(".
      if (text.at(at + 1).word() && text.at(at + 2).is("(") && text.language == Language::go) continue;
      break;
    }
    if (control || text.before(outer).is_one({"else", "do", "try"})) continue;
    return found;
  }
  return {};
}

// The one word of the type behind the parameters: "func f() bool {", "fn f() -> bool {", "fun f(): Boolean {".
const Token& type_behind(const CodeText& text, const Function& function) {
  size_t at = text.at(function.parameters).partner + 1;
  if (text.at(at).is_one({"->", ":"})) ++at;
  return text.at(at + 1).is("{") ? text.at(at) : text.at(Token::k_none);
}

bool is_typed_by_result(Language l) {
  return l == Language::go || l == Language::rust || l == Language::kotlin || l == Language::swift ||
         l == Language::scala;
}

// What else a function of the family of C could return there; empty when that is not known.
std::string other_of_c(const CodeText& text, const Function& function, std::string_view value) {
  size_t name = function.parameters;
  while (name > function.header && (text.before(name).word() || text.before(name).is("::"))) {
    --name;
    if (text.at(name).word() && !text.before(name).is("::")) break;
  }
  if (name <= function.header || !text.at(name).word()) return {};
  const Token& type = text.before(name);
  const bool plain = !text.before(name - 1).is_one({".", "::", "<"});
  if (plain && is_truth_type(type)) return cat("!(", value, ")");
  if (plain && is_number_type(type)) return cat("(", value, ") + 1");
  const bool is_type = type.is(">") || type.is("]") || (type.word() && is_upper(type.text[0]) && type.text.size() > 1);
  switch (text.language) {
    case Language::java: return is_type ? "null" : "";
    case Language::csharp: return is_type ? "default" : "";
    case Language::cpp:
      if (holds(text, function.header, function.parameters, {"auto", "&", "Result", "expected", "variant", "tuple"}))
        return {};
      return holds(text, function.header, name - 1,
                   {"string", "string_view", "vector", "optional", "map", "set", "unordered_map", "unordered_set",
                    "shared_ptr", "unique_ptr"})
                 ? "{}"
                 : "";
    default: return {};
  }
}

std::string other_value(const CodeText& text, size_t index, std::string_view value) {
  switch (text.language) {
    case Language::python: return "None";
    case Language::ruby: return "nil";
    case Language::javascript:
    case Language::typescript: return "undefined";
    case Language::php: return "null";
    default: break;
  }
  const Function function = function_around(text, index);
  if (function.parameters == Token::k_none) return {};
  if (!is_typed_by_result(text.language)) return other_of_c(text, function, value);
  const Token& type = type_behind(text, function);
  if (is_truth_type(type)) return cat("!(", value, ")");
  return is_number_type(type) ? cat("(", value, ") + 1") : "";
}

bool is_nothing(const Token& token) { return token.is_one({"None", "null", "nil", "undefined", "nullptr", "NULL"}); }

// "return x, err" right behind "if err != nil {": err stays used without it.
void go_error(const MutatedLine& line, size_t last, Candidates& out) {
  const CodeText& text = line.text;
  const Token& error = text.at(last);
  if (!error.is("err") || text.before(last).is(".") || line.first == 0 || !text.before(line.first).is("{")) return;
  const size_t above = text.first_on(text.before(line.first).line);
  if (holds(text, above, line.first - 1, {"err"}) && holds(text, above, line.first - 1, {"!="}))
    out.push_back(replaced(Rank::returned, error, "nil"));
}

void literal(const CodeText& text, const Token& token, Candidates& out) {
  const char quote = token.text.back();
  const bool may_be_character =
      quote == '\'' && family_of(text.language) == Family::braces && !is_dynamic(text.language);
  if (may_be_character || quote == '`' || token.text.ends_with("\"\"\"") || token.text.ends_with("'''")) return;
  const size_t open = token.text.find(quote);
  if (open != 0 && (token.text[0] == '@' || token.text[0] == 'R')) return;
  const bool is_empty = token.text.size() == open + 2;
  const std::string other = cat(token.text.substr(0, open + 1), is_empty ? "x" : "", std::string(1, quote));
  out.push_back({Rank::returned, token.begin, token.text.size(), other, instead_of(other, token.text)});
}

void returned(const MutatedLine& line, size_t i, Candidates& out) {
  const CodeText& text = line.text;
  const size_t last = last_of_expression(text, i + 1);
  if (last == i || last == Token::k_none) return;
  if (text.language == Language::go && line.first == i) go_error(line, last, out);
  if (last == i + 1) {
    const Token& value = text.at(last);
    if (value.string() && text.language != Language::rust) return literal(text, value, out);
    if (value.number() || is_nothing(value) || value.is_one({"true", "false", "True", "False"})) return;
  }
  const Token& first = text.at(i + 1);
  const bool markup = first.is("<") || (first.is("(") && text.at(i + 2).is("<"));
  const auto value = text.text(i + 1, last);
  if (markup || first.is("{") || value.size() > 4000) return;
  for (size_t at = i + 1; at <= last; ++at) {  // more than one value
    if (text.at(at).is(",") && text.at(at).outer == text.at(i).outer && family_of(text.language) == Family::braces)
      return;
  }
  const std::string other = other_value(text, i, value);
  if (other.empty() || other == value) return;
  const Token& word = text.at(i);
  out.push_back(
      {Rank::returned, first.begin, value.size(), other, instead_of(cat(word.text, " ", other), text.text(i, last))});
}

// "(x: A) => B" where a type stands: "cb: (x: A) => B", "type F = (x: A) => B".
bool is_arrow_of_type(const MutatedLine& line, size_t arrow) {
  const CodeText& text = line.text;
  if (text.language != Language::typescript) return false;
  const Token& first = text.at(line.statement);
  if (first.is_one({"type", "interface", "declare"}) || (first.is("export") && text.at(line.statement + 1).is("type")))
    return true;
  if (!text.before(arrow).is(")") || text.before(arrow).partner == Token::k_none) return false;
  const Token& ahead = text.before(text.before(arrow).partner);
  return ahead.is_one({":", "|", "&", "<", "as", "extends", "satisfies", "new", "=>"});
}

// The value of "(a, b) => a - b", which has no `return`.
void arrow_body(const MutatedLine& line, size_t arrow, Candidates& out) {
  const CodeText& text = line.text;
  const size_t first = arrow + 1;
  size_t last = last_of_expression(text, first);
  if (last == Token::k_none || last < first || is_arrow_of_type(line, arrow)) return;
  for (size_t at = first; at <= last; ++at) {
    if (text.at(at).is(",") && text.at(at).outer == text.at(arrow).outer) last = at - 1;
  }
  const Token& head = text.at(first);
  const bool nested = holds(text, first, last, {"=>"});  // its own body is looked at
  const bool markup = head.is("<") || (head.is("(") && text.at(first + 1).is("<"));
  const auto value = text.text(first, last);
  if (head.is("{") || head.is("console") || nested || markup || is_nothing(head) || value.size() > 4000) return;
  out.push_back({Rank::returned, head.begin, value.size(), "undefined", instead_of("undefined", value)});
}

}  // namespace

void mutate_returns(const MutatedLine& line, Candidates& out) {
  const bool has_arrows = line.text.language == Language::javascript || line.text.language == Language::typescript;
  for (size_t i = line.first; i < line.last; ++i) {
    const Token& token = line.text.at(i);
    if (has_arrows && token.is("=>")) arrow_body(line, i, out);
    if (token.is("return") && !line.text.before(i).is(".") && !line.text.at(i + 1).is(":")) returned(line, i, out);
  }
}

}  // namespace assay::prove
