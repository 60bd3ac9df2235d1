// No parser: a change can be in any of a dozen languages and versions of them, and a statement that is not understood
// only costs a mutant. Brackets, the ends of lines and a few words are enough to find where a statement begins.
#include "prove/statements.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::prove {

namespace {

using diff::Language;

constexpr size_t k_farthest = 120;  // tokens or lines that are looked at around a place: keeps all of this linear

bool is_any(Language language, std::initializer_list<Language> languages) {
  return std::find(languages.begin(), languages.end(), language) != languages.end();
}

bool ends_statement(const Token& token, Language language) {
  if (token.text.empty() || token.is_one({";", "{", "}"})) return true;
  if (needs_semicolons(language)) return token.is(":");
  if (token.kind != TokenKind::punct) return !token.is_one({"and", "or", "not", "in", "return"}) || token.is("return");
  return token.is_one({")", "]", "++", "--", "|", ":", "?", "!"});
}

bool goes_on(const Token& token, Language language) {
  if (token.is(":")) return language != Language::ruby;  // :name
  if (token.kind != TokenKind::punct) return token.is_one({"and", "or"});
  return !token.is_one(
      {"(", "[", "{", "}", "@", "#", "!", "-", "++", "--", "*", "&", "...", "::", "<", "->", "~", "\\", "<-"});
}

bool is_modifier(const Token& token) {
  return token.is_one({"export",       "default",  "public",   "private",  "protected", "internal", "static",
                       "final",        "abstract", "async",    "override", "open",      "pub",      "inline",
                       "virtual",      "sealed",   "readonly", "unsafe",   "extern",    "explicit", "friend",
                       "synchronized", "suspend",  "data",     "declare",  "lazy",      "constexpr"});
}

bool is_type_word(const Token& token) {
  return token.is_one({"class", "struct", "interface", "enum", "namespace", "trait", "impl", "module", "union",
                       "record", "object", "extension", "protocol"});
}

bool is_import_word(const CodeText& text, size_t first) {
  const Token& head = text.at(first);
  switch (text.language) {
    case Language::python: return head.is_one({"import", "from", "__all__"});
    case Language::ruby: return head.is_one({"require", "require_relative", "autoload", "load"});
    case Language::rust:
      return head.is("use") || head.is("mod") || (head.is("extern") && text.at(first + 1).is("crate"));
    case Language::php: return head.is_one({"use", "namespace"});
    case Language::csharp: return head.is("using") && !text.at(first + 1).is_one({"(", "var", "await"});
    case Language::go: return head.is("import") || head.is("package");
    case Language::cpp: return head.is("using") || head.is("import");
    case Language::shell: return false;
    default: return head.is("import") ? !text.at(first + 1).is("(") : head.is("package");
  }
}

// const x = require("y"), export … from "y".
bool is_script_import(const CodeText& text, size_t first) {
  if (!is_any(text.language, {Language::javascript, Language::typescript})) return false;
  const Token& head = text.at(first);
  size_t at = first;
  if (head.is("export")) {
    while (++at < first + k_farthest && at < text.tokens.size() && !text.at(at).is_one({";", "=", "(", "function"})) {
      if (text.at(at).is("from") && text.at(at + 1).string()) return true;
      if (at > first + 1 && text.at(at).line != text.at(at - 1).line && text.at(at).outer == Token::k_none &&
          !text.at(at).closes())
        return false;
    }
    return false;
  }
  if (!head.is_one({"const", "let", "var"})) return false;
  at = text.at(first + 1).opens() ? text.at(first + 1).partner + 1 : first + 2;
  return text.at(at).is("=") && text.at(at + 1).is("require") && text.at(at + 2).is("(") && text.at(at + 3).string();
}

bool is_log_level(std::string_view word) {
  const std::string w = lower(word);
  for (std::string_view level : {"debug", "info", "warn", "warning", "error", "trace", "verbose", "notice", "critical",
                                 "exception", "print", "log", "err"}) {
    if (w == level || w == cat(level, "f") || w == cat(level, "ln") || w == cat(level, "w")) return true;
  }
  return false;
}

bool is_logger(std::string_view word) {
  const std::string w = lower(word);
  return is_one_of(w, {"log", "_log", "slog", "logging", "tracing", "logrus", "zap", "glog", "klog", "@logger"}) ||
         w.ends_with("logger");
}

StatementKind call_kind(const CodeText& text, size_t first) {
  size_t at = first;
  if (text.at(at).is("await")) ++at;
  const Token& head = text.at(at);
  if (!head.word()) return StatementKind::code;
  if (head.is("console") && text.at(at + 1).is(".")) {
    return text.at(at + 2).is_one({"debug", "trace"}) ? StatementKind::logging : StatementKind::output;
  }
  const bool macro = text.language == Language::rust && text.at(at + 1).is("!");
  if (macro) return is_log_level(head.text) && !head.is("print") ? StatementKind::logging : StatementKind::code;
  if (head.is("debug") && text.at(at + 1).is("(") &&
      is_any(text.language, {Language::javascript, Language::typescript}))
    return StatementKind::logging;
  if (text.at(at + 1).is("(") &&
      is_one_of(head.text, {"LOG", "VLOG", "DLOG", "LOG_DEBUG", "LOG_INFO", "LOG_WARN", "LOG_ERROR"}))
    return StatementKind::logging;
  bool logger = false;
  for (size_t steps = 0; steps < 12; ++steps) {
    const Token& word = text.at(at);
    if (!word.word()) return StatementKind::code;
    if (text.at(at + 1).is("("))
      return logger && is_log_level(word.text) ? StatementKind::logging : StatementKind::code;
    logger = logger || is_logger(word.text);
    if (!text.at(at + 1).is_one({".", "->", "?.", "::"})) return StatementKind::code;
    at += 2;
  }
  return StatementKind::code;
}

// "int f(int);", "class X;" outside of code that runs.
bool is_prototype(const CodeText& text, size_t first) {
  if (!is_any(text.language, {Language::c, Language::cpp}) || in_running_code(text, first)) return false;
  size_t words = 0;
  for (size_t at = first; at < text.tokens.size() && at < first + k_farthest; ++at) {
    const Token& token = text.tokens[at];
    if (token.is(";")) return words > 1;
    if (token.is_one({"=", "{", "}", "return"}) || token.number() || token.string()) return false;
    words += token.word() ? 1 : 0;
    if (token.is("(")) {
      if (token.partner == Token::k_none || words < 2) return false;
      at = token.partner;
    }
  }
  return false;
}

// Names for the type checker alone: "T = TypeVar(…)", "if TYPE_CHECKING:", "Pair: TypeAlias = …".
bool is_python_type(const CodeText& text, size_t first) {
  if (text.at(first).is("if")) return text.at(first + 1).is("TYPE_CHECKING") || text.at(first + 3).is("TYPE_CHECKING");
  if (text.at(first + 1).is(":")) return text.at(first + 2).is("TypeAlias") || text.at(first + 4).is("TypeAlias");
  const size_t call = text.at(first + 3).is(".") ? first + 4 : first + 2;
  return text.at(first + 1).is("=") && text.at(call).is_one({"TypeVar", "ParamSpec", "TypeVarTuple"});
}

bool is_type_only(const CodeText& text, size_t first) {
  const Token& head = text.at(first);
  if (text.language == Language::typescript) {
    if (head.is("interface") || head.is("declare")) return true;
    return head.is("type") && text.at(first + 1).word();
  }
  if (text.language == Language::python) return is_python_type(text, first);
  return head.is("typedef");
}

// A line of an interface is as much a declaration as its first one.
bool in_type_only(const CodeText& text, size_t index) {
  if (text.language != Language::typescript) return false;
  size_t outer = text.at(index).outer;
  for (size_t steps = 0; outer != Token::k_none && steps < 20; ++steps, outer = text.at(outer).outer) {
    if (!text.at(outer).is("{")) continue;
    size_t head = header_of(text, outer);
    while (is_modifier(text.at(head))) ++head;
    if (text.at(head).is("interface") || (text.at(head).is("type") && text.at(head + 1).word())) return true;
    if (text.before(outer).is("=") && text.at(statement_of(text, outer)).is_one({"type", "export"})) return true;
  }
  return false;
}

// "x := T{" but not "if x == y {", "func f() T {", "type T struct {".
bool opens_go_literal(const CodeText& text, size_t brace) {
  for (size_t steps = 0; steps < k_farthest && text.before(brace).is("{"); ++steps) --brace;  // T{{
  const Token& last = text.before(brace);
  if (last.is_one({":", ",", "="})) return true;
  if (last.is("}")) return last.partner != Token::k_none && text.before(last.partner).is_one({"struct", "interface"});
  if (!last.word() && !last.is("]")) return false;
  if (last.is_one({"struct", "interface", "else", "select", "switch", "for"})) return false;
  const size_t start = text.first_on(text.at(brace).line);
  for (size_t at = std::max(start, brace - std::min(brace, k_farthest)); at < brace; ++at) {
    if (text.at(at).is("func")) return false;
  }
  return !text.at(start).is_one({"if", "for", "switch", "select", "type", "}", "else", "case", "go", "defer"});
}

}  // namespace

