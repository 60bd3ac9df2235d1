// A task: one piece of a mission's work, who does it, how far it is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "model/ids.h"

namespace assay::model {

enum class TaskState { pending, running, ready, completed, failed, blocked, cancelled };
enum class TaskKind { planning, execution, checker, validation, fix, research };

constexpr size_t k_task_states = 7;

std::string_view name(TaskState);
std::string_view capital_name(TaskState);  // "READY": as stories show it
std::string_view name(TaskKind);
std::optional<TaskState> task_state_named(std::string_view);
std::optional<TaskKind> task_kind_named(std::string_view);

// What a machine can look at to see that a claim holds; `none` leaves it to a judge.
enum class EvidenceKind { none, test, grep, absent, artefact, command, http, diff, judge };
std::string_view name(EvidenceKind);
std::optional<EvidenceKind> evidence_kind_named(std::string_view);

struct SuccessCriterion {
  std::string id;  // "SC-1"; unique in its task
  std::string claim;
  EvidenceKind evidence = EvidenceKind::none;
  std::vector<std::pair<std::string, std::string>> arguments;  // of the evidence: pattern, path, command, …
  friend bool operator==(const SuccessCriterion&, const SuccessCriterion&) = default;
};

struct TaskAgent {
  std::string type;  // "claude", "codex", …; empty: chosen by configuration
  std::string instructions;
  std::optional<double> max_budget_usd;
};

// What the part of a task's reason begins with that tells how the attempt before ended.
inline constexpr std::string_view k_attempt_before = "the attempt before failed: ";

struct Task {
  TaskId id;
  MissionId mission;  // the story; empty for checkers and tasks that stand alone
  TaskId parent;      // set on subtasks
  std::string name;
  TaskKind kind = TaskKind::execution;
  std::string instructions;
  std::string acceptance_criteria;  // empty: the instructions are the specification
  std::vector<SuccessCriterion> success_criteria;
  std::vector<std::string> files_modified;  // globs the task may touch; empty: not limited
  std::vector<TaskId> depends_on;
  TaskAgent agent;
  std::int64_t timeout_ms = 3'600'000;
  std::uint32_t max_attempts = 1;
  std::uint32_t attempt = 0;  // how often it was started
  std::uint32_t round = 1;    // grows with each rejection or repair
  TaskState state = TaskState::pending;
  std::string reason;  // why it stands where it stands: the failure, the block, the rejection
  TaskId checker_for;  // set on checkers
  std::string checker_report;
  std::string context;  // what was found out for it since: research, answers; one paragraph each
  std::string repository_url;
  double cost_usd = 0;
  Time created_at;
  Time updated_at;
  std::optional<Time> started_at;
  std::optional<Time> finished_at;
  std::optional<Time> heartbeat_at;

  bool is_subtask() const { return !parent.empty(); }
  bool is_checker() const { return !checker_for.empty(); }
};

// Tasks at each state, in the order of TaskState.
struct TaskCounts {
  std::array<std::uint32_t, k_task_states> at{};
  std::uint32_t& operator[](TaskState s) { return at[static_cast<size_t>(s)]; }
  std::uint32_t operator[](TaskState s) const { return at[static_cast<size_t>(s)]; }
  std::uint32_t total() const;
  friend bool operator==(const TaskCounts&, const TaskCounts&) = default;
};

}  // namespace assay::model
