// How each kind is started. The flags are those that let a program work alone: a stream of events,
// edits without asking, nothing that waits for a person.
#include "agents/agent.h"

#include <cmath>

#include "agents/reader.h"
#include "base/names.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::agents {

namespace {

constexpr std::string_view k_kinds[] = {"claude", "codex", "gemini", "opencode", "command"};
constexpr std::string_view k_ends[] = {"succeeded",   "failed",    "model_error",     "rate_limited",
                                       "not_allowed", "budget",    "turns",           "timed_out",
                                       "idle",        "cancelled", "could_not_start", "unclear"};

using Words = std::vector<std::string>;

void add(Words& to, std::initializer_list<std::string> words) { to.insert(to.end(), words); }

std::string dollars(double amount) {
  const auto cents = static_cast<std::uint64_t>(std::llround(amount * 100));
  return cat(cents / 100, ".", cents % 100 < 10 ? "0" : "", cents % 100);
}

Words claude(const Profile& profile, const Order& order) {
  Words words = {"-p",
                 order.prompt,
                 "--output-format",
                 "stream-json",
                 "--verbose",
                 "--permission-mode",
                 order.access == Access::work ? "acceptEdits" : "plan"};
  if (!profile.model.empty()) add(words, {"--model", profile.model});
  if (order.budget_usd) add(words, {"--max-budget-usd", dollars(*order.budget_usd)});
  if (order.turns) add(words, {"--max-turns", std::to_string(*order.turns)});
  if (!order.mcp_config.empty()) add(words, {"--mcp-config", order.mcp_config});
  return words;
}

Words codex(const Profile& profile, const Order& order) {
  Words words = {"exec",       "--json", "-C",
                 order.folder, "-s",     order.access == Access::work ? "workspace-write" : "read-only"};
  if (!profile.model.empty()) add(words, {"-m", profile.model});
  add(words, {order.prompt});
  return words;
}

Words gemini(const Profile& profile, const Order& order) {
  Words words = {"-p",          order.prompt,      "-o",
                 "stream-json", "--approval-mode", order.access == Access::work ? "auto_edit" : "default",
                 "--skip-trust"};
  if (!profile.model.empty()) add(words, {"-m", profile.model});
  return words;
}

Words opencode(const Profile& profile, const Order& order) {
  Words words = {"run", "--format", "json"};
  if (!profile.model.empty()) add(words, {"-m", profile.model});
  add(words, {order.prompt});
  return words;
}

Words words_for(const Profile& profile, const Order& order) {
  switch (profile.kind) {
    case Kind::claude: return claude(profile, order);
    case Kind::codex: return codex(profile, order);
    case Kind::gemini: return gemini(profile, order);
    case Kind::opencode: return opencode(profile, order);
    case Kind::command: break;
  }
  return profile.prompt_by == PromptBy::argument ? Words{order.prompt} : Words{};
}

// Keys and endpoints that a kind cannot work without. They reach the agent, never a check.
Words usual_environment(Kind kind) {
  switch (kind) {
    case Kind::claude: return {"ANTHROPIC_*", "CLAUDE_*"};
    case Kind::codex: return {"OPENAI_*", "CODEX_*"};
    case Kind::gemini: return {"GEMINI_*", "GOOGLE_*"};
    case Kind::opencode: return {"OPENCODE_*", "ANTHROPIC_*", "OPENAI_*"};
    case Kind::command: break;
  }
  return {};
}

}  // namespace

std::string_view name(Kind kind) { return name_in(k_kinds, kind); }
std::optional<Kind> kind_named(std::string_view n) { return value_in<Kind>(k_kinds, n); }
std::string_view name(End end) { return name_in(k_ends, end); }

Result<os::Command> command_for(const Profile& profile, const Order& order) {
  os::Command command;
  command.argv = profile.program;
  if (command.argv.empty()) {
    if (profile.kind == Kind::command) {
      return invalid_input(
          cat("agent ", profile.name, " names no program; set program = [\"…\"] in its configuration"));
    }
    command.argv.emplace_back(name(profile.kind));
  }
  for (auto& word : words_for(profile, order)) command.argv.push_back(std::move(word));
  command.argv.insert(command.argv.end(), profile.arguments.begin(), profile.arguments.end());
  command.folder = order.folder;
  command.environment = os::EnvironmentMode::scrubbed;
  command.environment_grants = usual_environment(profile.kind);
  command.environment_grants.insert(command.environment_grants.end(), profile.environment.begin(),
                                    profile.environment.end());
  if (profile.kind == Kind::command && profile.prompt_by == PromptBy::input) {
    command.stdin_file = os::join_path(order.scratch, "prompt.txt");
    TRY(os::make_folders(order.scratch));
    TRY(os::write_file(command.stdin_file, order.prompt));
  }
  return command;
}

std::unique_ptr<Reader> reader_for(Kind kind) {
  switch (kind) {
    case Kind::claude: return make_claude_reader();
    case Kind::codex: return make_codex_reader();
    case Kind::gemini: return make_gemini_reader();
    case Kind::opencode: return make_opencode_reader();
    case Kind::command: break;
  }
  return make_command_reader();
}

}  // namespace assay::agents
