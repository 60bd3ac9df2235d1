#include "telemetry/otlp_answer.h"

#include <gtest/gtest.h>

namespace assay::telemetry {
namespace {

TEST(OtlpAnswer, AllOfItIsTakenWhenNothingIsSaidOfAPart) {
  for (const char* body :
       {"", "ok", "{}", "[]", R"({"partialSuccess":{}})", R"({"partialSuccess":null})",
        R"({"partialSuccess":{"rejectedSpans":"0"}})", R"({"partialSuccess":{"rejectedSpans":0}})"}) {
    const auto taken = read_answer(Signal::traces, body, 5);
    ASSERT_TRUE(taken) << body;
    EXPECT_EQ(taken->rejected, 0U) << body;
    EXPECT_EQ(taken->message, "") << body;
  }
}

TEST(OtlpAnswer, RejectedOnesAreCountedByTheirSignal) {
  const std::string_view body =
      R"({"partialSuccess":{"rejectedSpans":"2","rejectedLogRecords":3,"rejectedDataPoints":"4","errorMessage":" quota "}})";
  EXPECT_EQ(read_answer(Signal::traces, body, 5)->rejected, 2U);
  EXPECT_EQ(read_answer(Signal::logs, body, 5)->rejected, 3U);
  EXPECT_EQ(read_answer(Signal::metrics, body, 5)->rejected, 4U);
  EXPECT_EQ(read_answer(Signal::traces, body, 5)->message, "quota");
}

TEST(OtlpAnswer, NoMoreAreRejectedThanWereSent) {
  EXPECT_EQ(read_answer(Signal::traces, R"({"partialSuccess":{"rejectedSpans":"9"}})", 5)->rejected, 5U);
}

TEST(OtlpAnswer, AWarningRejectsNothing) {
  const auto taken = read_answer(Signal::traces, R"({"partialSuccess":{"errorMessage":"use gzip"}})", 5);
  EXPECT_EQ(taken->rejected, 0U);
  EXPECT_EQ(taken->message, "use gzip");
}

TEST(OtlpAnswer, ANumberThatCannotBeReadIsNotZero) {
  for (const char* value : {"-1", "\"-1\"", "1.5", "\"\"", "\"2x\"", "true", "[]", "\"99999999999999999999\""}) {
    const auto body = std::string(R"({"partialSuccess":{"rejectedSpans":)") + value + "}}";
    const auto taken = read_answer(Signal::traces, body, 5);
    ASSERT_FALSE(taken) << body;
    EXPECT_NE(taken.error().message.find("rejectedSpans"), std::string::npos);
  }
  EXPECT_FALSE(read_answer(Signal::logs, R"({"partialSuccess":[]})", 5));
}

}  // namespace
}  // namespace assay::telemetry
