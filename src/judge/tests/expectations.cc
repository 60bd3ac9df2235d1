// Expected values rewritten to whatever the code now returns.
//
// The same edit is honest when the task asks for other behaviour and a cheat when it asks to keep
// it, so the task and the rest of the change decide: with no source changed, or with a task that
// preserves, a rewritten expectation blocks; beside changed source it asks for a look; where the
// task asks for changed output it is what one expects to see.
#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "judge/span_collector.h"
#include "judge/tests/assertion.h"
#include "judge/tests/rules.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

constexpr size_t k_max_kept = 1000;
constexpr size_t k_max_pairs = 250000;
constexpr size_t k_same_subject = 20;
constexpr size_t k_max_source = size_t{256} << 10;

bool is_expectation_name(std::string_view word) {
  const std::string w = lower(word);
  return w == "expected" || w == "want" || w == "wanted" || w == "exp" || w == "expect" || w == "expectedoutput" ||
         w == "expected_output" || w == "expectedresult" || w == "expected_result" || w == "wantout" || w == "golden" ||
         w.starts_with("expected");
}

// "want: 5," or `expected = "x"`: a named expectation.
bool names_expectation(const Tokens& t) {
  for (size_t i = 0; i + 1 < t.size(); ++i) {
    if ((t[i].word() || t[i].string()) && (t[i + 1].is(":") || t[i + 1].is("=") || t[i + 1].is(":=")) &&
        is_expectation_name(t[i].unquoted()))
      return true;
  }
  return false;
}

// A row of a table of cases: values in brackets, none of them named.
bool is_row(const Tokens& t) {
  if (t.size() < 4 || !(t[0].is("(") || t[0].is("[") || t[0].is("{"))) return false;
  const Token& last = t.back().is(",") ? t[t.size() - 2] : t.back();
  if (!last.is(")") && !last.is("]") && !last.is("}")) return false;
  size_t literals = 0;
  for (const auto& token : t) {
    literals += token.literal();
    if (token.is(":") || token.is("=>")) return false;
  }
  return literals >= 2;
}

// Equal but for the last literal: the input stayed, the answer changed.
bool only_last_literal_differs(const Tokens& a, const Tokens& b) {
  if (a.size() != b.size()) return false;
  size_t last = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].literal()) last = i;
  }
  for (size_t i = 0; i < a.size(); ++i) {
    if (i != last && a[i].text != b[i].text) return false;
  }
  return a[last].text != b[last].text;
}

