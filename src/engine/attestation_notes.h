// Where attestations of landings are kept: notes on the landed commits.
#pragma once

#include <string_view>

namespace assay::engine {

constexpr std::string_view k_attestations = "refs/notes/assay";

}  // namespace assay::engine
