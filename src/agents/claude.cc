// claude -p … --output-format stream-json: system/init, assistant and user messages, and one result. An
// API error comes as a result of subtype "success" with is_error set; a SIGINT exits 0.
#include "agents/reader.h"
#include "agents/start.h"
#include "base/text.h"
#include "model/budget.h"

namespace assay::agents {

namespace {

class ClaudeReader final : public JsonReader {
 public:
  using JsonReader::JsonReader;

 protected:
  void event(const json::object& event, const OnEvent& on_event) override {
    const auto type = text_at(event, "type");
    if (type == "system" && text_at(event, "subtype") == "init") m_report.session = text_at(event, "session_id");
    if (type == "assistant") message(event, on_event);
    if (type == "user") results(event, on_event);
    if (type == "result") result(event);
  }

  bool knows(const json::object& event) const override {
    const auto type = text_at(event, "type");
    for (const char* each : {"system", "assistant", "user", "result", "rate_limit_event", "stream_event"}) {
      if (type == each) return true;
    }
    return false;
  }

  bool tells_sums() const override { return true; }

  void conclude(const os::Outcome&) override {
    if (!m_ended && !m_last_words.empty()) m_report.end = End::unclear;
  }

 private:
  void message(const json::object& event, const OnEvent& on_event) {
    const auto* inner = object_at(event, "message");
    if (inner != nullptr) count_tokens(*inner);
    const auto* content = inner == nullptr ? nullptr : array_at(*inner, "content");
    if (content == nullptr) return;
    for (const auto& part : *content) {
      if (!part.is_object()) continue;
      const auto& item = part.get_object();
      const auto type = text_at(item, "type");
      if (type == "text") {
        m_report.summary = text_at(item, "text");
        on_event({Event::What::message, m_report.summary});
      } else if (type == "tool_use") {
        on_event({Event::What::tool,
                  text_at(item, "name"),
                  {},
                  short_arguments(item.if_contains("input")),
                  text_at(item, "id")});
      } else if (type == "thinking") {
        on_event({Event::What::thought, text_at(item, "thinking")});
      }
    }
  }

  // What the tools gave back comes as messages of the user.
  static void results(const json::object& event, const OnEvent& on_event) {
    const auto* inner = object_at(event, "message");
    const auto* content = inner == nullptr ? nullptr : array_at(*inner, "content");
    for (size_t i = 0; content != nullptr && i < content->size(); ++i) {
      const auto* item = (*content)[i].if_object();
      if (item == nullptr || text_at(*item, "type") != "tool_result") continue;
      on_event({Event::What::tool_result,
                text_of(item->if_contains("content")),
                {},
                {},
                text_at(*item, "tool_use_id"),
                flag_at(*item, "is_error")});
    }
  }

  // Each part of a message comes as an event of its own, with the usage of the whole. The result has the exact sums.
  void count_tokens(const json::object& message) {
    const auto* usage = object_at(message, "usage");
    const auto id = text_at(message, "id");
    if (usage == nullptr || id.empty() || id == m_counted) return;
    m_counted = id;
    m_report.input_tokens += input_of(*usage);
    m_report.output_tokens += count_at(*usage, "output_tokens");
  }

  static std::uint64_t input_of(const json::object& usage) {
    return count_at(usage, "input_tokens") + count_at(usage, "cache_creation_input_tokens") +
           count_at(usage, "cache_read_input_tokens");
  }

  void result(const json::object& event) {
    m_ended = true;
    m_report.cost_usd = real_at(event, "total_cost_usd");
    m_report.cost_told = event.contains("total_cost_usd");
    m_report.turns = static_cast<std::uint32_t>(count_at(event, "num_turns"));
    if (const auto* usage = object_at(event, "usage")) {
      m_report.input_tokens = input_of(*usage);
      m_report.output_tokens = count_at(*usage, "output_tokens");
    }
    if (const auto* denials = array_at(event, "permission_denials")) {
      for (const auto& denial : *denials) {
        if (denial.is_object()) deny(text_at(denial.get_object(), "tool_name"));
      }
    }
    const auto text = text_at(event, "result");
    if (!text.empty()) m_report.summary = text;
    const auto subtype = text_at(event, "subtype");
    if (subtype == "success" && !flag_at(event, "is_error")) {
      m_report.end = End::succeeded;
    } else if (subtype == "error_max_turns") {
      fail(End::turns, "it used all the turns it was given");
    } else if (subtype == "error_max_budget_usd" || icontains(subtype, "budget")) {
      fail(End::budget, "it spent the budget it was given");
    } else {
      const std::string why = text.empty() ? subtype : text;
      const auto end = end_of_message(why);
      fail(end == End::failed ? End::model_error : end, why);
    }
  }

  bool m_ended = false;
  std::string m_counted;  // the message whose tokens were counted last
};

Result<Start> start_claude(const AgentRun& run) {
  const bool works = run.access == Access::work;
  Start start;
  start.prompt_by = prompt_by_size(run);
  auto& words = start.arguments;
  words = run.agent.arguments;  // behind a list of ours they would be taken for more of it
  add(words, {"-p"});
  if (start.prompt_by == PromptBy::argument) add(words, {run.prompt});
  add(words, {"--output-format", "stream-json", "--verbose", "--permission-mode"});
  add(words, {works ? "acceptEdits" : "dontAsk", "--strict-mcp-config"});
  Words allowed = run.agent.allowed_tools;
  if (run.is_sandboxed) add(allowed, {"Bash"});
  if (!works) {
    add(allowed, {"Read", "Grep", "Glob"});
    add(words, {"--setting-sources", "user", "--disallowedTools", "Edit,Write,NotebookEdit"});
  }
  if (run.mcp) {
    const json::object servers{{"mcpServers", {{"assay", server_as_object(*run.mcp)}}}};
    TRY_ASSIGN(auto file, put(run, "mcp.json", write_json(servers)));
    add(words, {"--mcp-config", std::move(file)});
    add(allowed, {"mcp__assay"});
  }
  if (!allowed.empty()) add(words, {"--allowedTools", join(allowed, ",")});
  if (!run.agent.model.empty()) add(words, {"--model", run.agent.model});
  if (run.budget_usd) add(words, {"--max-budget-usd", model::dollars(*run.budget_usd)});
  if (run.turns) add(words, {"--max-turns", std::to_string(*run.turns)});
  if (run.resume) add(words, {"--resume", run.resume->session});
  start.environment = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1",
                       "ENABLE_TOOL_SEARCH=false"};  // three tools of ours need not be searched for
  return start;
}

bool is_claude_event(const json::object& event) {
  const auto type = text_at(event, "type");
  return type == "system" || type == "assistant" || (type == "result" && event.contains("subtype"));
}

constexpr std::string_view k_claude_environment[] = {"ANTHROPIC_*", "CLAUDE_*"};
constexpr std::string_view k_claude_login[] = {".claude", ".claude.json"};

}  // namespace

constinit const Kind k_claude = {.name = "claude",
                                 .program = "claude",
                                 .environment = k_claude_environment,
                                 .login_files = k_claude_login,
                                 .start = start_claude,
                                 .reader = make_reader<ClaudeReader>,
                                 .recognises = is_claude_event};

}  // namespace assay::agents