bool is_control_word(const Token& token) {
  return token.is_one({"if",    "for",  "while",   "switch",       "match", "select", "else",
                       "do",    "try",  "finally", "catch",        "loop",  "unsafe", "foreach",
                       "guard", "when", "using",   "synchronized", "lock",  "defer",  "with"});
}

size_t header_of(const CodeText& text, size_t brace) {
  size_t at = brace;
  for (size_t steps = 0; at > 0 && steps < k_farthest; ++steps) {
    const Token& token = text.tokens[at - 1];
    if (token.closes() && token.partner != Token::k_none && !token.is("}")) {
      at = token.partner;
      continue;
    }
    if (token.is_one({";", "{", "}", "(", "[", ",", "="}) || token.is("=>")) break;
    // Go, Swift and the like: a new line begins a new statement.
    if (!needs_semicolons(text.language) && token.line < text.tokens[at].line && begins_statement(text, at)) break;
    --at;
  }
  return at;
}

Family family_of(Language language) {
  switch (language) {
    case Language::c:
    case Language::cpp:
    case Language::csharp:
    case Language::go:
    case Language::java:
    case Language::javascript:
    case Language::typescript:
    case Language::kotlin:
    case Language::scala:
    case Language::swift:
    case Language::rust:
    case Language::php:
    case Language::dart: return Family::braces;
    case Language::python: return Family::python;
    case Language::ruby: return Family::ruby;
    case Language::shell: return Family::shell;
    default: return Family::none;
  }
}

