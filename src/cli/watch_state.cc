// Reading the store for `assay watch`. Once a second, beside workers that write: so only what is shown is
// asked for, missions in one page and tasks of the chosen one.
#include <algorithm>

#include "cli/watch_view.h"
#include "store/history.h"
#include "store/missions.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace assay::cli {

namespace {

using model::MissionStatus;

constexpr std::uint32_t k_missions = 100;
constexpr std::uint64_t k_history = 60;

int urgency(const model::Mission& mission) {
  switch (mission.status) {
    case MissionStatus::active: return 0;
    case MissionStatus::planning: return 1;
    case MissionStatus::blocked: return 2;
    case MissionStatus::awaiting_acceptance: return 3;
    case MissionStatus::ready_to_land: return 4;
    case MissionStatus::landed: return 5;
    case MissionStatus::completed: return 6;
  }
  return 7;
}

std::string chosen_id(const WatchState& state, const WatchCursor& cursor) {
  return cursor.mission < state.missions.size() ? state.missions[cursor.mission].mission.id.text : std::string();
}

Result<void> read_missions(const store::Store& store, const std::optional<model::MissionId>& only, WatchState& state) {
  std::vector<model::Mission> found;
  if (only) {
    TRY_ASSIGN(auto mission, store.missions().find(*only));
    found.push_back(std::move(mission));
  } else {
    store::MissionFilter filter;
    filter.limit = k_missions;
    TRY_ASSIGN(auto page, store.missions().list(filter));
    found = std::move(page.missions);
    state.more = !page.next.empty();
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return urgency(a) < urgency(b); });
  }
  for (auto& mission : found) {
    TRY_ASSIGN(const auto spent, store.runs().spent(mission.id));
    state.missions.push_back({std::move(mission), spent});
  }
  return {};
}

// The last words about a task: those of its latest mark of progress.
std::string words_about(const model::TaskId& task, const std::vector<model::Checkpoint>& history) {
  for (auto i = history.rbegin(); i != history.rend(); ++i) {
    const bool tells =
        i->kind == model::CheckpointKind::task_progress || i->kind == model::CheckpointKind::task_stalled;
    if (i->task == task && tells && !i->detail.empty()) return i->detail;
  }
  return {};
}

Result<void> read_chosen(const store::Store& store, const model::MissionId& id, WatchState& state) {
  TRY_ASSIGN(const auto head, store.history().head(id));
  const auto after = head.count > k_history ? head.count - k_history : 0;
  TRY_ASSIGN(state.history, store.history().checkpoints(id, after, k_history));
  store::TaskFilter filter;
  filter.with_checkers = true;
  TRY_ASSIGN(auto tasks, store.tasks().of(id, filter));
  for (auto& task : tasks) {
    WatchedTask watched;
    if (task.attempt > 0) {
      TRY_ASSIGN(auto runs, store.runs().of(task.id));
      if (!runs.empty()) watched.run = std::move(runs.back());
    }
    watched.words = words_about(task.id, state.history);
    watched.task = std::move(task);
    state.tasks.push_back(std::move(watched));
  }
  return {};
}

}  // namespace

Result<WatchState> read_state(const store::Store& store, const std::optional<model::MissionId>& only,
                              WatchCursor& cursor, const WatchState& before) {
  const auto chosen = chosen_id(before, cursor);
  WatchState state;
  state.repository = before.repository;
  state.has_store = true;
  TRY(read_missions(store, only, state));
  for (size_t i = 0; i < state.missions.size(); ++i) {
    if (state.missions[i].mission.id.text == chosen) cursor.mission = i;
  }
  if (state.missions.empty()) return state;
  cursor.mission = std::min(cursor.mission, state.missions.size() - 1);
  TRY(read_chosen(store, state.missions[cursor.mission].mission.id, state));
  cursor.task = std::min(cursor.task, state.tasks.empty() ? 0 : state.tasks.size() - 1);
  return state;
}

}  // namespace assay::cli
