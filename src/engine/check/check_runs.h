// The commands of a check, run on the judged files, and on the base at the same time where that is asked for.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "engine/check/workspace.h"
#include "engine/run/base_run.h"
#include "engine/run/run_commands.h"
#include "git/repository.h"
#include "model/verdict.h"

namespace assay::engine {

struct CheckRuns {
  std::vector<judge::CommandRun> runs{};   // on the judged files
  std::vector<model::Finding> findings{};  // about how they ran
  std::optional<BaseRuns> base{};          // nothing: they have to be run there yet
};

// `base`: the commit that the change is measured against. `beside`: the base, when it is to run at the same time. What
// fails then is run again alone, and only that counts.
Result<CheckRuns> run_on_judged_files(const git::Repository& repository, const std::string& base,
                                      const CommandsRequest& commands, const std::optional<BaseRequest>& beside,
                                      const OnProgress& progress);

}  // namespace assay::engine
