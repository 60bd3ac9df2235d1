// Calls whose failure was passed on and now ends where it happens, by the idiom of each language.
#pragma once

#include <optional>

#include "judge/tokens.h"
#include "model/verdict.h"

namespace assay::judge {

// How grave it is that the call on added line `at` no longer passes its failure on; nothing when it
// does, or did not before.
std::optional<model::Severity> loses_failure(const CodeHunk& hunk, size_t at, const Tokens& t);

}  // namespace assay::judge
