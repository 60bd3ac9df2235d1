#include "ops/given_text.h"

#include "base/text.h"
#include "plan/lint.h"

namespace assay::ops {

Result<void> check_text(std::string_view what, std::string_view text) {
  if (text.size() > k_longest_text) {
    return invalid_input(cat(what, " has ", text.size(), " bytes; at most ", k_longest_text, " are kept"));
  }
  if (const auto at = text.find('\0'); at != std::string_view::npos) {
    return invalid_input(cat(what, " holds a NUL byte at ", at, "; is it a text?"));
  }
  if (!is_utf8(text)) return invalid_input(cat(what, " is not UTF-8"));
  return {};
}

Result<void> check_line(std::string_view what, std::string_view text) {
  TRY(check_text(what, text));
  if (trim(text).empty()) return invalid_input(cat(what, " is empty"));
  if (text.size() > k_longest_line) {
    return invalid_input(cat(what, " has ", text.size(), " bytes; at most ", k_longest_line, " fit"));
  }
  return {};
}

Result<std::string> lint_criterion(std::string_view criterion, VagueCriterion vague) {
  auto reason = plan::why_vague(criterion);
  if (!reason) return std::string();
  if (vague == VagueCriterion::keep) return cat("kept by force, although: ", *reason);
  return invalid_input(cat(*reason, " (with force, --force on the command line, it is kept, on record)"));
}

}  // namespace assay::ops
