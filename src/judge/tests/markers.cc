// Marks that switch tests off or single one out, in the spelling of each framework. Where a mark
// holds only under a condition (a platform, a missing service) it is told apart: that is common
// in honest suites.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

using diff::Language;

bool call_language(Language l) {
  return l == Language::javascript || l == Language::typescript || l == Language::vue || l == Language::svelte;
}

bool after_dot(const Tokens& t, size_t i) { return i > 0 && (t[i - 1].is(".") || t[i - 1].is("->")); }
bool followed_by(const Tokens& t, size_t i, std::string_view s) { return i + 1 < t.size() && t[i + 1].is(s); }

// An `if` on this line or on the code line before it that asks for the platform or a setting.
bool under_condition(const CodeHunk& hunk, size_t at) {
  int seen = 0;
  for (size_t i = at + 1; i-- > 0 && seen < 3;) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, Side::after) || trim(line.masked.code).empty()) continue;
    ++seen;
    const Tokens& t = tokens_of(line);
    const bool asks = !t.empty() && (t[0].is("if") || t[0].is("unless") || t[0].is("elif") || has_word(t, "if") ||
                                     has_word(t, "unless"));
    if (asks) return !has_run(t, {"if", "True"}) && !has_run(t, {"if", "(", "true"}) && !has_run(t, {"if", "true"});
    if (i != at && (t.empty() || t.back().is(";") || t.back().is("}"))) break;
  }
  return false;
}

// What says that a build server is at work.
constexpr std::array<std::string_view, 9> k_server_names = {
    "CI", "GITHUB_ACTIONS", "GITLAB_CI", "CONTINUOUS_INTEGRATION", "CIRCLECI", "TRAVIS", "TF_BUILD", "IS_CI", "isCI"};

// The condition of the mark on line `at` holds on build servers, where the gate looks: there the test
// is as good as gone. `wants` is set where the mark names what the test needs (skipUnless, runIf).
bool holds_on_servers(const CodeHunk& hunk, size_t at, bool wants) {
  std::string text;
  int seen = 0;
  for (size_t i = at + 1; i-- > 0 && seen < 3;) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, Side::after) || trim(line.masked.code).empty()) continue;
    ++seen;
    const Tokens& t = tokens_of(line);
    if (i != at && !(has_word(t, "if") || has_word(t, "unless"))) break;
    text = std::string(line.raw->text);
    // Read from the environment, or a name in the code: not a word of the reason that is given.
    const std::string_view asked = icontains(line.raw->text, "env") ? line.raw->text : line.masked.code;
    const bool named = std::any_of(k_server_names.begin(), k_server_names.end(), [&](std::string_view name) {
      return find_word(asked, name) != std::string_view::npos;
    });
    if (!named) continue;
    const bool negated =
        contains_any(text, {"!process", "not os", "not in os", "== \"\"",     "== ''",     "is None",    "undefined",
                            "== nil",   "nil?",   "blank?",    "!= \"true\"", "!= 'true'", "!== 'true'", "!isCI",
                            "!CI",      "not CI", "unless",    "isEmpty",     "!System",   "== null",    "=== null"});
    return negated == wants;
  }
  return false;
}

// What stands at t[i] is true, or false, whatever happens.
bool constantly(const Tokens& t, size_t i, bool value) {
  if (i >= t.size()) return false;
  if (t[i].is("!") || t[i].is("not")) return constantly(t, i + 1, !value);
  const bool alone = i + 1 >= t.size() || t[i + 1].is(",") || t[i + 1].is(")") || t[i + 1].is("}");
  if (!alone) return false;
  const std::string w = lower(t[i].unquoted());
  return value ? w == "true" || w == "1" || w == "always" : w == "false" || w == "0" || w == "never";
}

// A pattern that no value of a setting would match.
bool matches_nothing(std::string_view pattern) {
  const std::string p = lower(pattern);
  return p == "never" || p == "none" || p == "nope" || p == "nothing" || p == "disabled" || p == "(?!)" || p == "$^" ||
         p == "a^" || p == "$." || p == "^$" || p == "^\\b$" || contains(p, "never");
}

// @EnabledIf…(matches = "never"), @DisabledIf("true"), @EnabledOnOs({})
bool never_enabled(const Tokens& t, size_t annotation) {
  const bool enables = t[annotation].text.starts_with("Enabled");
  if (!followed_by(t, annotation, "(")) return false;
  if (constantly(t, annotation + 2, !enables)) return true;
  if (has_run(t, {"value", "="}) && constantly(t, find_run(t, {"value", "="}) + 2, !enables)) return true;
  const size_t at = find_run(t, {"matches", "="});
  if (at == std::string_view::npos || at + 2 >= t.size() || !t[at + 2].string()) return false;
  return enables && matches_nothing(t[at + 2].unquoted());
}

