// What does not count, in words: waived findings, rules that are switched off, findings that were known before.
#pragma once

#include <string>
#include <vector>

#include "model/check.h"

namespace assay::report {

// "waived by anna until 2026-12-31: reason: MESSAGE [tests.skipped f-0123456789ab]"
std::string waived_line(const model::WaivedFinding& waived);
// A section, or nothing.
std::string waived_markdown(const std::vector<model::WaivedFinding>& waived);
// One line for each rule that is switched off and for the baseline.
std::vector<std::string> quiet_lines(const model::Check& check);

}  // namespace assay::report
