// Small changes as people write them in a rule's cases, made into diffs.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::judge {

// Lines with ' ', '+' or '-', as of one file `path`; or of several, each behind a line `change PATH`, `new PATH`,
// `deleted PATH` or `renamed PATH -> PATH`.
Result<std::string> diff_of_case(std::string_view text, std::string_view path);

// A file that was `before` and is `after`: what both begin and end with stays, the rest is replaced.
std::string diff_of_sides(std::string_view path, std::string_view before, std::string_view after);

}  // namespace assay::judge
