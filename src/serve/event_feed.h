// What happens, for everybody who listens. The latest events are kept as the bytes that are sent; a
// listener is only a position, so one that is slow costs nothing and reads from the store what is no longer
// kept. For the loop's thread alone, but for the functions that make texts.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/database/feed.h"

namespace assay::serve {

struct FeedText {
  std::uint64_t key = 0;  // 0: a hint that has no place in the order
  std::shared_ptr<const std::string> text;
};

constexpr std::uint32_t k_feed_page = 500;  // read from the store at once

// "id: 17\nevent: checkpoint\ndata: {…}\n\n"
FeedText feed_text(const store::FeedEntry& entry);
// The first thing a listener gets: where it stands. `reset`: what it asked to go on from is not of this
// store; it has to read everything anew.
enum class Greeting { hello, reset };
std::string greeting_text(Greeting greeting, std::uint64_t key);
// Something changed that is no checkpoint: costs, heartbeats, jobs. No id, may be missed.
std::string change_text();

// Where a listener wants to go on from; nothing: from now. A text that is no number is past everything there is, so
// that the listener is told to read anew (an error would make a browser ask for ever).
std::optional<std::uint64_t> resume_key(std::string_view last_event_id);

class EventFeed {
 public:
  explicit EventFeed(std::uint64_t end, size_t most = 1024) : m_floor(end), m_end(end), m_most(most) {}

  void publish(std::vector<FeedText> events);

  std::uint64_t end() const { return m_end; }
  // Whether everything after `key` is kept here.
  bool reaches(std::uint64_t key) const { return key >= m_floor; }
  // At most `most` events after `key`, in order.
  std::vector<FeedText> after(std::uint64_t key, size_t most) const;

 private:
  std::uint64_t m_floor;  // all events with a higher key are in m_recent
  std::uint64_t m_end;
  size_t m_most;
  std::deque<FeedText> m_recent;
};

}  // namespace assay::serve
