// All clients keep an object `hooks` with a list for each event. claude, codex and gemini group the commands of
// a list under what they match; copilot and cursor list them.
#include "hooks/settings.h"

#include <span>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace assay::hooks {

namespace {

constexpr int k_timeout_seconds = 900;

struct HookedEvent {
  std::string_view name;
  std::string_view matcher;  // of tools; empty: none
};

constexpr HookedEvent k_claude_events[] = {
    {"SessionStart", ""}, {"UserPromptSubmit", ""}, {"PreToolUse", "Edit|Write|MultiEdit|NotebookEdit"}, {"Stop", ""}};
constexpr HookedEvent k_codex_events[] = {
    {"SessionStart", ""}, {"UserPromptSubmit", ""}, {"PreToolUse", "apply_patch|Edit|Write"}, {"Stop", ""}};
constexpr HookedEvent k_gemini_events[] = {
    {"SessionStart", ""}, {"BeforeAgent", ""}, {"BeforeTool", "write_file|replace"}, {"AfterAgent", ""}};
constexpr HookedEvent k_copilot_events[] = {
    {"SessionStart", ""}, {"UserPromptSubmit", ""}, {"PreToolUse", ""}, {"Stop", ""}};
constexpr HookedEvent k_cursor_events[] = {
    {"sessionStart", ""}, {"beforeSubmitPrompt", ""}, {"preToolUse", "Write|Edit"}, {"stop", ""}};

std::span<const HookedEvent> events_of(Client client) {
  switch (client) {
    case Client::claude: return k_claude_events;
    case Client::codex: return k_codex_events;
    case Client::gemini: return k_gemini_events;
    case Client::copilot: return k_copilot_events;
    case Client::cursor: break;
  }
  return k_cursor_events;
}

bool is_grouped(Client client) { return client != Client::copilot && client != Client::cursor; }

json::object command_entry(Client client, const HookedEvent& event, std::string_view command) {
  json::object entry;
  if (client != Client::cursor) entry["type"] = "command";
  entry["command"] = command;
  switch (client) {
    case Client::gemini:
      entry["name"] = "assay";
      entry["timeout"] = k_timeout_seconds * 1000;
      break;
    case Client::copilot:
      entry["bash"] = command;
      entry["timeout"] = k_timeout_seconds;
      entry["timeoutSec"] = k_timeout_seconds;
      break;
    case Client::cursor:
      entry["timeout"] = k_timeout_seconds;
      if (!event.matcher.empty()) entry["matcher"] = event.matcher;
      if (event.name == "stop") entry["loop_limit"] = 5;
      break;
    default: entry["timeout"] = k_timeout_seconds;
  }
  return entry;
}

json::object entry_for(Client client, const HookedEvent& event, std::string_view command) {
  auto entry = command_entry(client, event, command);
  if (!is_grouped(client)) return entry;
  json::object group;
  if (!event.matcher.empty()) group["matcher"] = event.matcher;
  group["hooks"] = json::array{std::move(entry)};
  return group;
}

// "assay hook …", by whatever path the program is named.
bool is_ours(const json::value& entry) {
  if (!entry.is_object()) return false;
  const auto command = text_at(entry.get_object(), "command");
  const size_t hook = command.find(" hook");
  if (hook == std::string::npos) return false;
  auto program = trim(std::string_view(command).substr(0, hook));
  if (program.size() > 1 && program.front() == program.back() && (program.front() == '\'' || program.front() == '"'))
    program = program.substr(1, program.size() - 2);
  const auto behind = std::string_view(command).substr(hook + 5);
  return base_name(program) == "assay" && (behind.empty() || behind.front() == ' ');
}

// The list without our entries, and without groups that held nothing else.
json::array without_ours(const json::array& list, Client client) {
  json::array out;
  for (const auto& each : list) {
    if (!is_grouped(client)) {
      if (!is_ours(each)) out.push_back(each);
      continue;
    }
    const auto* inner = each.is_object() ? each.get_object().if_contains("hooks") : nullptr;
    if (inner == nullptr || !inner->is_array()) {
      out.push_back(each);
      continue;
    }
    json::array kept;
    for (const auto& entry : inner->get_array()) {
      if (!is_ours(entry)) kept.push_back(entry);
    }
    if (kept.empty() && !inner->get_array().empty()) continue;
    json::object group = each.get_object();
    group["hooks"] = std::move(kept);
    out.push_back(std::move(group));
  }
  return out;
}

Result<json::object> read_settings(std::string_view text) {
  if (is_blank(text)) return json::object();
  TRY_ASSIGN(auto document, parse_json(text, "settings"));
  if (!document.is_object()) return invalid_input("settings: not a JSON object");
  auto& settings = document.get_object();
  if (const auto* hooks = settings.if_contains("hooks"); hooks != nullptr && !hooks->is_object())
    return invalid_input("settings: `hooks` is not an object");
  return std::move(settings);
}

json::object& hooks_in(json::object& settings) {
  auto* hooks = settings.if_contains("hooks");
  if (hooks == nullptr) hooks = &settings.emplace("hooks", json::object()).first->value();
  return hooks->get_object();
}

std::string text_of_settings(const json::object& settings) { return write_json(settings, Indent::two_spaces) + "\n"; }

void take_out(json::object& settings, Client client) {
  auto* hooks = settings.if_contains("hooks");
  if (hooks == nullptr) return;
  json::object left;
  for (const auto& [event, list] : hooks->get_object()) {
    if (!list.is_array()) {
      left[event] = list;
      continue;
    }
    auto kept = without_ours(list.get_array(), client);
    if (!kept.empty() || list.get_array().empty()) left[event] = std::move(kept);
  }
  if (left.empty()) {
    settings.erase("hooks");
  } else {
    settings["hooks"] = std::move(left);
  }
}

}  // namespace

