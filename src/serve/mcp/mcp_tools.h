// What the MCP server offers, and to whom.
#pragma once

#include <string>
#include <vector>

#include "ops/operation.h"
#include "serve/mcp/mcp.h"

namespace assay::serve {

enum class McpOffer {
  reading,  // operations that change no mission; commands of a change run in a sandbox only
  all,      // every operation, as the person who started the server
};

// The operations as tools: "task.add" is task_add, with the schemas of the table. Each call has a context
// of its own, in `folder`.
std::vector<McpTool> operation_tools(McpOffer offer, const std::string& folder);
std::string instructions_for(McpOffer offer);

// For an agent at work (agents/mailbox.h): read its task, report progress, ask a question. Nothing that could
// accept or land anything.
std::vector<McpTool> desk_tools(const std::string& desk_folder);
std::string desk_instructions();

}  // namespace assay::serve
