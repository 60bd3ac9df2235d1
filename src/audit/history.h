// Checks histories that come one mission after the other, as the store walks them and an export
// lists them: ascending mission ids (bytes), each with its checkpoints in order and then its head. Holds
// only where it is, so any number of missions can pass.
#pragma once

#include <cstdint>
#include <optional>

#include "audit/chain.h"
#include "base/result.h"
#include "model/checkpoint.h"

namespace assay::audit {

// Errors are `corrupt` and name the place; nothing may follow one.
class HistoryAudit {
 public:
  Result<void> checkpoint(const model::Checkpoint& checkpoint);
  Result<void> head(const Head& head);
  Result<void> finish() const;

  std::uint64_t missions() const { return m_missions; }        // whose head has been checked
  std::uint64_t checkpoints() const { return m_checkpoints; }  // that were found intact

 private:
  Result<void> open(const model::MissionId& mission);

  std::optional<ChainAudit> m_open;  // the mission whose head is still to come
  model::MissionId m_last;           // the one before it
  std::uint64_t m_missions = 0;
  std::uint64_t m_checkpoints = 0;
};

}  // namespace assay::audit
