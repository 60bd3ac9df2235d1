// Texts that people hand over, before they are kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// Why nobody could check a criterion, or why it cannot fail; nothing when it is fit.
std::optional<std::string> why_unfit(std::string_view criterion);

// What a person should know of a prompt: that it names nothing that can be checked, with an example of how to say it,
// and how many of its criteria were left out.
std::vector<std::string> prompt_notes(std::string_view prompt);

}  // namespace assay::ops
