// A worker, stepped by hand: time moves when the test says so, and a job ends when the test lets it.
#include "engine/work/worker.h"

#include <deque>

#include <gtest/gtest.h>

#include "base/text.h"
#include "git/scratch_repository.h"
#include "store/history.h"
#include "store/missions.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace assay::engine {
namespace {

using model::CheckpointKind;
using model::JobKind;
using model::Mode;
using model::Move;
using model::TaskState;
using Intake = Worker::Intake;

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(result).value();
}
void must(Result<void> result) {
  if (!result) throw std::runtime_error(result.error().message);
}

// Holds jobs until the test runs them.
class ByHand final : public Launcher {
 public:
  explicit ByHand(store::Store& store) : m_store(store) {}
  Result<void> launch(std::function<void(store::Store&)> job) override {
    m_jobs.push_back(std::move(job));
    return {};
  }
  void run_one() {
    auto job = std::move(m_jobs.front());
    m_jobs.pop_front();
    job(m_store);
  }
  size_t waiting() const { return m_jobs.size(); }

 private:
  store::Store& m_store;
  std::deque<std::function<void(store::Store&)>> m_jobs;
};

class EventLog final : public WorkerEvents {
 public:
  void started(const store::Claim& claim) override { add("started", claim); }
  void stalled(const store::Claim& claim) override { add("stalled", claim); }
  void finished(const store::Claim& claim, const store::JobFinish&) override { add("finished", claim); }
  void lost(const store::Claim& claim) override { add("lost", claim); }
  void failed(const store::Claim& claim, const Error&) override { add("failed", claim); }
  std::vector<std::string> said;

 private:
  void add(std::string_view what, const store::Claim& claim) {
    said.push_back(cat(what, " ", claim.task ? claim.task->name : std::string(name(claim.job.kind))));
  }
};

class WorkerSteps : public testing::Test {
 protected:
  WorkerSteps() : clock(Time{1'700'000'000'000}) {
    scratch.commit("echo work >work.txt");
    store = must(store::Store::open(scratch.folder() + "/store.db", clock));
    hand = std::make_unique<ByHand>(*store);
    repository = std::make_unique<git::Repository>(scratch.repository());
  }

  model::MissionId mission(const std::vector<std::string>& names, const std::string& policy = {}) {
    if (!policy.empty()) scratch.commit(cat("cat >assay.toml <<'END'\n", policy, "\nEND"));
    store::MissionDraft draft;
    draft.title = draft.prompt = "Do it";
    draft.base_commit = scratch.id("main");
    draft.target_branch = "main";
    draft.policy = model::default_policy(Mode::autopilot);
    draft.plan = model::Plan{};
    draft.plan_text = "{}";
    for (const auto& each : names) {
      model::PlannedTask task;
      task.name = each;
      draft.plan->tasks.push_back(task);
    }
    return must(store->change("person:anna").missions().add(draft)).id;
  }
  Worker& worker(std::uint32_t slots = 4) {
    if (made) return *made;
    WorkerSetup setup;
    setup.takes.worker = "worker:test";
    setup.takes.lease_ms = 60'000;
    setup.slots = slots;
    made = std::make_unique<Worker>(Worker::Place{*repository, scratch.folder(), *store, clock, *hand, told}, setup);
    made->handle(JobKind::task, [this](const WorkContext& context) { return handler(context); });
    return *made;
  }
  static store::JobFinish moving(const store::Claim& claim, Move move, std::string reason = {}) {
    store::JobFinish out;
    out.moves = {{claim.task->id, move, std::move(reason), {}}};
    return out;
  }
  bool step() { return must(worker().step(Intake::open)); }
  model::Task task(const model::MissionId& id, size_t at = 0) { return must(store->tasks().of(id, {})).at(at); }
  std::vector<std::string> kinds(const model::MissionId& id) {
    std::vector<std::string> out;
    for (const auto& each : must(store->history().checkpoints(id, 0, 1000))) out.emplace_back(name(each.kind));
    return out;
  }
  ~WorkerSteps() override {
    if (made) made->stop();
    while (hand->waiting() > 0) hand->run_one();
    made.reset();
  }

  git::ScratchRepository scratch;
  ManualClock clock;
  std::unique_ptr<store::Store> store;
  std::unique_ptr<ByHand> hand;
  std::unique_ptr<git::Repository> repository;
  EventLog told;
  Handler handler = [](const WorkContext& context) -> Result<store::JobFinish> {
    return moving(context.claim, Move::complete);
  };
  std::unique_ptr<Worker> made;
};

TEST_F(WorkerSteps, AJobIsTakenOnDoneAndWrittenDown) {
  const auto id = mission({"a"});
  EXPECT_TRUE(step());
  EXPECT_EQ(task(id).state, TaskState::running);
  EXPECT_FALSE(step()) << "it runs; there is nothing to do";
  hand->run_one();
  EXPECT_EQ(task(id).state, TaskState::running) << "only a step writes";
  EXPECT_TRUE(step());
  EXPECT_EQ(task(id).state, TaskState::completed);
  EXPECT_EQ(told.said, (std::vector<std::string>{"started a", "finished a", "started verify"}));
}

