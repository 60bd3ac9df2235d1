#include "store/conformance_test.h"

namespace assay::store {
namespace {

using enum model::Move;
using model::TaskState;

class Rounds : public StoreConformance {
 protected:
  model::TaskId ready_task() {
    const auto mission = must(store().create_mission(draft_with({planned("a")}), k_anna));
    const auto id = must(store().tasks(mission.id, {})).front().id;
    must(store().move_task({id, start, {}, {}}, k_anna));
    must(store().move_task({id, ready, {}, {}}, k_anna));
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
    must(store().move_task({id, reject, "a question", {}}, "worker:1"));
    const auto claim = must(store().claim({"worker:1", {}, 60'000, must(store().task(id)).mission, true, true}));
    ASSERT_TRUE(claim);
    JobFinish finish;
    finish.rounds = {round_of(id, 1, "t1")};
    finish.questions = {{id, question}, {id, question}};
    finish.moves = {{id, block, "waits for an answer", {}}};
    must(store().finish(claim->job.token, finish, "worker:1"));
  }
};

TEST_P(Rounds, AreKeptInTheirOrderWithAllOfThem) {
  const auto id = ready_task();
  EXPECT_TRUE(must(store().critic_rounds(id)).empty());
  must(store().record_round(round_of(id, 1, "t1"), "worker:1"));
  must(store().record_round(round_of(id, 2, "t2"), "worker:1"));
  const auto rounds = must(store().critic_rounds(id));
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[1].round, 2U);
  EXPECT_EQ(rounds[1].tree, "t2");
  EXPECT_EQ(rounds[1].identities, "abc");
  EXPECT_EQ(rounds[1].route, model::Route::askuser);
  EXPECT_EQ(rounds[1].report, "{\"round\":1}");
  EXPECT_FALSE(store().record_round(round_of(model::TaskId("task-none"), 1, ""), "worker:1"));
}

TEST_P(Rounds, AQuestionWaitsOverARestartUntilItIsAnswered) {
  const auto id = ready_task();
  ask(id, "Which currency?");
  reopen();
  const auto open = must(store().open_questions(10));
  ASSERT_EQ(open.size(), 1U) << "the same question is asked once";
  EXPECT_EQ(open[0].text, "Which currency?");
  EXPECT_EQ(must(store().task(id)).state, TaskState::blocked);
  const auto task = must(store().answer(id, "The euro", k_anna));
  EXPECT_EQ(task.state, TaskState::pending);
  EXPECT_EQ(task.round, 2U);
  reopen();
  const auto answered = must(store().questions(id));
  ASSERT_EQ(answered.size(), 1U);
  EXPECT_EQ(answered[0].answer, "The euro");
  EXPECT_EQ(answered[0].answered_by, k_anna);
  EXPECT_TRUE(must(store().open_questions(10)).empty());
  EXPECT_EQ(must(store().jobs({})).size(), 1U) << "the task is due again";
  expect_sound();
}

TEST_P(Rounds, AnAnswerToNothingIsAConflict) {
  const auto id = ready_task();
  const auto refused = store().answer(id, "yes", k_anna);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  ask(id, "Which?");
  EXPECT_FALSE(store().answer(id, "  ", k_anna));
  must(store().answer(id, "this", k_anna));
  EXPECT_FALSE(store().answer(id, "that", k_anna)) << "once";
}

INSTANTIATE_TEST_SUITE_P(Drivers, Rounds, testing::ValuesIn(drivers()));

}  // namespace
}  // namespace assay::store