std::optional<Marker> mark(std::string text, bool conditional = false) { return Marker{std::move(text), conditional}; }

std::optional<Marker> python_skip(const CodeHunk& hunk, size_t at, const Tokens& t) {
  for (size_t i = 0; i < t.size(); ++i) {
    const auto w = t[i].text;
    if (!t[i].word()) continue;
    if (t[0].is("import") || t[0].is("from")) break;
    if (w == "skipif" || w == "skipIf" || w == "skipUnless") {
      const size_t open = find_run(t, {w, "("});
      const bool always = open != std::string_view::npos && constantly(t, open + 2, w != "skipUnless");
      return mark(std::string(w), !always);
    }
    if ((w == "skip" || w == "xfail" || w == "expectedFailure" || w == "SkipTest" || w == "skipTest" ||
         w == "importorskip") &&
        (after_dot(t, i) || t[0].is("@") || t[0].is("raise"))) {
      if (w == "importorskip") return mark("importorskip", true);
      return mark(std::string(w), !t[0].is("@") && under_condition(hunk, at));
    }
    if (w == "__test__" && has_word(t, "False")) return mark("__test__ = False");
    if (w == "collect_ignore" || w == "collect_ignore_glob") return mark(std::string(w));
  }
  return std::nullopt;
}

std::optional<Marker> script_skip(const CodeHunk& hunk, size_t at, const Tokens& t) {
  constexpr std::array<std::string_view, 7> off = {"xit",      "xtest",  "xdescribe", "xcontext",
                                                   "xspecify", "xsuite", "pending"};
  constexpr std::array<std::string_view, 9> roots = {"it",      "test", "describe", "context", "suite",
                                                     "specify", "this", "t",        "ctx"};
  for (size_t i = 0; i < t.size(); ++i) {
    if (!t[i].word()) continue;
    const auto w = t[i].text;
    if (std::find(off.begin(), off.end(), w) != off.end() && followed_by(t, i, "(") && !after_dot(t, i))
      return mark(std::string(w));
    if (i < 2 || !t[i - 1].is(".")) continue;
    bool rooted = false;
    for (size_t k = 0; k < i; ++k) rooted |= std::find(roots.begin(), roots.end(), t[k].text) != roots.end();
    if (!rooted) continue;
    if (w == "skipIf" || w == "runIf") return mark(cat("test.", w), !constantly(t, i + 2, w == "skipIf"));
    if (w == "skip" || w == "fixme") {
      // Playwright's test.skip(condition, reason) holds under a condition.
      const bool conditional = followed_by(t, i, "(") && i + 2 < t.size() && !t[i + 2].string() && !t[i + 2].is(")") &&
                               !t[i + 2].is("true") && !t[i + 2].is("(");
      return mark(cat(t[i - 2].text, ".", w), conditional || (followed_by(t, i, "(") && under_condition(hunk, at)));
    }
    if (w == "todo" || w == "failing" || w == "fails") return mark(cat(t[i - 2].text, ".", w));
    if (w == "ignore" && t[i - 2].is("test")) return mark("Deno.test.ignore");
  }
  if (t[0].is("if") &&
      (has_run(t, {")", "test", "("}) || has_run(t, {")", "it", "("}) || has_run(t, {")", "describe", "("})))
    return mark("if (…) test", true);
  for (std::string_view key : {"skip", "todo", "ignore"}) {
    if (has_run(t, {"{", key, ":", "true"})) return mark(cat("{ ", key, ": true }"));
    if (const size_t k = find_run(t, {"{", key, ":"});
        k != std::string_view::npos && k + 3 < t.size() && t[k + 3].string())
      return mark(cat("{ ", key, ": … }"));
  }
  return std::nullopt;
}

std::optional<Marker> go_skip(const CodeHunk& hunk, size_t at, const Tokens& t) {
  for (std::string_view w : {"Skip", "Skipf", "SkipNow"}) {
    if (const size_t i = find_run(t, {".", w, "("}); i != std::string_view::npos && i > 0 && t[i - 1].word())
      return mark(cat(t[i - 1].text, ".", w), under_condition(hunk, at));
  }
  return std::nullopt;
}

