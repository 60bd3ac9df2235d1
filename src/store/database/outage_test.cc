#include "store/database/outage.h"

#include <gtest/gtest.h>

namespace assay::store {
namespace {

using std::chrono::seconds;

TEST(Outage, ItsTimeIsSpentOnce) {
  Outage outage;
  const Outage::Moment then{};
  const auto until = outage.refused(then);
  EXPECT_EQ(until, then + Outage::k_patience);
  EXPECT_EQ(outage.refused(then + seconds(3)), until);
  EXPECT_EQ(outage.refused(then + seconds(100)), until);
}

TEST(Outage, TheNextOneIsWaitedForAnew) {
  Outage outage;
  const Outage::Moment then{};
  outage.refused(then);
  outage.connected();
  EXPECT_EQ(outage.refused(then + seconds(100)), then + seconds(100) + Outage::k_patience);
}

TEST(Outage, EachAddressHasItsOwn) {
  EXPECT_EQ(&Outage::of("postgresql://one"), &Outage::of("postgresql://one"));
  EXPECT_NE(&Outage::of("postgresql://one"), &Outage::of("postgresql://two"));
}

}  // namespace
}  // namespace assay::store
