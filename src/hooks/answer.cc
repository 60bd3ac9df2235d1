#include "hooks/answer.h"

#include <boost/json.hpp>

#include "base/json.h"

namespace assay::hooks {

namespace {

json::object named_after(const Input& input) { return {{"hookEventName", input.event_name}}; }

std::string line_of(const json::object& answer) { return write_json(answer) + "\n"; }

}  // namespace

std::string keep_working(const Input& input, std::string_view reason) {
  if (input.client == Client::cursor) return line_of({{"followup_message", reason}});
  json::object answer{{"decision", "block"}, {"reason", reason}};
  if (input.client == Client::copilot) {  // VS Code reads the inner one, the command line the outer
    auto inner = named_after(input);
    inner["decision"] = "block";
    inner["reason"] = reason;
    answer["hookSpecificOutput"] = std::move(inner);
  }
  return line_of(answer);
}

std::string refuse_edit(const Input& input, std::string_view reason) {
  if (input.client == Client::cursor)
    return line_of({{"permission", "deny"}, {"user_message", reason}, {"agent_message", reason}});
  if (input.client == Client::gemini) return line_of({{"decision", "deny"}, {"reason", reason}});
  auto inner = named_after(input);
  inner["permissionDecision"] = "deny";
  inner["permissionDecisionReason"] = reason;
  json::object answer{{"hookSpecificOutput", std::move(inner)}};
  if (input.client == Client::copilot) {
    answer["permissionDecision"] = "deny";
    answer["permissionDecisionReason"] = reason;
  }
  return line_of(answer);
}

}  // namespace assay::hooks
