// The queue: missions land in order, each verified on top of those before it. Several are verified together;
// when that fails, halving finds the first one that does not hold on those before it, which is evicted with its
// finding, and the others go on. The target only ever moves to a tree that was verified.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/land/land.h"
#include "model/mission.h"
#include "model/queue.h"
#include "model/verification.h"

namespace assay::engine {

// What happens while it happens.
class QueueEvents {
 public:
  virtual ~QueueEvents() = default;
  virtual void verifying(const std::vector<model::MissionId>&) {}
  virtual void verified(const model::Verification&) {}
  virtual void landed(const model::MissionId&, std::string_view /*title*/) {}
  virtual void evicted(const model::MissionId&, std::string_view /*finding*/) {}
};

struct QueueReport {
  struct Landed {
    model::MissionId mission;
    std::string title;
    std::string commit;
  };
  struct Evicted {
    model::MissionId mission;
    std::string title;
    std::string finding;
  };
  std::vector<Landed> landed;
  std::vector<Evicted> evicted;
  std::uint32_t waiting = 0;        // still in the queue
  std::uint32_t verifications = 0;  // full runs
  std::string stopped;              // why it did not come to its end; empty: it did
  std::string next;                 // what to do then
  std::vector<std::string> notes;
};

// Conflict when its target takes pull requests only; the policy may still change before its turn.
Result<void> may_be_queued(const git::Repository& repository, const model::Mission& mission);

// Runs until the queue is empty or cannot go on (no sandbox, a checkout in the way, a remote that refuses): that
// is in the report, and what landed until then has landed. Conflict when a landing is under way.
Result<QueueReport> run_queue(const LandContext& context, QueueEvents& events, const std::string& actor);

}  // namespace assay::engine
