#include "serve/routes/etag.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::serve {
namespace {

constexpr std::string_view k_version = "mission-abc@17";

bool held(std::string_view if_match, std::string_view version = k_version) {
  const auto expected = expected_by(if_match, version);
  return expected && expected->has_value();
}
std::string why(std::string_view if_match, std::string_view version = k_version) {
  const auto expected = expected_by(if_match, version);
  return expected ? std::string() : expected.error().message;
}

TEST(IfMatch, TheEtagOfWhatIsChangedHoldsWhateverWasReadOfIt) {
  for (const auto* body : {"{}", "[1]", ""}) {
    const auto expected = expected_by(etag_of(k_version, body), k_version);
    ASSERT_TRUE(expected && *expected);
    EXPECT_EQ((*expected)->id, "mission-abc");
    EXPECT_EQ((*expected)->stamp, "17");
  }
}
TEST(IfMatch, AnEtagOfAnotherThingIsRefusedAlsoInTheSameVersion) {
  EXPECT_TRUE(contains(why(etag_of("mission-xyz@17", "{}")), "not what this address names"));
  EXPECT_TRUE(contains(why(etag_of("task-abc@17", "{}")), "not what this address names"));
  EXPECT_FALSE(held(etag_of(k_version, "{}"), ""));  // an address that names nothing with a version
}
TEST(IfMatch, AnOlderVersionIsRefused) {
  EXPECT_TRUE(contains(why(etag_of("mission-abc@16", "{}")), "has changed"));
  EXPECT_TRUE(contains(why(etag_of("mission-abc@1", "{}")), "has changed"));
}
TEST(IfMatch, AWeakEtagNeverMatches) {
  EXPECT_TRUE(contains(why(cat("W/", etag_of(k_version, "{}"))), "weak"));
  EXPECT_FALSE(held(cat(" W/", etag_of(k_version, "{}"), " ")));
}
TEST(IfMatch, OneOfAListIsEnough) {
  EXPECT_TRUE(held(cat(etag_of("mission-xyz@17", ""), ", ", etag_of(k_version, ""))));
  EXPECT_TRUE(held(cat("W/\"x\",", etag_of(k_version, ""))));
  EXPECT_FALSE(held(cat(etag_of("mission-xyz@17", ""), ", W/", etag_of(k_version, ""))));
}
TEST(IfMatch, AStarAndNothingHoldToNothing) {
  for (const auto* each : {"", " ", "*", " * "}) {
    const auto expected = expected_by(each, k_version);
    ASSERT_TRUE(expected) << each;
    EXPECT_FALSE(expected->has_value()) << each;
  }
}
TEST(IfMatch, WhatWasNeverGivenOutIsRefused) {
  for (const auto* each :
       {"nonsense", "\"nonsense\"", "\"", "\"\"", "\"@\"", "\".\"", "mission-abc@17", "\"@.\"", ","}) {
    EXPECT_FALSE(why(each).empty()) << each;
    EXPECT_FALSE(why(each, "").empty()) << each;
  }
}
TEST(IfNoneMatch, ComparesWeakly) {
  const auto etag = etag_of(k_version, "{}");
  EXPECT_TRUE(names_etag(cat("W/", etag), etag));
  EXPECT_FALSE(names_etag(etag_of(k_version, "[]"), etag));
}

}  // namespace
}  // namespace assay::serve
