// Conditions that always or never hold. The old condition stays in the text ("false && (x)"), so that in compiled
// languages every name is still used and every type still fits.
#include "base/text.h"
#include "prove/mutate.h"

namespace assay::prove {

namespace {

using diff::Language;

struct Condition {
  std::string_view word;  // if, while, unless
  size_t first = Token::k_none, last = Token::k_none;
};

// A name that the condition itself binds would be missing behind it.
bool binds(const CodeText& text, size_t first, size_t last) {
  if (holds(text, first, last, {"=", ":=", "let", "var", "case", "out", "lambda", "func", "#", "instanceof"}))
    return true;
  const Language l = text.language;
  const bool narrows = l == Language::kotlin || l == Language::dart || l == Language::csharp;
  return narrows && holds(text, first, last, {"is", "null"});
}

// "(x)" behind the word, or "x {" without brackets as in Go, Rust and Swift.
Condition in_braces(const CodeText& text, size_t i) {
  const Token& next = text.at(i + 1);
  const Language l = text.language;
  const bool bare = l == Language::go || l == Language::rust || l == Language::swift;
  if (!bare) {
    if (!next.is("(") || next.partner == Token::k_none || next.partner <= i + 2) return {};
    return {text.at(i).text, i + 2, next.partner - 1};
  }
  size_t first = i + 1;
  for (size_t at = first; at < text.tokens.size() && at < i + 200; ++at) {
    const Token& token = text.at(at);
    if (token.is("{")) return at > first ? Condition{text.at(i).text, first, at - 1} : Condition{};
    if (token.is(";")) first = at + 1;
    if (token.is(",") && l == Language::swift) return {};
    if (token.opens()) {
      if (token.partner == Token::k_none) return {};
      at = token.partner;
    }
  }
  return {};
}

Condition in_python(const CodeText& text, size_t i) {
  for (size_t at = i + 1; at < text.tokens.size() && at < i + 200; ++at) {
    const Token& token = text.at(at);
    if (token.is(":")) return at > i + 1 ? Condition{text.at(i).text, i + 1, at - 1} : Condition{};
    if (token.opens()) {
      if (token.partner == Token::k_none) return {};
      at = token.partner;
    }
  }
  return {};
}

// To the end of the line, also behind a statement: "return x if y".
Condition in_ruby(const MutatedLine& line, size_t i) {
  const CodeText& text = line.text;
  size_t last = line.last - 1;
  for (size_t at = i + 1; at < line.last; ++at) {
    if (text.at(at).is_one({"then", ";", "do"})) last = at - 1;
    if (text.at(at).is_one({"then", ";", "do"})) break;
  }
  if (last <= i || !ends_value(text.at(last)) || text.at(last).last_line != text.at(i).line) return {};
  if (i != line.first && !ends_value(text.before(i)) && !text.before(i).is_one({"return", "next", "break"})) return {};
  for (size_t at = i; at <= last; ++at) {
    if (text.at(at).is_one({"{", "|"}) || (text.at(at).opens() && text.at(at).partner > last)) return {};
  }
  return {text.at(i).text, i + 1, last};
}

Condition condition_at(const MutatedLine& line, size_t i) {
  const CodeText& text = line.text;
  const Token& token = text.at(i);
  switch (family_of(text.language)) {
    case Family::python:
      return i == line.statement && token.is_one({"if", "elif", "while"}) ? in_python(text, i) : Condition{};
    case Family::ruby:
      return token.is_one({"if", "elsif", "unless", "while"}) && token.outer == text.at(line.first).outer
                 ? in_ruby(line, i)
                 : Condition{};
    case Family::braces:
      if (!token.is_one({"if", "while"}) || text.before(i).is_one({".", "#", "}"})) {
        if (!token.is("if") || !text.before(i).is("}")) return {};
      }
      return in_braces(text, i);
    default: return {};
  }
}

struct Always {
  std::string yes, no;
};

Always in_words_of(const CodeText& text, std::string_view condition) {
  if (text.language == Language::python) return {"True", "False"};
  if (text.language == Language::ruby) return {"true", "false"};
  if (text.language == Language::c) return {cat("1 || (", condition, ")"), cat("0 && (", condition, ")")};
  return {cat("true || (", condition, ")"), cat("false && (", condition, ")")};
}

}  // namespace

void mutate_conditions(const MutatedLine& line, Candidates& out) {
  const CodeText& text = line.text;
  for (size_t i = line.first; i < line.last; ++i) {
    const Condition condition = condition_at(line, i);
    if (condition.first == Token::k_none || binds(text, condition.first, condition.last)) continue;
    const auto whole = text.text(condition.first, condition.last);
    if (is_one_of(whole, {"true", "false", "True", "False", "1", "0"}) || whole.size() > 2000) continue;
    Always always = in_words_of(text, whole);
    if (const Token& word = text.before(condition.first); word.word() && word.end() == text.at(condition.first).begin) {
      always = {cat(" ", always.yes), cat(" ", always.no)};  // if(x)
    }
    const size_t offset = text.at(condition.first).begin;
    if (condition.word == "while") {
      out.push_back({Rank::condition, offset, whole.size(), always.no, "a `while` that never runs"});
      continue;
    }
    const std::string_view word = condition.word;
    const auto add = [&](const std::string& with, std::string_view when) {
      out.push_back({Rank::condition, offset, whole.size(), with,
                     cat(word == "unless"                    ? "an `unless`"
                         : word == "elif" || word == "elsif" ? cat("an `", word, "`")
                                                             : "an `if`",
                         " that ", when, " holds")});
    };
    add(always.no, "never");
    add(always.yes, "always");
  }
}

}  // namespace assay::prove
