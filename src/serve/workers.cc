#include "serve/workers.h"

#include <chrono>

#include "base/text.h"
#include "engine/ship/job.h"
#include "engine/work/agents/can_check.h"
#include "engine/work/worker.h"
#include "ops/context.h"
#include "store/jobs.h"

namespace assay::serve {

namespace {

// Only what failed is said: the histories of missions tell the rest.
class Trouble final : public engine::WorkerEvents {
 public:
  explicit Trouble(const std::function<void(std::string_view)>& say) : m_say(say) {}
  void failed(const store::Claim& claim, const Error& error) override {
    m_say(cat("job ", claim.job.name, " failed: ", error.message));
  }
  void lost(const store::Claim& claim) override { m_say(cat("job ", claim.job.name, " is no longer ours")); }

 private:
  const std::function<void(std::string_view)>& m_say;
};

}  // namespace

Workers::Workers(std::string folder, std::optional<std::uint32_t> count, std::function<void(std::string_view)> say)
    : m_folder(std::move(folder)), m_count(count), m_say(std::move(say)) {
  m_thread = std::thread([this] {
    const auto worked = work();
    if (!worked) m_say(cat("no work is done here any more: ", worked.error().message));
  });
}

Workers::~Workers() {
  m_stop = true;
  m_thread.join();
}

Result<void> Workers::work() {
  SystemClock clock;
  ops::Context context({.folder = m_folder, .actor = "person:server", .missing_store = ops::Missing::make}, clock);
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(auto* store, context.store());
  engine::WorkerSetup setup;
  setup.takes.worker = engine::worker_name();
  setup.handlers = engine::all_handlers();
  setup.takes.kinds = engine::kinds_of(setup.handlers);
  if (!m_count) std::erase(setup.takes.kinds, model::JobKind::task);
  setup.slots = m_count.value_or(1);
  // Before the first commit there is no target, and nothing to check.
  if (const auto target = repository->default_target()) {
    TRY_ASSIGN(setup.takes.checkers, engine::can_check(*repository, target->commit));
  }
  Trouble trouble(m_say);
  engine::Threads threads(home->store, clock, setup.slots);
  engine::Worker worker({*repository, home->folder, *store, clock, threads, trouble}, setup);
  return worker.run([&](bool) -> Result<engine::Worker::Turn> {
    return m_stop ? engine::Worker::Turn::enough : engine::Worker::Turn::go_on;
  });
}

}  // namespace assay::serve
