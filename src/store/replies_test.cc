#include "store/replies.h"

#include "store/conformance_test.h"

namespace assay::store {
namespace {

constexpr std::string_view k_bob = "person:bob";

class StoreReplies : public StoreConformance {
 protected:
  ReplyChanges replies(std::string_view who = k_anna) { return store().change(who).replies(); }
};

TEST_P(StoreReplies, AKeyStandsForOneRequestAndItsAnswer) {
  const ReplyKey key{"k1", "request"};
  EXPECT_FALSE(must(replies().begin(key)));
  const auto begun = must(replies().begin(key));
  ASSERT_TRUE(begun);
  EXPECT_TRUE(begun->same_request);
  EXPECT_FALSE(begun->status);
  must(replies().finish(key, 201, "{}"));
  const auto done = must(replies().begin(key));
  ASSERT_TRUE(done && done->status && done->body);
  EXPECT_EQ(*done->status, 201);
  EXPECT_EQ(*done->body, "{}");
  EXPECT_FALSE(must(replies().begin({"k1", "another"}))->same_request);
  EXPECT_FALSE(must(replies(k_bob).begin({"k1", "another"}))) << "another person's key is another key";
}

TEST_P(StoreReplies, WhatWasNotDoneFreesItsKey) {
  const ReplyKey key{"k1", "request"};
  EXPECT_FALSE(must(replies().begin(key)));
  must(replies().forget(key));
  EXPECT_FALSE(must(replies().begin({"k1", "another"})));
}

TEST_P(StoreReplies, AnAnswerThatIsTooLongIsNotKept) {
  const ReplyKey key{"k1", "request"};
  EXPECT_FALSE(must(replies().begin(key)));
  must(replies().finish(key, 200, std::string(k_longest_reply + 1, 'x')));
  const auto done = must(replies().begin(key));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->status, 200);
  EXPECT_FALSE(done->body);
}

TEST_P(StoreReplies, KeysAreForgottenAfterADay) {
  const ReplyKey key{"k1", "request"};
  EXPECT_FALSE(must(replies().begin(key)));
  must(replies().finish(key, 200, "{}"));
  clock.advance(k_reply_kept_ms);
  EXPECT_TRUE(must(replies().begin(key)));
  clock.advance(1);
  EXPECT_FALSE(must(replies().begin(key)));
}

TEST_P(StoreReplies, OnlySoManyAreKeptTheLatest) {
  for (std::uint32_t i = 0; i <= k_most_replies; ++i) {
    const auto name = cat("k", i);
    EXPECT_FALSE(must(replies().begin({name, "request"})));
  }
  EXPECT_TRUE(must(replies().begin({"k1", "request"})));
  EXPECT_FALSE(must(replies().begin({"k0", "request"}))) << "the oldest went";
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreReplies, testing::ValuesIn(drivers()));

}  // namespace
}  // namespace assay::store
