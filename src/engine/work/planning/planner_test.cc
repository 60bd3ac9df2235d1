#include "engine/work/planning/planner.h"

#include <boost/json.hpp>

#include "base/json.h"
#include "engine/work/agent_scene.h"

namespace assay::engine {
namespace {

using agents::End;

constexpr std::string_view k_good =
    R"({"tasks":[{"name":"Add the field","instructions":"Add it.","acceptance_criteria":"Run make test and verify all tests pass.","files_modified":["src/**"]},)"
    R"({"name":"Show it","instructions":"Show it.","acceptance_criteria":"GET /api/tasks returns 200","dependencies":["Add the field"]}]})";
constexpr std::string_view k_vague =
    R"({"tasks":[{"name":"Do it","instructions":"Do it.","acceptance_criteria":"The code looks good."}]})";

class Planner : public AgentScene {
 protected:
  PlanRun plan(const std::string& script) {
    agent("planner", script);
    m_wish.prompt = "Add a field";
    m_wish.commit = m_scratch.id("main");
    auto result = run_planner(context(), m_wish);
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::move(*result) : PlanRun();
  }
  static std::string says(std::string_view text) { return cat("cat <<'END'\n", text, "\nEND"); }

  PlanRequest m_wish;
};

TEST_F(Planner, TakesTheTasksOfAnAnswer) {
  const auto run = plan(says(cat("Here it is:\n```json\n", k_good, "\n```\nGood luck.")));
  ASSERT_TRUE(run.plan) << run.problem << run.report.reason;
  EXPECT_EQ(run.calls, 1U);
  ASSERT_EQ(run.plan->tasks.size(), 2U);
  EXPECT_EQ(run.plan->tasks[1].depends_on, (std::vector<std::string>{"Add the field"}));
  EXPECT_TRUE(contains(run.text, "\"Show it\""));
}

TEST_F(Planner, TakesAFileInstead) {
  const auto run = plan(cat("cat >\"$TMPDIR/plan.json\" <<'END'\n", k_good, "\nEND\necho see the file"));
  EXPECT_TRUE(run.plan) << run.problem << run.report.reason;
}

TEST_F(Planner, SeesTheCodeAndCannotChangeIt) {
  const auto run = plan(cat("test \"$(cat a.txt)\" = one || exit 1\necho x >a.txt && exit 1\n", says(k_good)));
  EXPECT_TRUE(run.plan) << run.report.reason;
}

TEST_F(Planner, SendsAVagueAnswerBackOnceWithTheReason) {
  const auto run =
      plan(cat("case $1 in *'could not be used'*) case $1 in *'looks good'*'criteri'*|*'criteri'*'looks good'*) ;; "
               "*) exit 1;; esac\n",
               says(k_good), "\n;; *)\n", says(k_vague), "\n;; esac"));
  EXPECT_EQ(run.calls, 2U);
  EXPECT_TRUE(run.plan) << run.problem << run.report.reason;
}

TEST_F(Planner, ASecondVagueAnswerIsForAPerson) {
  const auto run = plan(says(k_vague));
  EXPECT_EQ(run.calls, 2U);
  EXPECT_FALSE(run.plan);
  EXPECT_TRUE(contains(run.problem, "Do it")) << run.problem;
  const auto fate = fate_of(run, m_mission);
  EXPECT_EQ(fate.what, PlanDecision::What::hold);
  EXPECT_TRUE(contains(fate.reason, "--file FILE")) << fate.reason;
}

TEST_F(Planner, IsToldTheCommandsTheCriteriaAndWhatEvidenceMeans) {
  m_wish.prompt = "Add a field";
  m_wish.commands = {"make test"};
  m_wish.criteria = {"GET /api/tasks returns 200"};
  const auto text = plan_instructions(m_wish, "", "");
  for (const auto* part : {"make test", "GET /api/tasks returns 200", "- artefact: path [min_bytes]",
                           "- http: path [start]", "- test: name", "exit_code", "proves nothing"})
    EXPECT_TRUE(contains(text, part)) << part;
  m_wish.commands.clear();
  EXPECT_TRUE(contains(plan_instructions(m_wish, "", ""), "No command was found"));
}

constexpr std::string_view k_with_evidence =
    R"({"tasks":[{"name":"a","instructions":"x","success_criteria":[{"claim":"it is there","evidence":{"kind":"artefact","path":"a.txt"}}]}]})";

TEST_F(Planner, EvidenceThatHoldsBeforeTheWorkGoesBack) {
  const auto run = plan(says(k_with_evidence));
  EXPECT_EQ(run.calls, 2U);
  EXPECT_FALSE(run.plan);
  EXPECT_TRUE(contains(run.problem, "a.txt is there before any work is done")) << run.problem;
}

TEST_F(Planner, EvidenceThatFailsBeforeTheWorkIsTaken) {
  EXPECT_TRUE(plan(says(replace_all(std::string(k_with_evidence), "a.txt", "new.txt"))).plan);
}

TEST_F(Planner, EvidenceThatCannotFailGoesBack) {
  const auto run = plan(says(
      R"({"tasks":[{"name":"a","instructions":"x","success_criteria":[{"claim":"it works","evidence":{"kind":"command","command":"make test || true"}}]}]})"));
  EXPECT_EQ(run.calls, 2U);
  EXPECT_TRUE(contains(run.problem, "holds whatever the work does")) << run.problem;
}

TEST_F(Planner, AnAnswerWithoutAPlanIsToldSo) {
  const auto run = plan("echo I would rather talk about it");
  EXPECT_FALSE(run.plan);
  EXPECT_TRUE(contains(run.problem, "no JSON object")) << run.problem;
}

TEST_F(Planner, APlannerThatFailsMayBeTriedAgain) {
  const auto run = plan("exit 3");
  EXPECT_EQ(run.calls, 1U);
  EXPECT_TRUE(run.problem.empty());
  EXPECT_EQ(fate_of(run, m_mission).what, PlanDecision::What::again);
}

TEST_F(Planner, CannotDecideWhatIsNotItsOwn) {
  const auto run = plan(says(
      R"({"checks":[{"command":"true"}],"criteria":["GET / returns 200"],"tasks":[{"name":"a","instructions":"x","acceptance_criteria":"Run make test and verify all tests pass.","agent":{"type":"evil","max_budget_usd":1000},"max_attempts":50,"timeout":"6d"}]})"));
  ASSERT_TRUE(run.plan) << run.problem;
  EXPECT_TRUE(run.plan->checks.empty());
  EXPECT_TRUE(run.plan->criteria.empty());
  const auto& task = run.plan->tasks.front();
  EXPECT_TRUE(task.agent.type.empty());
  EXPECT_FALSE(task.agent.max_budget_usd);
  EXPECT_EQ(task.max_attempts, 1U);
  EXPECT_LE(task.timeout_ms, 4 * 3'600'000);
}

TEST_F(Planner, AParentThatCannotBeIsLeftOutAndShown) {
  const auto task = [](std::string_view name, std::string_view parent) {
    return cat(R"({"name":")", name,
               R"(","instructions":"Do it.","acceptance_criteria":"Run make test and verify all tests pass.")",
               parent.empty() ? "" : cat(R"(,"parent":)", parent), "}");
  };
  const auto run = plan(says(cat(R"({"tasks":[)", task("Field", R"("The whole wish")"), ",", task("Page", ""), "]}")));
  ASSERT_TRUE(run.plan) << run.problem << run.report.reason;
  EXPECT_EQ(run.calls, 1U);
  EXPECT_TRUE(run.plan->tasks[0].parent.empty());
  EXPECT_EQ(run.dropped, std::vector<std::string>{R"("Field" is no subtask of "The whole wish")"});
  EXPECT_TRUE(contains(fate_of(run, m_mission).reason, "The whole wish"));
  std::vector<std::string> dropped;
  const auto kept =
      read_answer(cat(R"({"tasks":[)", task("Page", ""), ",", task("Field", R"("Page")"), "]}"), &dropped);
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_EQ(kept->tasks[1].parent, "Page");
  EXPECT_TRUE(dropped.empty());
}

TEST_F(Planner, EveryTaskNeedsInstructionsAndCriteria) {
  const auto problem = [](std::string_view text) {
    const auto plan = read_answer(text);
    return plan ? std::string() : plan.error().message;
  };
  EXPECT_TRUE(contains(problem(R"({"tasks":[]})"), "no tasks"));
  EXPECT_TRUE(contains(problem(R"({"tasks":[{"name":"a","instructions":"x"}]})"), "acceptance_criteria"));
  EXPECT_TRUE(
      contains(problem(R"({"tasks":[{"name":"a","acceptance_criteria":"Run make test and verify all tests pass."}]})"),
               "instructions"));
  EXPECT_TRUE(contains(
      problem(
          R"({"tasks":[{"name":"a","kind":"checker","instructions":"x","acceptance_criteria":"Run make test and verify all tests pass."}]})"),
      "kind"));
}

TEST_F(Planner, TheModeDecidesWhatBecomesOfAPlan) {
  PlanRun run;
  run.plan = model::Plan();
  auto mission = m_mission;
  mission.policy.mode = model::Mode::autopilot;
  EXPECT_EQ(fate_of(run, mission).what, PlanDecision::What::attach);
  mission.policy.mode = model::Mode::guided_autopilot;
  EXPECT_EQ(fate_of(run, mission).what, PlanDecision::What::propose);
  EXPECT_TRUE(contains(fate_of(run, mission).reason, "--approve"));
}

TEST(PlanAnswer, TheLastObjectWithTasksIsThePlan) {
  EXPECT_EQ(plan_in("no"), std::nullopt);
  EXPECT_EQ(plan_in("{\"a\":1}"), std::nullopt);
  EXPECT_EQ(plan_in("{\"tasks\":[1]}\nbetter:\n{\"tasks\":[2]}\n{\"other\":1}"), "{\"tasks\":[2]}");
  EXPECT_EQ(plan_in("a {brace} and then\n  {\"tasks\": [\"}{\"]} end"), "{\"tasks\": [\"}{\"]}");
  EXPECT_EQ(plan_in("Answer: {\"tasks\":[]} ok"), "{\"tasks\":[]}");
  EXPECT_EQ(plan_in("{\"tasks\":["), std::nullopt);
  EXPECT_EQ(plan_in(std::string(5'000'000, '{')), std::nullopt);
}

TEST(PlanAnswer, TheSchemaIsThePlanFormatWithoutWhatAPlannerDoesNotDecide) {
  const auto schema = parse_json(planner_schema(), "schema");
  ASSERT_TRUE(schema);
  const auto& plan = schema->get_object().at("properties").get_object();
  EXPECT_FALSE(plan.contains("checks"));
  const auto& task = plan.at("tasks").get_object().at("items").get_object().at("properties").get_object();
  EXPECT_TRUE(task.contains("files_modified") && task.contains("success_criteria") && task.contains("dependencies"));
  EXPECT_FALSE(task.contains("agent") || task.contains("max_attempts"));
}

}  // namespace
}  // namespace assay::engine
