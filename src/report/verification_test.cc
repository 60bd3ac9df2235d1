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

// One that passed at its second attempt, and one that failed in an earlier run.
model::Verification flaky_sample() {
  auto out = sample();
  out.checks = {
      check("again", AcceptanceStatus::passed, "Flaky: passed at attempt 2 after exit 1."),
      check("later", AcceptanceStatus::passed, "Flaky: passed now, but failed with the same inputs at <then>."),
      check("green", AcceptanceStatus::passed, "")};
  out.checks[0].attempts[0].reason = "1 of 3 tests failed: \"a & b\"";
  out.checks[0].attempts.push_back(out.checks[2].attempts[0]);
  out.checks[0].flaky = out.checks[1].flaky = true;
  return out;
}

std::vector<std::string> statuses_in(const json::value& document) {
  std::vector<std::string> out;
  for (const auto& each : document.at("checks").as_array()) out.emplace_back(each.at("status").as_string());
  return out;
}

TEST(VerificationReport, AFlakyCheckHasAStatusOfItsOwn) {
  const auto document = verification_json(flaky_sample());
  EXPECT_EQ(statuses_in(document), (std::vector<std::string>{"flaky", "flaky", "passed"}));
  EXPECT_TRUE(document.at("checks").at(0).at("flaky").as_bool());
  EXPECT_EQ(violations(schema_named("verification").value(), document), std::vector<std::string>());
}

TEST(VerificationReport, AFlakyCheckThatPolicyFailsIsFailed) {
  auto failing = flaky_sample();
  failing.checks[0].status = AcceptanceStatus::failed;
  EXPECT_EQ(statuses_in(verification_json(failing)).front(), "failed");
  EXPECT_FALSE(contains(verification_junit(failing), "type=\"exit 1\""));
}

TEST(VerificationReport, FlakyChecksReadBackAsPassesWithTheFlagAlsoFromOlderDocuments) {
  const auto text = write_json(verification_json(flaky_sample()));
  const auto older = replace_all(text, "\"status\":\"flaky\"", "\"status\":\"passed\"");
  ASSERT_NE(text, older);
  for (const auto& each : {text, older}) {
    const auto read = read_verification(each, "it");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->checks[0].status, AcceptanceStatus::passed);
    EXPECT_TRUE(read->checks[0].flaky);
    EXPECT_FALSE(read->checks[2].flaky);
    EXPECT_EQ(write_json(verification_json(*read)), text);
  }
}

TEST(VerificationReport, JunitMarksFlakyChecksAsSurefireDoes) {
  const auto text = verification_junit(flaky_sample());
  EXPECT_TRUE(contains(text, "tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"0\"")) << text;
  EXPECT_TRUE(contains(text,
                       "<flakyFailure message=\"1 of 3 tests failed: &quot;a &amp; b&quot;\" type=\"exit 1\">"
                       "<stackTrace>1 of 3 tests failed: &quot;a &amp; b&quot;</stackTrace></flakyFailure>"))
      << text;
  EXPECT_TRUE(contains(text, "same inputs at &lt;then&gt;.\" type=\"earlier run\">")) << text;
  EXPECT_EQ(split(text, '\n').size(), 14u) << text;
}

TEST(VerificationReport, AFlakyCheckIsAWarning) {
  const auto found = findings_of(flaky_sample());
  EXPECT_TRUE(found.verdict.must_fix.empty());
  ASSERT_EQ(found.verdict.should_fix.size(), 2u);
  EXPECT_EQ(found.verdict.should_fix[0].rule, "check.flaky");
  const auto results = parse_json(sarif(found), "SARIF").value().at("runs").at(0).at("results");
  ASSERT_EQ(results.as_array().size(), 2u);
  EXPECT_EQ(results.at(0).at("level").as_string(), "warning");
  EXPECT_NE(results.at(0).at("partialFingerprints"), results.at(1).at("partialFingerprints"));
}

TEST(VerificationReport, UnprovenPiecesAreNotesAtTheirLines) {
  auto verification = flaky_sample();
  verification.checks.clear();
  verification.proof.level = model::ProofLevel::full;
  verification.proof.hunks = {{"src/a.py", 4, 6, model::HunkProof::unproven, "its absence goes unnoticed", "", false}};
  EXPECT_TRUE(contains(github_annotations(findings_of(verification)), "::notice file=src/a.py,line=4,endLine=6,"));
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
