// What a run of an agent works with. One per thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "git/repository.h"
#include "model/run.h"
#include "os/cancel_token.h"
#include "store/store.h"

namespace assay::engine {

struct RunProgress {
  std::string text;          // what it does, one line
  std::uint64_t events = 0;  // heard so far
};

struct RunContext {
  const git::Repository& repository;
  std::string folder;  // .assay
  store::Store& store;
  Clock& clock;
  const os::CancelToken* cancel = nullptr;
  // Called from the thread that runs the agent: at once with the first event, then at most every
  // `progress_every` of real time.
  std::function<void(const RunProgress&)> progress = {};
  std::chrono::milliseconds progress_every{1000};
  // Called with the agent's name right before its program is started, the moment from which on it may
  // cost something, and with its kind. Says in which file its output is kept so that it outlives us; empty: in none.
  // An error keeps the program from being started and becomes the run's.
  std::function<Result<std::string>(const std::string& agent, std::string_view kind)> starting = {};
  // Called whenever it told more of what it uses: all of it so far.
  std::function<void(const model::Usage&)> used = {};
};

}  // namespace assay::engine
