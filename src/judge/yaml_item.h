// The lines of a pipeline file that one key stands for: the step or job that a condition is about.
#pragma once

#include <optional>

#include "judge/rule.h"

namespace assay::judge {

// The line of the step or job that holds the key on line `at` which runs a check, as far as the hunk
// shows it.
std::optional<size_t> verified_by(const CodeHunk& hunk, size_t at);

// The step or job that holds the key on line `at` is wholly new: its head and all its lines were added, and nothing
// went from among them.
bool is_of_new_item(const CodeHunk& hunk, size_t at);

}  // namespace assay::judge
