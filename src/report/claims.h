// Which proof a claim of the task or a criterion has, as a part of documents and for people.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "model/verification.h"

namespace assay::report {

json::object criterion_json(const model::CriterionProof& criterion);
model::CriterionProof read_criterion(const json::object& from);
json::value criterion_schema();

// "test_discount: discriminating: fails before the change, passes after it (shop.py:3-5)", "no proof named"
std::string claim_words(const model::CriterionProof& claim);
// A section of its own; empty: there are none.
std::string claims_markdown(const std::vector<model::CriterionProof>& claims);

}  // namespace assay::report
