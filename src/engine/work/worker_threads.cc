#include <condition_variable>
#include <deque>
#include <thread>

#include "base/text.h"
#include "engine/work/worker.h"

namespace assay::engine {

struct Threads::Shared {
  Shared(std::string path, Clock& given) : store_path(std::move(path)), clock(given) {}

  std::string store_path;
  Clock& clock;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void(store::Store&)>> jobs;
  size_t starting = 0;  // threads that have not opened their store yet
  std::optional<Error> failure;
  bool done = false;

  void work() {
    auto store = store::Store::open(store_path, clock);
    {
      const std::lock_guard lock(mutex);
      if (!store) failure = store.error();
      --starting;
      changed.notify_all();
    }
    if (!store) return;
    while (true) {
      std::function<void(store::Store&)> job;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return done || !jobs.empty(); });
        if (jobs.empty()) return;
        job = std::move(jobs.front());
        jobs.pop_front();
      }
      job(**store);
    }
  }
};

Threads::Threads(std::string store_path, Clock& clock, std::uint32_t count)
    : m_shared(std::make_shared<Shared>(std::move(store_path), clock)) {
  m_shared->starting = count;
  for (std::uint32_t i = 0; i < count; ++i) m_threads.emplace_back([shared = m_shared] { shared->work(); });
}

Threads::~Threads() {
  {
    const std::lock_guard lock(m_shared->mutex);
    m_shared->done = true;
    m_shared->changed.notify_all();
  }
  for (auto& thread : m_threads) thread.join();
}

Result<void> Threads::launch(std::function<void(store::Store&)> job) {
  std::unique_lock lock(m_shared->mutex);
  m_shared->changed.wait(lock, [&] { return m_shared->starting == 0; });
  if (m_shared->failure) return *m_shared->failure;
  m_shared->jobs.push_back(std::move(job));
  m_shared->changed.notify_all();
  return {};
}

}  // namespace assay::engine
