// Inside run_queue(): a batch of missions on top of each other.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/land/queue.h"
#include "engine/land/run.h"
#include "engine/verify/combined.h"
#include "store/verifications.h"

namespace assay::engine {

// One mission in its place: what the target is with it and all before it.
struct Stacked {
  model::Mission mission;
  std::vector<model::Task> tasks;
  store::VerificationRecord verified;  // alone, when it became ready
  std::string onto;                    // the commit below
  std::string commit;                  // the merge; it lands as another with the same tree
  std::string tree;
};

struct Batch {
  std::string target_branch;
  std::string target_commit;
  std::vector<Stacked> stack;
};

struct QueueRun {
  const LandContext& context;
  QueueEvents& events;
  std::string actor;
  LandPolicy policy;
  LandRequest request;  // what the parts of a landing see as asked for
  QueueReport report;
  std::set<std::string> left_out;  // targets that cannot be landed in now
  std::optional<Error> failed;     // why the first of them cannot

  // A remote that cannot be asked, or another landing in that branch: the missions for other branches go on. The
  // error itself when it is of another kind.
  Result<void> leave_out(const std::string& target, const Error& why);
};

// ---- stacking (queue_batch.cc)
// The next missions for that target that can be merged on top of each other; those that cannot are evicted.
// An empty stack: there are none. StepResult::stop: the report says why.
Result<StepResult> stack_batch(QueueRun& run, const std::string& target, Batch& batch);
Result<void> evict(QueueRun& run, const model::Mission& mission, const std::string& finding);

// ---- landing (queue_land.cc)
// The first `count` of the batch land in one swap; `proof` is the verification of the last one's tree.
// StepResult::retry: something moved, and nothing landed.
Result<StepResult> land_batch(QueueRun& run, const Batch& batch, size_t count, const CombinedVerification& proof);
// Whether the target has a landing of it that was given up; then it is recorded.
Result<bool> has_arrived(QueueRun& run, const Batch& batch, const model::Mission& mission);
// What an interrupted run left behind.
Result<void> finish_interrupted(QueueRun& run);

}  // namespace assay::engine
