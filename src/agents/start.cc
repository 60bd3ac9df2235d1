#include "agents/start.h"

#include "base/text.h"
#include "os/files.h"

namespace assay::agents {

namespace {

// One argument of a program may not be longer than 128 KiB on Linux; longer prompts go to standard input.
constexpr size_t k_longest_argument = 100'000;

Result<Words> program_of(const Profile& agent) {
  if (!agent.program.empty()) return agent.program;
  if (!agent.program_file.empty()) return Words{agent.program_file};
  if (agent.kind->program.empty()) {
    return invalid_input(cat("agent ", agent.name, " names no program; set program = [\"…\"] in its configuration"));
  }
  return Words{std::string(agent.kind->program)};
}

}  // namespace

void add(Words& to, std::initializer_list<std::string> words) { to.insert(to.end(), words); }
void add(Words& to, const Words& words) { to.insert(to.end(), words.begin(), words.end()); }

PromptBy prompt_by_size(const AgentRun& run) {
  const bool fits = run.prompt.size() <= k_longest_argument && !run.prompt.starts_with('-');
  return fits ? PromptBy::argument : PromptBy::input;
}

Result<std::string> put(const AgentRun& run, std::string_view file, std::string_view content) {
  if (run.settings_folder.empty()) return internal("an agent's run names no settings folder");
  TRY(os::make_folders(run.settings_folder));
  auto path = os::join_path(run.settings_folder, file);
  TRY(os::write_file(path, content));
  return path;
}

json::object server_as_object(const McpServer& server) {
  json::array words;
  for (size_t i = 1; i < server.argv.size(); ++i) words.emplace_back(server.argv[i]);
  json::object variables;
  for (const auto& [name, value] : server.environment) variables[name] = value;
  return {{"command", server.argv.front()}, {"args", words}, {"env", variables}};
}

Result<os::Command> command_for(const AgentRun& run) {
  os::Command command = run.process;
  const auto& kind = *run.agent.kind;
  TRY_ASSIGN(command.argv, program_of(run.agent));
  if (run.mcp && run.mcp->argv.empty()) return internal("an MCP server was named without a program");
  TRY_ASSIGN(auto start, kind.start(run));
  add(command.argv, start.arguments);
  command.environment = os::EnvironmentMode::scrubbed;
  command.environment_grants.assign(kind.environment.begin(), kind.environment.end());
  add(command.environment_grants, run.agent.environment);
  auto& changes = command.environment_changes;
  changes.insert(changes.begin(), start.environment.begin(), start.environment.end());
  if (start.prompt_by == PromptBy::input) {
    TRY_ASSIGN(command.stdin_file, put(run, "prompt.txt", run.prompt));
  }
  return command;
}

}  // namespace assay::agents