class Expectations : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile) override {
    if ((file.role == diff::Role::source || file.role == diff::Role::migration || file.role == diff::Role::build) &&
        file.status != diff::Status::mode_only)
      m_source_changed = true;
  }

  void hunk(const CodeHunk& hunk) override {
    if (hunk.file.role == diff::Role::source) remember_source(hunk);
    if (hunk.file.role == diff::Role::snapshot && hunk.file.status == diff::Status::modified) compare_recorded(hunk);
    if (hunk.file.status == diff::Status::deleted || hunk.file.status == diff::Status::added) return;
    if (!is_test_file(hunk.file) || !in_test_code(hunk)) return;
    compare_assertions(hunk);
    compare_tables(hunk);
  }

  void file_end(const diff::File& file) override {
    if (file.role != diff::Role::snapshot || file.status == diff::Status::added || file.status == diff::Status::deleted)
      return;
    if (file.binary) {
      keep(m_snapshots, span_of(file, "recorded image or binary changed"), file.path());
    } else if (file.removed > 0 && file.added > 0) {
      keep(m_snapshots, span_of(file, cat(file.removed, " lines of recorded output rewritten")), file.path());
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    // Another constant may be the old one renamed; it counts where nothing was to change at all.
    const auto& words = context.task.words;
    const bool renames = std::find(words.begin(), words.end(), "renam") != words.end();
    if (!renames && (context.task.preserves || !m_source_changed))
      m_rewritten.insert(m_rewritten.end(), m_constants.begin(), m_constants.end());
    if (report_mistakes(context, out)) return;  // the rest can wait until these are gone
    report(context, m_rewritten, "tests.expectation-rewritten", "expected value", "expected values", out);
    report(context, m_snapshots, "tests.snapshot-rewritten", "recorded snapshot", "recorded snapshots", out);
  }

 private:
  // Lines of recorded output where a value became the print of a mistake.
  void compare_recorded(const CodeHunk& hunk) {
    for (size_t i = 0; i < hunk.lines.size();) {
      if (!is_removed(hunk.lines[i])) {
        ++i;
        continue;
      }
      const size_t removed = i;
      while (i < hunk.lines.size() && is_removed(hunk.lines[i])) ++i;
      const size_t added = i;
      while (i < hunk.lines.size() && is_added(hunk.lines[i])) ++i;
      for (size_t k = 0; added + k < i && removed + k < added; ++k) {
        const auto was = hunk.lines[removed + k].raw->text, now = hunk.lines[added + k].raw->text;
        const std::string_view mistake = mistake_in(now);
        if (mistake.empty() || contains(was, mistake) || !has_value(was)) continue;
        keep(m_mistakes, span_of(hunk.file, *hunk.lines[added + k].raw), std::string(mistake));
      }
    }
  }

  static bool has_value(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return is_alnum(c); });
  }

  // What programs print when they went wrong without noticing.
  static std::string_view mistake_in(std::string_view text) {
    for (std::string_view mistake : {"NaN", "undefined"}) {
      if (find_word(text, mistake) != std::string_view::npos) return mistake;
    }
    return contains(text, "[object Object]") ? "[object Object]" : "";
  }

  // A value where there is nothing now: 12.5 became None, "x" became "".
  static std::string_view became_mistake(const Assertion& before, const Assertion& after) {
    if (before.subject.empty() || before.subject != after.subject || before.matcher != after.matcher ||
        before.negated != after.negated || before.expected.empty() || before.expected == after.expected)
      return {};
    const std::string& was = before.expected;
    const std::string& now = after.expected;
    const bool value = was.find_first_of("0123456789\"'`") != std::string::npos && was != "\"\"" && was != "''";
    if (!value) return {};
    if (const auto mistake = mistake_in(now); !mistake.empty() && mistake_in(was).empty()) return mistake;
    for (std::string_view nothing : {"null", "None", "nil"}) {
      if (now == nothing) return nothing;
    }
    if (now == "float ( 'nan' )" || now == "float ( \"nan\" )" || now == "math . nan") return "nan";
    return {};
  }

  struct Kept {
    model::Span span;
    std::string text;
  };

  static void keep(std::vector<Kept>& list, model::Span span, std::string text) {
    if (list.size() < k_max_kept) list.push_back({std::move(span), std::move(text)});
  }

  void remember_source(const CodeHunk& hunk) {
    for (const auto& line : hunk.lines) {
      if (is_added(line) && m_added_source.size() < k_max_source) m_added_source += cat(line.raw->text, '\n');
    }
  }

  // The part of the new value that the old one did not have, grown to whole words.
  static std::string what_differs(std::string_view before, std::string_view after) {
    size_t begin = 0, end = 0;
    while (begin < before.size() && begin < after.size() && before[begin] == after[begin]) ++begin;
    while (end + begin < before.size() && end + begin < after.size() &&
           before[before.size() - 1 - end] == after[after.size() - 1 - end])
      ++end;
    size_t stop = after.size() - end;
    while (begin > 0 && is_word(after[begin - 1]) && begin < stop && is_word(after[begin])) --begin;
    while (stop < after.size() && is_word(after[stop]) && stop > begin && is_word(after[stop - 1])) ++stop;
    return std::string(trim(after.substr(begin, stop - begin)));
  }

  // The new value stands in the changed source: a constant, a message, a piece of markup was changed there.
  bool follows_source(const std::string& difference) const {
    std::string_view d = difference;
    while (!d.empty() && (d.front() == '"' || d.front() == '\'' || d.front() == '`')) d.remove_prefix(1);
    while (!d.empty() && (d.back() == '"' || d.back() == '\'' || d.back() == '`')) d.remove_suffix(1);
    d = trim(d);
    if (d.empty()) return false;
    if (is_word(d.front()) && is_word(d.back())) return find_word(m_added_source, d) != std::string_view::npos;
    return d.size() > 1 && contains(m_added_source, d);
  }

  void compare_assertions(const CodeHunk& hunk) {
    auto before = assertions_in(hunk, Side::before), after = assertions_in(hunk, Side::after);
    std::erase_if(before, [](const Assertion& a) { return !a.touched; });
    std::erase_if(after, [](const Assertion& a) { return !a.touched; });
    std::unordered_set<std::string_view> texts_before, texts_after;
    for (const auto& b : before) texts_before.insert(b.text);
    for (const auto& a : after) texts_after.insert(a.text);
    // In a hunk of ordinary size each is compared with each; in a larger one with those about the same
    // subject, so that a whole rewritten file is read in linear time and not passed over.
    const bool large = before.size() * after.size() > k_max_pairs;
    std::unordered_map<std::string_view, std::vector<size_t>> by_subject;
    std::vector<size_t> all(after.size());
    std::iota(all.begin(), all.end(), size_t{0});
    for (size_t i = 0; large && i < after.size(); ++i) {
      auto& list = by_subject[after[i].subject];
      if (list.size() < k_same_subject) list.push_back(i);
    }
    for (const auto& b : before) {
      if (texts_after.contains(b.text)) continue;
      for (const size_t i : large ? by_subject[b.subject] : all) {
        Assertion& a = after[i];
        if (!a.touched) continue;
        if (const auto mistake = became_mistake(b, a); !mistake.empty()) {
          keep(m_mistakes, span_of(hunk.file, *hunk.lines[changed_line(hunk, a)].raw), std::string(mistake));
          a.touched = false;
          break;
        }
        if (!weakening(b, a).empty()) continue;
        const bool constant = expects_other_constant(b, a);
        if (!constant && !expects_other_value(b, a)) continue;
        if (texts_before.contains(a.text)) continue;
        if (is_tightening(b, a)) continue;
        const size_t line = changed_line(hunk, a);
        keep(constant ? m_constants : m_rewritten, span_of(hunk.file, *hunk.lines[line].raw),
             what_differs(b.expected, a.expected));
        a.touched = false;
        break;
      }
    }
  }

  static size_t changed_line(const CodeHunk& hunk, const Assertion& a) {
    for (size_t i = a.first; i < hunk.lines.size() && i < a.first + 60; ++i) {
      if (is_added(hunk.lines[i])) return i;
    }
    return a.line;
  }

  // A closer tolerance or a narrower bound is no rewritten expectation.
  static bool is_tightening(const Assertion& before, const Assertion& after) {
    return !weakening(after, before).empty();
  }

  void compare_tables(const CodeHunk& hunk) {
    std::vector<std::pair<size_t, Tokens>> removed, added;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const CodeLine& line = hunk.lines[i];
      if (!is_changed(line)) continue;
      const Tokens& t = tokens_of(line);
      if (t.empty()) continue;
      (is_added(line) ? added : removed).emplace_back(i, t);
    }
    if (removed.size() * added.size() > k_max_pairs) return;
    for (const auto& [i, old_tokens] : removed) {
      const bool named = names_expectation(old_tokens), row = is_row(old_tokens);
      if (!named && !row) continue;
      for (const auto& [k, new_tokens] : added) {
        if (!only_last_literal_differs(old_tokens, new_tokens)) continue;
        if (std::any_of(m_rewritten.begin(), m_rewritten.end(),
                        [&, line = hunk.lines[k].raw->diff_line](const Kept& kept) { return kept.span.line == line; }))
          continue;
        keep(m_rewritten, span_of(hunk.file, *hunk.lines[k].raw),
             what_differs(text_of(old_tokens), text_of(new_tokens)));
        break;
      }
    }
  }

  // Blocks whatever the task asks for, unless it speaks of that very value. Nothing in place of a value
  // may be meant, and is judged like any other value.
  bool report_mistakes(const RuleContext& context, std::vector<model::Finding>& out) {
    SpanCollector places;
    for (auto& kept : m_mistakes) {
      const std::string& text = context.task.text;
      bool named = icontains(text, kept.text);
      for (std::string_view word : {"nothing", "empty", "missing", "absent", "null", "none", "nil", "optional"})
        named |= icontains(text, word);
      if (named) continue;
      if (kept.text == "null" || kept.text == "None" || kept.text == "nil")
        m_rewritten.push_back(std::move(kept));
      else
        places.must(std::move(kept.span), kept.text);
    }
    if (places.empty()) return false;
    out.push_back(places.finding("tests.expectation-rewritten",
                                 cat("The tests expect ", places.labels(),
                                     " now where a value was expected before; restore the value and fix the code.")));
    return true;
  }

  void report(const RuleContext& context, std::vector<Kept>& list, std::string_view rule, std::string_view one,
              std::string_view many, std::vector<model::Finding>& out) const {
    if (list.empty()) return;
    const TaskView& task = context.task;
    const bool asked = task.asks_to_change_expectations && !(task.preserves && !m_source_changed);
    if (asked && !task.preserves) return;
    if (task.reverts && m_source_changed) return;
    const bool soft = asked || (!task.preserves && (m_source_changed || task.about_tests));
    if (soft) std::erase_if(list, [&](const Kept& kept) { return follows_source(kept.text); });
    if (list.empty()) return;
    SpanCollector places;
    for (auto& kept : list) {
      // Faster code may well ask the database less often; what it answers stays the same.
      const bool answer =
          task.speeds && !asked && std::any_of(kept.text.begin(), kept.text.end(), [](char c) { return is_alpha(c); });
      places.add(soft && !answer ? model::Severity::should_fix : model::Severity::must_fix, std::move(kept.span));
    }
    const std::string why = !m_source_changed ? "no source was changed with them"
                            : task.preserves  ? "the task asks to keep behaviour"
                                              : "the task does not ask for other results";
    out.push_back(places.finding(
        rule, cat(plural(places.total(), one, many), places.total() == 1 ? " was" : " were", " rewritten, and ", why,
                  "; show that the new values are right, or restore the old ones and fix the code.")));
  }

  bool m_source_changed = false;
  std::string m_added_source;  // bounded
  std::vector<Kept> m_rewritten, m_constants, m_snapshots;
  std::vector<Kept> m_mistakes;  // NaN, undefined, nothing in place of a value
};

}  // namespace

std::unique_ptr<Rule> make_expectations_rule() { return std::make_unique<Expectations>(); }

}  // namespace assay::judge
