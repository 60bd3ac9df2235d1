// Requests come from anybody: any JSON must be decoded or refused, by every operation, without
// touching anything. There is no repository where they are sent to.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <boost/json.hpp>

#include "ops/operation.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay;
  const auto value = parse_json({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!value || !value->is_object()) return 0;
  SystemClock clock;
  for (const auto* operation : ops::operations()) {
    if (operation->method.empty()) continue;  // those look at the machine
    ops::Context context({.folder = "/nonexistent", .actor = "person:fuzz"}, clock);
    if (operation->run(context, value->get_object())) std::abort();
  }
  return 0;
}
