// Tests that were there before the change and are not after it.
//
// A removed line that declares a test means little by itself: tests are moved, renamed, split and
// folded into tables all the time. So tests lost and gained are collected over the whole change and
// set against each other (lost_and_gained.h). What remains was deleted. A test that is still written down but that its
// runner will no longer collect was renamed away.
#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>

#include "base/text.h"
#include "judge/span_collector.h"
#include "judge/tests/assertion.h"
#include "judge/tests/lost_and_gained.h"
#include "judge/tests/remains.h"
#include "judge/tests/renamed_subject.h"
#include "judge/tests/rules.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

constexpr size_t k_max_names = 100000;
constexpr size_t k_max_written = size_t{1} << 20;  // bytes of tests, for comparison

class LostTests : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile) override {
    m_file = FileTests{};
    m_file.path = file.path();
    m_file.deleted = file.status == diff::Status::deleted;
    m_file.added = file.status == diff::Status::added;
    m_file.judged = is_test_file(file);
    m_hunks = 0;
    m_run_by_name.clear();
    m_uncollected.clear();
    m_source_changed |= file.role == diff::Role::source;
    if (m_file.deleted && file.role == diff::Role::source && m_deleted_sources.size() < k_max_names)
      m_deleted_sources.push_back(stem_of(file.old_path));
    if (file.status == diff::Status::renamed && leaves_the_run(file))
      m_renamed_away.must(span_of(file, cat("renamed from ", file.old_path)), file.old_path);
  }

  void hunk(const CodeHunk& hunk) override {
    if (!m_file.judged) return;
    ++m_hunks;
    const auto before = tests_in(hunk, Side::before), after = tests_in(hunk, Side::after);
    m_file.joins_group |= joins_group(hunk);
    find_lost(hunk, before, after);
    find_run_by_name(hunk);
    find_uncollected_classes(hunk);
    find_lost_rows(hunk);
  }

  void file_end(const diff::File& file) override {
    if (!m_file.judged) return;
    for (auto& test : m_uncollected) {
      if (!m_run_by_name.contains(test.hash)) m_renamed_away.must(std::move(test.span), std::move(test.name));
    }
    if (m_file.deleted && m_file.lost.empty() && m_hunks == 0 && is_collected(file.old_path, file.language) &&
        file.language != diff::Language::rust && file.language != diff::Language::cpp)
      m_file.lost.push_back({cat("all of ", file.old_path), std::hash<std::string_view>{}(file.old_path),
                             span_of(file, "test file deleted")});
    if (!m_file.lost.empty() || !m_file.gained.empty()) m_files.push_back(std::move(m_file));
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    report_deleted(context, out);
    if (!m_renamed_away.empty()) {
      const auto worst = context.task.asks_to_skip_tests || context.task.asks_to_remove_tests
                             ? model::Severity::should_fix
                             : model::Severity::must_fix;
      out.push_back(m_renamed_away.finding(
          "tests.renamed-away",
          cat("Renamed so that the test runner no longer collects ", m_renamed_away.total() == 1 ? "it: " : "them: ",
              m_renamed_away.labels(), ". Give the tests names the runner finds, or let a person waive this finding."),
          worst));
    }
  }

 private:
  void find_lost(const CodeHunk& hunk, const std::vector<TestDeclaration>& before,
                 const std::vector<TestDeclaration>& after) {
    std::vector<const TestDeclaration*> gained;
    std::optional<std::unordered_set<std::string_view>> rows;  // made when first asked for
    bool folded = false;
    std::optional<std::vector<Assertion>> assertions;  // read once, and only when a test is missing
    const auto old_assertions = [&]() -> const std::vector<Assertion>& {
      if (!assertions) assertions = assertions_in(hunk, Side::before);
      return *assertions;
    };
    for (const auto& test : after) {
      m_file.table |= test.table && test.touched;
      if (test.touched && !test.suite) gained.push_back(&test);
    }
    const bool loops = !gained.empty() && loops_over_cases(hunk);
    m_file.table |= loops;
    for (const auto& test : before) {
      if (!test.touched || test.suite) continue;
      const bool stays = std::any_of(after.begin(), after.end(), [&](const auto& t) { return t.name == test.name; });
      if (stays) {
        const auto at = std::find_if(gained.begin(), gained.end(), [&](const auto* t) { return t->name == test.name; });
        if (at != gained.end()) gained.erase(at);
        continue;
      }
      if (test.skipped) continue;  // it did not run
      if (const auto line = still_written(hunk, test, after)) {
        if (m_uncollected.size() < k_max_names)
          m_uncollected.push_back({test.name, std::hash<std::string_view>{}(defined_on(hunk.lines[*line])),
                                   span_of(hunk.file, *hunk.lines[*line].raw)});
        continue;
      }
      if (was_merged(test, before, old_assertions(), hunk.lines.size())) continue;
      if (!rows) rows = added_rows(hunk);
      const auto values = gained.empty() ? Values::all : Values::most;
      if (was_folded(hunk, test, before, *rows, values)) {
        folded = true;
        continue;
      }
      if (m_names++ < k_max_names)
        m_file.lost.push_back({test.name, std::hash<std::string_view>{}(own_name(test.name, hunk.file.language)),
                               span_of(hunk.file, *hunk.lines[test.line].raw),
                               m_file.deleted ? kept(hunk, before, test, Side::before) : std::string{},
                               traits(hunk, before, test, Side::before)});
    }
    if (folded && !gained.empty()) gained.pop_back();  // the table stands for what is in it, and for nothing else
    for (const auto* test : gained) {
      if (m_names++ < k_max_names)
        m_file.gained.push_back({std::hash<std::string_view>{}(own_name(test->name, hunk.file.language)),
                                 m_file.added ? kept(hunk, after, *test, Side::after) : std::string{},
                                 traits(hunk, after, *test, Side::after)});
      if (loops && !m_file.gained.empty()) m_file.gained.back().traits.is_table = true;
    }
  }

  // How the test is written, as long as there is not too much to keep.
  std::string kept(const CodeHunk& hunk, const std::vector<TestDeclaration>& tests, const TestDeclaration& test,
                   Side side) {
    if (m_kept > k_max_written) return {};
    auto out = written_as(hunk, tests, static_cast<size_t>(&test - tests.data()), side);
    m_kept += out.size() + 1;
    return out;
  }

  // What it can be told by, as long as there is not too much to keep.
  TestTraits traits(const CodeHunk& hunk, const std::vector<TestDeclaration>& tests, const TestDeclaration& test,
                    Side side) {
    if (m_kept > k_max_written) return {};
    auto out = traits_of(hunk, tests, static_cast<size_t>(&test - tests.data()), side);
    for (const auto* part : {&out.words, &out.names, &out.values})
      for (const auto& each : *part) m_kept += each.size() + 1;
    return out;
  }

  // Without the suite, which C++ writes into each test and which changes when a test moves.
  static std::string_view own_name(std::string_view name, diff::Language language) {
    if (language != diff::Language::cpp) return name;
    const size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
  }

  // t.Run("migrate", testMigrate): no longer found by its name, but still run.
  void find_run_by_name(const CodeHunk& hunk) {
    if (hunk.file.language != diff::Language::go) return;
    for (const auto& line : hunk.lines) {
      if (!on_side(line, Side::after)) continue;
      const Tokens t = tokens_of(line);
      for (size_t k = 0; k + 2 < t.size(); ++k) {  // testMigrate(t, engine)
        if (t[k].word() && t[k + 1].is("(") && t[k + 2].is("t") && (k == 0 || !t[k - 1].is("func")) &&
            m_run_by_name.size() < k_max_names)
          m_run_by_name.insert(std::hash<std::string_view>{}(t[k].text));
      }
      const size_t at = find_run(t, {".", "Run", "("});
      if (at == std::string_view::npos || t.size() < at + 6 || m_run_by_name.size() >= k_max_names) continue;
      for (size_t k = at + 3; k + 1 < t.size(); ++k) {
        if (t[k].is(",") && t[k + 1].word()) m_run_by_name.insert(std::hash<std::string_view>{}(t[k + 1].text));
      }
    }
  }

  // class TestCart became class CartChecks: pytest collects the first only.
  void find_uncollected_classes(const CodeHunk& hunk) {
    if (hunk.file.language != diff::Language::python) return;
    const auto name_on = [&](const CodeLine& line, Side side) -> std::string_view {
      const Tokens& t = tokens_of(line, side);
      const bool plain = t.size() > 1 && t[0].is("class") && !contains(line.masked.code, "TestCase");
      return plain ? t[1].text : std::string_view{};
    };
    size_t lost = hunk.lines.size();
    bool kept = false, renamed = false;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const CodeLine& line = hunk.lines[i];
      if (!is_changed(line)) continue;
      const auto name = name_on(line, is_removed(line) ? Side::before : Side::after);
      if (is_removed(line) && name.starts_with("Test")) lost = i;
      if (!is_added(line) || name.empty()) continue;
      kept |= name.starts_with("Test");
      renamed |= !name.starts_with("Test");
    }
    if (lost < hunk.lines.size() && renamed && !kept)
      m_renamed_away.must(span_of(hunk.file, *hunk.lines[lost].raw),
                          std::string(name_on(hunk.lines[lost], Side::before)));
  }

  // Rows taken out of a table of cases, with a row or the table's head still above them.
  void find_lost_rows(const CodeHunk& hunk) {
    if (hunk.file.role != diff::Role::test || hunk.hunk.partial) return;
    size_t added = 0;
    for (const auto& line : hunk.lines) added += is_added(line) && is_case_row(line);
    bool in_table = std::any_of(hunk.lines.begin(), hunk.lines.end(),
                                [](const CodeLine& l) { return is_context(l) && is_case_row(l); });
    find_shorter_tables(hunk);
    for (const auto& line : hunk.lines) {
      const std::string_view code = trim(line.masked.code);
      if (code.empty()) continue;
      if (is_context(line)) in_table = is_case_row(line) || code.ends_with("{") || code.ends_with("[");
      if (!is_removed(line) || !in_table || !is_case_row(line)) continue;
      if (added > 0) {
        --added;
        continue;
      }
      if (m_rows.total() < 1000)
        m_rows.must(span_of(hunk.file, *line.raw), std::string(trim(line.raw->text).substr(0, 40)));
    }
  }

  // parametrize("x", [1, 2, 3]), it.each([1, 2])('…'), @ValueSource(ints = {1, 2}): a table on one line.
  void find_shorter_tables(const CodeHunk& hunk) {
    const auto head = [](const CodeLine& line) -> std::string_view {
      for (std::string_view mark : {"parametrize(", ".each(", "@ValueSource(", "@CsvSource("})
        if (contains(line.masked.code, mark)) return mark;
      return {};
    };
    const auto literals = [](const Tokens& t) {
      return std::count_if(t.begin(), t.end(), [](const Token& x) { return x.literal(); });
    };
    for (const auto& line : hunk.lines) {
      if (!is_small(hunk) || !is_removed(line) || head(line).empty() ||
          has_changed_line(hunk, diff::Sign::added, line.raw->text))
        continue;
      // The same table: alike up to its first row.
      const std::string_view text = trim(line.raw->text);
      const std::string_view start =
          text.substr(0, std::min(text.find_first_of("[{", text.find(head(line))), text.size()));
      for (const auto& other : hunk.lines)
        if (is_added(other) && trim(other.raw->text).starts_with(start) && head(other) == head(line) &&
            trim(other.masked.code).back() == trim(line.masked.code).back() &&
            literals(tokens_of(other)) < literals(tokens_of(line, Side::before)) && m_rows.total() < 1000)
          m_rows.must(span_of(hunk.file, *line.raw), std::string(trim(line.raw->text).substr(0, 40)));
    }
  }

  static bool is_context(const CodeLine& line) { return line.raw->sign == diff::Sign::context; }

  void report_deleted(const RuleContext& context, std::vector<model::Finding>& out) {
    match_tests(m_files, renamings_in(context.task.text));
    SpanCollector places;
    for (const auto& file : m_files) {
      const bool source_gone =
          std::find(m_deleted_sources.begin(), m_deleted_sources.end(), stem_of(file.path)) != m_deleted_sources.end();
      for (const auto& lost : file.lost) {
        const bool topical = context.task.mentions(lost.name) || context.task.mentions(file.path);
        if (context.task.removes && (topical || source_gone)) continue;
        if (context.task.reverts && m_source_changed) continue;
        if (context.task.asks_to_remove_tests) {
          if (!topical && !file.deleted) places.should(lost.span, lost.name);
        } else if (source_gone || (context.task.removes && m_source_changed) || file.written_anew || lost.replaced ||
                   context.task.asks_to_merge_tests) {
          places.should(lost.span, lost.name);
        } else {
          places.must(lost.span, lost.name);
        }
      }
    }
    if (places.empty() && !m_rows.empty() && !context.task.removes) {
      out.push_back(m_rows.finding(
          "tests.deleted",
          cat(plural(m_rows.total(), "case was", "cases were"), " taken out of a table of tests; restore ",
              m_rows.total() == 1 ? "it" : "them", ", or let a person waive this finding."),
          context.task.about_tests || context.task.asks_to_change_expectations ? model::Severity::should_fix
                                                                               : model::Severity::must_fix));
    }
    if (places.empty()) return;
    out.push_back(places.finding(
        "tests.deleted", cat(plural(places.total(), "test was", "tests were"), " deleted (", places.labels(),
                             ") and the task does not ask for it; restore ", places.total() == 1 ? "it" : "them",
                             ", or let a person waive this finding.")));
  }

  FileTests m_file;
  bool m_source_changed = false;
  size_t m_hunks = 0, m_names = 0, m_kept = 0;
  std::vector<FileTests> m_files;
  std::vector<std::string> m_deleted_sources;
  std::vector<RemovedTest> m_uncollected;    // of the file: still defined, under another name
  std::unordered_set<size_t> m_run_by_name;  // of the file: functions handed to a runner
  SpanCollector m_renamed_away, m_rows;
};

}  // namespace

std::unique_ptr<Rule> make_lost_tests_rule() { return std::make_unique<LostTests>(); }

}  // namespace assay::judge
