// Marks that tell a linter, type checker or coverage tool to look away.
//
// One narrow mark that names its rule or gives a reason is what reviewers see every day; it asks
// for a look. A mark for a whole file, a bare one, or many at once is how a red check turns green
// without a fix. What tells them apart is whether the marked code was there before: a mark on new
// code, named and explained, is style.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/text.h"
#include "judge/code/rules.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

using diff::Language;

constexpr std::uint64_t k_many = 4;
// Many marks are a flood only when they make up this share of the new code: a large feature has some.
constexpr std::uint64_t k_lines_per_mark = 25;

struct Mark {
  std::string_view text;
  bool whole_file = false;
};

// In comments, lower case. The first that matches counts, so the longer ones come first.
constexpr std::array<Mark, 46> k_comment_marks = {{
    {"eslint-disable-next-line", false},
    {"eslint-disable-line", false},
    {"eslint-disable", true},
    {"oxlint-disable-next-line", false},
    {"oxlint-disable", true},
    {"tslint:disable-next-line", false},
    {"tslint:disable", true},
    {"stylelint-disable-next-line", false},
    {"stylelint-disable-line", false},
    {"stylelint-disable", true},
    {"biome-ignore-all", true},
    {"biome-ignore", false},
    {"@ts-nocheck", true},
    {"@ts-ignore", false},
    {"@ts-expect-error", false},
    {"flake8: noqa", true},
    {"ruff: noqa", true},
    {"mypy: ignore-errors", true},
    {"mypy: disable-error-code", true},
    {"pylint: skip-file", true},
    {"pylint: disable", false},
    {"pyright: ignore", false},
    {"type: ignore", false},
    {"noqa", false},
    {"nosec", false},
    {"pragma: no cover", false},
    {"istanbul ignore file", true},
    {"istanbul ignore", false},
    {"c8 ignore", false},
    {"v8 ignore", false},
    {"rubocop:disable", false},
    {":nocov:", false},
    {"phpcs:ignorefile", true},
    {"phpcs:disable", true},
    {"phpcs:ignore", false},
    {"@phpstan-ignore", false},
    {"@psalm-suppress", false},
    {"@codecoverageignore", false},
    {"nolint", false},
    {"nosonar", false},
    {"swiftlint:disable", false},
    {"ignore_for_file:", true},
    {"cppcheck-suppress", false},
    {"lcov_excl", false},
    {"shellcheck disable", false},
    {"credo:disable", false},
}};

bool in_word(std::string_view s, size_t at, size_t size) {
  return (at > 0 && (is_word(s[at - 1]) || s[at - 1] == '-')) ||
         (at + size < s.size() && is_alnum(s[at + size]) && is_alnum(s[at + size - 1]));
}

struct Found {
  std::string text;   // the mark
  std::string after;  // what follows it on the line
  bool whole_file = false;
  bool cast = false;  // "as any"
};

std::optional<Found> comment_mark(const CodeLine& line) {
  const std::string comments = lower(line.masked.comments);
  if (comments.find_first_not_of(" \t\r") == std::string::npos) return std::nullopt;
  for (const auto& mark : k_comment_marks) {
    const size_t at = comments.find(mark.text);
    if (at == std::string::npos || in_word(comments, at, mark.text.size())) continue;
    // Prose about a mark ("remove the noqa", "the @ts-ignore below") is not one: a mark opens its comment.
    const std::string_view before = trim(std::string_view(comments).substr(0, at));
    if (before.find_first_not_of("/*#<!-{% ;") != std::string_view::npos && !before.ends_with("//") &&
        !before.ends_with("#") && !before.ends_with("*"))
      continue;
    Found found{std::string(mark.text), std::string(trim(std::string_view(comments).substr(at + mark.text.size()))),
                mark.whole_file, false};
    const std::string_view code = trim(line.masked.code);
    // On a line of its own before any code, Python's "type: ignore" is for the file.
    if (mark.text == "type: ignore" && code.empty() && line.raw->new_line == 1) found.whole_file = true;
    if (mark.text == "eslint-disable" && !code.empty()) found.whole_file = false;
    return found;
  }
  return std::nullopt;
}

