#include "reports/coverage.h"

#include <algorithm>

namespace assay::reports {

Coverage read_coverage(CoverageFormat, std::string_view, const CoverageInput&) {
  return {{}, "coverage of this format is not read"};
}

void merge(Coverage& into, const Coverage& more) {
  for (const auto& [path, file] : more.files) {
    FileCoverage& known = into.files[path];
    known.executed.insert(file.executed.begin(), file.executed.end());
    known.executable.insert(file.executable.begin(), file.executable.end());
  }
  if (into.problem.empty()) into.problem = more.problem;
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
  if (!found->second.executable.empty() && !has_one(found->second.executable)) return std::nullopt;
  return false;
}

}  // namespace assay::reports
