// One HTTP request to a server on this machine's loopback that is only just starting: asked again until it
// answers, has ended, or the time is up.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace assay::os {

struct ProbeOptions {
  std::uint16_t port = 8080;
  std::string method = "GET";
  std::string path = "/";
  int server = 0;  // its process: when it has ended, so has the waiting; 0: not known
  std::chrono::milliseconds timeout{30'000};
  std::uint64_t body_limit = std::uint64_t{1} << 20;
};

struct ProbeAnswer {
  int status = 0;  // 0: there was no answer
  std::string body;
  std::string problem;  // why there was none
};

// Error invalid_input: the request itself is not one. No answer is a value.
Result<ProbeAnswer> probe_http(const ProbeOptions& options);

}  // namespace assay::os
