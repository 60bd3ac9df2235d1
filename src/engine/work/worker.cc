// Jobs end on their own threads and ring; everything they came to is written by the thread that steps, all
// that ended since the last step and all that is taken on next in one transaction. With many short jobs
// the disk is waited for once per step instead of several times per job.
#include "engine/work/worker.h"

#include <algorithm>
#include <thread>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/land/attest.h"
#include "engine/work/agents/run_record.h"
#include "engine/work/retire.h"
#include "engine/work/task_moves.h"
#include "store/missions.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace assay::engine {

using model::JobKind;
using model::Move;

namespace {

constexpr std::uint32_t k_most_tries = 5;  // of a job that is no task and cannot be done
constexpr std::int64_t k_error_delay_ms = 2'000;
constexpr int k_most_waits = 60;     // for a worktree that is in use
constexpr int k_most_failures = 10;  // of the store, one after the other
constexpr size_t k_most_policies = 64;
constexpr size_t k_most_waiting = 1'000;  // tasks whose waits are counted
constexpr std::int64_t k_look_for_gone_ms = 1'000;
constexpr std::int64_t k_failure_ms = 1'000;

bool is_refusal(Code code) { return code == Code::conflict || code == Code::not_found || code == Code::invalid_input; }

std::string error_result(const Error& error) {
  return cat("{\"error\":", write_json(json::value(to_utf8(error.message))), "}");
}

std::int64_t renew_after(const store::ClaimRequest& request) { return request.lease_ms / 3; }

}  // namespace

// ---- one job in hand ---------------------------------------------------------------------------

// What a job came to, and the run of an agent that it began.
struct Worker::Ended {
  Result<store::JobFinish> outcome;
  std::optional<std::int64_t> run;
};

// Its thread tells what happens; the rest is the stepping thread's.
struct Worker::Job {
  void hear(std::string_view said) {
    const MutexLock lock(mutex);
    words = said;
  }
  void begin_run(std::int64_t number) {
    const MutexLock lock(mutex);
    run = number;
  }
  void end(Result<store::JobFinish> how) {
    const MutexLock lock(mutex);
    outcome = std::move(how);
  }
  // What was heard since it was last asked.
  std::optional<std::string> take_words() {
    const MutexLock lock(mutex);
    return std::exchange(words, {});
  }
  bool has_ended() const {
    const MutexLock lock(mutex);
    return outcome.has_value();
  }
  std::optional<Ended> ended() const {
    const MutexLock lock(mutex);
    if (!outcome) return std::nullopt;
    return Ended{*outcome, run};
  }

  store::Claim claim;
  WorkPolicy policy;
  os::CancelToken cancel;
  std::atomic<Interruption> interruption{Interruption::none};

  Time renewed;
  Time noted;  // the last note of progress in the history
  Silence silence;

 private:
  mutable Mutex mutex;
  std::optional<std::string> words GUARDED_BY(mutex);
  std::optional<std::int64_t> run GUARDED_BY(mutex);
  std::optional<Result<store::JobFinish>> outcome GUARDED_BY(mutex);
};

void Worker::WakeUp::notify() {
  const MutexLock lock(mutex);
  is_set = true;
  changed.notify_all();
}

void Worker::WakeUp::wait_until(std::chrono::steady_clock::time_point time) {
  const MutexLock lock(mutex);
  while (!is_set && changed.wait_until(mutex, time)) {
  }
  is_set = false;
}

Worker::Worker(Place place, WorkerSetup setup)
    : m_place(std::move(place)),
      m_setup(std::move(setup)),
      m_presence(announce_worker(m_place.folder, m_setup.takes.worker)),
      m_wake_up(std::make_shared<WakeUp>()) {
  for (const auto& [kind, handler] : m_setup.handlers) handle(kind, handler);
}

Handlers work_handlers() { return {{JobKind::task, do_task_job}, {JobKind::verify, do_verify_job}}; }

std::vector<JobKind> kinds_of(const Handlers& handlers) {
  std::vector<JobKind> out;
  for (const auto& [kind, handler] : handlers) out.push_back(kind);
  return out;
}

Worker::~Worker() {
  stop();
  while (!m_jobs.empty()) {
    if (!step(Intake::closed)) break;  // a store that fails gets its leases back by their end
    if (!m_jobs.empty()) wait(m_setup.look_ms);
  }
}

