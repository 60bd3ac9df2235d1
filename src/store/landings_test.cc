#include "store/landings.h"

#include "store/conformance_test.h"

namespace assay::store {
namespace {

using model::LandingState;
using model::MissionStatus;

class StoreLandings : public StoreConformance {
 protected:
  // Ready to land.
  model::Mission ready() {
    auto mission = create({planned("one")});
    const auto task = must(store().tasks().of(mission.id, {})).front();
    must(move(task.id, model::Move::start));
    must(move(task.id, model::Move::complete));
    mission = must(store().missions().find(mission.id));
    must(record_results(
        mission.id, std::vector<CheckResult>{{mission.pack.checks[0].id, model::AcceptanceStatus::passed, ""}}, ""));
    mission = must(store().missions().find(mission.id));
    EXPECT_EQ(mission.status, MissionStatus::ready_to_land);
    return mission;
  }
  static LandingIntent intent(const model::Mission& mission) {
    model::Landing landing;
    landing.mission = mission.id;
    landing.target_branch = "main";
    landing.target_commit = "t";
    landing.commit = landing.tip = "c";
    landing.verified_tree = "tree";
    return {landing, mission.version};
  }
  Result<std::vector<model::Landing>> begin(const LandingIntent& asked) {
    return store().change(k_anna).landings().begin(std::span(&asked, 1));
  }
};

TEST_P(StoreLandings, AnIntentIsKeptAndNothingHasLandedYet) {
  const auto mission = ready();
  must(begin(intent(mission)));
  reopen();
  const auto kept = must(store().landings().latest(mission.id));
  ASSERT_TRUE(kept.has_value());
  EXPECT_TRUE(kept->is_open());
  EXPECT_EQ(kept->commit, "c");
  EXPECT_EQ(kept->actor, k_anna);
  EXPECT_EQ(must(store().missions().find(mission.id)).status, MissionStatus::ready_to_land);
}

TEST_P(StoreLandings, FinishingIsOneFactHoweverOften) {
  const auto mission = ready();
  const auto landing = must(begin(intent(mission))).front();
  must(store().change(k_anna).landings().finish(landing.id, "c", "seen"));
  const auto head = must(store().history().head(mission.id));
  must(store().change(k_anna).landings().finish(landing.id, "c", "seen again"));
  EXPECT_EQ(must(store().history().head(mission.id)).count, head.count);
  const auto landed = must(store().missions().find(mission.id));
  EXPECT_EQ(landed.status, MissionStatus::landed);
  EXPECT_EQ(landed.landed_commit, "c");
  EXPECT_EQ(must(store().landings().latest(mission.id))->proof, "seen");
  EXPECT_TRUE(must(store().examine()).faults.empty());
}

TEST_P(StoreLandings, OneAtATime) {
  const auto mission = ready();
  must(begin(intent(mission)));
  const auto second = begin(intent(mission));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::conflict);
}

TEST_P(StoreLandings, OnlyWhatIsReadyAndUnchanged) {
  const auto fresh = create({planned("one")});
  EXPECT_EQ(begin(intent(fresh)).error().code, Code::conflict);
  const auto mission = ready();
  auto stale = intent(mission);
  --stale.version;
  EXPECT_EQ(begin(stale).error().code, Code::conflict);
}

TEST_P(StoreLandings, AllOfABatchOrNone) {
  const auto good = ready();
  const auto bad = create({planned("one")});
  const std::vector<LandingIntent> both = {intent(good), intent(bad)};
  EXPECT_FALSE(store().change(k_anna).landings().begin(both));
  EXPECT_FALSE(must(store().landings().latest(good.id)).has_value());
}

TEST_P(StoreLandings, WhatMovedIsRecordedWhateverHappenedToTheMissionSince) {
  const auto mission = ready();
  const auto landing = must(begin(intent(mission))).front();
  add(mission.id, "late");
  EXPECT_EQ(must(store().missions().find(mission.id)).status, MissionStatus::active);
  must(store().change(k_anna).landings().finish(landing.id, "c", "seen"));
  EXPECT_EQ(must(store().missions().find(mission.id)).status, MissionStatus::landed);
}

TEST_P(StoreLandings, WhatWasGivenUpDoesNotLandAndMayBeginAnew) {
  const auto mission = ready();
  const auto landing = must(begin(intent(mission))).front();
  must(store().change().landings().abandon(landing.id, "the target moved"));
  EXPECT_EQ(store().change(k_anna).landings().finish(landing.id, "c", "seen").error().code, Code::conflict);
  must(begin(intent(mission)));
  EXPECT_EQ(must(store().landings().of(mission.id)).size(), 2U);
  EXPECT_EQ(must(store().landings().of(mission.id))[0].reason, "the target moved");
}

TEST_P(StoreLandings, WhatIsRecordedAndNotSignedIsKnown) {
  const auto first = ready(), second = ready();
  const std::vector<LandingIntent> both{intent(first), intent(second)};
  const auto begun = must(store().change(k_anna).landings().begin(both));
  EXPECT_TRUE(must(store().landings().not_signed()).empty()) << "nothing has landed yet";
  EXPECT_EQ(must(store().landings().at("c")).size(), 2u);
  for (const auto& landing : begun) must(store().change(k_anna).landings().finish(landing.id, "c", "seen"));
  EXPECT_EQ(must(store().landings().not_signed()).size(), 2u);
  EXPECT_FALSE(must(store().landings().signature_of(begun[0].id)).has_value());
  EXPECT_FALSE(must(store().landings().signed_before({INT64_MAX}, "")).has_value());

  const std::vector<LandingSignature> made{{begun[0].id, "", {}, "a", {}}, {begun[1].id, "", {}, "b", {}}};
  must(store().change().landings().note_signed(made));
  reopen();
  EXPECT_TRUE(must(store().landings().not_signed()).empty());
  const auto last = must(store().landings().signed_before({INT64_MAX}, ""));
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(last->approval, "b");
  EXPECT_EQ(last->tip, "c");
  EXPECT_EQ(last->mission, second.id);
  EXPECT_EQ(must(store().landings().signed_before(last->signed_at, last->landing))->approval, "a");
  EXPECT_FALSE(must(store().landings().signed_before(last->signed_at, begun[0].id)).has_value());

  const std::vector<LandingSignature> again{{begun[0].id, "", {}, "other", {}}};
  must(store().change().landings().note_signed(again));
  EXPECT_EQ(must(store().landings().signature_of(begun[0].id))->approval, "a") << "what was signed stays as it is";
}

TEST_P(StoreLandings, AProposalStaysOpenUntilItIsSeen) {
  const auto mission = ready();
  const auto landing = must(begin(intent(mission))).front();
  must(store().change(k_anna).landings().propose(landing.id));
  must(store().change(k_anna).landings().propose(landing.id));
  EXPECT_EQ(must(store().landings().latest(mission.id))->state, LandingState::proposed);
  must(store().change(k_anna).landings().finish(landing.id, "other", "merged"));
  EXPECT_EQ(must(store().missions().find(mission.id)).landed_commit, "other");
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreLandings, testing::ValuesIn(drivers()));

}  // namespace
}  // namespace assay::store
