#include "engine/work/planning.h"

#include "base/text.h"
#include "engine/home.h"
#include "engine/store_place.h"
#include "engine/work/worker.h"
#include "os/cancel_token.h"
#include "os/files.h"
#include "store/missions.h"
#include "store/plans.h"

namespace assay::engine {

namespace {

constexpr std::int64_t k_look_ms = 200;
// The children of a killed planner may hold its place for their last moments.
constexpr std::int64_t k_wait_for_others_ms = 5'000;

Result<void> ask_for_planning(store::Store& store, const model::Mission& mission, std::string_view actor) {
  const auto& planning = mission.facts.planning;
  // The worker below takes over a planning whose process is gone, and leaves one that goes on alone.
  if (planning[model::TaskState::running] > 0) return {};
  if (planning[model::TaskState::pending] == 0) {
    TRY(store.change(actor).plans().replan(mission.id, ""));
  } else if (!mission.hold.empty()) {
    return conflict(cat("mission ", mission.id.text, " is held: ", mission.hold, "; see `assay resume`"));
  } else {
    TRY(store.change(actor).plans().hurry(mission.id));
  }
  return {};
}

// Nothing is in hand afterwards when somebody else made the plan, or is still at it.
Result<void> take_planning(const WorkContext& context, Worker& worker, const model::MissionId& id) {
  const auto until = context.clock.now().ms + k_wait_for_others_ms;
  while (true) {
    TRY(worker.step(Worker::Intake::open));
    if (worker.in_hand() > 0 || os::cancelled_by() != 0 || context.clock.now().ms >= until) return {};
    TRY_ASSIGN(const auto mission, context.store.missions().find(id));
    if (mission.facts.has_plan) return {};
    worker.wait(k_look_ms);
  }
}

}  // namespace

Result<void> plan_now(const WorkContext& context, const model::MissionId& id, std::string_view actor) {
  TRY_ASSIGN(const auto mission, context.store.missions().find(id));
  if (mission.facts.has_plan) return {};
  TRY(ask_for_planning(context.store, mission, actor));

  WorkerSetup setup;
  setup.takes.worker = worker_name();
  setup.takes.kinds = {model::JobKind::task};
  setup.takes.only = id;
  setup.takes.checkers = false;
  TRY_ASSIGN(const auto place,
             store_place(private_folder(context.repository), os::join_path(context.folder, "assay.db")));
  Threads threads(place, context.clock, 1);
  WorkerEvents nobody;
  Worker worker({context.repository, context.folder, context.store, context.clock, threads, nobody}, setup);
  TRY(take_planning(context, worker, id));
  if (worker.in_hand() == 0) {
    TRY_ASSIGN(const auto now, context.store.missions().find(id));
    if (now.facts.has_plan) return {};
    return conflict(cat("mission ", id.text, " is being planned by another process; see `assay status`"));
  }
  while (worker.in_hand() > 0) {
    worker.wait(k_look_ms);
    if (os::cancelled_by() != 0 && !worker.is_stopping()) worker.stop();
    TRY(worker.step(Worker::Intake::closed));
  }
  return {};
}

}  // namespace assay::engine
