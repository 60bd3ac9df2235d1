#include "base/clock.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Clock, TimesAreWrittenAndReadBack) {
  EXPECT_EQ(to_iso({0}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(to_iso({1794722400123}), "2026-11-15T06:00:00.123Z");
  for (const std::int64_t ms : {std::int64_t{0}, std::int64_t{951782399999}, std::int64_t{1794722400123}}) {
    EXPECT_EQ(time_from_iso(to_iso({ms})), Time{ms});
  }
}

TEST(Clock, WhatIsNoTimeIsRefused) {
  for (const char* bad : {"", "2026-11-15", "2026-13-15T06:00:00.123Z", "2026-02-30T06:00:00.123Z",
                          "2026-11-15T24:00:00.123Z", "2026-11-15T06:00:00.123", "2026-11-15 06:00:00.123Z"}) {
    EXPECT_FALSE(time_from_iso(bad)) << bad;
  }
}

TEST(Clock, AManualClockMovesOnlyByHand) {
  ManualClock clock({5});
  EXPECT_EQ(clock.now(), Time{5});
  clock.advance(10);
  EXPECT_EQ(clock.now(), Time{15});
}

}  // namespace
}  // namespace assay
