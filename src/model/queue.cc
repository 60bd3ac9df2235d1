#include "model/queue.h"

#include "base/names.h"

namespace assay::model {

namespace {

constexpr std::string_view k_queue_states[] = {"waiting", "landed", "evicted", "removed"};

}  // namespace

std::string_view name(QueueState state) { return name_in(k_queue_states, state); }
std::optional<QueueState> queue_state_named(std::string_view n) { return value_in<QueueState>(k_queue_states, n); }

}  // namespace assay::model
