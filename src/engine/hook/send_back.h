// What an agent is told when its change is not accepted: findings with their places, and what to do.
#pragma once

#include <string>

#include "model/check.h"

namespace assay::engine {

// The findings that decide, with their places: the gravest first, bounded. Empty when there are none.
std::string findings_in_words(const model::Check& check);

// Bounded. Empty when there is nothing that an agent could do about the verdict.
std::string reason_to_go_on(const model::Check& check);

}  // namespace assay::engine
