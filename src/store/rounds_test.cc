#include "store/rounds.h"

#include "store/conformance_test.h"
#include "store/jobs.h"
#include "store/questions.h"

namespace assay::store {
namespace {

using enum model::Move;
using model::TaskState;

class StoreRounds : public StoreConformance {
 protected:
  model::TaskId ready_task() {
    const auto mission = must(store().change(k_anna).missions().add(draft_with({planned("a")})));
    const auto id = must(store().tasks().of(mission.id, {})).front().id;
    must(store().change(k_anna).tasks().move({id, start, {}, {}}));
    must(store().change(k_anna).tasks().move({id, ready, {}, {}}));
    return id;
  }
  static model::CriticRound round_of(const model::TaskId& task, std::uint32_t number, std::string tree) {
    model::CriticRound out;
    out.task = task;
    out.round = number;
    out.tree = std::move(tree);
    out.identities = "abc";
    out.route = model::Route::askuser;
    out.report = "{\"round\":1}";
    return out;
  }
  // As a job that looked at the task would.
  void ask(const model::TaskId& id, const std::string& question) {
    must(store().change("worker:1").tasks().move({id, reject, "a question", {}}));
    const auto claim = must(
        store().change().jobs().claim({"worker:1", {}, 60'000, must(store().tasks().find(id)).mission, true, true}));
    ASSERT_TRUE(claim);
    JobFinish finish;
    finish.rounds = {round_of(id, 1, "t1")};
    finish.questions = {{id, question}, {id, question}};
    finish.moves = {{id, block, "waits for an answer", {}}};
    must(store().change("worker:1").jobs().finish(claim->job.token, finish));
  }
};

TEST_P(StoreRounds, AreKeptInTheirOrderWithAllOfThem) {
  const auto id = ready_task();
  EXPECT_TRUE(must(store().rounds().of(id)).empty());
  const auto mission = must(store().tasks().find(id)).mission;
  JobFinish finish;
  finish.rounds = {round_of(id, 1, "t1"), round_of(id, 2, "t2")};
  must(finish_job(mission, finish));
  const auto rounds = must(store().rounds().of(id));
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[1].round, 2U);
  EXPECT_EQ(rounds[1].tree, "t2");
  EXPECT_EQ(rounds[1].identities, "abc");
  EXPECT_EQ(rounds[1].route, model::Route::askuser);
  EXPECT_EQ(rounds[1].report, "{\"round\":1}");
  finish.rounds = {round_of(model::TaskId("task-none"), 1, "")};
  EXPECT_FALSE(finish_job(mission, finish));
}

TEST_P(StoreRounds, AQuestionWaitsOverARestartUntilItIsAnswered) {
  const auto id = ready_task();
  ask(id, "Which currency?");
  reopen();
  const auto open = must(store().questions().open(10));
  ASSERT_EQ(open.size(), 1U) << "the same question is asked once";
  EXPECT_EQ(open[0].text, "Which currency?");
  EXPECT_EQ(must(store().tasks().find(id)).state, TaskState::blocked);
  const auto task = must(store().change(k_anna).questions().answer(id, "The euro"));
  EXPECT_EQ(task.state, TaskState::pending);
  EXPECT_EQ(task.round, 2U);
  reopen();
  const auto answered = must(store().questions().of(id));
  ASSERT_EQ(answered.size(), 1U);
  EXPECT_EQ(answered[0].answer, "The euro");
  EXPECT_EQ(answered[0].answered_by, k_anna);
  EXPECT_TRUE(must(store().questions().open(10)).empty());
  EXPECT_EQ(must(store().jobs().list({})).size(), 1U) << "the task is due again";
  expect_sound();
}

TEST_P(StoreRounds, AnAnswerToNothingIsAConflict) {
  const auto id = ready_task();
  const auto refused = store().change(k_anna).questions().answer(id, "yes");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  ask(id, "Which?");
  EXPECT_FALSE(store().change(k_anna).questions().answer(id, "  "));
  must(store().change(k_anna).questions().answer(id, "this"));
  EXPECT_FALSE(store().change(k_anna).questions().answer(id, "that")) << "once";
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreRounds, testing::ValuesIn(drivers()));

}  // namespace
}  // namespace assay::store
