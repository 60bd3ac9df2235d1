#include "serve/access/throttle.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::serve {
namespace {

constexpr Time k_throttle_now{1'000'000'000};

// How many wrong tokens are told so before one is told to wait.
int tries(Throttle& throttle, std::string_view address, Time now) {
  int n = 0;
  while (n < 1000 && !throttle.wrong(address, now)) ++n;
  return n;
}

TEST(Throttle, AnAddressHasSoManyTriesAndThenWaits) {
  Throttle throttle;
  EXPECT_EQ(tries(throttle, "192.0.2.1", k_throttle_now), Throttle::k_tries);
  EXPECT_EQ(throttle.wrong("192.0.2.1", k_throttle_now), Throttle::k_back_ms / 1000);
  EXPECT_EQ(tries(throttle, "192.0.2.2", k_throttle_now), Throttle::k_tries);
}
TEST(Throttle, TriesComeBackOneByOneAndAFloodDelaysThemByNothing) {
  Throttle throttle;
  tries(throttle, "192.0.2.1", k_throttle_now);
  for (int i = 0; i < 1000; ++i) throttle.wrong("192.0.2.1", k_throttle_now);
  EXPECT_EQ(tries(throttle, "192.0.2.1", Time{k_throttle_now.ms + Throttle::k_back_ms}), 1);
  EXPECT_EQ(tries(throttle, "192.0.2.1", Time{k_throttle_now.ms + 1000 * Throttle::k_back_ms}), Throttle::k_tries);
}
TEST(Throttle, AnIPv6NetworkIsOneClient) {
  Throttle throttle;
  for (int i = 0; i < Throttle::k_tries; ++i)
    EXPECT_FALSE(throttle.wrong(cat("2001:db8:0:1::", i + 1), k_throttle_now));
  EXPECT_TRUE(throttle.wrong("2001:db8:0:1:ffff::1", k_throttle_now));
  EXPECT_FALSE(throttle.wrong("2001:db8:0:2::1", k_throttle_now));
  tries(throttle, "192.0.2.1", k_throttle_now);
  EXPECT_TRUE(throttle.wrong("::ffff:192.0.2.1", k_throttle_now));
  EXPECT_FALSE(throttle.wrong("::ffff:192.0.2.2", k_throttle_now));
}
TEST(Throttle, ItsMemoryIsBounded) {
  Throttle throttle;
  tries(throttle, "192.0.2.1", k_throttle_now);
  for (size_t i = 0; i < 3 * Throttle::k_most_addresses; ++i) {
    throttle.wrong(cat("10.", i >> 16, ".", (i >> 8) & 255, ".", i & 255), k_throttle_now);
    EXPECT_LE(throttle.size(), Throttle::k_most_addresses);
  }
  EXPECT_TRUE(throttle.wrong("192.0.2.1", k_throttle_now)) << "who tried most is forgotten last";
}
TEST(Throttle, AClockThatIsSetBackLocksNobodyOut) {
  Throttle throttle;
  tries(throttle, "192.0.2.1", Time{k_throttle_now.ms * 2});
  EXPECT_LE(throttle.wrong("192.0.2.1", k_throttle_now).value_or(0), Throttle::k_back_ms / 1000);
}

}  // namespace
}  // namespace assay::serve
