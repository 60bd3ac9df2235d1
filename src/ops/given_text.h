// Texts that people hand over, before they are kept.
#pragma once

#include <string_view>

#include "base/result.h"

namespace assay::ops {

constexpr size_t k_longest_text = size_t{4} << 20;
constexpr size_t k_longest_line = 1000;

// UTF-8 without NUL, at most 4 MiB; `what` names it in the error: "the prompt".
Result<void> check_text(std::string_view what, std::string_view text);
// The same for what stands on one line (a title, a name): not empty, at most 1000 bytes.
Result<void> check_line(std::string_view what, std::string_view text);

// An error with the reason when a criterion cannot be checked, unless it is kept by force; then the
// reason, to be recorded. Empty when the criterion is concrete.
enum class VagueCriterion { refuse, keep };
Result<std::string> lint_criterion(std::string_view criterion, VagueCriterion vague);

}  // namespace assay::ops
