// Our own variables.
#pragma once

#include <cstdlib>
#include <string>

namespace assay::os {

// Empty when it is not set.
inline std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace assay::os
