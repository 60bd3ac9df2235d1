#include "ops/history.h"

#include <algorithm>

#include "base/text.h"
#include "engine/schedule.h"
#include "ops/short_id.h"
#include "ops/stories.h"

namespace assay::ops {

namespace {

constexpr std::uint32_t k_page = 1000;
constexpr std::uint32_t k_shown = 10;
constexpr size_t k_needed_each = 5;
constexpr std::uint32_t k_queue_looked_at = 500;
constexpr std::uint32_t k_landed_looked_at = 200;

using model::MissionStatus;
using model::TaskState;

}  // namespace

// ---- log

void ShowLog::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
  f.field(flag("kind", "only checkpoints of this kind"), kind);
  f.field(flag("after", "only those with a higher number"), after);
  f.field(flag("limit", "how many (default: 200)"), limit);
  f.field(flag("all", "every one of them"), all);
}

void ShowLog::Response::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("title"), title);
  f.field(item("checkpoints"), checkpoints);
  f.field(item("next", "give it as `after` for what follows; null at the end"), next);
}

Result<ShowLog::Response> ShowLog::run(Context& context, const Request& request) {
  if (request.limit == 0 || request.limit > k_page) return invalid_input(cat("limit must be from 1 to ", k_page));
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->resolve_mission(request.mission));
  TRY_ASSIGN(const auto mission, store->mission(id));
  Response response{id.text, mission.title, {}, std::nullopt};
  const size_t wanted = request.all ? SIZE_MAX : static_cast<size_t>(request.limit);
  for (std::uint64_t after = request.after;;) {
    TRY_ASSIGN(auto page, store->checkpoints(id, after, k_page));
    for (auto& checkpoint : page) {
      if (response.checkpoints.size() == wanted) {
        response.next = after;
        return response;
      }
      after = checkpoint.number;
      if (!request.kind || checkpoint.kind == *request.kind) response.checkpoints.push_back({std::move(checkpoint)});
    }
    if (page.size() < k_page) return response;
  }
}

// ---- status

void ShowStatus::Needed::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("taskId", "empty: of the whole mission"), task);
  f.field(item("what"), what);
  f.field(item("command", "what to run next"), command);
}

void ShowStatus::Response::fields(Fields& f) {
  f.field(item("repository"), repository);
  f.field(item("missions", "unfinished ones, newest first"), missions);
  f.field(item("more", "there are others"), more);
  f.field(item("needed", "what waits for a person"), needed);
}

