#include "engine/run/pool.h"

#include <array>
#include <atomic>

#include <gtest/gtest.h>

namespace assay::engine {
namespace {

TEST(CheckPool, AllRunAndSerialOnesAlone) {
  std::atomic<int> running = 0, done = 0, crowded = 0;
  std::vector<PoolItem> items;
  for (int i = 0; i < 20; ++i) {
    items.push_back({i % 5 == 0, [&, serial = i % 5 == 0](unsigned) -> Result<void> {
                       if (++running > 1 && serial) ++crowded;
                       ++done;
                       --running;
                       return {};
                     }});
  }
  EXPECT_TRUE(run_pool(std::move(items), 4));
  EXPECT_EQ(done, 20);
  EXPECT_EQ(crowded, 0);
}

TEST(CheckPool, NoTwoShareASeat) {
  std::array<std::atomic<int>, 4> seated{};
  std::atomic<int> crowded = 0;
  std::vector<PoolItem> items;
  for (int i = 0; i < 200; ++i) {
    items.push_back({i % 50 == 0, [&](unsigned seat) -> Result<void> {
                       if (seat >= seated.size() || ++seated.at(seat) > 1) ++crowded;
                       if (seat < seated.size()) --seated.at(seat);
                       return {};
                     }});
  }
  EXPECT_TRUE(run_pool(std::move(items), 4));
  EXPECT_EQ(crowded, 0);
}

TEST(CheckPool, TheFirstErrorIsReturnedAndNothingNewStarts) {
  int done = 0;
  std::vector<PoolItem> items;
  items.push_back({false, [](unsigned) -> Result<void> { return unavailable("broken"); }});
  items.push_back({false, [&](unsigned) -> Result<void> {
                     ++done;
                     return {};
                   }});
  const auto result = run_pool(std::move(items), 1);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "broken");
  EXPECT_EQ(done, 0);
}

}  // namespace
}  // namespace assay::engine
