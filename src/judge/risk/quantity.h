// What is computed with words that money shares with other quantities: the surcharge of a steel bar is a length.
#pragma once

#include <string_view>

#include "judge/risk/rules.h"

namespace assay::judge {

enum class Quantity : unsigned char { money, unknown, other };

// By the path and the lines around a block. Money wins where both are spoken of.
Quantity quantity_around(const ChangedBlock& block);

// The same of a task.
Quantity quantity_of(std::string_view text);

}  // namespace assay::judge
