#include "serve/pool.h"

namespace assay::serve {

Pool::Pool(std::string folder, size_t threads, size_t longest_queue)
    : m_folder(std::move(folder)), m_longest(longest_queue) {
  for (size_t i = 0; i < threads; ++i) m_threads.emplace_back([this] { serve_queue(); });
}

Pool::~Pool() {
  {
    const MutexLock lock(m_mutex);
    m_ending = true;
  }
  m_wake.notify_all();
  for (auto& thread : m_threads) thread.join();
}

bool Pool::post(Work work) {
  {
    const MutexLock lock(m_mutex);
    if (m_ending || m_queue.size() >= m_longest) return false;
    m_queue.push_back(std::move(work));
  }
  m_wake.notify_one();
  return true;
}

Pool::Work Pool::take() {
  const MutexLock lock(m_mutex);
  while (!m_ending && m_queue.empty()) m_wake.wait(m_mutex);
  if (m_queue.empty()) return {};
  Work work = std::move(m_queue.front());
  m_queue.pop_front();
  return work;
}

void Pool::serve_queue() {
  SystemClock clock;
  ops::Context context({.folder = m_folder, .actor = "person:server", .missing_store = ops::Missing::make}, clock);
  while (const Work work = take()) work(context);
}

}  // namespace assay::serve
