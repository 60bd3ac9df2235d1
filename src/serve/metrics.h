// What the server counts, for Prometheus and for a collector of OpenTelemetry. Any thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "telemetry/otlp.h"

namespace assay::serve {

class Metrics {
 public:
  void count_answer(int status, double seconds);
  void count_bad_login() { ++m_bad_logins; }
  void count_unaudited() { ++m_unaudited; }
  void count_refused_connection() { ++m_refused; }
  void count_from_cache() { ++m_from_cache; }
  void count_events(std::uint64_t n) { m_events += n; }

  std::atomic<std::int64_t> connections{0};
  std::atomic<std::int64_t> listeners{0};

  std::vector<telemetry::Metric> list() const;
  std::string text() const;  // as Prometheus reads it

 private:
  static constexpr std::array<double, 9> k_bounds = {0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30};
  std::array<std::atomic<std::uint64_t>, 6> m_by_class{};  // 1xx to 5xx
  std::array<std::atomic<std::uint64_t>, k_bounds.size() + 1> m_times{};
  std::atomic<std::uint64_t> m_microseconds{0};
  std::atomic<std::uint64_t> m_bad_logins{0}, m_unaudited{0}, m_refused{0}, m_from_cache{0}, m_events{0};
};

}  // namespace assay::serve
