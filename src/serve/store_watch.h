// A thread that looks for changes of the store, whoever makes them (this server, a command beside it, a
// worker on the same machine), and hands on what it finds. A change is seen after 10 ms while things
// happen, after 50 ms when all was quiet.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "serve/event_feed.h"
#include "store/database/feed.h"
#include "store/database/version_watch.h"

namespace assay::serve {

class StoreWatch {
 public:
  struct Listener {
    std::function<void(std::vector<FeedText>)> on_events;  // on the thread of the watch
    std::function<void()> on_change;                       // changed, but no event came of it
    std::function<void()> each_second;
  };

  static Result<std::unique_ptr<StoreWatch>> start(const std::string& store, Listener listener);
  ~StoreWatch();

  std::uint64_t first_end() const { return m_first_end; }  // where the feed stood at the start
  const store::VersionWatch& version() const { return *m_version; }

 private:
  StoreWatch() = default;
  void poll();
  bool take_events();

  SystemClock m_clock;
  std::unique_ptr<store::Feed> m_feed;
  std::unique_ptr<store::VersionWatch> m_version;
  Listener m_listener;
  std::uint64_t m_first_end = 0;
  std::uint64_t m_end = 0;
  std::atomic<bool> m_stop{false};
  std::thread m_thread;
};

}  // namespace assay::serve
