// What a collector says of a document that it took: all of it, or a part.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::telemetry {

enum class Signal { traces, logs, metrics };
std::string_view name(Signal signal);  // as the last part of an address

struct Taken {
  std::uint64_t rejected = 0;  // of what was sent; it must not be sent again
  std::string message;         // why, or what it says although it took everything
};

// `body` answers a document with `sent` spans, log records or data points, with a status of success. Error: the
// collector says something of a part, and it cannot be read.
Result<Taken> read_answer(Signal signal, std::string_view body, std::uint64_t sent);

}  // namespace assay::telemetry
