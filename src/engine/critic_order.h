// The words a critic that reads is given, and the agent that says them.
#pragma once

#include <chrono>
#include <span>
#include <string>

#include "engine/critic.h"

namespace assay::engine {

struct CriticOrder {
  const model::Task& task;
  const Candidate& candidate;
  std::span<const model::CriterionReport> criteria;  // as Assay saw them
  std::span<const model::LockedDecision> decisions;
};
std::string critic_order(const CriticOrder& order);

// Asks an agent that did not do the work, on a copy it cannot change. The candidate must outlive it.
struct CriticAgent {
  std::chrono::milliseconds timeout{900'000};
  std::optional<double> budget_usd;
};
AskCritic ask_agent(const RunContext& context, const model::Task& task, const Candidate& candidate, CriticAgent agent);

}  // namespace assay::engine
