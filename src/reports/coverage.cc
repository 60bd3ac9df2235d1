#include "reports/coverage.h"

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"
#include "reports/coverage_readers.h"

namespace assay::reports {

bool is_of_node(std::string_view file) {
  constexpr std::string_view k_endings[] = {".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"};
  return std::any_of(std::begin(k_endings), std::end(k_endings), [&](auto each) { return file.ends_with(each); });
}

CoverageDraft::CoverageDraft(const CoverageInput& input)
    : m_input(input), m_wanted(input.wanted.begin(), input.wanted.end()) {}

std::string CoverageDraft::wanted(std::string_view path) const {
  if (!m_input.tree.empty() && path.starts_with(m_input.tree) && path.substr(m_input.tree.size()).starts_with('/'))
    path.remove_prefix(m_input.tree.size() + 1);
  while (path.starts_with("./")) path.remove_prefix(2);
  const auto found = m_wanted.find(path);
  return found == m_wanted.end() ? std::string() : *found;
}

void CoverageDraft::executed(const std::string& file, std::uint64_t line) {
  if (line > 0 && line <= k_most_covered_lines)
    m_coverage.files[file].executed.insert(static_cast<std::uint32_t>(line));
}

void CoverageDraft::executed_by(const std::string& file, std::uint64_t line, const std::string& test) {
  executed(file, line);
  if (line > 0 && line <= k_most_covered_lines) {
    auto& tests = m_coverage.files[file].tests[static_cast<std::uint32_t>(line)];
    if (tests.size() < k_most_tests_a_line)
      tests.insert(test);
    else
      tests = {""};
  }
}

void CoverageDraft::executable(const std::string& file, std::uint64_t line) {
  if (line > 0 && line <= k_most_covered_lines)
    m_coverage.files[file].executable.insert(static_cast<std::uint32_t>(line));
}

void CoverageDraft::lose_all() { m_coverage.unclear.insert(m_wanted.begin(), m_wanted.end()); }

void CoverageDraft::note(std::string_view problem) {
  if (m_coverage.problem.empty()) m_coverage.problem = excerpt(printable(problem.substr(0, 4'000)), 400);
}

Coverage read_coverage(CoverageFormat format, std::string_view bytes, const CoverageInput& input) {
  CoverageDraft draft(input);
  if (bytes.size() > k_most_coverage_bytes) {
    draft.note(cat("the coverage has ", bytes.size(), " bytes; only the first ", k_most_coverage_bytes, " were read"));
    bytes = bytes.substr(0, k_most_coverage_bytes);
  }
  switch (format) {
    case CoverageFormat::lines_json: read_lines_json(bytes, draft); break;
    case CoverageFormat::v8: read_v8(bytes, draft); break;
    case CoverageFormat::go_profile: read_go_profile(bytes, draft); break;
    case CoverageFormat::lcov: read_lcov(bytes, draft); break;
    case CoverageFormat::coverage_py: read_coverage_py(bytes, draft); break;
  }
  auto out = draft.take();
  if (!bytes.empty()) out.formats.insert(format);
  return out;
}

void merge(Coverage& into, const Coverage& more) {
  for (const auto& [path, file] : more.files) {
    FileCoverage& known = into.files[path];
    known.executed.insert(file.executed.begin(), file.executed.end());
    known.executable.insert(file.executable.begin(), file.executable.end());
    for (const auto line : file.executed) {
      const auto tests = file.tests.find(line);
      auto& all = known.tests[line];
      if (tests == file.tests.end())
        all.insert("");
      else
        all.insert(tests->second.begin(), tests->second.end());
    }
    known.is_mapped = known.is_mapped || file.is_mapped;
  }
  into.unclear.insert(more.unclear.begin(), more.unclear.end());
  into.formats.insert(more.formats.begin(), more.formats.end());
  if (into.problem.empty()) into.problem = more.problem;
}

bool tells_of(const Coverage& coverage, std::string_view file) {
  return std::any_of(coverage.formats.begin(), coverage.formats.end(), [&](CoverageFormat format) {
    switch (format) {
      case CoverageFormat::lines_json:
      case CoverageFormat::coverage_py: return file.ends_with(".py");
      case CoverageFormat::go_profile: return file.ends_with(".go");
      case CoverageFormat::v8:
      case CoverageFormat::lcov: return is_of_node(file);
    }
    return false;
  });
}

std::set<std::string> tests_at(const Coverage& coverage, const std::string& file, std::uint32_t line) {
  const auto found = coverage.files.find(file);
  if (found == coverage.files.end() || coverage.unclear.contains(file)) return {};
  const auto tests = found->second.tests.find(line);
  return tests == found->second.tests.end() || tests->second.contains("") ? std::set<std::string>() : tests->second;
}

std::optional<bool> covers(const Coverage& coverage, const std::string& file, std::uint32_t first,
                           std::uint32_t count) {
  const auto found = coverage.files.find(file);
  if (found == coverage.files.end()) return std::nullopt;
  const auto has_one = [&](const std::set<std::uint32_t>& lines) {
    const auto at = lines.lower_bound(first);
    return at != lines.end() && *at - first < count;
  };
  if (has_one(found->second.executed)) return true;
  if (coverage.unclear.contains(file) && !found->second.is_mapped) return std::nullopt;
  if (!found->second.executable.empty() && !has_one(found->second.executable)) return std::nullopt;
  return false;
}

}  // namespace assay::reports
