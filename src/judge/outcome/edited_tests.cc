#include "judge/outcome/edited_tests.h"

#include <algorithm>

#include "base/redact.h"
#include "base/text.h"
#include "judge/outcome/test_name.h"

namespace assay::judge {

namespace {

constexpr size_t k_edited_lines = 4;  // of each side
constexpr size_t k_edited_bytes = 300;

std::uint32_t line_with(std::string_view content, std::string_view name) {
  const auto at = name.empty() ? std::string_view::npos : find_word(content, name);
  if (at == std::string_view::npos) return 0;
  return static_cast<std::uint32_t>(
      1 + std::count(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

// The first line of the next test behind `line`.
std::uint32_t end_of_test(std::string_view content, std::uint32_t line, const RanTests& tests) {
  std::uint32_t out = ~std::uint32_t{0};
  for (const auto& [name, test] : tests) {
    if (const auto other = line_with(content, own_name(name)); other > line) out = std::min(out, other);
  }
  return out;
}

void add_edited(const std::vector<std::string_view>& all, const prove::Lines& lines, std::vector<std::string>& out) {
  for (size_t i = lines.first; i < size_t{lines.first} + lines.count && i <= all.size(); ++i) {
    const auto text = trim(all[i - 1]);
    if (!text.empty() && out.size() < k_edited_lines) out.emplace_back(text);
  }
}

std::string shown(const std::vector<std::string>& lines) {
  return redact(to_utf8(excerpt(join(lines, "\n"), k_edited_bytes)));
}

}  // namespace

void show_edit(const std::vector<EditedTestFile>& files, const RanTests& old_tests,
               model::OldExpectation& expectation) {
  const auto own = own_name(expectation.test);
  for (const auto& file : files) {
    const auto first = line_with(file.before, own);
    if (first == 0) continue;
    const auto end = end_of_test(file.before, first, old_tests);
    const auto lines_before = split_lines(file.before), lines_after = split_lines(file.after);
    std::vector<std::string> before, after;
    for (const auto& hunk : file.hunks) {
      // Only what is edited: lines that are there now and were not before belong to another test as well as to this.
      if (hunk.before.count == 0 || hunk.before.first < first || hunk.before.first >= end) continue;
      if (expectation.line == 0) expectation.line = hunk.after.first;
      add_edited(lines_before, hunk.before, before);
      add_edited(lines_after, hunk.after, after);
    }
    if (before.empty()) continue;
    expectation.path = to_utf8(file.path);
    expectation.before = shown(before);
    expectation.after = shown(after);
    return;
  }
}

}  // namespace assay::judge
