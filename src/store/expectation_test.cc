#include "store/expectation.h"

#include "store/conformance_test.h"
#include "store/database/feed.h"
#include "store/database/version_watch.h"

namespace assay::store {
namespace {

class StoreExpectation : public StoreConformance {
 protected:
  model::Mission made() {
    MissionDraft draft;
    draft.title = "Carts";
    draft.prompt = "Carts last";
    return must(store().change(k_anna).missions().add(draft));
  }
  model::Task task_of(const model::Mission& mission) {
    TaskDraft draft;
    draft.task = planned("schema");
    draft.mission = mission.id;
    return must(store().change(k_anna).tasks().add(draft));
  }
  std::shared_ptr<Expectation> expect(std::string id, std::string stamp) {
    auto expected = std::make_shared<Expectation>(std::move(id), std::move(stamp));
    store().expect(expected);
    return expected;
  }
};

TEST_P(StoreExpectation, AChangeOnWhatWasSeenIsMadeAndAStaleOneIsNot) {
  const auto seen = made();
  must(store().change(k_anna).packs().set_criteria(seen.id, {"first"}, ""));
  const auto stale = expect(seen.id.text, stamp_of(seen));
  const auto result = store().change(k_anna).packs().set_criteria(seen.id, {"mine"}, "");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::conflict);
  EXPECT_TRUE(stale->refused());
  const auto now = must(store().missions().find(seen.id));
  EXPECT_EQ(now.pack.criteria, std::vector<std::string>{"first"});
  const auto fresh = expect(seen.id.text, stamp_of(now));
  must(store().change(k_anna).packs().set_criteria(seen.id, {"mine"}, ""));
  must(store().change(k_anna).missions().set_hold(seen.id, "and this"));  // part of the same decision
  EXPECT_FALSE(fresh->refused());
}
TEST_P(StoreExpectation, ItHoldsForItsOwnMissionAndUntilItIsOver) {
  const auto one = made(), other = made();
  expect(one.id.text, "999");
  must(store().change(k_anna).packs().set_criteria(other.id, {"free"}, ""));
  EXPECT_FALSE(store().change(k_anna).packs().set_criteria(one.id, {"no"}, ""));
  store().expect(nullptr);
  must(store().change(k_anna).packs().set_criteria(one.id, {"yes"}, ""));
}
TEST_P(StoreExpectation, ItIsOfOneStoreAndHoldsNobodyWhoChangesAnother) {
  const auto mission = made();
  expect(mission.id.text, "999");
  const auto other = must(Store::open(GetParam().place(folder), clock));
  must(other->change(k_anna).packs().set_criteria(mission.id, {"theirs"}, ""));
  EXPECT_FALSE(store().change("person:bob").packs().set_criteria(mission.id, {"mine"}, ""));
}
TEST_P(StoreExpectation, ATaskThatWasSeenInAnotherRoundIsNotAccepted) {
  const auto mission = made();
  auto task = task_of(mission);
  for (const auto move : {model::Move::start, model::Move::ready}) {
    task = must(store().change(k_anna).tasks().move({task.id, move, "", ""}));
  }
  const auto seen = stamp_of(task);
  for (const auto move : {model::Move::reject, model::Move::start, model::Move::ready}) {
    clock.advance(1);
    must(store().change(k_anna).tasks().move({task.id, move, "", ""}));
  }
  const auto stale = expect(task.id.text, seen);
  EXPECT_FALSE(store().change(k_anna).tasks().move({task.id, model::Move::accept, "", ""}));
  EXPECT_TRUE(stale->refused());
  const auto now = must(store().tasks().find(task.id));
  EXPECT_EQ(now.state, model::TaskState::ready);
  expect(task.id.text, stamp_of(now));
  EXPECT_EQ(must(store().change(k_anna).tasks().move({task.id, model::Move::accept, "", ""})).state,
            model::TaskState::completed);
}
TEST_P(StoreExpectation, AMoveIsRefusedForAMissionThatChangedBeforeAnythingIsWritten) {
  const auto seen = made();
  const auto task = task_of(seen);
  const auto before = must(store().missions().find(seen.id)).version;
  expect(seen.id.text, stamp_of(seen));
  const TaskMove move{task.id, model::Move::start, "", ""};
  const auto results = must(store().change(k_anna).tasks().move_all({&move, 1}));
  EXPECT_FALSE(results.front());
  EXPECT_EQ(must(store().missions().find(seen.id)).version, before);
  EXPECT_EQ(must(store().tasks().find(task.id)).state, model::TaskState::pending);
}

TEST_P(StoreExpectation, TheFeedHasEveryCheckpointOnceInOrder) {
  const auto feed = must(Feed::open(GetParam().place(folder), clock.now()));
  EXPECT_EQ(must(feed->end()), 0u);
  const auto one = made(), other = made();
  const auto task = task_of(one);
  must(store().change(k_anna).tasks().move({task.id, model::Move::start, "", ""}));
  const auto all = must(feed->after(0, 100));
  ASSERT_EQ(all.size(), 4u);
  for (size_t i = 1; i < all.size(); ++i) EXPECT_GT(all[i].key, all[i - 1].key);
  EXPECT_EQ(all[1].checkpoint.mission, other.id);
  EXPECT_EQ(all[3].checkpoint.kind, model::CheckpointKind::task_started);
  EXPECT_EQ(all[3].task_state, model::TaskState::running);
  EXPECT_EQ(all[3].status, model::MissionStatus::active);
  EXPECT_EQ(must(feed->end()), all[3].key);
  const auto rest = must(feed->after(all[1].key, 1));
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_EQ(rest[0].key, all[2].key);
}

TEST_P(StoreExpectation, TheVersionChangesWithEveryCommitOfAnyConnectionAndOnlyThen) {
  const auto watch = must(VersionWatch::open(GetParam().place(folder), clock.now()));
  const auto first = watch->look();
  ASSERT_TRUE(first);
  const auto mission = made();
  const auto second = watch->look();
  ASSERT_TRUE(second);
  EXPECT_NE(first, second);
  must(store().missions().find(mission.id));
  EXPECT_EQ(watch->look(), second);
  EXPECT_FALSE(
      store().change(k_anna).missions().set_hold(model::MissionId("mission-none"), "x"));  // undone: nothing changed
  EXPECT_EQ(watch->look(), second);
  const auto other = must(Store::open(GetParam().place(folder), clock));
  must(other->change(k_anna).missions().set_hold(mission.id, "wait"));
  EXPECT_NE(watch->look(), second);
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreExpectation, testing::ValuesIn(drivers()),
                         [](const auto& made) { return made.param.name; });

}  // namespace
}  // namespace assay::store
