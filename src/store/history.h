// The histories of missions: their checkpoints and the heads of their chains; and histories that are known to be
// lost, with who accepted that.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/chain.h"
#include "base/clock.h"
#include "base/result.h"
#include "model/checkpoint.h"
#include "store/store.h"

namespace assay::store {

// What was written behind a place in the store: the heads of the missions it is of, and the place now.
struct Written {
  std::int64_t place = 0;  // grows with every checkpoint of any mission
  std::vector<audit::Head> heads;
};

struct Loss {
  std::string mission;  // its id
  std::string actor;
  std::string reason;
  Time accepted_at;
};

class History {
 public:
  explicit History(Database& database) : m_database(database) {}

  Result<std::vector<model::Checkpoint>> checkpoints(const model::MissionId& id, std::uint64_t after_number,
                                                     std::uint32_t limit) const;
  Result<audit::Head> head(const model::MissionId& id) const;
  Result<std::vector<audit::Head>> heads() const;  // of all missions, in the order they were made
  Result<Written> written_after(std::int64_t place) const;
  Result<std::int64_t> place() const;
  // Every mission's chain in order, each followed by its head, missions in the order of their ids (by
  // bytes), all of one moment; stops at the callback's error.
  Result<void> walk(const std::optional<model::MissionId>& only,
                    const std::function<Result<void>(const model::Checkpoint&)>& on_checkpoint,
                    const std::function<Result<void>(const audit::Head&)>& on_head) const;
  Result<std::vector<Loss>> accepted_losses() const;

 private:
  Database& m_database;
};

class HistoryChanges {
 public:
  explicit HistoryChanges(Changes changes) : m_changes(std::move(changes)) {}

  Result<void> accept_losses(const std::vector<std::string>& missions, std::string_view reason);

 private:
  Changes m_changes;
};

}  // namespace assay::store
