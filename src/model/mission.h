// A mission: an intent of a person, and the facts from which its status follows. A story is the
// same thing seen through the ship gate. Both views are derived here, by pure functions over a
// handful of counters, so that no stored status can disagree with the facts and a change costs the
// same in a small store and a large one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/budget.h"
#include "model/ids.h"
#include "model/pack.h"
#include "model/task.h"

namespace assay::model {

enum class MissionStatus { planning, active, blocked, awaiting_acceptance, ready_to_land, landed, completed };
enum class StoryState { pending, in_progress, shippable, shipping, deployed, validating, review_ready, needs_fix };
enum class Mode { manual, guided_autopilot, autopilot };
enum class DeployState { none, running, succeeded, failed };
enum class ValidationState { none, running, passed, failed };

std::string_view name(MissionStatus);
std::string_view name(StoryState);  // "SHIPPABLE"
std::string_view name(Mode);
std::string_view name(DeployState);
std::string_view name(ValidationState);
std::optional<MissionStatus> mission_status_named(std::string_view);
std::optional<StoryState> story_state_named(std::string_view);
std::optional<Mode> mode_named(std::string_view);
std::optional<DeployState> deploy_state_named(std::string_view);
std::optional<ValidationState> validation_state_named(std::string_view);

// How much goes on without a person.
struct Policy {
  Mode mode = Mode::manual;
  bool auto_verify = false;
  std::uint32_t retry_budget = 3;  // how often a mission tries something again by itself, all together
  std::uint32_t parallel_tasks = 1;
  Budget budget;       // of the whole mission: its tasks, their checks, its planning
  Budget task_budget;  // of each task with its checks
  friend bool operator==(const Policy&, const Policy&) = default;
};
Policy default_policy(Mode mode);

// Everything a status is derived from, and nothing else. Checkers are in none of the counts;
// cancelled tasks count as gone.
struct MissionFacts {
  TaskCounts planning;  // tasks of kind planning
  TaskCounts work;      // all other tasks, subtasks included; validation tasks are not: they follow the landing
  bool has_plan = false;
  PackStatus acceptance = PackStatus::pending;
  bool held = false;  // blocked for a reason of its own: a merge conflict, a plan that cannot be used
  bool landed = false;
  bool closed = false;
  bool shipping = false;
  DeployState deploy = DeployState::none;
  ValidationState validation = ValidationState::none;
  friend bool operator==(const MissionFacts&, const MissionFacts&) = default;
};

MissionStatus derive_status(const MissionFacts& facts);
StoryState derive_story(const MissionFacts& facts);

// Why a mission is held that was cancelled as a whole: "cancelled by person:anna: not needed".
std::string cancelled_hold(std::string_view actor, std::string_view reason);

// Whether a task belongs to the counts `planning` or `work`, or to none.
enum class Counted { nowhere, planning, work };
Counted counted(const Task& task);

struct Mission {
  MissionId id;
  std::string title;
  std::string prompt;
  std::string repository;   // the folder, or the address it was cloned from
  std::string base_commit;  // what the work starts from
  std::string target_branch;
  Policy policy;
  std::optional<std::string> plan;  // the plan as it was given, JSON
  AcceptancePack pack;
  std::string hold;           // why it is held; empty when it is not
  std::uint32_t retries = 0;  // how often something was tried again by itself; see Policy::retry_budget
  std::optional<Time> landed_at;
  std::string landed_commit;
  std::optional<Time> closed_at;
  std::optional<Time> shipping_at;
  DeployState deploy = DeployState::none;
  ValidationState validation = ValidationState::none;
  std::string deploy_log;         // digest or path of the evidence
  std::string validation_report;  // what the validation said
  Time created_at;
  Time updated_at;
  std::uint64_t version = 0;  // grows with every change

  MissionFacts facts;  // kept with every change, in the same transaction
  MissionStatus status = MissionStatus::planning;
  StoryState story = StoryState::pending;
};

// Whether it was cancelled as a whole, and none of its tasks was taken up again. Its status is `blocked`: statuses have
// no word of their own for it.
bool is_cancelled(const Mission& mission);

}  // namespace assay::model
