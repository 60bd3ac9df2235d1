// Findings that were there before: a file that `assay check --write-baseline` makes and `--baseline` reads. See
// docs/formats/baseline.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "judge/outcome/waive.h"
#include "model/check.h"

namespace assay::engine {

// Every place in a file that a check found something at.
std::string write_baseline(const model::Check& check);
Result<std::vector<judge::KnownPlace>> parse_baseline(std::string_view text, std::string_view name);
// In the work tree the base's version counts; a file that the base does not have is refused there.
Result<std::vector<judge::KnownPlace>> read_baseline(const git::Repository& repository, const std::string& base_commit,
                                                     const std::string& path);

}  // namespace assay::engine