namespace {

std::string_view standing(const model::Task& task) {
  if (task.state == TaskState::failed) return "failed";
  if (task.state == TaskState::blocked) return "is blocked";
  return task.checker_report.empty() ? "is ready: look at it" : "was flagged by its checker";
}

Result<void> add_tasks_in_need(store::Store& store, const model::Mission& mission, TaskState state,
                               std::vector<ShowStatus::Needed>& needed) {
  if (mission.facts.work[state] + mission.facts.planning[state] == 0) return {};
  store::TaskFilter filter;
  filter.state = state;
  TRY_ASSIGN(const auto tasks, store.tasks(mission.id, filter));
  size_t shown = 0;
  for (const auto& task : tasks) {
    if (shown++ == k_needed_each) break;
    std::string what = cat("\"", task.name, "\" ", standing(task));
    if (!task.reason.empty() && state != TaskState::ready) what += cat(": ", task.reason);
    const auto id = short_id(task.id.text);
    std::string command = cat("assay task ", state == TaskState::ready ? "show " : "retry ", id);
    if (state == TaskState::blocked) {
      TRY_ASSIGN(const bool asks, engine::is_asking(store, task.id));
      if (asks) command = cat("assay answer ", id, " \"…\"");
    }
    needed.push_back({mission.id.text, task.id.text, std::move(what), std::move(command)});
  }
  return {};
}

// Verified: it may land, unless it is on its way, or the queue found since that it does not hold there.
Result<ShowStatus::Needed> need_of_ready(store::Store& store, const model::Mission& mission) {
  const std::string id = short_id(mission.id.text);
  const auto need = [&](std::string what, std::string command) {
    return ShowStatus::Needed{mission.id.text, "", std::move(what), std::move(command)};
  };
  TRY_ASSIGN(const auto waiting, store.queued());
  for (const auto& entry : waiting) {
    if (entry.mission == mission.id) return need("verified, and waits in the queue", "assay queue run");
  }
  TRY_ASSIGN(const auto left, store.queue_history(k_queue_looked_at));
  const auto entry = std::find_if(left.begin(), left.end(), [&](const auto& e) { return e.mission == mission.id; });
  if (entry != left.end() && entry->state == model::QueueState::evicted) {
    TRY_ASSIGN(const auto verified, store.latest_verification(mission.id));
    const bool since = verified && entry->finished_at && verified->finished_at >= *entry->finished_at;
    if (!since) return need(cat("evicted from the queue: ", entry->finding), cat("assay verify ", id));
  }
  return need("verified, and may land", cat("assay land ", id));
}

// What becomes of a story after it was shipped, in a person's words; empty: nothing waits for one.
Result<std::string> need_of_shipped(store::Store& store, const model::Mission& mission) {
  if (mission.facts.shipping) {
    TRY_ASSIGN(const auto what, waits_for(store, mission));
    return what.empty() ? what : cat("waits for ", what);
  }
  switch (mission.story) {
    case model::StoryState::needs_fix:
      return std::string(mission.deploy == model::DeployState::failed ? "its deploy failed: NEEDS_FIX"
                                                                      : "its validation failed: NEEDS_FIX");
    case model::StoryState::review_ready: return std::string("deployed and validated; look at it, then close it");
    case model::StoryState::deployed: return std::string("deployed; look at it, then close it");
    default: return std::string();
  }
}

// The command that shows why is the first for what needs a fix; for all else, the likeliest one.
Result<void> add_need_of_shipped(store::Store& store, const model::Mission& mission,
                                 std::vector<ShowStatus::Needed>& needed) {
  TRY_ASSIGN(auto what, need_of_shipped(store, mission));
  if (what.empty()) return {};
  const std::string id = short_id(mission.id.text);
  std::string command = cat("assay ship ", id);
  if (mission.story == model::StoryState::needs_fix) command = cat("assay story show ", id);
  if (mission.story == model::StoryState::review_ready || mission.story == model::StoryState::deployed)
    command = cat("assay close ", id);
  needed.push_back({mission.id.text, "", std::move(what), std::move(command)});
  return {};
}

Result<void> add_needs(store::Store& store, const model::Mission& mission, std::vector<ShowStatus::Needed>& needed) {
  if (mission.facts.landed || mission.facts.shipping) return add_need_of_shipped(store, mission, needed);
  const std::string id = short_id(mission.id.text);
  const auto add = [&](std::string what, std::string command) {
    needed.push_back({mission.id.text, "", std::move(what), std::move(command)});
  };
  if (!mission.hold.empty()) {
    TRY_ASSIGN(const auto proposal, store.proposal(mission.id));
    add(cat("held: ", mission.hold), proposal ? cat("assay plan ", id) : cat("assay mission show ", id));
  }
  for (const TaskState state : {TaskState::failed, TaskState::blocked, TaskState::ready}) {
    TRY(add_tasks_in_need(store, mission, state, needed));
  }
  switch (mission.status) {
    case MissionStatus::planning:
      if (mission.facts.planning.total() == 0) add("it has no tasks yet", cat("assay task add \"…\" --mission ", id));
      break;
    case MissionStatus::blocked:
      if (mission.facts.acceptance == model::PackStatus::failed)
        add("an acceptance check failed", cat("assay accept ", id));
      break;
    case MissionStatus::awaiting_acceptance:
      add("all tasks are done; its checks are to be verified", cat("assay verify ", id));
      break;
    case MissionStatus::ready_to_land: {
      TRY_ASSIGN(auto need, need_of_ready(store, mission));
      needed.push_back(std::move(need));
      break;
    }
    default: break;
  }
  return {};
}

// Of those that have landed, the ones that were shipped and are not closed: the others are nobody's work any more.
Result<void> add_shipped(store::Store& store, std::vector<model::Mission>& found) {
  store::MissionFilter filter;
  filter.status = MissionStatus::landed;
  filter.limit = k_landed_looked_at;
  TRY_ASSIGN(auto page, store.missions(filter));
  for (auto& mission : page.missions) {
    const bool shipped = mission.facts.shipping || mission.deploy != model::DeployState::none;
    if (shipped) found.push_back(std::move(mission));
  }
  return {};
}

}  // namespace

Result<ShowStatus::Response> ShowStatus::run(Context& context, const Request&) {
  TRY_ASSIGN(const auto* home, context.home());
  Response response;
  response.repository = home->top;
  TRY_ASSIGN(auto* store, context.store_if_made());
  if (store == nullptr) return response;
  std::vector<model::Mission> found;
  for (const MissionStatus status : {MissionStatus::planning, MissionStatus::active, MissionStatus::blocked,
                                     MissionStatus::awaiting_acceptance, MissionStatus::ready_to_land}) {
    store::MissionFilter filter;
    filter.status = status;
    filter.limit = k_shown + 1;
    TRY_ASSIGN(auto page, store->missions(filter));
    std::move(page.missions.begin(), page.missions.end(), std::back_inserter(found));
  }
  TRY(add_shipped(*store, found));
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.created_at > b.created_at; });
  response.more = found.size() > k_shown;
  if (response.more) found.resize(k_shown);
  for (auto& mission : found) {
    TRY(add_needs(*store, mission, response.needed));
    response.missions.push_back({std::move(mission)});
  }
  return response;
}

}  // namespace assay::ops
