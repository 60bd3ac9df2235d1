#include "engine/verify/integration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "git/scratch_repository.h"
#include "git/snapshot.h"

namespace assay::engine {
namespace {

using model::Task;
using model::TaskId;
using testing::ElementsAre;

Task task(const std::string& id, std::vector<std::string> depends_on = {}) {
  Task out;
  out.id = TaskId(id);
  out.name = "Work of " + id;
  out.state = model::TaskState::completed;
  for (auto& other : depends_on) out.depends_on.emplace_back(std::move(other));
  return out;
}

std::vector<std::string> order(const std::vector<Task>& tasks) {
  std::vector<std::string> out;
  for (const auto* each : in_dependency_order(tasks)) out.push_back(each->id.text);
  return out;
}

class IntegrationTest : public testing::Test {
 protected:
  IntegrationTest() {
    m_mission.id = model::MissionId("mission-m");
    m_mission.target_branch = "main";
    m_mission.created_at = Time{1'700'000'000'000};
  }
  void work_on(const std::string& task_id, const std::string& script) const {
    m_scratch.sh("git checkout -q -b assay/mission-m/" + task_id + " main");
    m_scratch.commit(script);
    m_scratch.sh("git checkout -q main");
  }
  Result<Integration> run(const std::vector<Task>& tasks, const std::vector<std::string>& extra = {}) const {
    TRY_ASSIGN(const auto work, find_work(m_scratch.repository(), m_mission, tasks, extra));
    return integrate(m_scratch.repository(), m_mission, work);
  }
  git::ScratchRepository m_scratch;
  model::Mission m_mission;
};

TEST(DependencyOrder, EachStandsBehindWhatItDependsOn) {
  EXPECT_THAT(order({task("c", {"b"}), task("b", {"a"}), task("a"), task("d")}), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(order({task("a"), task("b"), task("c")}), ElementsAre("a", "b", "c"));
}

TEST_F(IntegrationTest, BranchesAreMergedAndTheCheckoutIsLeftAlone) {
  work_on("task-a", "echo new >x.txt");
  work_on("task-b", "echo more >>src/c.txt");
  const auto before = m_scratch.sh("git status --porcelain; git rev-parse HEAD");
  const auto result = run({task("task-a"), task("task-b")});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->branches, 2u);
  EXPECT_EQ(result->target_commit, m_scratch.id("main"));
  const auto tree = git::Tree::open(m_scratch.repository(), result->commit).value();
  EXPECT_TRUE(tree.has("x.txt"));
  EXPECT_EQ(tree.read("src/c.txt").value(), "three\nmore\n");
  EXPECT_EQ(m_scratch.id("refs/assay/missions/mission-m/integration"), result->commit);
  EXPECT_EQ(m_scratch.sh("git status --porcelain; git rev-parse HEAD"), before);
}

TEST_F(IntegrationTest, TheSameWorkGivesTheSameCommit) {
  work_on("task-a", "echo new >x.txt");
  EXPECT_EQ(run({task("task-a")})->commit, run({task("task-a")})->commit);
}

TEST_F(IntegrationTest, AConflictNamesTheFileAndBothTasks) {
  work_on("task-a", "echo left >a.txt");
  work_on("task-b", "echo right >a.txt");
  const auto result = run({task("task-a"), task("task-b")});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->commit, "");
  ASSERT_EQ(result->conflicts.size(), 1u);
  EXPECT_EQ(result->conflicts[0].path, "a.txt");
  EXPECT_EQ(result->conflicts[0].task.text, "task-b");
  EXPECT_THAT(result->conflicts[0].against, ElementsAre(TaskId("task-a")));
}

TEST_F(IntegrationTest, OnlyCompletedTasksCount) {
  work_on("task-a", "echo new >x.txt");
  auto open = task("task-a");
  open.state = model::TaskState::running;
  const auto result = run({open});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::not_found);
}

TEST_F(IntegrationTest, ABranchThatAPersonNamesIsWorkToo) {
  m_scratch.sh("git checkout -q -b feature");
  m_scratch.commit("echo new >x.txt");
  m_scratch.sh("git checkout -q main");
  const auto result = run({task("task-a")}, {"feature"});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_TRUE(git::Tree::open(m_scratch.repository(), result->commit)->has("x.txt"));
}

}  // namespace
}  // namespace assay::engine
