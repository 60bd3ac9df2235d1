// What somebody who mistyped a name probably meant.
#pragma once

#include <span>
#include <string_view>

namespace assay {

// The entry of `known` that `word` is closest to; empty when none is close.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

}  // namespace assay
