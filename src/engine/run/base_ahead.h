// The commands on the base, run while they run on the change, so that the comparison costs no time where a processor is
// free.
#pragma once

#include <optional>
#include <thread>

#include "base/result.h"
#include "engine/run/base_run.h"
#include "os/cancel_token.h"

namespace assay::engine {

// Whether neither run can disturb the other or speak with it: each in a sandbox with its own network, processes,
// temporary files and shared memory, on a machine with a processor for each. Without that a test of one side could ask
// a server of the other, and pass.
bool may_run_side_by_side(const std::optional<os::Sandbox>& sandbox);

class BaseAhead {
 public:
  explicit BaseAhead(BaseRequest request);  // begins at once
  ~BaseAhead();                             // ends what still runs
  BaseAhead(const BaseAhead&) = delete;
  BaseAhead& operator=(const BaseAhead&) = delete;

  // Waits until it is done. To be called once.
  Result<BaseRuns> take();

 private:
  BaseRequest m_request;
  os::CancelToken m_cancel;
  std::optional<Result<BaseRuns>> m_result;
  std::jthread m_thread;
};

}  // namespace assay::engine
