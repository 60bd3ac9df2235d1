// Acceptance packs: the criteria and checks of a mission, and what the checks came to. They are read with their
// mission.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/pack.h"
#include "store/store.h"

namespace assay::store {

// What a check came to; the pack's status follows.
struct CheckResult {
  model::CheckId check;
  model::AcceptanceStatus status = model::AcceptanceStatus::pending;
  std::string output;
};

class PackChanges {
 public:
  explicit PackChanges(Changes changes) : m_changes(std::move(changes)) {}

  Result<void> set_criteria(const model::MissionId& id, const std::vector<std::string>& criteria, std::string_view why);
  Result<std::vector<model::AcceptanceCheck>> add_checks(const model::MissionId& id,
                                                         std::vector<model::AcceptanceCheck> checks,
                                                         std::string_view why);
  // A changed command or path makes the check pending again.
  Result<void> edit_check(const model::MissionId& id, const model::AcceptanceCheck& check);
  // It stays away: verifications do not find it again.
  Result<void> remove_check(const model::MissionId& id, const model::CheckId& check, std::string_view why);
  // What a person says of a check, `actor` and time aside. All results are pending again: the next verification
  // counts it.
  Result<void> answer_check(const model::MissionId& id, const model::CheckAnswer& answer);

 private:
  Changes m_changes;
};

}  // namespace assay::store
