#include <fstream>
#include <sstream>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/text.h"
#include "report/ci.h"
#include "report/json.h"
#include "report/markdown.h"
#include "report/read_full.h"
#include "report/schemas.h"
#include "report/terminal.h"

namespace assay::report {
namespace {

// A check with every field filled, its texts as hostile as they come.
model::Check hostile() {
  const std::string evil = "`x`\n::error::forged\x1b[31m<script>&\"%0A]]>| # @all\xff";
  model::Check check;
  model::Finding finding;
  finding.rule = "tests.deleted";
  finding.source = model::Source::diff;
  finding.severity = model::Severity::must_fix;
  finding.message = evil;
  finding.evidence = evil;
  finding.spans = {{model::Source::diff, 3, 1, 2, "src/a,b:c.ts" + evil, 7, evil}};
  finding.more = 2;
  check.verdict.must_fix = {finding};
  finding.severity = model::Severity::should_fix;
  check.verdict.should_fix = {finding};
  check.verdict.decision = model::Decision::block_pr;
  check.final_verdict = model::FinalVerdict::not_mergeable;
  check.conditions = {evil};
  model::RunInfo run;
  run.id = "20260101000000-1-abcdef";
  run.workspace = evil;
  run.changed_files = {evil};
  run.commands = {{evil, 1, std::nullopt, 5, false, 10, false, false, 0},
                  {evil, std::nullopt, "SIGKILL", 5, true, 10, false, false, 0}};
  run.base_comparison = {evil, true};
  check.run = run;
  check.evidence = {{"E-1", "diff", "diff.patch", evil}};
  check.runners = {{"pytest", evil, 1, 2, 3, 4, 5, 6, 7, 8, 9, true}};
  check.diff.paths = {evil};
  return check;
}

void expect_fits(std::string_view schema, const json::value& document) {
  // Through the writer and back: what is checked is what is printed.
  const auto printed = parse_json(write_json(document), "printed");
  ASSERT_TRUE(printed) << printed.error().message;
  EXPECT_EQ(violations(*schema_named(schema), *printed), std::vector<std::string>{}) << schema;
}

TEST(Json, TheExampleOfAPlanFitsItsSchema) {
  std::ifstream file(ASSAY_PLAN_DOCUMENT);
  std::stringstream content;
  content << file.rdbuf();
  const std::string document = content.str();
  const size_t begin = document.find("```json\n") + 8;
  const auto plan = parse_json(document.substr(begin, document.find("```", begin) - begin), "plan.md");
  ASSERT_TRUE(plan) << plan.error().message;
  expect_fits("plan", *plan);
  const auto schema = *schema_named("plan");
  for (const auto* wrong :
       {R"({"task": []})", R"({"tasks": [{}]})", R"({"tasks": [{"name": "a", "kind": "x"}]})",
        R"({"tasks": [{"name": "a", "max_attempts": 0}]})",
        R"({"tasks": [{"name": "a", "success_criteria": [{"claim": "x", "evidence": {"kind": "grep"}}]}]})"})
    EXPECT_FALSE(violations(schema, *parse_json(wrong, "x")).empty()) << wrong;
}

TEST(Json, EveryDocumentFitsItsSchema) {
  for (const auto& check : {hostile(), model::Check()}) {
    expect_fits("verdict", contract_json(check));
    expect_fits("full", full_json(check));
  }
  expect_fits("orchestrator", orchestrator_json(hostile()));
}

TEST(Schema, MissingWrongAndUnknownAreFound) {
  const auto schema = *schema_named("verdict");
  auto document = contract_json(hostile());
  document.as_object().erase("risk");
  document.as_object()["confidence"] = 101;
  document.as_object()["verdict"] = "merge it";
  document.as_object()["extra"] = 1;
  document.as_object()["summary"] = nullptr;
  EXPECT_EQ(violations(schema, document).size(), 5u);
}

TEST(Json, TheFullDocumentReadsBack) {
  const auto check = hostile();
  const auto printed = *parse_json(write_json(full_json(check)), "printed");
  const auto again = check_from_full(printed, "x");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(write_json(full_json(*again).at("findings")), write_json(full_json(check).at("findings")));
  EXPECT_EQ(again->run->commands.size(), 2u);
  EXPECT_EQ(again->run->base_comparison->why_not, to_utf8(check.run->base_comparison->why_not));
  EXPECT_FALSE(check_from_full(json::object{}, "x"));
}

// Terminal, explanation and markdown.
std::vector<std::string> texts_for_people(const model::Check& check) {
  return {terminal(check, false), explanation(check, false), markdown(check)};
}

TEST(Report, SaysWhetherItWasComparedWithTheBase) {
  model::Check check;
  check.run.emplace();
  check.run->commands = {{"make test", 0, std::nullopt, 5, false, 10, false, false, 0}};
  for (const auto& text : texts_for_people(check)) EXPECT_FALSE(contains(text, "ompared with the base")) << text;
  check.run->base_comparison.emplace();
  for (const auto& text : texts_for_people(check)) EXPECT_TRUE(contains(text, "ompared with the base: yes\n")) << text;
  EXPECT_EQ(write_json(full_json(check).at("base_comparison")), R"({"made":true})");
  expect_fits("full", full_json(check));
  check.run->base_comparison->side_by_side = true;
  EXPECT_EQ(write_json(full_json(check).at("base_comparison")), R"({"made":true,"side_by_side":true})");
  expect_fits("full", full_json(check));
  check.run->base_comparison.emplace();
  check.run->base_comparison->why_not = "it is cold";
  for (const auto& text : texts_for_people(check))
    EXPECT_TRUE(contains(text, "ompared with the base: no, because it is cold\n")) << text;
  EXPECT_EQ(write_json(full_json(check).at("base_comparison")), R"({"made":false,"why_not":"it is cold"})");
  expect_fits("full", full_json(check));
}

bool has_control(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') return true;
  }
  return false;
}

TEST(Terminal, NoControlReachesTheTerminal) {
  EXPECT_FALSE(has_control(terminal(hostile(), false)));
  EXPECT_FALSE(has_control(explanation(hostile(), false)));
}

TEST(GitHub, EveryLineIsOneOfOurCommands) {
  const auto text = github_annotations(hostile());
  for (const auto line : split_lines(text)) {
    EXPECT_TRUE(line.starts_with("::error file=") || line.starts_with("::warning file=")) << line;
  }
}

// The text outside of code spans, where markup would take effect.
std::string outside_code(std::string_view line) {
  std::string out;
  bool in_code = false;
  for (const char c : line) {
    if (c == '`')
      in_code = !in_code;
    else if (!in_code)
      out += c;
  }
  return out;
}

TEST(Markdown, QuotedTextCannotStartMarkup) {
  const auto text = markdown(hostile());
  for (const auto line : split_lines(text)) EXPECT_EQ(outside_code(line).find("<script>"), std::string::npos) << line;
  for (const auto line : split_lines(text)) EXPECT_FALSE(line.starts_with("::")) << line;
}

TEST(JUnit, TextIsEscaped) {
  const auto text = junit(hostile());
  EXPECT_EQ(text.find("<script>"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_TRUE(is_utf8(text));
}

// Two pieces that no test judges, in the same way; one that some test does; one that only removes.
model::Check half_proven() {
  model::Check check;
  model::Finding finding;
  finding.rule = "proof.unproven";
  finding.source = model::Source::verify_logs;
  finding.severity = model::Severity::should_fix;
  finding.message = "No test judges 2 pieces of the change: src/a b.py:4, src/a b.py:9.";
  finding.spans = {{model::Source::diff, 0, 0, 0, "src/a b.py", 4, "its absence goes unnoticed"}};
  check.verdict.should_fix = {finding};
  check.proof.level = model::ProofLevel::full;
  check.proof.hunks = {{"src/a b.py", 4, 6, model::HunkProof::unproven, "its absence goes unnoticed", "", false},
                       {"src/a b.py", 9, 9, model::HunkProof::unproven, "its absence goes unnoticed", "", false},
                       {"src/a b.py", 12, 12, model::HunkProof::proven, "its absence is noticed", "test_x", false},
                       {"src/c.py", 1, 1, model::HunkProof::unproven, "its absence goes unnoticed", "", true}};
  return check;
}

json::array results_in(const model::Check& check) {
  return parse_json(sarif(check), "SARIF").value().at("runs").at(0).at("results").as_array();
}

TEST(Sarif, EachUnprovenPieceIsAResultAtItsLines) {
  const auto results = results_in(half_proven());
  ASSERT_EQ(results.size(), 3u);
  const auto region = [&](size_t i) {
    return write_json(results[i].at("locations").at(0).at("physicalLocation").at("region"));
  };
  for (const auto& result : results) EXPECT_EQ(result.at("ruleId").as_string(), "proof.unproven");
  EXPECT_EQ(region(0), R"({"startLine":4,"endLine":6})");
  EXPECT_EQ(region(1), R"({"startLine":9})");
  EXPECT_EQ(write_json(results[0].at("locations").at(0).at("physicalLocation").at("artifactLocation")),
            R"({"uri":"src/a%20b.py"})");
  EXPECT_EQ(results[0].at("message").at("text").as_string(),
            "No test judges this piece of the change: its absence goes unnoticed.");
  EXPECT_EQ(results[0].at("level").as_string(), "warning");
  EXPECT_EQ(results[2].at("level").as_string(), "note");
  EXPECT_NE(results[0].at("partialFingerprints"), results[1].at("partialFingerprints"));
}

TEST(Sarif, PiecesThatTheRuleDoesNotNameAreNotes) {
  auto check = half_proven();
  check.verdict.should_fix[0].rule = "proof.nothing-proven";
  const auto results = results_in(check);
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].at("ruleId").as_string(), "proof.nothing-proven");
  EXPECT_EQ(results[0].at("level").as_string(), "warning");
  EXPECT_EQ(write_json(results[0].at("locations").at(0).at("message")), R"({"text":"its absence goes unnoticed"})");
  for (size_t i = 1; i < 4; ++i) EXPECT_EQ(results[i].at("level").as_string(), "note") << i;
}

TEST(Sarif, AFindingWithoutPiecesOfItsOwnStays) {
  auto check = half_proven();
  check.proof.hunks.clear();
  const auto results = results_in(check);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].at("message").at("text").as_string(), check.verdict.should_fix[0].message);
}

