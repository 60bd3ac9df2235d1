#include "judge/code_names.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"

namespace assay::judge {
namespace {

bool starts_name(char c) { return is_alpha(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80; }
bool is_name_byte(char c) { return starts_name(c) || is_digit(c); }

std::string_view name_at(std::string_view code, size_t at) {
  size_t end = at;
  while (end < code.size() && is_name_byte(code[end])) ++end;
  return code.substr(at, end - at);
}

bool is_keyword(std::string_view name) {
  return is_one_of(name,
                   {"if",    "for",    "while",  "switch", "catch",     "return",  "else",     "do",     "try",
                    "with",  "elif",   "unless", "when",   "match",     "case",    "new",      "await",  "throw",
                    "yield", "assert", "super",  "this",   "self",      "typeof",  "sizeof",   "delete", "in",
                    "not",   "and",    "or",     "is",     "lambda",    "raise",   "function", "func",   "fn",
                    "def",   "class",  "struct", "enum",   "interface", "foreach", "using",    "lock",   "guard"});
}

// `public int total(`, `handle(req) {`, `const f = (a) => {`: no keyword says it is a function.
std::string_view unmarked_definition(std::string_view line) {
  const size_t arrow = line.find("=>");
  for (std::string_view start : {"export const ", "export let ", "const ", "let ", "var "}) {
    if (!line.starts_with(start)) continue;
    const auto name = name_at(line, start.size());
    const bool function = arrow != line.npos || contains(line, "= function") || contains(line, "= async function");
    return function && line.find('=') != line.npos ? name : std::string_view();
  }
  if (!line.ends_with("{") && !line.ends_with("=>") && !line.ends_with(")")) return {};
  const size_t open = line.find('(');
  if (open == line.npos || open == 0) return {};
  size_t end = open;
  while (end > 0 && line[end - 1] == ' ') --end;
  size_t begin = end;
  while (begin > 0 && is_name_byte(line[begin - 1])) --begin;
  const auto name = line.substr(begin, end - begin);
  if (name.empty() || is_keyword(name) || !starts_name(name[0])) return {};
  const auto before = trim(line.substr(0, begin));
  // A call is `x.f(`, `= f(`, `return f(`; a definition has only types and modifiers before it.
  if (before.find_first_of("=(){.,!?\"'`;+|&@[#$") != before.npos && !before.ends_with("::")) return {};
  for (const auto& word : split(before, ' '))
    if (is_keyword(word)) return {};
  if (!line.ends_with("{") && before.empty()) return {};
  return name;
}

}  // namespace

bool has_any_word(const std::vector<std::string>& words, std::initializer_list<std::string_view> wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& w) { return is_one_of(w, wanted); });
}

std::vector<CodeName> names_in(std::string_view code) {
  constexpr size_t k_most = 200;  // names looked at in one line
  std::vector<CodeName> out;
  for (size_t i = 0; i < code.size() && out.size() < k_most;) {
    if (!starts_name(code[i])) {
      // A number swallows its letters: 0xff, 1e9, 10n.
      const bool number = is_digit(code[i]);
      ++i;
      while (number && i < code.size() && is_name_byte(code[i])) ++i;
      continue;
    }
    CodeName name;
    name.text = name_at(code, i);
    name.at = i;
    name.words = words_of(name.text);
    for (size_t b = i; b > 0 && name.before == '\0'; --b)
      if (!is_space(code[b - 1])) name.before = code[b - 1];
    i += name.text.size();
    for (size_t a = i; a < code.size() && name.after == '\0'; ++a)
      if (!is_space(code[a])) name.after = code[a];
    out.push_back(std::move(name));
  }
  return out;
}

bool is_import(std::string_view code) {
  const auto line = trim(code);
  for (std::string_view start :
       {"import ", "import{", "from ", "use ", "using ", "#include", "require_relative ", "export * from", "export {",
        "export type {", "package ", "extern crate ", "mod ", "@import", "goog.require", "@use ", "alias "})
    if (line.starts_with(start)) return true;
  if (line.starts_with("require ") && !contains(line, "(")) return true;  // Ruby; `require (x)` is a call
  return (line.starts_with("const ") || line.starts_with("let ") || line.starts_with("var ")) &&
         contains(line, "= require(");
}

std::string_view defined_name(std::string_view code) {
  auto line = trim(code);
  if (line.starts_with("+") || line.starts_with("-")) line = trim(line.substr(1));
  for (std::string_view mark : {"function ", "function* ", "def ", "fn ", "func ", "fun ", "defp ", "sub ", "class ",
                                "struct ", "trait ", "impl ", "interface ", "module "}) {
    const size_t at = find_word(line, trim(mark));
    if (at == line.npos || line.compare(at, mark.size(), mark) != 0) continue;
    if (line.find_first_of("=(;") < at && !contains(line.substr(0, at), "= ")) continue;
    size_t begin = at + mark.size();
    if (mark == "func " && begin < line.size() && line[begin] == '(')
      begin = std::min(line.find(')', begin), line.size() - 1) + 1;
    while (begin < line.size() && (line[begin] == ' ' || line[begin] == '(')) ++begin;
    if (line.compare(begin, 5, "self.") == 0) begin += 5;
    const auto name = name_at(line, begin);
    if (!name.empty()) return name;
  }
  return unmarked_definition(line);
}

Enclosing enclosing(const CodeHunk& hunk, size_t index) {
  const auto& lines = hunk.lines;
  const diff::Sign sign = lines[index].raw->sign;
  const diff::Sign other = sign == diff::Sign::removed ? diff::Sign::added : diff::Sign::removed;
  // In Kotlin what looks like a method of another language is a call with a block.
  const bool kotlin = hunk.file.language == diff::Language::kotlin;
  const auto defines = [&](size_t i) {
    const std::string& code = lines[i].masked.code;
    return !defined_name(code).empty() &&
           (!kotlin || find_word(code, "fun") != std::string_view::npos ||
            find_word(code, "class") != std::string_view::npos || find_word(code, "object") != std::string_view::npos);
  };
  const auto found = [&](size_t i) -> Enclosing {
    return {std::string(defined_name(lines[i].masked.code)), lines[i].raw->sign == diff::Sign::removed};
  };
  const auto own = trim(lines[index].masked.code);
  const bool annotation = own.starts_with("@") || (own.starts_with("[") && own.ends_with("]")) || own.starts_with("#[");
  if (annotation) {
    for (size_t i = index + 1; i < lines.size() && i < index + 12; ++i)
      if (lines[i].raw->sign != other && defines(i)) return found(i);
  }
  constexpr size_t k_reach = 300;  // lines; a function that starts further up is found by git
  for (size_t i = index + 1, low = index > k_reach ? index - k_reach : 0; i-- > low;)
    if (lines[i].raw->sign != other && defines(i)) return found(i);
  return {std::string(defined_name(hunk.hunk.section)), false};
}

std::string enclosing_function(const CodeHunk& hunk, size_t index) { return enclosing(hunk, index).name; }

}  // namespace assay::judge