std::optional<Found> code_mark(const CodeLine& line, Language language) {
  const Tokens& t = tokens_of(line);
  if (t.empty()) return std::nullopt;
  const auto tail = [&](size_t i) { return text_of(t, i, t.size()); };
  if (language == Language::rust && t[0].is("#")) {
    for (std::string_view w : {"allow", "expect"}) {
      if (const size_t i = find_run(t, {"[", w, "("}); i != std::string_view::npos)
        return Found{cat("#[", w, "]"), tail(i + 3), t[1].is("!"), false};
    }
  }
  if (language == Language::java || language == Language::kotlin || language == Language::scala) {
    for (std::string_view w : {"SuppressWarnings", "Suppress", "SuppressLint", "nowarn"}) {
      if (const size_t i = find_run(t, {"@", w}); i != std::string_view::npos)
        return Found{cat("@", w), tail(i + 2), false, false};
    }
    if (has_run(t, {"@", "file", ":", "Suppress"})) return Found{"@file:Suppress", tail(4), true, false};
  }
  if (language == Language::typescript || language == Language::vue) {
    if (const size_t i = find_run(t, {"as", "any"}); i != std::string_view::npos && i > 0)
      return Found{"as any", {}, false, true};
  }
  if (language == Language::csharp) {
    if (t.size() > 2 && t[0].is("#") && t[1].is("pragma") && t[2].is("warning") && has_word(t, "disable"))
      return Found{"#pragma warning disable", tail(4), false, false};
    if (has_run(t, {"[", "SuppressMessage"})) return Found{"[SuppressMessage]", tail(2), false, false};
  }
  if (language == Language::cpp || language == Language::c) {
    if (t.size() > 2 && t[0].is("#") && t[1].is("pragma") && (has_word(t, "ignored") || has_word(t, "disable")))
      return Found{"#pragma … ignored", tail(3), false, false};
  }
  return std::nullopt;
}

std::optional<Found> mark_on(const CodeLine& line, Language language) {
  if (auto found = comment_mark(line)) return found;
  return code_mark(line, language);
}

// "rubocop:disable all", "nolint:all", @SuppressWarnings({"all", …}).
bool names_all(std::string_view after) {
  if (const size_t start = after.find_first_not_of(": ("); start != std::string_view::npos) after.remove_prefix(start);
  return contains(after, "\"all\"") || (after.starts_with("all") && (after.size() == 3 || !is_word(after[3])));
}

// Names a rule ("[attr-defined]", ": F401", " no-console") or gives a reason.
bool is_specific(const Found& found) {
  const std::string_view after = trim(found.after);
  if (after.empty() || after == "*/" || after == "-->" || after == ")") return false;
  if (names_all(lower(after))) return false;
  return std::any_of(after.begin(), after.end(), [](char c) { return is_alpha(c); });
}

// Names a rule and says why besides: "no-console -- command line output", "S101 # nosec: fixed input".
bool is_explained(const Found& found) {
  std::string_view after = trim(found.after);
  if (found.text == "#[allow]" || found.text == "#[expect]") {
    return contains(after, "reason =") || contains(after, "reason=");
  }
  const bool code = found.text.starts_with("@Suppress") || found.text.starts_with("#pragma");
  size_t words = 0;  // of the reason, which starts behind a dash, a colon, a bracket or another comment
  for (std::string_view start : {"-- ", " - ", "// ", "# ", ": ", "] "}) {
    const size_t at = after.find(start);
    if (at == std::string_view::npos || (code && start != "// ")) continue;
    const std::string_view reason = after.substr(at + start.size());
    words = std::max<size_t>(words, 1 + static_cast<size_t>(std::count(reason.begin(), reason.end(), ' ')));
  }
  return is_specific(found) && words >= 3;
}

