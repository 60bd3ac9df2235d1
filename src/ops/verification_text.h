// A verification as text for people: the table at its end, and how the parts of it are written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/terminal.h"
#include "model/verification.h"

namespace assay::ops {

std::string present_verification(const model::Verification& verification, const Terminal& terminal);
// What tests prove of success criteria, a row each; nothing without any.
std::string present_proofs(const std::vector<model::CriterionProof>& criteria, const Terminal& terminal);

// How a check stands: "✔ passed", "⚠ flaky", "✘ failed", "? not run", "– skipped", with its colour.
Cell status_cell(model::ReportedStatus status);
std::string shown_duration(std::uint64_t ms);  // "340 ms", "12.3 s", "4 min 05 s"

}  // namespace assay::ops
