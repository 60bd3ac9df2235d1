// A verification as documents: JSON, Markdown for a pull request, JUnit for CI.
#pragma once

#include <string>

#include "base/json.h"
#include "model/check.h"
#include "model/verification.h"

namespace assay::report {

json::value verification_json(const model::Verification& verification);
std::string verification_markdown(const model::Verification& verification);
// One test case per check: failures, skips and what could not be run told apart.
std::string verification_junit(const model::Verification& verification);

// The findings of a verification as a check has them, for the forms that list findings (SARIF,
// annotations, GitLab). A failed check without a place of its own is a finding too.
model::Check findings_of(const model::Verification& verification);

}  // namespace assay::report
