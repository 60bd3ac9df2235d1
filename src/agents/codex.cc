// codex exec --json: thread.started, turn.started, item.*, then turn.completed or turn.failed. An item of
// type error may be a mere warning; only the turn's own event decides.
#include "agents/reader.h"
#include "agents/start.h"
#include "base/text.h"

namespace assay::agents {

namespace {

bool is_codex_event(const json::object& event) {
  const auto type = text_at(event, "type");
  return type.starts_with("thread.") || type.starts_with("turn.") || type.starts_with("item.");
}

class CodexReader final : public JsonReader {
 public:
  using JsonReader::JsonReader;

 protected:
  void event(const json::object& event, const OnEvent& on_event) override {
    const auto type = text_at(event, "type");
    if (type == "thread.started") m_report.session = text_at(event, "thread_id");
    if (type == "item.completed" || type == "item.started") item(event, type == "item.completed", on_event);
    if (type == "turn.completed") completed(event);
    if (type == "turn.failed") failed(event);
    if (type == "error") {
      m_last_error = text_at(event, "message");
      on_event({Event::What::warning, m_last_error});
    }
  }

  bool knows(const json::object& event) const override {
    return text_at(event, "type") == "error" || is_codex_event(event);
  }

  bool tells_sums() const override { return true; }

  void conclude(const os::Outcome&) override {
    if (m_report.end == End::unclear && !m_last_error.empty()) fail(end_of_message(m_last_error), m_last_error);
  }

 private:
  void item(const json::object& event, bool done, const OnEvent& on_event) {
    const auto* item = object_at(event, "item");
    if (item == nullptr) return;
    const auto type = text_at(*item, "type");
    if (type == "agent_message" && done) {
      m_report.summary = text_at(*item, "text");
      on_event({Event::What::message, m_report.summary});
    } else if (type == "reasoning" && done) {
      on_event({Event::What::thought, text_at(*item, "text")});
    } else if (type == "command_execution" && !done) {
      on_event({Event::What::tool, "shell", {}, excerpt(text_at(*item, "command"), 400), text_at(*item, "id")});
    } else if (type == "command_execution") {
      const auto* status = item->if_contains("exit_code");
      const bool failed = status != nullptr && status->is_number() && status->to_number<double>() != 0;
      on_event({Event::What::tool_result,
                text_of(item->if_contains("aggregated_output")),
                {},
                {},
                text_at(*item, "id"),
                failed});
    } else if (type == "file_change" && done) {
      on_event({Event::What::tool, type, {}, excerpt(text_of(item->if_contains("changes")), 400)});
    } else if (type == "mcp_tool_call" && done) {
      called(*item, on_event);
    } else if (type == "web_search" && done) {
      on_event({Event::What::tool, type, {}, excerpt(text_at(*item, "query"), 400)});
    } else if (type == "error" && done) {
      on_event({Event::What::warning, text_at(*item, "message")});
    }
  }

  static void called(const json::object& item, const OnEvent& on_event) {
    const auto id = text_at(item, "id");
    on_event({Event::What::tool,
              cat(text_at(item, "server"), " ", text_at(item, "tool")),
              {},
              short_arguments(item.if_contains("arguments")),
              id});
    const auto* error = item.if_contains("error");
    const bool failed = error != nullptr && !error->is_null();
    const auto* given = failed ? error : item.if_contains("result");
    if (given != nullptr && !given->is_null()) on_event({Event::What::tool_result, text_of(given), {}, {}, id, failed});
  }

  void completed(const json::object& event) {
    ++m_report.turns;
    if (const auto* usage = object_at(event, "usage")) {
      m_report.input_tokens = count_at(*usage, "input_tokens");
      m_report.output_tokens = count_at(*usage, "output_tokens");
    }
    m_report.end = End::succeeded;
    m_report.reason.clear();
  }

  void failed(const json::object& event) {
    ++m_report.turns;
    const auto* error = object_at(event, "error");
    const auto message = error == nullptr ? std::string("the turn failed") : text_at(*error, "message");
    const auto end = end_of_message(message);
    fail(end == End::failed ? End::model_error : end, message);
  }

  std::string m_last_error;
};

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

std::string codex_sandbox(const AgentRun& run) {
  if (run.is_sandboxed) return "danger-full-access";
  return run.access == Access::work ? "workspace-write" : "read-only";
}

Result<Start> start_codex(const AgentRun& run) {
  Start start;
  start.prompt_by = prompt_by_size(run);
  auto& words = start.arguments;
  add(words, {"exec"});
  add(words, run.agent.arguments);  // options of exec
  add(words, {"--json", "-C", run.process.folder, "-s", codex_sandbox(run), "--skip-git-repo-check"});
  if (!run.agent.model.empty()) add(words, {"-m", run.agent.model});
  if (run.access == Access::read_only) add(words, {"-c", "project_doc_max_bytes=0", "--ignore-rules"});
  if (run.mcp) add(words, {"-c", cat("mcp_servers.assay=", toml_table(*run.mcp))});
  if (run.resume) add(words, {"resume", run.resume->session});
  add(words, {start.prompt_by == PromptBy::input ? "-" : run.prompt});
  return start;
}

constexpr std::string_view k_codex_environment[] = {"OPENAI_*", "CODEX_*"};
constexpr std::string_view k_codex_login[] = {".codex"};

}  // namespace

constinit const Kind k_codex = {.name = "codex",
                                .program = "codex",
                                .environment = k_codex_environment,
                                .login_files = k_codex_login,
                                .start = start_codex,
                                .reader = make_reader<CodexReader>,
                                .recognises = is_codex_event};

}  // namespace assay::agents
