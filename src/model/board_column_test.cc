#include "model/board_column.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace assay::model {
namespace {

Mission mission_with(const MissionFacts& facts) {
  Mission mission;
  mission.facts = facts;
  mission.status = derive_status(facts);
  mission.story = derive_story(facts);
  return mission;
}

template <class T>
bool holds(const std::vector<T>& list, T wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

// Facts of many kinds: every state of work with every fact about what became of it.
std::vector<Mission> missions() {
  std::vector<Mission> out;
  for (int bits = 0; bits < 64; ++bits) {
    for (size_t state = 0; state <= k_task_states; ++state) {
      for (const auto deploy : {DeployState::none, DeployState::succeeded, DeployState::failed}) {
        MissionFacts facts;
        facts.has_plan = (bits & 1) != 0;
        facts.held = (bits & 2) != 0;
        facts.landed = (bits & 4) != 0;
        facts.closed = (bits & 8) != 0;
        facts.shipping = (bits & 16) != 0;
        facts.acceptance = (bits & 32) != 0 ? PackStatus::passed : PackStatus::pending;
        facts.deploy = deploy;
        if (state < k_task_states) facts.work.at[state] = 1;
        out.push_back(mission_with(facts));
      }
    }
  }
  return out;
}

TEST(BoardColumn, EveryMissionIsWithinTheBoundsOfItsColumn) {
  std::array<bool, k_board_columns> seen{};
  for (const auto& mission : missions()) {
    const auto column = column_of(mission);
    seen[static_cast<size_t>(column)] = true;
    const auto bounds = bounds_of(column);
    const bool any = bounds.statuses.empty() && bounds.stories.empty();
    EXPECT_TRUE(any || holds(bounds.statuses, mission.status) || holds(bounds.stories, mission.story))
        << name(column) << " " << name(mission.status) << " " << name(mission.story);
  }
  EXPECT_EQ(seen, (std::array<bool, k_board_columns>{true, true, true, true, true}));
}
TEST(BoardColumn, AStoryThatNeedsAFixIsNotAmongTheShippedUntilItIsClosed) {
  MissionFacts facts;
  facts.has_plan = true;
  facts.work.at[static_cast<size_t>(TaskState::completed)] = 1;
  facts.acceptance = PackStatus::passed;
  facts.landed = true;
  facts.deploy = DeployState::failed;
  ASSERT_EQ(derive_story(facts), StoryState::needs_fix);
  EXPECT_EQ(column_of(mission_with(facts)), BoardColumn::blocked);
  facts.closed = true;
  EXPECT_EQ(column_of(mission_with(facts)), BoardColumn::shipped);
}

}  // namespace
}  // namespace assay::model
