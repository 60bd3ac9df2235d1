#include "engine/run/pool.h"

#include <algorithm>
#include <thread>

#include "base/mutex.h"

namespace assay::engine {

namespace {

// Hands out items until all are taken or one could not be done.
class Shelf {
 public:
  explicit Shelf(std::vector<PoolItem*> items) : m_items(std::move(items)) {}

  PoolItem* take() {
    const MutexLock lock(m_mutex);
    return m_next < m_items.size() && m_result ? m_items[m_next++] : nullptr;
  }
  void ended(Result<void> how) {
    const MutexLock lock(m_mutex);
    if (!how && m_result) m_result = std::move(how);
  }
  Result<void> result() {
    const MutexLock lock(m_mutex);
    return m_result;
  }

 private:
  const std::vector<PoolItem*> m_items;
  Mutex m_mutex;
  size_t m_next GUARDED_BY(m_mutex) = 0;
  Result<void> m_result GUARDED_BY(m_mutex);
};

Result<void> run_side_by_side(const std::vector<PoolItem*>& items, unsigned jobs) {
  Shelf shelf(items);
  const auto work = [&](unsigned seat) {
    while (auto* item = shelf.take()) shelf.ended(item->work(seat));
  };
  const auto threads = std::min<size_t>(std::max(1U, jobs), items.size());
  std::vector<std::jthread> pool;
  for (size_t i = 1; i < threads; ++i) pool.emplace_back(work, static_cast<unsigned>(i));
  work(0);
  pool.clear();
  return shelf.result();
}

}  // namespace

Result<void> run_pool(std::vector<PoolItem> items, unsigned jobs) {
  std::vector<PoolItem*> together;
  for (auto& item : items) {
    if (!item.serial) together.push_back(&item);
  }
  TRY(run_side_by_side(together, jobs));
  for (auto& item : items) {
    if (item.serial) TRY(item.work(0));
  }
  return {};
}

}  // namespace assay::engine
