// How each kind is started. The flags are those that let a program work alone: a stream of events, edits
// without asking, nothing that waits for a person. Settings that a kind takes only from files go into the
// order's scratch folder, never into the work folder: what lies there belongs to the task.
//
// A checker looks at a tree that somebody else wrote and that may hold instructions, hooks and settings for
// exactly this program. So for read-only orders each kind is told to leave the folder's own settings and
// notes alone.
#include <cstdlib>

#include <boost/json.hpp>

#include "agents/agent.h"
#include "agents/reader.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::agents {

namespace {

using Words = std::vector<std::string>;

// One argument of a program may not be longer than 128 KiB on Linux; longer prompts go to standard input.
constexpr size_t k_longest_argument = 100'000;

void add(Words& to, std::initializer_list<std::string> words) { to.insert(to.end(), words); }

// A prompt that looks like an option would be taken for one.
bool goes_by_input(const Order& order) {
  return order.prompt.size() > k_longest_argument || order.prompt.starts_with('-');
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

// What a kind makes of an order.
struct Start {
  Words words;
  Words environment;  // "NAME=value"
};

Result<Start> claude(const Profile& profile, const Order& order) {
  const bool works = order.access == Access::work;
  Start start;
  add(start.words, {"-p"});
  if (!goes_by_input(order)) add(start.words, {order.prompt});
  add(start.words, {"--output-format", "stream-json", "--verbose", "--permission-mode"});
  add(start.words, {works ? "acceptEdits" : "dontAsk", "--strict-mcp-config"});
  Words allowed = profile.allowed_tools;
  if (order.walls == Walls::ours) add(allowed, {"Bash"});
  if (!works) {
    add(allowed, {"Read", "Grep", "Glob"});
    add(start.words, {"--setting-sources", "user", "--disallowedTools", "Edit,Write,NotebookEdit"});
  }
  if (order.mcp) {
    const json::object servers{{"mcpServers", {{"assay", server_as_object(*order.mcp)}}}};
    TRY_ASSIGN(auto file, put(order, "mcp.json", write_json(servers)));
    add(start.words, {"--mcp-config", std::move(file)});
    add(allowed, {"mcp__assay"});
  }
  if (!allowed.empty()) add(start.words, {"--allowedTools", join(allowed, ",")});
  if (!profile.model.empty()) add(start.words, {"--model", profile.model});
  if (order.budget_usd) add(start.words, {"--max-budget-usd", dollars(*order.budget_usd)});
  if (order.turns) add(start.words, {"--max-turns", std::to_string(*order.turns)});
  if (order.resume) add(start.words, {"--resume", order.resume->session});
  start.environment = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1",
                       "ENABLE_TOOL_SEARCH=false"};  // three tools of ours need not be searched for
  return start;
}

// A value as TOML writes it; JSON's strings and lists are TOML's too.
std::string toml_table(const McpServer& server) {
  std::string variables;
  for (const auto& [name, value] : server.environment) {
    variables +=
        cat(variables.empty() ? "" : ",", write_json(json::string(name)), "=", write_json(json::string(value)));
  }
  const auto object = server_as_object(server);
  return cat("{command=", write_json(object.at("command")), ",args=", write_json(object.at("args")), ",env={",
             variables, "},default_tools_approval_mode=\"approve\"}");
}

std::string codex_sandbox(const Order& order) {
  if (order.walls == Walls::ours) return "danger-full-access";
  return order.access == Access::work ? "workspace-write" : "read-only";
}

Result<Start> codex(const Profile& profile, const Order& order) {
  Start start;
  add(start.words, {"exec", "--json", "-C", order.folder, "-s", codex_sandbox(order), "--skip-git-repo-check"});
  if (!profile.model.empty()) add(start.words, {"-m", profile.model});
  if (order.access == Access::read_only) add(start.words, {"-c", "project_doc_max_bytes=0", "--ignore-rules"});
  if (order.mcp) add(start.words, {"-c", cat("mcp_servers.assay=", toml_table(*order.mcp))});
  if (order.resume) add(start.words, {"resume", order.resume->session});
  add(start.words, {goes_by_input(order) ? "-" : order.prompt});
  return start;
}

json::object gemini_settings(const Order& order) {
  json::object settings{{"general", {{"enableAutoUpdate", false}}}, {"privacy", {{"usageStatisticsEnabled", false}}}};
  if (order.turns) settings["model"] = json::object{{"maxSessionTurns", *order.turns}};
  if (std::getenv("GEMINI_API_KEY") != nullptr)
    settings["security"] = json::object{{"auth", {{"selectedType", "gemini-api-key"}}}};
  if (order.mcp) {
    auto server = server_as_object(*order.mcp);
    server["trust"] = true;
    settings["mcpServers"] = json::object{{"assay", std::move(server)}};
  }
  if (order.access == Access::read_only) {
    settings["context"] = json::object{{"fileName", ".assay-reads-no-notes"}};
    settings["hooksConfig"] = json::object{{"enabled", false}};
  }
  return settings;
}

// In a HOME of its own they are the user's. Beside a person's HOME there are only the system's, which it
// takes from a file of root's alone.
Result<Words> put_gemini_settings(const Order& order) {
  auto settings = gemini_settings(order);
  if (order.home.empty()) {
    TRY_ASSIGN(const auto file, put(order, "gemini-settings.json", write_json(settings)));
    return Words{cat("GEMINI_CLI_SYSTEM_SETTINGS_PATH=", file)};
  }
  const auto folder = os::join_path(order.home, ".gemini");
  const auto file = os::join_path(folder, "settings.json");
  TRY(os::make_folders(folder));
  if (os::exists(file)) {
    TRY_ASSIGN(const auto text, os::read_file(file));
    TRY_ASSIGN(const auto before, parse_json(text, file));
    for (const auto& each : before.is_object() ? before.get_object() : json::object{}) {
      auto& ours = settings[each.key()];
      if (ours.is_null()) ours = each.value();
      for (const auto& inner :
           ours.is_object() && each.value().is_object() ? each.value().get_object() : json::object{}) {
        if (!ours.get_object().contains(inner.key())) ours.get_object()[inner.key()] = inner.value();
      }
    }
  }
  TRY(os::write_file(file, write_json(settings)));
  return Words{};
}

std::string gemini_approval(const Order& order) {
  if (order.walls == Walls::ours && order.access == Access::work) return "yolo";
  return order.access == Access::work ? "auto_edit" : "default";
}

Result<Start> gemini(const Profile& profile, const Order& order) {
  Start start;
  if (!goes_by_input(order)) add(start.words, {"-p", order.prompt});
  add(start.words, {"-o", "stream-json", "--approval-mode", gemini_approval(order), "--skip-trust"});
  if (!profile.allowed_tools.empty()) add(start.words, {"--allowed-tools", join(profile.allowed_tools, ",")});
  if (!profile.model.empty()) add(start.words, {"-m", profile.model});
  if (order.resume) add(start.words, {"--resume", order.resume->session});
  TRY_ASSIGN(start.environment, put_gemini_settings(order));
  return start;
}

json::object opencode_settings(const Profile& profile, const Order& order) {
  const bool works = order.access == Access::work;
  json::object permission{{"edit", works ? "allow" : "deny"},
                          {"bash", order.walls == Walls::ours ? "allow" : "deny"},
                          {"webfetch", "deny"},
                          {"websearch", "deny"},
                          {"external_directory", "deny"}};
  for (const auto& tool : profile.allowed_tools) permission[tool] = "allow";
  if (!works) permission["edit"] = "deny";
  json::object settings{{"autoupdate", false}, {"share", "disabled"}, {"permission", std::move(permission)}};
  if (order.mcp) {
    json::array words;
    for (const auto& word : order.mcp->argv) words.emplace_back(word);
    json::object variables;
    for (const auto& [name, value] : order.mcp->environment) variables[name] = value;
    settings["mcp"] =
        json::object{{"assay", {{"type", "local"}, {"command", words}, {"environment", variables}, {"enabled", true}}}};
  }
  return settings;
}

// It takes settings from a variable as well, besides the file that OPENCODE_CONFIG may name.
Result<Start> opencode(const Profile& profile, const Order& order) {
  Start start;
  add(start.words, {"run", "--format", "json"});
  if (!profile.model.empty()) add(start.words, {"-m", profile.model});
  if (order.resume) add(start.words, {"--session", order.resume->session});
  if (!goes_by_input(order)) add(start.words, {order.prompt});
  start.environment = {cat("OPENCODE_CONFIG_CONTENT=", write_json(opencode_settings(profile, order)))};
  if (order.access == Access::read_only) {
    add(start.environment,
        {"OPENCODE_DISABLE_PROJECT_CONFIG=1", "OPENCODE_DISABLE_CLAUDE_CODE=1", "OPENCODE_DISABLE_EXTERNAL_SKILLS=1"});
  }
  return start;
}

Result<Start> start_of(const Profile& profile, const Order& order) {
  switch (profile.kind) {
    case Kind::claude: return claude(profile, order);
    case Kind::codex: return codex(profile, order);
    case Kind::gemini: return gemini(profile, order);
    case Kind::opencode: return opencode(profile, order);
    case Kind::acp: return Start{};  // all of it is said in the dialogue
    case Kind::command: break;
  }
  return profile.prompt_by == PromptBy::argument ? Start{{order.prompt}, {}} : Start{};
}

bool reads_prompt_from_input(const Profile& profile, const Order& order) {
  if (profile.kind == Kind::acp) return false;
  if (profile.kind == Kind::command) return profile.prompt_by == PromptBy::input;
  return goes_by_input(order);
}

// Keys and endpoints that a kind cannot work without. They reach the agent, never a check.
Words usual_environment(Kind kind) {
  switch (kind) {
    case Kind::claude: return {"ANTHROPIC_*", "CLAUDE_*"};
    case Kind::codex: return {"OPENAI_*", "CODEX_*"};
    case Kind::gemini: return {"GEMINI_*", "GOOGLE_*"};
    case Kind::opencode: return {"OPENCODE_*", "ANTHROPIC_*", "OPENAI_*"};
    case Kind::acp:
    case Kind::command: break;
  }
  return {};
}

Result<Words> program_of(const Profile& profile) {
  if (!profile.program.empty()) return profile.program;
  if (profile.kind == Kind::command || profile.kind == Kind::acp) {
    return invalid_input(cat("agent ", profile.name, " names no program; set program = [\"…\"] in its configuration"));
  }
  return Words{std::string(name(profile.kind))};
}

}  // namespace