Result<Installed> installed(std::string_view text, Client client, std::string_view command) {
  TRY_ASSIGN(auto settings, read_settings(text));
  auto bare = settings;
  take_out(bare, client);
  if (bare == settings) return Installed::no;
  TRY_ASSIGN(const auto wanted, with_hooks(text, client, command));
  return is_same_document(wanted, text) ? Installed::yes : Installed::partly;
}

Result<std::string> with_hooks(std::string_view text, Client client, std::string_view command) {
  TRY_ASSIGN(auto settings, read_settings(text));
  if (!is_grouped(client) && !settings.contains("version")) settings["version"] = 1;
  take_out(settings, client);
  auto& hooks = hooks_in(settings);
  for (const auto& event : events_of(client)) {
    auto* list = hooks.if_contains(event.name);
    if (list == nullptr) list = &hooks.emplace(event.name, json::array()).first->value();
    if (!list->is_array()) return invalid_input(cat("settings: `hooks.", event.name, "` is not a list"));
    list->get_array().push_back(entry_for(client, event, command));
  }
  return text_of_settings(settings);
}

Result<std::string> without_hooks(std::string_view text, Client client) {
  TRY_ASSIGN(auto settings, read_settings(text));
  take_out(settings, client);
  const bool only_version = !is_grouped(client) && settings.size() == 1 && settings.contains("version");
  return settings.empty() || only_version ? std::string() : text_of_settings(settings);
}

bool is_same_document(std::string_view a, std::string_view b) {
  const auto left = parse_json(is_blank(a) ? "{}" : a, "settings");
  const auto right = parse_json(is_blank(b) ? "{}" : b, "settings");
  return left && right && *left == *right;
}

std::string_view project_file(Client client) {
  switch (client) {
    case Client::claude: return ".claude/settings.json";
    case Client::codex: return ".codex/hooks.json";
    case Client::gemini: return ".gemini/settings.json";
    case Client::copilot: return ".github/hooks/assay.json";
    case Client::cursor: break;
  }
  return ".cursor/hooks.json";
}

std::string_view user_file(Client client) {
  return client == Client::copilot ? ".copilot/hooks/assay.json" : project_file(client);
}

}  // namespace assay::hooks
