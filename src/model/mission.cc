// Status follows from facts. The rules are tried from top to bottom; the first that fits decides.
#include "model/mission.h"

#include "base/names.h"
#include "base/text.h"

namespace assay::model {

namespace {

constexpr std::string_view k_mission_statuses[] = {"planning",      "active", "blocked",  "awaiting_acceptance",
                                                   "ready_to_land", "landed", "completed"};
constexpr std::string_view k_stories[] = {"PENDING",  "IN_PROGRESS", "SHIPPABLE",    "SHIPPING",
                                          "DEPLOYED", "VALIDATING",  "REVIEW_READY", "NEEDS_FIX"};
constexpr std::string_view k_modes[] = {"manual", "guided_autopilot", "autopilot"};
constexpr std::string_view k_deploys[] = {"none", "running", "succeeded", "failed"};
constexpr std::string_view k_validations[] = {"none", "running", "passed", "failed"};

constexpr std::string_view k_cancelled_by = "cancelled by ";

using enum TaskState;

std::uint32_t in_flight(const TaskCounts& counts) { return counts[pending] + counts[running] + counts[ready]; }
std::uint32_t in_trouble(const TaskCounts& counts) { return counts[failed] + counts[blocked]; }
std::uint32_t present(const TaskCounts& counts) { return counts.total() - counts[cancelled]; }

MissionStatus accepted_as(PackStatus acceptance) {
  switch (acceptance) {
    case PackStatus::failed: return MissionStatus::blocked;
    case PackStatus::passed: return MissionStatus::ready_to_land;
    case PackStatus::pending: break;
  }
  return MissionStatus::awaiting_acceptance;
}

bool untouched(const MissionFacts& facts) {
  return in_flight(facts.work) == facts.work[pending] && in_trouble(facts.work) == 0 && facts.work[completed] == 0;
}

}  // namespace

std::string_view name(MissionStatus status) { return name_in(k_mission_statuses, status); }
std::string_view name(StoryState state) { return name_in(k_stories, state); }
std::string_view name(Mode mode) { return name_in(k_modes, mode); }
std::string_view name(DeployState state) { return name_in(k_deploys, state); }
std::string_view name(ValidationState state) { return name_in(k_validations, state); }
std::optional<MissionStatus> mission_status_named(std::string_view n) {
  return value_in<MissionStatus>(k_mission_statuses, n);
}
std::optional<StoryState> story_state_named(std::string_view n) { return value_in<StoryState>(k_stories, n); }
std::optional<Mode> mode_named(std::string_view n) { return value_in<Mode>(k_modes, n); }
std::optional<DeployState> deploy_state_named(std::string_view n) { return value_in<DeployState>(k_deploys, n); }
std::optional<ValidationState> validation_state_named(std::string_view n) {
  return value_in<ValidationState>(k_validations, n);
}

Policy default_policy(Mode mode) {
  Policy policy;
  policy.mode = mode;
  policy.auto_verify = mode != Mode::manual;
  policy.parallel_tasks = mode == Mode::manual ? 1 : 2;
  return policy;
}

MissionStatus derive_status(const MissionFacts& facts) {
  if (facts.closed) return MissionStatus::completed;
  if (facts.landed) return MissionStatus::landed;
  if (facts.held) return MissionStatus::blocked;
  if (in_trouble(facts.work) + in_trouble(facts.planning) > 0) return MissionStatus::blocked;
  if (present(facts.work) == 0) {
    if (in_flight(facts.planning) > 0 && !facts.has_plan) return MissionStatus::planning;
    if (in_flight(facts.planning) > 0) return MissionStatus::active;
    if (facts.has_plan) return MissionStatus::completed;
    return facts.planning[completed] > 0 ? accepted_as(facts.acceptance) : MissionStatus::planning;
  }
  if (in_flight(facts.work) + in_flight(facts.planning) > 0) return MissionStatus::active;
  return accepted_as(facts.acceptance);
}

StoryState derive_story(const MissionFacts& facts) {
  if (facts.deploy == DeployState::failed || facts.validation == ValidationState::failed) return StoryState::needs_fix;
  if (facts.validation == ValidationState::passed) return StoryState::review_ready;
  if (facts.validation == ValidationState::running) return StoryState::validating;
  if (facts.deploy == DeployState::succeeded) return StoryState::deployed;
  if (facts.deploy == DeployState::running || facts.shipping) return StoryState::shipping;
  if (facts.landed || facts.closed) return StoryState::review_ready;
  if (derive_status(facts) == MissionStatus::ready_to_land) return StoryState::shippable;
  return untouched(facts) ? StoryState::pending : StoryState::in_progress;
}

std::string cancelled_hold(std::string_view actor, std::string_view reason) {
  return cat(k_cancelled_by, actor, reason.empty() ? "" : ": ", reason);
}

bool is_cancelled(const Mission& mission) {
  const auto& facts = mission.facts;
  const auto open = [](const TaskCounts& counts) { return in_flight(counts) + in_trouble(counts); };
  return mission.hold.starts_with(k_cancelled_by) && open(facts.work) + open(facts.planning) == 0 && !facts.landed;
}

Counted counted(const Task& task) {
  if (task.mission.empty() || task.is_checker() || task.kind == TaskKind::validation) return Counted::nowhere;
  return task.kind == TaskKind::planning ? Counted::planning : Counted::work;
}

}  // namespace assay::model
