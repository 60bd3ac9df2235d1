// A check as JSON: the contract's document (exact keys, exact order) and the full one.
#pragma once

#include "base/json.h"
#include "model/check.h"

namespace assay::report {

// The verifier contract's verdict; workspace keys appear when the check has a run.
json::value contract_json(const model::Check& check);

// What an orchestrator reads from its result file.
json::value orchestrator_json(const model::Check& check);

// Everything: rule ids, spans, what each runner counted, what the diff holds.
json::value full_json(const model::Check& check);

// One finding with its rule and places, as the full document has it.
json::object full_finding(const model::Finding& finding);
// Findings as above, each with the waiver that set it aside.
json::array waived_json(const std::vector<model::WaivedFinding>& waived);

}  // namespace assay::report