TEST(GitHub, EachUnprovenPieceIsAnnotatedAtItsLines) {
  const std::string end =
      "title=assay%3A proof.unproven::No test judges this piece of the change: "
      "its absence goes unnoticed.\n";
  EXPECT_EQ(github_annotations(half_proven()),
            cat("::warning file=src/a b.py,line=4,endLine=6,", end, "::warning file=src/a b.py,line=9,", end,
                "::notice file=src/c.py,line=1,", end));
}

TEST(GitLab, EachUnprovenPieceIsAnIssueOfItsOwn) {
  const auto issues = parse_json(gitlab_code_quality(half_proven()), "issues").value().as_array();
  ASSERT_EQ(issues.size(), 3u);
  EXPECT_EQ(write_json(issues[0].at("location")), R"({"path":"src/a b.py","lines":{"begin":4,"end":6}})");
  EXPECT_EQ(issues[0].at("severity").as_string(), "minor");
  EXPECT_EQ(issues[2].at("severity").as_string(), "info");
  EXPECT_NE(issues[0].at("fingerprint"), issues[1].at("fingerprint"));
}

TEST(JUnit, AProofIsOneCase) {
  const auto text = junit(half_proven());
  EXPECT_TRUE(contains(text, "tests=\"1\" failures=\"0\"")) << text;
  EXPECT_TRUE(contains(text, "name=\"proof.unproven\" file=\"src/a b.py\" line=\"4\"")) << text;
  EXPECT_TRUE(contains(text, "warning: No test judges 2 pieces of the change")) << text;
}

