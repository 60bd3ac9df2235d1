#include "diff/code.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::diff {
namespace {

struct Split {
  std::string code, strings, comments;
};

// The masks of several lines, each squeezed to single blanks, joined with '|'.
Split lex(Language language, std::string_view text) {
  Lexer lexer(language);
  Split all;
  const auto squeeze = [](std::string_view s) {
    std::string out;
    for (char c : trim(s))
      if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
    return out;
  };
  bool first = true;
  for (auto line : split(text, '\n')) {
    const auto masked = lexer.line(line);
    EXPECT_EQ(masked.code.size(), line.size());
    EXPECT_EQ(masked.strings.size(), line.size());
    EXPECT_EQ(masked.comments.size(), line.size());
    if (!first) all.code += '|', all.strings += '|', all.comments += '|';
    first = false;
    all.code += squeeze(masked.code);
    all.strings += squeeze(masked.strings);
    all.comments += squeeze(masked.comments);
  }
  return all;
}

std::string code(Language language, std::string_view text) { return lex(language, text).code; }
std::string strings(Language language, std::string_view text) { return lex(language, text).strings; }
std::string comments(Language language, std::string_view text) { return lex(language, text).comments; }

TEST(Lexer, KeepsColumns) {
  Lexer lexer(Language::c);
  const auto m = lexer.line("f(\"ab\"); // c");
  EXPECT_EQ(m.code, "f(\"  \");     ");
  EXPECT_EQ(m.strings, "   ab        ");
  EXPECT_EQ(m.comments, "         // c");
}

TEST(Lexer, CarriesBlockComments) {
  EXPECT_EQ(code(Language::c, "a /* b\nc\nd */ e"), "a||e");
  EXPECT_EQ(comments(Language::c, "a /* b\nc\nd */ e"), "/* b|c|d */");
  EXPECT_EQ(code(Language::c, "a(\"/*\"); b"), "a(\" \"); b");
}

TEST(Lexer, EscapedQuotesStayInside) { EXPECT_EQ(code(Language::java, R"(x = "a\"b" + y)"), "x = \" \" + y"); }

TEST(Lexer, AStrayQuoteEndsWithItsLine) { EXPECT_EQ(code(Language::c, "#error don't\nint x;"), "#error don'|int x;"); }

TEST(Lexer, ABackslashContinuesAString) { EXPECT_EQ(code(Language::c, "s = \"a \\\nb\"; c"), "s = \"|\"; c"); }

TEST(Lexer, CppRawStringsAndDigitSeparators) {
  EXPECT_EQ(code(Language::cpp, "auto s = R\"x(a)\" \"\n)x\" + 1'000;"), "auto s = R\"x(|)x\" + 1'000;");
  EXPECT_EQ(code(Language::cpp, "char c = 'x', d = '\\'';"), "char c = ' ', d = ' ';");
}

TEST(Lexer, JavaScriptTemplateHoldsCode) {
  EXPECT_EQ(code(Language::typescript, "q(`a ${user.id + `x${b}`} c`, d)"), "q(` ${user.id + ` ${b}`} `, d)");
  EXPECT_EQ(strings(Language::typescript, "q(`a ${user.id} c`)"), "a c");
  EXPECT_EQ(code(Language::javascript, "a = `x\n// not a comment\n`; b"), "a = `||`; b");
}

TEST(Lexer, JavaScriptRegexIsNotAComment) {
  EXPECT_EQ(code(Language::javascript, "x = s.replace(/[/]\"/g, y) // c"), "x = s.replace(/ /g, y)");
  EXPECT_EQ(code(Language::javascript, "x = a / b; y = \"c\" / d"), "x = a / b; y = \" \" / d");
  EXPECT_EQ(code(Language::javascript, "return /it's/.test(v)"), "return / /.test(v)");
  EXPECT_EQ(code(Language::typescript, "<div><br /></div> + x"), "<div><br /></div> + x");
}

TEST(Lexer, JavaScriptUrlInAStringIsNotAComment) {
  EXPECT_EQ(comments(Language::javascript, "fetch('http://x') // y"), "// y");
}

TEST(Lexer, PythonTripleQuotesAndDocstrings) {
  EXPECT_EQ(comments(Language::python, "def f():\n    \"\"\"Drop all\n    users.\"\"\"\n    g()"),
            "|\"\"\"Drop all|users.\"\"\"|");
  EXPECT_EQ(strings(Language::python, "q = \"\"\"select\n1\"\"\" + x"), "select|1");
  EXPECT_EQ(code(Language::python, "q = '''it's\n# no''' # c"), "q = '''|'''");
}

TEST(Lexer, PythonFStringHoldsCode) {
  EXPECT_EQ(code(Language::python, "log(f\"pw {user.password} {{x}}\")"), "log(f\" {user.password} \")");
  EXPECT_EQ(code(Language::python, "log(\"pw {user}\")"), "log(\" \")");
  EXPECT_EQ(code(Language::python, "f'{d[\"k\"]}' + e"), "f'{d[\" \"]}' + e");
}

TEST(Lexer, RustLifetimesAndRawStrings) {
  EXPECT_EQ(code(Language::rust, "fn f<'a>(x: &'a str) -> char { 'x' }"), "fn f<'a>(x: &'a str) -> char { ' ' }");
  EXPECT_EQ(code(Language::rust, "let s = r#\"a\"b\"#; t"), "let s = r#\" \"#; t");
  EXPECT_EQ(code(Language::rust, "/* a /* b */ c */ d"), "d");
}

TEST(Lexer, GoRawStringsSpanLines) { EXPECT_EQ(code(Language::go, "x := `a \\\n// b` + c"), "x := `|` + c"); }

TEST(Lexer, ShellCommentsHeredocsAndSubstitution) {
  EXPECT_EQ(code(Language::shell, "echo $# a#b # c"), "echo $# a#b");
  EXPECT_EQ(code(Language::shell, "cat <<'EOF' >x\nrm -rf /\nEOF\nls"), "cat <<'EOF' >x||EOF|ls");
  EXPECT_EQ(code(Language::shell, "echo \"n $(rm -rf \"$x\") m\""), "echo \" $(rm -rf \" \") \"");
  EXPECT_EQ(code(Language::shell, "awk '\n{ print }\n' f"), "awk '||' f");
  EXPECT_EQ(code(Language::shell, "x=$((1 << y))\nls"), "x=$((1 << y))|ls");
}

TEST(Lexer, Sql) {
  EXPECT_EQ(code(Language::sql, "insert into t values ('it''s -- x'); -- c"), "insert into t values (' ');");
}

TEST(Lexer, RubyBeginEndAndInterpolation) {
  EXPECT_EQ(code(Language::ruby, "=begin\ndrop\n=end\nputs \"a #{b} c\" # d"), "|||puts \" #{b} \"");
  EXPECT_EQ(code(Language::ruby, "x = <<~SQL\n  drop table\nSQL\na << b"), "x = <<~SQL||SQL|a << b");
}

TEST(Lexer, MarkupCommentsAndAttributes) {
  EXPECT_EQ(code(Language::html, "<a href=\"x\">Don't</a> <!-- c\nd --> e"), "<a href=\" \">Don't</a>|e");
  EXPECT_EQ(code(Language::html, "<script>a('b') // c\n</script><p>//</p>"), "<script>a(' ')|</script><p>//</p>");
  EXPECT_EQ(code(Language::vue, "<!-- x -->\nconst a = 'b'"), "|const a = ' '");
}

TEST(Lexer, YamlQuotesOnlyAtTheStartOfAValue) {
  EXPECT_EQ(code(Language::yaml, "run: echo don't || true # c"), "run: echo don't || true");
  EXPECT_EQ(code(Language::yaml, "name: \"a # b\""), "name: \" \"");
}

TEST(Lexer, OtherLanguages) {
  EXPECT_EQ(code(Language::toml, "a = 'C:\\' # b"), "a = ' '");
  EXPECT_EQ(code(Language::ini, "; c\na = b ; d"), "|a = b");
  EXPECT_EQ(code(Language::make, "all: # c\n\techo $#"), "all:|echo $#");
  EXPECT_EQ(code(Language::lua, "--[[ a\nb ]] c = [[d\ne]]"), "|c = [[|]]");
  EXPECT_EQ(code(Language::csharp, "x = @\"a\\\" + $\"b {c} d\";"), "x = @\" \" + $\" {c} \";");
  EXPECT_EQ(code(Language::powershell, "<# a\n#> b 'it''s' # c"), "|b ' '");
  EXPECT_EQ(code(Language::php, "#[Attr]\n$a = 'b'; # c"), "#[Attr]|$a = ' ';");
  EXPECT_EQ(code(Language::haskell, "f x' = 'a' -- c {- \n{- d -} e"), "f x' = ' '|e");
  EXPECT_EQ(code(Language::terraform, "a = <<EOT\nb\nEOT\nc"), "a = <<EOT||EOT|c");
  EXPECT_EQ(code(Language::swift, "p(\"a \\(b.c(d)) e\")"), "p(\" \\(b.c(d)) \")");
  EXPECT_EQ(code(Language::kotlin, "p(\"\"\"a ${b}\n c\"\"\")"), "p(\"\"\" ${b}|\"\"\")");
  EXPECT_EQ(code(Language::css, "a { b: url(http://x); } // c"), "a { b: url(http://x); }");
  EXPECT_EQ(code(Language::json, "{\"a\": 1} // c"), "{\" \": 1}");
  EXPECT_EQ(code(Language::cmake, "set(a \"b # c\") # d"), "set(a \" \")");
}

TEST(Lexer, ProseIsComment) {
  EXPECT_EQ(code(Language::markdown, "drop the `users` table"), "");
  EXPECT_EQ(comments(Language::text, "focused change"), "focused change");
}

TEST(Lexer, UnknownLanguagesAreAllCode) { EXPECT_EQ(code(Language::unknown, "a \"b\" # c"), "a \"b\" # c"); }

TEST(Lexer, AHunkThatStartsInAComment) {
  EXPECT_EQ(code(Language::java, " * Deletes users.\n * @param x\n */\nvoid f();"), "|||void f();");
  EXPECT_EQ(code(Language::c, "old license text\nmore */ int x;"), "old license text|int x;");
  EXPECT_EQ(code(Language::c, "int y = a\n  * b;"), "int y = a|* b;");
}

std::string code_ahead(Language language, const Hunk& hunk) {
  Lexer lexer(language);
  lexer.start_in(hunk, Sign::added);
  std::string out;
  for (const Line& line : hunk.lines) out += cat(trim(lexer.line(line.text).code), "|");
  return out;
}

Hunk hunk_of(std::initializer_list<std::string_view> lines) {
  Hunk hunk;
  for (auto text : lines) hunk.lines.push_back({.sign = Sign::context, .text = text});
  return hunk;
}

TEST(Lexer, StartInReadsAheadForTheEndOfAComment) {
  EXPECT_EQ(code_ahead(Language::c, hunk_of({"old license", "text", "*/", "int x;"})), "|||int x;|");
  EXPECT_EQ(code_ahead(Language::c, hunk_of({"int y;", "/* a */", "int x;"})), "int y;||int x;|");
  EXPECT_EQ(code_ahead(Language::javascript, hunk_of({"x('a/**/b')", "y"})), "x('      ')|y|");
}

TEST(Lexer, StartInReadsAheadForTheEndOfADocstring) {
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"Drops users.", "\"\"\"", "x = 1"})), "||x = 1|");
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"Drops users.\"\"\"", "x = 1"})), "|x = 1|");
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"def f():", "\"\"\"", "Doc.", "\"\"\"", "x = 1"})),
            "def f():||||x = 1|");
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"x = 1", "q = \"\"\"", "a", "\"\"\""})), "x = 1|q = \"\"\"||\"\"\"|");
}

