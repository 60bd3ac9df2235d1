// One story on its way out; shared by the parts of engine/ship.
#pragma once

#include <string>

#include "engine/evidence.h"
#include "engine/ship/ship.h"

namespace assay::engine {

struct ShipRun {
  const ShipContext& context;
  ShipTerms terms;
  model::Mission mission;
  std::string policy_commit;  // the commit whose assay.toml counts
  ShipPolicy policy;

  Evidence evidence() const;
  bool was_cancelled() const;
  Result<void> reload();
  // "ASSAY_COMMIT=…" and what else a command may want to know.
  std::vector<std::string> told() const;
};

Result<void> deploy(ShipRun& run, const std::string& folder);
Result<void> give_up_cut_deploy(ShipRun& run);
Result<void> validate(ShipRun& run, const std::string& folder);

// One look at what was deployed.
struct Look {
  bool good = false;
  std::string line;  // for the report
};
// By the agent that the policy names; its run is one of the validation's task.
Result<Look> ask_validation_agent(ShipRun& run, const model::TaskId& task);

// Runs a command of the policy without a sandbox, output to the events and redacted among the evidence.
struct ShipCommand {
  std::string command;
  std::uint64_t timeout_ms = 0;
  std::vector<std::string> environment;
  std::string raw_log;  // where its output can be followed
};
struct ShipCommandEnd {
  bool good = false;
  bool cancelled = false;
  std::string how;   // "exit 3"
  std::string log;   // digest
  std::string tail;  // the end of the output, redacted
};
Result<ShipCommandEnd> run_ship_command(ShipRun& run, const std::string& folder, const ShipCommand& command);

}  // namespace assay::engine
