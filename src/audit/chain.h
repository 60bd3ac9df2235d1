// The hash chain over a mission's checkpoints. Each carries the hash of the one before it and its
// own over a documented canonical form (docs/formats/audit.md), so that a changed, dropped, swapped
// or added line is noticed by anyone, without the database.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/checkpoint.h"

namespace assay::audit {

extern const std::string_view k_first_previous;  // 64 zeros

// The bytes that are hashed, and their SHA-256 in hex. Neither looks at `hash` itself.
std::string canonical_form(const model::Checkpoint& checkpoint);
std::string hash_of(const model::Checkpoint& checkpoint);

// Where a chain ends: kept apart from it, so that a cut tail is noticed.
struct Head {
  model::MissionId mission;
  std::uint64_t count = 0;
  std::string hash;  // of the last checkpoint; k_first_previous when there is none
};

// Fits `checkpoint` behind `head`: mission, number, previous hash and hash are filled in; bytes of its
// texts that are not UTF-8 are replaced first, so that every checkpoint can be exported. The new head.
Head append(const Head& head, model::Checkpoint& checkpoint);

// Walks one mission's chain in order; the first fault is a `corrupt` error that names the place.
class ChainAudit {
 public:
  explicit ChainAudit(model::MissionId mission);
  Result<void> next(const model::Checkpoint& checkpoint);
  Result<void> finish(const Head& head) const;
  const Head& so_far() const { return m_head; }

 private:
  Head m_head;
};

}  // namespace assay::audit
