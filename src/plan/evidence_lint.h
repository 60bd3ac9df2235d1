// Evidence that cannot fail shows nothing: `true`, a pattern that matches every line, a file that is there already.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/task.h"
#include "plan/checks.h"

namespace assay::plan {

// Why it holds whatever the work does, as a sentence; nothing when it can fail.
std::optional<std::string> why_cannot_fail(const model::SuccessCriterion& criterion);
// The same of a text: of what its own words name.
std::optional<std::string> why_cannot_fail(std::string_view criterion);

// Why it holds before any work is done, by the files of the base alone: a file that is there, a command that only looks
// for one. Other evidence has to be tried.
std::optional<std::string> why_holds_on_base(const model::SuccessCriterion& criterion, const Snapshot& base);

// A line of a shell that ends with 0 whatever happens: `true`, `echo done`, `make test || true`.
bool always_succeeds(std::string_view command);

}  // namespace assay::plan
