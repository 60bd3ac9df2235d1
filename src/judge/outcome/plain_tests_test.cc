#include "judge/outcome/plain_tests.h"

#include <gtest/gtest.h>

#include "judge/outcome/ran_tests.h"
#include "judge/outcome/test_proof.h"

namespace assay::judge {
namespace {

CommandRun silent_run(std::string command, int exit_code = 0) {
  CommandRun run;
  run.command = std::move(command);
  run.exit_code = exit_code;
  return run;
}

TEST(PlainTests, AreToldByTheirCommand) {
  EXPECT_TRUE(is_plain_test_run(silent_run("make test")));
  EXPECT_TRUE(is_plain_test_run(silent_run("sh run-tests.sh")));
  EXPECT_TRUE(is_plain_test_run(silent_run("make -C src check")));
  EXPECT_FALSE(is_plain_test_run(silent_run("make")));
  EXPECT_FALSE(is_plain_test_run(silent_run("make latest")));
  EXPECT_FALSE(is_plain_test_run(silent_run("npm run check")));
  EXPECT_FALSE(is_plain_test_run(silent_run("make test", 2)));
}

TEST(PlainTests, AssertionsThatFailAreSeen) {
  EXPECT_EQ(failed_assertion("g++ -o t\ntests/ini_test.cc:9: settings.size() == 3\nmake: *** [test] Error 1\n"),
            "tests/ini_test.cc:9: settings.size() == 3");
  EXPECT_FALSE(failed_assertion("t: tests/a.c:7: main: Assertion `f(1) == 2' failed.\nAborted\n").empty());
  EXPECT_FALSE(failed_assertion("total of two prices: expected 300 but got 290\n").empty());
  EXPECT_FALSE(failed_assertion("FAIL: keeps order\n").empty());
}

TEST(PlainTests, WhatBreaksIsNoAssertion) {
  EXPECT_EQ(failed_assertion("tests/a_test.cc:9:3: error: 'x' was not declared\nmake: *** Error 1\n"), "");
  EXPECT_EQ(failed_assertion("Segmentation fault\nmake: *** [test] Error 139\n"), "");
  EXPECT_EQ(failed_assertion("src/a.cc:9: something\n"), "");
  EXPECT_EQ(failed_assertion("tests/a_test.cc:9: warning: unused\n"), "");
  EXPECT_EQ(failed_assertion(""), "");
}

TEST(PlainTests, NoticeByWhatTheySay) {
  EXPECT_EQ(notice_of(silent_run("make test", 2), {}, {}, "tests/ini_test.cc:9: x == 3\n").kind, Notice::Kind::noticed);
  EXPECT_EQ(notice_of(silent_run("make test", 2), {}, {}, "src/a.cc:9:3: error: no\n").kind, Notice::Kind::broke);
  EXPECT_EQ(notice_of(silent_run("make test"), {}, {}, "").kind, Notice::Kind::unnoticed);
}

TEST(PlainTests, ShowADifferenceByTheirEnd) {
  const std::vector<ChangedTestFile> files = {{"tests/ini_test.cc", "int main() { CHECK(f() == 1); }\n", {}}};
  const auto after = silent_run("make test");
  const auto before = silent_run("make test", 2);
  const auto proofs = prove_tests({after, before, "tests/ini_test.cc:1: f() == 1\n"}, files, {}, "make test");
  ASSERT_EQ(proofs.size(), 1u);
  EXPECT_EQ(proofs[0].proof, model::TestProof::discriminating);
  EXPECT_TRUE(proofs[0].asserted);
  const auto broken = prove_tests({after, before, "tests/ini_test.cc:1:3: error: no f\n"}, files, {}, "make test");
  ASSERT_EQ(broken.size(), 1u);
  EXPECT_EQ(broken[0].proof, model::TestProof::invalid);
  const auto same = prove_tests({after, after}, files, {}, "make test");
  ASSERT_EQ(same.size(), 1u);
  EXPECT_EQ(same[0].proof, model::TestProof::always_green);
}

}  // namespace
}  // namespace assay::judge
