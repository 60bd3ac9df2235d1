#include "engine/check/check_runs.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/run/base_ahead.h"
#include "git/scratch_repository.h"

namespace assay::engine {
namespace {

// The side that runs is known by a.txt: "one" on the base, "two" on the change. `$PLACE` is a folder of both.
class SideBySide : public testing::Test {
 protected:
  SideBySide() {
    m_base = m_scratch.id("HEAD");
    m_scratch.sh("echo two >a.txt");
    EXPECT_TRUE(os::make_folders(place()));
    EXPECT_TRUE(os::make_folders(os::join_path(m_scratch.folder(), "runs")));
  }

  std::string place() const { return os::join_path(m_scratch.folder(), "place"); }

  CommandsRequest request(const std::string& script) const {
    CommandsRequest out;
    out.commands = {script};
    out.folder = m_scratch.root();
    out.timeout_ms = 60'000;
    out.scratch = os::join_path(m_scratch.folder(), "runs");
    out.log_file = os::join_path(out.scratch, "logs.txt");
    out.variables = {cat("PLACE=", place())};
    return out;
  }

  CheckRuns run(const std::string& script) const {
    const auto commands = request(script);
    const auto repository = m_scratch.repository();
    const BaseRequest beside{repository, m_base, m_scratch.root(), m_scratch.root(), commands, {}};
    auto ran = run_on_judged_files(repository, m_base, commands, beside, {});
    EXPECT_TRUE(ran) << ran.error().message;
    return std::move(*ran);
  }

  git::ScratchRepository m_scratch;
  std::string m_base;
};

std::vector<std::string> rules_of(const CheckRuns& ran) {
  std::vector<std::string> out;
  for (const auto& finding : ran.findings) out.push_back(finding.rule);
  return out;
}

TEST_F(SideBySide, CodeThatIsOtherWhileTheCommandRunsAndPutBackIsNamed) {
  m_scratch.sh(
      "mkdir tests; echo 1 >shop.py; echo 2 >other.py; echo 3 >tests/test_shop.py; git add .; git commit -qm code");
  m_base = m_scratch.id("HEAD");
  m_scratch.sh("echo broken >shop.py");
  const auto swap = [](std::string_view file) {
    return cat("cp -p ", file, " kept; echo good >", file, "; mv kept ", file);
  };
  for (const std::string_view file : {"shop.py", "tests/test_shop.py"}) {
    const auto ran = run(swap(file));
    ASSERT_EQ(rules_of(ran), std::vector<std::string>{"run.rewrote-files"}) << file;
    EXPECT_EQ(ran.findings[0].severity, model::Severity::should_fix);
    EXPECT_EQ(ran.findings[0].spans[0].path, file);
  }
  EXPECT_EQ(rules_of(run(swap("other.py"))), std::vector<std::string>{}) << "neither a test nor of the change";
  EXPECT_EQ(rules_of(run(swap("a.txt"))), std::vector<std::string>{}) << "no code";
  EXPECT_EQ(rules_of(run("cat shop.py tests/test_shop.py >read")), std::vector<std::string>{});
  m_scratch.sh("git commit -qam broken");
  EXPECT_EQ(rules_of(run(swap("shop.py"))), std::vector<std::string>{"run.rewrote-files"}) << "the change is committed";
}

TEST_F(SideBySide, BaseAndChangeRunAtTheSameTime) {
  // Each waits for the other; one after the other, the first would give up.
  const auto ran =
      run("touch \"$PLACE/$(cat a.txt)\"; tries=0\n"
          "until [ -e \"$PLACE/one\" ] && [ -e \"$PLACE/two\" ]; do\n"
          "  tries=$((tries + 1)); [ $tries -lt 1000 ] || exit 1; sleep 0.02\n"
          "done");
  ASSERT_EQ(ran.runs.size(), 1U);
  EXPECT_EQ(ran.runs[0].exit_code, 0);
  ASSERT_TRUE(ran.base);
  ASSERT_EQ(ran.base->runs.size(), 1U);
  EXPECT_EQ(ran.base->runs[0].exit_code, 0);
  EXPECT_TRUE(ran.findings.empty());
}

TEST_F(SideBySide, WhatFailsBesideTheBaseIsRunAgainAloneAndThatCounts) {
  const auto ran = run("[ \"$(cat a.txt)\" = one ] || [ -e \"$PLACE/again\" ] || { touch \"$PLACE/again\"; exit 1; }");
  ASSERT_EQ(ran.runs.size(), 1U);
  EXPECT_EQ(ran.runs[0].exit_code, 0);
  EXPECT_TRUE(ran.base);
  EXPECT_EQ(rules_of(ran), std::vector<std::string>{"run.passed-alone"});
}

TEST_F(SideBySide, WhatFailsAloneTooHasFailed) {
  const auto ran = run("[ \"$(cat a.txt)\" = one ]");
  EXPECT_EQ(ran.runs[0].exit_code, 1);
  EXPECT_TRUE(ran.base);
  EXPECT_TRUE(ran.findings.empty());
}

TEST_F(SideBySide, ABaseThatFailedBesideTheChangeHasToRunAgain) {
  const auto ran = run("[ \"$(cat a.txt)\" = two ]");
  EXPECT_EQ(ran.runs[0].exit_code, 0);
  EXPECT_FALSE(ran.base);
}

TEST_F(SideBySide, AKeptResultOfTheBaseIsTakenAndNothingRunsTwice) {
  const std::string script = "echo x >>\"$PLACE/$(cat a.txt)\"; [ \"$(cat a.txt)\" = one ]";
  run(script);
  EXPECT_EQ(m_scratch.sh("wc -l <../place/two"), "2");  // it failed beside the base, and was run again
  const auto ran = run(script);
  EXPECT_EQ(m_scratch.sh("wc -l <../place/one"), "1");
  EXPECT_EQ(m_scratch.sh("wc -l <../place/two"), "3");  // nothing ran beside it
  ASSERT_TRUE(ran.base);
  EXPECT_TRUE(ran.base->kept);
}

TEST(MayRunSideBySide, OnlyWhereTheSandboxKeepsBothApart) {
  os::Sandbox sandbox;
  EXPECT_EQ(may_run_side_by_side(sandbox), std::thread::hardware_concurrency() > 1);
  sandbox.network = os::Sandbox::Network::host;
  EXPECT_FALSE(may_run_side_by_side(sandbox));
  sandbox.network = os::Sandbox::Network::none;
  sandbox.level = os::Sandbox::Level::landlock;
  EXPECT_FALSE(may_run_side_by_side(sandbox));
  EXPECT_FALSE(may_run_side_by_side({}));
}

}  // namespace
}  // namespace assay::engine
