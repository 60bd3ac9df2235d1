#include "telemetry/otlp.h"

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "base/version.h"

namespace assay::telemetry {

namespace {

constexpr int k_ok = 1;          // STATUS_CODE_OK
constexpr int k_error = 2;       // STATUS_CODE_ERROR
constexpr int k_cumulative = 2;  // AGGREGATION_TEMPORALITY_CUMULATIVE
constexpr int k_info = 9;        // SEVERITY_NUMBER_INFO

// 64-bit numbers are texts, as protobuf's JSON has them.
std::string nanoseconds(Time time) { return cat(time.ms, time.ms == 0 ? "" : "000000"); }

json::object value_of(const AttributeValue& value) {
  struct Visitor {
    json::object operator()(const std::string& text) const { return {{"stringValue", to_utf8(text)}}; }
    json::object operator()(std::int64_t number) const { return {{"intValue", cat(number)}}; }
    json::object operator()(double number) const { return {{"doubleValue", number}}; }
    json::object operator()(bool flag) const { return {{"boolValue", flag}}; }
  };
  return std::visit(Visitor(), value);
}

json::array list_of(const Attributes& attributes) {
  json::array out;
  for (const auto& [key, value] : attributes) out.push_back(json::object{{"key", key}, {"value", value_of(value)}});
  return out;
}

json::object document_of(const Span& span) {
  json::object status{{"code", span.failed ? k_error : k_ok}};
  if (span.failed && !span.message.empty()) status["message"] = to_utf8(span.message);
  json::object out{{"traceId", span.trace},
                   {"spanId", span.id},
                   {"name", to_utf8(span.name)},
                   {"kind", static_cast<int>(span.kind)},
                   {"startTimeUnixNano", nanoseconds(span.start)},
                   {"endTimeUnixNano", nanoseconds(span.end)},
                   {"attributes", list_of(span.attributes)},
                   {"status", std::move(status)}};
  if (!span.parent.empty()) out["parentSpanId"] = span.parent;
  return out;
}

json::object document_of(const Event& event) {
  return {{"timeUnixNano", nanoseconds(event.at)},
          {"observedTimeUnixNano", nanoseconds(event.at)},
          {"severityNumber", k_info},
          {"eventName", event.name},
          {"traceId", event.trace},
          {"spanId", event.span},
          {"attributes", list_of(event.attributes)}};
}

json::object point_of(const Metric& metric, const Metric::Point& point, Time since, Time now) {
  json::object out{{"attributes", list_of(point.attributes)},
                   {"startTimeUnixNano", nanoseconds(since)},
                   {"timeUnixNano", nanoseconds(now)}};
  if (metric.kind != Metric::Kind::histogram) {
    out["asDouble"] = point.value;
    return out;
  }
  json::array counts;
  std::uint64_t count = 0;
  for (const auto each : point.bucket_counts) {
    counts.push_back(json::value(cat(each)));
    count += each;
  }
  out["count"] = cat(count);
  out["sum"] = point.value;
  out["bucketCounts"] = std::move(counts);
  out["explicitBounds"] = json::array(metric.bounds.begin(), metric.bounds.end());
  return out;
}

json::object document_of(const Metric& metric, Time since, Time now) {
  json::array points;
  for (const auto& point : metric.points) points.push_back(point_of(metric, point, since, now));
  json::object data{{"dataPoints", std::move(points)}};
  if (metric.kind != Metric::Kind::gauge) data["aggregationTemporality"] = k_cumulative;
  if (metric.kind == Metric::Kind::sum) data["isMonotonic"] = true;
  static constexpr std::string_view k_members[] = {"sum", "gauge", "histogram"};
  return {{"name", metric.name},
          {"description", metric.description},
          {"unit", metric.unit},
          {k_members[static_cast<size_t>(metric.kind)], std::move(data)}};
}

// What the three kinds of data have in common: lists within lists, by their names.
struct Names {
  std::string_view of_resources;
  std::string_view of_scopes;
  std::string_view of_items;
};
std::string document_of(const Names& names, const Attributes& resource, json::array items) {
  json::object scope{{"scope", json::object{{"name", "assay"}, {"version", version()}}},
                     {names.of_items, std::move(items)}};
  json::object from{{"resource", json::object{{"attributes", list_of(resource)}}},
                    {names.of_scopes, json::array{std::move(scope)}}};
  return write_json(json::object{{names.of_resources, json::array{std::move(from)}}});
}

}  // namespace

std::string trace_id(std::string_view words) { return sha256_hex(cat("trace ", words)).substr(0, 32); }
std::string span_id(std::string_view words) { return sha256_hex(cat("span ", words)).substr(0, 16); }

std::string trace_document(const std::vector<Span>& spans, const Attributes& resource) {
  json::array list;
  for (const auto& span : spans) list.push_back(document_of(span));
  return document_of({"resourceSpans", "scopeSpans", "spans"}, resource, std::move(list));
}

std::string event_document(const std::vector<Event>& events, const Attributes& resource) {
  json::array list;
  for (const auto& event : events) list.push_back(document_of(event));
  return document_of({"resourceLogs", "scopeLogs", "logRecords"}, resource, std::move(list));
}

std::string metric_document(const std::vector<Metric>& metrics, const Attributes& resource, Time since, Time now) {
  json::array list;
  for (const auto& metric : metrics) list.push_back(document_of(metric, since, now));
  return document_of({"resourceMetrics", "scopeMetrics", "metrics"}, resource, std::move(list));
}

}  // namespace assay::telemetry
