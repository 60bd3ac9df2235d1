// Fields as the clients send them. Spelling differs (snake_case, camelCase, a tool's input as an object or as
// JSON in a text), meaning does not: so fields are looked up by all their names, and only what tells the
// clients apart is asked of one client.
#include "hooks/input.h"

#include <span>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "hooks/patch.h"

namespace assay::hooks {

namespace {

using Names = std::span<const std::string_view>;
constexpr std::string_view k_paths[] = {"file_path", "filePath", "path", "notebook_path", "target_file"};
constexpr std::string_view k_old[] = {"old_string", "oldString", "old_str"};
constexpr std::string_view k_new[] = {"new_string", "newString", "new_str", "content", "contents", "file_text"};
constexpr std::string_view k_everywhere[] = {"replace_all", "replaceAll"};
constexpr std::string_view k_many[] = {"edits", "replacements"};
constexpr std::string_view k_tool_inputs[] = {"tool_input", "toolArgs", "toolInput"};
constexpr std::string_view k_folders[] = {"cwd"};
constexpr std::string_view k_roots[] = {"workspace_roots"};
constexpr std::string_view k_event_names[] = {"hook_event_name", "hookEventName"};
constexpr std::string_view k_sessions[] = {"session_id", "sessionId", "conversation_id"};
constexpr std::string_view k_transcripts[] = {"transcript_path", "transcriptPath"};
constexpr std::string_view k_prompts[] = {"prompt", "initialPrompt"};

const json::value* member(const json::object& from, Names names) {
  for (const auto name : names) {
    if (const auto* found = from.if_contains(name)) return found;
  }
  return nullptr;
}

std::string text(const json::object& from, Names names) {
  const auto* found = member(from, names);
  return found != nullptr && found->is_string() ? std::string(std::string_view(found->get_string())) : std::string();
}

struct EventName {
  std::string_view name;
  Event event;
};

constexpr EventName k_events[] = {
    {"SessionStart", Event::start}, {"sessionStart", Event::start},        {"UserPromptSubmit", Event::prompt},
    {"BeforeAgent", Event::prompt}, {"beforeSubmitPrompt", Event::prompt}, {"userPromptSubmitted", Event::prompt},
    {"PreToolUse", Event::edit},    {"BeforeTool", Event::edit},           {"preToolUse", Event::edit},
    {"Stop", Event::stop},          {"AfterAgent", Event::stop},           {"stop", Event::stop},
    {"agentStop", Event::stop},
};

Event event_named(std::string_view name) {
  for (const auto& each : k_events) {
    if (each.name == name) return each.event;
  }
  return Event::other;
}

// The Copilot command line does not name its events.
EventName event_by_fields(const json::object& from) {
  if (from.contains("toolName")) return {"preToolUse", Event::edit};
  if (from.contains("stopReason")) return {"agentStop", Event::stop};
  if (from.contains("source")) return {"sessionStart", Event::start};
  if (from.contains("prompt")) return {"userPromptSubmitted", Event::prompt};
  return {"", Event::other};
}

std::optional<Client> client_by_fields(const json::object& from, std::string_view event_name) {
  if (from.contains("conversation_id") || from.contains("cursor_version")) return Client::cursor;
  if (starts_with_any(event_name, {"Before", "After"})) return Client::gemini;
  if (from.contains("sessionId") || from.contains("hookEventName")) return Client::copilot;
  if (from.contains("timestamp")) return Client::copilot;  // gemini's SessionStart too, which nobody answers
  if (from.contains("turn_id")) return Client::codex;
  if (from.contains("session_id") && !event_name.empty()) return Client::claude;
  return std::nullopt;
}

std::string folder_of(const json::object& from) {
  auto folder = text(from, k_folders);
  if (!folder.empty()) return folder;
  const auto* roots = member(from, k_roots);
  if (roots == nullptr || !roots->is_array() || roots->get_array().empty()) return {};
  const auto& first = roots->get_array().front();
  return first.is_string() ? std::string(std::string_view(first.get_string())) : std::string();
}

bool flag(const json::object& from, Names names) {
  const auto* found = member(from, names);
  return found != nullptr && found->is_bool() && found->get_bool();
}

void add_edit(const json::object& from, const std::string& path, std::vector<Edit>& out) {
  Edit edit;
  edit.path = path;
  edit.everywhere = flag(from, k_everywhere);
  if (const auto* old = member(from, k_old); old != nullptr && old->is_string())
    edit.old = std::string(std::string_view(old->get_string()));
  const auto* now = member(from, k_new);
  if (now == nullptr || !now->is_string()) return;
  edit.text = std::string(std::string_view(now->get_string()));
  out.push_back(std::move(edit));
}

// What a tool is about to change; nothing for tools that change no file.
std::vector<Edit> edits_of(const json::object& input) {
  std::vector<Edit> out;
  const auto path = text(input, k_paths);
  if (!path.empty()) add_edit(input, path, out);
  if (const auto* many = member(input, k_many); many != nullptr && many->is_array()) {
    for (const auto& each : many->get_array()) {
      if (!each.is_object()) continue;
      const auto own = text(each.get_object(), k_paths);
      if (!own.empty() || !path.empty()) add_edit(each.get_object(), own.empty() ? path : own, out);
    }
  }
  for (const auto name : {"command", "input", "patch"}) {
    const auto* value = input.if_contains(name);
    if (value == nullptr) continue;
    if (value->is_string()) read_patch(value->get_string(), out);
    if (!value->is_array()) continue;
    for (const auto& word : value->get_array()) {
      if (word.is_string()) read_patch(word.get_string(), out);
    }
  }
  return out;
}

std::vector<Edit> edits_of_tool(const json::object& from) {
  const auto* input = member(from, k_tool_inputs);
  if (input == nullptr) return {};
  if (input->is_object()) return edits_of(input->get_object());
  if (!input->is_string()) return {};
  const auto inner = parse_json(input->get_string(), "tool input");
  return inner && inner->is_object() ? edits_of(inner->get_object()) : std::vector<Edit>();
}

}  // namespace

Result<Input> read_input(std::string_view json, std::optional<Client> forced) {
  TRY_ASSIGN(const auto document, parse_json(json, "hook input"));
  if (!document.is_object()) return invalid_input("hook input: not a JSON object");
  const auto& from = document.get_object();

  Input out;
  out.event_name = text(from, k_event_names);
  const auto seen = client_by_fields(from, out.event_name);
  if (!forced && !seen)
    return invalid_input("hook input: no known client sends these fields; name it with --dialect CLIENT");
  out.client = forced.value_or(seen.value_or(Client::claude));
  if (out.event_name.empty()) {
    const auto event = event_by_fields(from);
    out.event_name = event.name;
    out.event = event.event;
  } else {
    out.event = event_named(out.event_name);
  }
  out.session = text(from, k_sessions);
  out.folder = folder_of(from);
  out.transcript = text(from, k_transcripts);
  out.prompt = text(from, k_prompts);
  if (out.event == Event::edit) out.edits = edits_of_tool(from);
  return out;
}

}  // namespace assay::hooks
