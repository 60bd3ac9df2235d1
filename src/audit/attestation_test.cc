#include <array>

#include <gtest/gtest.h>

#include "audit/bundle.h"
#include "audit/older_bundle.h"
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
  EXPECT_TRUE(checked.limits.empty());
  ASSERT_EQ(checked.attestations.size(), 6u);
  for (const size_t landing : {size_t{0}, size_t{3}}) {
    EXPECT_EQ(checked.attestations[landing].statement.predicate_type, k_test_result);
    EXPECT_EQ(checked.attestations[landing + 1].statement.predicate_type, k_summary);
    EXPECT_EQ(checked.attestations[landing + 2].statement.predicate_type, k_approval);
  }
}

TEST(Bundle, WithAnyByteChangedFails) {
  const auto text = sign_landing(sample_single(), sample_key()).text;
  for (size_t i = 0; i < text.size(); ++i) {
    for (const int flip : {0x01, 0x20, 0x80}) {
      std::string changed = text;
      changed[i] = static_cast<char>(changed[i] ^ flip);
      ASSERT_NE(fault_of(changed), "") << "byte " << i << " of " << text.size();
    }
  }
}

TEST(Bundle, WithAnyByteRemovedOrAddedFails) {
  const auto text = sign_landing(sample_single(), sample_key()).text;
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
  const auto text = sign_landing(sample_single(), sample_key()).text;
  const auto lines = split_lines(text);
  ASSERT_EQ(fault_of(text), "");
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
  EXPECT_NE(fault_of(sample_bundle() + sign_landing(other, sample_key()).text), "");
}

TEST(Bundle, MayHoldTwoLandingsOfOneCommit) {
  auto second = sample_single();
  second.approval.mission = second.approval.batch.landings.at(0).mission = "mission-other";
  EXPECT_EQ(fault_of(sample_bundle() + sign_landing(second, sample_key()).text), "");
}

// ---- batches -----------------------------------------------------------------------------------

// Landings that came in one swap; each as its lines.
std::vector<std::string> batch_of(size_t count, const std::string& prefix = "mission-") {
  std::vector<BatchLanding> list;
  const auto last = sample_landing().result.subject;
  for (size_t i = 1; i < count; ++i) list.push_back({cat(prefix, i), cat("c", prefix, i), cat("t", prefix, i)});
  list.push_back({cat(prefix, count), last.commit, last.tree});
  std::vector<std::string> out;
  for (size_t i = 1; i <= count; ++i) {
    auto landing = sample_landing();
    landing.approval.mission = list[i - 1].mission;
    landing.approval.batch = {list, i};
    out.push_back(sign_landing(landing, sample_key()).text);
  }
  return out;
}

TEST(Batches, AreWholeOrNotIntact) {
  for (const size_t count : {size_t{1}, size_t{2}, size_t{5}}) {
    const auto all = batch_of(count);
    ASSERT_EQ(fault_of(join(all, "")), "");
    for (size_t i = 0; i < count; ++i) {
      auto dropped = all, doubled = all, twice = all;
      dropped.erase(dropped.begin() + static_cast<std::ptrdiff_t>(i));
      doubled.insert(doubled.begin() + static_cast<std::ptrdiff_t>(i), all[i]);
      twice.push_back(all[i]);
      EXPECT_NE(fault_of(join(dropped, "")), "") << i << " of " << count << " dropped";
      EXPECT_NE(fault_of(join(doubled, "")), "") << i << " of " << count << " doubled";
      EXPECT_NE(fault_of(join(twice, "")), "") << i << " of " << count << " once more at the end";
      for (size_t k = i + 1; k < count; ++k) {
        auto moved = all;
        std::swap(moved[i], moved[k]);
        EXPECT_NE(fault_of(join(moved, "")), "") << i << " and " << k << " changed places";
      }
    }
  }
}

TEST(Batches, NameWhatIsMissing) {
  auto all = batch_of(3);
  EXPECT_TRUE(contains(fault_of(all[0] + all[2]), "landing 2 of 3 of its batch (mission mission-2"));
  EXPECT_TRUE(contains(fault_of(all[0] + all[1]), "landing 3 of 3 of its batch (mission mission-3"));
  EXPECT_TRUE(contains(fault_of(all[1] + all[2]), "landing 1 of 3 of its batch (mission mission-1"));
  EXPECT_TRUE(contains(fault_of(all[0] + all[1] + all[1] + all[2]), "landing 2 of 3 of its batch"));
}

TEST(Batches, TakeNoLandingOfAnother) {
  const auto all = batch_of(3), others = batch_of(3, "other-");
  EXPECT_EQ(fault_of(join(all, "") + join(others, "")), "") << "one behind the other";
  EXPECT_NE(fault_of(all[0] + others[1] + all[2]), "");
  EXPECT_NE(fault_of(all[0] + others[0] + all[1] + all[2]), "");
  EXPECT_NE(fault_of(join(all, "") + others[1] + others[2]), "");
  EXPECT_NE(fault_of(join(all, "") + join(all, "")), "") << "a whole batch doubled";
}

