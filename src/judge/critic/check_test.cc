#include "judge/critic/check.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "judge/critic/merge.h"
#include "judge/critic/test_report.h"
#include "logs/reading/reader.h"

namespace assay::judge {
namespace {

using model::Category;
using model::CriterionReport;
using model::CriterionVerdict;
using model::Critic;
using model::CriticReport;

std::vector<model::SuccessCriterion> criteria(std::initializer_list<std::string> ids) {
  std::vector<model::SuccessCriterion> out;
  for (const auto& id : ids) out.push_back({id, "claim", model::EvidenceKind::none, {}});
  return out;
}

CriticReport satisfied(std::initializer_list<std::string> ids, const std::string& evidence = "") {
  CriticReport out;
  out.task_id = "T";
  out.verdict = model::ReportVerdict::passed;
  for (const auto& id : ids) {
    CriterionReport one;
    one.id = id;
    one.verdict = CriterionVerdict::satisfied;
    one.evidence = evidence;
    out.criteria.push_back(one);
  }
  return out;
}

TEST(CriticBinding, RefusesAnotherTaskRoundOrTree) {
  auto report = satisfied({"SC-1"});
  report.tree = "abc";
  EXPECT_TRUE(check_binding(report, {"T", 1, "abc"}));
  EXPECT_TRUE(check_binding(report, {"T", 1, ""}));
  EXPECT_EQ(check_binding(report, {"U", 1, "abc"}).error().code, Code::conflict);
  EXPECT_EQ(check_binding(report, {"T", 2, "abc"}).error().code, Code::conflict);
  EXPECT_EQ(check_binding(report, {"T", 1, "def"}).error().code, Code::conflict);
  report.tree = "";
  EXPECT_FALSE(check_binding(report, {"T", 1, "abc"})) << "a report that does not say its tree is not of this one";
}

TEST(CriticCriteria, UnknownDuplicateAndMissingIdsAreErrorsOfTheCritic) {
  const auto plan = criteria({"SC-1", "SC-2"});
  auto report = satisfied({"SC-1", "SC-9", "SC-1"});
  report.criteria[2].verdict = CriterionVerdict::unsatisfied;
  check_criteria(report, plan);
  ASSERT_EQ(report.findings.size(), 3U);
  for (const auto& finding : report.findings) EXPECT_EQ(finding.category, Category::critic_error);
  ASSERT_EQ(report.criteria.size(), 1U);
  EXPECT_EQ(report.criteria[0].verdict, CriterionVerdict::unsatisfied) << "the lower of two verdicts stays";
  EXPECT_EQ(merge({"T", 1, "", plan}, {report}).route, model::Route::stuck);
}

TEST(CriticCriteria, OnlyCriticsOfAcceptanceOweVerdicts) {
  const auto plan = criteria({"SC-1"});
  CriticReport style;
  style.critic = Critic::style;
  style.verdict = model::ReportVerdict::passed;
  check_criteria(style, plan);
  EXPECT_TRUE(style.findings.empty());
  CriticReport acceptance;
  acceptance.critic = Critic::acceptance;
  check_criteria(acceptance, plan);
  EXPECT_EQ(acceptance.findings.size(), 1U);
}

TEST(CriticCriteria, IssuesFoundWithoutAnIssueIsAnError) {
  const auto plan = criteria({"SC-1"});
  auto report = satisfied({"SC-1"});
  report.verdict = model::ReportVerdict::issues_found;
  check_criteria(report, plan);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].category, Category::critic_error);
}

