#include "agents/acp_updates.h"

#include "base/text.h"

namespace assay::agents {

namespace {

void tell_piece(Event::What what, const json::object& update, const OnEvent& on_event) {
  const auto* content = object_at(update, "content");
  if (content == nullptr || text_at(*content, "type") != "text") return;
  on_event({what, text_at(*content, "text"), {}, {}, {}, false, true});
}

// Where its input is not told, the places it looks at say what it is about.
std::string arguments_in(const json::object& call) {
  if (auto told = short_arguments(call.if_contains("rawInput")); !told.empty()) return told;
  std::string out;
  const auto* places = array_at(call, "locations");
  for (size_t i = 0; places != nullptr && i < places->size() && out.size() < 400; ++i) {
    if (const auto* place = (*places)[i].if_object()) out += cat(out.empty() ? "" : ", ", text_at(*place, "path"));
  }
  return excerpt(out, 400);
}

void tell_end(const json::object& update, const OnEvent& on_event) {
  const auto status = text_at(update, "status");
  if (status != "completed" && status != "failed") return;
  auto text = text_of(update.if_contains("content"));
  if (text.empty()) text = text_of(update.if_contains("rawOutput"));
  const bool failed = status == "failed";
  on_event({Event::What::tool_result, std::move(text), {}, {}, text_at(update, "toolCallId"), failed});
  if (failed) on_event({Event::What::warning, "a tool failed"});
}

class AcpListener final : public JsonReader {
 public:
  AcpListener() : JsonReader(AgentRun{}) {}

 protected:
  void event(const json::object& message, const OnEvent& on_event) override {
    const auto* parameters = object_at(message, "params");
    const auto* update = parameters == nullptr ? nullptr : object_at(*parameters, "update");
    if (text_at(message, "method") == "session/update" && update != nullptr) tell_update(*update, on_event);
    if (const auto* error = object_at(message, "error")) on_event({Event::What::error, text_at(*error, "message")});
  }
  bool knows(const json::object& message) const override { return message.contains("jsonrpc"); }
  void conclude(const os::Outcome&) override {}
};

}  // namespace

void tell_update(const json::object& update, const OnEvent& on_event) {
  const auto what = text_at(update, "sessionUpdate");
  if (what == "agent_message_chunk") tell_piece(Event::What::message, update, on_event);
  if (what == "agent_thought_chunk") tell_piece(Event::What::thought, update, on_event);
  if (what == "tool_call") {
    on_event({Event::What::tool, text_at(update, "title"), {}, arguments_in(update), text_at(update, "toolCallId")});
  }
  if (what == "tool_call" || what == "tool_call_update") tell_end(update, on_event);
}

std::unique_ptr<Reader> make_acp_listener() { return std::make_unique<AcpListener>(); }

}  // namespace assay::agents