bool needs_semicolons(Language language) {
  return is_any(language, {Language::c, Language::cpp, Language::csharp, Language::java, Language::rust, Language::php,
                           Language::dart});
}

bool is_dynamic(Language language) {
  return is_any(language, {Language::python, Language::ruby, Language::shell, Language::javascript,
                           Language::typescript, Language::php});
}

bool begins_statement(const CodeText& text, size_t index) {
  const Token& token = text.at(index);
  const Token& last = text.before(index);
  if (last.is("\\") || token.is(")") || token.is("]")) return false;
  if (text.language == Language::python) return token.outer == Token::k_none;
  if (token.outer != Token::k_none && (!text.at(token.outer).is("{") || opens_literal(text, token.outer))) return false;
  if (!ends_statement(last, text.language)) return false;
  return needs_semicolons(text.language) || !goes_on(token, text.language);
}

size_t statement_of(const CodeText& text, size_t index) {
  for (size_t steps = 0; steps < k_farthest; ++steps) {
    const size_t first = text.first_on(text.at(index).line);
    if (begins_statement(text, first)) return first;
    const size_t outer = text.at(first).outer;
    const bool inside = outer != Token::k_none &&
                        (!text.at(outer).is("{") || opens_literal(text, outer) || text.language == Language::python);
    if (inside) {
      index = outer;
    } else if (first == 0) {
      return 0;
    } else {
      index = first - 1;
    }
  }
  return text.first_on(text.at(index).line);
}

