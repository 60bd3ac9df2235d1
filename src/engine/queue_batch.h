// Inside run_queue(): a batch of missions on top of each other.
#pragma once

#include <string>
#include <vector>

#include "engine/land_run.h"
#include "engine/queue.h"
#include "engine/verify_combined.h"

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
};

// ---- stacking (queue_batch.cc)
// The next missions of the queue that can be merged on top of each other; those that cannot are evicted.
// An empty stack: the queue is empty. Way::stop: the report says why.
Result<Way> stack_batch(QueueRun& run, Batch& batch);
Result<void> evict(QueueRun& run, const model::Mission& mission, const std::string& finding);

// ---- landing (queue_land.cc)
// The first `count` of the batch land in one swap; `proof` is the verification of the last one's tree.
// Way::again: something moved, and nothing landed.
Result<Way> land_batch(QueueRun& run, const Batch& batch, size_t count, const CombinedVerification& proof);
// What an interrupted run left behind.
Result<void> finish_interrupted(QueueRun& run);

}  // namespace assay::engine
