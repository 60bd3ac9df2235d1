// When two findings say the same. The fingerprint tells findings of one round apart and holds the
// line; the identity follows a finding from round to round and survives lines that shift.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/critic.h"

namespace assay::judge {

// "./src//a.c" and "src\a.c" are src/a.c.
std::string normal_path(std::string_view path);

// Category, file, line, the first 80 characters of the remediation (lower case, blanks joined), and
// the criterion and question it is about: two criteria never become one finding.
void append_fingerprint(std::string& out, const model::CriticFinding& finding);
std::string fingerprint(const model::CriticFinding& finding);

// 32 hexadecimal digits. Without the line, and without line numbers in the text.
std::string identity(const model::CriticFinding& finding);
// One digest for a set of findings, whatever their order and repetition; empty for none.
std::string identity_of_all(std::span<const model::CriticFinding> findings);

}  // namespace assay::judge