Result<os::Command> command_for(const Profile& profile, const Order& order) {
  os::Command command;
  TRY_ASSIGN(command.argv, program_of(profile));
  if (order.mcp && order.mcp->argv.empty()) return internal("an MCP server was named without a program");
  TRY_ASSIGN(auto start, start_of(profile, order));
  // Options of the profile stand first: behind a list of ours, or the prompt, they would be taken for more of it.
  const auto at = command.argv.size() + (profile.kind == Kind::codex || profile.kind == Kind::opencode ? 1 : 0);
  command.argv.insert(command.argv.end(), start.words.begin(), start.words.end());
  if (profile.kind == Kind::command) {
    command.argv.insert(command.argv.end(), profile.arguments.begin(), profile.arguments.end());
  } else {
    command.argv.insert(command.argv.begin() + static_cast<std::ptrdiff_t>(at), profile.arguments.begin(),
                        profile.arguments.end());
  }
  command.folder = order.folder;
  command.environment = os::EnvironmentMode::scrubbed;
  command.environment_grants = usual_environment(profile.kind);
  command.environment_grants.insert(command.environment_grants.end(), profile.environment.begin(),
                                    profile.environment.end());
  command.environment_changes = std::move(start.environment);
  if (reads_prompt_from_input(profile, order)) {
    TRY_ASSIGN(command.stdin_file, put(order, "prompt.txt", order.prompt));
  }
  return command;
}

}  // namespace assay::agents
