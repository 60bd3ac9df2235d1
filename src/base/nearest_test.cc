#include "base/nearest.h"

#include <string>

#include <gtest/gtest.h>

namespace assay {
namespace {

constexpr std::string_view k_known[] = {"mission", "task", "status"};

TEST(Nearest, FindsATypo) { EXPECT_EQ(nearest("misson", k_known), "mission"); }
TEST(Nearest, DoesNotGuessWildly) { EXPECT_EQ(nearest("frobnicate", k_known), ""); }
TEST(Nearest, PassesOverWhatIsTooLong) { EXPECT_EQ(nearest(std::string(100'000, 'x'), k_known), ""); }

}  // namespace
}  // namespace assay
