#include "judge/tests/remains.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/code_names.h"

namespace assay::judge {

namespace {

// Something added that runs for each row of a table.
bool adds_loop(const CodeHunk& hunk) {
  constexpr std::array<std::string_view, 20> loops = {
      "for",          "forEach",      "each",     "foreach",     "range",
      "dataProvider", "DataProvider", "TestWith", "parametrize", "each_pair",
      "TestCase",     "CsvSource",    "Values",   "ValuesIn",    "each_with_index",
      "ValueSource",  "MethodSource", "DataRow",  "InlineData",  "INSTANTIATE_TEST_SUITE_P"};
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
    if (!is_added(line)) return false;
    if (contains(line.masked.comments, "@dataProvider") || contains(line.masked.comments, "@testWith")) return true;
    const Tokens& t = tokens_of(line);
    return std::any_of(loops.begin(), loops.end(), [&](std::string_view w) { return has_word(t, w); });
  });
}

// Words of a path that say what it is about.
std::vector<std::string> topics_of(std::string_view path) {
  constexpr std::array<std::string_view, 16> generic = {"test", "tests", "spec", "specs",      "src",  "unit",
                                                        "lib",  "py",    "js",   "ts",         "main", "java",
                                                        "com",  "org",   "app",  "integration"};
  std::vector<std::string> out;
  std::string token;
  for (char c : path) token += is_alnum(c) ? c : '_';
  for (auto& word : words_of(token)) {
    if (word.size() > 2 && std::find(generic.begin(), generic.end(), word) == generic.end())
      out.push_back(std::move(word));
  }
  return out;
}

}  // namespace

std::string stem_of(std::string_view path) {
  if (const size_t slash = path.rfind('/'); slash != std::string_view::npos) path.remove_prefix(slash + 1);
  path = path.substr(0, path.find('.'));
  return core_of(path);
}

bool share_topic(std::string_view a, std::string_view b) {
  const auto left = topics_of(a), right = topics_of(b);
  return std::any_of(left.begin(), left.end(),
                     [&](const auto& w) { return std::find(right.begin(), right.end(), w) != right.end(); });
}

bool leaves_the_run(const diff::File& file) {
  const auto before = diff::kind_of(file.old_path), after = diff::kind_of(file.new_path);
  if (before.role != diff::Role::test || !is_collected(file.old_path, before.language)) return false;
  if (after.language == diff::Language::unknown || !is_collected(file.new_path, after.language)) return true;
  // Where the name was marked as a test, a folder called test does not make up for the mark.
  const auto marked = [](std::string_view path) {
    return contains(path, ".test.") || contains(path, ".spec.") || contains(path, "__tests__/") ||
           contains(path, ".cy.") || contains(path, "-test.") || contains(path, "_test.") || contains(path, "test-") ||
           contains(path, ".e2e");
  };
  const bool script = before.language == diff::Language::javascript || before.language == diff::Language::typescript;
  return script && marked(file.old_path) && !marked(file.new_path);
}

std::string core_of(std::string_view name) {
  std::string out;
  for (char c : name) {
    if (is_alnum(c)) out += to_lower(c);
  }
  for (std::string_view mark : {"disabled", "skipped", "test", "skip", "xtest", "broken", "old", "off", "no"}) {
    if (out.size() > mark.size() && out.starts_with(mark)) out.erase(0, mark.size());
    if (out.size() > mark.size() && out.ends_with(mark)) out.resize(out.size() - mark.size());
  }
  return out;
}

// it_behaves_like "a list", class TestArrayList(ListContract), describeSharedList(ArrayList)
bool joins_group(const CodeHunk& hunk) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    if (!is_added(line)) return false;
    const Tokens& t = tokens_of(line);
    if (t.empty()) return false;
    if (t[0].is("class") && t.size() > 3 &&
        (t[2].is("(") || has_word(t, "extends") || has_word(t, "include") || t[2].is("<") || t[2].is(":")))
      return true;
    if (has_word(t, "extends") || t[0].is("include") || t[0].is("use")) return true;
    return std::any_of(t.begin(), t.end(), [](const Token& x) {
      if (!x.word()) return false;
      const std::string w = lower(x.text);
      return contains(w, "behaves_like") || contains(w, "behave_like") || contains(w, "behaveslike") ||
             contains(w, "include_examples") || contains(w, "shared") || contains(w, "contract") ||
             contains(w, "conform") || w == "instantiate_test_suite_p" || w == "typed_test_suite";
    });
  });
}

std::unordered_set<std::string_view> added_rows(const CodeHunk& hunk) {
  std::unordered_set<std::string_view> added;
  if (!adds_loop(hunk)) return added;
  for (const auto& line : hunk.lines) {
    if (!is_added(line)) continue;
    for (const auto& t : tokens_of(line)) {
      if (!t.literal()) continue;
      added.insert(t.unquoted());
      // @CsvSource({"IV, 4"}): a row as a text.
      if (t.string() && contains(t.text, ","))
        for (const auto part : split(t.unquoted(), ',')) added.insert(trim(part));
    }
  }
  return added;
}

