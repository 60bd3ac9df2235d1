// Runs of agents, and what they used.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/run.h"
#include "store/store.h"

namespace assay::store {

struct RunStart {
  model::TaskId task;
  std::string agent;
  std::string session;  // the one that is resumed; empty: a new one
  std::string log;
};

// How the run of an agent ended.
struct RunEnd {
  std::string end;  // agents::End
  std::string session;
  model::Usage told;  // of the session, as the agent told it
  std::string summary;
  std::string log;
};

// What was spent on a mission or a task, checkers included.
struct Spent {
  model::Usage usage;
  std::int64_t wall_ms = 0;  // of finished runs
  std::uint32_t runs = 0;
};

class Runs {
 public:
  explicit Runs(Database& database) : m_database(database) {}

  Result<std::vector<model::Run>> of(const model::TaskId& task) const;
  Result<Spent> spent(const model::MissionId& mission) const;
  Result<Spent> spent_on_task(const model::TaskId& task) const;

 private:
  Database& m_database;
};

// Usage is kept as it becomes known, by run and not by lease: what was spent counts, whoever
// finishes the task. A resumed session tells sums; what earlier runs of it told is not counted again.
class RunChanges {
 public:
  explicit RunChanges(Changes changes) : m_changes(std::move(changes)) {}

  Result<std::int64_t> begin(const RunStart& start);
  Result<void> note_usage(std::int64_t run, std::string_view session, const model::Usage& told);
  Result<void> end(std::int64_t run, const RunEnd& end);

 private:
  Changes m_changes;
};

}  // namespace assay::store
