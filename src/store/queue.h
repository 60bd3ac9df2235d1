// The queue of missions that are to land one after the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/queue.h"
#include "store/store.h"

namespace assay::store {

class Queue {
 public:
  explicit Queue(Database& database) : m_database(database) {}

  Result<std::vector<model::QueueEntry>> waiting() const;                     // in order
  Result<std::vector<model::QueueEntry>> history(std::uint32_t limit) const;  // the others, newest first
  Result<std::vector<model::QueueRun>> runs(std::uint32_t limit) const;       // newest first

 private:
  Database& m_database;
};

class QueueChanges {
 public:
  explicit QueueChanges(Changes changes) : m_changes(std::move(changes)) {}

  // At its end, all or none; conflict when one is not ready_to_land or waits already.
  Result<void> add(const std::vector<model::MissionId>& ids);
  Result<void> remove(const model::MissionId& id, std::string_view reason);
  Result<void> settle(const model::MissionId& id, model::QueueState state, std::string_view finding);
  Result<std::int64_t> begin_run(const model::QueueRun& run);  // its key
  Result<void> end_run(std::int64_t key, std::string_view outcome, std::string_view reason, std::string_view report);

 private:
  Changes m_changes;
};

}  // namespace assay::store