bool was_folded(const CodeHunk& hunk, const TestDeclaration& lost, const std::vector<TestDeclaration>& before,
                const std::unordered_set<std::string_view>& added, Values values) {
  if (added.empty()) return false;
  size_t end = hunk.lines.size();
  for (const auto& t : before) {
    if (t.line > lost.line) end = std::min(end, t.line);
  }
  size_t used = 0, kept = 0;
  for (size_t i = lost.line + 1; i < end; ++i) {
    if (!is_removed(hunk.lines[i])) continue;
    const Tokens& t = tokens_of(hunk.lines[i], Side::before);
    if (has_word(t, "Fatal") || has_word(t, "Fatalf") || has_word(t, "Errorf") || has_word(t, "Error")) continue;
    for (const auto& token : t) {
      if (!token.string() && token.kind != TokenKind::number) continue;
      ++used;
      kept += added.contains(token.unquoted());
    }
  }
  return kept > 0 && (values == Values::all ? kept == used : kept * 3 >= used * 2);
}

bool loops_over_cases(const CodeHunk& hunk) {
  constexpr std::array<std::string_view, 10> names = {"cases",     "table",    "tests",   "testCases", "test_cases",
                                                      "scenarios", "examples", "samples", "CASES",     "TESTS"};
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
    if (!is_added(line)) return false;
    const Tokens& t = tokens_of(line);
    return (has_word(t, "for") || has_word(t, "forEach") || has_word(t, "each")) &&
           std::any_of(names.begin(), names.end(), [&](std::string_view n) { return has_word(t, n); });
  });
}

std::optional<size_t> still_written(const CodeHunk& hunk, const TestDeclaration& lost,
                                    const std::vector<TestDeclaration>& after) {
  const std::string core = core_of(lost.name);
  if (core.size() < 2) return std::nullopt;
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, Side::after) || line.hidden) continue;
    const Tokens& t = tokens_of(line);
    for (size_t k = 0; k + 1 < t.size(); ++k) {
      if (!t[k].word() || !t[k + 1].is("(")) continue;
      const bool defines = k > 0 && (t[k - 1].is("def") || t[k - 1].is("func") || t[k - 1].is("fn") ||
                                     t[k - 1].is("fun") || t[k - 1].is("function") || t[k - 1].is("void"));
      if (!defines || core_of(t[k].text) != core) continue;
      if (std::none_of(after.begin(), after.end(), [&](const auto& a) { return a.line == i; })) return i;
    }
  }
  return std::nullopt;
}

std::string defined_on(const CodeLine& line) {
  const Tokens t = tokens_of(line);
  for (size_t k = 1; k + 1 < t.size(); ++k) {
    if (t[k].word() && t[k + 1].is("(")) return std::string(t[k].text);
  }
  return {};
}

bool was_merged(const TestDeclaration& lost, const std::vector<TestDeclaration>& before,
                const std::vector<Assertion>& assertions, size_t end) {
  if (!lost.added) return false;
  const auto at = std::lower_bound(before.begin(), before.end(), lost.line,
                                   [](const TestDeclaration& t, size_t line) { return t.line < line; });
  const bool above = std::any_of(before.begin(), at, [](const auto& t) { return !t.suite; });
  if (at != before.end() && std::next(at) != before.end()) end = std::next(at)->line;
  size_t kept = 0;
  for (auto a = std::lower_bound(assertions.begin(), assertions.end(), lost.line,
                                 [](const Assertion&x, size_t line) { return x.first <= line; });
       a != assertions.end() && a->first < end; ++a) {
    if (a->touched) return false;
    ++kept;
  }
  return above && kept > 0;
}

bool is_case_row(const CodeLine& line) {
  const Tokens& t = tokens_of(line, is_removed(line) ? Side::before : Side::after);
  // [InlineData(1, 2)], #[case(1, 2)], pytest.param(1, 2),
  const size_t name = !t.empty() && t[0].is("#") ? 2 : 1;
  const bool attribute = t.size() > name + 2 && (t[0].is("[") || t[0].is("#")) && t[name + 1].is("(");
  if (attribute && is_one_of(t[name].text, {"InlineData", "TestCase", "DataRow", "case", "test_case", "Arguments"}))
    return true;
  if (t.size() > 4 && has_run(t, {"pytest", ".", "param", "("}) && t[0].is("pytest") && t.back().is(",")) return true;
  if (t.size() < 5 || !(t[0].is("(") || t[0].is("[") || t[0].is("{")) || !t.back().is(",")) return false;
  const Token& last = t[t.size() - 2];
  if (!last.is(")") && !last.is("]") && !last.is("}")) return false;
  return std::count_if(t.begin(), t.end(), [](const Token& x) { return x.literal(); }) >= 2;
}

}  // namespace assay::judge
