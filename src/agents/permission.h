// What an agent may do when it asks. Internal to agents.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "agents/agent.h"

namespace assay::agents {

struct Asked {
  std::string kind;  // "read", "edit", "execute", …; what the protocol calls a tool's kind
  std::string title;
  std::vector<std::string> paths;  // that the tool will touch
};
Asked asked_by(const boost::json::object& tool_call);

enum class Answer { allow, reject };

// Reading and, for work, editing inside the folder; commands in our sandbox; Assay's own tools; and
// what the profile names. Nothing else, and nothing in git's own folder.
Answer answer_to(const Asked& asked, const AgentRun& run);

// The option to choose: of the right kind, for this once where there is one. Nothing when there is none.
std::optional<std::string> option_for(Answer answer, const boost::json::array& options);

// Whether a path is in the folder, wherever links lead, and not in git's own.
bool is_workable(const std::string& path, const std::string& folder);

}  // namespace assay::agents
