#include "store/figures.h"

#include "store/conformance_test.h"
#include "store/runs.h"

namespace assay::store {
namespace {

using enum model::Move;

class StoreFigures : public StoreConformance {
 protected:
  void run_of(const model::TaskId& task, const std::string& agent, double cost) {
    const auto run = must(store().change("worker:1").runs().begin({task, agent, "", ""}));
    RunEnd end;
    end.end = "succeeded";
    end.told.cost_usd = cost;
    end.told.input_tokens = 10;
    must(store().change("worker:1").runs().end(run, end));
  }
  static constexpr std::int64_t k_hour = 3'600'000;
};

TEST_P(StoreFigures, CountRunsAndFinishedTasksByWeekAndAgent) {
  const auto mission = create();
  const auto good = add(mission.id, "good").id, again = add(mission.id, "again").id;
  const auto begun = clock.now();
  must(move(good, start));
  run_of(good, "claude", 0.25);
  must(move(good, complete));
  const auto quick = clock.now().ms - begun.ms;
  must(move(again, start));
  run_of(again, "claude", 0.5);
  must(move(again, ready));
  must(move(again, reject));
  must(move(again, start));
  run_of(again, "claude", 1.0);
  clock.advance(2 * k_hour);
  must(move(again, complete));
  const auto slow = clock.now().ms - begun.ms;
  const auto figures = must(store().figures().weekly(begun));
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].agent, "claude");
  EXPECT_EQ(figures[0].runs, 3U);
  EXPECT_DOUBLE_EQ(figures[0].cost_usd, 1.75);
  EXPECT_EQ(figures[0].input_tokens, 30U);
  EXPECT_EQ(figures[0].completed, 2U);
  EXPECT_EQ(figures[0].first_pass, 1U);
  EXPECT_EQ(figures[0].lead_ms, (quick + slow) / 2);
  EXPECT_EQ(to_iso(figures[0].week), "2023-11-13T00:00:00.000Z") << "a Monday";
}

TEST_P(StoreFigures, KeepWeeksApartAndLeaveOutWhatIsOlder) {
  const auto mission = create();
  const auto first = add(mission.id, "first").id, second = add(mission.id, "second").id;
  const auto begun = clock.now();
  must(move(first, start));
  run_of(first, "claude", 1);
  must(move(first, complete));
  clock.advance(7 * 24 * k_hour);
  must(move(second, start));
  run_of(second, "codex", 2);
  must(move(second, complete));
  const auto both = must(store().figures().weekly(begun));
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].agent, "codex") << "newest first";
  EXPECT_EQ(both[0].week.ms - both[1].week.ms, 7 * 24 * k_hour);
  EXPECT_EQ(must(store().figures().weekly(clock.now())).size(), 1U);
}

TEST_P(StoreFigures, CountWorkByHandForNobody) {
  const auto mission = create();
  const auto task = add(mission.id, "by hand").id;
  moved(task, {start, complete});
  const auto figures = must(store().figures().weekly(clock.now()));
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].agent, "");
  EXPECT_EQ(figures[0].runs, 0U);
  EXPECT_EQ(figures[0].completed, 1U);
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreFigures, testing::ValuesIn(drivers()));

}  // namespace
}  // namespace assay::store
