#include "judge/tests/syntax.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::judge {

namespace {

using diff::Language;

template <size_t n>
bool one_of(std::string_view s, const std::array<std::string_view, n>& list) {
  return std::find(list.begin(), list.end(), s) != list.end();
}

// Words that open a test in call style: it("adds", …), test 'adds' do, group("…").
constexpr std::array<std::string_view, 13> k_call_tests = {
    "it",       "test",     "specify",     "xit",       "fit",     "xtest",   "ftest",
    "xspecify", "fspecify", "testWidgets", "test_that", "subtest", "scenario"};
constexpr std::array<std::string_view, 14> k_call_suites = {"describe", "context",  "suite",   "xdescribe", "fdescribe",
                                                            "xcontext", "fcontext", "group",   "feature",   "xsuite",
                                                            "testset",  "Describe", "Context", "SCENARIO"};
constexpr std::array<std::string_view, 10> k_macro_tests = {"TEST",
                                                            "TEST_F",
                                                            "TEST_P",
                                                            "TYPED_TEST",
                                                            "TYPED_TEST_P",
                                                            "TEST_CASE",
                                                            "TEST_METHOD",
                                                            "BOOST_AUTO_TEST_CASE",
                                                            "TEST_CASE_FIXTURE",
                                                            "TEST_CASE_METHOD"};
constexpr std::array<std::string_view, 12> k_annotations = {
    "Test",   "ParameterizedTest", "RepeatedTest",   "TestFactory", "TestMethod",   "Fact",
    "Theory", "TestCase",          "DataTestMethod", "Property",    "TestTemplate", "test"};

bool call_style(Language l) {
  switch (l) {
    case Language::javascript:
    case Language::typescript:
    case Language::vue:
    case Language::svelte:
    case Language::ruby:
    case Language::elixir:
    case Language::dart:
    case Language::lua:
    case Language::haskell:
    case Language::php:
    case Language::perl:
    case Language::r:
    case Language::kotlin:
    case Language::scala:
    case Language::unknown: return true;
    default: return false;
  }
}

bool annotation_style(Language l) {
  return l == Language::java || l == Language::kotlin || l == Language::scala || l == Language::csharp ||
         l == Language::rust || l == Language::swift || l == Language::php;
}

// The words of a possibly dotted callee that ends before `open`: test.each -> {"test","each"}.
std::optional<TestDeclaration> call_test(const Tokens& t) {
  for (size_t i = 0; i < t.size(); ++i) {
    if (!t[i].word()) continue;
    const bool test = one_of(t[i].text, k_call_tests), suite = one_of(t[i].text, k_call_suites);
    if (!test && !suite) continue;
    if (i > 0 && (t[i - 1].is(".") || t[i - 1].is("->") || t[i - 1].is("def") || t[i - 1].is("function"))) {
      // Deno.test(…) and RSpec.describe(…) are tests; anything else dotted is a method of that name.
      if (!(i >= 2 && (t[i - 2].is("Deno") || t[i - 2].is("RSpec") || t[i - 2].is("bdd")))) continue;
    }
    TestDeclaration found;
    found.suite = suite;
    found.skipped = t[i].text.front() == 'x';
    found.focused = t[i].text.front() == 'f' && t[i].text != "feature";
    size_t k = i + 1;
    if (k + 1 < t.size() && t[k].is(".") && t[k + 1].is("step")) continue;  // a part of a Playwright test
    while (k + 1 < t.size() && t[k].is(".") && t[k + 1].word()) {
      const auto word = t[k + 1].text;
      found.skipped |= word == "skip" || word == "todo" || word == "fixme" || word == "failing" || word == "ignore";
      found.focused |= word == "only";
      found.suite |= word == "describe";
      found.table |= word == "each" || word == "for";
      k += 2;
      if (word == "each" || word == "skipIf" || word == "runIf" || word == "for") {
        if (k < t.size() && t[k].is("(")) k = skip_brackets(t, k);
        if (k < t.size() && t[k].string()) ++k;
        if (k >= t.size()) break;
      }
    }
    if (k < t.size() && t[k].is("(")) ++k;
    if (k < t.size() && t[k].string()) {
      found.name = std::string(t[k].unquoted());
      return found;
    }
    // RSpec.describe Thing do
    if (suite && k < t.size() && t[k].word() && (t.back().is("do") || t.back().is("{"))) {
      found.name = std::string(t[k].text);
      return found;
    }
    const bool called = k > 0 && k <= t.size() && t[k - 1].is("(");
    if (k >= t.size() && (called || found.table)) {
      found.name = "table";
      found.unnamed = called;
      return found;
    }
  }
  return std::nullopt;
}

std::optional<TestDeclaration> macro_test(const Tokens& t) {
  if (t.size() < 3 || !t[0].word() || !one_of(t[0].text, k_macro_tests) || !t[1].is("(")) return std::nullopt;
  TestDeclaration found;
  const size_t end = std::min(skip_brackets(t, 1), t.size());
  for (size_t i = 2; i < end; ++i) {
    if (t[i].word()) found.name += cat(found.name.empty() ? "" : ".", t[i].text);
    if (t[i].string() && found.name.empty()) found.name = std::string(t[i].unquoted());
  }
  found.skipped = contains(found.name, "DISABLED_");
  return found;
}

// The word a definition names: the one after def/func/fn/fun/function.
std::optional<std::string> defined_name(const Tokens& t) {
  for (size_t i = 0; i + 1 < t.size(); ++i) {
    if (!(t[i].is("def") || t[i].is("func") || t[i].is("fn") || t[i].is("fun") || t[i].is("function"))) continue;
    if (t[i + 1].word()) return std::string(t[i + 1].text);
    if (t[i + 1].string()) return std::string(t[i + 1].unquoted());  // Kotlin: fun `adds two`()
  }
  return std::nullopt;
}

// The word before the first bracket: what a Java or C# method declaration names.
std::optional<std::string> method_name(const Tokens& t) {
  for (size_t i = 1; i < t.size(); ++i) {
    if (t[i].is("(") && t[i - 1].word() && i >= 2 && (t[i - 2].word() || t[i - 2].is(">") || t[i - 2].is("]")))
      return std::string(t[i - 1].text);
  }
  return std::nullopt;
}

std::optional<TestDeclaration> function_test(const Tokens& t, Language language) {
  TestDeclaration found;
  if (language == Language::python) {
    if (t.size() > 1 && t[0].is("class") && t[1].word() &&
        (t[1].text.starts_with("Test") || t[1].text.ends_with("Test") || t[1].text.ends_with("Tests"))) {
      found.name = std::string(t[1].text);
      found.suite = true;
      return found;
    }
  }
  const auto name = defined_name(t);
  if (!name) return std::nullopt;
  found.name = *name;
  switch (language) {
    case Language::python:
    case Language::ruby:
      if (name->starts_with("test_") || *name == "test" || (language == Language::python && name->starts_with("test")))
        return found;
      return std::nullopt;
    case Language::go:
      for (std::string_view prefix : {"Test", "Fuzz", "Example", "Benchmark"}) {
        if (name->starts_with(prefix) && (name->size() == prefix.size() || !is_lower((*name)[prefix.size()])) &&
            *name != "TestMain")
          return found;
      }
      return std::nullopt;
    case Language::swift:
    case Language::php:
      if (name->starts_with("test")) return found;
      return std::nullopt;
    case Language::javascript:
    case Language::typescript: return std::nullopt;
    default: return std::nullopt;
  }
}

// A line of annotations that goes on into the definition: "@Test void adds() {", with its body on the same
// line or without.
bool opens_body(const Tokens& t) {
  if (t.back().is("{") || has_word(t, "func") || has_word(t, "fun")) return true;
  const bool whole = t.back().is("}") && find_run(t, {"{"}) != std::string_view::npos;
  return whole || (t.back().is(";") && find_run(t, {"=>"}) != std::string_view::npos);
}

// [WindowsFact], [SkippableTheory]: an attribute of the project's or a library's own that is derived from xUnit's.
bool is_own_fact(std::string_view name) { return name.ends_with("Fact") || name.ends_with("Theory"); }

// @Test, [Fact], #[tokio::test], #[Test]: the definition that follows is a test.
std::optional<std::string_view> annotation(const Tokens& t) {
  if (t.empty()) return std::nullopt;
  const bool at = t[0].is("@"), bracket = t[0].is("["), hash = t[0].is("#") && t.size() > 1 && t[1].is("[");
  if (!at && !bracket && !hash) return std::nullopt;
  for (size_t i = at ? 1 : bracket ? 1 : 2; i < t.size() && !t[i].is("(") && !t[i].is("]"); ++i) {
    if (t[i].word() && (one_of(t[i].text, k_annotations) || t[i].text == "rstest" || t[i].text == "test_case" ||
                        t[i].text == "proptest" || (bracket && is_own_fact(t[i].text))))
      return t[i].text;
    if (at && i >= 1 && t[i].word() && (i + 1 >= t.size() || !t[i + 1].is("."))) break;
  }
  return std::nullopt;
}

std::optional<TestDeclaration> shell_test(const Tokens& t) {
  if (t.size() > 2 && t[0].is("@") && t[1].is("test") && t[2].string()) {  // bats
    TestDeclaration found;
    found.name = std::string(t[2].unquoted());
    return found;
  }
  if (t.size() > 2 && t[0].word() && istarts_with(t[0].text, "test") && t[1].is("(") && t[2].is(")")) {
    TestDeclaration found;
    found.name = std::string(t[0].text);
    return found;
  }
  return std::nullopt;
}

std::optional<TestDeclaration> declared_on(const Tokens& t, Language language) {
  std::optional<TestDeclaration> found;
  if (call_style(language)) found = call_test(t);
  if (!found && (language == Language::cpp || language == Language::c)) found = macro_test(t);
  if (!found && language == Language::shell) found = shell_test(t);
  if (!found) found = function_test(t, language);
  if (!found && language == Language::go) {
    if (const size_t at = find_run(t, {"t", ".", "Run", "("});
        at != std::string_view::npos && at + 4 < t.size() && t[at + 4].string()) {
      found.emplace();
      found->name = std::string(t[at + 4].unquoted());
    }
  }
  return found;
}

}  // namespace

