// The words a critic that reads is given, and the agent that says them.
#pragma once

#include <chrono>
#include <span>
#include <string>

#include "engine/work/agents/agent_call.h"
#include "engine/work/critic/critic.h"

namespace assay::engine {

struct CriticInstructions {
  const model::Task& task;
  const Candidate& candidate;
  std::span<const model::CriterionReport> criteria;  // as Assay saw them
  std::span<const model::LockedDecision> decisions;
};
std::string critic_instructions(const CriticInstructions& material);

// What a researcher is asked: what was missing, to be found out and not decided.
std::string research_instructions(const model::Task& task, const Candidate& candidate,
                                  std::span<const std::string> missing);

// Asks an agent that did not do the work, on a copy of the candidate that it cannot change. Error
// not_found: there is nobody to ask.
struct CriticAgent {
  std::chrono::milliseconds timeout{900'000};
  std::optional<double> budget_usd;
};
Result<AgentAnswer> ask_on_copy(const WorkContext& context, const model::Task& task, const Candidate& candidate,
                                const CriticAgent& agent, const std::string& prompt);
// What it said, as a critic.
CriticReply reply_of(const AgentAnswer& answer);

}  // namespace assay::engine
