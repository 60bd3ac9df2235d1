// The pages of the manual, in the language of man: made from the same tables as help.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::cli {

// Names of all pages: "assay.1", "assay-check.1" (one for each first word), "assay-waivers.7" (one for each topic).
std::vector<std::string> manual_pages();

// The page about a first word or a topic; about the program when `word` is empty. Error: there is no such word.
Result<std::string> manual_page(std::string_view word);

}  // namespace assay::cli
