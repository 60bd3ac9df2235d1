// Assertions that still stand there and are never reached, never looked at, or allow any answer.
#pragma once

#include <string_view>
#include <vector>

#include "judge/tests/assertion.h"
#include "model/verdict.h"

namespace assay::judge {

struct Hollow {
  size_t line = 0;  // index in the hunk
  std::string_view why;
  model::Severity severity = model::Severity::should_fix;
};

// `touched`: the assertions of the hunk that the change wrote.
std::vector<Hollow> hollow_assertions(const CodeHunk& hunk, const std::vector<Assertion>& touched);

}  // namespace assay::judge
