// The outbox: what people should hear of is written with what causes it, and given to one sender at a time.
#include "store/conformance_test.h"
#include "store/jobs.h"
#include "store/notices.h"

namespace assay::store {
namespace {

using enum model::Move;
using model::DeliveryState;
using model::NoticeKind;

class StoreNotices : public StoreConformance {
 protected:
  std::vector<NoticeKind> told() {
    std::vector<NoticeKind> out;
    for (const auto& notice : must(store().notices().list({}))) out.insert(out.begin(), notice.kind);
    return out;
  }
  using Kinds = std::vector<NoticeKind>;
  model::Notice addressed(const std::vector<std::string>& receivers) {
    const auto mission = create().id;
    must(store().change(k_anna).missions().set_hold(mission, "the plan contradicts itself"));
    return must(store().change().notices().address(must(store().notices().unaddressed(10)).at(0), receivers));
  }
};

TEST_P(StoreNotices, TellOfWhatNeedsAPersonAndOfNothingElse) {
  const auto mission = create();
  const auto task = add(mission.id, "a").id;
  moved(task, {start, ready});
  EXPECT_EQ(told(), Kinds{});
  must(store().change("checker:x").tasks().move({task, flag, "", "AC-1 does not hold"}));
  EXPECT_EQ(told(), Kinds{NoticeKind::checker_failed});
  auto notice = must(store().notices().list({})).at(0);
  EXPECT_EQ(notice.mission, mission.id);
  EXPECT_EQ(notice.task, task);
  EXPECT_EQ(notice.detail, "AC-1 does not hold");
  EXPECT_EQ(notice.title, mission.title);

  must(store().change(k_anna).tasks().move({task, block, "waits for a key", ""}));
  EXPECT_EQ(told(), (Kinds{NoticeKind::checker_failed, NoticeKind::blocked}));
  notice = must(store().notices().list({})).at(0);
  EXPECT_TRUE(notice.detail.ends_with(": waits for a key")) << notice.detail;
  EXPECT_EQ(notice.status, model::MissionStatus::blocked);

  moved(task, {retry, start, complete});
  verified(mission.id, model::AcceptanceStatus::passed);
  EXPECT_EQ(told().back(), NoticeKind::shippable);
  must(land(mission.id, "abc"));
  EXPECT_EQ(told().back(), NoticeKind::landed);
  must(store().change(k_anna).missions().set_deploy(mission.id, model::DeployState::failed, "log"));
  EXPECT_EQ(told().back(), NoticeKind::needs_fix);
  const auto count = told().size();
  must(store().change(k_anna).missions().close(mission.id));
  EXPECT_EQ(told().size(), count);
}

TEST_P(StoreNotices, TellOfAQuestionOnceForEachTimeItIsOpen) {
  const auto mission = create();
  const auto task = add(mission.id, "a").id;
  moved(task, {start});
  const auto ask = [&] {
    must(store().change().jobs().enqueue({model::JobKind::ship, "ship:x", mission.id, {}, ""}));
    ClaimRequest request;
    request.worker = "worker:1";
    request.kinds = {model::JobKind::ship};
    const auto claim = must(store().change().jobs().claim(request));
    JobFinish finish;
    finish.questions = {{task, "Which currency?"}};
    must(store().change("worker:1").jobs().finish(claim->job.token, finish));
  };
  ask();
  ask();
  EXPECT_EQ(told(), Kinds{NoticeKind::question}) << "the same question is told once";
  const auto notice = must(store().notices().list({})).at(0);
  EXPECT_EQ(notice.task, task);
  EXPECT_EQ(notice.detail, "Which currency?");
}

TEST_P(StoreNotices, OfAChangeThatIsRefusedIsNotWritten) {
  const auto mission = create();
  EXPECT_FALSE(land(mission.id, "abc"));
  EXPECT_EQ(told(), Kinds{});
}

TEST_P(StoreNotices, AreAddressedOnce) {
  const auto notice = addressed({"a", "b"});
  ASSERT_EQ(notice.deliveries.size(), 2U);
  const std::vector<std::string> others = {"c"};
  EXPECT_EQ(must(store().change().notices().address(notice.id, others)).deliveries.size(), 2U);
  EXPECT_TRUE(must(store().notices().unaddressed(10)).empty());
}

TEST_P(StoreNotices, AreHandedOutToOneAtATimeAndAgainWhenTheLeaseIsOver) {
  const auto notice = addressed({"a"});
  const auto first = must(store().change().notices().claim_delivery(1000));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->receiver, "a");
  EXPECT_EQ(first->notice.id, notice.id);
  EXPECT_FALSE(must(store().change().notices().claim_delivery(1000)));
  clock.advance(1001);
  EXPECT_TRUE(must(store().change().notices().claim_delivery(1000)));
  must(store().change().notices().note_delivery(notice.id, {"a", true, "", {}}));
  clock.advance(100'000);
  EXPECT_FALSE(must(store().change().notices().claim_delivery(1000)));
  EXPECT_EQ(must(store().notices().next_delivery_at()), std::nullopt);
  // A sender that comes too late changes nothing.
  must(store().change().notices().note_delivery(notice.id, {"a", false, "too slow", {}}));
  EXPECT_EQ(must(store().notices().find(notice.id)).deliveries.at(0).state, DeliveryState::delivered);
}

TEST_P(StoreNotices, WaitForTheirNextAttemptAndDieWhenThereIsNone) {
  const auto notice = addressed({"a"});
  ASSERT_TRUE(must(store().change().notices().claim_delivery(1000)));
  const Time later{must(store().notices().find(notice.id)).created_at.ms + 60'000};
  must(store().change().notices().note_delivery(notice.id, {"a", false, "500", later}));
  EXPECT_EQ(must(store().notices().next_delivery_at()), later);
  EXPECT_FALSE(must(store().change().notices().claim_delivery(1000)));
  clock.advance(60'000);
  ASSERT_TRUE(must(store().change().notices().claim_delivery(1000)));
  must(store().change().notices().note_delivery(notice.id, {"a", false, "500 again", {}}));
  const auto dead = must(store().notices().list({DeliveryState::dead, 10}));
  ASSERT_EQ(dead.size(), 1U);
  EXPECT_EQ(dead[0].deliveries[0].attempts, 2U);
  EXPECT_EQ(dead[0].deliveries[0].error, "500 again");
  EXPECT_TRUE(must(store().notices().list({DeliveryState::pending, 10})).empty());

  EXPECT_EQ(must(store().change().notices().retry_deliveries(std::nullopt)), 1U);
  EXPECT_TRUE(must(store().change().notices().claim_delivery(1000)));
  EXPECT_EQ(must(store().change().notices().retry_deliveries(std::nullopt)), 0U);
  EXPECT_EQ(store().change().notices().retry_deliveries(model::NoticeId("notice-none")).error().code, Code::not_found);
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreNotices, testing::ValuesIn(drivers()),
                         [](const auto& driver) { return driver.param.name; });

}  // namespace
}  // namespace assay::store