StatementKind kind_of_statement(const CodeText& text, size_t first) {
  if (is_script_import(text, first) || is_import_word(text, first)) return StatementKind::import;
  const Token& start = text.at(first);
  const Family family = family_of(text.language);
  if (start.is("@")) return StatementKind::decorator;
  // It brings what a type can be used for; that it is used is seen where it is.
  if (start.is("#") && text.language == Language::rust && text.at(first + 2).is("derive"))
    return StatementKind::declaration;
  if (start.is("#") && family == Family::braces)
    return text.at(first + 1).is_one({"include", "import"}) ? StatementKind::import : StatementKind::decorator;
  if (start.is("[") && is_any(text.language, {Language::csharp, Language::cpp}) && !in_running_code(text, first))
    return StatementKind::decorator;
  size_t head = first;
  while (is_modifier(text.at(head)) && text.at(head + 1).word()) ++head;
  if (is_import_word(text, head)) return StatementKind::import;
  if (is_type_only(text, head) || in_type_only(text, first) || is_prototype(text, first))
    return StatementKind::declaration;
  const Token& word = text.at(head);
  if (word.is_one({"def", "fn", "func", "fun", "function", "template", "typealias", "concept"}))
    return StatementKind::header;
  if (is_type_word(word) && text.at(head + 1).word()) return StatementKind::header;
  if (word.is_one({"case", "default", "when"})) return StatementKind::label;
  if (word.is_one({"assert", "static_assert"})) return StatementKind::check;
  return family == Family::none ? StatementKind::code : call_kind(text, first);
}

bool opens_literal(const CodeText& text, size_t brace) {
  const Token& last = text.before(brace);
  if (text.language == Language::python) return true;
  if (last.is_one({"(", ",", "=", "[", "return", "?", ":=", "+", "||", "&&", "??", "...", "in", "of"})) return true;
  const bool scripts = is_any(text.language, {Language::javascript, Language::typescript, Language::php});
  if (last.is(":") && scripts) return true;
  return text.language == Language::go && opens_go_literal(text, brace);
}

bool in_running_code(const CodeText& text, size_t index) {
  size_t outer = text.at(index).outer;
  for (size_t steps = 0; outer != Token::k_none && steps < k_farthest; ++steps, outer = text.at(outer).outer) {
    if (!text.at(outer).is("{") || opens_literal(text, outer)) continue;
    const size_t head = header_of(text, outer);
    bool calls = false;
    for (size_t at = head; at < outer; ++at) {
      const Token& token = text.at(at);
      if (is_control_word(token) || token.is("func")) return true;
      if (is_type_word(token)) return false;
      if (token.is("(")) {
        calls = true;
        at = token.partner == Token::k_none ? outer : token.partner;
      }
    }
    if (calls || text.before(outer).is("=>") || text.before(outer).is("->")) return true;
  }
  return false;
}

size_t end_of_chain(const CodeText& text, size_t index) {
  size_t at = index;
  if (text.at(at).is("*") && text.at(at + 1).word()) ++at;  // *p = x
  while (text.at(at).is("@")) ++at;                         // @x of Ruby
  if (!text.at(at).word()) return index;
  ++at;
  for (size_t steps = 0; steps < k_farthest; ++steps) {
    const Token& token = text.at(at);
    if (token.is_one({".", "->", "?.", "::", "&."}) && text.at(at + 1).word()) {
      at += 2;
    } else if ((token.is("[") || (token.is("(") && text.at(token.partner + 1).is_one({".", "->", "?.", "::", "&."}))) &&
               token.partner != Token::k_none) {
      at = token.partner + 1;
    } else {
      break;
    }
  }
  return at;
}

}  // namespace assay::prove
