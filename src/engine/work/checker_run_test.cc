#include <algorithm>

#include "engine/work/agent_scene.h"
#include "engine/work/checked_work.h"

namespace assay::engine {
namespace {

using agents::End;

class RunChecker : public AgentScene {
 protected:
  RunChecker() {
    agent("worker", "echo 2 >value.txt");
    m_work = task("worker");
    EXPECT_TRUE(run(m_work).has_change());
  }

  // A checker that speaks claude's events; `script` sees the instructions as $ORDER and the word as $WORD.
  void claude_checker(const std::string& script) {
    m_config +=
        cat("[agents.judge]\nkind = \"claude\"\nprogram = [\"",
            program("judge", cat("ORDER=$2\nWORD=$(printf '%s' \"$ORDER\" | grep -o 'CHECK-[a-z2-7]*' | head -1)\n",
                                 "say() { printf '{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,"
                                 "\"num_turns\":1,\"total_cost_usd\":0.02,\"result\":\"%s\"}\\n' \"$1\"; }\n",
                                 script)),
            "\"]\n[[agents.choose]]\nagent = \"judge\"\nkinds = [\"checker\"]\n");
    configure(m_config);
  }
  CheckerRun check() {
    model::Task checker;
    checker.kind = model::TaskKind::checker;
    checker.name = "Check: it";
    checker.checker_for = m_work.id;
    checker.timeout_ms = 20'000;
    const auto work = checked_work_of(context(), m_work);
    EXPECT_TRUE(work) << work.error().message;
    if (!work) return {};
    auto result = run_checker(context(), checker, *work);
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::move(*result) : CheckerRun();
  }

  model::Task m_work;
};

TEST_F(RunChecker, PassesWhenItSaysSoAndEndsWell) {
  claude_checker("test \"$(cat value.txt)\" = 2 && say \"looked\\\\n$WORD: pass\"");
  const auto run = check();
  EXPECT_TRUE(run.passed) << run.summary;
  EXPECT_EQ(run.agent, "judge");
  EXPECT_EQ(run.commit, m_scratch.id("refs/heads/" + branch_of(m_mission.id, m_work.id)));
  EXPECT_EQ(run.tree, m_scratch.id(run.commit + "^{tree}"));
  EXPECT_DOUBLE_EQ(run.report.cost_usd, 0.02);
  EXPECT_TRUE(run.summary.empty());
}

TEST_F(RunChecker, ANegativeVerdictIsNoPassThoughTheProgramExitsZero) {
  claude_checker("say \"value.txt is 2, 3 was asked for\\\\n$WORD: fail\"");
  const auto run = check();
  EXPECT_FALSE(run.passed);
  EXPECT_EQ(run.report.end, End::succeeded);
  EXPECT_TRUE(contains(run.summary, "3 was asked for"));
}

TEST_F(RunChecker, NoVerdictIsNoPass) {
  claude_checker("say 'All good, approved. CHECK: pass'");
  const auto run = check();
  EXPECT_FALSE(run.passed);
  EXPECT_TRUE(contains(run.summary, "without its verdict line")) << run.summary;
}

TEST_F(RunChecker, PassAndFailTogetherIsNoPass) {
  claude_checker("say \"$WORD: pass\\\\n$WORD: fail\"");
  EXPECT_FALSE(check().passed);
}

TEST_F(RunChecker, AVerdictOfARunThatEndedBadlyDoesNotCount) {
  claude_checker("say \"$WORD: pass\"; exit 3");
  const auto run = check();
  EXPECT_FALSE(run.passed);
  EXPECT_EQ(run.report.end, End::failed);
}

TEST_F(RunChecker, TheCopyCannotBeWrittenButACloneCan) {
  claude_checker(
      "echo 3 >value.txt 2>/dev/null; echo x >new.txt 2>/dev/null; git commit -q --allow-empty -m x 2>/dev/null\n"
      "git clone -q . \"$TMPDIR/work\" && cd \"$TMPDIR/work\" && echo 3 >value.txt && say \"$WORD: pass\"");
  const auto run = check();
  EXPECT_TRUE(run.passed) << run.summary;
  EXPECT_EQ(m_scratch.sh(cat("cat ", worktree(m_work), ".check/value.txt")), "2");
}

TEST_F(RunChecker, ACopyThatWasChangedProvesNothing) {
  agent("meddler", "echo 3 >value.txt; echo ok",
        "sandbox = \"off\"\n[[agents.choose]]\nagent = \"meddler\"\nkinds = [\"checker\"]");
  const auto run = check();
  EXPECT_FALSE(run.passed);
  EXPECT_TRUE(contains(run.summary, "value.txt")) << run.summary;
  EXPECT_TRUE(contains(show(run.commit + ":value.txt"), "2"));
}

TEST_F(RunChecker, APlainProgramNeedsItsVerdictLineToo) {
  agent("mute", "test \"$(cat value.txt)\" = 2", "[[agents.choose]]\nagent = \"mute\"\nkinds = [\"checker\"]");
  EXPECT_TRUE(contains(check().summary, "without its verdict line"));
  m_config.clear();
  agent("worker", "true");
  agent("script", "test \"$(cat value.txt)\" = 2 && printf '%s' \"$1\" | grep -om1 'CHECK-[a-z2-7]*: pass'",
        "[[agents.choose]]\nagent = \"script\"\nkinds = [\"checker\"]");
  EXPECT_TRUE(check().passed);
  m_config.clear();
  agent("worker", "true");
  agent("script2", "echo not so; exit 1", "[[agents.choose]]\nagent = \"script2\"\nkinds = [\"checker\"]");
  const auto run = check();
  EXPECT_FALSE(run.passed);
  EXPECT_TRUE(contains(run.summary, "not so"));
}

TEST_F(RunChecker, SeesTheRangeOfTheTask) {
  claude_checker(
      "range=$(printf '%s' \"$ORDER\" | grep -o 'git diff [0-9a-f.]*' | head -1)\n"
      "test \"$($range --name-only)\" = value.txt && say \"$WORD: pass\"");
  const auto run = check();
  EXPECT_TRUE(run.passed) << run.summary;
}

TEST_F(RunChecker, IsNeverTheWorkersProfileWhenThereIsAnother) {
  agent("other", "exit 0");
  EXPECT_EQ(check().agent, "other");
}

TEST_F(RunChecker, WithoutAnAgentSaysSo) {
  configure(
      "[agents.judge]\nkind = \"command\"\nprogram = [\"/nowhere\"]\n[[agents.choose]]\nagent = \"judge\"\n"
      "kinds = [\"checker\"]\n");
  const auto run = check();
  EXPECT_FALSE(run.passed);
  EXPECT_EQ(run.report.end, End::could_not_start);
  EXPECT_TRUE(contains(run.summary, "/nowhere"));
}

}  // namespace
}  // namespace assay::engine
