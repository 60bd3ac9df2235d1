#include "plan/plan_file.h"

#include <fstream>
#include <sstream>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"
#include "base/text.h"
#include "plan/cycles.h"

namespace assay::plan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

Result<model::Plan> from_json(std::string_view text) { return parse_plan(text, "plan.json", PlanFormat::json); }
Result<model::Plan> from_toml(std::string_view text) { return parse_plan(text, "plan.toml", PlanFormat::toml); }

std::string error_of(std::string_view text) {
  const auto plan = from_json(text);
  return plan ? std::string() : plan.error().message;
}

// The error of a plan whose only task is named "a" and has these members besides.
std::string error_with(std::string_view members) {
  return error_of(cat(R"({"tasks": [{"name": "a", )", members, "}]}"));
}

constexpr const char* k_whole = R"({
  "title": "Login",
  "criteria": ["GET /login returns 200"],
  "checks": [{"title": "Lint", "kind": "command", "command": "npm run lint", "detail": "style"},
             {"path": "docs/login.md"}, {"title": "Look at it"}],
  "tasks": [
    {"name": "Form", "kind": "execution", "instructions": "Build it", "acceptance_criteria": "npm test passes",
     "success_criteria": [{"id": "SC-9", "claim": "the form is there", "evidence": {"kind": "grep", "pattern": "<form", "path": "src/*.html"}},
                          {"claim": "GET /x answers 200", "evidence": {"kind": "http", "path": "/x", "status": 200}}],
     "files_modified": ["src/**"], "depends_on": ["Model"], "parent": "Model",
     "agent": {"type": "claude", "instructions": "Be brief", "max_budget_usd": 0.5}, "timeout": "10m",
     "retry": {"max_attempts": 3}},
    {"name": "Model", "kind": "research", "timeout": 90, "max_attempts": 2}]})";

TEST(PlanFile, every_key_is_read) {
  auto text = std::string(k_whole);
  text = replace_all(text, R"("depends_on": ["Model"], )", "");
  const auto plan = from_json(text);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->title, "Login");
  EXPECT_THAT(plan->criteria, ElementsAre("GET /login returns 200"));
  ASSERT_EQ(plan->checks.size(), 3u);
  EXPECT_EQ(plan->checks[0].title, "Lint");
  EXPECT_EQ(plan->checks[0].command, "npm run lint");
  EXPECT_EQ(plan->checks[0].detail, "style");
  EXPECT_EQ(plan->checks[1].kind, model::AcceptanceKind::file);
  EXPECT_EQ(plan->checks[1].title, "docs/login.md exists");
  EXPECT_EQ(plan->checks[2].kind, model::AcceptanceKind::manual);
  ASSERT_EQ(plan->tasks.size(), 2u);
  const auto& parent = plan->tasks[0];
  EXPECT_EQ(parent.name, "Model") << "a parent stands before its subtasks";
  EXPECT_EQ(parent.kind, model::TaskKind::research);
  EXPECT_EQ(parent.timeout_ms, 90'000);
  EXPECT_EQ(parent.max_attempts, 2u);
  const auto& task = plan->tasks[1];
  EXPECT_EQ(task.instructions, "Build it");
  EXPECT_EQ(task.acceptance_criteria, "npm test passes");
  ASSERT_EQ(task.success_criteria.size(), 2u);
  EXPECT_EQ(task.success_criteria[0].id, "SC-9");
  EXPECT_EQ(task.success_criteria[0].evidence, model::EvidenceKind::grep);
  EXPECT_THAT(task.success_criteria[0].arguments, ElementsAre(Pair("pattern", "<form"), Pair("path", "src/*.html")));
  EXPECT_EQ(task.success_criteria[1].id, "SC-2");
  EXPECT_THAT(task.success_criteria[1].arguments, ElementsAre(Pair("path", "/x"), Pair("status", "200")));
  EXPECT_THAT(task.files_modified, ElementsAre("src/**"));
  EXPECT_EQ(task.parent, "Model");
  EXPECT_EQ(task.agent.type, "claude");
  EXPECT_EQ(task.agent.instructions, "Be brief");
  EXPECT_EQ(task.agent.max_budget_usd, 0.5);
  EXPECT_EQ(task.timeout_ms, 600'000);
  EXPECT_EQ(task.max_attempts, 3u);
}

TEST(PlanFile, defaults_are_those_of_the_model) {
  const auto plan = from_json(R"({"$schema": "x", "tasks": [{"name": "a"}]})");
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->tasks[0].kind, model::TaskKind::execution);
  EXPECT_EQ(plan->tasks[0].timeout_ms, 3'600'000);
  EXPECT_EQ(plan->tasks[0].max_attempts, 1u);
  EXPECT_TRUE(from_json("{}"));
  EXPECT_TRUE(from_toml(""));
}

