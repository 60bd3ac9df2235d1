// Times as documents write them.
#pragma once

#include <optional>

#include "base/clock.h"
#include "base/json.h"

namespace assay {

inline json::value time_or_null(const std::optional<Time>& time) {
  return time ? json::value(to_iso(*time)) : json::value(nullptr);
}

}  // namespace assay
