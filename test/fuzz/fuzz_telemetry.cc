// The note of what a collector has may be damaged. Any bytes are read or refused; what was read is written so that it
// reads the same.
#include <cstdint>
#include <string_view>

#include "engine/telemetry/sent_spans.h"
#include "scratch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay;
  const auto sent = engine::parse_sent_spans({reinterpret_cast<const char*>(data), size});
  if (!sent) return 0;
  const auto text = engine::write_sent_spans(*sent);
  const auto again = engine::parse_sent_spans(text);
  fuzz::require(again && engine::write_sent_spans(*again) == text);
  return 0;
}
