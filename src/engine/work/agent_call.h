// One agent, started once and heard to its end: in the sandbox, with a scrubbed environment, under a
// wall clock and an idle clock, its output kept as a log among the evidence. Nothing of it outlives the
// call. What it did to the files is for the caller to look at.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "base/json.h"
#include "base/result.h"
#include "engine/work/agent_choice.h"
#include "engine/work/run_context.h"
#include "engine/work/surroundings.h"

namespace assay::engine {

struct AgentCall {
  AgentChoice agent;
  std::string prompt;
  std::string folder;  // a work tree; writable unless access is read_only
  std::string branch;  // that it works on, without refs/heads/; empty: it has none
  agents::Access access = agents::Access::work;
  std::optional<double> budget_usd;
  std::optional<std::uint32_t> turns;
  std::chrono::milliseconds timeout{3'600'000};
  std::optional<json::value> task;  // what it finds on its desk (agents/desk.h); nothing: it has none
  std::string live;         // under this name its events can be followed (engine/work/live_log.h); empty: they cannot
  std::string answer_file;  // a name: what it wrote to that file in $TMPDIR is handed back
};

struct AgentAnswer {
  agents::Report report;
  std::optional<std::string> file;  // the answer_file
  std::string log;                  // digest among the evidence; empty: it said nothing
  std::string sandbox;
  std::chrono::milliseconds duration{0};
  std::vector<std::string> questions;  // that it left on its desk, for a person
  Trespass trespass;                   // without a sandbox: what it changed that is not its own; it has failed then
};

// Error unavailable: no sandbox works here. Error corrupt: the store's file was removed or replaced meanwhile; a copy
// of it is kept and named, in which the task has failed. A program that cannot be started is an answer.
Result<AgentAnswer> call_agent(const RunContext& context, const AgentCall& call);

}  // namespace assay::engine
