#include "diff/syntax.h"

namespace assay::diff {

namespace {

constexpr void mark(std::array<bool, 256>& special, std::string_view chars) {
  for (char c : chars) special[static_cast<unsigned char>(c)] = true;
}

// Brackets matter only inside an embedded expression, but are marked always: they are rare enough.
constexpr Syntax finished(Syntax s) {
  for (auto c : s.line_comments) mark(s.special, c.substr(0, 1));
  for (auto c : {s.block_open, s.block_close, s.block_open2, s.block_close2}) mark(s.special, c.substr(0, 1));
  for (auto c : {s.quotes, s.multi_quotes, s.triples}) mark(s.special, c);
  if (s.interpolation != 0) mark(s.special, "(){}");
  if (s.regex) mark(s.special, "/");
  if (s.heredoc != Heredoc::none || s.markup) mark(s.special, "<");
  if (s.raw == Raw::lua) mark(s.special, "[");
  if (s.interpolation == '(') mark(s.special, "\\");
  return s;
}

constexpr Syntax c_like() {
  return {.line_comments = {"//"}, .block_open = "/*", .block_close = "*/", .quotes = "\"'"};
}
constexpr Syntax hash_like() { return {.line_comments = {"#"}, .quotes = "\"'"}; }

constexpr Syntax with_triples(Syntax s, std::string_view triples, char interpolation = 0) {
  s.triples = triples;
  s.interpolation = interpolation;
  if (interpolation != 0) s.interpolating = triples;
  return s;
}

constexpr Syntax javascript() {
  Syntax s = c_like();
  s.multi_quotes = s.interpolating = "`";
  s.interpolation = '$';
  s.regex = true;
  return s;
}

constexpr Syntax component() {  // script, template and style in one file
  Syntax s = javascript();
  s.block_open2 = "<!--";
  s.block_close2 = "-->";
  return s;
}

constexpr Syntax with_raw(Syntax s, Raw raw) {
  s.raw = raw;
  return s;
}

constexpr Syntax with_char_literals(Syntax s) {
  s.char_literals = true;
  return s;
}

constexpr Syntax rust() {
  Syntax s = with_char_literals(with_raw(c_like(), Raw::rust));
  s.nests = true;
  s.quotes = "'";
  s.multi_quotes = "\"";
  return s;
}

constexpr Syntax csharp() {
  Syntax s = with_raw(with_triples(c_like(), "\"", 'f'), Raw::csharp);
  return s;
}

constexpr Syntax go() {
  Syntax s = c_like();
  s.multi_quotes = s.literal = "`";
  return s;
}

constexpr Syntax php() {
  Syntax s = c_like();
  s.line_comments = {"//", "#"};
  s.heredoc = Heredoc::php;
  return s;
}

constexpr Syntax python() {
  Syntax s = with_triples(hash_like(), "\"'", 'f');
  s.docstrings = true;
  return s;
}

constexpr Syntax ruby() {
  Syntax s = hash_like();
  s.interpolation = '#';
  s.interpolating = "\"";
  s.regex = true;
  s.pod = "=begin";
  s.pod_end = "=end";
  s.heredoc = Heredoc::ruby;
  return s;
}

constexpr Syntax elixir() {
  Syntax s = with_triples(hash_like(), "\"'", '#');
  s.docstrings = true;
  return s;
}

constexpr Syntax perl() {
  Syntax s = hash_like();
  s.needs = HashNeeds::gap;
  s.regex = true;
  s.pod = "=";
  s.pod_end = "=cut";
  s.heredoc = Heredoc::ruby;
  return s;
}

constexpr Syntax shell() {
  Syntax s = {.line_comments = {"#"}, .needs = HashNeeds::gap, .multi_quotes = "\"'", .literal = "'"};
  s.interpolating = "\"";
  s.interpolation = '(';
  s.heredoc = Heredoc::shell;
  return s;
}

constexpr Syntax powershell() {
  Syntax s = {
      .line_comments = {"#"}, .needs = HashNeeds::gap, .block_open = "<#", .block_close = "#>", .quotes = "\"'"};
  s.literal = s.doubles = "\"'";
  return s;
}

constexpr Syntax yaml() {
  Syntax s = {.line_comments = {"#"}, .needs = HashNeeds::gap, .quotes = "\"'", .literal = "'", .doubles = "'"};
  s.token_quotes = true;
  return s;
}

constexpr Syntax terraform() {
  Syntax s = c_like();
  s.line_comments = {"//", "#"};
  s.quotes = "\"";
  s.heredoc = Heredoc::shell;
  return s;
}

constexpr Syntax markup() {
  Syntax s;
  s.block_open = "<!--";
  s.block_close = "-->";
  s.markup = true;
  return s;
}

constexpr Syntax css() {
  Syntax s = c_like();
  s.needs = HashNeeds::gap;  // url(http://…)
  return s;
}

constexpr Syntax build_file() {
  Syntax s = hash_like();
  s.needs = HashNeeds::gap;
  return s;
}

constexpr Syntax sql() {
  return {
      .line_comments = {"--"}, .block_open = "/*", .block_close = "*/", .quotes = "'", .literal = "'", .doubles = "'"};
}

constexpr Syntax haskell() {
  Syntax s = {.line_comments = {"--"}, .block_open = "{-", .block_close = "-}", .quotes = "\"'"};
  s.nests = true;
  return with_char_literals(s);
}

constexpr Syntax lua() {
  Syntax s = {.line_comments = {"--"}, .quotes = "\"'"};
  return with_raw(s, Raw::lua);
}

constexpr Syntax toml() {
  Syntax s = with_triples(hash_like(), "\"'");
  s.literal = "'";
  return s;
}

constexpr Syntax ini() {
  Syntax s;
  s.line_comments = {"#", ";"};
  s.needs = HashNeeds::gap;
  return s;
}

constexpr Syntax cmake() {
  Syntax s = {.line_comments = {"#"}, .block_open = "#[[", .block_close = "]]", .quotes = "\""};
  return s;
}

constexpr Syntax prose() {
  Syntax s;
  s.prose = true;
  return s;
}

constexpr Syntax make_syntax(Language language) {
  switch (language) {
    case Language::unknown: return {};
    case Language::c: return c_like();
    case Language::cpp: return with_raw(c_like(), Raw::cpp);
    case Language::csharp: return csharp();
    case Language::go: return go();
    case Language::java: return with_triples(c_like(), "\"");
    case Language::javascript:
    case Language::typescript: return javascript();
    case Language::kotlin: return with_triples(c_like(), "\"", '$');
    case Language::scala: return with_char_literals(with_triples(c_like(), "\"", '$'));
    case Language::swift: return with_triples(c_like(), "\"", '\\');
    case Language::rust: return rust();
    case Language::php: return php();
    case Language::python: return python();
    case Language::ruby: return ruby();
    case Language::elixir: return elixir();
    case Language::erlang: return {.line_comments = {"%"}, .quotes = "\"'"};
    case Language::haskell: return haskell();
    case Language::lua: return lua();
    case Language::perl: return perl();
    case Language::r: return hash_like();
    case Language::dart: return with_triples(c_like(), "\"'", '$');
    case Language::shell: return shell();
    case Language::powershell: return powershell();
    case Language::sql: return sql();
    case Language::html:
    case Language::xml: return markup();
    case Language::css: return css();
    case Language::json: return {.line_comments = {"//"}, .block_open = "/*", .block_close = "*/", .quotes = "\""};
    case Language::yaml: return yaml();
    case Language::toml: return toml();
    case Language::ini: return ini();
    case Language::markdown:
    case Language::text: return prose();
    case Language::dockerfile: return {.line_comments = {"#"}, .needs = HashNeeds::line_start, .quotes = "\"'"};
    case Language::make: return build_file();
    case Language::cmake: return cmake();
    case Language::gradle: return with_triples(c_like(), "\"'", '$');
    case Language::terraform: return terraform();
    case Language::proto: return c_like();
    case Language::graphql: return with_triples({.line_comments = {"#"}, .quotes = "\""}, "\"");
    case Language::vue:
    case Language::svelte: return component();
  }
  return {};
}

constexpr size_t k_count = static_cast<size_t>(Language::svelte) + 1;

constexpr std::array<Syntax, k_count> make_table() {
  std::array<Syntax, k_count> table{};
  for (size_t i = 0; i < k_count; ++i) table[i] = finished(make_syntax(static_cast<Language>(i)));
  return table;
}

constexpr std::array<Syntax, k_count> k_table = make_table();

}  // namespace

const Syntax& syntax_of(Language language) { return k_table[static_cast<size_t>(language)]; }

}  // namespace assay::diff