TEST(PlanFile, toml_says_the_same_as_json) {
  const auto toml = from_toml(
      "title = 'x'\n[[tasks]]\nname = 'a'\nacceptance_criteria = ['pytest passes', 'README.md names it']\ntimeout = "
      "'1h'\n"
      "[tasks.agent]\ntype = 'codex'\n[[tasks.success_criteria]]\nclaim = 'ok'\nevidence = { kind = 'command', command "
      "= 'make test' }\n"
      "[[tasks]]\nname = 'b'\ndependencies = ['a']\n");
  const auto json = from_json(
      R"({"title": "x", "tasks": [{"name": "a", "acceptance_criteria": "pytest passes\nREADME.md names it",
          "agent": {"type": "codex"}, "success_criteria": [{"id": "SC-1", "claim": "ok", "evidence": {"kind": "command", "command": "make test"}}]},
          {"name": "b", "depends_on": ["a"]}]})");
  ASSERT_TRUE(toml) << toml.error().message;
  ASSERT_TRUE(json) << json.error().message;
  EXPECT_EQ(write_plan(*toml), write_plan(*json));
}

TEST(PlanFile, what_is_written_reads_back_the_same) {
  auto plan = from_json(replace_all(std::string(k_whole), R"("depends_on": ["Model"], )", "")).value();
  plan.tasks[0].timeout_ms = 1500;
  const auto text = write_plan(plan);
  const auto again = from_json(text);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(write_plan(*again), text);
  EXPECT_EQ(again->tasks[0].timeout_ms, 1500);
  EXPECT_EQ(write_plan(model::Plan{}), R"({"tasks":[]})");
}

TEST(PlanFile, the_ending_decides_the_format) {
  EXPECT_EQ(format_of("plan.toml"), PlanFormat::toml);
  EXPECT_EQ(format_of("PLAN.TOML"), PlanFormat::toml);
  EXPECT_EQ(format_of("plan.json"), PlanFormat::json);
  EXPECT_EQ(format_of("-"), PlanFormat::json);
}

// ---- errors ------------------------------------------------------------------------------------

TEST(PlanFile, what_is_no_document_is_refused_with_its_line) {
  EXPECT_THAT(error_of("{\n\"tasks\": [}"), HasSubstr("plan.json: line 2: not valid JSON"));
  EXPECT_THAT(from_toml("a = 1\nb =").error().message, HasSubstr("plan.toml: line 2, column "));
  EXPECT_THAT(error_of("[]"), HasSubstr("plan.json: a plan is a table"));
  EXPECT_EQ(error_of(R"({"tasks": {}})"), "plan.json: \"tasks\" must be a list of tables");
  EXPECT_EQ(error_of(R"({"tasks": [7]})"), "plan.json: \"tasks\" must be a list of tables");
}

TEST(PlanFile, unknown_keys_are_named_with_the_nearest) {
  EXPECT_EQ(error_of(R"({"task": []})"), "plan.json: unknown key \"task\"; did you mean \"tasks\"?");
  EXPECT_EQ(error_with(R"("depend_on": [])"),
            "plan.json: task \"a\": unknown key \"depend_on\"; did you mean \"depends_on\"?");
  EXPECT_THAT(error_with(R"("frobnicate": 1)"),
              HasSubstr("unknown key \"frobnicate\"; known are name, kind, instructions"));
  EXPECT_EQ(error_with(R"("agent": {"typ": "x"})"),
            "plan.json: task \"a\", agent: unknown key \"typ\"; did you mean \"type\"?");
  EXPECT_EQ(error_of(R"({"checks": [{"titel": "x", "command": "true"}]})"),
            "plan.json: check 1: unknown key \"titel\"; did you mean \"title\"?");
  EXPECT_EQ(
      error_with(R"("success_criteria": [{"claim": "x", "evidence": {"kind": "grep", "pattern": "x", "pth": "y"}}])"),
      "plan.json: task \"a\", success criterion 1, evidence: unknown key \"pth\"; did you mean \"path\"?");
}

