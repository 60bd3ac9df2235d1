#include "serve/store_watch.h"

#include <chrono>

namespace assay::serve {

namespace {

using namespace std::chrono_literals;

constexpr auto k_busy_pause = 10ms;
constexpr auto k_quiet_pause = 50ms;
constexpr auto k_quiet_after = 2s;

}  // namespace

Result<std::unique_ptr<StoreWatch>> StoreWatch::start(const std::string& store, Listener listener) {
  std::unique_ptr<StoreWatch> watch(new StoreWatch);
  TRY_ASSIGN(watch->m_feed, store::Feed::open(store, watch->m_clock.now()));
  TRY_ASSIGN(watch->m_version, store::VersionWatch::open(store, watch->m_clock.now()));
  TRY_ASSIGN(watch->m_first_end, watch->m_feed->end());
  watch->m_end = watch->m_first_end;
  watch->m_listener = std::move(listener);
  watch->m_thread = std::thread([raw = watch.get()] { raw->poll(); });
  return watch;
}

StoreWatch::~StoreWatch() {
  m_stop = true;
  if (m_thread.joinable()) m_thread.join();
}

// True when there were some.
bool StoreWatch::take_events() {
  bool any = false;
  for (;;) {
    const auto page = m_feed->after(m_end, k_feed_page);
    if (!page || page->empty()) return any;  // a store that cannot be read now is asked again at the next change
    std::vector<FeedText> texts;
    texts.reserve(page->size());
    for (const auto& entry : *page) texts.push_back(feed_text(entry));
    m_end = page->back().key;
    m_listener.on_events(std::move(texts));
    any = true;
  }
}

void StoreWatch::poll() {
  using std::chrono::steady_clock;
  std::optional<store::StoreVersion> seen;
  auto last_change = steady_clock::now(), last_second = last_change, last_hint = last_change - 1s;
  bool hint = false;
  while (!m_stop) {
    const auto now = steady_clock::now();
    if (const auto version = m_version->look(); version && version != seen) {
      last_change = now;
      const bool any = take_events();
      hint = hint || (!any && seen);
      seen = version;
    }
    if (hint && now - last_hint >= 1s) {
      m_listener.on_change();
      last_hint = now;
      hint = false;
    }
    if (now - last_second >= 1s) {
      m_listener.each_second();
      last_second = now;
    }
    std::this_thread::sleep_for(now - last_change < k_quiet_after ? k_busy_pause : k_quiet_pause);
  }
}

}  // namespace assay::serve
