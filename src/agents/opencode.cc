// opencode run --format json: step_start, tool_use, text, step_finish{reason, tokens, cost}, error. There is no
// final event, and an HTTP 500 ends it silently: it succeeded when its last step finished with "stop".
#include "agents/reader.h"
#include "agents/start.h"
#include "base/text.h"

namespace assay::agents {

namespace {

class OpencodeReader final : public JsonReader {
 public:
  using JsonReader::JsonReader;

 protected:
  void event(const json::object& event, const OnEvent& on_event) override {
    const auto type = text_at(event, "type");
    const auto* part = object_at(event, "part");
    if (m_report.session.empty()) m_report.session = text_at(event, "sessionID");
    if (type == "step_start") m_last_reason = "unfinished";
    // What it says to itself (when it makes room in its memory) is no message.
    if (part != nullptr && type == "text" && !flag_at(*part, "synthetic")) {
      m_report.summary = text_at(*part, "text");
      on_event({Event::What::message, m_report.summary});
    }
    if (part != nullptr && type == "reasoning") on_event({Event::What::thought, text_at(*part, "text")});
    if (part != nullptr && type == "tool_use") used(*part, on_event);
    if (part != nullptr && type == "step_finish") step(*part);
    if (type == "error") {
      error(event);
      on_event({Event::What::warning, m_error});
    }
  }

  bool knows(const json::object& event) const override {
    const auto type = text_at(event, "type");
    for (const char* each : {"step_start", "step_finish", "text", "reasoning", "tool_use", "error"}) {
      if (type == each) return true;
    }
    return false;
  }

  void conclude(const os::Outcome&) override {
    if (!m_error.empty()) {
      const auto end = end_of_message(m_error);
      return fail(end == End::failed ? End::model_error : end, m_error);
    }
    if (m_last_reason == "stop") m_report.end = End::succeeded;
  }

 private:
  // A call is told when it is over, with what it gave back.
  static void used(const json::object& part, const OnEvent& on_event) {
    const auto* state = object_at(part, "state");
    const auto id = text_at(part, "callID");
    on_event({Event::What::tool,
              text_at(part, "tool"),
              {},
              state == nullptr ? std::string() : short_arguments(state->if_contains("input")),
              id});
    if (state == nullptr) return;
    const bool failed = text_at(*state, "status") == "error";
    const auto* given = state->if_contains(failed ? "error" : "output");
    if (given != nullptr) on_event({Event::What::tool_result, text_of(given), {}, {}, id, failed});
  }

  void step(const json::object& part) {
    ++m_report.turns;
    m_last_reason = text_at(part, "reason");
    m_report.cost_usd += real_at(part, "cost");
    m_report.cost_told = m_report.cost_told || part.contains("cost");
    if (const auto* tokens = object_at(part, "tokens")) {
      m_report.input_tokens += count_at(*tokens, "input");
      m_report.output_tokens += count_at(*tokens, "output");
    }
    if (m_last_reason != "stop") hold_to_limits();
  }

  void error(const json::object& event) {
    const auto* inner = object_at(event, "error");
    if (inner == nullptr) return;
    m_error = text_at(*inner, "message");
    if (const auto* data = object_at(*inner, "data"); data != nullptr && m_error.empty()) {
      m_error = text_at(*data, "message");
    }
    if (m_error.empty()) m_error = text_at(*inner, "name");
  }

  std::string m_last_reason;
  std::string m_error;
};

json::object opencode_settings(const AgentRun& run) {
  const bool works = run.access == Access::work;
  json::object permission{{"edit", works ? "allow" : "deny"},
                          {"bash", run.is_sandboxed ? "allow" : "deny"},
                          {"webfetch", "deny"},
                          {"websearch", "deny"},
                          {"external_directory", "deny"}};
  for (const auto& tool : run.agent.allowed_tools) permission[tool] = "allow";
  if (!works) permission["edit"] = "deny";
  json::object settings{{"autoupdate", false}, {"share", "disabled"}, {"permission", std::move(permission)}};
  if (run.mcp) {
    json::array words;
    for (const auto& word : run.mcp->argv) words.emplace_back(word);
    json::object variables;
    for (const auto& [name, value] : run.mcp->environment) variables[name] = value;
    settings["mcp"] =
        json::object{{"assay", {{"type", "local"}, {"command", words}, {"environment", variables}, {"enabled", true}}}};
  }
  return settings;
}

// It takes settings from a variable as well, besides the file that OPENCODE_CONFIG may name.
Result<Start> start_opencode(const AgentRun& run) {
  Start start;
  start.prompt_by = prompt_by_size(run);
  auto& words = start.arguments;
  add(words, {"run"});
  add(words, run.agent.arguments);  // options of run
  add(words, {"--format", "json"});
  if (!run.agent.model.empty()) add(words, {"-m", run.agent.model});
  if (run.resume) add(words, {"--session", run.resume->session});
  if (start.prompt_by == PromptBy::argument) add(words, {run.prompt});
  start.environment = {cat("OPENCODE_CONFIG_CONTENT=", write_json(opencode_settings(run)))};
  if (run.access == Access::read_only) {
    add(start.environment,
        {"OPENCODE_DISABLE_PROJECT_CONFIG=1", "OPENCODE_DISABLE_CLAUDE_CODE=1", "OPENCODE_DISABLE_EXTERNAL_SKILLS=1"});
  }
  return start;
}

bool is_opencode_event(const json::object& event) {
  return event.contains("sessionID") || text_at(event, "type").starts_with("step_");
}

constexpr std::string_view k_opencode_environment[] = {"OPENCODE_*", "ANTHROPIC_*", "OPENAI_*"};
constexpr std::string_view k_opencode_login[] = {".config/opencode", ".local/share/opencode", ".local/state/opencode",
                                                 ".cache/opencode"};

}  // namespace

constinit const Kind k_opencode = {.name = "opencode",
                                   .program = "opencode",
                                   .environment = k_opencode_environment,
                                   .login_files = k_opencode_login,
                                   .start = start_opencode,
                                   .reader = make_reader<OpencodeReader>,
                                   .recognises = is_opencode_event};

}  // namespace assay::agents
