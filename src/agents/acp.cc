// The Agent Client Protocol, version 1: JSON-RPC over the agent's standard input and output, one message a
// line. We are the client: initialize, session/new, session/prompt; then we listen to session/update and
// answer what the agent asks (permissions, files) until the prompt is answered with a stop reason. Files go
// through os/beneath.h: the agent may sit in a sandbox that we do not sit in, and could use us to reach out.
#include <boost/json.hpp>

#include "agents/acp_updates.h"
#include "agents/kind.h"
#include "agents/permission.h"
#include "agents/reader.h"
#include "base/text.h"
#include "base/version.h"
#include "os/beneath.h"

namespace assay::agents {

namespace {

constexpr std::uint64_t k_file_limit = std::uint64_t{10} << 20;
constexpr int k_no_such_method = -32601;
constexpr int k_bad_parameters = -32602;
constexpr int k_no_such_file = -32002;
constexpr std::int64_t k_login_needed = -32000;

// Lines `first` to `first + count - 1` of a text, as fs/read_text_file counts them: from 1.
std::string_view some_lines(std::string_view text, std::uint64_t first, std::uint64_t count) {
  size_t begin = 0;
  for (std::uint64_t line = 1; line < first && begin < text.size(); ++line) {
    const size_t end = text.find('\n', begin);
    begin = end == std::string_view::npos ? text.size() : end + 1;
  }
  size_t end = begin;
  for (std::uint64_t line = 0; line < count && end < text.size(); ++line) {
    const size_t next = text.find('\n', end);
    end = next == std::string_view::npos ? text.size() : next + 1;
  }
  return text.substr(begin, end - begin);
}

json::array servers_of(const AgentRun& run) {
  json::array servers;
  if (!run.mcp || run.mcp->argv.empty()) return servers;
  json::array words;
  for (size_t i = 1; i < run.mcp->argv.size(); ++i) words.emplace_back(run.mcp->argv[i]);
  json::array variables;
  for (const auto& [name, value] : run.mcp->environment) {
    variables.push_back(json::object{{"name", name}, {"value", value}});
  }
  servers.push_back(
      json::object{{"name", "assay"}, {"command", run.mcp->argv.front()}, {"args", words}, {"env", variables}});
  return servers;
}

class AcpReader final : public JsonReader {
 public:
  AcpReader(const AgentRun& run, os::Dialogue& dialogue) : JsonReader(run), m_run(run), m_dialogue(dialogue) {
    // Reading by way of us is offered to nobody, though answered: files are where the agent is, and some
    // (gemini 0.61) cannot make a new file when told by us that it is not there.
    ask(Step::initialize, "initialize",
        {{"protocolVersion", 1},
         {"clientCapabilities",
          {{"fs", {{"readTextFile", false}, {"writeTextFile", run.access == Access::work}}}, {"terminal", false}}},
         {"clientInfo", {{"name", "assay"}, {"title", "Assay"}, {"version", version()}}}});
  }

 protected:
  void event(const json::object& message, const OnEvent& on_event) override {
    const auto* method = message.if_contains("method");
    if (method == nullptr) return answered(message, on_event);
    static const json::object k_none;
    const auto* given = object_at(message, "params");
    const auto& parameters = given == nullptr ? k_none : *given;
    const auto called = text_at(message, "method");
    if (const auto* id = message.if_contains("id")) return asked(called, *id, parameters, on_event);
    if (called == "session/update") update(parameters, on_event);
  }

  bool knows(const json::object& message) const override { return message.contains("jsonrpc"); }
  void conclude(const os::Outcome&) override {}
  bool exit_counts() const override { return false; }  // it is sent away after the last word
  bool tells_sums() const override { return true; }

 private:
  enum class Step : std::int64_t { initialize = 1, session, model, prompt, mode };

  // ---- what we ask

  void send(const json::object& message) {
    if (m_dialogue.write(write_json(message) + "\n")) return;
    give_up(End::failed, "it does not read what is sent to it");
  }

  void ask(Step step, std::string_view method, json::object parameters) {
    send({{"jsonrpc", "2.0"}, {"id", static_cast<std::int64_t>(step)}, {"method", method}, {"params", parameters}});
  }

