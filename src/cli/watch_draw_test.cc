// What stands where on the screen, whatever its size and whatever the texts hold.
#include <gtest/gtest.h>

#include "base/printable.h"
#include "base/text.h"
#include "cli/watch_view.h"

namespace assay::cli {
namespace {

WatchedMission mission(std::string id, std::string title, model::MissionStatus status) {
  WatchedMission out;
  out.mission.id = model::MissionId("mission-" + id);
  out.mission.title = std::move(title);
  out.mission.status = status;
  return out;
}

WatchedTask task(std::string name, model::TaskState state, std::string words = "") {
  WatchedTask out;
  out.task.name = std::move(name);
  out.task.state = state;
  out.words = std::move(words);
  return out;
}

WatchState scene() {
  WatchState state;
  state.repository = "/home/anna/shop";
  state.has_store = true;
  for (int i = 0; i < 30; ++i) {
    state.missions.push_back(mission(cat("aaaaaa", i), cat("Mission number ", i), model::MissionStatus::active));
  }
  for (int i = 0; i < 40; ++i) state.tasks.push_back(task(cat("Task ", i), model::TaskState::pending));
  state.tasks[25] = task("The busy one", model::TaskState::running, "Editing src/cart.ts");
  for (int i = 0; i < 60; ++i) {
    model::Checkpoint event;
    event.title = cat("Event ", i);
    state.history.push_back(event);
  }
  return state;
}

std::string joined(const std::vector<std::string>& lines) { return join(lines, "\n"); }

TEST(WatchDraw, FitsEverySize) {
  auto state = scene();
  state.missions[0].mission.title = std::string(500, 'x') + "\x1b[2J\n\t漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字";
  state.tasks[0].task.name = std::string(500, 'y');
  state.tasks[0].task.reason = "line\nline\x1b[31m";
  state.fault = std::string(300, 'z');
  const Terminal terminal{80, false, {}};
  for (const auto level : {WatchCursor::Level::missions, WatchCursor::Level::mission, WatchCursor::Level::task}) {
    for (const size_t columns : {1, 10, 20, 21, 33, 40, 80, 200}) {
      for (const size_t rows : {1, 3, 4, 5, 10, 24, 100}) {
        WatchCursor cursor;
        cursor.level = level;
        const auto lines = draw(state, cursor, {columns, rows}, terminal);
        EXPECT_LE(lines.size(), rows) << columns << "x" << rows;
        for (const auto& line : lines) {
          EXPECT_LE(columns_of(line), columns) << columns << "x" << rows << ": " << line;
          EXPECT_FALSE(contains(line, "\x1b")) << "without colours there are no escapes";
          EXPECT_FALSE(contains(line, "\n"));
        }
      }
    }
  }
}

TEST(WatchDraw, ShowsTheBusyTaskAndTheLatestHistory) {
  const auto text = joined(draw(scene(), {}, {80, 24}, {80, false, {}}));
  EXPECT_TRUE(contains(text, "The busy one")) << text;
  EXPECT_TRUE(contains(text, "Editing src/cart.ts"));
  EXPECT_TRUE(contains(text, "Event 59"));
  EXPECT_TRUE(contains(text, "30 missions"));
}

TEST(WatchDraw, TheChosenOneIsOnTheScreen) {
  WatchCursor cursor;
  cursor.mission = 29;
  EXPECT_TRUE(contains(joined(draw(scene(), cursor, {80, 24}, {80, false, {}})), "Mission number 29"));
  cursor.level = WatchCursor::Level::mission;
  cursor.task = 39;
  EXPECT_TRUE(contains(joined(draw(scene(), cursor, {80, 24}, {80, false, {}})), "▸ · Task 39"));
}

TEST(WatchDraw, ATaskWithItsRun) {
  auto state = scene();
  state.tasks[0].run = model::Run{};
  state.tasks[0].run->agent = "claude";
  state.tasks[0].run->usage = {1.5, 123'456, 789, 4};
  state.tasks[0].run->summary = "I changed the cart.";
  WatchCursor cursor;
  cursor.level = WatchCursor::Level::task;
  const auto text = joined(draw(state, cursor, {80, 24}, {80, false, {}}));
  EXPECT_TRUE(contains(text, "claude  1.50 USD  123k in  789 out  4 turns")) << text;
  EXPECT_TRUE(contains(text, "I changed the cart."));
}

TEST(WatchDraw, NothingYetSaysWhatToDo) {
  WatchState state;
  EXPECT_TRUE(contains(joined(draw(state, {}, {80, 24}, {80, false, {}})), "assay mission new"));
}

}  // namespace
}  // namespace assay::cli
