// The ids of all rules, and how people name one or several: "tests.skipped", "tests.*" or "tests".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::model {

// Those that have one, in the order of the alphabet.
std::span<const std::string_view> rule_ids();

// "tests" and "tests.*" are one; an error with the nearest name when no rule is called so. Of families whose ids depend
// on what was read ("log.pytest.failed", "report.words.not-run") and of a repository's own ("own.no-print") any id is
// known.
Result<std::string> rule_pattern(std::string_view name);
// Whether a rule is meant by a name that rule_pattern() answered.
bool covers(std::string_view pattern, std::string_view rule);

// Why a rule cannot be switched off; empty: it can. Such a finding can still be waived, one by one.
std::string_view why_always_on(std::string_view rule);
// Of the rules that a name means, the first that cannot be switched off; empty: none.
std::string_view first_always_on(std::string_view pattern);
// Why no finding of a rule can be waived; empty: it can.
std::string_view why_never_waived(std::string_view rule);

}  // namespace assay::model