  void give_up(End end, std::string_view why) {
    if (m_over) return;
    m_over = true;
    fail(end, why);
    m_dialogue.dismiss();
  }

  void open_session() {
    json::object parameters{{"cwd", m_run.process.folder}, {"mcpServers", servers_of(m_run)}};
    if (m_run.resume && m_loads_sessions) {
      m_report.session = m_run.resume->session;
      parameters["sessionId"] = m_report.session;
      return ask(Step::session, "session/load", std::move(parameters));
    }
    if (m_run.resume) return give_up(End::failed, "it cannot go on with an earlier session");
    ask(Step::session, "session/new", std::move(parameters));
  }

  void prompt() {
    m_dialogue.set_farewell(
        write_json(json::object{
            {"jsonrpc", "2.0"}, {"method", "session/cancel"}, {"params", {{"sessionId", m_report.session}}}}) +
        "\n");
    m_report.summary.clear();  // of a session that was loaded
    json::array content;
    content.push_back(json::object{{"type", "text"}, {"text", m_run.prompt}});
    ask(Step::prompt, "session/prompt", {{"sessionId", m_report.session}, {"prompt", content}});
    m_prompted = true;
  }

  // ---- what it answers

  void answered(const json::object& message, const OnEvent& on_event) {
    const auto* id = message.if_contains("id");
    if (id == nullptr || !id->is_number() || m_over) return;
    const auto step = static_cast<Step>(static_cast<std::int64_t>(count_at(message, "id")));
    if (step != m_awaited) return;
    if (const auto* error = object_at(message, "error")) return refused(step, *error, on_event);
    static const json::object k_none;
    const auto* given = object_at(message, "result");
    const auto& result = given == nullptr ? k_none : *given;
    switch (step) {
      case Step::initialize: return initialized(result);
      case Step::session: return opened(result);
      case Step::mode: return go_on(m_run.agent.model.empty() ? Step::prompt : Step::model);
      case Step::model: return go_on(Step::prompt);
      case Step::prompt: return done(result);
    }
  }

  void go_on(Step next) {
    m_awaited = next;
    if (next == Step::session) open_session();
    if (next == Step::mode) set(Step::mode, m_mode_option, "session/set_mode", "modeId", m_mode);
    if (next == Step::model) set(Step::model, m_model_option, "session/set_model", "modelId", m_run.agent.model);
    if (next == Step::prompt) prompt();
  }

  void initialized(const json::object& result) {
    if (count_at(result, "protocolVersion") != 1) {
      return give_up(End::failed, "it does not speak version 1 of the Agent Client Protocol");
    }
    if (const auto* can = object_at(result, "agentCapabilities")) m_loads_sessions = flag_at(*can, "loadSession");
    if (const auto* methods = array_at(result, "authMethods")) {
      for (const auto& method : *methods) {
        if (method.is_object() && m_logins.size() < 300)
          m_logins += cat(m_logins.empty() ? "" : ", ", text_at(method.get_object(), "name"));
      }
    }
    go_on(Step::session);
  }

  void opened(const json::object& result) {
    if (auto session = text_at(result, "sessionId"); !session.empty()) m_report.session = std::move(session);
    if (m_report.session.empty()) return give_up(End::failed, "it opened a session without a name");
    find_settings(result);
    if (!m_mode.empty()) return go_on(Step::mode);
    go_on(m_run.agent.model.empty() ? Step::prompt : Step::model);
  }

  // The option of a category ("mode", "model") that this session has; newer agents tell modes and models so.
  static const json::object* option_of(const json::object& result, std::string_view category) {
    const auto* options = array_at(result, "configOptions");
    for (size_t i = 0; options != nullptr && i < options->size(); ++i) {
      const auto* option = (*options)[i].if_object();
      if (option != nullptr && text_at(*option, "category") == category) return option;
    }
    return nullptr;
  }

  static bool offers(const json::array* choices, std::string_view key, std::string_view wanted) {
    for (size_t i = 0; choices != nullptr && i < choices->size(); ++i) {
      const auto* choice = (*choices)[i].if_object();
      if (choice != nullptr && text_at(*choice, key) == wanted) return true;
    }
    return false;
  }

