// The note of what a collector has may be damaged. Any bytes are read or refused; what was read is written so that it
// reads the same. And no answer of a collector rejects more than was sent.
#include <cstdint>
#include <string_view>

#include "engine/telemetry/sent_spans.h"
#include "scratch.h"
#include "telemetry/otlp_answer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay;
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  constexpr std::uint64_t k_sent = 7;
  const auto taken = telemetry::read_answer(telemetry::Signal::traces, bytes, k_sent);
  fuzz::require(!taken || taken->rejected <= k_sent);
  const auto sent = engine::parse_sent_spans(bytes);
  if (!sent) return 0;
  const auto text = engine::write_sent_spans(*sent);
  const auto again = engine::parse_sent_spans(text);
  fuzz::require(again && engine::write_sent_spans(*again) == text);
  return 0;
}