TEST(PlanFile, names_must_be_there_and_differ) {
  EXPECT_EQ(error_of(R"({"tasks": [{"name": "a"}, {"instructions": "x"}]})"), "plan.json: task 2: \"name\" is missing");
  EXPECT_EQ(error_of(R"({"tasks": [{"name": "  "}]})"), "plan.json: task 1: \"name\" is missing");
  EXPECT_EQ(error_of(R"({"tasks": [{"name": 7}]})"), "plan.json: task 1: \"name\" must be a text");
  EXPECT_EQ(error_of(R"({"tasks": [{"name": "a"}, {"name": "b"}, {"name": "a "}]})"),
            "plan.json: tasks 1 and 3 have the same name \"a\"");
  EXPECT_THAT(error_of(R"({"tasks": [{"name": "a\nb"}]})"), HasSubstr("control character"));
  EXPECT_THAT(error_of(cat(R"({"tasks": [{"name": ")", std::string(201, 'x'), "\"}]}")), HasSubstr("longer than 200"));
  EXPECT_THAT(error_with(R"("instructions": "x\u0000y")"), HasSubstr("\"instructions\" holds a NUL byte"));
}

TEST(PlanFile, dependencies_and_parents_must_be_tasks) {
  EXPECT_EQ(
      error_of(R"({"tasks": [{"name": "Build the form"}, {"name": "b", "depends_on": ["Build the from"]}]})"),
      "plan.json: task \"b\": \"depends_on\" names \"Build the from\", which is no task of this plan; did you mean "
      "\"Build the form\"?");
  EXPECT_THAT(error_with(R"("parent": "zzzzzz")"),
              HasSubstr("\"parent\" names \"zzzzzz\", which is no task of this plan"));
  EXPECT_THAT(error_with(R"("depends_on": [], "dependencies": [])"), HasSubstr("both mean the same"));
  EXPECT_THAT(error_with(R"("depends_on": "b")"), HasSubstr("\"depends_on\" must be a list of texts"));
}

TEST(PlanFile, circles_are_named_in_order) {
  EXPECT_EQ(error_of(R"({"tasks": [{"name": "a", "depends_on": ["b"]}, {"name": "b", "depends_on": ["c"]},
                                   {"name": "c", "depends_on": ["a"]}]})"),
            "plan.json: tasks wait for each other in a circle: a → b → c → a");
  EXPECT_THAT(error_with(R"("depends_on": ["a"])"), HasSubstr("circle: a → a"));
  EXPECT_THAT(error_of(R"({"tasks": [{"name": "a", "parent": "b"}, {"name": "b", "parent": "a"}]})"),
              HasSubstr("parents in a circle: a → b → a"));
  EXPECT_THAT(error_of(R"({"tasks": [{"name": "a"}, {"name": "b", "parent": "a", "depends_on": ["a"]}]})"),
              HasSubstr("task \"b\": a subtask cannot wait for its parent \"a\""));
}

TEST(PlanFile, vague_criteria_are_refused_with_the_reason) {
  EXPECT_THAT(error_of(R"({"criteria": ["code looks good"]})"),
              HasSubstr("plan.json: criterion 1: \"code looks good\" (\"good\" does not say what to look at)"));
  EXPECT_THAT(error_with(R"("acceptance_criteria": "works as expected")"),
              HasSubstr("task \"a\", acceptance_criteria: \"works as expected\""));
  EXPECT_THAT(error_with(R"("success_criteria": [{"claim": "is clean"}])"),
              HasSubstr("success criterion 1: \"is clean\""));
  EXPECT_EQ(
      error_with(
          R"("success_criteria": [{"claim": "is clean", "evidence": {"kind": "command", "command": "make lint"}}])"),
      "")
      << "a machine says what clean means";
}

