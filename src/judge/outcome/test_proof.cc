#include "judge/outcome/test_proof.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/redact.h"
#include "base/text.h"
#include "judge/outcome/check_outcome.h"
#include "judge/outcome/failure_kind.h"
#include "judge/outcome/plain_tests.h"
#include "judge/outcome/ran_tests.h"
#include "judge/outcome/report_rules.h"
#include "judge/outcome/test_name.h"
#include "logs/machine_trouble.h"

namespace assay::judge {

namespace {

using model::ProvenTest;
using model::TestProof;

std::string_view first_part_of_name(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);  // the whole where there is none
  return path.substr(0, path.find('.'));
}

std::string_view without_extension(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);
  return path.substr(0, path.rfind('.'));
}

// "dist/test/board.test.js" of "test/board.test.ts"
bool is_compiled_from(std::string_view reported, std::string_view path) {
  return reported.ends_with("js") && !path.ends_with("js") && without_extension(reported) == without_extension(path);
}

// Whether a part of a test's name stands in the file, other than the name of the file itself: its class, its group.
bool holds_part_of(std::string_view content, std::string_view name, std::string_view stem) {
  for (size_t i = 0; i < name.size();) {
    size_t end = i;
    while (end < name.size() && is_word(name[end])) ++end;
    const auto part = name.substr(i, end - i);
    if (part.size() >= 3 && part != stem && part != "test" && part != "tests" &&
        find_word(content, part) != std::string_view::npos)
      return true;
    i = end + 1;
  }
  return false;
}

bool comes_from(std::string_view name, const RanTest& test, const ChangedTestFile& file) {
  if (!test.file.empty() && (is_same_file(test.file, file.path) || is_compiled_from(test.file, file.path))) return true;
  if (contains(name, file.path)) return true;
  if (!test.file.empty() && contains(test.file, ".")) return false;  // the runner says that it is another file
  const auto own = own_name(name);
  if (own.size() >= 3 && find_word(file.content, own) != std::string_view::npos) return true;
  const auto stem = first_part_of_name(file.path);
  return stem.size() >= 4 && find_word(name, stem) != std::string_view::npos && holds_part_of(file.content, name, stem);
}

