#include "model/job.h"

#include <iterator>

#include "base/names.h"

namespace assay::model {

namespace {

constexpr std::string_view k_job_kind_names[] = {"task", "verify", "ship"};
constexpr std::string_view k_job_state_names[] = {"queued", "leased", "done"};
static_assert(std::size(k_job_kind_names) == k_job_kinds);

}  // namespace

std::string_view name(JobKind kind) { return name_in(k_job_kind_names, kind); }
std::optional<JobKind> job_kind_named(std::string_view n) { return value_in<JobKind>(k_job_kind_names, n); }
std::optional<JobState> job_state_named(std::string_view n) { return value_in<JobState>(k_job_state_names, n); }

}  // namespace assay::model
