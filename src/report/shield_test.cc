#include "report/shield.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::report {
namespace {

TEST(Shield, SaysItsWordsAndNothingElse) {
  const auto shield = shield_svg("gate", "96 % of 48 caught", ShieldColour::green);
  EXPECT_TRUE(shield.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"171\" height=\"20\""));
  EXPECT_TRUE(contains(shield, "<title>gate: 96 % of 48 caught</title>"));
  EXPECT_TRUE(contains(shield, "fill=\"#2e7d32\""));
  EXPECT_TRUE(shield.ends_with("</svg>\n"));
  EXPECT_FALSE(contains(shield, "href"));
}

TEST(Shield, EscapesWords) {
  const auto shield = shield_svg("<a>", "\"&\"", ShieldColour::red);
  EXPECT_TRUE(contains(shield, "<title>&lt;a&gt;: &quot;&amp;&quot;</title>"));
}

TEST(Shield, CountsLettersNotBytes) { EXPECT_TRUE(contains(shield_svg("ü", "ü", ShieldColour::grey), "width=\"38\"")); }

}  // namespace
}  // namespace assay::report
