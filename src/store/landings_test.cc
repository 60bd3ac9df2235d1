#include "store/conformance_test.h"

namespace assay::store {
namespace {

using model::LandingState;
using model::MissionStatus;

class Landings : public StoreConformance {
 protected:
  // Ready to land.
  model::Mission ready() {
    auto mission = create({planned("one")});
    const auto task = must(store().tasks(mission.id, {})).front();
    must(move(task.id, model::Move::start));
    must(move(task.id, model::Move::complete));
    mission = must(store().mission(mission.id));
    must(store().record_results(
        mission.id, std::vector<CheckResult>{{mission.pack.checks[0].id, model::AcceptanceStatus::passed, ""}}, "",
        k_anna));
    mission = must(store().mission(mission.id));
    EXPECT_EQ(mission.status, MissionStatus::ready_to_land);
    return mission;
  }
  static Store::LandingIntent intent(const model::Mission& mission) {
    model::Landing landing;
    landing.mission = mission.id;
    landing.target_branch = "main";
    landing.target_commit = "t";
    landing.commit = landing.tip = "c";
    landing.verified_tree = "tree";
    return {landing, mission.version};
  }
  Result<std::vector<model::Landing>> begin(const Store::LandingIntent& asked) {
    return store().begin_landings(std::span(&asked, 1), k_anna);
  }
};

TEST_P(Landings, AnIntentIsKeptAndNothingHasLandedYet) {
  const auto mission = ready();
  must(begin(intent(mission)));
  reopen();
  const auto kept = must(store().latest_landing(mission.id));
  ASSERT_TRUE(kept.has_value());
  EXPECT_TRUE(kept->is_open());
  EXPECT_EQ(kept->commit, "c");
  EXPECT_EQ(kept->actor, k_anna);
  EXPECT_EQ(must(store().mission(mission.id)).status, MissionStatus::ready_to_land);
}

TEST_P(Landings, FinishingIsOneFactHoweverOften) {
  const auto mission = ready();
  const auto landing = must(begin(intent(mission))).front();
  must(store().finish_landing(landing.id, "c", "seen", k_anna));
  const auto head = must(store().head(mission.id));
  must(store().finish_landing(landing.id, "c", "seen again", k_anna));
  EXPECT_EQ(must(store().head(mission.id)).count, head.count);
  const auto landed = must(store().mission(mission.id));
  EXPECT_EQ(landed.status, MissionStatus::landed);
  EXPECT_EQ(landed.landed_commit, "c");
  EXPECT_EQ(must(store().latest_landing(mission.id))->proof, "seen");
  EXPECT_TRUE(must(store().examine()).faults.empty());
}

TEST_P(Landings, OneAtATime) {
  const auto mission = ready();
  must(begin(intent(mission)));
  const auto second = begin(intent(mission));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::conflict);
}

TEST_P(Landings, OnlyWhatIsReadyAndUnchanged) {
  const auto fresh = create({planned("one")});
  EXPECT_EQ(begin(intent(fresh)).error().code, Code::conflict);
  const auto mission = ready();
  auto stale = intent(mission);
  --stale.version;
  EXPECT_EQ(begin(stale).error().code, Code::conflict);
}

TEST_P(Landings, AllOfABatchOrNone) {
  const auto good = ready();
  const auto bad = create({planned("one")});
  const std::vector<Store::LandingIntent> both = {intent(good), intent(bad)};
  EXPECT_FALSE(store().begin_landings(both, k_anna));
  EXPECT_FALSE(must(store().latest_landing(good.id)).has_value());
}

TEST_P(Landings, WhatMovedIsRecordedWhateverHappenedToTheMissionSince) {
  const auto mission = ready();
  const auto landing = must(begin(intent(mission))).front();
  add(mission.id, "late");
  EXPECT_EQ(must(store().mission(mission.id)).status, MissionStatus::active);
  must(store().finish_landing(landing.id, "c", "seen", k_anna));
  EXPECT_EQ(must(store().mission(mission.id)).status, MissionStatus::landed);
}

TEST_P(Landings, WhatWasGivenUpDoesNotLandAndMayBeginAnew) {
  const auto mission = ready();
  const auto landing = must(begin(intent(mission))).front();
  must(store().abandon_landing(landing.id, "the target moved"));
  EXPECT_EQ(store().finish_landing(landing.id, "c", "seen", k_anna).error().code, Code::conflict);
  must(begin(intent(mission)));
  EXPECT_EQ(must(store().landings(mission.id)).size(), 2U);
  EXPECT_EQ(must(store().landings(mission.id))[0].reason, "the target moved");
}

TEST_P(Landings, WhatIsRecordedAndNotSignedIsKnown) {
  const auto first = ready(), second = ready();
  const std::vector<Store::LandingIntent> both{intent(first), intent(second)};
  const auto begun = must(store().begin_landings(both, k_anna));
  EXPECT_TRUE(must(store().unsigned_landings()).empty()) << "nothing has landed yet";
  EXPECT_EQ(must(store().landings_at("c")).size(), 2u);
  for (const auto& landing : begun) must(store().finish_landing(landing.id, "c", "seen", k_anna));
  EXPECT_EQ(must(store().unsigned_landings()).size(), 2u);
  EXPECT_FALSE(must(store().signature_of(begun[0].id)).has_value());
  EXPECT_FALSE(must(store().signed_before({INT64_MAX}, "")).has_value());

  const std::vector<Store::LandingSignature> made{{begun[0].id, "", {}, "a", {}}, {begun[1].id, "", {}, "b", {}}};
  must(store().note_signed(made));
  reopen();
  EXPECT_TRUE(must(store().unsigned_landings()).empty());
  const auto last = must(store().signed_before({INT64_MAX}, ""));
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(last->approval, "b");
  EXPECT_EQ(last->tip, "c");
  EXPECT_EQ(last->mission, second.id);
  EXPECT_EQ(must(store().signed_before(last->signed_at, last->landing))->approval, "a");
  EXPECT_FALSE(must(store().signed_before(last->signed_at, begun[0].id)).has_value());

  const std::vector<Store::LandingSignature> again{{begun[0].id, "", {}, "other", {}}};
  must(store().note_signed(again));
  EXPECT_EQ(must(store().signature_of(begun[0].id))->approval, "a") << "what was signed stays as it is";
}

TEST_P(Landings, AProposalStaysOpenUntilItIsSeen) {
  const auto mission = ready();
  const auto landing = must(begin(intent(mission))).front();
  must(store().propose_landing(landing.id, k_anna));
  must(store().propose_landing(landing.id, k_anna));
  EXPECT_EQ(must(store().latest_landing(mission.id))->state, LandingState::proposed);
  must(store().finish_landing(landing.id, "other", "merged", k_anna));
  EXPECT_EQ(must(store().mission(mission.id)).landed_commit, "other");
}

INSTANTIATE_TEST_SUITE_P(Drivers, Landings, testing::ValuesIn(drivers()));

}  // namespace
}  // namespace assay::store
