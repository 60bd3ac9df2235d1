// What happened, as one list over all missions: their checkpoints, in the order in which they became visible.
// One object per thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/checkpoint.h"
#include "model/mission.h"
#include "model/task.h"

namespace assay::store {

class Database;

// A checkpoint, with where its mission and task stand by now, which may be further on.
struct FeedEntry {
  std::uint64_t key = 0;  // grows over the whole store
  model::Checkpoint checkpoint;
  model::MissionStatus status = model::MissionStatus::planning;
  model::StoryState story = model::StoryState::pending;
  std::uint64_t version = 0;
  std::optional<model::TaskState> task_state;
};

class Feed {
 public:
  static Result<std::unique_ptr<Feed>> open(const std::string& store, Time now);
  ~Feed();

  Result<std::uint64_t> end();  // key of the latest; 0 when there is none
  Result<std::vector<FeedEntry>> after(std::uint64_t key, std::uint32_t limit);

 private:
  explicit Feed(std::unique_ptr<Database> database);
  std::unique_ptr<Database> m_database;
};

}  // namespace assay::store
