// One agent, started once and heard to its end: in the sandbox, with a scrubbed environment, under a
// wall clock and an idle clock, its output kept as a log among the evidence. Nothing of it outlives the
// call. What it did to the files is for the caller to look at.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "base/result.h"
#include "engine/surroundings/surroundings.h"
#include "engine/work/agents/agent_choice.h"
#include "engine/work/agents/work_context.h"

namespace assay::engine {

struct AgentAnswer {
  agents::Report report;
  std::optional<std::string> file;  // the answer_file
  std::string log;                  // digest among the evidence; empty: it said nothing
  std::string sandbox;
  std::chrono::milliseconds duration{0};
  std::vector<std::string> questions;  // that it left on its desk, for a person
  OutsideChanges trespass;             // without a sandbox: what it changed that is not its own; it has failed then
  void add_use_of(const AgentAnswer& before);  // money, tokens, turns and time of a call that this one repeats
};

// Error unavailable: no sandbox works here. Error corrupt: the store's file was removed or replaced meanwhile; a copy
// of it is kept and named, in which the task has failed. A program that cannot be started is an answer.
// Of the run, who, what, limits, folder and timeout are given; the rest is prepared here.
Result<AgentAnswer> call_agent(const WorkContext& context, agents::AgentRun run);

// The same, and again while the model's service fails, a few times; what all of them used is counted. For callers that
// have no queue to try again from.
Result<AgentAnswer> call_agent_again(const WorkContext& context, const agents::AgentRun& run);

// Whether the program of a built-in kind can be started at all where it will run: `--version`, in the sandbox that it
// gets, in an empty folder.
struct AgentTrial {
  bool starts = false;
  std::string said;     // its version; or why it does not start
  std::string sandbox;  // "bubblewrap", …
};
Result<AgentTrial> try_agent(const agents::Profile& profile);

}  // namespace assay::engine
