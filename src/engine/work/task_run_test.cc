#include "engine/work/task_run.h"

#include <algorithm>

#include "engine/evidence.h"
#include "engine/work/agent_scene.h"
#include "git/refs/refs.h"
#include "os/lock.h"
#include "store/missions.h"
#include "store/runs.h"

namespace assay::engine {
namespace {

using agents::End;

class RunTask : public AgentScene {
 protected:
  static bool has(const TaskRun& run, BranchProblem::What what) {
    return std::any_of(run.disorder.begin(), run.disorder.end(), [&](const auto& each) { return each.what == what; });
  }
};

TEST_F(RunTask, CommitsWhatTheAgentLeftAsAMarkedSnapshotOnTheTasksBranch) {
  agent("good", "echo changed >a.txt; echo new >new.txt; echo done");
  const auto work = task("good");
  const auto run = this->run(work);
  EXPECT_EQ(run.report.end, End::succeeded) << run.report.reason;
  EXPECT_EQ(run.agent, "good");
  EXPECT_EQ(run.branch, branch_of(m_mission.id, work.id));
  EXPECT_EQ(run.base, m_scratch.id("main"));
  EXPECT_EQ(run.files_changed, (std::vector<std::string>{"a.txt", "new.txt"}));
  ASSERT_TRUE(run.snapshot);
  EXPECT_EQ(run.commit, m_scratch.id("refs/heads/" + run.branch));
  EXPECT_EQ(run.tree, m_scratch.id(run.commit + "^{tree}"));
  EXPECT_TRUE(contains(m_scratch.sh("git log -1 --format=%B " + run.commit), "Assay-Snapshot: uncommitted"));
  EXPECT_TRUE(run.is_orderly());
  EXPECT_EQ(show("main:a.txt"), "one") << "the branch of others is as it was";
}

TEST_F(RunTask, KeepsTheOutputAsALogWithoutSecrets) {
  agent("talks", "echo hello; echo AKIAIOSFODNN7EXAMPLQ; echo key is 'password=hunter2hunter2'");
  const auto run = this->run(task("talks"));
  const auto log = Evidence(folder() + "/evidence").read(run.log, 1 << 20);
  ASSERT_TRUE(log) << log.error().message;
  EXPECT_TRUE(contains(*log, "hello"));
  EXPECT_FALSE(contains(*log, "hunter2hunter2"));
  EXPECT_FALSE(contains(run.report.summary, "hunter2hunter2"));
}

TEST_F(RunTask, ASecondRoundGoesOnFromTheFirst) {
  agent("adds", "echo x >>log.txt");
  const auto work = task("adds");
  const auto first = run(work);
  const auto second = run(work);
  EXPECT_EQ(m_scratch.id(second.commit + "^"), first.commit);
  EXPECT_EQ(second.base, first.base);
  EXPECT_EQ(show(second.commit + ":log.txt"), "x\nx");
}

TEST_F(RunTask, BeginsWithTheWorkItDependsOn) {
  agent("one", "echo 1 >one.txt");
  agent("two", "cat one.txt >two.txt");
  const auto first = task("one");
  EXPECT_TRUE(run(first).has_change());
  model::PlannedTask planned;
  planned.name = "second";
  planned.depends_on = {first.id.text};
  const auto run = this->run(task("two", planned));
  EXPECT_EQ(run.files_changed, (std::vector<std::string>{"two.txt"})) << "what it stands on is not its own";
  EXPECT_EQ(show(run.commit + ":two.txt"), "1");
}

TEST_F(RunTask, NoChangeIsNoChangeWhateverIsClaimed) {
  agent("boasts", "echo 'All done, all tests pass.'");
  const auto run = this->run(task("boasts"));
  EXPECT_EQ(run.report.end, End::succeeded);
  EXPECT_FALSE(run.has_change());
  EXPECT_EQ(run.commit, run.base);
  EXPECT_FALSE(run.snapshot);
}

TEST_F(RunTask, KeepsTheWorkOfAnAgentThatCrashes) {
  agent("crashes", "echo half >half.txt; kill -SEGV $$");
  const auto run = this->run(task("crashes"));
  EXPECT_EQ(run.report.end, End::failed);
  EXPECT_FALSE(run.report.reason.empty());
  EXPECT_EQ(run.files_changed, (std::vector<std::string>{"half.txt"}));
}

TEST_F(RunTask, EndsAnAgentThatHangsAndAllItStarted) {
  agent("hangs", "echo begun >begun.txt; (setsid sleep 600 &) ; sleep 600");
  model::PlannedTask planned;
  planned.name = "hang";
  planned.timeout_ms = 1'000;
  const auto run = this->run(task("hangs", planned));
  EXPECT_EQ(run.report.end, End::timed_out);
  EXPECT_EQ(run.files_changed, (std::vector<std::string>{"begun.txt"}));
}

TEST_F(RunTask, EndsAnAgentThatFallsSilent) {
  agent("silent", "echo hm; exec sleep 600", "idle_timeout = \"300ms\"");
  EXPECT_EQ(run(task("silent")).report.end, End::idle);
}

TEST_F(RunTask, EndsAFloodOfOutput) {
  agent("floods", "yes 0123456789012345678901234567890123456789012345678901234567890123456789");
  const auto run = this->run(task("floods"));
  EXPECT_EQ(run.report.end, End::failed);
  EXPECT_TRUE(contains(run.report.reason, "output")) << run.report.reason;
}

TEST_F(RunTask, ADaemonDoesNotOutliveTheRun) {
  const auto seconds = cat("598.", ::getpid());  // of this program alone
  agent("daemon", cat("(setsid sleep ", seconds, " >/dev/null 2>&1 &); echo started"));
  const auto run = this->run(task("daemon"));
  EXPECT_EQ(run.report.end, End::succeeded);
  EXPECT_EQ(m_scratch.status_of(cat("pgrep -fx 'sleep ", seconds, "'")), 1) << "nothing of it runs";
}

TEST_F(RunTask, TheSandboxKeepsTheRestOfTheMachineAndGitAsTheyWere) {
  agent("escapes", cat("echo x >", m_scratch.root(), "/a.txt; echo x >", operator_file(), "\n",
                       "git config core.hooksPath /tmp/x; git commit --allow-empty -m mine; git branch mine\n",
                       "git update-ref refs/heads/main HEAD~0; echo inside >inside.txt; exit 0"));
  const auto before = m_scratch.sh("cat .git/config; git for-each-ref refs/heads/main");
  const auto run = this->run(task("escapes"));
  EXPECT_EQ(run.report.end, End::succeeded) << run.report.reason;
  EXPECT_EQ(run.files_changed, (std::vector<std::string>{"inside.txt"}));
  EXPECT_EQ(m_scratch.sh("cat .git/config; git for-each-ref refs/heads/main"), before);
  EXPECT_EQ(m_scratch.sh("cat a.txt"), "one");
  EXPECT_EQ(m_scratch.sh("git for-each-ref refs/heads/mine"), "");
  EXPECT_TRUE(contains(*os::read_file(operator_file()), "[agents.escapes]"));
}

TEST_F(RunTask, GivesAnEmptyHomeAndNoSecretsUnlessTheOperatorSaysSo) {
  ::setenv("RUN_TASK_TOKEN", "s3cret", 1);
  ::setenv("RUN_TASK_KEY", "k3y", 1);
  agent("looks", "echo \"token=$RUN_TASK_TOKEN key=$RUN_TASK_KEY\" >seen.txt; ls -A \"$HOME\" >>seen.txt",
        "environment = [\"RUN_TASK_KEY\"]");
  const auto run = this->run(task("looks"));
  EXPECT_EQ(show(run.commit + ":seen.txt"), "token= key=k3y");
}

// HOME as it is set for a test, and then again as it was.
class HomeInstead {
 public:
  explicit HomeInstead(const std::string& home) : m_before(std::getenv("HOME") == nullptr ? "" : std::getenv("HOME")) {
    ::setenv("HOME", home.c_str(), 1);
  }
  ~HomeInstead() { ::setenv("HOME", m_before.c_str(), 1); }
  HomeInstead(const HomeInstead&) = delete;
  HomeInstead& operator=(const HomeInstead&) = delete;

