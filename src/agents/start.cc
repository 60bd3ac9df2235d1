#include "agents/start.h"

#include "base/text.h"
#include "os/files.h"

namespace assay::agents {

namespace {

// One argument of a program may not be longer than 128 KiB on Linux; longer prompts go to standard input.
constexpr size_t k_longest_argument = 100'000;

Result<Words> program_of(const Profile& profile) {
  if (!profile.program.empty()) return profile.program;
  if (profile.kind->program.empty()) {
    return invalid_input(cat("agent ", profile.name, " names no program; set program = [\"…\"] in its configuration"));
  }
  return Words{std::string(profile.kind->program)};
}

}  // namespace

void add(Words& to, std::initializer_list<std::string> words) { to.insert(to.end(), words); }
void add(Words& to, const Words& words) { to.insert(to.end(), words.begin(), words.end()); }

PromptBy prompt_by_size(const Order& order) {
  const bool fits = order.prompt.size() <= k_longest_argument && !order.prompt.starts_with('-');
  return fits ? PromptBy::argument : PromptBy::input;
}

Result<std::string> put(const Order& order, std::string_view file, std::string_view content) {
  if (order.scratch.empty()) return internal("an agent's order names no scratch folder");
  TRY(os::make_folders(order.scratch));
  auto path = os::join_path(order.scratch, file);
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

Result<os::Command> command_for(const Profile& profile, const Order& order) {
  os::Command command;
  TRY_ASSIGN(command.argv, program_of(profile));
  if (order.mcp && order.mcp->argv.empty()) return internal("an MCP server was named without a program");
  TRY_ASSIGN(auto start, profile.kind->start(profile, order));
  add(command.argv, start.arguments);
  command.folder = order.folder;
  command.environment = os::EnvironmentMode::scrubbed;
  command.environment_grants.assign(profile.kind->environment.begin(), profile.kind->environment.end());
  add(command.environment_grants, profile.environment);
  command.environment_changes = std::move(start.environment);
  if (start.prompt_by == PromptBy::input) {
    TRY_ASSIGN(command.stdin_file, put(order, "prompt.txt", order.prompt));
  }
  return command;
}

}  // namespace assay::agents
