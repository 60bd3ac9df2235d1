// gemini -o stream-json: init, message, tool_use, tool_result, result{status, stats}. Exit codes carry
// meaning: 41 no login, 53 turns used up, else the service's HTTP status modulo 256; SIGTERM exits 0 without
// a result.
#include <cstdlib>

#include "agents/reader.h"
#include "agents/start.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::agents {

namespace {

constexpr int k_exit_no_login = 41;
constexpr int k_exit_turns = 53;
constexpr int k_exit_429 = 429 % 256;

class GeminiReader final : public JsonReader {
 public:
  using JsonReader::JsonReader;

 protected:
  void event(const json::object& event, const OnEvent& on_event) override {
    const auto type = text_at(event, "type");
    if (type == "init") m_report.session = text_at(event, "session_id");
    if (type == "message" && text_at(event, "role") != "user") {
      // Messages come in pieces when "delta" is set.
      const bool piece = flag_at(event, "delta");
      if (m_begins || !piece) m_report.summary.clear();
      m_begins = false;
      append_summary(text_at(event, "content"));
      on_event({Event::What::message, text_at(event, "content"), {}, {}, {}, false, piece});
    }
    if (type == "tool_use") {
      m_begins = true;
      ++m_report.turns;
      on_event({Event::What::tool,
                text_at(event, "tool_name"),
                {},
                short_arguments(event.if_contains("parameters")),
                text_at(event, "tool_id")});
    }
    if (type == "tool_result") given_back(event, on_event);
    if (type == "error") {
      m_last_error = text_at(event, "message");
      on_event({Event::What::warning, m_last_error});
    }
    if (type == "result") result(event);
  }

  bool knows(const json::object& event) const override {
    const auto type = text_at(event, "type");
    for (const char* each : {"init", "message", "tool_use", "tool_result", "error", "result"}) {
      if (type == each) return true;
    }
    return false;
  }

  void conclude(const os::Outcome& outcome) override {
    if (m_report.end == End::succeeded) return;
    if (outcome.exit_code == k_exit_no_login) return fail(End::not_allowed, "it is not logged in (exit 41)");
    if (outcome.exit_code == k_exit_turns) return fail(End::turns, "it used all the turns it was given (exit 53)");
    if (outcome.exit_code == k_exit_429)
      return fail(End::rate_limited, cat("the service asks to wait. ", m_last_error));
    if (m_report.end == End::unclear && !m_last_error.empty()) fail(end_of_message(m_last_error), m_last_error);
  }

 private:
  static void given_back(const json::object& event, const OnEvent& on_event) {
    const bool failed = text_at(event, "status") == "error";
    auto text = text_of(event.if_contains("output"));
    if (const auto* error = object_at(event, "error"); error != nullptr && text.empty())
      text = text_at(*error, "message");
    on_event({Event::What::tool_result, std::move(text), {}, {}, text_at(event, "tool_id"), failed});
    if (failed) on_event({Event::What::warning, "a tool failed"});
  }

  void result(const json::object& event) {
    if (const auto* stats = object_at(event, "stats")) {
      m_report.input_tokens = count_at(*stats, "input_tokens");
      m_report.output_tokens = count_at(*stats, "output_tokens");
    }
    if (text_at(event, "status") == "success") {
      m_report.end = End::succeeded;
      return;
    }
    const auto* error = object_at(event, "error");
    const auto message = error == nullptr ? m_last_error : text_at(*error, "message");
    const auto end = end_of_message(message);
    fail(end == End::failed ? End::model_error : end, message.empty() ? std::string("it reported an error") : message);
  }

  bool m_begins = true;  // the next piece is the first of a message
  std::string m_last_error;
};

json::object gemini_settings(const AgentRun& run) {
  json::object settings{{"general", {{"enableAutoUpdate", false}}}, {"privacy", {{"usageStatisticsEnabled", false}}}};
  if (run.turns) settings["model"] = json::object{{"maxSessionTurns", *run.turns}};
  if (std::getenv("GEMINI_API_KEY") != nullptr)
    settings["security"] = json::object{{"auth", {{"selectedType", "gemini-api-key"}}}};
  if (run.mcp) {
    auto server = server_as_object(*run.mcp);
    server["trust"] = true;
    settings["mcpServers"] = json::object{{"assay", std::move(server)}};
  }
  if (run.access == Access::read_only) {
    settings["context"] = json::object{{"fileName", ".assay-reads-no-notes"}};
    settings["hooksConfig"] = json::object{{"enabled", false}};
  }
  return settings;
}

// In a HOME of its own they are the user's. Beside a person's HOME there are only the system's, which it
// takes from a file of root's alone.
Result<Words> put_gemini_settings(const AgentRun& run) {
  auto settings = gemini_settings(run);
  if (run.home.empty()) {
    TRY_ASSIGN(const auto file, put(run, "gemini-settings.json", write_json(settings)));
    return Words{cat("GEMINI_CLI_SYSTEM_SETTINGS_PATH=", file)};
  }
  const auto folder = os::join_path(run.home, ".gemini");
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

std::string gemini_approval(const AgentRun& run) {
  if (run.is_sandboxed && run.access == Access::work) return "yolo";
  return run.access == Access::work ? "auto_edit" : "default";
}

Result<Start> start_gemini(const AgentRun& run) {
  Start start;
  start.prompt_by = prompt_by_size(run);
  auto& words = start.arguments;
  words = run.agent.arguments;
  if (start.prompt_by == PromptBy::argument) add(words, {"-p", run.prompt});
  add(words, {"-o", "stream-json", "--approval-mode", gemini_approval(run), "--skip-trust"});
  if (!run.agent.allowed_tools.empty()) add(words, {"--allowed-tools", join(run.agent.allowed_tools, ",")});
  if (!run.agent.model.empty()) add(words, {"-m", run.agent.model});
  if (run.resume) add(words, {"--resume", run.resume->session});
  TRY_ASSIGN(start.environment, put_gemini_settings(run));
  return start;
}

bool is_gemini_event(const json::object& event) {
  return text_at(event, "type") == "init" && event.contains("session_id");
}

constexpr std::string_view k_gemini_environment[] = {"GEMINI_*", "GOOGLE_*"};
constexpr std::string_view k_gemini_login[] = {".gemini"};

}  // namespace

constinit const Kind k_gemini = {.name = "gemini",
                                 .program = "gemini",
                                 .environment = k_gemini_environment,
                                 .login_files = k_gemini_login,
                                 .start = start_gemini,
                                 .reader = make_reader<GeminiReader>,
                                 .recognises = is_gemini_event};

}  // namespace assay::agents
