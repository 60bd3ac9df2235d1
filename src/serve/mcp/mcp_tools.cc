#include "serve/mcp/mcp_tools.h"

#include <algorithm>
#include <iterator>

#include <boost/json.hpp>

#include "agents/mailbox.h"
#include "base/json.h"
#include "base/text.h"
#include "ops/table/table.h"

namespace assay::serve {

namespace {

using agents::AgentMailbox;
using agents::AgentMessage;

// Some clients take letters, digits, "_" and "-" only.
std::string tool_name(std::string_view operation) {
  std::string out(operation);
  std::replace(out.begin(), out.end(), '.', '_');
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

std::string described(const ops::Operation& operation) {
  return cat(operation.summary, operation.text.empty() ? "" : "\n\n", operation.text);
}

bool is_for_programs(const ops::FieldInfo& info) { return info.about.callers == ops::Callers::anyone; }

McpTool::Effect effect_of(const ops::Operation& operation) {
  switch (operation.effect) {
    case ops::Effect::read: return McpTool::Effect::read;
    case ops::Effect::run: return McpTool::Effect::add;
    case ops::Effect::change: break;
  }
  return McpTool::Effect::change;
}

json::value output_schema_of(const ops::Operation& operation) {
  if (operation.other_document == nullptr) return ops::schema_of(*operation.document);
  return json::object{
      {"type", "object"},
      {"oneOf", json::array{ops::schema_of(*operation.document), ops::schema_of(*operation.other_document)}}};
}

Result<void> refuse_what_is_for_people(const ops::Description& fields, const json::object& arguments) {
  for (const auto& info : fields) {
    const bool is_given = arguments.contains(info.about.name) || arguments.contains(info.about.was);
    if (!is_for_programs(info) && is_given)
      return invalid_input(cat(info.about.name, " is for people, not for programs"));
  }
  return {};
}

McpTool tool_of(const ops::Operation& operation, McpOffer offer, const std::string& folder) {
  const auto fields = operation.request();
  ops::Description offered;
  std::copy_if(fields.begin(), fields.end(), std::back_inserter(offered), is_for_programs);
  McpTool tool;
  tool.name = tool_name(operation.name);
  tool.title = replace_all(std::string(operation.name), ".", " ");
  tool.description = described(operation);
  tool.input_schema = ops::schema_of(offered);
  tool.output_schema = output_schema_of(operation);
  tool.effect = effect_of(operation);
  tool.takes = operation.speed == ops::Speed::slow ? McpTool::Takes::long_time : McpTool::Takes::a_moment;
  // Who was not told to act for somebody does not run code with that person's rights either.
  const auto commands = offer == McpOffer::all ? ops::Commands::as_set : ops::Commands::in_sandbox;
  tool.run = [&operation, fields, folder, commands](const json::object& arguments,
                                                    const McpCall& call) -> Result<McpAnswer> {
    TRY(refuse_what_is_for_people(fields, arguments));
    SystemClock clock;
    ops::Context::Setup setup;
    setup.folder = folder;
    // A newcomer's first call makes the store, as on the command line.
    setup.missing_store = operation.name == "mission.new" ? ops::Missing::make : ops::Missing::refuse;
    setup.commands = commands;
    setup.progress = call.progress;
    setup.cancel = call.cancel;
    ops::Context context(std::move(setup), clock);
    TRY_ASSIGN(const auto answer, operation.answer(context, arguments));
    return McpAnswer{answer->document(), answer->brief()};
  };
  return tool;
}

json::value schema_of_text(std::string_view name, std::string_view help) {
  return json::object{
      {"type", "object"},
      {"properties",
       {{name, {{"type", "string"}, {"description", help}, {"minLength", 1}, {"maxLength", AgentMailbox::k_longest}}}}},
      {"required", json::array{name}},
      {"additionalProperties", false}};
}

// The one text that a tool of the desk takes.
Result<std::string> text_of(const json::object& arguments, std::string_view name) {
  for (const auto& each : arguments) {
    if (each.key() != name) return invalid_input(cat("there is no argument ", std::string_view(each.key())));
  }
  const auto* value = arguments.if_contains(name);
  if (value == nullptr || !value->is_string()) return invalid_input(cat("give ", name, " as a text"));
  return std::string(value->get_string());
}

McpTool saying_tool(const std::string& desk, AgentMessage::What what, std::string_view argument, std::string_view help,
                    std::string_view answer) {
  McpTool tool;
  tool.effect = McpTool::Effect::add;
  tool.input_schema = schema_of_text(argument, help);
  tool.run = [desk, what, argument = std::string(argument), answer = std::string(answer)](
                 const json::object& arguments, const McpCall&) -> Result<McpAnswer> {
    TRY_ASSIGN(auto text, text_of(arguments, argument));
    TRY(AgentMailbox(desk).post({what, std::move(text)}));
    return McpAnswer{json::object{{"noted", true}, {"note", answer}}};
  };
  return tool;
}

}  // namespace

std::vector<McpTool> operation_tools(McpOffer offer, const std::string& folder) {
  std::vector<McpTool> tools;
  for (const auto* operation : ops::operations()) {
    if (operation->callers == ops::Callers::people) continue;
    if (offer == McpOffer::all || operation->effect != ops::Effect::change)
      tools.push_back(tool_of(*operation, offer, folder));
  }
  return tools;
}

std::string instructions_for(McpOffer offer) {
  return cat(
      "Assay is the gate that changes made by coding agents pass on their way to production. A mission is what a "
      "person wants; its tasks are done by agents, checked by others, verified together and then landed. Begin with "
      "status. Ids may be shortened to a unique prefix. Before you say that work is done, ask check with the task: it "
      "runs the repository's commands on the change in this work tree and says what to fix.",
      offer == McpOffer::reading ? " This server changes no mission; commands run in a sandbox." : "");
}

std::vector<McpTool> desk_tools(const std::string& desk_folder) {
  std::vector<McpTool> tools(1);
  tools[0].name = "read_task";
  tools[0].title = "Read your task";
  tools[0].description =
      "Your task as Assay knows it: instructions, acceptance criteria, success criteria with the evidence that will be "
      "looked at, files you may touch, what was found when earlier rounds were looked at.";
  tools[0].input_schema =
      json::object{{"type", "object"}, {"properties", json::object{}}, {"additionalProperties", false}};
  tools[0].run = [desk_folder](const json::object&, const McpCall&) -> Result<McpAnswer> {
    TRY_ASSIGN(const auto text, AgentMailbox(desk_folder).task());
    TRY_ASSIGN(auto task, parse_json(text, "the task"));
    return McpAnswer{std::move(task)};
  };
  tools.push_back(saying_tool(desk_folder, AgentMessage::What::progress, "text",
                              "What was done or is being done, in a sentence", "Noted. Go on."));
  tools.back().name = "report_progress";
  tools.back().title = "Report progress";
  tools.back().description =
      "Tell the people who watch what you have done or are about to do. A sentence, now and then.";
  tools.push_back(
      saying_tool(desk_folder, AgentMessage::What::question, "question", "One question that a person can answer",
                  "Noted. A person answers later, and not in this run. Go on with what does not depend on the "
                  "answer; when nothing is left, end your work and say what waits for it."));
  tools.back().name = "ask_question";
  tools.back().title = "Ask a person";
  tools.back().description =
      "Ask what you cannot find out yourself and must know. The answer comes with the next round, not in this one.";
  return tools;
}

std::string desk_instructions() {
  return "You work on a task of Assay. read_task shows it with its criteria, report_progress tells people how far you "
         "are, ask_question leaves a question for a person. Whether the work is accepted is decided by others, from "
         "evidence.";
}

}  // namespace assay::serve
