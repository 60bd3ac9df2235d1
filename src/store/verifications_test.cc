#include "store/verifications.h"

#include "store/conformance_test.h"

namespace assay::store {
namespace {

class StoreVerifications : public StoreConformance {};

VerificationRecord record_of(std::string commit, model::VerificationOutcome outcome) {
  VerificationRecord record;
  record.id = "verification-" + commit;
  record.commit = std::move(commit);
  record.tree = "tree";
  record.target_commit = "target";
  record.outcome = outcome;
  record.report = "digest";
  record.started_at = Time{5};
  record.finished_at = Time{9};
  return record;
}

TEST_P(StoreVerifications, TheLatestIsFoundWithItsCommit) {
  MissionDraft draft;
  draft.checks = {command_check("tests", "npm test")};
  const auto mission = must(store().change(k_anna).missions().add(draft));
  EXPECT_FALSE(must(store().verifications().latest(mission.id)).has_value());
  const std::vector<CheckResult> results = {{mission.pack.checks[0].id, model::AcceptanceStatus::passed, "ok"}};
  must(store().change(k_anna).verifications().record(
      mission.id, mission.version, record_of("aaa", model::VerificationOutcome::passed), results, ""));
  const auto latest = must(store().verifications().latest(mission.id));
  ASSERT_TRUE(latest.has_value());
  EXPECT_EQ(latest->commit, "aaa");
  EXPECT_EQ(latest->outcome, model::VerificationOutcome::passed);
  EXPECT_EQ(latest->finished_at, Time{9});
  EXPECT_EQ(must(store().missions().find(mission.id)).pack.status, model::PackStatus::passed);
}

TEST_P(StoreVerifications, TheNewestComeFirst) {
  const auto mission = must(store().change(k_anna).missions().add({}));
  for (const char* commit : {"aaa", "bbb", "ccc"}) {
    must(store().change(k_anna).verifications().record(mission.id, must(store().missions().find(mission.id)).version,
                                                       record_of(commit, model::VerificationOutcome::failed), {}, ""));
  }
  const auto two = must(store().verifications().newest(mission.id, 2));
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].commit, "ccc");
  EXPECT_EQ(two[1].commit, "bbb");
}

TEST_P(StoreVerifications, ResultsOfAMissionThatChangedMeanwhileAreRefused) {
  MissionDraft draft;
  draft.checks = {command_check("tests", "npm test")};
  const auto mission = must(store().change(k_anna).missions().add(draft));
  must(store().change(k_anna).packs().set_criteria(mission.id, {"other"}, ""));
  const auto refused = store().change(k_anna).verifications().record(
      mission.id, mission.version, record_of("aaa", model::VerificationOutcome::passed), {}, "");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_FALSE(must(store().verifications().latest(mission.id)).has_value());
}

TEST_P(StoreVerifications, ResultsAreKeptByName) {
  EXPECT_FALSE(must(store().verifications().kept_result("k")).has_value());
  must(store().change().verifications().keep_results(std::vector<KeptResult>{{"k", "one"}, {"other", "x"}}));
  must(store().change().verifications().keep_results(std::vector<KeptResult>{{"k", "two"}}));
  EXPECT_EQ(must(store().verifications().kept_result("k")), "two");
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreVerifications, testing::ValuesIn(drivers()));

}  // namespace
}  // namespace assay::store
