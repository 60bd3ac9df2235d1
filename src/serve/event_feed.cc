#include "serve/event_feed.h"

#include <algorithm>
#include <limits>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace assay::serve {

FeedText feed_text(const store::FeedEntry& entry) {
  const auto& checkpoint = entry.checkpoint;
  json::object data{
      {"key", entry.key},
      {"missionId", checkpoint.mission.text},
      {"taskId", checkpoint.task.empty() ? json::value(nullptr) : json::value(checkpoint.task.text)},
      {"number", checkpoint.number},
      {"kind", name(checkpoint.kind)},
      {"title", checkpoint.title},
      {"actor", checkpoint.actor},
      {"createdAt", to_iso(checkpoint.created_at)},
      {"status", name(entry.status)},
      {"story", name(entry.story)},
      {"version", entry.version},
      {"taskState", entry.task_state ? json::value(name(*entry.task_state)) : json::value(nullptr)},
  };
  // JSON writes line ends as escapes, so the data is one line whatever a title holds.
  return {entry.key, std::make_shared<const std::string>(
                         cat("id: ", entry.key, "\nevent: checkpoint\ndata: ", write_json(data), "\n\n"))};
}

std::string greeting_text(Greeting greeting, std::uint64_t key) {
  return cat("retry: 1000\nid: ", key, "\nevent: ", greeting == Greeting::hello ? "hello" : "reset",
             "\ndata: {\"key\":", key, "}\n\n");
}

std::string change_text() { return "event: change\ndata: {}\n\n"; }

std::optional<std::uint64_t> resume_key(std::string_view last_event_id) {
  const auto text = trim(last_event_id);
  if (text.empty()) return std::nullopt;
  return parse_uint(text).value_or(std::numeric_limits<std::uint64_t>::max());
}

void EventFeed::publish(std::vector<FeedText> events) {
  for (auto& event : events) {
    if (event.key <= m_end) continue;
    m_end = event.key;
    m_recent.push_back(std::move(event));
  }
  while (m_recent.size() > m_most) {
    m_floor = m_recent.front().key;
    m_recent.pop_front();
  }
}

std::vector<FeedText> EventFeed::after(std::uint64_t key, size_t most) const {
  auto at = std::upper_bound(m_recent.begin(), m_recent.end(), key,
                             [](std::uint64_t wanted, const FeedText& event) { return wanted < event.key; });
  const auto left = static_cast<size_t>(m_recent.end() - at);
  return {at, at + static_cast<std::ptrdiff_t>(std::min(left, most))};
}

}  // namespace assay::serve
