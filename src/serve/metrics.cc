#include "serve/metrics.h"

#include "base/text.h"
#include "base/version.h"

namespace assay::serve {

namespace {

std::string counter(std::string_view name, std::string_view help, std::uint64_t value) {
  return cat("# HELP ", name, " ", help, "\n# TYPE ", name, " counter\n", name, " ", value, "\n");
}
std::string gauge(std::string_view name, std::string_view help, std::int64_t value) {
  return cat("# HELP ", name, " ", help, "\n# TYPE ", name, " gauge\n", name, " ", value, "\n");
}

}  // namespace

void Metrics::count_answer(int status, double seconds) {
  const auto kind = static_cast<size_t>(status / 100);
  if (kind < m_by_class.size()) ++m_by_class[kind];
  size_t i = 0;
  while (i < k_bounds.size() && seconds > k_bounds[i]) ++i;
  ++m_times[i];
  m_microseconds += static_cast<std::uint64_t>(seconds * 1e6);
}

std::string Metrics::text() const {
  std::string out =
      cat("# HELP assay_build_info the program\n# TYPE assay_build_info gauge\nassay_build_info{version=\"", version(),
          "\"} 1\n",
          "# HELP assay_http_requests_total answers given, by the first digit of their status\n"
          "# TYPE assay_http_requests_total counter\n");
  for (size_t i = 1; i < m_by_class.size(); ++i) {
    out += cat("assay_http_requests_total{class=\"", i, "xx\"} ", m_by_class[i].load(), "\n");
  }
  out += "# HELP assay_http_request_seconds how long answers took\n# TYPE assay_http_request_seconds histogram\n";
  std::uint64_t sum = 0;
  for (size_t i = 0; i < k_bounds.size(); ++i) {
    sum += m_times[i].load();
    out += cat("assay_http_request_seconds_bucket{le=\"", k_bounds[i], "\"} ", sum, "\n");
  }
  sum += m_times.back().load();
  out += cat("assay_http_request_seconds_bucket{le=\"+Inf\"} ", sum, "\nassay_http_request_seconds_sum ",
             static_cast<double>(m_microseconds.load()) / 1e6, "\nassay_http_request_seconds_count ", sum, "\n");
  out += gauge("assay_http_connections", "open connections", connections.load());
  out += gauge("assay_event_listeners", "open event streams", listeners.load());
  out += counter("assay_events_total", "events seen in the store", m_events.load());
  out += counter("assay_http_from_cache_total", "answers that were still good", m_from_cache.load());
  out += counter("assay_http_connections_refused_total", "connections that found no room", m_refused.load());
  out += counter("assay_logins_refused_total", "logins with a token that is not known", m_bad_logins.load());
  out +=
      counter("assay_changes_unaudited_total", "changes that could not be noted in changes.jsonl", m_unaudited.load());
  return out;
}

}  // namespace assay::serve
