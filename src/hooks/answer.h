// What a hook answers, in each client's own form. Silence means yes everywhere, and is not made here.
#pragma once

#include <string>
#include <string_view>

#include "hooks/input.h"

namespace assay::hooks {

// The agent is to go on, with `reason` to work on.
std::string keep_working(const Input& input, std::string_view reason);

// The tool is not to run, because of `reason`.
std::string refuse_edit(const Input& input, std::string_view reason);

}  // namespace assay::hooks
