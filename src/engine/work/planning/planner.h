// Asks an agent for a plan: the tasks of a wish, each with criteria that somebody else can check. It
// looks at a copy of the code that it cannot change. An answer that is no plan, or a vague one, goes back
// once with the exact reasons; a second one is for a person.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "base/result.h"
#include "engine/work/agents/work_context.h"
#include "model/mission.h"
#include "model/plan.h"

namespace assay::engine {

struct PlanRequest {
  std::string prompt;
  std::string commit;                       // what the work starts from: the planner sees its files
  std::string policy_commit;                // the commit whose assay.toml chooses the agent; empty: as commit
  std::vector<std::string> commands;        // that run on the finished work; the planner is told of them
  std::vector<std::string> criteria;        // of the mission
  std::string earlier;                      // a plan that a person sent back; empty: none
  std::string reason;                       // why
  std::optional<model::MissionId> mission;  // whose budget it is; nothing: none
  std::optional<double> budget_usd;
  std::chrono::milliseconds timeout{1'800'000};
};

struct PlanRun {
  std::optional<model::Plan> plan;   // nothing: see report and problem
  std::string text;                  // the plan as canonical JSON
  std::vector<std::string> dropped;  // of it: what was wrong and is left out, for people
  std::string problem;               // why what it answered is no plan; empty when it did not answer at all
  agents::Report report;             // of the last call; money, tokens and turns of all
  std::string agent;
  std::string log;
  std::chrono::milliseconds duration{0};
  std::uint32_t calls = 0;
};

Result<PlanRun> run_planner(const WorkContext& context, const PlanRequest& wish);

// What becomes of it, by how much the person wanted to leave alone.
struct PlanDecision {
  enum class What {
    attach,   // it becomes the mission's plan
    propose,  // a person looks at it first
    hold,     // no plan came of it; a person has to say how to go on
    again,    // the agent did not get to answer; it may be tried again
  };
  What what = What::hold;
  std::string reason;  // for people; with attach what was left out of the plan
};
PlanDecision fate_of(const PlanRun& run, const model::Mission& mission);

// ---- the parts of it (plan_answer.cc)
// The JSON Schema of what a planner answers: the plan format without what is not its to decide.
std::string planner_schema();
std::string plan_instructions(const PlanRequest& wish, std::string_view problem, std::string_view answer);
// The JSON object in an agent's last message: in a fence or bare, the last one that has tasks. Nothing when
// there is none.
std::optional<std::string> plan_in(std::string_view message);
// The plan in an answer, or all that is wrong with it. A "parent" that cannot be is left out of it and named in
// `dropped`: planners are not asked for one.
Result<model::Plan> read_answer(std::string_view json, std::vector<std::string>* dropped = nullptr);

}  // namespace assay::engine
