// Failures that became a constant answer: a default in place of what was thrown, a handler that says
// yes, a status that nobody reads, a script that goes on.
#pragma once

#include <optional>

#include "judge/tokens.h"
#include "model/verdict.h"

namespace assay::judge {

// How grave it is that changed line `at` answers a failure with a constant that was passed on before.
std::optional<model::Severity> answers_failure(const CodeHunk& hunk, size_t at);

}  // namespace assay::judge
