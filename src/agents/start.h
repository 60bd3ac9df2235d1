// What kinds share in making their command lines. Internal to agents.
//
// The flags are those that let a program work alone: a stream of events, edits without asking, nothing that waits for
// a person. Settings that a kind takes only from files go into the run's settings folder, never into the work
// folder: what lies there belongs to the task.
//
// A checker looks at a tree that somebody else wrote and that may hold instructions, hooks and settings for
// exactly this program. So in a read-only run each kind is told to leave the folder's own settings and
// notes alone.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "agents/kind.h"

namespace assay::agents {

using Words = std::vector<std::string>;

void add(Words& to, std::initializer_list<std::string> words);
void add(Words& to, const Words& words);

// As an argument, unless it is too long for one or would be taken for an option.
PromptBy prompt_by_size(const AgentRun& run);

// A file in the settings folder; its path.
Result<std::string> put(const AgentRun& run, std::string_view file, std::string_view content);

// {command, args, env}, as several kinds write it.
json::object server_as_object(const McpServer& server);

}  // namespace assay::agents
