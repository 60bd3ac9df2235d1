#include "engine/verify/prepared_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "os/files.h"

namespace assay::engine {
namespace {

using Owner = PreparedCache::Owner;
constexpr std::int64_t k_day_ms = 24 * 3'600'000;

class Cache : public testing::Test {
 protected:
  KeptFolder make(const KeptFolder& kept, int days_ago = 0) {
    EXPECT_TRUE(kept.begin());
    EXPECT_TRUE(os::write_file(kept.folder + "/file", std::string(5000, 'x')));
    EXPECT_TRUE(kept.finish());
    const timespec then{static_cast<time_t>((m_now.ms - days_ago * k_day_ms) / 1000), 0};
    const timespec times[2] = {then, then};
    EXPECT_EQ(::utimensat(AT_FDCWD, (kept.folder + "/done").c_str(), times, 0), 0);
    return kept;
  }
  void sweep(Owner owner) {
    m_cache.sweep(m_now, [&](const std::string&) { return owner; });
  }

  os::ScratchFolder m_scratch = os::ScratchFolder::make("assay-cache").value();
  PreparedCache m_cache{m_scratch.path()};
  Time m_now = SystemClock().now();
};

TEST_F(Cache, WhatWasNotFinishedIsNotWhole) {
  const auto kept = m_cache.shared("k");
  EXPECT_TRUE(kept.begin());
  EXPECT_FALSE(kept.is_whole());
  EXPECT_TRUE(kept.finish());
  EXPECT_TRUE(kept.is_whole());
  EXPECT_TRUE(kept.begin());
  EXPECT_FALSE(kept.is_whole());
}

TEST_F(Cache, MissionsHaveFoldersOfTheirOwn) {
  EXPECT_NE(m_cache.own("a", "k").folder, m_cache.own("b", "k").folder);
  EXPECT_NE(m_cache.own("a", "k").folder, m_cache.shared("k").folder);
}

TEST_F(Cache, WhatBelongedToAMissionGoesWithIt) {
  const auto own = make(m_cache.own("mission", "k"));
  const auto shared = make(m_cache.shared("k"));
  EXPECT_EQ(m_cache.usage().entries, 2u);
  EXPECT_GE(m_cache.usage().bytes, 10'000u);
  sweep(Owner::open);
  EXPECT_TRUE(own.is_whole());
  sweep(Owner::over);
  EXPECT_FALSE(os::exists(own.folder));
  EXPECT_TRUE(shared.is_whole());
}

TEST_F(Cache, WhatWasNotUsedForLongGoes) {
  const auto old = make(m_cache.shared("old"), 20);
  const auto used = make(m_cache.shared("used"), 20);
  used.note_use();
  sweep(Owner::open);
  EXPECT_FALSE(os::exists(old.folder));
  EXPECT_TRUE(used.is_whole());
}

TEST_F(Cache, WhatIsBeingMadeStays) {
  const auto old = make(m_cache.shared("old"), 20);
  {
    const auto lock = old.lock();
    sweep(Owner::open);
    EXPECT_TRUE(old.is_whole());
  }
  sweep(Owner::open);
  EXPECT_FALSE(os::exists(old.folder));
}

}  // namespace
}  // namespace assay::engine
