// Plans: what a mission's tasks are made from, and plans that wait for a person.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "model/plan.h"
#include "store/store.h"

namespace assay::store {

// A plan that waits for a person.
struct Proposal {
  std::string plan;  // canonical JSON
  std::string agent;
  Time created_at;
};

class Plans {
 public:
  explicit Plans(Database& database) : m_database(database) {}

  Result<std::optional<Proposal>> proposal(const model::MissionId& id) const;

 private:
  Database& m_database;
};

class PlanChanges {
 public:
  explicit PlanChanges(Changes changes) : m_changes(std::move(changes)) {}

  // It becomes the mission's plan, and the hold is lifted.
  Result<void> approve(const model::MissionId& id, const model::Plan& plan, std::string_view plan_text);
  // A new planning task, told why and what was there; the hold is lifted. Conflict when there is a plan, or
  // one is being made.
  Result<model::Task> replan(const model::MissionId& id, std::string_view reason);
  // Planning that waits for its time, after a failure or for a limit, is due now: a person asks for it.
  Result<void> hurry(const model::MissionId& id);

 private:
  Changes m_changes;
};

}  // namespace assay::store
