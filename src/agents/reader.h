// What the readers of the JSON-speaking agents share. Internal to agents.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/json.hpp>

#include "agents/agent.h"
#include "base/json.h"

namespace assay::agents {

// Values by name, with an answer when they are missing or of another type.
double real_at(const json::object& from, std::string_view key);
std::uint64_t count_at(const json::object& from, std::string_view key);
bool flag_at(const json::object& from, std::string_view key);
const json::object* object_at(const json::object& from, std::string_view key);
const json::array* array_at(const json::object& from, std::string_view key);

// What a tool was called with, in one short line: what matters most first.
std::string short_arguments(const json::value* given);
// The text of what a tool gave back, however it is packed; cut where it is longer than anyone reads.
std::string text_of(const json::value* content);

// Each line is an object; others (banners, stack traces) are kept as the last words of a program that
// may be dying.
class JsonReader : public Reader {
 public:
  explicit JsonReader(const AgentRun& run);
  void line(std::string_view text, const OnEvent& on_event) final;
  void aside(std::string_view text) final;
  bool must_stop() const final { return m_stop.has_value(); }
  Report finish(const os::Outcome& outcome) final;

 protected:
  virtual void event(const json::object& event, const OnEvent& on_event) = 0;
  // Whether this is an event of the kind, be there anything to tell of it or not.
  virtual bool knows(const json::object& event) const = 0;
  // Called when the process ended by itself: fills end and reason from what was seen.
  virtual void conclude(const os::Outcome& outcome) = 0;
  // Whether cost and usage of a resumed session are told as sums with what came before.
  virtual bool tells_sums() const { return false; }

  // Whether a success must be confirmed by exit 0.
  virtual bool exit_counts() const { return true; }

  void fail(End end, std::string_view reason);
  void deny(std::string tool);
  // Parts of the summary as they come; only so much is kept.
  void append_summary(std::string_view text);
  // For kinds that know no limits themselves, when it is about to go on: asks to be stopped when the
  // run's are used up.
  void hold_to_limits();

  Report m_report;
  std::string m_last_words;  // of lines that were no events

 private:
  model::Usage used() const;  // without what an earlier run of the session had told

  model::Usage m_told;  // by the last event of usage
  std::optional<double> m_budget_usd;
  std::optional<std::uint32_t> m_turns;
  std::optional<Resume> m_resume;
  std::string m_reason_told;
  std::optional<std::pair<End, std::string>> m_stop;
};

// The end that a message of a service stands for: rate limits, missing logins, spent quotas.
End end_of_message(std::string_view message);
// "try again in 20s", "retry after 2 minutes"; nothing when it does not say.
std::optional<std::chrono::seconds> wait_asked_for(std::string_view message);

// Behind "it": "ended with exit 3", "was ended by SIGSEGV".
std::string how_it_ended(const os::Outcome& outcome);
// How a process ended when we ended it, or it never began; nothing when it ended by itself.
std::optional<Report> ended_by_us(const os::Outcome& outcome);

// Kind::reader of a kind that only tells.
template <class ReaderOfKind>
std::unique_ptr<Reader> make_reader(const AgentRun& run, os::Dialogue*) {
  return std::make_unique<ReaderOfKind>(run);
}

}  // namespace assay::agents
