#include "ops/given_text.h"

#include "base/text.h"
#include "plan/evidence_lint.h"
#include "plan/lint.h"
#include "plan/prompt_criteria.h"

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

std::optional<std::string> why_unfit(std::string_view criterion) {
  auto reason = plan::why_vague(criterion);
  return reason ? reason : plan::why_cannot_fail(criterion);
}

std::vector<std::string> prompt_notes(std::string_view prompt) {
  std::vector<std::string> out;
  if (auto why = plan::why_prompt_vague(prompt)) out.push_back(std::move(*why));
  if (const auto left = plan::read_prompt(prompt).left_out; left > 0) {
    out.push_back(cat("The prompt names ", plural(left, "more criterion", "more criteria"), " than the ",
                      plan::k_most_criteria, " that were taken. Add what matters with `assay pack add-criterion`."));
  }
  return out;
}

Result<std::string> lint_criterion(std::string_view criterion, VagueCriterion vague) {
  auto reason = why_unfit(criterion);
  if (!reason) return std::string();
  if (vague == VagueCriterion::keep) return cat("kept by force, although: ", *reason);
  return invalid_input(cat(*reason, " (with force, --force on the command line, it is kept, on record)"));
}

}  // namespace assay::ops