bool is_test_file(const diff::File& file) {
  if (file.role == diff::Role::test) return true;
  if (file.role == diff::Role::source && file.language == Language::rust) return true;
  return file.status == diff::Status::renamed && !file.old_path.empty() &&
         diff::role_of(file.old_path) == diff::Role::test && file.role != diff::Role::docs;
}

bool is_collected(std::string_view path, Language language) {
  const std::string_view name = base_name(path);
  const size_t dot = name.rfind('.');
  const std::string_view stem = name.substr(0, dot);
  switch (language) {
    case Language::python:
      return stem.starts_with("test_") || stem.ends_with("_test") || stem == "test" || stem == "tests";
    case Language::javascript:
    case Language::typescript:
    case Language::vue:
    case Language::svelte:
      return contains(name, ".test.") || contains(name, ".spec.") || contains(name, "_test.") ||
             contains(name, ".cy.") || contains(path, "__tests__/") || stem == "test" || stem.starts_with("test-") ||
             stem.ends_with("-test") || path.starts_with("test/") || contains(path, "/test/") ||
             contains(name, ".e2e.");
    case Language::go: return stem.ends_with("_test");
    case Language::java:
    case Language::kotlin:
    case Language::scala:
    case Language::csharp:
    case Language::php:
    case Language::swift:
      return stem.ends_with("Test") || stem.ends_with("Tests") || stem.starts_with("Test") || stem.ends_with("IT") ||
             stem.ends_with("TestCase") || stem.ends_with("Spec");
    case Language::ruby: return stem.ends_with("_spec") || stem.ends_with("_test") || stem.starts_with("test_");
    case Language::elixir: return name.ends_with("_test.exs");
    case Language::dart: return stem.ends_with("_test");
    case Language::rust:
    case Language::c:
    case Language::cpp: return true;  // named by the build, not by a pattern
    default: return false;
  }
}