std::optional<Marker> jvm_skip(const Tokens& t) {
  for (size_t i = 0; i < t.size(); ++i) {
    const auto w = t[i].text;
    if (!t[i].word()) continue;
    const bool at = i > 0 && t[i - 1].is("@");
    if (at && (w == "Disabled" || w == "Ignore" || w == "Ignored")) return mark(cat("@", w));
    if (at && (w.starts_with("DisabledOn") || w.starts_with("DisabledIf") || w.starts_with("EnabledOn") ||
               w.starts_with("EnabledIf")))
      return mark(cat("@", w), !never_enabled(t, i));
    if (at && w == "Test" && (has_run(t, {"enabled", "=", "false"}))) return mark("@Test(enabled = false)");
    for (std::string_view wide : {"Exception", "Throwable", "AssertionError"})
      if (at && w == "Test" && has_run(t, {"expected", "=", wide, "."})) return mark("@Test(expected = …)");
    if (w == "SkipException" || (w == "assumeTrue" && has_run(t, {"assumeTrue", "(", "false"})) ||
        (w == "assumeFalse" && has_run(t, {"assumeFalse", "(", "true"})))
      return mark(std::string(w));
  }
  return std::nullopt;
}

// An attribute derived from xUnit's takes the place of it: [WindowsFact] runs the test somewhere only, perhaps. What it
// sets is seen where it is written: Skip = "only on Windows", under a condition or always.
std::optional<Marker> own_fact_skip(const CodeHunk& hunk, size_t at, const Tokens& t) {
  if (!is_small(hunk) || !is_added(hunk.lines[at]) || t.size() < 3) return std::nullopt;
  const auto any_line = [&](diff::Sign sign, std::string_view text) {
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
      return line.raw->sign == sign && contains(line.masked.code, text);
    });
  };
  if (t[0].is("[") && t[1].word()) {
    for (const std::string_view kind : {"Fact", "Theory"})
      if (t[1].text.ends_with(kind) && t[1].text != kind && any_line(diff::Sign::removed, cat("[", kind)))
        return mark(cat("[", t[1].text, "]"), true);
    return std::nullopt;
  }
  const bool sets = (t[0].is("Skip") || t[0].is("if")) && find_run(t, {"Skip", "="}) != std::string_view::npos;
  if (!sets || !(any_line(diff::Sign::added, "FactAttribute") || any_line(diff::Sign::added, "TheoryAttribute") ||
                 any_line(diff::Sign::context, "FactAttribute")))
    return std::nullopt;
  size_t above = at;
  while (above > 0 &&
         (above == at || !on_side(hunk.lines[above], Side::after) || trim(hunk.lines[above].masked.code).size() < 2))
    --above;
  return mark("Skip of an attribute", t[0].is("if") || trim(hunk.lines[above].masked.code).starts_with("if"));
}

std::optional<Marker> dotnet_skip(const Tokens& t) {
  if (t.size() < 2 || !t[0].is("[")) {
    if (has_run(t, {"Assert", ".", "Ignore"}) || has_run(t, {"Assert", ".", "Inconclusive"}) ||
        has_run(t, {"Assert", ".", "Skip"}))
      return mark("Assert.Ignore");
    return std::nullopt;
  }
  if (has_word(t, "Ignore") || has_word(t, "Explicit")) return mark("[Ignore]");
  if (has_run(t, {"Skip", "="}) && (has_word(t, "Fact") || has_word(t, "Theory") || has_word(t, "InlineData")))
    return mark("Skip =");
  return std::nullopt;
}

std::optional<Marker> rust_skip(const Tokens& t) {
  if (t.size() < 3 || !t[0].is("#") || !t[1].is("[")) return std::nullopt;
  if (t[2].is("ignore")) return mark("#[ignore]");
  if (t[2].is("should_panic")) return mark("#[should_panic]");
  if (t[2].is("cfg_attr") && has_word(t, "ignore")) {
    const bool always = has_run(t, {"(", "all", "(", ")"}) || has_run(t, {"(", "test", ","}) ||
                        has_run(t, {"not", "(", "any", "(", ")"});
    return mark("#[cfg_attr(…, ignore)]", !always);
  }
  if (has_run(t, {"[", "cfg", "(", "not", "(", "ci"})) return mark("#[cfg(not(ci))]");
  if (has_run(t, {"cfg", "(", "any", "(", ")"})) return mark("#[cfg(any())]");
  if (has_run(t, {"[", "cfg", "(", "feature"})) return mark("#[cfg(feature)]");
  if (has_run(t, {"[", "cfg", "(", "all", "("}) && has_word(t, "test") && !has_run(t, {"not", "(", "test"})) {
    // Platforms are conditions; a feature is asked for by nobody unless it is on by default.
    const bool feature = has_word(t, "feature") && !has_run(t, {"not", "(", "feature"});
    return mark("#[cfg(all(test, …))]", !feature);
  }
  return std::nullopt;
}

