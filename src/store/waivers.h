// What a person waived in a mission: findings of the gate that do not count there, with who and why.
#pragma once

#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "model/waiver.h"
#include "store/store.h"

namespace assay::store {

class Waivers {
 public:
  explicit Waivers(Database& database) : m_database(database) {}

  Result<std::vector<model::Waiver>> of(const model::MissionId& mission) const;  // oldest first

 private:
  Database& m_database;
};

class WaiverChanges {
 public:
  explicit WaiverChanges(Changes changes) : m_changes(std::move(changes)) {}

  // Results so far no longer count: the gate is asked again. Only for persons ("person:anna"); the same waiver is kept
  // once. REQUIRES: complete_waiver().
  Result<void> add(const model::MissionId& mission, const model::Waiver& waiver);

 private:
  Changes m_changes;
};

}  // namespace assay::store
