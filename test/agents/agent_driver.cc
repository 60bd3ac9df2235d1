// Runs one agent through its adapter, as Assay would, and prints what it made of it: for ./dev test-agents.
//
//   agent_driver < order.json > answer.json
//
// order: {kind, program[], arguments[], model, environment[], allowed_tools[], prompt, folder, scratch, access,
// budget_usd, turns, timeout_ms, idle_ms, mcp[], resume{session, …}, settings[] ("NAME=value")}
#include <cstdio>

#include <boost/json.hpp>
#include <unistd.h>

#include "agents/kind.h"
#include "agents/reader.h"
#include "agents/run.h"
#include "base/json.h"
#include "base/text.h"
#include "os/files.h"

namespace {

using namespace assay;

std::vector<std::string> texts_at(const json::object& from, std::string_view key) {
  std::vector<std::string> out;
  if (const auto* array = agents::array_at(from, key)) {
    for (const auto& value : *array) out.emplace_back(value.as_string());
  }
  return out;
}

Result<json::value> drive(const json::object& from) {
  agents::AgentRun run;
  auto& profile = run.agent;
  profile.name = text_at(from, "kind");
  profile.kind = agents::kind_named(profile.name);
  if (profile.kind == nullptr) return invalid_input(cat("there is no kind ", profile.name));
  profile.program = texts_at(from, "program");
  profile.arguments = texts_at(from, "arguments");
  profile.model = text_at(from, "model");
  profile.environment = texts_at(from, "environment");
  profile.allowed_tools = texts_at(from, "allowed_tools");
  run.prompt = text_at(from, "prompt");
  run.process.folder = text_at(from, "folder");
  run.settings_folder = text_at(from, "scratch") + "/order";
  run.home = text_at(from, "scratch") + "/home";
  if (text_at(from, "access") == "read_only") run.access = agents::Access::read_only;
  if (agents::flag_at(from, "walls")) run.is_sandboxed = true;
  if (from.contains("budget_usd")) run.budget_usd = agents::real_at(from, "budget_usd");
  if (from.contains("turns")) run.turns = static_cast<std::uint32_t>(agents::count_at(from, "turns"));
  if (from.contains("mcp")) run.mcp = agents::McpServer{texts_at(from, "mcp"), {}};
  if (const auto* resume = agents::object_at(from, "resume")) {
    run.resume = agents::Resume{text_at(*resume, "session"), agents::real_at(*resume, "cost_usd"),
                                agents::count_at(*resume, "input_tokens"), agents::count_at(*resume, "output_tokens")};
  }
  auto& process = run.process;
  process.scratch = text_at(from, "scratch");
  process.timeout = std::chrono::milliseconds(agents::count_at(from, "timeout_ms"));
  process.idle_timeout = std::chrono::milliseconds(agents::count_at(from, "idle_ms"));
  process.output.file = process.scratch + "/output";
  process.output_limit = 64 << 20;
  process.environment_changes = texts_at(from, "settings");
  TRY_ASSIGN(const auto command, agents::command_for(run));
  json::array events;
  auto ran = agents::run_agent(run, [&](const agents::Event& event) {
    if (events.size() < 200)
      events.push_back(json::object{{"what", static_cast<int>(event.what)}, {"text", event.text}});
  });
  if (!ran) return ran.error();
  const auto& report = ran->report;
  json::array denied;
  for (const auto& tool : report.denied) denied.emplace_back(tool);
  return json::value(json::object{{"end", agents::name(report.end)},
                                  {"reason", report.reason},
                                  {"summary", report.summary},
                                  {"session", report.session},
                                  {"cost_usd", report.cost_usd},
                                  {"cost_told", report.cost_told},
                                  {"input_tokens", report.input_tokens},
                                  {"output_tokens", report.output_tokens},
                                  {"turns", report.turns},
                                  {"denied", denied},
                                  {"outcome", os::describe(ran->outcome)},
                                  {"duration_ms", ran->outcome.duration.count()},
                                  {"argv", join(command.argv, " ")},
                                  {"errors", ran->errors},
                                  {"events", events}});
}

}  // namespace

int main() {
  const auto text = os::read_stdin(1 << 20);
  const auto order = text ? parse_json(*text, "the order") : Result<json::value>(text.error());
  const auto answer = order ? drive(order->as_object()) : Result<json::value>(order.error());
  if (!answer) {
    std::fprintf(stderr, "agent_driver: %s\n", answer.error().message.c_str());
    return 2;
  }
  std::printf("%s\n", write_json(*answer, Indent::two_spaces).c_str());
  return 0;
}