TEST(Lexer, WhatFollowsABareMarkTellsWhetherItClosesADocstring) {
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"    \"\"\"", "    @property", "    def f(self):"})),
            "|@property|def f(self):|");
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"\"\"\"", "", "from a import b", "x = 1"})),
            "||from a import b|x = 1|");
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"\"\"\"", "return f(x)"})), "|return f(x)|");
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"\"\"\"", "if a:"})), "|if a:|");
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"\"\"\"", "Drops users.", "\"\"\"", "x = 1"})), "|||x = 1|");
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"\"\"\"", "If a user is gone, return it. Else", "\"\"\"", "x = 1"})),
            "|||x = 1|");
  EXPECT_EQ(code_ahead(Language::python, hunk_of({"\"\"\"", "return the user", "\"\"\"", "x = 1"})), "|||x = 1|");
}

TEST(Lexer, LongLinesAreLexedUpToALimit) {
  const std::string line = "a(\"" + std::string(2 * Lexer::k_longest, '/') + "\");";
  const auto masked = Lexer(Language::c).line(line);
  EXPECT_EQ(masked.code.size(), line.size());
  EXPECT_EQ(trim(masked.code), "a(\"");
}

TEST(Lexer, EqualLexersReadAlike) {
  Lexer a(Language::c), b(Language::c);
  a.line("int x; /* open");
  b.line("int x;");
  EXPECT_FALSE(a == b);
  a.line("*/ int y;");
  b.line("int y;");
  EXPECT_TRUE(a == b);
  EXPECT_FALSE(a == Lexer(Language::go));
}

TEST(LanguageOf, NamesAndExtensions) {
  EXPECT_EQ(language_of("src/a.tsx"), Language::typescript);
  EXPECT_EQ(language_of("Makefile"), Language::make);
  EXPECT_EQ(language_of("x/CMakeLists.txt"), Language::cmake);
  EXPECT_EQ(language_of("docker/Dockerfile.prod"), Language::dockerfile);
  EXPECT_EQ(language_of(".husky/pre-commit"), Language::shell);
  EXPECT_EQ(language_of("requirements-dev.txt"), Language::ini);
  EXPECT_EQ(language_of("NOTES.TXT"), Language::text);
  EXPECT_EQ(language_of("a.b/c"), Language::unknown);
  EXPECT_EQ(language_of(""), Language::unknown);
}

}  // namespace
}  // namespace assay::diff
