// What `assay watch` shows: read off the store, then drawn as lines. Drawing is pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/terminal.h"
#include "cli/full_screen.h"
#include "model/checkpoint.h"
#include "model/mission.h"
#include "model/run.h"
#include "store/runs.h"

namespace assay::cli {

struct WatchedMission {
  model::Mission mission;
  store::Spent spent;
};

struct WatchedTask {
  model::Task task;
  std::optional<model::Run> run;  // the latest
  std::string words;              // what it said last
};

// Where the person stands.
struct WatchCursor {
  size_t mission = 0;  // chosen in the list
  size_t task = 0;     // chosen in the mission
  enum class Level { missions, mission, task } level = Level::missions;
  bool help = false;
};

struct WatchState {
  std::string repository;
  bool has_store = false;
  bool more = false;                       // missions than are shown
  std::vector<WatchedMission> missions;    // those at work first, then the latest
  std::vector<WatchedTask> tasks;          // of the chosen one
  std::vector<model::Checkpoint> history;  // of the chosen one, latest last
  std::string fault;                       // why this is not fresh
};

// `only` limits to one mission. Keeps the chosen mission chosen when the order changes.
Result<WatchState> read_state(const store::Store& store, const std::optional<model::MissionId>& only,
                              WatchCursor& cursor, const WatchState& before);

std::vector<std::string> draw(const WatchState& state, const WatchCursor& cursor, ScreenSize size,
                              const Terminal& terminal);

}  // namespace assay::cli
