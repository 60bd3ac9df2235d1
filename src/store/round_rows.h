// Rounds and questions, written inside a change that does more.
#pragma once

#include "model/round.h"
#include "store/change.h"

namespace assay::store {

Result<void> write_round(Change& change, const model::CriticRound& round);
// Each question once while it is open.
Result<void> write_question(Change& change, const QuestionDraft& draft);

}  // namespace assay::store
