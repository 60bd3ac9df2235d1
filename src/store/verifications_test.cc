#include "store/conformance_test.h"

namespace assay::store {
namespace {

class Verifications : public StoreConformance {};

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

TEST_P(Verifications, TheLatestIsFoundWithItsCommit) {
  MissionDraft draft;
  draft.checks = {command_check("tests", "npm test")};
  const auto mission = must(store().create_mission(draft, k_anna));
  EXPECT_FALSE(must(store().latest_verification(mission.id)).has_value());
  const std::vector<CheckResult> results = {{mission.pack.checks[0].id, model::AcceptanceStatus::passed, "ok"}};
  must(store().record_verification(mission.id, mission.version, record_of("aaa", model::VerificationOutcome::passed),
                                   results, "", k_anna));
  const auto latest = must(store().latest_verification(mission.id));
  ASSERT_TRUE(latest.has_value());
  EXPECT_EQ(latest->commit, "aaa");
  EXPECT_EQ(latest->outcome, model::VerificationOutcome::passed);
  EXPECT_EQ(latest->finished_at, Time{9});
  EXPECT_EQ(must(store().mission(mission.id)).pack.status, model::PackStatus::passed);
}

TEST_P(Verifications, ResultsOfAMissionThatChangedMeanwhileAreRefused) {
  MissionDraft draft;
  draft.checks = {command_check("tests", "npm test")};
  const auto mission = must(store().create_mission(draft, k_anna));
  must(store().set_criteria(mission.id, {"other"}, k_anna, ""));
  const auto refused = store().record_verification(
      mission.id, mission.version, record_of("aaa", model::VerificationOutcome::passed), {}, "", k_anna);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_FALSE(must(store().latest_verification(mission.id)).has_value());
}

TEST_P(Verifications, ResultsAreKeptByName) {
  EXPECT_FALSE(must(store().kept_result("k")).has_value());
  must(store().keep_results(std::vector<Store::KeptResult>{{"k", "one"}, {"other", "x"}}));
  must(store().keep_results(std::vector<Store::KeptResult>{{"k", "two"}}));
  EXPECT_EQ(must(store().kept_result("k")), "two");
}

INSTANTIATE_TEST_SUITE_P(Drivers, Verifications, testing::ValuesIn(drivers()));

}  // namespace
}  // namespace assay::store
