// Missions and tasks found: by words, by their column, by who waits for whom.
#include "store/conformance_test.h"

namespace assay::store {
namespace {

using model::BoardColumn;
using model::Move;
using enum model::Move;
using FoundIds = std::vector<model::MissionId>;

class MissionSearch : public StoreConformance {
 protected:
  model::MissionId titled(std::string title, std::string prompt, std::vector<model::PlannedTask> tasks = {}) {
    auto made = tasks.empty() ? draft() : draft_with(std::move(tasks));
    made.title = std::move(title);
    made.prompt = std::move(prompt);
    return must(store().change(k_anna).missions().add(made)).id;
  }
  FoundIds found(const MissionFilter& filter) {
    FoundIds ids;
    for (const auto& mission : must(store().missions().list(filter)).missions) ids.push_back(mission.id);
    return ids;
  }
  FoundIds with_words(std::string text) {
    MissionFilter filter;
    filter.text = std::move(text);
    return found(filter);
  }
  FoundIds in_column(BoardColumn column) {
    MissionFilter filter;
    filter.column = column;
    return found(filter);
  }
  std::vector<std::string> chosen(const model::MissionId& mission, const TaskChoice& choice) {
    std::vector<std::string> names;
    for (const auto& task : must(store().tasks().some_of(mission, choice))) names.push_back(task.name);
    return names;
  }
};

TEST_P(MissionSearch, AllWordsHaveToOccurEachInAnyField) {
  const auto carts =
      titled("Carts that last", "Keep what is in a cart", {planned("Write the table"), planned("Use it")});
  const auto mode = titled("Dark mode", "Colours for the night", {planned("Write the colours")});
  EXPECT_EQ(with_words("carts"), FoundIds{carts});
  EXPECT_EQ(with_words("write"), (FoundIds{mode, carts}));
  EXPECT_EQ(with_words("write last"), FoundIds{carts});          // a task's name and the title
  EXPECT_EQ(with_words("TABLE  keep\tcarts"), FoundIds{carts});  // a task's name, the prompt, the title
  EXPECT_EQ(with_words("write carts night"), FoundIds{});
  EXPECT_EQ(with_words("active dark"), FoundIds{mode});  // its status
  EXPECT_EQ(with_words(mode.text.substr(8, 6)), FoundIds{mode});
  EXPECT_EQ(with_words(cat("mode ", tasks(mode)[0].id.text)), FoundIds{mode});
  EXPECT_TRUE(with_words(tasks(mode)[0].id.text.substr(8)).empty()) << "the middle of an id";
  EXPECT_EQ(with_words("   "), (FoundIds{mode, carts}));
}
TEST_P(MissionSearch, AWordStandsForItselfInCapitalAndSmallLettersOfEveryScript) {
  const auto odd = titled("Preise für 100%_ (netto)", "Корзина и заказ");
  for (const auto* text : {"100%_", "(netto)", "FÜR", "корзина", "ЗАКАЗ für"})
    EXPECT_EQ(with_words(text), FoundIds{odd}) << text;
  for (const auto* text : {"1.0", "p.*e", "[", "netto)(", "\\w"}) EXPECT_EQ(with_words(text), FoundIds{}) << text;
  std::string many;
  for (int i = 0; i < 33; ++i) many += "a ";
  MissionFilter filter;
  filter.text = many;
  EXPECT_EQ(store().missions().list(filter).error().code, Code::invalid_input);
}
TEST_P(MissionSearch, WhatIsFoundIsPagedAndCounted) {
  FoundIds made;
  for (int i = 0; i < 25; ++i) {
    const auto id = titled(cat(i % 2 == 0 ? "even " : "odd ", i), "x");
    if (i % 2 == 0) made.push_back(id);
  }
  MissionFilter filter;
  filter.text = "even";
  filter.limit = 4;
  EXPECT_EQ(must(store().missions().count(filter))[static_cast<size_t>(BoardColumn::planned)], made.size());
  FoundIds seen;
  do {
    const auto page = must(store().missions().list(filter));
    for (const auto& mission : page.missions) seen.push_back(mission.id);
    filter.before = page.next;
  } while (!filter.before.empty());
  EXPECT_EQ(seen, FoundIds(made.rbegin(), made.rend()));
}
TEST_P(MissionSearch, ColumnsHoldEveryMissionOnceAndCountThem) {
  const auto planned_one = create().id;
  const auto going = create({planned("a")}).id;
  const auto failed = create({planned("a")}).id;
  moved(tasks(failed)[0].id, {start, fail});
  const auto done = create({planned("a")}).id;
  moved(tasks(done)[0].id, {start, complete});
  const auto shippable = create({planned("a")}).id;
  moved(tasks(shippable)[0].id, {start, complete});
  verified(shippable, model::AcceptanceStatus::passed);
  const auto landed = create({planned("a")}).id;
  moved(tasks(landed)[0].id, {start, complete});
  verified(landed, model::AcceptanceStatus::passed);
  must(land(landed, "c0ffee"));
  EXPECT_EQ(in_column(BoardColumn::planned), FoundIds{planned_one});
  EXPECT_EQ(in_column(BoardColumn::progress), (FoundIds{done, going}));
  EXPECT_EQ(in_column(BoardColumn::blocked), FoundIds{failed});
  EXPECT_EQ(in_column(BoardColumn::shippable), FoundIds{shippable});
  EXPECT_EQ(in_column(BoardColumn::shipped), FoundIds{landed});
  EXPECT_EQ(must(store().missions().count({})), (model::ColumnCounts{1, 2, 1, 1, 1}));
  MissionFilter by_task;
  by_task.with_task = model::TaskState::failed;
  EXPECT_EQ(found(by_task), FoundIds{failed});
  EXPECT_EQ(must(store().missions().count(by_task)), (model::ColumnCounts{0, 0, 1, 0, 0}));
  MissionFilter alone;
  alone.mission = landed;
  EXPECT_EQ(found(alone), FoundIds{landed});
  alone.column = BoardColumn::blocked;
  EXPECT_EQ(found(alone), FoundIds{});
}
TEST_P(MissionSearch, WaitsForAPersonIsNotWhatIsBeingChecked) {
  create({planned("a")});
  const auto checked = create({planned("a")}).id;
  moved(tasks(checked)[0].id, {start, ready});
  const auto flagged = create({planned("a")}).id;
  moved(tasks(flagged)[0].id, {start, ready});
  const auto checker = must(store().tasks().checker_of(tasks(flagged)[0].id));
  ASSERT_TRUE(checker);
  moved(checker->id, {start, fail});
  const auto held = create({planned("a")}).id;
  must(store().change(k_anna).missions().set_hold(held, "a reason"));
  MissionFilter waits;
  waits.waits_for_person = true;
  EXPECT_EQ(found(waits), (FoundIds{held, flagged}));
}
TEST_P(MissionSearch, TasksToShowBeginWithThoseThatWaitForAPerson) {
  const auto id = create({planned("one"), planned("two"), planned("three"), planned("four"), planned("five")}).id;
  const auto all = tasks(id);
  moved(all[1].id, {start, complete});
  moved(all[2].id, {start});
  moved(all[3].id, {start, fail});
  using Names = std::vector<std::string>;
  TaskChoice choice;
  choice.limit = 9;
  EXPECT_EQ(chosen(id, choice), (Names{"four", "three", "one", "five", "two"}));
  choice.limit = 2;
  EXPECT_EQ(chosen(id, choice), (Names{"four", "three"}));
  choice.text = "two nothing";
  EXPECT_EQ(chosen(id, choice), (Names{"two", "four"}));
  choice = {model::TaskState::pending, {}, 9};
  EXPECT_EQ(chosen(id, choice), (Names{"one", "five"}));
}
TEST_P(MissionSearch, TasksBeingCheckedTakeNoPlaceWhereTheyAreLeftOut) {
  const auto id = create({planned("one"), planned("two"), planned("three")}).id;
  const auto all = tasks(id);
  for (const size_t each : {0, 1}) moved(all[each].id, {start, ready});
  moved(must(store().tasks().checker_of(all[0].id))->id, {start});
  using Names = std::vector<std::string>;
  TaskChoice choice{model::TaskState::ready, {}, 1};
  EXPECT_EQ(chosen(id, choice), Names{"one"});
  choice.being_checked = BeingChecked::left_out;
  EXPECT_EQ(chosen(id, choice), Names{"two"});  // its checker has not begun
  choice = {{}, {}, 9, BeingChecked::left_out};
  EXPECT_EQ(chosen(id, choice), (Names{"two", "three"}));
}
TEST_P(MissionSearch, ATitleIsChangedAndTheHistoryHasTheOneBefore) {
  const auto id = titled("Tpyo", "x");
  must(store().change(k_anna).missions().set_title(id, "Typo"));
  EXPECT_EQ(must(store().missions().find(id)).title, "Typo");
  const auto history = must(store().history().checkpoints(id, 0, 10));
  EXPECT_EQ(history.back().title, "Renamed: Typo");
  EXPECT_TRUE(contains(history.back().detail, "was: Tpyo"));
  EXPECT_EQ(with_words("typo"), FoundIds{id});
}

INSTANTIATE_TEST_SUITE_P(Drivers, MissionSearch, testing::ValuesIn(drivers()),
                         [](const auto& driver) { return driver.param.name; });

}  // namespace
}  // namespace assay::store
