#include "model/job.h"

#include <iterator>

#include "base/names.h"

namespace assay::model {

namespace {

constexpr std::string_view k_kinds[] = {"task", "verify", "ship"};
constexpr std::string_view k_states[] = {"queued", "leased", "done"};
static_assert(std::size(k_kinds) == k_job_kinds);

}  // namespace

std::string_view name(JobKind kind) { return name_in(k_kinds, kind); }
std::string_view name(JobState state) { return name_in(k_states, state); }
std::optional<JobKind> job_kind_named(std::string_view n) { return value_in<JobKind>(k_kinds, n); }
std::optional<JobState> job_state_named(std::string_view n) { return value_in<JobState>(k_states, n); }

}  // namespace assay::model
