#include <array>

#include <gtest/gtest.h>

#include "audit/bundle.h"
#include "audit/sample_landing.h"
#include "base/base64.h"
#include "base/hash.h"
#include "base/text.h"

namespace assay::audit {
namespace {

std::string fault_of(std::string_view text) {
  const auto checked = check_bundle(text, sample_key().public_key(), std::nullopt);
  return checked.fault ? sentence(*checked.fault) : "";
}

TEST(Keys, AreOpenSslsPemAndReadBack) {
  const auto key = sample_key();
  const auto again = SigningKey::from_pem(key.pem(), "key");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->pem(), key.pem());
  const auto shown = read_public_key(pem_of(key.public_key()), "key");
  ASSERT_TRUE(shown);
  EXPECT_EQ(*shown, key.public_key());
  EXPECT_EQ(*read_public_key(key.pem(), "key"), key.public_key());
  EXPECT_EQ(key_id(*shown).size(), 64u);
}

// RFC 8032, 7.1, test 2.
TEST(Keys, SignAsTheRfcSays) {
  std::string seed, message = "\x72", signature;
  for (const char* hex = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"; *hex != 0; hex += 2) {
    seed += static_cast<char>(std::stoi(std::string(hex, 2), nullptr, 16));
  }
  const auto key = SigningKey::from_seed(seed);
  signature = key.sign(message);
  EXPECT_EQ(to_base64(signature.substr(0, 6)), "kqAJqfDU");
  EXPECT_TRUE(is_signed(message, signature, key.public_key()));
  EXPECT_FALSE(is_signed("\x73", signature, key.public_key()));
  EXPECT_FALSE(is_signed(message, signature.substr(0, 63), key.public_key()));
}

TEST(Keys, WhatIsNoKeySaysWhatToDo) {
  for (const char* text : {"", "hello", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
                           "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"}) {
    const auto key = read_public_key(text, "some.pem");
    ASSERT_FALSE(key);
    EXPECT_TRUE(contains(key.error().message, "some.pem holds no Ed25519")) << key.error().message;
  }
}

TEST(Envelope, SignsThePreAuthenticationEncoding) {
  EXPECT_EQ(signed_bytes("http://example.com/HelloWorld", "hello world"),
            "DSSEv1 29 http://example.com/HelloWorld 11 hello world");
}

TEST(Bundle, OfALandingIsWholeAndAlwaysTheSame) {
  const auto text = sample_bundle();
  EXPECT_EQ(text, sample_bundle());
  const auto checked = check_bundle(text, sample_key().public_key(), sample_landing().result.subject);
  ASSERT_FALSE(checked.fault) << sentence(*checked.fault);
  ASSERT_EQ(checked.attestations.size(), 3u);
  EXPECT_EQ(checked.attestations[0].statement.predicate_type, k_test_result);
  EXPECT_EQ(checked.attestations[1].statement.predicate_type, k_summary);
  EXPECT_EQ(checked.attestations[2].statement.predicate_type, k_approval);
}

TEST(Bundle, WithAnyByteChangedFails) {
  const auto text = sample_bundle();
  for (size_t i = 0; i < text.size(); ++i) {
    for (const int flip : {0x01, 0x20, 0x80}) {
      std::string changed = text;
      changed[i] = static_cast<char>(changed[i] ^ flip);
      ASSERT_NE(fault_of(changed), "") << "byte " << i << " of " << text.size();
    }
  }
}

TEST(Bundle, WithAnyByteRemovedOrAddedFails) {
  const auto text = sample_bundle();
  for (size_t i = 0; i < text.size(); ++i) {
    ASSERT_NE(fault_of(std::string(text).erase(i, 1)), "") << "byte " << i;
    ASSERT_NE(fault_of(text.substr(0, i)), "") << "cut at " << i;
    ASSERT_NE(fault_of(std::string(text).insert(i, " ")), "") << "blank at " << i;
  }
  EXPECT_NE(fault_of(text + "\n"), "");
}

TEST(Bundle, WithALineDroppedOrDoubledFails) {
  const auto text = sample_bundle();
  const auto lines = split_lines(text);
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string dropped, doubled;
    for (size_t k = 0; k < lines.size(); ++k) {
      if (k != i) dropped += cat(lines[k], "\n");
      doubled += cat(lines[k], "\n", k == i ? cat(lines[k], "\n") : std::string());
    }
    EXPECT_NE(fault_of(dropped), "") << i;
    EXPECT_NE(fault_of(doubled), "") << i;
  }
}