// True when the code a mark speaks of is new as well: its line replaces nothing, and what follows a
// mark on a line of its own was added too.
bool marks_new_code(const CodeHunk& hunk, const CodeLine& line) {
  if (hunk.file.status == diff::Status::added) return true;
  size_t at = static_cast<size_t>(&line - hunk.lines.data());
  for (size_t i = at; i-- > 0 && is_changed(hunk.lines[i]);) {
    if (is_removed(hunk.lines[i])) return false;
  }
  if (trim(line.masked.code).empty() || trim(line.masked.code).starts_with("@") ||
      trim(line.masked.code).starts_with("#")) {
    for (++at; at < hunk.lines.size() && trim(hunk.lines[at].masked.code).empty() && !is_removed(hunk.lines[at]);) ++at;
    if (at == hunk.lines.size() || !is_added(hunk.lines[at])) return false;
  }
  for (; at < hunk.lines.size() && is_changed(hunk.lines[at]); ++at) {
    if (is_removed(hunk.lines[at])) return false;
  }
  return true;
}

// Places where everyone leaves a mark: scripts' main guards, abstract methods, re-exports.
bool is_customary(const CodeHunk& hunk, const CodeLine& line, const Found& found) {
  const std::string_view text = line.raw->text;
  if (found.text == "pragma: no cover")
    return contains(text, "__main__") || contains(text, "TYPE_CHECKING") || contains(text, "NotImplementedError") ||
           contains(text, "@abstract") || contains(text, "ImportError") || contains(text, "ModuleNotFoundError") ||
           contains(text, "@overload") || contains(text, "Protocol");
  if (found.text == "nolint" && trim(line.raw->text).starts_with("#include")) return true;
  if (found.text == "noqa") return hunk.file.path().ends_with("__init__.py") && contains(found.after, "f401");
  if (found.text == "@ts-expect-error") return hunk.file.role == diff::Role::test;
  if (found.text == "as any" || found.text == "@SuppressWarnings" || found.text == "#[allow]")
    return hunk.file.role == diff::Role::test;
  return false;
}