TEST(PlanFile, success_criteria_have_ids_claims_and_what_their_evidence_needs) {
  EXPECT_THAT(
      error_with(R"("success_criteria": [{"id": "x", "claim": "f() is gone"}, {"id": "x", "claim": "g() is gone"}])"),
      HasSubstr("success criterion 2: \"x\" is the id of an earlier one"));
  EXPECT_THAT(error_with(R"("success_criteria": [{}])"), HasSubstr("\"claim\" is missing"));
  EXPECT_THAT(error_with(R"("success_criteria": [{"claim": "x", "evidence": {"kind": "grep"}}])"),
              HasSubstr("evidence of the kind grep needs \"pattern\""));
  EXPECT_THAT(error_with(R"("success_criteria": [{"claim": "x", "evidence": {"kind": "diff"}}])"),
              HasSubstr("needs \"touched\" or \"untouched\""));
  EXPECT_THAT(error_with(R"("success_criteria": [{"claim": "f() is gone", "evidence": {"pattern": "x"}}])"),
              HasSubstr("evidence: \"kind\" is missing"));
  EXPECT_THAT(error_with(R"("success_criteria": [{"claim": "f() is gone", "evidence": {"kind": "magic"}}])"),
              HasSubstr("\"kind\" must be one of none, test, grep"));
}

TEST(PlanFile, checks_have_what_their_kind_needs) {
  const auto check = [](std::string_view members) { return error_of(cat(R"({"checks": [{)", members, "}]}")); };
  EXPECT_EQ(check(R"("command": "make test")"), "");
  EXPECT_THAT(check(R"("title": "x", "kind": "command")"), HasSubstr("a command check needs a \"command\""));
  EXPECT_THAT(check(R"("title": "x", "kind": "file")"), HasSubstr("\"path\" is missing"));
  EXPECT_THAT(check(R"("title": "x", "kind": "manual", "command": "a")"),
              HasSubstr("a manual check has no \"command\""));
  EXPECT_THAT(check(R"("path": "../x")"), HasSubstr("must stay inside the repository"));
  EXPECT_THAT(check(R"("path": "/etc/passwd")"), HasSubstr("must be relative to the repository"));
  EXPECT_THAT(check(""), HasSubstr("\"title\" is missing"));
  EXPECT_THAT(check(R"("command": "a\u0000b")"), HasSubstr("NUL"));
}

TEST(PlanFile, values_out_of_range_are_refused) {
  for (const auto* members :
       {R"("timeout": 0)", R"("timeout": -1)", R"("timeout": "soon")", R"("timeout": "8d")", R"("timeout": true)",
        R"("max_attempts": 0)", R"("max_attempts": 101)", R"("max_attempts": 1.5)", R"("retry": {"max_attempts": 0})",
        R"("retry": 3)", R"("max_attempts": 2, "retry": {"max_attempts": 2})", R"("agent": {"max_budget_usd": -1})",
        R"("agent": {"max_budget_usd": "1"})", R"("agent": "claude")", R"("kind": "magic")",
        R"("files_modified": ["../x"])", R"("files_modified": ["/x"])", R"("files_modified": [""])", R"("parent": 7)"})
    EXPECT_THAT(error_with(members), HasSubstr("task \"a\"")) << members;
}

TEST(PlanFile, all_problems_are_told_at_once_and_ten_are_named) {
  EXPECT_EQ(
      error_of(R"({"tilte": "x", "tasks": [{"name": "a", "kind": "magic", "timeout": 0}, {"depends_on": ["b"]}]})"),
      "plan.json: 5 problems:\n"
      "  task \"a\": \"kind\" must be one of planning, execution, checker, validation, fix, research, not \"magic\"\n"
      "  task \"a\": \"timeout\" must be a time: seconds, or \"90s\", \"10m\", \"2h\"; one week at most\n"
      "  unknown key \"tilte\"; did you mean \"title\"?\n"
      "  task 2: \"name\" is missing\n"
      "  task 2: \"depends_on\" names \"b\", which is no task of this plan; did you mean \"a\"?");
  std::string tasks;
  for (int i = 0; i < 30; ++i) tasks += cat(i == 0 ? "" : ",", R"({"name": ")", i, R"(", "timeout": 0})");
  const auto error = error_of(cat(R"({"tasks": [)", tasks, "]}"));
  EXPECT_THAT(error, HasSubstr("30 problems:"));
  EXPECT_THAT(error, HasSubstr("task \"9\""));
  EXPECT_THAT(error, Not(HasSubstr("task \"10\"")));
  EXPECT_THAT(error, HasSubstr("\n  and 20 more"));
}