std::uint32_t line_at(std::string_view content, size_t offset) {
  return static_cast<std::uint32_t>(
      1 + std::count(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

bool meets(const prove::Lines& lines, std::uint32_t first, std::uint32_t end) {
  if (lines.count == 0) return lines.first >= first && lines.first < end;  // lines were taken out behind it
  return lines.first < end && lines.first + lines.count > first;
}

// Where the tests of one file begin, told by their names.
class TestLines {
 public:
  TestLines(const ChangedTestFile& file, const RanTests& tests) : m_file(file) {
    for (const auto& [name, test] : tests) {
      if (!comes_from(name, test, file)) continue;
      const auto own = own_name(name);
      if (const auto at = own.empty() ? std::string_view::npos : find_word(file.content, own);
          at != std::string_view::npos)
        m_first.emplace(line_at(file.content, at), own);
    }
  }

  // True also where its place cannot be told.
  bool is_touched(std::string_view name) const {
    const auto own = own_name(name);
    const auto at = std::find_if(m_first.begin(), m_first.end(), [&](const auto& each) { return each.second == own; });
    if (at == m_first.end()) return true;
    const auto next = std::next(at);
    const auto end = next == m_first.end() ? ~std::uint32_t{0} : next->first;
    // What stands right above it belongs to it: a table of values, a decorator.
    const auto above = at->first > 1 ? at->first - 1 : 1;
    return std::any_of(m_file.changed.begin(), m_file.changed.end(),
                       [&](const prove::Lines& lines) { return meets(lines, above, end); });
  }

 private:
  const ChangedTestFile& m_file;
  std::map<std::uint32_t, std::string_view> m_first;
};

// Tells which tests the change touches.
class Touched {
 public:
  Touched(const std::vector<ChangedTestFile>& files, const RanTests& tests) : m_files(files) {
    for (const auto& file : files) m_lines.emplace_back(file, tests);
  }

  bool operator()(std::string_view name, const RanTest& test) const {
    for (size_t i = 0; i < m_files.size(); ++i) {
      if (comes_from(name, test, m_files[i]) && (m_files[i].changed.empty() || m_lines[i].is_touched(name)))
        return true;
    }
    return false;
  }

 private:
  const std::vector<ChangedTestFile>& m_files;
  std::vector<TestLines> m_lines;
};

// A word of the text that the change brings; what fails for want of it fails for want of the change.
std::string own_word_in(std::string_view text, const WordSet& own) {
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > i) {
      if (const auto found = own.find(text.substr(i, end - i)); found != own.end()) return *found;
    }
    i = end + 1;
  }
  return {};
}

// Of a test that something else than an assertion ended on the code before.
ProvenTest without_assertion(const std::string& name, std::string_view message, const WordSet& own) {
  if (const auto word = own_word_in(message, own); !word.empty())
    return {name, TestProof::discriminating, cat("needs `", word, "`, which the change brings"), false, true};
  if (logs::find_machine_trouble(message)) {
    return {name, TestProof::invalid,
            cat("it cannot be run on the code before: ", redact(excerpt(trim(message), 160)))};
  }
  return {name, TestProof::discriminating, "ends with an error before the change, passes after it"};
}

ProvenTest of_failed(const std::string& name, const RanTest& before, const WordSet& own) {
  if (before.failure == reports::Failure::error) return without_assertion(name, before.message, own);
  return {name, TestProof::discriminating, "fails before the change, passes after it", true};
}

// A file that could not be loaded is reported as one failure in the place of its tests.
const RanTest* failure_of_file(const RanTests& before, const RanTest& test) {
  for (const auto& [name, each] : before) {
    if (each.outcome == logs::Outcome::failed && !each.file.empty() && each.failure == reports::Failure::error &&
        (is_same_file(each.file, test.file) || is_compiled_from(test.file, each.file)))
      return &each;
  }
  return nullptr;
}

// Of a test that did not run at all on the code before.
ProvenTest of_absent(const std::string& name, const RanTest& test, const RanTests& before, const TestRuns& runs,
                     const WordSet& own) {
  if (const auto* failure = test.file.empty() ? nullptr : failure_of_file(before, test))
    return without_assertion(name, failure->message, own);
  if (judge_check(runs.before).proof == Proof::passed)
    return {name, TestProof::indeterminate, "it did not run on the code before"};
  const auto word = own_word_in(runs.output_before, own);
  if (!word.empty())
    return {name, TestProof::discriminating, cat("does not run without `", word, "`, which the change brings"), false,
            true};
  return {name, TestProof::invalid, "it could not be run on the code before"};
}

ProvenTest compare(const std::string& name, const RanTest& test, const RanTests& before, const TestRuns& runs,
                   const WordSet& own) {
  const auto found = before.find(name);
  if (found == before.end()) return of_absent(name, test, before, runs, own);
  switch (found->second.outcome) {
    case logs::Outcome::failed: return of_failed(name, found->second, own);
    case logs::Outcome::passed: return {name, TestProof::always_green, "passes before the change too"};
    case logs::Outcome::skipped: break;
  }
  return {name, TestProof::indeterminate, "it was skipped on the code before"};
}

ProvenTest compare_whole(std::string_view title, const TestRuns& runs, const WordSet& own) {
  const auto before = judge_check(runs.before);
  const std::string name(title);
  if (runs.again != nullptr && runs.again->exit_code && *runs.again->exit_code != 0)
    return {name, TestProof::flaky, "passed on the change once and failed once"};
  if (before.proof == Proof::passed) return {name, TestProof::always_green, "the run passes before the change too"};
  if (before.proof == Proof::not_run) return {name, TestProof::invalid, before.reason};
  if (before.tests_failed > 0 || !failed_assertion(runs.output_before).empty())
    return {name, TestProof::discriminating, "the run fails before the change, passes after it", true};
  const auto word = own_word_in(runs.output_before, own);
  if (!word.empty())
    return {name, TestProof::discriminating, cat("does not run without `", word, "`, which the change brings"), false,
            true};
  return {name, TestProof::invalid, "the run breaks before any test on the code before"};
}

void mark_flaky(const RanTests& again, ProvenTest& test) {
  const auto found = again.find(test.test);
  if (found == again.end() || found->second.outcome != logs::Outcome::failed) return;
  test.proof = TestProof::flaky;
  test.detail = "passed on the change once and failed once";
}

}  // namespace

std::vector<ProvenTest> prove_tests(const TestRuns& runs, const std::vector<ChangedTestFile>& files, const WordSet& own,
                                    std::string_view title) {
  const auto now = judge_check(runs.after);
  if (files.empty() || (now.tests_passed == 0 && !is_plain_test_run(runs.after))) return {};
  const auto after = list_tests(runs.after);
  auto before = list_tests(runs.before);
  tell_failures(before, runs.output_before);
  const auto again = runs.again == nullptr ? RanTests() : list_tests(*runs.again);
  const Touched touched(files, after);
  std::vector<ProvenTest> out;
  for (const auto& [name, test] : after) {
    if (test.outcome != logs::Outcome::passed || !touched(name, test)) continue;
    out.push_back(compare(name, test, before, runs, own));
    mark_flaky(again, out.back());
  }
  if (out.empty() && after.empty()) out.push_back(compare_whole(title, runs, own));
  return out;
}

std::set<std::string> untouched_failures(const CommandRun& run, const std::vector<ChangedTestFile>& files) {
  std::set<std::string> out;
  for (const auto& [name, test] : list_tests(run)) {
    if (test.outcome != logs::Outcome::failed) continue;
    const bool touched =
        std::any_of(files.begin(), files.end(), [&](const auto& file) { return comes_from(name, test, file); });
    if (touched) return {};
    out.insert(name);
  }
  return out.size() == tests_of(run).failed ? out : std::set<std::string>();
}

HeldTests held_tests(const CommandRun& after, const CommandRun& base, const std::vector<ChangedTestFile>& files) {
  HeldTests out;
  const auto now = list_tests(after);
  const auto before = list_tests(base);
  const Touched touched(files, now);
  for (const auto& [name, test] : now) {
    const auto found = before.find(name);
    if (test.outcome != logs::Outcome::passed || found == before.end() || touched(name, test)) continue;
    if (found->second.outcome == logs::Outcome::passed) out.held.insert(name);
    if (found->second.outcome == logs::Outcome::failed) out.mended.push_back(name);
  }
  return out;
}

}  // namespace assay::judge