std::optional<Marker> cpp_skip(const CodeHunk& hunk, size_t at, const Tokens& t) {
  for (const auto& token : t) {
    if (!token.word()) continue;
    if (token.text.starts_with("DISABLED_")) return mark("DISABLED_");
    if (token.text == "GTEST_SKIP") return mark("GTEST_SKIP", under_condition(hunk, at));
    if (token.text == "SKIP" && t.size() > 1 && t[0].is("SKIP")) return mark("SKIP", under_condition(hunk, at));
    if (token.text == "BOOST_TEST" && has_run(t, {"disabled", "("})) return mark("disabled()");
  }
  if (t.size() >= 3 && t[0].is("#") && t[1].is("if") && t[2].is("0")) return mark("#if 0");
  if (!t.empty() && contains(hunk.lines[at].masked.strings, "[.]")) return mark("[.]");
  if (!t.empty() && t[0].is("TEST_CASE")) {
    if (contains(hunk.lines[at].masked.strings, "[!mayfail]")) return mark("[!mayfail]");
    for (std::string_view w : {"skip", "may_fail", "should_fail"})  // * doctest::skip()
      if (has_run(t, {w, "(", ")"}) || has_run(t, {w, "(", "true"})) return mark(std::string(w));
  }
  return std::nullopt;
}

std::optional<Marker> ruby_skip(const CodeHunk& hunk, size_t at, const Tokens& t) {
  if (t.empty()) return std::nullopt;
  for (std::string_view w : {"xit", "xdescribe", "xcontext", "xspecify", "xscenario"}) {
    if (t[0].is(w)) return mark(std::string(w));
  }
  if (t[0].is("skip") || t[0].is("pending") || t[0].is("omit"))
    if (t.size() == 1 || t[1].string() || t[1].is("(") || t[1].is("if") || t[1].is("unless"))
      return mark(std::string(t[0].text), under_condition(hunk, at));
  for (std::string_view w : {"skip", "pending"}) {
    if (has_run(t, {w, ":", "true"}) || has_run(t, {",", ":", w})) return mark(cat(w, ": true"));
    const size_t i = find_run(t, {w, ":"});
    if (i == std::string_view::npos || i + 2 >= t.size() || t[i + 2].is("false") || t[i + 2].is("nil")) continue;
    return mark(cat(w, ": …"), !t[i + 2].string());
  }
  return std::nullopt;
}

std::optional<Marker> php_skip(const CodeHunk& hunk, size_t at, const Tokens& t) {
  for (std::string_view w : {"markTestSkipped", "markTestIncomplete"}) {
    if (has_word(t, w)) return mark(std::string(w), under_condition(hunk, at));
  }
  if (has_run(t, {"->", "skip", "("}) || has_run(t, {"->", "todo", "("})) return mark("->skip()");
  return std::nullopt;
}

std::optional<Marker> other_skip(const CodeHunk& hunk, size_t at, const Tokens& t, Language language) {
  if (language == Language::elixir && t.size() > 2 && t[0].is("@") &&
      (has_run(t, {":", "skip"}) || has_run(t, {"skip", ":"}) || has_run(t, {":", "pending"})))
    return mark("@tag :skip");
  if (language == Language::swift) {
    if (has_word(t, "XCTSkip")) return mark("XCTSkip", under_condition(hunk, at));
    if (has_word(t, "XCTSkipIf") || has_word(t, "XCTSkipUnless")) {
      const bool unless = has_word(t, "XCTSkipUnless");
      const size_t open = find_run(t, {unless ? "XCTSkipUnless" : "XCTSkipIf", "("});
      return mark("XCTSkipIf", open == std::string_view::npos || !constantly(t, open + 2, !unless));
    }
    if (has_run(t, {".", "enabled", "(", "if", ":", "false"})) return mark(".enabled(if: false)");
    if (has_run(t, {".", "disabled", "("})) return mark(".disabled()");
    if (has_word(t, "withKnownIssue") || has_word(t, "XCTExpectFailure")) return mark("a known issue");
  }
  if (language == Language::dart && has_run(t, {"skip", ":"})) return mark("skip:");
  if (language == Language::shell && !t.empty() && t[0].is("skip")) return mark("skip", under_condition(hunk, at));
  if (language == Language::r && has_run(t, {"skip", "("})) return mark("skip()", under_condition(hunk, at));
  if (language == Language::kotlin || language == Language::scala) {
    if (!t.empty() && (t[0].is("ignore") || t[0].is("xit") || t[0].is("xtest"))) return mark(std::string(t[0].text));
    if (has_run(t, {"enabled", "=", "false"})) return mark("enabled = false");
    if (t.size() > 1 && t[0].string() && t[0].unquoted().starts_with("!") && t[1].is("{")) return mark("\"!…\"");
    for (size_t i = 1; i < t.size(); ++i) {  // "adds" ignore { … }, test("adds".ignore)
      if (t[i].is("ignore") && (t[i - 1].string() || (i > 1 && t[i - 1].is(".") && t[i - 2].string())))
        return mark("ignore");
    }
  }
  return std::nullopt;
}

