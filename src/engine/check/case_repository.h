// A case that is a small repository with a change, in one text file: a head in TOML, then files behind marks
// ("-- base/shop.py --"). corpus/proof/README.md describes it for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/check/eval_case.h"

namespace assay::engine {

Result<EvalCase> read_repository_case(std::string_view text, const std::string& path);

// Which of the programs and files that the case needs are not there.
std::vector<std::string> missing_for(const EvalCase& one);

// The repository with its base as the first commit and the change as the second. Returns the id of the first.
Result<std::string> make_repository(const EvalCase& one, const std::string& folder);

}  // namespace assay::engine