// ---- a step ------------------------------------------------------------------------------------

Result<bool> Worker::step(Intake intake) {
  TRY(settle(m_place.clock.now()));
  // Leases first: after a long pause (the machine slept) what runs here must not be taken for lost by the claim below.
  for (auto& job : m_jobs) TRY(look_after(*job));
  const bool any_ended = std::any_of(m_jobs.begin(), m_jobs.end(), [](const auto& job) { return job->has_ended(); });
  const bool takes = intake == Intake::open && !m_stopping;
  Jobs running = m_jobs;
  Jobs taken;
  const auto work = [&]() -> Result<void> {
    if (any_ended) {
      TRY_ASSIGN(running, write_down_ended());
    }
    if (takes) {
      TRY_ASSIGN(taken, take_on(running.size()));
    }
    return {};
  };
  TRY(any_ended ? m_place.store.together(work) : work());
  // Only what is on disk counts as done, and only what is on disk is begun.
  const bool busy = running.size() < m_jobs.size() || !taken.empty();
  if (any_ended) drop_records(running);
  m_jobs = std::move(running);
  for (auto& job : taken) TRY(start(job));
  m_jobs.insert(m_jobs.end(), taken.begin(), taken.end());
  return busy;
}

void Worker::drop_records(const Jobs& still) {
  for (const auto& job : m_jobs) {
    // Of one that could not be done nobody has told the cost yet; settle does.
    if (std::find(still.begin(), still.end(), job) != still.end()) continue;
    const auto ended = job->ended();
    if (ended && ended->run && ended->outcome) engine::drop_records(m_place.folder, job->claim.task->id, *ended->run);
  }
}

Result<void> Worker::settle(Time now) {
  if (!m_looked || now.ms - m_looked->ms >= k_look_for_gone_ms) {
    m_looked = now;
    TRY(release_gone_workers(m_place.folder, m_place.store));
  }
  if (m_settled && now.ms - m_settled->ms < m_setup.takes.lease_ms) return {};
  m_settled = now;
  TRY(m_place.store.change().jobs().find_forgotten());
  // One that cannot be signed now is named by whoever looks (assay status) and tried again.
  finish_signatures(m_place.repository, m_place.folder, m_place.store);
  return settle_records(m_place.folder, m_place.store);
}

// What still runs.
Result<Worker::Jobs> Worker::write_down_ended() {
  Jobs still;
  for (auto& job : m_jobs) {
    if (const auto ended = job->ended()) {
      TRY(write_down(*job, *ended));
    } else {
      still.push_back(job);
    }
  }
  return still;
}

Result<void> Worker::write_down(const Job& job, const Ended& ended) {
  const auto& token = job.claim.job.token;
  const bool failed = !ended.outcome;
  if (failed) m_place.events.failed(job.claim, ended.outcome.error());
  if (!failed && job.claim.task) m_waits.erase(job.claim.task->id.text);
  auto finish = failed ? after_error(job, ended.run, ended.outcome.error()) : *ended.outcome;
  auto done = m_place.store.change(m_setup.takes.worker).jobs().finish(token, finish);
  // What it came to was refused although the lease holds: its task has parts that are not finished, for one. It
  // was paid for, and a person has to look before it is paid for again.
  if (!done && is_refusal(done.error().code) && m_place.store.jobs().is_leased(token).value_or(false)) {
    auto instead = after_refusal(job, done.error());
    instead.run = std::move(finish.run);
    finish = std::move(instead);
    done = m_place.store.change(m_setup.takes.worker).jobs().finish(token, finish);
  }
  if (done) {
    m_place.events.finished(job.claim, finish);
    return {};
  }
  if (!is_refusal(done.error().code)) return done;
  // Not ours any more. What it cost was spent all the same.
  if (finish.run) TRY(m_place.store.change().runs().end(finish.run->first, finish.run->second));
  m_place.events.lost(job.claim);
  return {};
}

store::JobFinish Worker::after_refusal(const Job& job, const Error& error) {
  store::JobFinish out;
  if (job.claim.task) {
    out.moves = {{job.claim.task->id, Move::block, error.message, {}}};
  } else {
    out.result = error_result(error);
  }
  return out;
}

