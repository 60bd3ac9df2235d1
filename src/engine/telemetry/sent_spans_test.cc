#include "engine/telemetry/sent_spans.h"

#include <gtest/gtest.h>

namespace assay::engine {
namespace {

TEST(SentSpans, AreReadBack) {
  SentSpans sent;
  sent.since = Time{1000};
  sent.place = 7;
  sent.tried_at = Time{2000};
  sent.spans = 3;
  sent.refused = 1;
  sent.refused_events = 2;
  sent.error = "it answered 503";
  sent.warning = "soon full";
  sent.missions["mission-a"] = {Time{1500}, {"0123456789abcdef", "fedcba9876543210"}};
  const auto back = parse_sent_spans(write_sent_spans(sent));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->since.ms, 1000);
  EXPECT_EQ(back->place, 7);
  EXPECT_FALSE(back->sent_at);
  EXPECT_EQ(back->tried_at->ms, 2000);
  EXPECT_EQ(back->spans, 3U);
  EXPECT_EQ(back->refused, 1U);
  EXPECT_EQ(back->refused_events, 2U);
  EXPECT_EQ(back->error, "it answered 503");
  EXPECT_EQ(back->warning, "soon full");
  EXPECT_EQ(back->missions.at("mission-a").ids.size(), 2U);
}

TEST(SentSpans, ADamagedFileBeginsAnew) {
  for (const char* text : {"", "{", "[]", "{}", R"({"since": 1})", R"({"since": "x", "place": 1})"}) {
    EXPECT_FALSE(parse_sent_spans(text)) << text;
  }
  const auto odd = parse_sent_spans(R"({"since":1,"place":2,"spans":-4,"missions":{"m":[],"n":{"spans":[1,"a"]}}})");
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->spans, 0U);
  EXPECT_EQ(odd->missions.count("m"), 0U);
  EXPECT_EQ(odd->missions.at("n").ids.size(), 1U);
}

}  // namespace
}  // namespace assay::engine
