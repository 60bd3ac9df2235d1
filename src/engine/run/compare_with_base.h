// A check's commands on the base beside those on the change: what was lost, and what is no fault of the change.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "diff/facts.h"
#include "engine/run/base_run.h"
#include "judge/outcome/evidence.h"

namespace assay::engine {

// Runs them on the base where `runs` name tests, or failed for something that may be missing on this machine, and where
// they did not run there already (`ran`).
Result<judge::Comparison> compare_with_base(const BaseRequest& request, const diff::Summary& change,
                                            const std::vector<judge::CommandRun>& runs, std::optional<BaseRuns> ran,
                                            const std::function<void(std::string_view)>& progress);

// Where the sources of tests are looked for. Paths as runners report them.
struct TestSources {
  std::function<bool(const std::string& file)> is_touched;                           // the change speaks of it
  std::function<std::optional<std::string>(const std::string& file)> read;           // nothing: it is gone
  std::function<std::optional<std::string>(const std::string& file)> before;         // the same on the base
  std::function<Result<std::vector<std::string>>(const std::string& word)> holding;  // files with that word
};

// Finds out which of the lost tests the change did not take out of the tree. `now`: what ran on it.
Result<void> find_sources(const TestSources& sources, const std::vector<judge::CommandRun>& now,
                          std::vector<judge::LostTest>& lost);

// Takes back troubles of the machine that are the change's own: it brings the import of what is missing, or the project
// has a part of that name. Not where the base has the same trouble.
Result<void> find_own_faults(std::vector<judge::CommandRun>& runs, const judge::Comparison& comparison,
                             const std::string& workspace, const std::string& diff_file);

}  // namespace assay::engine
