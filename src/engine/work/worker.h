// A worker: takes jobs on, keeps their leases while they are done, and writes down what came of them.
//
// All it decides happens in step(), on one thread, by the clock it was given; the jobs themselves run
// where the Launcher puts them. A step never waits: a test calls it and moves the clock, run() calls it and
// sleeps until there is something to do.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "engine/work/job.h"
#include "engine/work/schedule.h"
#include "engine/work/worker_presence.h"
#include "store/jobs.h"

namespace assay::engine {

// What happens while it happens. Called from the thread that steps.
class WorkerEvents {
 public:
  virtual ~WorkerEvents() = default;
  virtual void started(const store::Claim&) {}
  virtual void progress(const store::Claim&, std::string_view) {}
  virtual void stalled(const store::Claim&) {}
  virtual void finished(const store::Claim&, const store::JobFinish&) {}
  virtual void lost(const store::Claim&) {}                  // it is no longer ours
  virtual void failed(const store::Claim&, const Error&) {}  // it could not be done
};

// Where jobs run. The store it hands over is for the job's thread alone.
class Launcher {
 public:
  virtual ~Launcher() = default;
  virtual Result<void> launch(std::function<void(store::Store&)> job) = 0;
};

struct WorkerSetup {
  store::ClaimRequest takes;   // worker's name, kinds, mission, lease
  std::uint32_t slots = 1;     // jobs at the same time
  std::int64_t look_ms = 200;  // how often it looks for what others did
  Handlers handlers = work_handlers();
};

class Worker {
 public:
  struct Place {
    const git::Repository& repository;
    std::string folder;  // .assay
    store::Store& store;
    Clock& clock;
    Launcher& launcher;
    WorkerEvents& events;
  };
  Worker(Place place, WorkerSetup setup);
  ~Worker();  // stops, and waits for what runs
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // A handler in place of the usual one; for tests.
  void handle(model::JobKind kind, Handler handler) { m_handlers[static_cast<size_t>(kind)] = std::move(handler); }

  // Writes down what has ended, looks after what runs, takes on what may be. Whether anything happened.
  enum class Intake { open, closed };
  Result<bool> step(Intake intake);

  size_t in_hand() const { return m_jobs.size(); }
  bool is_stopping() const { return m_stopping; }
  const store::ClaimRequest& takes() const { return m_setup.takes; }

  // Ends what runs and gives it back. Steps until in_hand() is 0 write that down.
  void stop();

  // Steps until `done` says so (asked when a step found nothing to do), a signal came, or the store
  // fails. What runs then is ended and given back before this returns.
  enum class Turn { go_on, enough };
  Result<void> run(const std::function<Result<Turn>(bool busy)>& done);

  // Sleeps until a job has ended, at most so long.
  void wait(std::int64_t ms);

 private:
  struct Job;
  struct Ended;
  using Jobs = std::vector<std::shared_ptr<Job>>;

  Result<WorkPolicy> policy_of(const model::MissionId& mission);
  Result<Jobs> write_down_ended();
  Result<void> write_down(const Job& job, const Ended& ended);
  Result<void> look_after(Job& job);
  Result<Jobs> take_on(size_t running);
  Result<void> start(std::shared_ptr<Job> job);
  store::JobFinish after_error(const Job& job, std::optional<std::int64_t> run, const Error& error);
  store::JobFinish after_refusal(const Job& job, const Error& error);
  void interrupt(Job& job, Interruption why);
  Error after_loss(const Error& error);
  void drop_records(const Jobs& still);
  Result<void> settle(Time now);

  Place m_place;
  WorkerSetup m_setup;
  std::array<Handler, model::k_job_kinds> m_handlers;
  std::map<std::string, WorkPolicy> m_policies;  // by the commit they stand in
  std::map<std::string, int> m_waits;            // by task: how often its worktree was in use
  Jobs m_jobs;
  bool m_stopping = false;
  os::Presence m_presence;
  std::optional<Time> m_looked;   // when it was last looked for workers that are gone
  std::optional<Time> m_settled;  // and for costs of their agents

  // Shared with the threads of the jobs; they may outlast nothing but this.
  struct WakeUp {
    Mutex mutex;
    ConditionVariable changed;
    bool is_set GUARDED_BY(mutex) = false;
    void notify();
    void wait_until(std::chrono::steady_clock::time_point time);
  };
  std::shared_ptr<WakeUp> m_wake_up;
};

// Threads, as many as jobs run at the same time, each with a store of its own.
class Threads final : public Launcher {
 public:
  Threads(std::string store_path, Clock& clock, std::uint32_t count);
  ~Threads() override;
  Result<void> launch(std::function<void(store::Store&)> job) override;

 private:
  struct Shared;
  std::shared_ptr<Shared> m_shared;
  std::vector<std::thread> m_threads;
};

// What a worker with these handlers can do.
std::vector<model::JobKind> kinds_of(const Handlers& handlers);

// "worker:HOST-PID-xxxx"
std::string worker_name();

}  // namespace assay::engine
