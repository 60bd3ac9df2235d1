#include "engine/verify_policy.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::engine {
namespace {

std::string error_of(std::string_view toml) {
  const auto policy = parse_verify_policy(toml, "assay.toml");
  return policy ? std::string() : policy.error().message;
}

TEST(VerifyPolicy, EverySettingIsRead) {
  const auto policy = parse_verify_policy(R"(
[check]
base = "main"
[verify]
jobs = 3
retries = 1
timeout = "5m"
proof = "require"
gate_changes = "warn"
environment = ["DATABASE_URL"]
caches = ["target"]
[sandbox]
level = "off"
network = true
readable = ["/opt/sdk"]
processes = 100
memory_mb = 512
file_size_mb = 10
disk_mb = 20
open_files = 64
[prepare]
command = "make deps"
outputs = ["deps"]
inputs = ["deps.lock"]
network = true
timeout = 60
[[checks]]
title = "tests"
command = "make test"
serial = true
retries = 2
timeout = "1h"
[[checks]]
path = "README.md"
[[quarantine]]
check = "tests"
owner = "anna"
reason = "flaky network"
until = "2026-12-31"
)",
                                          "assay.toml");
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_EQ(policy->jobs, 3u);
  EXPECT_EQ(policy->timeout_ms, 300'000u);
  EXPECT_TRUE(policy->proof.require);
  EXPECT_EQ(policy->gate, GatePolicy::warn);
  EXPECT_TRUE(policy->sandbox_off);
  EXPECT_EQ(policy->limits.memory, std::uint64_t{512} << 20);
  EXPECT_EQ(policy->prepare.command, "make deps");
  EXPECT_EQ(policy->prepare.timeout_ms, 60'000u);
  ASSERT_EQ(policy->checks.size(), 2u);
  EXPECT_TRUE(policy->checks[0].serial);
  EXPECT_EQ(policy->checks[1].title, "README.md");
  EXPECT_EQ(settings_of(*policy, "other title", "make test"), &policy->checks[0]);
}

TEST(VerifyPolicy, WhatProofSaysIsNotTakenBackByAVerifyTable) {
  const auto policy =
      parse_verify_policy("[proof]\nrequire = true\nlevel = \"tests\"\n[verify]\njobs = 2\n", "assay.toml");
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_TRUE(policy->proof.require);
  EXPECT_EQ(policy->proof.level, model::ProofLevel::tests);
}

TEST(VerifyPolicy, WhatIsWrongIsNamed) {
  EXPECT_TRUE(contains(error_of("[verify]\njob = 3\n"), "did you mean \"jobs\"")) << error_of("[verify]\njob = 3\n");
  EXPECT_TRUE(contains(error_of("[verify]\nproof = \"maybe\"\n"), "off, report, require"));
  EXPECT_TRUE(contains(error_of("[[checks]]\ntitle = \"x\"\n"), "a command or a path"));
  EXPECT_TRUE(contains(error_of("[checks]\ntitle = \"x\"\n"), "[[checks]]"));
  EXPECT_TRUE(contains(error_of("[[quarantine]]\ncheck = \"x\"\n"), "owner"));
}

TEST(VerifyPolicy, FoundChecksAreSwitchedOffOrReplaced) {
  const auto policy = parse_verify_policy(R"(
[verify]
skip_checks = ["pytest"]
[[checks]]
title = "all"
command = "sh ./test.sh"
replaces = "make test"
)",
                                          "assay.toml");
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_TRUE(is_switched_off(*policy, "Tests pass (pytest)", "pytest"));
  EXPECT_TRUE(is_switched_off(*policy, "Tests pass (make test)", "make test"));
  EXPECT_FALSE(is_switched_off(*policy, "all", "sh ./test.sh"));
  EXPECT_FALSE(is_switched_off(*policy, "Tests pass (npm test)", "npm test"));
  const auto none = parse_verify_policy("[verify]\nskip_checks = [\"*\"]\n[[checks]]\ncommand = \"make\"\n", "");
  ASSERT_TRUE(none);
  EXPECT_TRUE(is_switched_off(*none, "Tests pass (npm test)", "npm test"));
  EXPECT_FALSE(is_switched_off(*none, "make", "make"));
  EXPECT_TRUE(contains(error_of("[verify]\nskip_checks = [\"assay check\"]\n"), "gate_changes"));
}

TEST(VerifyPolicy, AQuarantineEndsOnItsDay) {
  const auto policy =
      parse_verify_policy("[[quarantine]]\ncheck='t'\nowner='anna'\nreason='r'\nuntil='2026-11-15'\n", "assay.toml");
  ASSERT_TRUE(policy);
  const auto at = [&](std::string_view iso) { return quarantined(*policy, "t", "", *time_from_iso(iso)); };
  EXPECT_EQ(at("2026-11-15T23:59:59.000Z"), "anna until 2026-11-15: r");
  EXPECT_EQ(at("2026-11-16T00:00:00.000Z"), "");
  EXPECT_EQ(quarantined(*policy, "other", "", Time{0}), "");
}

}  // namespace
}  // namespace assay::engine