 private:
  std::string m_before;
};

TEST_F(RunTask, OfTheOperatorsOwnHomeOnlyTheLoginIsThere) {
  const auto home = m_scratch.folder() + "/operator";
  ASSERT_TRUE(os::make_folders(home + "/.claude"));
  ASSERT_TRUE(os::make_folders(home + "/.ssh"));
  ASSERT_TRUE(os::write_file(home + "/.claude/login", "mine"));
  ASSERT_TRUE(os::write_file(home + "/.ssh/id", "s3cret"));
  const HomeInstead instead(home);
  const auto script =
      program("looks",
              "cat \"$HOME/.claude/login\" >login.txt 2>/dev/null; cat \"$HOME/.ssh/id\" >key.txt 2>/dev/null\n"
              "echo session >\"$HOME/.claude/session\"; echo x >\"$HOME/other\"\n"
              "echo '{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"done\"}'");
  configure(cat("[agents.own]\nkind = \"claude\"\nhome = \"own\"\nprogram = [\"", script,
                "\"]\n[agents.scratch]\nkind = \"claude\"\nprogram = [\"", script, "\"]\n"));
  const auto scratch = run(task("scratch"));
  EXPECT_EQ(scratch.report.end, End::succeeded) << scratch.report.reason;
  EXPECT_EQ(show(scratch.commit + ":login.txt"), "") << "without the operator's word there is no login";
  EXPECT_FALSE(os::exists(home + "/.claude/session"));
  const auto own = run(task("own"));
  EXPECT_EQ(own.report.end, End::succeeded) << own.report.reason;
  EXPECT_EQ(show(own.commit + ":login.txt"), "mine");
  EXPECT_EQ(show(own.commit + ":key.txt"), "");
  EXPECT_EQ(*os::read_file(home + "/.claude/session"), "session\n") << "what it keeps there stays";
  EXPECT_FALSE(os::exists(home + "/other"));
}

TEST_F(RunTask, OutsideOfTheSandboxDisorderIsNamedAndNothingOfItIsTaken) {
  agent("switches",
        "git checkout -q -b elsewhere; echo x >x.txt; git add x.txt; git -c user.name=a -c user.email=a@b commit -qm x",
        "sandbox = \"off\"");
  const auto work = task("switches");
  const auto run = this->run(work);
  EXPECT_TRUE(has(run, BranchProblem::What::switched_branch));
  EXPECT_FALSE(run.has_change());
  for (const auto& each : run.disorder) EXPECT_FALSE(each.text.empty() || each.then.empty());
  ASSERT_TRUE(has(run, BranchProblem::What::changed_outside));
  EXPECT_TRUE(contains(run.disorder.back().text, "refs/heads/elsewhere (new, at "));

  // A new attempt begins at the last good commit, and what was left is still there.
  agent("good", "echo y >y.txt");
  auto again = work;
  again.agent.type = "good";
  const auto second = this->run(again);
  EXPECT_TRUE(second.is_orderly());
  EXPECT_EQ(second.files_changed, (std::vector<std::string>{"y.txt"}));
  EXPECT_EQ(show("elsewhere:x.txt"), "x");
}

TEST_F(RunTask, RewrittenHistoryIsNamedKeptAndPutBack) {
  agent("adds", "echo 1 >one.txt");
  agent("rewrites", "git -c user.name=a -c user.email=a@b commit -q --amend -m other; echo z >z.txt",
        "sandbox = \"off\"");
  const auto work = task("adds");
  const auto first = run(work);
  auto again = work;
  again.agent.type = "rewrites";
  const auto second = run(again);
  EXPECT_TRUE(has(second, BranchProblem::What::rewrote_history));
  EXPECT_EQ(second.commit, first.commit) << "the last good commit is what counts";
  ASSERT_TRUE(second.salvage);
  EXPECT_EQ(show(*second.salvage + ":z.txt"), "z");
  const auto third = run(work);
  EXPECT_TRUE(third.is_orderly());
  EXPECT_EQ(m_scratch.id("refs/heads/" + third.branch), first.commit);
}

TEST_F(RunTask, PlantedHooksAndSettingsAreNamed) {
  agent("plants",
        "d=$(git rev-parse --git-common-dir); mkdir -p $d/hooks; echo evil >$d/hooks/pre-commit; git config "
        "core.editor evil",
        "sandbox = \"off\"");
  const auto run = this->run(task("plants"));
  EXPECT_TRUE(has(run, BranchProblem::What::changed_outside));
}

TEST_F(RunTask, UnfinishedMergesAndConflictsAreNamed) {
  m_scratch.sh("git checkout -q -b other; echo other >a.txt; git commit -qam other; git checkout -q main");
  agent("merges",
        "echo mine >a.txt; git -c user.name=a -c user.email=a@b commit -qam mine; git -c user.name=a -c user.email=a@b "
        "merge -q other; exit 0",
        "sandbox = \"off\"");
  const auto run = this->run(task("merges"));
  EXPECT_TRUE(has(run, BranchProblem::What::unfinished));
  EXPECT_TRUE(has(run, BranchProblem::What::unmerged));
  EXPECT_EQ(run.left.unmerged, (std::vector<std::string>{"a.txt"}));
}

TEST_F(RunTask, MarksOfConflictsInFilesAreNamed) {
  agent("marks",
        "printf '<<<<<<< HEAD\\na\\n=======\\nb\\n>>>>>>> other\\n' >a.txt; printf 'Title\\n=======\\n' >doc.rst");
  const auto run = this->run(task("marks"));
  ASSERT_EQ(run.disorder.size(), 1U);
  EXPECT_EQ(run.disorder.front().what, BranchProblem::What::conflict_markers);
  EXPECT_TRUE(contains(run.disorder.front().text, "a.txt"));
  EXPECT_FALSE(contains(run.disorder.front().text, "doc.rst"));
}

TEST_F(RunTask, ARepositoryMadeInsideIsNamed) {
  agent("nests", "git init -q inner; echo x >inner/x.txt");
  const auto run = this->run(task("nests"));
  EXPECT_TRUE(has(run, BranchProblem::What::nested_repository));
  EXPECT_EQ(run.left.nested, (std::vector<std::string>{"inner"}));
}

TEST_F(RunTask, AnAgentThatIsNotThereIsToldWithWhatToDo) {
  configure("[agents.ghost]\nkind = \"command\"\nprogram = [\"/nowhere/ghost\"]\n");
  const auto run = this->run(task("ghost"));
  EXPECT_EQ(run.report.end, End::could_not_start);
  EXPECT_TRUE(contains(run.report.reason, "/nowhere/ghost"));
  EXPECT_TRUE(contains(run.report.reason, "operator.toml"));
  const auto unknown = this->run(task("clyde"));
  EXPECT_EQ(unknown.report.end, End::could_not_start);
  EXPECT_TRUE(contains(unknown.report.reason, "there is no agent 'clyde'"));
}

TEST_F(RunTask, TwoRunsOfOneTaskDoNotMeet) {
  agent("good", "echo x >x.txt");
  const auto work = task("good");
  EXPECT_TRUE(os::make_folders(folder() + "/locks"));
  const auto held = os::Lock::try_take(cat(folder(), "/locks/", work.id.text));
  ASSERT_TRUE(held && *held);
  const auto refused = run_task(context(), work, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
}

TEST_F(RunTask, WorkThatAnInterruptedRunLeftIsCommittedBeforeTheNext) {
  agent("good", "echo x >x.txt");
  const auto work = task("good");
  run(work);
  m_scratch.sh("echo half >half.txt", worktree(work));
  const auto run = this->run(work);
  EXPECT_EQ(show(run.commit + ":half.txt"), "half");
}

TEST_F(RunTask, ProgressIsToldAtABoundedRate) {
  std::vector<std::string> told;
  m_heard = [&](std::string_view text) { told.emplace_back(text); };
  m_every = std::chrono::hours(1);
  agent("chatty", "for i in 1 2 3 4 5 6 7 8 9; do echo line $i; done");
  run(task("chatty"));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front(), "line 1");
}

TEST_F(RunTask, TellsBeforeAnythingIsSpentAndMayBeStopped) {
  agent("good", "echo x >x.txt");
  const auto work = task("good");
  std::string started;
  m_starting = [&](const std::string& name, std::string_view) -> Result<std::string> {
    started = name;
    return conflict("the lease is gone");
  };
  const auto refused = run_task(context(), work, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the lease is gone");
  EXPECT_EQ(started, "good");
  EXPECT_FALSE(os::exists(worktree(work) + "/x.txt"));
}

TEST_F(RunTask, QuestionsInTheLastMessageAreForAPerson) {
  agent("asks", "echo x >x.txt; echo 'I stopped.'; echo 'QUESTION: Two or three?'; echo 'QUESTION:'");
  const auto run = this->run(task("asks"));
  EXPECT_EQ(run.questions, (std::vector<std::string>{"Two or three?"}));
}

TEST_F(RunTask, NothingIsStartedWhenTheBudgetIsReachedAndTheWorkStays) {
  agent("good", "echo x >>x.txt");
  auto policy = m_mission.policy;
  policy.budget.usd = 1;
  ASSERT_TRUE(m_store->change("person:anna").missions().set_policy(m_mission.id, policy));
  const auto work = task("good");
  EXPECT_TRUE(run(work).has_change());
  const auto spent = m_store->change().runs().begin({work.id, "good", "", ""});
  ASSERT_TRUE(spent) << spent.error().message;
  store::RunEnd end;
  end.end = "succeeded";
  end.told.cost_usd = 1.25;
  ASSERT_TRUE(m_store->change().runs().end(*spent, end));
  const auto run = this->run(work);
  EXPECT_EQ(run.report.end, End::budget);
  EXPECT_TRUE(run.report.reason.starts_with("The budget of the mission is reached: 1.25 of 1.00 USD were used."))
      << run.report.reason;
  EXPECT_TRUE(run.has_change()) << "what was done is kept";
  EXPECT_EQ(show(run.commit + ":x.txt"), "x");
}

TEST_F(RunTask, TheOrderHoldsWhatTheAgentNeedsToKnow) {
  agent("keeps", "printf '%s' \"$1\" >order.txt");
  model::PlannedTask planned;
  planned.name = "keep the order";
  planned.instructions = "Do it well";
  planned.files_modified = {"src/**"};
  InstructionsMaterial material;
  material.findings.push_back({"gate", "src/c.txt:3: a test was removed"});
  const auto run = this->run(task("keeps", planned), material);
  const auto instructions = show(run.commit + ":order.txt");
  for (const char* part : {"keep the order", "Do it well", "src/**", "a test was removed", "Change the value"}) {
    EXPECT_TRUE(contains(instructions, part)) << part;
  }
}

TEST_F(RunTask, AnOrderTooLongForAnArgumentIsLeftInAFile) {
  agent("reads", "wc -c <\"$TMPDIR/order.md\" >size.txt");
  model::PlannedTask planned;
  planned.name = "long";
  InstructionsMaterial material;
  for (int i = 0; i < 50; ++i) material.findings.push_back({"critic", std::string(3'900, 'x')});
  const auto run = this->run(task("reads", planned), material);
  EXPECT_GT(std::stoul(show(run.commit + ":size.txt")), 120'000U);
}

}  // namespace
}  // namespace assay::engine
