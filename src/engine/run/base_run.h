// The commands of a check, run on the base as well: in a tree of its own that holds exactly the base's files, with the
// dependencies of the person's tree shown read-only. What came out is kept by tree and command, so that it costs
// nothing the second time.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/run/command_sandbox.h"
#include "engine/run/run_commands.h"
#include "git/repository.h"
#include "judge/outcome/evidence.h"

namespace assay::engine {

struct BaseRequest {
  const git::Repository& repository;
  std::string commit{};           // of the base
  std::string workspace{};        // the tree that is judged
  std::string dependencies_of{};  // the tree whose dependencies are shown
  CommandsRequest commands{};     // as they ran on the change
  CommandSandbox sandbox{};
  bool beside = false;  // the change runs at the same time, so a failure here may come from that and is not kept
};

struct BaseRuns {
  std::vector<judge::CommandRun> runs{};  // as the commands
  bool kept = false;                      // found, not run
  std::string unknown{};                  // why there are none
};

Result<BaseRuns> run_on_base(const BaseRequest& request, const std::function<void(std::string_view)>& progress);

}  // namespace assay::engine
