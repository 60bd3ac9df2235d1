// One run of an agent, whole: started, read, answered where it asks, and ended when it has used what it
// was given.
#pragma once

#include <functional>

#include "agents/agent.h"

namespace assay::agents {

struct Ran {
  Report report;
  os::Outcome outcome;
  std::string errors;  // the end of what it wrote to standard error, of kinds whose output is events
};

// Errors are those of os::run and of a run that cannot be carried out; every end of the agent is a
// Report. Memory is bounded whatever it says.
Result<Ran> run_agent(const AgentRun& run, const OnEvent& on_event);

// What an agent had told whose reader is gone, from the file that its output was kept in. Of its end nothing is known.
Result<Report> reread(const Kind& kind, const std::string& file);

}  // namespace assay::agents
