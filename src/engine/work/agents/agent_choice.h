// Who does a task. Pure: which programs are there is asked through a function.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/work/agents/agent_config.h"
#include "model/task.h"

namespace assay::engine {

// Where the program of a profile lies; nothing when it is not on this machine.
using FindProgram = std::function<std::optional<std::string>(const agents::Profile&)>;
std::optional<std::string> program_of(const agents::Profile& profile);

// The profile that is chosen has its program_file.

// As the task names, else as the first rule that matches says, else the first configured one that is
// there. Error not_found says which agent is missing and what to do.
Result<agents::Profile> choose_agent(const AgentConfig& config, const model::Task& task, const FindProgram& find);

// For looking at the work of `worker`: a rule decides; else another profile than the worker's, the one
// the checker's task names before others; only when there is no other, the same one in a run of its own.
Result<agents::Profile> choose_checker(const AgentConfig& config, const model::Task& checker, std::string_view worker,
                                       const FindProgram& find);

bool matches(const ChooseRule& rule, const model::Task& task);

}  // namespace assay::engine
