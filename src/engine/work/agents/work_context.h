// What work is done with, from the claim of a job down to the start of an agent. One per thread. A person who asks
// directly (assay plan, assay critic) has no job: then the first four are all there is.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "engine/work/agents/policy.h"
#include "git/repository.h"
#include "model/run.h"
#include "os/cancel_token.h"
#include "store/jobs.h"
#include "store/store.h"

namespace assay::engine {

// Why a job's cancel token was set.
enum class Interruption {
  none,
  stopped,  // the worker ends: give the work back
  lost,     // somebody decided otherwise: whatever comes of it is not asked for any more
  stalled,  // it said nothing for too long, and policy says to end it
};

struct WorkContext {
  const git::Repository& repository;
  std::string folder;   // .assay
  store::Store& store;  // of this thread
  Clock& clock;
  std::string worker = {};  // the actor
  const os::CancelToken* cancel = nullptr;

  // ---- of a job
  store::Claim claim = {};
  WorkPolicy policy = {};
  const std::atomic<Interruption>* interruption = nullptr;
  // It said something, in one line: not stalled. Of an agent at once with the first event, then at most every
  // `heard_every` of real time, from the thread that runs it.
  std::function<void(std::string_view)> heard = {};
  std::chrono::milliseconds heard_every{1000};
  // The run of an agent that was begun for this job, for whoever has to tell its end when we cannot.
  std::function<void(std::int64_t)> began_run = {};

  // ---- of a run of an agent that is kept in the store (engine/work/agents/agent_runs.h)
  // Called with the agent's name right before its program is started, the moment from which on it may
  // cost something, and with its kind. Says in which file its output is kept so that it outlives us; empty: in none.
  // An error keeps the program from being started and becomes the run's.
  std::function<Result<std::string>(const std::string& agent, std::string_view kind)> starting = {};
  // Called whenever it told more of what it uses: all of it so far.
  std::function<void(const model::Usage&)> used = {};

  Interruption interrupted() const { return interruption == nullptr ? Interruption::none : interruption->load(); }
};

}  // namespace assay::engine