namespace {

// How many brackets a line leaves open.
int left_open(const Tokens& t) {
  int open = 0;
  for (const Token& token : t) {
    open += token.is("(") || token.is("{") || token.is("[");
    open -= token.is(")") || token.is("}") || token.is("]");
  }
  return open;
}

}  // namespace

std::vector<TestDeclaration> tests_in(const CodeHunk& hunk, Side side) {
  std::vector<TestDeclaration> out;
  const Language language = hunk.file.language;
  const diff::Sign sign = side == Side::before ? diff::Sign::removed : diff::Sign::added;
  bool pending = false, pending_touched = false, table = false, unnamed = false;
  int open = 0;  // brackets of a mark that goes on: @CsvSource({ ⏎ "a, 1", ⏎ })
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, side) || (line.hidden && side == Side::after)) continue;
    const Tokens& t = tokens_of(line, side);
    if (t.empty()) {
      // PHPUnit's older mark is a comment.
      if (language == Language::php && contains(line.masked.comments, "@test")) pending = true;
      table |= language == Language::php &&
               (contains(line.masked.comments, "@dataProvider") || contains(line.masked.comments, "@testWith"));
      continue;
    }
    const bool touched = line.raw->sign == sign;
    if (unnamed) {
      unnamed = false;
      if (t[0].string()) {
        out.back().name = std::string(t[0].unquoted());
        out.back().touched |= touched;
        continue;
      }
      out.pop_back();
    }
    if (has_word(t, "parametrize") || has_word(t, "ParameterizedTest") || has_word(t, "Theory") ||
        has_word(t, "rstest") || has_word(t, "DataProvider") || has_word(t, "TestCase") || has_word(t, "TEST_P"))
      table = true;
    if (annotation_style(language)) {
      if (annotation(t)) {
        pending = true;
        pending_touched |= touched;
        open = 0;
      }
      if (pending && open > 0) {
        open += left_open(t);
        continue;
      }
      if (pending) {
        auto name = defined_name(t);
        if (!name && language != Language::rust && language != Language::swift) name = method_name(t);
        const bool still_annotations = t[0].is("@") || t[0].is("[") || t[0].is("#");
        if (name && (!still_annotations || opens_body(t))) {
          TestDeclaration found;
          found.name = *name;
          found.line = i;
          found.touched = touched || pending_touched;
          found.added = touched;
          found.table = table;
          out.push_back(std::move(found));
          pending = pending_touched = table = false;
          continue;
        }
        if (!still_annotations && !name) pending = pending_touched = false;
        open = still_annotations ? left_open(t) : 0;
      }
    }
    if (auto found = declared_on(t, language)) {
      found->line = i;
      found->touched = found->added = touched;
      found->table |= table;
      table = false;
      unnamed = found->unnamed;
      out.push_back(std::move(*found));
    }
  }
  if (unnamed) out.pop_back();
  return out;
}

}  // namespace assay::judge