TEST(Schemas, OneOfSeveralFormsIsEnough) {
  const auto schema = *schema_named("audit");
  const std::string hash(64, 'a');
  EXPECT_TRUE(violations(schema, json::object{{"seal", hash}}).empty());
  EXPECT_TRUE(violations(schema, json::object{{"head", "mission-a"}, {"checkpoints", 1}, {"hash", hash}}).empty());
  const auto wrong = violations(schema, json::object{{"head", "mission-a"}, {"checkpoints", -1}, {"hash", hash}});
  EXPECT_EQ(wrong, std::vector<std::string>{"/checkpoints: too small"});
  EXPECT_FALSE(violations(schema, json::object{}).empty());
}

TEST(Schemas, APlanHasATaskAndEveryTaskAName) {
  const auto problems = [](std::string_view plan) {
    return join(violations(*schema_named("plan"), *parse_json(plan, "plan")), " ");
  };
  EXPECT_EQ(problems(R"({"title": "x"})"), "/tasks: missing");
  EXPECT_EQ(problems(R"({"tasks": []})"), "/tasks: empty");
  EXPECT_EQ(problems(R"({"tasks": [{"name": ""}]})"), "/tasks/0/name: empty");
  EXPECT_EQ(problems(R"({"tasks": [{"name": "one"}]})"), "");
  std::string wide;
  for (int i = 0; i < 200; ++i) wide += "日";
  EXPECT_EQ(problems(R"({"tasks": [{"name": ")" + wide + R"("}]})"), "");
  EXPECT_EQ(problems(R"({"tasks": [{"name": ")" + wide + R"(x"}]})"), "/tasks/0/name: too long");
}

}  // namespace
}  // namespace assay::report
