#include "report/critic.h"

#include <gtest/gtest.h>

#include "report/schemas.h"

namespace assay::report {
namespace {

using model::Category;
using model::CriterionVerdict;

constexpr std::string_view k_report = R"({"critic":"acceptance","task_id":"T","round":2,"tree":"abc",
"criteria":[{"id":"SC-1","claim":"c","verdict":"Satisfied","evidence":"a.c:1 `x`","missing_info":null},
{"id":"SC-2","verdict":"information_missing","evidence":[{"kind":"test","name":"t"},"more"]},
{"id":"SC-3","verdict":"Mostly satisfied"}],
"findings":[{"id":"F1","category":"unmet-criterion","severity":"risk","file":"a.c","line":"7","remediation":"Do.","criterion_id":"SC-2","question_to_user":null,"extra":{"a":1}},
{"category":"brand-new","severity":"huge","remediation":"?"}],"verdict":"issues_found"})";

TEST(CriticReport, IsReadWithEverythingElseKept) {
  const auto reports = read_critic(k_report, "r.json");
  ASSERT_TRUE(reports) << reports.error().message;
  const auto& report = reports->at(0);
  EXPECT_EQ(report.critic, model::Critic::acceptance);
  EXPECT_EQ(report.round, 2U);
  EXPECT_EQ(report.tree, "abc");
  EXPECT_EQ(report.criteria.at(1).verdict, CriterionVerdict::information_missing);
  EXPECT_EQ(report.criteria.at(1).citations.at(0).subject, "t");
  EXPECT_EQ(report.criteria.at(1).evidence, "more");
  EXPECT_EQ(report.criteria.at(2).verdict, CriterionVerdict::unsatisfied) << "\"mostly\" is no verdict";
  ASSERT_EQ(report.findings.size(), 3U);
  EXPECT_EQ(report.findings[0].category, Category::critic_error);
  EXPECT_EQ(report.findings[1].line, 7U);
  EXPECT_EQ(report.findings[1].raw, R"({"extra":{"a":1}})");
  EXPECT_EQ(report.findings[2].category, Category::unknown);
  EXPECT_EQ(report.findings[2].severity, model::Gravity::fail);
  EXPECT_NE(report.findings[2].raw.find("brand-new"), std::string::npos);
}

TEST(CriticReport, IsFoundInProse) {
  const auto text =
      std::string("I looked.\n```sh\nls\n```\nHere:\n```json\n") + std::string(k_report) + "\n```\nDone.\n";
  EXPECT_TRUE(read_critic(text, "r"));
  EXPECT_EQ(read_critic("[" + std::string(k_report) + "," + std::string(k_report) + "]", "r")->size(), 2U);
  EXPECT_FALSE(read_critic("All good!", "r"));
}

TEST(CriticReport, WithoutItsBindingIsNone) {
  for (const auto* text : {R"({"task_id":"T","round":1})", R"({"critic":"assay","task_id":"T","round":1})",
                           R"({"critic":"critic","round":1})", R"({"critic":"critic","task_id":"T"})",
                           R"({"critic":"critic","task_id":"T","round":0})", "3", "[1]"})
    EXPECT_FALSE(read_critic(text, "r")) << text;
}

TEST(CriticReport, WrittenFitsItsSchemaAndReadsBackTheSame) {
  auto report = read_critic(k_report, "r")->at(0);
  report.critic = model::Critic::critic;
  report.route = model::Route::stuck;
  for (auto& finding : report.findings) finding.route = model::route_of(finding.category);
  report.criteria[0].citations.push_back({.kind = model::CitationKind::line, .subject = "a.c", .line = 1, .text = "x"});
  const auto written = critic_json(report);
  EXPECT_EQ(violations(*schema_named("critic"), written), std::vector<std::string>{});
  const auto text = write_json(written);
  const auto back = read_merged(text, "kept");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(write_json(critic_json(*back)), text);
  EXPECT_NE(critic_markdown(report).find("SC-2"), std::string::npos);
}

}  // namespace
}  // namespace assay::report
