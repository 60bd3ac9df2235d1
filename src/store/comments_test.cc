#include "store/comments.h"

#include "store/conformance_test.h"
#include "store/history.h"

namespace assay::store {
namespace {

using enum model::Move;

class StoreComments : public StoreConformance {
 protected:
  CommentDraft on(const model::TaskId& task, std::string text, std::uint64_t line = 0) {
    CommentDraft out;
    out.task = task;
    out.text = std::move(text);
    out.line = line;
    if (line > 0) out.path = "shop.py";
    return out;
  }
  model::Comment say(const CommentDraft& draft) { return must(store().change(k_anna).comments().add(draft)); }
  model::TaskId ready_task() {
    const auto id = must(store().tasks().of(create({planned("a")}).id, {})).front().id;
    moved(id, {start, ready});
    return id;
  }
  std::vector<std::string> sent_with(const model::TaskId& task, std::uint32_t round) {
    std::vector<std::string> out;
    for (const auto& each : must(store().comments().of(task))) {
      if (each.sent_round == round) out.push_back(each.text);
    }
    return out;
  }
};

TEST_P(StoreComments, BecomeTheReasonOfARejectAndBelongToOneRound) {
  const auto id = ready_task();
  const auto line = say(on(id, "round up", 12));
  say(on(id, "and a test"));
  reopen();
  EXPECT_EQ(must(store().comments().find(line.id)).actor, k_anna);
  EXPECT_EQ(must(store().comments().find(line.id)).created_at, clock.now());
  EXPECT_EQ(must(move(id, reject, "not yet")).reason, "not yet\nshop.py:12: round up\nand a test");
  EXPECT_EQ(sent_with(id, 2), (std::vector<std::string>{"round up", "and a test"}));
  moved(id, {start, ready});
  EXPECT_EQ(must(move(id, reject, "still not")).reason, "still not") << "told once";
  EXPECT_EQ(sent_with(id, 3), std::vector<std::string>());
}

TEST_P(StoreComments, AreTheWholeReasonWhereNoneIsGiven) {
  const auto id = ready_task();
  say(on(id, "round up", 12));
  EXPECT_EQ(must(move(id, reject)).reason, "shop.py:12: round up");
}

TEST_P(StoreComments, OnATaskThatWaitsGoWithItsStart) {
  const auto id = must(store().tasks().of(create({planned("a")}).id, {})).front().id;
  say(on(id, "mind the units"));
  moved(id, {start});
  EXPECT_EQ(sent_with(id, 1), std::vector<std::string>{"mind the units"});
  say(on(id, "said while it ran"));
  moved(id, {fail});
  EXPECT_EQ(sent_with(id, 1).size(), 1U);
  EXPECT_EQ(must(move(id, retry)).reason, "said while it ran");
  EXPECT_EQ(sent_with(id, 1).size(), 2U);
}

TEST_P(StoreComments, AreRecordedAndOnlyAPersonWritesThem) {
  const auto id = ready_task();
  const auto mission = must(store().tasks().find(id)).mission;
  say(on(id, "round up", 12));
  const auto last = must(store().history().checkpoints(mission, 0, 100)).back();
  EXPECT_EQ(last.title, "Comment on shop.py:12: a");
  EXPECT_EQ(last.detail, "by person:anna\nround up");
  EXPECT_EQ(last.task, id);
  EXPECT_FALSE(store().change("worker:1").comments().add(on(id, "let it pass")));
  EXPECT_FALSE(store().change(k_anna).comments().add(on(id, " \n")));
  EXPECT_FALSE(store().change(k_anna).comments().add(on(model::TaskId("task-none"), "who?")));
  EXPECT_EQ(must(store().comments().of(id)).size(), 1U);
}

TEST_P(StoreComments, CanBeTakenBackUntilTheyAreSent) {
  const auto id = ready_task();
  const auto first = say(on(id, "round up", 12));
  must(store().change(k_anna).comments().remove(first.id));
  EXPECT_TRUE(must(store().comments().of(id)).empty());
  EXPECT_FALSE(store().change(k_anna).comments().remove(first.id));
  const auto second = say(on(id, "round down", 12));
  must(move(id, reject));
  const auto refused = store().change(k_anna).comments().remove(second.id);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_EQ(must(store().comments().of(id)).size(), 1U);
  EXPECT_EQ(must(store().examine()).faults, std::vector<std::string>());
}

TEST_P(StoreComments, OfAMissionAreSentToNobody) {
  const auto id = ready_task();
  const auto mission = must(store().tasks().find(id)).mission;
  CommentDraft whole;
  whole.mission = mission;
  whole.text = "the release first";
  say(whole);
  say(on(id, "round up"));
  must(move(id, reject));
  const auto all = must(store().comments().of(mission));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_FALSE(all[0].sent_round);
  EXPECT_EQ(all[1].sent_round, 2U);
}

TEST_P(StoreComments, AreBounded) {
  const auto id = ready_task();
  for (int i = 0; i < 100; ++i) say(on(id, "again"));
  const auto refused = store().change(k_anna).comments().add(on(id, "once more"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreComments, testing::ValuesIn(drivers()));

}  // namespace
}  // namespace assay::store
