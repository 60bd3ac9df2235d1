#include "model/task.h"

#include <numeric>

#include "base/names.h"

namespace assay::model {

namespace {

constexpr std::string_view k_task_state_names[] = {"pending", "running", "ready",    "completed",
                                                   "failed",  "blocked", "cancelled"};
constexpr std::string_view k_capital_states[] = {"PENDING", "RUNNING", "READY",    "COMPLETED",
                                                 "FAILED",  "BLOCKED", "CANCELLED"};
constexpr std::string_view k_task_kind_names[] = {"planning", "execution", "checker", "validation", "fix", "research"};
constexpr std::string_view k_evidence[] = {"none",    "test", "grep", "absent", "artefact",
                                           "command", "http", "diff", "judge"};
static_assert(std::size(k_task_state_names) == k_task_states);

}  // namespace

std::string_view name(TaskState state) { return name_in(k_task_state_names, state); }
std::string_view capital_name(TaskState state) { return name_in(k_capital_states, state); }
std::string_view name(TaskKind kind) { return name_in(k_task_kind_names, kind); }
std::string_view name(EvidenceKind kind) { return name_in(k_evidence, kind); }
std::optional<TaskState> task_state_named(std::string_view n) { return value_in<TaskState>(k_task_state_names, n); }
std::optional<TaskKind> task_kind_named(std::string_view n) { return value_in<TaskKind>(k_task_kind_names, n); }
std::optional<EvidenceKind> evidence_kind_named(std::string_view n) { return value_in<EvidenceKind>(k_evidence, n); }

std::uint32_t TaskCounts::total() const { return std::accumulate(at.begin(), at.end(), std::uint32_t{0}); }

}  // namespace assay::model