// A task that cannot be run is a person's matter, after another try where that may help; other jobs are
// tried again a few times.
store::JobFinish Worker::after_error(const Job& job, std::optional<std::int64_t> run, const Error& error) {
  store::JobFinish out;
  const auto now = m_place.clock.now();
  const auto& claim = job.claim;
  if (run) out.run = {*run, {"could_not_start", {}, {}, error.message, {}}};
  if (claim.task) {
    const auto& id = claim.task->id;
    const bool stopped = job.interruption.load() == Interruption::stopped;
    if (m_waits.size() >= k_most_waiting) m_waits.clear();  // of tasks that were given up, which never come again
    const bool in_use = error.code == Code::conflict && ++m_waits[id.text] <= k_most_waits;
    if (stopped || in_use) {
      // Its worktree is in use: by the last moments of a run whose worker is gone.
      out.moves = {{id,
                    Move::release,
                    stopped ? "its worker was stopped" : error.message,
                    {},
                    {},
                    Time{now.ms + (stopped ? 0 : k_error_delay_ms)}}};
    } else {
      m_waits.erase(id.text);
      out.moves = {{id, Move::block, error.message, {}}};
    }
    return out;
  }
  out.result = error_result(error);
  if (claim.job.tries < k_most_tries) {
    out.again_at = Time{now.ms + backoff_ms(k_error_delay_ms, claim.job.tries)};
  } else if (claim.job.kind == JobKind::verify) {
    out.hold = cat("verification could not be done: ", error.message, " Then: assay resume");
  }
  return out;
}

// ---- what runs ---------------------------------------------------------------------------------

void Worker::interrupt(Job& job, Interruption why) {
  Interruption none = Interruption::none;
  if (job.interruption.compare_exchange_strong(none, why)) job.cancel.cancel();
}

Result<void> Worker::look_after(Job& job) {
  const auto now = m_place.clock.now();
  const auto& token = job.claim.job.token;
  if (job.interruption.load() == Interruption::lost) return {};
  if (now.ms - job.renewed.ms >= renew_after(m_setup.takes)) {
    const auto renewed = m_place.store.change().jobs().renew(token, m_setup.takes.lease_ms);
    if (!renewed && renewed.error().code != Code::conflict) return renewed.error();
    if (!renewed) interrupt(job, Interruption::lost);
    job.renewed = now;
  } else {
    TRY_ASSIGN(const bool holds, m_place.store.jobs().is_leased(token));
    if (!holds) interrupt(job, Interruption::lost);
  }
  if (const auto words = job.take_words()) {
    job.silence = {now, false};
    m_place.events.progress(job.claim, *words);
    if (job.claim.task && now.ms - job.noted.ms >= static_cast<std::int64_t>(job.policy.progress_ms)) {
      job.noted = now;
      TRY(m_place.store.change(m_setup.takes.worker)
              .tasks()
              .note_progress({job.claim.task->id, model::CheckpointKind::task_progress,
                              cat("Working: ", job.claim.task->name), *words}));
    }
  }
  if (!job.claim.task || job.interruption.load() != Interruption::none) return {};
  switch (stall_step(job.silence, job.policy, now)) {
    case StallStep::none: return {};
    case StallStep::end: interrupt(job, Interruption::stalled); return {};
    case StallStep::tell: break;
  }
  job.silence.told = true;
  m_place.events.stalled(job.claim);
  TRY(m_place.store.change(m_setup.takes.worker)
          .tasks()
          .note_progress({job.claim.task->id, model::CheckpointKind::task_stalled,
                          cat("Stalled: ", job.claim.task->name),
                          cat("it has said nothing for ", (now.ms - job.silence.heard.ms) / 1000,
                              " s; policy: ", name(job.policy.stalled))}));
  if (job.policy.stalled != StallPolicy::warn) interrupt(job, Interruption::stalled);
  return {};
}

// ---- what is taken on --------------------------------------------------------------------------

Result<WorkPolicy> Worker::policy_of(const model::MissionId& id) {
  if (id.empty()) return WorkPolicy{};
  TRY_ASSIGN(const auto mission, m_place.store.missions().find(id));
  TRY_ASSIGN(const auto policy_commit, policy_commit_of(m_place.repository, mission));
  const auto known = m_policies.find(policy_commit);
  if (known != m_policies.end()) return known->second;
  TRY_ASSIGN(const auto policy, read_work_policy(m_place.repository, policy_commit));
  if (m_policies.size() >= k_most_policies) m_policies.clear();  // every landing brings another commit
  m_policies[policy_commit] = policy;
  return policy;
}

