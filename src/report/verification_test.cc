#include "report/verification.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "report/ci.h"
#include "report/read_verification.h"
#include "report/schemas.h"

namespace assay::report {
namespace {

using model::AcceptanceStatus;

model::VerifiedCheck check(std::string title, AcceptanceStatus status, std::string reason) {
  model::VerifiedCheck out;
  out.id = model::CheckId("check-" + title);
  out.title = std::move(title);
  out.subject = "npm test";
  out.status = status;
  out.reason = std::move(reason);
  model::Attempt attempt;
  attempt.ended = "exit 1";
  attempt.duration_ms = 1005;
  attempt.tests_passed = 3;
  out.attempts.push_back(attempt);
  return out;
}

model::Verification sample() {
  model::Verification out;
  out.id = "verification-a";
  out.mission = model::MissionId("mission-a");
  out.commit = "c0ffee";
  out.outcome = model::VerificationOutcome::failed;
  out.reason = "1 check failed.";
  out.checks = {check("green", AcceptanceStatus::passed, ""),
                check("red", AcceptanceStatus::failed, "it <broke> | `x`"),
                check("person", AcceptanceStatus::skipped, "For a person."),
                check("absent", AcceptanceStatus::pending, "Not run: no sandbox")};
  out.checks[1].last_output = "```\n::error::forged\n</failure><testcase name=\"forged\"/>\n";
  out.criteria = {
      {model::TaskId("task-a"), "SC-1", "it | works", "test_it", model::TestProof::always_green, "passes too"},
      {model::TaskId("task-a"), "SC-2", "it is fast", "", std::nullopt, "no proof named"}};
  model::MergeConflict conflict;
  conflict.against = {model::TaskId("task-b")};
  out.conflicts = {conflict};
  out.prepared = {model::PreparedStep{}};
  out.notes = {"main has moved"};
  return out;
}

TEST(VerificationReport, TheJsonIsValidByItsSchema) {
  const auto document = verification_json(sample());
  EXPECT_EQ(violations(schema_named("verification").value(), document), std::vector<std::string>());
}

TEST(VerificationReport, TheDocumentReadsBackAsItWas) {
  auto written = sample();
  model::Finding finding;
  finding.rule = "tests.deleted";
  finding.spans.push_back({model::Source::diff, 3, 0, 4, "a.py", 7, "text"});
  written.checks[1].findings.push_back(finding);
  written.checks[0].proofs.push_back({"t", model::TestProof::always_green, "d"});
  written.checks[0].reused = Time{1'700'000'000'000};
  const auto text = write_json(verification_json(written));
  const auto read = read_verification(text, "it");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(write_json(verification_json(*read)), text);
  EXPECT_FALSE(read_verification("{\"outcome\": \"splendid\"}", "it"));
}

TEST(VerificationReport, JunitTellsFailedSkippedAndNotRunApart) {
  const auto text = verification_junit(sample());
  EXPECT_TRUE(contains(text, "tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\"")) << text;
  EXPECT_TRUE(contains(text, "time=\"1.005\""));
  EXPECT_FALSE(contains(text, "<testcase name=\"forged\"/>"));
}

TEST(VerificationReport, OutputCannotEndItsBlockInMarkdown) {
  const auto text = verification_markdown(sample());
  EXPECT_TRUE(contains(text, "````text\n```\n")) << text;
  EXPECT_TRUE(contains(text, "it &lt;broke> \\|"));
}

TEST(VerificationReport, MarkdownShowsWhatIsProvenOfEachCriterion) {
  const auto text = verification_markdown(sample());
  EXPECT_TRUE(contains(text, "it \\| works | `test_it` | always green: passes too |")) << text;
  EXPECT_TRUE(contains(text, "it is fast |  | no proof named |")) << text;
}

TEST(VerificationReport, AFailedCheckIsAFinding) {
  const auto found = findings_of(sample());
  ASSERT_EQ(found.verdict.must_fix.size(), 1u);
  EXPECT_EQ(found.verdict.must_fix[0].rule, "check.failed");
  EXPECT_TRUE(github_annotations(found).starts_with("::error "));
}

}  // namespace
}  // namespace assay::report