class FakeGrounds : public CandidateFacts {
 public:
  std::map<std::pair<std::string, std::uint64_t>, std::string> lines{{{"src/a.c", 1}, "int answer_guest(void) {"},
                                                                     {{"src/a.c", 3}, "  return 404;"},
                                                                     {{"src/a.c", 40}, "int next_guest(void) {"}};
  std::set<std::string> tests{"tests/test_a.py::test_missing"};
  std::optional<std::string> line_of(std::string_view path, std::uint64_t line) const override {
    const auto found = lines.find({std::string(path), line});
    return found == lines.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<FileFacts> file(std::string_view path) const override {
    return path == "dist/app.js" ? std::optional(FileFacts{10, "abcd"}) : std::nullopt;
  }
  bool is_touched(std::string_view path) const override { return path == "dist/app.js" || path == "src/a.c"; }
  bool has_passed(std::string_view test) const override { return tests.contains(std::string(test)); }
};

CriterionReport held(const std::string& evidence, std::vector<model::Citation> citations = {}) {
  auto report = satisfied({"SC-1"}, evidence);
  report.criteria[0].citations = std::move(citations);
  hold_to_evidence(report, FakeGrounds());
  return report.criteria[0];
}

TEST(CriticEvidence, SatisfiedStaysOnlyWithEvidenceThatResolves) {
  EXPECT_EQ(held("").verdict, CriterionVerdict::unsatisfied);
  EXPECT_EQ(held("I looked at it and it is fine.").verdict, CriterionVerdict::unsatisfied);
  EXPECT_EQ(held("src/a.c:3 `return 404;` answers it").verdict, CriterionVerdict::satisfied);
  EXPECT_EQ(held("see `src/a.c:3`: `return 404`").verdict, CriterionVerdict::satisfied);
  EXPECT_EQ(held("src/a.c:3:  return 404;").verdict, CriterionVerdict::satisfied) << "as grep prints it";
  EXPECT_EQ(held("tests/test_a.py::test_missing passes").verdict, CriterionVerdict::satisfied);
  EXPECT_EQ(held("the artefact dist/app.js").verdict, CriterionVerdict::satisfied);
}

TEST(CriticEvidence, ACitationHasToDoWithItsClaim) {
  const auto verdict_on = [](const std::string& claim, const std::string& evidence) {
    auto report = satisfied({"SC-1"}, evidence);
    const std::vector<model::SuccessCriterion> plan{{"SC-1", claim, model::EvidenceKind::none, {}}};
    hold_to_evidence(report, FakeGrounds(), plan);
    return report.criteria[0];
  };
  const std::string line = "src/a.c:3 `return 404;`";
  EXPECT_EQ(verdict_on("An unknown user is answered with 404", line).verdict, CriterionVerdict::satisfied);
  EXPECT_EQ(verdict_on("The missing user is told", "tests/test_a.py::test_missing").verdict,
            CriterionVerdict::satisfied);
  EXPECT_EQ(verdict_on("Ein unbekannter Schlüssel wird abgelehnt", line).verdict, CriterionVerdict::satisfied)
      << "other languages share no words with code";
  const auto unrelated = verdict_on("The password is stored as a salted hash", line);
  EXPECT_EQ(unrelated.verdict, CriterionVerdict::unsatisfied);
  EXPECT_NE(unrelated.missing_info.find("nothing to do with the claim"), std::string::npos);
  EXPECT_EQ(verdict_on("The password is stored as a salted hash", "tests/test_a.py::test_missing").verdict,
            CriterionVerdict::unsatisfied);
  EXPECT_EQ(verdict_on("A guest is sent away", line).verdict, CriterionVerdict::satisfied) << "its function says so";
  EXPECT_EQ(verdict_on("Every visitor in the waiting queue gets a ticket for the next show", line).verdict,
            CriterionVerdict::unsatisfied)
      << "a line far away";
  EXPECT_EQ(verdict_on("people are told why", line).verdict, CriterionVerdict::satisfied) << "too few words to tell";
}

TEST(CriticEvidence, WhatIsContradictedIsUnsatisfiedWithTheReason) {
  const auto wrong_text = held("src/a.c:3 `return 200;`, and tests/test_a.py::test_missing");
  EXPECT_EQ(wrong_text.verdict, CriterionVerdict::unsatisfied) << "one good citation does not cover a false one";
  EXPECT_NE(wrong_text.missing_info.find("return 404;"), std::string::npos);
  EXPECT_EQ(held("src/a.c:4 `return 404;`").verdict, CriterionVerdict::unsatisfied);
  EXPECT_EQ(held("src/a.c:3").verdict, CriterionVerdict::unsatisfied) << "a line without its text proves nothing";
  EXPECT_EQ(held("tests/test_a.py::test_other passes").verdict, CriterionVerdict::unsatisfied);
}

TEST(CriticEvidence, StructuredCitationsAreHeldToo) {
  using Kind = model::CitationKind;
  EXPECT_EQ(held("", {{.kind = Kind::artefact, .subject = "dist/app.js", .size = 10, .digest = "ABCD"}}).verdict,
            CriterionVerdict::satisfied);
  EXPECT_EQ(held("", {{.kind = Kind::artefact, .subject = "dist/app.js", .size = 11}}).verdict,
            CriterionVerdict::unsatisfied);
  EXPECT_EQ(held("", {{.kind = Kind::artefact, .subject = "dist/b.js"}}).verdict, CriterionVerdict::unsatisfied);
  EXPECT_EQ(held("", {{.kind = Kind::test, .subject = "nope"}}).verdict, CriterionVerdict::unsatisfied);
  EXPECT_EQ(held("", {{.kind = Kind::diff, .paths = {"dist/app.js"}}}).verdict, CriterionVerdict::satisfied);
  EXPECT_EQ(held("", {{.kind = Kind::command, .subject = "true", .status = 0}}).verdict, CriterionVerdict::unsatisfied)
      << "that a command passed is not taken on a critic's word";
}

TEST(TestReport, FindsATestByTheEndOfItsName) {
  TestReport tests;
  tests.add(logs::read_log_text("tests/test_a.py::test_one PASSED\ntests/test_a.py::test_two FAILED\n"
                                "tests/test_b.py::test_one SKIPPED\n=== 1 failed, 1 passed, 1 skipped in 0.1s ===\n"),
            "");
  EXPECT_EQ(tests.standing("tests/test_a.py::test_one"), TestReport::Standing::passed);
  EXPECT_EQ(tests.standing("test_two"), TestReport::Standing::failed);
  EXPECT_EQ(tests.standing("test_one"), TestReport::Standing::skipped) << "two are meant, the worse one counts";
  EXPECT_EQ(tests.standing("test_three"), TestReport::Standing::unknown);
}

// Each as the report of a runner names it, and as people write it.
TEST(TestReport, FindsATestHoweverFileClassAndNameAreJoined) {
  const auto is_found = [](std::string_view reported, std::string_view written) {
    TestReport tests;
    tests.add(reported, logs::Outcome::passed, "");
    return tests.standing(written) == TestReport::Standing::passed;
  };
  for (const std::string_view written :
       {"tests/test_auth.py::TestAuth::test_login", "test_auth.py::TestAuth::test_login", "TestAuth.test_login",
        "TestAuth::test_login", "test_login", "tests.test_auth.py.TestAuth.test_login", " test_login "}) {
    EXPECT_TRUE(is_found("tests/test_auth.py::TestAuth::test_login", written)) << written;
    EXPECT_TRUE(is_found("tests/test_auth.py::TestAuth::test_login[guest]", written)) << written;
  }
  for (const std::string_view written :
       {"com.example.AuthTest.login", "com.example.AuthTest#login", "AuthTest#login", "AuthTest > login", "login"}) {
    EXPECT_TRUE(is_found("com.example.AuthTest::login", written)) << written;
  }
  for (const std::string_view written : {"src/auth.test.js > auth > denies a guest", "auth > denies a guest",
                                         "auth denies a guest", "auth › denies a guest", "denies a guest"}) {
    EXPECT_TRUE(is_found("src/auth.test.js::auth > denies a guest", written)) << written;
  }
  EXPECT_TRUE(is_found("example.com/pkg::TestLogin/empty_name", "TestLogin/empty_name"));
  EXPECT_TRUE(is_found("tests/test_auth.py::test_login[guest]", "test_login[guest]"));
  EXPECT_TRUE(is_found("rounds 1.005 to 1.01", "rounds 1.005 to 1.01"));
  for (const std::string_view other : {"guest", "a guest", "login", "test_log", "ogin", "in", ""}) {
    EXPECT_FALSE(is_found("src/auth.test.js::auth > denies a guest", other)) << other;
    EXPECT_FALSE(is_found("tests/test_auth.py::test_login", other)) << other;
  }
}

}  // namespace
}  // namespace assay::judge
