#include "agents/reader.h"

#include <algorithm>
#include <cmath>

#include "base/redact.h"
#include "base/text.h"
#include "model/budget.h"

namespace assay::agents {

namespace {

constexpr size_t k_last_words = 2'000;
constexpr size_t k_summary = 32'000;
constexpr size_t k_denied = 100;

const json::value* at(const json::object& from, std::string_view key) { return from.if_contains(key); }

}  // namespace

double real_at(const json::object& from, std::string_view key) {
  const auto* value = at(from, key);
  if (value == nullptr || !value->is_number()) return 0;
  const double number = value->to_number<double>();
  return number >= 0 && number < 1e12 ? number : 0;
}

std::uint64_t count_at(const json::object& from, std::string_view key) {
  return static_cast<std::uint64_t>(real_at(from, key));
}

bool flag_at(const json::object& from, std::string_view key) {
  const auto* value = at(from, key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

const json::object* object_at(const json::object& from, std::string_view key) {
  const auto* value = at(from, key);
  return value == nullptr ? nullptr : value->if_object();
}

const json::array* array_at(const json::object& from, std::string_view key) {
  const auto* value = at(from, key);
  return value == nullptr ? nullptr : value->if_array();
}

namespace {

constexpr size_t k_value = 120;
constexpr size_t k_arguments = 400;
constexpr size_t k_content = 256 << 10;

// What says best what a call is about; agents agree on few names.
const json::key_value_pair* most_telling(const json::object& given) {
  for (const std::string_view key : {"command", "cmd", "file_path", "filePath", "absolute_path", "path", "pattern",
                                     "query", "url", "dir_path", "description"}) {
    if (const auto found = given.find(key); found != given.end()) return found;
  }
  return nullptr;
}

std::string in_short(const json::value& value, size_t limit) {
  if (value.is_string()) return excerpt(std::string_view(value.get_string()), limit);
  return excerpt(write_json(value), limit);
}

}  // namespace

std::string short_arguments(const json::value* given) {
  if (given == nullptr || given->is_null()) return {};
  if (!given->is_object()) return in_short(*given, k_arguments);
  const auto* telling = most_telling(given->get_object());
  const std::string first = telling == nullptr ? std::string() : in_short(telling->value(), k_arguments);
  std::string rest;
  for (const auto& member : given->get_object()) {
    if (rest.size() > k_arguments) break;
    if (&member == telling) continue;
    rest += cat(rest.empty() ? "" : ", ", std::string_view(member.key()), ": ", in_short(member.value(), k_value));
  }
  return excerpt(cat(first, first.empty() || rest.empty() ? "" : " · ", rest), k_arguments);
}

std::string text_of(const json::value* content) {
  if (content == nullptr || content->is_null()) return {};
  if (content->is_string()) return std::string(std::string_view(content->get_string()).substr(0, k_content));
  if (content->is_object()) {
    const auto& object = content->get_object();
    for (const char* key : {"text", "content", "output", "path"}) {
      if (const auto* inner = object.if_contains(key); inner != nullptr && !inner->is_null()) return text_of(inner);
    }
    return write_json(*content).substr(0, k_content);
  }
  if (!content->is_array()) return write_json(*content);
  std::string out;
  for (const auto& part : content->get_array()) {
    if (out.size() >= k_content) break;
    out += cat(out.empty() ? "" : "\n", text_of(&part));
  }
  return out;
}

JsonReader::JsonReader(const AgentRun& run) : m_budget_usd(run.budget_usd), m_turns(run.turns), m_resume(run.resume) {}

void JsonReader::line(std::string_view text, const OnEvent& on_event) {
  text = trim(text);
  if (text.empty()) return;
  if (text.front() == '{') {
    const auto value = parse_json(text, "event");
    if (value && value->is_object()) {
      if (!knows(value->get_object())) on_event({Event::What::note, std::string(text)});
      event(value->get_object(), on_event);
      if (m_report.reason != m_reason_told) {
        m_reason_told = m_report.reason;
        if (!m_reason_told.empty()) on_event({Event::What::error, m_reason_told});
      }
      if (const auto now = used(); now != m_told) {
        m_told = now;
        on_event({Event::What::usage, {}, now});
      }
      return;
    }
  }
  on_event({Event::What::note, std::string(text)});
  aside(text);
}

void JsonReader::aside(std::string_view text) {
  text = trim(text);
  if (text.empty()) return;
  m_last_words += cat(text.substr(0, k_last_words), "\n");
  if (m_last_words.size() > 2 * k_last_words) m_last_words.erase(0, m_last_words.size() - k_last_words);
}

void JsonReader::fail(End end, std::string_view reason) {
  m_report.end = end;
  m_report.reason = redact(to_utf8(excerpt(reason, 500)));
  if (end == End::rate_limited) m_report.retry_after = wait_asked_for(reason);
}

void JsonReader::deny(std::string tool) {
  if (m_report.denied.size() < k_denied) m_report.denied.push_back(std::move(tool));
}

void JsonReader::append_summary(std::string_view text) {
  m_report.summary += text;
  if (m_report.summary.size() > 2 * k_summary) m_report.summary.erase(0, m_report.summary.size() - k_summary);
}

void JsonReader::hold_to_limits() {
  if (m_stop) return;
  const double spent = m_report.cost_usd - (m_resume && tells_sums() ? m_resume->cost_usd : 0);
  if (m_budget_usd && spent > *m_budget_usd) {
    m_stop = {End::budget,
              cat("it was stopped: it spent ", model::dollars(spent), " USD of ", model::dollars(*m_budget_usd))};
  } else if (m_turns && m_report.turns >= *m_turns) {
    m_stop = {End::turns, cat("it was stopped: it used all of its ", plural(*m_turns, "turn"))};
  }
}

// Never below nothing: a program that tells no sums after all must not make money.
model::Usage JsonReader::used() const {
  model::Usage out{m_report.cost_usd, m_report.input_tokens, m_report.output_tokens, m_report.turns};
  if (!m_resume || !tells_sums()) return out;
  out.cost_usd = std::max(0.0, out.cost_usd - m_resume->cost_usd);
  out.input_tokens -= std::min(out.input_tokens, m_resume->input_tokens);
  out.output_tokens -= std::min(out.output_tokens, m_resume->output_tokens);
  return out;
}

Report JsonReader::finish(const os::Outcome& outcome) {
  const auto all = used();
  m_report.cost_usd = all.cost_usd;
  m_report.input_tokens = all.input_tokens;
  m_report.output_tokens = all.output_tokens;
  m_report.summary = redact(to_utf8(m_report.summary));
  if (m_stop) {
    fail(m_stop->first, m_stop->second);
    return std::move(m_report);
  }
  if (auto ours = ended_by_us(outcome)) {
    m_report.end = ours->end;
    m_report.reason = std::move(ours->reason);
    return std::move(m_report);
  }
  conclude(outcome);
  if (m_report.end == End::succeeded && !outcome.succeeded() && exit_counts()) {
    fail(End::failed, cat("it reported success but ", how_it_ended(outcome)));
  }
  if (m_report.end != End::succeeded && m_report.reason.empty()) {
    fail(m_report.end, cat("it ", how_it_ended(outcome), " and no closing event", m_last_words.empty() ? "" : ": ",
                           trim(m_last_words)));
    if (m_report.end == End::unclear && !m_last_words.empty()) {
      const auto end = end_of_message(m_last_words);
      if (end != End::failed) fail(end, m_last_words);
    }
  }
  return std::move(m_report);
}

std::string how_it_ended(const os::Outcome& outcome) {
  switch (outcome.ended) {
    case os::Ended::exited: return cat("ended with ", os::describe(outcome));
    case os::Ended::signalled: return cat("was ", os::describe(outcome));
    default: return os::describe(outcome);
  }
}

std::optional<Report> ended_by_us(const os::Outcome& outcome) {
  Report report;
  report.reason = os::describe(outcome);
  switch (outcome.ended) {
    case os::Ended::timed_out: report.end = End::timed_out; return report;
    case os::Ended::idle: report.end = End::idle; return report;
    case os::Ended::cancelled: report.end = End::cancelled; return report;
    case os::Ended::could_not_start: report.end = End::could_not_start; return report;
    case os::Ended::output_limit:
    case os::Ended::out_of_memory:
    case os::Ended::process_limit:
    case os::Ended::disk_limit:
    case os::Ended::machine_memory: report.end = End::failed; return report;
    case os::Ended::exited:
    case os::Ended::signalled: break;
  }
  return std::nullopt;
}

End end_of_message(std::string_view message) {
  for (const char* word :
       {"rate limit", "rate_limit", "too many requests", "overloaded", "429", "resource_exhausted"}) {
    if (icontains(message, word)) return End::rate_limited;
  }
  for (const char* word : {"unauthorized", "authentication", "invalid api key", "invalid x-api-key", "not logged in",
                           "permission_denied", "401", "please run /login"}) {
    if (icontains(message, word)) return End::not_allowed;
  }
  for (const char* word : {"budget", "credit balance", "quota", "insufficient_quota"}) {
    if (icontains(message, word)) return End::budget;
  }
  for (const char* word : {"api error", "server error", "internal error", "bad gateway", "connection", "stream", "500",
                           "502", "503", "model"}) {
    if (icontains(message, word)) return End::model_error;
  }
  return End::failed;
}

std::optional<std::chrono::seconds> wait_asked_for(std::string_view message) {
  for (const std::string_view lead : {"in ", "after ", "retry-after: ", "retry_after: "}) {
    for (size_t found = ifind(message, lead); found != std::string_view::npos;
         found = ifind(message, lead, found + 1)) {
      size_t i = found + lead.size();
      std::uint64_t number = 0;
      size_t digits = 0;
      while (i < message.size() && is_digit(message[i]) && digits < 6) {
        number = number * 10 + static_cast<std::uint64_t>(message[i++] - '0');
        ++digits;
      }
      if (digits == 0) continue;
      while (i < message.size() && (message[i] == ' ' || message[i] == '.' || is_digit(message[i]))) ++i;
      const bool minutes = i < message.size() && message[i] == 'm' && !message.substr(i).starts_with("ms");
      return std::chrono::seconds(minutes ? number * 60 : number);
    }
  }
  return std::nullopt;
}

}  // namespace assay::agents