TEST_F(WorkerSteps, AsManyAtATimeAsThereAreSlots) {
  mission({"a", "b", "c"});
  worker(1);
  step();
  step();
  EXPECT_EQ(hand->waiting(), 1U);
  hand->run_one();
  step();
  EXPECT_EQ(hand->waiting(), 1U) << "what ended makes room in the same step";
}

TEST_F(WorkerSteps, LeasesAreKeptWhileAJobTakesItsTime) {
  const auto id = mission({"a"});
  step();
  for (int minute = 0; minute < 10; ++minute) {
    clock.advance(30'000);
    step();
  }
  store::ClaimRequest other;
  other.worker = "worker:other";
  EXPECT_FALSE(must(store->change().jobs().claim(other)));
  hand->run_one();
  step();
  EXPECT_EQ(task(id).state, TaskState::completed);
  EXPECT_EQ(task(id).attempt, 1U);
}

TEST_F(WorkerSteps, AfterTheMachineSleptItsOwnJobsAreNotTakenForLost) {
  const auto id = mission({"a"});
  step();
  clock.advance(8 * 3'600'000);
  step();
  EXPECT_EQ(hand->waiting(), 1U);
  hand->run_one();
  step();
  EXPECT_EQ(task(id).state, TaskState::completed);
  EXPECT_EQ(task(id).attempt, 1U);
}

TEST_F(WorkerSteps, WhatSomebodyCancelsIsEndedAtTheNextStep) {
  const auto id = mission({"a"});
  Interruption why = Interruption::none;
  bool cancelled = false;
  handler = [&](const WorkContext& context) -> Result<store::JobFinish> {
    why = context.interrupted();
    cancelled = context.cancel->is_cancelled();
    return moving(context.claim, Move::complete);
  };
  step();
  must(store->change("person:anna").tasks().move({task(id).id, Move::cancel, "not needed", {}}));
  step();
  hand->run_one();
  EXPECT_EQ(why, Interruption::lost);
  EXPECT_TRUE(cancelled);
  step();
  EXPECT_EQ(task(id).state, TaskState::cancelled);
  EXPECT_EQ(told.said.back(), "lost a");
  EXPECT_EQ(worker().in_hand(), 0U);
}

TEST_F(WorkerSteps, WhatALostRunCostIsKept) {
  const auto id = mission({"a"});
  handler = [&](const WorkContext& context) -> Result<store::JobFinish> {
    auto out = moving(context.claim, Move::complete);
    TRY_ASSIGN(const auto run, context.store.change().runs().begin({context.claim.task->id, "claude", {}, {}}));
    out.run = {run, {"succeeded", "s", {0.75, 1, 1, 1}, "done", {}}};
    return out;
  };
  step();
  must(store->change("person:anna").tasks().move({task(id).id, Move::cancel, {}, {}}));
  hand->run_one();
  step();
  EXPECT_DOUBLE_EQ(task(id).cost_usd, 0.75);
}

TEST_F(WorkerSteps, ATaskThatSaysNothingIsStalledAndToldOnce) {
  const auto id = mission({"a"}, "[work]\nheartbeat = \"1m\"");
  step();
  for (int i = 0; i < 10; ++i) {
    clock.advance(20'000);
    step();
  }
  EXPECT_EQ(kinds(id).back(), "task_stalled");
  EXPECT_EQ(std::count(told.said.begin(), told.said.end(), "stalled a"), 1);
  hand->run_one();
  step();
  EXPECT_EQ(task(id).state, TaskState::completed) << "policy says warn: it went on";
}

TEST_F(WorkerSteps, PolicyMayEndAStalledTask) {
  const auto id = mission({"a"}, "[work]\nheartbeat = \"1m\"\nstalled = \"kill\"");
  Interruption why = Interruption::none;
  handler = [&](const WorkContext& context) -> Result<store::JobFinish> {
    why = context.interrupted();
    return moving(context.claim, Move::fail, "stalled");
  };
  step();
  clock.advance(60'000);
  step();
  hand->run_one();
  EXPECT_EQ(why, Interruption::stalled);
  step();
  EXPECT_EQ(task(id).state, TaskState::failed);
}

TEST_F(WorkerSteps, StoppingGivesTheWorkBackWithoutAnAttempt) {
  const auto id = mission({"a"});
  handler = [&](const WorkContext& context) -> Result<store::JobFinish> {
    EXPECT_EQ(context.interrupted(), Interruption::stopped);
    return moving(context.claim, Move::release, "its worker was stopped");
  };
  step();
  worker().stop();
  hand->run_one();
  must(worker().step(Intake::open));
  EXPECT_EQ(worker().in_hand(), 0U);
  EXPECT_EQ(task(id).state, TaskState::pending);
  EXPECT_EQ(task(id).attempt, 0U);
}

TEST_F(WorkerSteps, ATaskThatCannotBeRunIsBlockedWithTheReason) {
  const auto id = mission({"a"});
  handler = [](const WorkContext&) -> Result<store::JobFinish> { return unavailable("no sandbox works here"); };
  step();
  hand->run_one();
  step();
  EXPECT_EQ(task(id).state, TaskState::blocked);
  EXPECT_EQ(task(id).reason, "no sandbox works here");
}

TEST_F(WorkerSteps, AWorktreeInUseIsWaitedFor) {
  const auto id = mission({"a"});
  int calls = 0;
  handler = [&](const WorkContext& context) -> Result<store::JobFinish> {
    if (++calls == 1) return conflict("task-a is being worked on");
    return moving(context.claim, Move::complete);
  };
  step();
  hand->run_one();
  step();
  EXPECT_EQ(task(id).state, TaskState::pending);
  step();
  EXPECT_EQ(hand->waiting(), 0U) << "not at once";
  clock.advance(2'000);
  step();
  hand->run_one();
  step();
  EXPECT_EQ(task(id).state, TaskState::completed);
}

TEST_F(WorkerSteps, AMoveThatIsRefusedBlocksTheTaskAndLosesNothing) {
  const auto id = mission({"a"});
  handler = [](const WorkContext& context) -> Result<store::JobFinish> {
    auto out = moving(context.claim, Move::accept);
    TRY_ASSIGN(const auto run, context.store.change().runs().begin({context.claim.task->id, "claude", {}, {}}));
    out.run = {run, {"succeeded", "s", {0.25, 1, 1, 1}, "done", {}}};
    return out;
  };
  step();
  hand->run_one();
  step();
  EXPECT_EQ(task(id).state, TaskState::blocked);
  EXPECT_NE(task(id).reason.find("cannot accept"), std::string::npos) << task(id).reason;
  EXPECT_DOUBLE_EQ(task(id).cost_usd, 0.25);
  EXPECT_EQ(worker().in_hand(), 0U);
}

TEST_F(WorkerSteps, AnotherWorkersLostTaskIsTakenOver) {
  const auto id = mission({"a"});
  store::ClaimRequest other;
  other.worker = "worker:gone";
  other.lease_ms = 60'000;
  ASSERT_TRUE(must(store->change().jobs().claim(other)));
  EXPECT_FALSE(step());
  clock.advance(60'001);
  EXPECT_TRUE(step());
  hand->run_one();
  step();
  EXPECT_EQ(task(id).state, TaskState::completed);
  EXPECT_EQ(task(id).attempt, 2U);
}

TEST_F(WorkerSteps, OfAWorkerThatIsKnownToBeGoneAtOnceOfOneThatLivesNot) {
  const auto id = mission({"a"});
  store::ClaimRequest other;
  other.worker = "worker:killed";
  other.lease_ms = 60'000;
  ASSERT_TRUE(must(store->change().jobs().claim(other)));
  {
    const auto alive = announce_worker(scratch.folder(), other.worker);
    clock.advance(2'000);
    EXPECT_FALSE(step());
  }
  must(os::write_file(os::join_path(scratch.folder(), "workers/worker:killed"), ""));
  clock.advance(2'000);
  EXPECT_TRUE(step());
  hand->run_one();
  step();
  EXPECT_EQ(task(id).state, TaskState::completed);
  EXPECT_FALSE(os::exists(os::join_path(scratch.folder(), "workers/worker:killed")));
}

TEST_F(WorkerSteps, WhereAMissionStands) {
  const auto id = mission({"a"});
  store::ClaimRequest takes;
  takes.only = id;
  EXPECT_EQ(must(standing_of(*store, id, takes, clock.now())).at, Standing::At::going);
  step();
  EXPECT_EQ(must(standing_of(*store, id, takes, clock.now())).at, Standing::At::going);
  handler = [](const WorkContext& context) -> Result<store::JobFinish> {
    return moving(context.claim, Move::fail, "no idea");
  };
  hand->run_one();
  step();
  const auto failed = must(standing_of(*store, id, takes, clock.now()));
  EXPECT_EQ(failed.at, Standing::At::needs_person);
  ASSERT_EQ(failed.why.size(), 1U);
  EXPECT_NE(failed.why[0].find("\"a\" failed: no idea"), std::string::npos) << failed.why[0];
  must(store->change("person:anna").missions().set_hold(id, "paused by anna"));
  const auto held = must(standing_of(*store, id, takes, clock.now()));
  EXPECT_NE(held.why[0].find("paused by anna"), std::string::npos);
}

}  // namespace
}  // namespace assay::engine
