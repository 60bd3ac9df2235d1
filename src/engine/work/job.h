// What a handler of jobs is given and gives. One handler per kind of job, in a file <kind>_job.cc; who makes a
// worker gives it those that it needs. A handler runs on a thread of its own and may take as long as it needs;
// the worker keeps its lease meanwhile.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/work/policy.h"
#include "git/repository.h"
#include "os/cancel_token.h"
#include "store/store.h"

namespace assay::engine {

// Why a job's cancel token was set.
enum class Interruption {
  none,
  stopped,  // the worker ends: give the work back
  lost,     // somebody decided otherwise: whatever comes of it is not asked for any more
  stalled,  // it said nothing for too long, and policy says to end it
};

struct JobContext {
  const git::Repository& repository;
  std::string folder;   // .assay
  store::Store& store;  // of this thread
  Clock& clock;
  std::string worker;  // the actor
  WorkPolicy policy;
  const os::CancelToken* cancel = nullptr;
  const std::atomic<Interruption>* interruption = nullptr;
  std::function<void(std::string_view)> heard = {};  // it said something: not stalled
  // The run of an agent that was begun for this job, for whoever has to tell its end when we cannot.
  std::function<void(std::int64_t)> began_run = {};

  Interruption interrupted() const { return interruption == nullptr ? Interruption::none : interruption->load(); }
};

// What becomes of the job. An error means that it could not be found out or done; the worker tries
// again, and then asks a person.
using Handler = std::function<Result<store::JobFinish>(const JobContext&, const store::Claim&)>;

struct KindHandler {
  model::JobKind kind;
  Handler handler;
};
using Handlers = std::vector<KindHandler>;

Result<store::JobFinish> do_task_job(const JobContext& context, const store::Claim& claim);
Result<store::JobFinish> do_check_job(const JobContext& context, const store::Claim& claim);
Result<store::JobFinish> do_planning_job(const JobContext& context, const store::Claim& claim);
Result<store::JobFinish> do_verify_job(const JobContext& context, const store::Claim& claim);

// Those of this room: tasks and verifications. engine/ship/job.h adds shipping.
Handlers work_handlers();

}  // namespace assay::engine
