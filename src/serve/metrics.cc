#include "serve/metrics.h"

#include <cmath>

#include "base/text.h"
#include "base/version.h"

namespace assay::serve {

using telemetry::Metric;

namespace {

Metric metric_of(Metric::Kind kind, std::string_view name, std::string_view help, double value) {
  return {kind, std::string(name), std::string(help), {}, {}, {{{}, value, {}}}};
}
Metric counter(std::string_view name, std::string_view help, std::uint64_t value) {
  return metric_of(Metric::Kind::sum, name, help, static_cast<double>(value));
}
Metric gauge(std::string_view name, std::string_view help, std::int64_t value) {
  return metric_of(Metric::Kind::gauge, name, help, static_cast<double>(value));
}

// Whole numbers without a point, as they were counted.
std::string number(double value) {
  return std::floor(value) == value ? cat(static_cast<std::int64_t>(value)) : cat(value);
}

std::string labels_of(const telemetry::Attributes& attributes) {
  std::string out;
  for (const auto& [key, value] : attributes) {
    const auto* text = std::get_if<std::string>(&value);
    if (text != nullptr) out += cat(out.empty() ? "{" : ",", key, "=\"", *text, "\"");
  }
  return out.empty() ? out : out + "}";
}

std::string buckets(const Metric& metric, const Metric::Point& point) {
  std::string out;
  std::uint64_t sum = 0;
  for (size_t i = 0; i < point.bucket_counts.size(); ++i) {
    sum += point.bucket_counts[i];
    const auto bound = i < metric.bounds.size() ? cat(metric.bounds[i]) : std::string("+Inf");
    out += cat(metric.name, "_bucket{le=\"", bound, "\"} ", sum, "\n");
  }
  return cat(out, metric.name, "_sum ", point.value, "\n", metric.name, "_count ", sum, "\n");
}

std::string in_prometheus(const Metric& metric) {
  static constexpr std::string_view k_types[] = {"counter", "gauge", "histogram"};
  std::string out = cat("# HELP ", metric.name, " ", metric.description, "\n# TYPE ", metric.name, " ",
                        k_types[static_cast<size_t>(metric.kind)], "\n");
  for (const auto& point : metric.points) {
    out += metric.kind == Metric::Kind::histogram
               ? buckets(metric, point)
               : cat(metric.name, labels_of(point.attributes), " ", number(point.value), "\n");
  }
  return out;
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

std::vector<Metric> Metrics::list() const {
  auto program = gauge("assay_build_info", "the program", 1);
  program.points.front().attributes = {{"version", std::string(version())}};
  Metric answers{
      Metric::Kind::sum, "assay_http_requests_total", "answers given, by the first digit of their status", {}, {}, {}};
  for (size_t i = 1; i < m_by_class.size(); ++i) {
    answers.points.push_back({{{"class", cat(i, "xx")}}, static_cast<double>(m_by_class[i].load()), {}});
  }
  Metric times{Metric::Kind::histogram,
               "assay_http_request_seconds",
               "how long answers took",
               "s",
               {k_bounds.begin(), k_bounds.end()},
               {{{}, static_cast<double>(m_microseconds.load()) / 1e6, {}}}};
  for (const auto& each : m_times) times.points.front().bucket_counts.push_back(each.load());
  return {
      std::move(program),
      std::move(answers),
      std::move(times),
      gauge("assay_http_connections", "open connections", connections.load()),
      gauge("assay_event_listeners", "open event streams", listeners.load()),
      counter("assay_events_total", "events seen in the store", m_events.load()),
      counter("assay_http_from_cache_total", "answers that were still good", m_from_cache.load()),
      counter("assay_http_connections_refused_total", "connections that found no room", m_refused.load()),
      counter("assay_logins_refused_total", "logins with a token that is not known", m_bad_logins.load()),
      counter("assay_changes_unaudited_total", "changes that could not be noted in changes.jsonl", m_unaudited.load())};
}

std::string Metrics::text() const {
  std::string out;
  for (const auto& metric : list()) out += in_prometheus(metric);
  return out;
}

}  // namespace assay::serve
