// Which proof a claim of the task has: the new or changed test whose name speaks of the same, and the pieces of the
// change that this test proves. Names are all that is compared, so nothing is claimed where they say too little. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/proof.h"
#include "model/verification.h"

namespace assay::judge {

// What a claim says that has no test.
inline constexpr std::string_view k_no_proof = "no proof named";

// The items of its lists; without a list its sentences. Code in fences is none.
std::vector<std::string> claims_of(std::string_view task);

// "src/cart.py:3-7" of each piece that this test proves.
std::vector<std::string> lines_proven_by(const model::Proof& proof, std::string_view test);

// Fills in test, proof, detail and lines of a claim that names no test itself; leaves it alone where no test speaks of
// it.
void find_proof(const model::Proof& proof, model::CriterionProof& claim);

// One entry per claim, numbered "C-1". Empty where nothing was tried.
std::vector<model::CriterionProof> prove_claims(std::string_view task, const model::Proof& proof);

}  // namespace assay::judge