// if (false) { … }, if False: the tests below are dead.
std::optional<Marker> dead_branch(const Tokens& t) {
  if (has_run(t, {"if", "False", ":"}) || has_run(t, {"if", "0", ":"})) return mark("if False");
  if (t.size() > 3 && has_run(t, {",", "if", ":", "false"})) return mark("if: false");
  if (has_run(t, {"if", "(", "false", ")"}) || has_run(t, {"if", "false", "{"})) return mark("if (false)");
  return std::nullopt;
}

}  // namespace

std::optional<Marker> skip_marker(const CodeHunk& hunk, size_t at) {
  const Tokens& t = tokens_of(hunk.lines[at]);
  if (t.empty()) return std::nullopt;
  std::optional<Marker> found;
  const Language language = hunk.file.language;
  if (call_language(language)) {
    found = script_skip(hunk, at, t);
  } else {
    switch (language) {
      case Language::python: found = python_skip(hunk, at, t); break;
      case Language::go: found = go_skip(hunk, at, t); break;
      case Language::java:
      case Language::kotlin:
      case Language::scala: found = jvm_skip(t); break;
      case Language::csharp:
        found = dotnet_skip(t);
        if (!found) found = own_fact_skip(hunk, at, t);
        break;
      case Language::rust: found = rust_skip(t); break;
      case Language::c:
      case Language::cpp: found = cpp_skip(hunk, at, t); break;
      case Language::ruby: found = ruby_skip(hunk, at, t); break;
      case Language::php: found = php_skip(hunk, at, t); break;
      default: break;
    }
  }
  if (!found) found = other_skip(hunk, at, t, language);
  if (!found && hunk.file.role == diff::Role::test) found = dead_branch(t);
  if (found && found->conditional) {
    const bool wants = contains_any(found->text, {"Unless", "runIf", "Enabled"});
    found->conditional = !holds_on_servers(hunk, at, wants);
  }
  return found;
}

std::optional<Marker> focus_marker(const CodeHunk& hunk, size_t at) {
  const Tokens& t = tokens_of(hunk.lines[at]);
  const Language language = hunk.file.language;
  if (t.empty()) return std::nullopt;
  if (call_language(language)) {
    for (std::string_view w : {"fit", "fdescribe", "ftest", "fcontext"}) {
      if (const size_t i = find_run(t, {w, "("}); i != std::string_view::npos && !after_dot(t, i))
        return mark(std::string(w));
    }
    if (const size_t i = find_run(t, {".", "only"}); i != std::string_view::npos && i > 0) {
      constexpr std::array<std::string_view, 8> roots = {"it",    "test",    "describe", "context",
                                                         "suite", "specify", "each",     "concurrent"};
      if (std::find(roots.begin(), roots.end(), t[i - 1].text) != roots.end()) return mark(cat(t[i - 1].text, ".only"));
    }
    if (has_run(t, {"only", ":", "true"})) return mark("only: true");
  }
  if (language == Language::ruby) {
    for (std::string_view w : {"fit", "fdescribe", "fcontext", "fspecify"}) {
      if (t[0].is(w)) return mark(std::string(w));
    }
    if (has_run(t, {"focus", ":", "true"}) || has_run(t, {",", ":", "focus"}) || (t[0].is("focus") && t.size() == 1))
      return mark("focus: true");
  }
  if (language == Language::go) {
    for (std::string_view w : {"FIt", "FDescribe", "FContext", "FEntry", "FWhen"}) {
      if (has_run(t, {w, "("})) return mark(std::string(w));
    }
  }
  if (language == Language::elixir && t[0].is("@") && (has_run(t, {":", "focus"}) || has_run(t, {":", "only"})))
    return mark("@tag :focus");
  if (language == Language::dart && (has_run(t, {"solo", ":", "true"}) || t[0].is("solo_test"))) return mark("solo");
  if (language == Language::php && (has_run(t, {"->", "only", "(", ")"}))) return mark("->only()");
  if (language == Language::swift && has_word(t, "fit") && has_run(t, {"fit", "("})) return mark("fit");
  return std::nullopt;
}

}  // namespace assay::judge