class IgnoreAdded : public Rule {
 public:
  void hunk(const CodeHunk& hunk) override {
    if (!hunk.may_hold(diff::Needle::look_away)) return;
    const auto role = hunk.file.role;
    if (role != diff::Role::source && role != diff::Role::test && role != diff::Role::migration &&
        role != diff::Role::build)
      return;
    if (hunk.file.claims_generated) return;        // generators put such marks on top of what they write
    std::unordered_map<std::string, size_t> gone;  // reworded in place
    for (const auto& line : hunk.lines) {
      if (!is_removed(line)) continue;
      if (const auto found = mark_on(line, hunk.file.language))
        ++gone[found->text], ++m_gone[std::string(trim(line.raw->text))];
    }
    for (const auto& line : hunk.lines) {
      if (!is_added(line)) continue;
      if (!trim(line.masked.code).empty()) ++m_code_lines;
      const auto found = mark_on(line, hunk.file.language);
      if (!found || is_customary(hunk, line, *found)) continue;
      if (auto at = gone.find(found->text); at != gone.end() && at->second > 0) {
        --at->second;
        continue;
      }
      if (m_kept.size() < 10000)
        m_kept.push_back(
            {span_of(hunk.file, *line.raw), std::string(trim(line.raw->text)), found->text, weigh(hunk, line, *found)});
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    SpanCollector places;
    std::erase_if(m_kept, [&](const Kept& kept) {
      const auto at = m_gone.find(kept.line);
      if (at == m_gone.end() || at->second == 0) return false;
      --at->second;
      return true;
    });
    const auto flood = [&](std::ptrdiff_t marks) {
      const auto n = static_cast<std::uint64_t>(marks);
      return n >= k_many && n * k_lines_per_mark > m_code_lines;
    };
    const auto styles =
        std::count_if(m_kept.begin(), m_kept.end(), [](const Kept& kept) { return kept.weight == Weight::style; });
    const bool many = flood(std::ssize(m_kept) - styles), many_styles = flood(styles);
    const std::string task = lower(context.task.text);
    const bool asked = context.task.asks_to_silence_checker ||
                       // A checker that is made to say more is told to leave old code alone; somebody looks at where.
                       context.task.asks_to_tighten_checker ||
                       (!m_kept.empty() && std::all_of(m_kept.begin(), m_kept.end(), [&](const Kept& kept) {
                         return names_its_rule(task, kept.line);
                       }));
    for (auto& kept : m_kept) {
      if (kept.weight == Weight::style) {
        if (many_styles && !asked) places.should(std::move(kept.span), std::move(kept.mark));
        continue;
      }
      if (kept.weight == Weight::narrow && asked) continue;
      places.add(kept.weight == Weight::broad || many ? model::Severity::must_fix : model::Severity::should_fix,
                 std::move(kept.span), std::move(kept.mark));
    }
    if (places.empty()) return;
    out.push_back(
        places.finding("code.ignore-added",
                       cat("A checker is switched off in ", plural(places.total(), "place"), " (", places.labels(),
                           "); fix what it says, or narrow the mark to one rule on one line and give the reason."),
                       asked ? model::Severity::should_fix : model::Severity::must_fix));
  }

 private:
  // style: explained or in a test, on new code. narrow: one rule on one line. broad: the rest.
  enum class Weight { style, narrow, broad };
  struct Kept {
    model::Span span;
    std::string line, mark;
    Weight weight;
  };

  static Weight weigh(const CodeHunk& hunk, const CodeLine& line, const Found& found) {
    const bool test = hunk.file.role == diff::Role::test;
    const bool fresh = marks_new_code(hunk, line);
    if (found.cast) return fresh ? Weight::style : Weight::narrow;
    if (found.whole_file) {
      const bool one_rule = is_specific(found) && !contains(found.after, "warnings") && found.text != "@ts-nocheck";
      // Rust's are written at the head of a function as well; a script prints.
      const bool mild = found.text.starts_with("#[") || found.after.starts_with("no-console");
      return one_rule && (mild || hunk.file.status == diff::Status::added) ? Weight::narrow : Weight::broad;
    }
    const bool reason = reason_above(hunk, line);
    if (fresh && (is_explained(found) || (is_specific(found) && (test || reason)))) return Weight::style;
    const bool new_file = hunk.file.status == diff::Status::added;
    if (names_all(lower(found.after))) return Weight::broad;
    return is_specific(found) || reason || test || new_file ? Weight::narrow : Weight::broad;
  }

  // The comment right above says why.
  static bool reason_above(const CodeHunk& hunk, const CodeLine& line) {
    const size_t at = static_cast<size_t>(&line - hunk.lines.data());
    if (at == 0) return false;
    const CodeLine& above = hunk.lines[at - 1];
    return is_added(above) && trim(above.masked.code).empty() && trim(above.masked.comments).size() > 12 &&
           !comment_mark(above);
  }

  // The task speaks of the very rule: "allow(dead_code)", "no-console".
  static bool names_its_rule(std::string_view task, const std::string& line) {
    for (std::string_view rest = line; !rest.empty();) {
      const auto is_part = [](char c) { return is_word(c) || c == '-'; };
      const auto begin = std::find_if(rest.begin(), rest.end(), is_part);
      const auto end = std::find_if_not(begin, rest.end(), is_part);
      const std::string word = lower(std::string_view(begin, end));
      const bool rule = word.size() > 5 && word.find_first_of("-_") != std::string::npos && !contains(word, "disable");
      if (rule && contains(task, word)) return true;
      rest.remove_prefix(static_cast<size_t>(end - rest.begin()));
    }
    return false;
  }

  std::vector<Kept> m_kept;
  std::uint64_t m_code_lines = 0;  // added
  std::unordered_map<std::string, size_t> m_gone;
};

}  // namespace

std::unique_ptr<Rule> make_ignore_rule() { return std::make_unique<IgnoreAdded>(); }

}  // namespace assay::judge
