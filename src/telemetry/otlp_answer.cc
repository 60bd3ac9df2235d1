#include "telemetry/otlp_answer.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace assay::telemetry {

namespace {

constexpr size_t k_longest_message = 200;

std::string_view rejected_member(Signal signal) {
  switch (signal) {
    case Signal::traces: return "rejectedSpans";
    case Signal::logs: return "rejectedLogRecords";
    case Signal::metrics: break;
  }
  return "rejectedDataPoints";
}

// 64-bit numbers are texts in this protocol; collectors send numbers too.
std::optional<std::uint64_t> count_in(const json::value& value) {
  if (value.is_int64() && value.get_int64() >= 0) return static_cast<std::uint64_t>(value.get_int64());
  if (!value.is_string()) return std::nullopt;
  const std::string_view digits = value.get_string();
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return out;
}

}  // namespace

std::string_view name(Signal signal) {
  switch (signal) {
    case Signal::traces: return "traces";
    case Signal::logs: return "logs";
    case Signal::metrics: break;
  }
  return "metrics";
}

Result<Taken> read_answer(Signal signal, std::string_view body, std::uint64_t sent) {
  const auto document = parse_json(body, "the collector's answer");
  const auto* partly =
      document && document->is_object() ? document->get_object().if_contains("partialSuccess") : nullptr;
  if (partly == nullptr || partly->is_null()) return Taken{};  // an empty body, or words: all of it was taken
  const auto member = rejected_member(signal);
  const auto unreadable = [&] {
    return invalid_input(cat("its answer cannot be read: ", member, " of partialSuccess is no number"));
  };
  if (!partly->is_object()) return unreadable();
  Taken out;
  out.message = excerpt(trim(text_at(partly->get_object(), "errorMessage")), k_longest_message);
  if (const auto* rejected = partly->get_object().if_contains(member); rejected != nullptr && !rejected->is_null()) {
    const auto count = count_in(*rejected);
    if (!count) return unreadable();
    out.rejected = std::min(*count, sent);
  }
  return out;
}

}  // namespace assay::telemetry
