#include "engine/work/retire.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "engine/work/critic/critic_place.h"
#include "engine/worktree_folder.h"
#include "git/worktrees/removed.h"
#include "model/mission.h"
#include "os/lock.h"
#include "store/jobs.h"
#include "store/missions.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_queue = "queue";  // stands for the mission in what the queue verifies together

// Names begin with the mission's id: "<mission>", "<mission>.<task>", "<mission>.<task>.check".
std::vector<std::string_view> parts_of(const git::WorktreePlace& place) { return split(place.name, '.'); }

bool has_leased_job(const store::Store& store, const model::MissionId& mission) {
  const auto jobs = store.jobs().list({mission, false, 1000});
  return !jobs || std::any_of(jobs->begin(), jobs->end(),
                              [](const model::Job& job) { return job.state == model::JobState::leased; });
}

// What an older version left of hundreds of missions must not stand before what has just landed.
std::vector<git::WorktreePlace> last_used_first(const git::Repository& repository) {
  std::vector<std::pair<std::filesystem::file_time_type, git::WorktreePlace>> dated;
  for (auto& place : git::list_places(repository)) {
    std::error_code error;
    const auto used = std::filesystem::last_write_time(place.state(repository), error);
    dated.emplace_back(error ? std::filesystem::file_time_type::min() : used, std::move(place));
  }
  std::stable_sort(dated.begin(), dated.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<git::WorktreePlace> out;
  out.reserve(dated.size());
  for (auto& each : dated) out.push_back(std::move(each.second));
  return out;
}

}  // namespace

WorktreeRetention::Fate WorktreeRetention::of_mission(const std::string& id) {
  if (id == k_no_mission) return {{}, true, git::Unsaved::salvage};  // a copy that a critic looked at
  if (id == k_queue) return {"the queue verifies in it"};
  const auto mission = m_store.missions().find(model::MissionId(id));
  if (!mission) return {"its mission is not in the store"};
  const bool is_cancelled = model::is_cancelled(*mission);
  if (!mission->facts.landed && !mission->facts.closed && !is_cancelled) {
    return {cat("mission ", id, " has not landed (", name(mission->status), ")")};
  }
  Fate out{{}, true, is_cancelled ? git::Unsaved::stays : git::Unsaved::salvage};
  if (mission->facts.shipping) out.stays = cat("mission ", id, " is being shipped");
  for (const auto* lock : {"verify-", "ship-"}) {
    if (os::Lock::is_held(os::join_path(m_folder, cat("locks/", lock, id)))) out.stays = "somebody is working in it";
  }
  if (!out.stays && has_leased_job(m_store, mission->id)) out.stays = cat("work on mission ", id, " is just ending");
  return out;
}

WorktreeRetention::Fate WorktreeRetention::of(const git::WorktreePlace& place) {
  const auto parts = parts_of(place);
  const std::string mission(parts.empty() ? std::string_view() : parts.front());
  auto known = m_known.find(mission);
  if (known == m_known.end()) known = m_known.emplace(mission, of_mission(mission)).first;
  Fate out = known->second;
  if (parts.size() > 1 && os::Lock::is_held(os::join_path(m_folder, cat("locks/", parts[1])))) {
    out.stays = "somebody is working in it";
  }
  return out;
}

Retired retire_worktrees(const git::Repository& repository, const std::string& folder, store::Store& store,
                         Clock& clock, std::chrono::milliseconds at_most) {
  using std::chrono::steady_clock;
  const auto end = steady_clock::now() + at_most;
  Retired out;
  WorktreeRetention fates(store, folder);
  for (const auto& place : last_used_first(repository)) {
    const auto fate = fates.of(place);
    if (!fate.is_over || fate.stays) continue;
    if (steady_clock::now() > end) {
      out.is_done = false;
      break;
    }
    auto pruned = git::prune(repository, place.name, clock.now().ms / 1000, fate.unsaved);
    if (pruned) {
      out.removed.push_back(std::move(*pruned));
    } else {
      out.kept.push_back({place.name, pruned.error().message});
    }
  }
  for (const auto& each : aside_folders(repository)) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - steady_clock::now());
    out.is_done = git::delete_set_aside(each, left) && out.is_done;
  }
  return out;
}

}  // namespace assay::engine
