// OpenTelemetry's traces, events and metrics as OTLP/HTTP in JSON: https://opentelemetry.io/docs/specs/otlp
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/clock.h"

namespace assay::telemetry {

using AttributeValue = std::variant<std::string, std::int64_t, double, bool>;
using Attributes = std::vector<std::pair<std::string, AttributeValue>>;

// A log record with a name. `span`: what it is about.
struct Event {
  std::string name;
  std::string trace;
  std::string span;
  Time at;
  Attributes attributes;
};

enum class SpanKind { internal = 1, server = 2 };

struct Span {
  std::string trace;   // 32 hexadecimal digits
  std::string id;      // 16
  std::string parent;  // 16, or empty: the root
  SpanKind kind = SpanKind::internal;
  std::string name;  // few different ones; what it is of is among the attributes
  Time start;
  Time end;
  bool failed = false;
  std::string message;  // why it failed
  Attributes attributes;
  std::vector<Event> events;  // sent when it is
};

// The same words give the same id, whoever sends the span and however often.
std::string trace_id(std::string_view words);
std::string span_id(std::string_view words);

struct Metric {
  enum class Kind { sum, gauge, histogram };
  struct Point {
    Attributes attributes;
    double value = 0;                          // of a histogram: the sum
    std::vector<std::uint64_t> bucket_counts;  // of a histogram: one more than bounds
  };
  Kind kind = Kind::sum;
  std::string name;
  std::string description;
  std::string unit;
  std::vector<double> bounds;  // of a histogram
  std::vector<Point> points;
};

// `resource`: what sends them.
std::string trace_document(const std::vector<Span>& spans, const Attributes& resource);
std::string event_document(const std::vector<Event>& events, const Attributes& resource);
std::string metric_document(const std::vector<Metric>& metrics, const Attributes& resource, Time since, Time now);

}  // namespace assay::telemetry
