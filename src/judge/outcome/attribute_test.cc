#include "judge/outcome/attribute.h"

#include <gtest/gtest.h>

namespace assay::judge {
namespace {

model::VerifiedCheck failed(std::string output, std::string command = "npm test") {
  model::VerifiedCheck check;
  check.title = "Tests pass";
  check.kind = model::AcceptanceKind::command;
  check.subject = std::move(command);
  check.status = model::AcceptanceStatus::failed;
  check.reason = "2 tests failed.";
  check.last_output = std::move(output);
  check.attempts.push_back({.ended = "exit 1", .proof = "failed", .reason = "", .started_at = {}, .output = "digest"});
  return check;
}

Failure failure_of(const model::VerifiedCheck& check) {
  model::Verification verification;
  verification.checks.push_back(check);
  return failures_of(verification).at(0);
}

const std::vector<TaskTrace> k_traces{{model::TaskId("cart"), {"src/cart.ts", "test/cart.test.ts"}},
                                      {model::TaskId("user"), {"src/user.ts"}},
                                      {model::TaskId("docs"), {"README.md"}},
                                      {model::TaskId("idle"), {}}};

std::string tasks(const Attribution& attribution) {
  std::string out = attribution.named ? "" : "? ";
  for (const auto& id : attribution.tasks) out += id.text + " ";
  return out;
}

TEST(Attribute, ToTheTaskWhoseFilesTheOutputNames) {
  EXPECT_EQ(tasks(attribute(failure_of(failed("Error: x\n    at total (src/cart.ts:12:3)\n")), k_traces)), "cart ");
  EXPECT_EQ(tasks(attribute(failure_of(failed("Error at /src/shop/src/user.ts:4\n")), k_traces)), "user ");
  EXPECT_EQ(tasks(attribute(failure_of(failed("FAIL user.ts: expected 1\n")), k_traces)), "user ");
}

TEST(Attribute, TheMostSpokenOfComesFirst) {
  const auto output = "Error at src/user.ts:1\nError at test/cart.test.ts:3\nError at src/cart.ts:9\n";
  EXPECT_EQ(tasks(attribute(failure_of(failed(output)), k_traces)), "cart user ");
}

TEST(Attribute, ATestNamesItsSubject) {
  EXPECT_EQ(tasks(attribute(failure_of(failed("FAILED tests/test_user.py::test_name - assert 1 == 2\n")), k_traces)),
            "user ");
}

TEST(Attribute, WhatNamesNobodyIsEverybodysWhoChangedSomething) {
  EXPECT_EQ(tasks(attribute(failure_of(failed("error: it does not work\n")), k_traces)), "? cart user docs ");
  EXPECT_EQ(tasks(attribute(failure_of(failed("error\n")), {})), "? ");
}

TEST(Failures, SayWhatWasExpectedAndSeen) {
  const auto failure = failure_of(failed("ok 1\nnot ok 2 - empty cart\n# done\n"));
  EXPECT_NE(failure.expected.find("npm test"), std::string::npos);
  EXPECT_NE(failure.observed.find("exit 1"), std::string::npos);
  EXPECT_EQ(failure.evidence.at(0), "not ok 2 - empty cart") << "the telling line first";
  EXPECT_EQ(failure.output, "digest");
}

TEST(Failures, OnlyWhatFailedAndCounts) {
  model::Verification verification;
  auto quarantined = failed("x");
  quarantined.quarantined = "anna until 2030-01-01";
  auto passed = failed("x");
  passed.status = model::AcceptanceStatus::passed;
  verification.checks = {quarantined, passed};
  EXPECT_TRUE(failures_of(verification).empty());
}

TEST(Failures, AreTheSameWhateverTheNumbersAndPlacesAndOrder) {
  const auto print = [](std::string output) { return failure_fingerprint(failed(std::move(output))); };
  EXPECT_EQ(print("error: a.c:12 took 31 ms\nfailed: b\n"), print("failed: b\nerror: a.c:90 took 4 ms\n"));
  EXPECT_EQ(print("error in /tmp/x1/a.c at 0x7ffe12\n"), print("error in /home/y/a.c at 0x55aa00\n"));
  EXPECT_NE(print("error: a is wrong\n"), print("error: b is wrong\n"));
  EXPECT_NE(failure_fingerprint(failed("error: a", "make a")), failure_fingerprint(failed("error: a", "make b")));
}

TEST(Paths, InAText) {
  EXPECT_EQ(paths_in("at src/a.ts:3 and ./b/c.py. See v1.2.3, a/b, x.y"),
            (std::vector<std::string>{"src/a.ts", "b/c.py", "a/b", "x.y"}));
  EXPECT_EQ(paths_in("Makefile:2: at 12:30 note: value:1 holds"), (std::vector<std::string>{"Makefile", "value"}));
}

}  // namespace
}  // namespace assay::judge
