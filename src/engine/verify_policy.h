// How a repository wants to be verified: [verify], [proof], [sandbox], [prepare], [server], [[check]], [[quarantine]],
// [[runner]], [rules] and [[waive]] of assay.toml, read from the target branch and never from the work that is judged.
// Unknown keys are errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/proof.h"
#include "model/waiver.h"
#include "os/sandbox/sandbox.h"

namespace assay::engine {

enum class GatePolicy { warn, block };
enum class FlakyPolicy { warn, fail };
std::string_view name(GatePolicy);
std::string_view name(FlakyPolicy);

// Settings of one check, found by its command, path or title.
struct CheckSettings {
  std::string title;
  std::string command;
  std::string path;
  std::string detail;
  std::string replaces;  // the title, command or path of a found check that this one stands for; empty: none
  bool serial = false;   // nothing runs beside it
  std::optional<std::uint32_t> retries;
  std::optional<std::uint64_t> timeout_ms;
};

// A check that may fail without blocking, for a while.
struct Quarantine {
  std::string check;  // its title or command
  std::string owner;
  std::string reason;
  std::string until;  // "2026-12-31"; the last day it holds
};

// Where a command whose runner is hidden from us leaves a report.
struct RunnerReport {
  std::string command;
  std::string report;  // a JUnit XML file in the work tree, or a folder of them
  friend bool operator==(const RunnerReport&, const RunnerReport&) = default;
};

struct PreparePolicy {
  std::optional<std::string> command;  // instead of what the lockfiles ask for; empty text: nothing
  std::vector<std::string> outputs;    // folders that command fills
  std::vector<std::string> inputs;     // files that decide when it runs again
  bool network = false;
  std::uint64_t timeout_ms = 900'000;
};

// What is tried to show that the evidence would have looked different without the change (engine/prove).
struct ProofPolicy {
  model::ProofLevel level = model::ProofLevel::full;
  std::uint64_t budget_ms = 60'000;  // for taking the change back and breaking it, piece by piece
  bool require = false;              // a check whose new tests all passed before proves nothing, and fails
};

// How the server of the work is started, for criteria that ask it something.
struct ServerPolicy {
  std::string start;  // empty: nobody says it
  std::uint64_t port = 8080;
  std::uint64_t timeout_ms = 30'000;  // until it answers
};

struct VerifyPolicy {
  std::uint32_t jobs = 0;  // 0: one per processor
  std::uint32_t retries = 0;
  std::uint64_t timeout_ms = 600'000;
  ProofPolicy proof;
  GatePolicy gate = GatePolicy::block;
  FlakyPolicy flaky = FlakyPolicy::warn;
  std::vector<std::string> environment;  // names let through
  std::vector<std::string> caches;       // folders of the work tree kept between checks and runs
  std::vector<std::string> skip_checks;  // titles, commands or paths of found checks that are not run; "*": all
  bool sandbox_off = false;
  bool network = false;
  std::vector<std::string> readable;
  os::SandboxLimits limits;
  PreparePolicy prepare;
  ServerPolicy server;
  std::vector<CheckSettings> checks;
  std::vector<Quarantine> quarantine;
  std::vector<RunnerReport> runners;
  model::RulePolicy rules;
};

// Whether a found check is left out: skip_checks names it, or a check of the policy replaces it. Never one of the
// policy's own checks.
bool is_switched_off(const VerifyPolicy& policy, std::string_view title, std::string_view subject);

Result<VerifyPolicy> parse_verify_policy(std::string_view text, std::string_view name);

// Who answers for a quarantined check and until when; empty when it counts (or its time is over).
std::string quarantined(const VerifyPolicy& policy, std::string_view title, std::string_view command, Time now);
const CheckSettings* settings_of(const VerifyPolicy& policy, std::string_view title, std::string_view subject);

}  // namespace assay::engine