// ---- size --------------------------------------------------------------------------------------

// Each waits for the one before; the first for `first_waits_for`.
std::string many_tasks(int count, std::string_view first_waits_for) {
  std::string text = R"({"tasks": [)";
  for (int i = 0; i < count; ++i) {
    const std::string waits = i == 0 ? std::string(first_waits_for) : cat("\"task ", i - 1, "\"");
    text += cat(i == 0 ? "" : ",", R"({"name": "task )", i, R"(", "acceptance_criteria": "pytest tests/test_)", i,
                R"(.py passes", "depends_on": [)", waits, "]}");
  }
  return text + "]}";
}

TEST(PlanFile, ten_thousand_tasks) {
  const auto plan = from_json(many_tasks(10'000, ""));
  ASSERT_TRUE(plan) << plan.error().message.substr(0, 500);
  EXPECT_EQ(plan->tasks.size(), 10'000u);
}

TEST(PlanFile, ten_thousand_subtasks_and_their_parent_last) {
  std::string text = R"({"tasks": [)";
  for (int i = 0; i < 10'000; ++i) text += cat(R"({"name": "task )", i, R"(", "parent": "top"},)");
  const auto plan = from_json(text + R"({"name": "top"}]})");
  ASSERT_TRUE(plan) << plan.error().message.substr(0, 500);
  EXPECT_EQ(plan->tasks.front().name, "top");
  EXPECT_EQ(plan->tasks[1].name, "task 0");
  EXPECT_EQ(plan->tasks.back().name, "task 9999");
}

TEST(PlanFile, a_circle_of_ten_thousand_is_named_without_listing_all) {
  const auto error = error_of(many_tasks(10'000, R"("task 9999")"));
  EXPECT_THAT(error, HasSubstr("circle: task 0 → task 9999 → task 9998"));
  EXPECT_THAT(error, HasSubstr("… (9988 more) → task 0"));
}

TEST(PlanFile, ten_thousand_unknown_dependencies) {
  std::string text = R"({"tasks": [)";
  for (int i = 0; i < 10'000; ++i)
    text += cat(i == 0 ? "" : ",", R"({"name": "task )", i, R"(", "depends_on": ["no )", i, "\"]}");
  EXPECT_THAT(error_of(text + "]}"), HasSubstr("10000 problems:"));
}

TEST(Cycles, are_found_each_from_its_lowest) {
  EXPECT_THAT(find_cycles({{1}, {2}, {}}, 3), IsEmpty());
  EXPECT_THAT(find_cycles({{}, {2}, {3}, {1}}, 3), ElementsAre(ElementsAre(1, 2, 3)));
  EXPECT_THAT(find_cycles({{1}, {0}, {2}, {0}}, 3), ElementsAre(ElementsAre(0, 1), ElementsAre(2)));
  EXPECT_THAT(find_cycles({{0}, {1}, {2}}, 2), ElementsAre(ElementsAre(0), ElementsAre(1)));
}

// ---- the document ------------------------------------------------------------------------------

// The first block of a document that is fenced as `language`.
std::string block_of(const std::string& document, std::string_view language) {
  const std::string fence = cat("```", language, "\n");
  const size_t begin = document.find(fence);
  if (begin == std::string::npos) return {};
  return document.substr(begin + fence.size(), document.find("```", begin + fence.size()) - begin - fence.size());
}

TEST(PlanFile, the_examples_of_the_document_are_plans_and_say_the_same) {
  std::ifstream file(ASSAY_PLAN_DOCUMENT);
  std::stringstream content;
  content << file.rdbuf();
  const auto json = from_json(block_of(content.str(), "json"));
  const auto toml = from_toml(block_of(content.str(), "toml"));
  ASSERT_TRUE(json) << json.error().message;
  ASSERT_TRUE(toml) << toml.error().message;
  EXPECT_GE(json->tasks.size(), 3u);
  EXPECT_EQ(write_plan(*json), write_plan(*toml));
}

}  // namespace
}  // namespace assay::plan
