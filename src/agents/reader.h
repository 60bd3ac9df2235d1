// What the readers of the JSON-speaking agents share. Internal to agents.
#pragma once

#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "agents/agent.h"
#include "base/json.h"

namespace assay::agents {

// Values by name, with an answer when they are missing or of another type.
std::string text_at(const json::object& from, std::string_view key);
double real_at(const json::object& from, std::string_view key);
std::uint64_t count_at(const json::object& from, std::string_view key);
bool flag_at(const json::object& from, std::string_view key);
const json::object* object_at(const json::object& from, std::string_view key);
const json::array* array_at(const json::object& from, std::string_view key);

// Each line is an object; others (banners, stack traces) are kept as the last words of a program that
// may be dying.
class JsonReader : public Reader {
 public:
  void line(std::string_view text, const OnEvent& on_event) final;
  Report finish(const os::Outcome& outcome) final;

 protected:
  virtual void event(const json::object& event, const OnEvent& on_event) = 0;
  // Called when the process ended by itself: fills end and reason from what was seen.
  virtual void conclude(const os::Outcome& outcome) = 0;

  void fail(End end, std::string_view reason);
  Report m_report;
  std::string m_last_words;  // of lines that were no events
};

// The end that a message of a service stands for: rate limits, missing logins, spent quotas.
End end_of_message(std::string_view message);
End end_of_status(std::uint64_t http_status);
// "try again in 20s", "retry after 2 minutes"; nothing when it does not say.
std::optional<std::chrono::seconds> wait_asked_for(std::string_view message);

// How a process ended when we ended it, or it never began; nothing when it ended by itself.
std::optional<Report> ended_by_us(const os::Outcome& outcome);

std::unique_ptr<Reader> make_claude_reader();
std::unique_ptr<Reader> make_codex_reader();
std::unique_ptr<Reader> make_gemini_reader();
std::unique_ptr<Reader> make_opencode_reader();
std::unique_ptr<Reader> make_command_reader();

}  // namespace assay::agents
