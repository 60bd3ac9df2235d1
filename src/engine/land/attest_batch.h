// Inside attest_landing(): the missions that landed in one swap, as they are recorded.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "model/landing.h"
#include "model/mission.h"
#include "store/store.h"

namespace assay::engine {

struct BatchMember {
  model::Landing landing;  // its id is empty when only the mission is recorded
  model::Mission mission;
  std::optional<Time> signed_at;
};

// In the order in which they landed; the last one's commit is what the target became. Conflict when one of them is not
// recorded yet.
Result<std::vector<BatchMember>> batch_of(const store::Store& store, const model::Mission& mission);

}  // namespace assay::engine