Result<Worker::Jobs> Worker::take_on(size_t running) {
  Jobs taken;
  while (running + taken.size() < m_setup.slots) {
    TRY_ASSIGN(auto claim, m_place.store.change().jobs().claim(m_setup.takes));
    if (!claim) break;
    auto job = std::make_shared<Job>();
    job->claim = std::move(*claim);
    taken.push_back(std::move(job));
  }
  return taken;
}

Result<void> Worker::start(std::shared_ptr<Job> job) {
  const auto now = m_place.clock.now();
  job->renewed = job->noted = now;
  job->silence = {now, false};
  m_place.events.started(job->claim);
  auto policy = policy_of(job->claim.job.mission);
  if (!policy) {
    job->end(policy.error());
    return {};
  }
  job->policy = *policy;
  const auto& handler = m_handlers[static_cast<size_t>(job->claim.job.kind)];
  if (!handler) {
    job->end(unavailable(cat("nobody here does jobs of kind ", name(job->claim.job.kind))));
    return {};
  }
  auto launched = m_place.launcher.launch(
      [this_place = m_place, worker = m_setup.takes.worker, job, handler, wake_up = m_wake_up](store::Store& store) {
        WorkContext context{this_place.repository, this_place.folder, store, this_place.clock, worker, &job->cancel};
        context.claim = job->claim;
        context.policy = job->policy;
        context.interruption = &job->interruption;
        context.heard = [&](std::string_view words) { job->hear(words); };
        context.began_run = [&](std::int64_t run) { job->begin_run(run); };
        job->end(handler(context));
        wake_up->notify();
      });
  if (!launched) job->end(launched.error());
  return {};
}

// ---- all day -----------------------------------------------------------------------------------

void Worker::stop() {
  m_stopping = true;
  for (auto& job : m_jobs) interrupt(*job, Interruption::stopped);
}

void Worker::wait(std::int64_t ms) {
  m_wake_up->wait_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(ms));
}

Result<void> Worker::run(const std::function<Result<Turn>(bool busy)>& done) {
  bool is_tidy = false;
  for (int failures = 0;;) {
    if (os::cancelled_by() != 0 && !m_stopping) stop();
    const auto stepped = step(Intake::open);
    if (!stepped) {
      // A disk that is full or a store that is locked for long may be well again; what ended is kept.
      if (stepped.error().code == Code::corrupt) return after_loss(stepped.error());
      if (stepped.error().code != Code::unavailable || ++failures > k_most_failures) return stepped.error();
      wait(k_failure_ms);
      continue;
    }
    failures = 0;
    const bool busy = *stepped;
    if (m_stopping) {
      if (m_jobs.empty()) return {};
    } else {
      TRY_ASSIGN(const auto turn, done(busy));
      if (turn == Turn::enough) stop();
      if (turn == Turn::enough && m_jobs.empty()) return {};
    }
    if (busy) {
      is_tidy = false;
      continue;
    }
    if (!is_tidy) {
      is_tidy = retire_worktrees(m_place.repository, m_place.folder, m_place.store, m_place.clock).is_done;
    }
    wait(m_setup.look_ms);
  }
}

// The store is damaged or gone, and nothing can be written down any more. The job in whose time that happened
// may know more: what did it, and where a copy is kept.
Error Worker::after_loss(const Error& error) {
  stop();
  for (const auto& job : m_jobs) {
    while (!job->has_ended()) wait(m_setup.look_ms);
    const auto ended = job->ended();
    if (!ended->outcome && ended->outcome.error().code == Code::corrupt) return ended->outcome.error();
  }
  return error;
}

std::string worker_name() {
  char host[256] = {};
  if (gethostname(host, sizeof host - 1) != 0) host[0] = 0;
  std::string clean;
  for (const char c : std::string_view(host)) {
    if (is_alnum(c) || c == '-' || c == '.') clean += c;
  }
  return cat("worker:", clean.empty() ? "local" : clean, "-", getpid(), "-", random_name(4));
}

}  // namespace assay::engine