  // Some agents ask for nothing and have a mode in which they change nothing instead.
  void find_settings(const json::object& result) {
    const auto* mode = option_of(result, "mode");
    const auto* modes = object_at(result, "modes");
    for (const std::string_view wanted : {"read-only", "plan"}) {
      if (m_run.access != Access::read_only || !m_mode.empty()) break;
      if (mode != nullptr && offers(array_at(*mode, "options"), "value", wanted)) {
        m_mode = wanted;
        m_mode_option = text_at(*mode, "id");
      } else if (modes != nullptr && offers(array_at(*modes, "availableModes"), "id", wanted)) {
        m_mode = wanted;
      }
    }
    if (const auto* model = option_of(result, "model")) m_model_option = text_at(*model, "id");
  }

  void set(Step step, const std::string& option, std::string_view method, std::string_view key,
           const std::string& value) {
    if (option.empty()) return ask(step, method, {{"sessionId", m_report.session}, {key, value}});
    ask(step, "session/set_config_option", {{"sessionId", m_report.session}, {"configId", option}, {"value", value}});
  }

  void refused(Step step, const json::object& error, const OnEvent& on_event) {
    auto message = text_at(error, "message");
    if (const auto* data = object_at(error, "data")) {
      if (const auto details = text_at(*data, "details"); !details.empty()) message += cat(": ", details);
    }
    if (step == Step::mode) {
      return give_up(End::failed, cat("it does not take the mode in which it changes nothing: ", message));
    }
    if (step == Step::model) {
      on_event({Event::What::warning, cat("it did not take the model ", m_run.agent.model, ": ", message)});
      return go_on(Step::prompt);
    }
    const auto* code = error.if_contains("code");
    if (code != nullptr && code->is_int64() && code->get_int64() == k_login_needed) {
      return give_up(End::not_allowed, cat("it asks for a login (", message, ")",
                                           m_logins.empty() ? "" : cat("; it knows these: ", m_logins)));
    }
    const auto end = end_of_message(message);
    give_up(end == End::failed && step == Step::prompt ? End::model_error : end, message);
  }

  void done(const json::object& result) {
    m_over = true;
    usage(result);
    const auto why = text_at(result, "stopReason");
    if (why == "end_turn") {
      m_report.end = End::succeeded;
    } else if (why == "max_turn_requests") {
      fail(End::turns, "it used all the turns it was given");
    } else if (why == "max_tokens") {
      fail(End::failed, "the model's answer was cut off at its longest");
    } else if (why == "refusal") {
      fail(End::failed, "the model refused");
    } else if (why == "cancelled") {
      fail(End::cancelled, "it was cancelled");
    } else {
      fail(End::unclear, cat("it stopped for a reason that is not known: ", why));
    }
    m_dialogue.dismiss();
  }

  void usage(const json::object& result) {
    if (const auto* used = object_at(result, "usage")) {
      m_report.input_tokens =
          count_at(*used, "inputTokens") + count_at(*used, "cachedReadTokens") + count_at(*used, "cachedWriteTokens");
      m_report.output_tokens = count_at(*used, "outputTokens") + count_at(*used, "thoughtTokens");
    }
    const auto* meta = object_at(result, "_meta");
    const auto* quota = meta == nullptr ? nullptr : object_at(*meta, "quota");
    const auto* count = quota == nullptr ? nullptr : object_at(*quota, "token_count");
    if (count == nullptr) return;
    m_report.input_tokens = count_at(*count, "input_tokens");
    m_report.output_tokens = count_at(*count, "output_tokens");
  }

  // ---- what it tells

  void update(const json::object& parameters, const OnEvent& on_event) {
    const auto* update = object_at(parameters, "update");
    if (update == nullptr || !m_prompted) return;
    tell_update(*update, on_event);
    const auto what = text_at(*update, "sessionUpdate");
    if (what == "agent_message_chunk") {
      const auto* content = object_at(*update, "content");
      if (content == nullptr || text_at(*content, "type") != "text") return;
      if (m_begins) m_report.summary.clear();
      m_begins = false;
      append_summary(text_at(*content, "text"));
    } else if (what == "tool_call") {
      m_begins = true;
      ++m_report.turns;
      hold_to_limits();
    } else if (what == "usage_update") {
      const auto* cost = object_at(*update, "cost");
      if (cost == nullptr || text_at(*cost, "currency") != "USD") return;
      m_report.cost_usd = std::max(m_report.cost_usd, real_at(*cost, "amount"));
      m_report.cost_told = true;
      hold_to_limits();
    }
  }

