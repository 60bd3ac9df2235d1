// What was proven of a change, as a part of documents and as lines for people.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "model/proof.h"

namespace assay::report {

json::value proof_json(const model::Proof& proof);
// What is missing reads as empty.
model::Proof read_proof(const json::value& from);
json::value proof_schema();

// One thing that is known of the change.
struct ProofLine {
  enum class Tone { good, bad, plain };
  Tone tone = Tone::plain;
  std::string subject;  // a test, or lines of a file; may be empty
  std::string words;
};
// Behaviour first: what differs without the change, pieces, old expectations, what held. `most` of each kind.
std::vector<ProofLine> proof_lines(const model::Proof& proof, size_t most);

// A section of its own; empty: there is nothing to say.
std::string proof_markdown(const model::Proof& proof);

}  // namespace assay::report
