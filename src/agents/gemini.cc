// gemini -o stream-json: init, message, tool_use, tool_result, result{status, stats}. Exit codes carry
// meaning: 41 no login, 53 turns used up, else the service's HTTP status modulo 256; SIGTERM exits 0 without
// a result.
#include "agents/reader.h"
#include "base/text.h"

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

}  // namespace

std::unique_ptr<Reader> make_gemini_reader(const Order& order) { return std::make_unique<GeminiReader>(order); }

}  // namespace assay::agents
