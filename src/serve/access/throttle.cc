#include "serve/access/throttle.h"

#include <algorithm>
#include <vector>

#include "serve/http/forwarded.h"

namespace assay::serve {

std::optional<std::int64_t> Throttle::wrong(std::string_view address, Time now) {
  const MutexLock lock(m_mutex);
  const auto name = client_network(address);
  auto found = m_full_at.find(name);
  if (found == m_full_at.end()) {
    if (m_full_at.size() >= k_most_addresses) make_room(now);
    found = m_full_at.emplace(name, now.ms).first;
  }
  auto& full_at = found->second;
  full_at = std::clamp(full_at, now.ms, now.ms + k_tries * k_back_ms);  // a clock that was set back locks nobody out
  const std::int64_t over = full_at + k_back_ms - (now.ms + k_tries * k_back_ms);
  if (over > 0) return (over + 999) / 1000;
  full_at += k_back_ms;
  return std::nullopt;
}

// Those whose tries are all back go first, then the half that has most of them.
void Throttle::make_room(Time now) {
  std::erase_if(m_full_at, [&](const auto& each) { return each.second <= now.ms; });
  if (m_full_at.size() < k_most_addresses) return;
  std::vector<std::int64_t> times;
  times.reserve(m_full_at.size());
  for (const auto& [name, full_at] : m_full_at) times.push_back(full_at);
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  std::erase_if(m_full_at, [limit = *middle](const auto& each) { return each.second <= limit; });
}

size_t Throttle::size() const {
  const MutexLock lock(m_mutex);
  return m_full_at.size();
}

}  // namespace assay::serve
