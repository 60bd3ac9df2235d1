#include "reports/selection.h"

#include <algorithm>

#include "base/text.h"
#include "reports/reach.h"

namespace assay::reports {

namespace {

bool is_selected(const ReportedTest& test, const Selection& selection) {
  const auto& [files, names] = selection;
  if (!test.file.empty() && std::find(files.begin(), files.end(), test.file) == files.end()) return false;
  // A file that could not be loaded is told under its own name.
  if (names.empty() || test.name == test.file) return true;
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return test.name == name || is_part_of(test.name, name) || is_part_of(name, test.name);
  });
}

}  // namespace

bool is_part_of(std::string_view part, std::string_view whole) {
  if (part.size() <= whole.size() || !part.starts_with(whole)) return false;
  return starts_with_any(part.substr(whole.size()), {" > ", "/", " (", " ["});
}

bool ran_only(const Report& report, const Selection& selection) {
  // Runners without a hook were narrowed by their command.
  if (is_listened_to(report.runner) && !report.narrowed) return false;
  return std::all_of(report.tests.begin(), report.tests.end(), [&](const ReportedTest& test) {
    return test.outcome == logs::Outcome::skipped || is_selected(test, selection);
  });
}

}  // namespace assay::reports
