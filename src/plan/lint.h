// Says why a criterion cannot be checked. A criterion worth having names something that another
// person or program can look at: a command, a path, a test, an endpoint, a value.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::plan {

// Nothing when the criterion is concrete; else the reason, as a sentence that says what to name.
std::optional<std::string> why_vague(std::string_view criterion);

}  // namespace assay::plan
