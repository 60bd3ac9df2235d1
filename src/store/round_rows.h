// Rounds, written inside a change that does more.
#pragma once

#include "model/round.h"
#include "store/change.h"

namespace assay::store {

Result<void> write_round(Change& change, const model::CriticRound& round);

}  // namespace assay::store
