#include "engine/verify/check_pool.h"

#include <algorithm>
#include <mutex>
#include <thread>

namespace assay::engine {

namespace {

Result<void> run_side_by_side(std::vector<PoolItem*> items, unsigned jobs) {
  std::mutex mutex;
  size_t next = 0;
  Result<void> result;
  const auto work = [&](unsigned seat) {
    for (;;) {
      PoolItem* item = nullptr;
      {
        const std::lock_guard guard(mutex);
        if (next >= items.size() || !result) return;
        item = items[next++];
      }
      auto ended = item->work(seat);
      const std::lock_guard guard(mutex);
      if (!ended && result) result = std::move(ended);
    }
  };
  const auto threads = std::min<size_t>(std::max(1U, jobs), items.size());
  std::vector<std::jthread> pool;
  for (size_t i = 1; i < threads; ++i) pool.emplace_back(work, static_cast<unsigned>(i));
  work(0);
  pool.clear();
  return result;
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
