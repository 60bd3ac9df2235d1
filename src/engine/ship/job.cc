#include "engine/ship/job.h"

#include <chrono>
#include <thread>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/mutex.h"
#include "base/text.h"
#include "engine/work/retire.h"
#include "engine/work/worker_presence.h"
#include "store/missions.h"

namespace assay::engine {

namespace {

constexpr std::int64_t k_lease_ms = 60'000;

// Renews a lease from a thread of its own until it goes. When the lease is lost the work is cancelled.
class LeaseKeeper {
 public:
  LeaseKeeper(std::string path, Clock& clock, std::string token, const os::CancelToken& cancel)
      : m_thread([this, path = std::move(path), &clock, token = std::move(token), &cancel] {
          const auto store = store::Store::open(path, clock);
          while (!ends_before(std::chrono::milliseconds(k_lease_ms / 3))) {
            if (!store) continue;
            const auto renewed = (*store)->change().jobs().renew(token, k_lease_ms);
            if (!renewed && renewed.error().code == Code::conflict) cancel.cancel();
          }
        }) {}
  ~LeaseKeeper() {
    {
      const MutexLock lock(m_mutex);
      m_done = true;
    }
    m_ended.notify_all();
    m_thread.join();
  }
  LeaseKeeper(const LeaseKeeper&) = delete;
  LeaseKeeper& operator=(const LeaseKeeper&) = delete;

 private:
  bool ends_before(std::chrono::milliseconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    const MutexLock lock(m_mutex);
    while (!m_done && m_ended.wait_until(m_mutex, until)) {
    }
    return m_done;
  }

  Mutex m_mutex;
  ConditionVariable m_ended;
  bool m_done GUARDED_BY(m_mutex) = false;
  std::thread m_thread;
};

// Stages and output are signs of life for the worker.
class Heard final : public ShipEvents {
 public:
  explicit Heard(const WorkContext& context) : m_context(context) {}
  void stage(std::string_view text) override { report(text); }
  void landing(LandStep step) override { report(words(step)); }
  void output(std::string_view text) override { report(excerpt(text, 200)); }
  void result(std::string_view text) override { report(text); }

 private:
  void report(std::string_view text) {
    if (m_context.heard) m_context.heard(text);
  }
  const WorkContext& m_context;
};

constexpr std::uint32_t k_most_tries = 3;

}  // namespace

// What cannot be done after some tries is a person's matter again: the story must not hang in SHIPPING.
Result<store::JobFinish> do_ship_job(const WorkContext& context) {
  Heard heard(context);
  const auto& mission = context.claim.job.mission;
  const auto report =
      carry_ship({context.repository, context.folder, context.store, context.clock, heard, context.cancel}, mission,
                 context.worker);
  store::JobFinish out;
  if (report) {
    out.again_at = report->again_at;
    out.result = write_json(json::object{{"summary", report->summary}});
    return out;
  }
  if (context.claim.job.tries < k_most_tries || context.interrupted() != Interruption::none) return report.error();
  TRY(context.store.change(context.worker)
          .missions()
          .set_shipping(mission, false, cat("It could not be shipped: ", report.error().message)));
  out.result = write_json(json::object{{"error", report.error().message}});
  return out;
}

Handlers all_handlers() {
  Handlers out = work_handlers();
  out.push_back({model::JobKind::ship, do_ship_job});
  return out;
}

Result<bool> free_ship(const std::string& home, store::Store& store, const model::MissionId& mission, Clock& clock) {
  TRY(release_gone_workers(home, store));
  const auto now = clock.now();
  TRY_ASSIGN(const auto jobs, store.jobs().list({mission, false, 100}));
  for (const auto& job : jobs) {
    if (job.kind != model::JobKind::ship) continue;
    if (job.state == model::JobState::queued) {
      TRY(store.change().jobs().enqueue({job.kind, job.name, mission, now, {}}));
      return true;
    }
    if (job.state == model::JobState::leased && job.lease_until && *job.lease_until < now) return true;
  }
  return false;
}

Result<ShipHere> ship_here(const ShipContext& given, const std::string& store_path, const model::MissionId& mission,
                           const std::string& worker) {
  os::CancelToken lost;
  ShipContext context = given;
  if (context.cancel == nullptr) context.cancel = &lost;
  store::ClaimRequest request;
  request.worker = worker;
  request.kinds = {model::JobKind::ship};
  request.only = mission;
  request.lease_ms = k_lease_ms;
  const auto presence = announce_worker(context.folder, worker);
  TRY_ASSIGN(const auto claim, context.store.change().jobs().claim(request));
  if (!claim) return ShipHere{ShipTaken::elsewhere, {}};
  const LeaseKeeper keeper(store_path, context.clock, claim->job.token, lost);
  auto report = carry_ship(context, mission, worker);
  store::JobFinish finish;
  if (!report) {
    finish.again_at = Time{context.clock.now().ms + 2'000};
    TRY(context.store.change(worker).jobs().finish(claim->job.token, finish));
    return report.error();
  }
  finish.again_at = report->again_at;
  TRY(context.store.change(worker).jobs().finish(claim->job.token, finish));
  retire_worktrees(context.repository, context.folder, context.store, context.clock);
  return ShipHere{ShipTaken::done, std::move(*report)};
}

}  // namespace assay::engine