  // ---- what it asks

  void reply(const json::value& id, json::object result) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
  }
  void refuse(const json::value& id, int code, std::string_view why) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", why}}}});
  }

  void asked(const std::string& method, const json::value& id, const json::object& parameters,
             const OnEvent& on_event) {
    if (method == "session/request_permission") return permission(id, parameters, on_event);
    if (method == "fs/read_text_file") return read(id, parameters);
    if (method == "fs/write_text_file") return write(id, parameters, on_event);
    refuse(id, k_no_such_method, cat("assay does not offer ", excerpt(method, 60)));
  }

  void permission(const json::value& id, const json::object& parameters, const OnEvent& on_event) {
    static const json::object k_none;
    const auto* call = object_at(parameters, "toolCall");
    const auto asked = asked_by(call == nullptr ? k_none : *call);
    const auto answer = must_stop() ? Answer::reject : answer_to(asked, m_run);
    if (answer == Answer::reject) denied(asked.title.empty() ? asked.kind : asked.title, on_event);
    const auto* options = array_at(parameters, "options");
    const auto chosen = options == nullptr ? std::nullopt : option_for(answer, *options);
    if (!chosen) return reply(id, {{"outcome", {{"outcome", "cancelled"}}}});
    reply(id, {{"outcome", {{"outcome", "selected"}, {"optionId", *chosen}}}});
  }

  void denied(const std::string& what, const OnEvent& on_event) {
    deny(excerpt(what, 200));
    on_event({Event::What::warning, cat("not allowed: ", excerpt(what, 200))});
  }

  void read(const json::value& id, const json::object& parameters) {
    const auto path = text_at(parameters, "path");
    const auto text = os::read_beneath(m_run.process.folder, path, k_file_limit);
    // Agents look for these words to tell a file that is new from one that may not be read.
    if (!text && text.error().code == Code::not_found)
      return refuse(id, k_no_such_file, cat("Resource not found: ", path));
    if (!text) return refuse(id, k_bad_parameters, text.error().message);
    const auto first = count_at(parameters, "line");
    const auto count = parameters.contains("limit") ? count_at(parameters, "limit") : UINT64_MAX;
    reply(id, {{"content", some_lines(*text, first, count)}});
  }

  void write(const json::value& id, const json::object& parameters, const OnEvent& on_event) {
    const auto path = text_at(parameters, "path");
    if (m_run.access == Access::read_only || !is_workable(path, m_run.process.folder)) {
      denied(cat("write ", path), on_event);
      return refuse(id, k_bad_parameters, cat("writing ", path, " is not allowed here"));
    }
    const auto* content = parameters.if_contains("content");
    if (content == nullptr || !content->is_string()) return refuse(id, k_bad_parameters, "there is no content");
    const auto written = os::write_beneath(m_run.process.folder, path, std::string_view(content->get_string()));
    if (!written) return refuse(id, k_bad_parameters, written.error().message);
    reply(id, {});
  }

  AgentRun m_run;
  os::Dialogue& m_dialogue;
  Step m_awaited = Step::initialize;
  std::string m_mode;         // the one in which it changes nothing, for a reader
  std::string m_mode_option;  // by which it is set; empty: by a method of its own
  std::string m_model_option;
  std::string m_logins;  // ways to log in that it names
  bool m_loads_sessions = false;
  bool m_prompted = false;
  bool m_begins = true;  // the next piece is the first of a message
  bool m_over = false;
};

// All else is said in the dialogue.
Result<Start> start_acp(const AgentRun& run) { return Start{run.agent.arguments, {}}; }

std::unique_ptr<Reader> acp_reader(const AgentRun& run, os::Dialogue* dialogue) {
  if (dialogue == nullptr) return make_acp_listener();
  return std::make_unique<AcpReader>(run, *dialogue);
}

bool is_acp_event(const json::object& message) { return message.contains("jsonrpc"); }

}  // namespace

constinit const Kind k_acp = {.name = "acp",
                              .output = Kind::Output::dialogue,
                              .start = start_acp,
                              .reader = acp_reader,
                              .recognises = is_acp_event};

}  // namespace assay::agents