TEST(Batches, OfAListThatIsNotWhatItSaysAreNotIntact) {
  for (const int wrong : {0, 1, 2, 3, 4}) {
    auto landing = sample_landing(1);
    auto second = sample_landing(2);
    auto& list = landing.approval.batch.landings;
    if (wrong == 0) landing.approval.batch.position = 2;
    if (wrong == 1) landing.approval.mission = "mission-other";
    if (wrong == 2) list.back().commit = std::string(40, '1');
    if (wrong == 3) list.front().mission = list.back().mission;
    if (wrong == 4) list.push_back(list.front());
    second.approval.batch.landings = list;
    EXPECT_NE(fault_of(sign_landing(landing, sample_key()).text + sign_landing(second, sample_key()).text), "")
        << wrong;
  }
}

// What was signed before batches were named; its key is that of the samples.
TEST(Batches, OlderStatementsVerifyAndSayWhatTheyCannotShow) {
  const std::string old = k_older_bundle;
  const auto checked = check_bundle(old, sample_key().public_key(), std::nullopt);
  ASSERT_FALSE(checked.fault) << sentence(*checked.fault);
  ASSERT_EQ(checked.attestations.size(), 3u);
  EXPECT_EQ(checked.attestations[2].statement.predicate_type, k_approval_v1);
  ASSERT_EQ(checked.limits.size(), 1u);
  EXPECT_TRUE(contains(checked.limits[0], "older version"));
  EXPECT_EQ(fault_of(old + sample_bundle()), "") << "what was signed later stands behind it";
  const auto batch = batch_of(2);
  EXPECT_NE(fault_of(batch[0] + old + batch[1]), "");
}

TEST(Statements, NameTheLandingThatWasSignedBefore) {
  const auto named = read_statement(approval_statement(sample_landing().approval));
  EXPECT_EQ(previous_of(named->predicate), sample_landing().approval.previous);
  auto first = sample_landing().approval;
  first.previous.reset();
  EXPECT_EQ(previous_of(read_statement(approval_statement(first))->predicate), std::nullopt);
}

TEST(Bundle, WithoutAVerdictHasNoSummary) {
  for (const auto outcome : {model::VerificationOutcome::not_run, model::VerificationOutcome::conflict,
                             model::VerificationOutcome::cancelled}) {
    auto landing = sample_single();
    landing.summary.outcome = outcome;
    const auto text = sign_landing(landing, sample_key()).text;
    const auto checked = check_bundle(text, sample_key().public_key(), std::nullopt);
    ASSERT_FALSE(checked.fault) << sentence(*checked.fault);
    ASSERT_EQ(checked.attestations.size(), 2u);
    EXPECT_EQ(checked.attestations[0].statement.predicate_type, k_test_result);
    EXPECT_EQ(checked.attestations[1].statement.predicate_type, k_approval);
  }
}

TEST(Statements, NameTheProofsAndWhoAcceptedWorkWithout) {
  auto result = sample_landing().result;
  result.checks.resize(1);
  EXPECT_TRUE(
      contains(test_result_statement(result),
               "\"urn:assay:proof\":{\"level\":\"full\",\"unknown\":\"\",\"tests\":{\"discriminating\":2,\"others\":1,"
               "\"mended\":0,\"held\":40},\"oldExpectations\":1,\"pieces\":{\"proven\":3,\"unproven\":1},"));
  EXPECT_TRUE(contains(test_result_statement(result), "\"result\":\"PASSED\""));
  result.proof->accepted = {{model::MissionId("mission-7k2q"), "person:anna", {1'794'722'400'123}, "looked at it"}};
  EXPECT_TRUE(contains(test_result_statement(result),
                       "\"acceptedUnproven\":[{\"mission\":\"mission-7k2q\",\"by\":\"person:anna\",\"at\":"
                       "\"2026-11-15T06:00:00.123Z\",\"reason\":\"looked at it\"}]"));
  EXPECT_TRUE(contains(test_result_statement(result), "\"result\":\"WARNED\""));
  result.proof.reset();
  EXPECT_FALSE(contains(test_result_statement(result), "urn:assay:proof"));
}

TEST(Statements, OfATestResultSayWhatPassedWithDoubtAndNot) {
  auto result = sample_landing().result;
  EXPECT_TRUE(contains(test_result_statement(result), R"("result":"WARNED")"));
  result.checks.pop_back();
  EXPECT_TRUE(contains(test_result_statement(result), R"("result":"PASSED")"));
  result.checks[0].status = model::ReportedStatus::flaky;
  EXPECT_TRUE(contains(test_result_statement(result), R"("result":"WARNED")"));
  EXPECT_TRUE(contains(test_result_statement(result), R"("status":"flaky")"));
  result.checks[0].status = model::ReportedStatus::pending;
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
