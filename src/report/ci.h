// A check in the forms that CI systems and code hosts read. All text that comes from the change or
// its logs is escaped: a log line cannot forge a workflow command or an XML element. Lists of places (SARIF, GitLab,
// GitHub) have each piece that is not proven at its own lines.
#pragma once

#include <string>

#include "model/check.h"

namespace assay::report {

std::string sarif(const model::Check& check);                // SARIF 2.1.0
std::string junit(const model::Check& check);                // one test case per finding, or one that passed
std::string gitlab_code_quality(const model::Check& check);  // an array of issues with stable fingerprints
std::string github_annotations(const model::Check& check);   // ::error, ::warning and ::notice lines

}  // namespace assay::report
