#include <deque>
#include <thread>

#include "base/mutex.h"
#include "base/text.h"
#include "engine/work/worker.h"

namespace assay::engine {

struct Threads::Shared {
  Shared(std::string path, Clock& given, size_t threads)
      : store_path(std::move(path)), clock(given), starting(threads) {}

  std::string store_path;
  Clock& clock;
  Mutex mutex;
  ConditionVariable changed;
  std::deque<std::function<void(store::Store&)>> jobs GUARDED_BY(mutex);
  size_t starting GUARDED_BY(mutex);  // threads that have not opened their store yet
  std::optional<Error> failure GUARDED_BY(mutex);
  bool done GUARDED_BY(mutex) = false;

  void work() {
    auto store = store::Store::open(store_path, clock);
    {
      const MutexLock lock(mutex);
      if (!store) failure = store.error();
      --starting;
      changed.notify_all();
    }
    if (!store) return;
    while (true) {
      std::function<void(store::Store&)> job;
      {
        const MutexLock lock(mutex);
        while (!done && jobs.empty()) changed.wait(mutex);
        if (jobs.empty()) return;
        job = std::move(jobs.front());
        jobs.pop_front();
      }
      job(**store);
    }
  }
};

Threads::Threads(std::string store_path, Clock& clock, std::uint32_t count)
    : m_shared(std::make_shared<Shared>(std::move(store_path), clock, count)) {
  for (std::uint32_t i = 0; i < count; ++i) m_threads.emplace_back([shared = m_shared] { shared->work(); });
}

Threads::~Threads() {
  {
    const MutexLock lock(m_shared->mutex);
    m_shared->done = true;
    m_shared->changed.notify_all();
  }
  for (auto& thread : m_threads) thread.join();
}

Result<void> Threads::launch(std::function<void(store::Store&)> job) {
  const MutexLock lock(m_shared->mutex);
  while (m_shared->starting > 0) m_shared->changed.wait(m_shared->mutex);
  if (m_shared->failure) return *m_shared->failure;
  m_shared->jobs.push_back(std::move(job));
  m_shared->changed.notify_all();
  return {};
}

}  // namespace assay::engine