TEST(Bundle, WithLinesInAnotherOrderFails) {
  const auto text = sample_bundle();
  const auto lines = split_lines(text);
  for (const auto& order : {std::array{1, 0, 2}, std::array{2, 0, 1}, std::array{0, 2, 1}}) {
    EXPECT_NE(fault_of(cat(lines[order[0]], "\n", lines[order[1]], "\n", lines[order[2]], "\n")), "");
  }
}

TEST(Bundle, OfAnotherKeyOrAnotherCommitFails) {
  const auto other = SigningKey::from_seed(std::string(32, 'x'));
  const auto checked = check_bundle(sample_bundle(), other.public_key(), std::nullopt);
  ASSERT_TRUE(checked.fault);
  EXPECT_TRUE(contains(checked.fault->what, "signed with another key"));
  auto subject = sample_landing().result.subject;
  subject.tree[0] = subject.tree[0] == 'a' ? 'b' : 'a';
  const auto elsewhere = check_bundle(sample_bundle(), sample_key().public_key(), subject);
  ASSERT_TRUE(elsewhere.fault);
  EXPECT_TRUE(contains(elsewhere.fault->what, "it is about commit"));
}

TEST(Bundle, MixedFromTwoLandingsOfDifferentCommitsFails) {
  auto other = sample_landing();
  for (Subject* subject : {&other.result.subject, &other.summary.subject, &other.approval.subject}) {
    subject->commit = std::string(40, '1');
  }
  EXPECT_NE(fault_of(sample_bundle() + write_bundle(other, sample_key())), "");
}

TEST(Bundle, MayHoldTwoLandingsOfOneCommit) {
  auto second = sample_landing();
  second.approval.mission = "mission-other";
  EXPECT_EQ(fault_of(sample_bundle() + write_bundle(second, sample_key())), "");
}

TEST(Bundle, WithoutAVerdictHasNoSummary) {
  for (const auto outcome : {model::VerificationOutcome::not_run, model::VerificationOutcome::conflict,
                             model::VerificationOutcome::cancelled}) {
    auto landing = sample_landing();
    landing.summary.outcome = outcome;
    const auto text = write_bundle(landing, sample_key());
    const auto checked = check_bundle(text, sample_key().public_key(), std::nullopt);
    ASSERT_FALSE(checked.fault) << sentence(*checked.fault);
    ASSERT_EQ(checked.attestations.size(), 2u);
    EXPECT_EQ(checked.attestations[0].statement.predicate_type, k_test_result);
    EXPECT_EQ(checked.attestations[1].statement.predicate_type, k_approval);
  }
}

TEST(Statements, OfATestResultSayWhatPassedWithDoubtAndNot) {
  auto result = sample_landing().result;
  EXPECT_TRUE(contains(test_result_statement(result), R"("result":"WARNED")"));
  result.checks.pop_back();
  EXPECT_TRUE(contains(test_result_statement(result), R"("result":"PASSED")"));
  result.checks[0].status = model::AcceptanceStatus::pending;
  EXPECT_TRUE(contains(test_result_statement(result), R"("result":"FAILED")"));
  result.checks.clear();
  EXPECT_TRUE(contains(test_result_statement(result), R"("result":"FAILED")"));
}

TEST(Statements, TellAPersonFromAMachine) {
  auto approval = sample_landing().approval;
  EXPECT_TRUE(contains(approval_statement(approval), R"({"id":"person:anna","kind":"human"})"));
  approval.actor = "worker:7";
  EXPECT_TRUE(contains(approval_statement(approval), R"({"id":"worker:7","kind":"automatic"})"));
}

}  // namespace
}  // namespace assay::audit
