// Questions, written inside a change that does more.
#pragma once

#include "store/change.h"
#include "store/questions.h"

namespace assay::store {

// Each question once while it is open.
Result<void> write_question(Change& change, const QuestionDraft& draft);

}  // namespace assay::store
