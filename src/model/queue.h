// The queue: missions that are to land in order, each verified on top of those before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/ids.h"

namespace assay::model {

// evicted: it failed on top of those before it, or could not be merged with them. removed: by a person.
enum class QueueState { waiting, landed, evicted, removed };
std::string_view name(QueueState);
std::optional<QueueState> queue_state_named(std::string_view);

struct QueueEntry {
  MissionId mission;
  std::string title;
  std::string target_branch;
  QueueState state = QueueState::waiting;
  std::string finding;  // why it was evicted or removed
  std::string actor;    // who put it there
  Time added_at;
  std::optional<Time> finished_at;
};

// One full verification of several missions together.
struct QueueRun {
  std::int64_t key = 0;
  std::string target_branch;
  std::string target_commit;
  std::string commit;  // all of them merged
  std::vector<MissionId> missions;
  std::string outcome;  // of the verification; empty while it runs, or when it was interrupted
  std::string reason;
  std::string report;  // digest of its document
  Time started_at;
  std::optional<Time> finished_at;
};

}  // namespace assay::model
