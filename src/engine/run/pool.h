// Runs command checks side by side, up to a number of jobs. A serial check runs alone, after the others.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"

namespace assay::engine {

struct PoolItem {
  bool serial = false;
  std::function<Result<void>(unsigned seat)> work;  // called once, from some thread
};

// Starts them in order and returns when all have ended; the first error, after the others ended. No two that run at
// the same time have the same seat, a number below `jobs`; serial ones have seat 0.
Result<void> run_pool(std::vector<PoolItem> items, unsigned jobs);

}  // namespace assay::engine
