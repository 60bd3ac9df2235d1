// What would show that a criterion holds, read off its own words: a request and its answer, a command and how it ends,
// a test by name, a file, a text in a file. The form is that of success criteria (docs/formats/plan.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/task.h"

namespace assay::plan {

// Each with the criterion as its claim. Empty: nothing that a machine can look at; a person or a critic has to say.
std::vector<model::SuccessCriterion> evidence_of(std::string_view criterion);

// Whether it says something that can be looked at, by a machine or by a person: evidence, a value, a text in quotes.
bool names_something(std::string_view sentence);

// For people: "`npm test` exits with 0", "GET /health answers 200", "the file docs/api.md is there".
std::string describe_evidence(const model::SuccessCriterion& criterion);

}  // namespace assay::plan
