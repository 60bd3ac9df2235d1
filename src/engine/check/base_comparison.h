// A check's commands on the base beside those on the change: what was lost, and what is no fault of the change.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "diff/facts.h"
#include "engine/check/base_run.h"
#include "judge/outcome/evidence.h"

namespace assay::engine {

// Runs them on the base where `runs` name tests, or failed for something that may be missing on this machine.
Result<judge::Comparison> compare_with_base(const BaseRequest& request, const diff::Summary& change,
                                            const std::vector<judge::CommandRun>& runs,
                                            const std::function<void(std::string_view)>& progress);

// Takes back troubles of the machine that are the change's own: it brings the import of what is missing, or the project
// has a part of that name. Not where the base has the same trouble.
Result<void> find_own_faults(std::vector<judge::CommandRun>& runs, const judge::Comparison& comparison,
                             const std::string& workspace, const std::string& diff_file);

}  // namespace assay::engine
