// Runs one command check on the integrated work: in the sandbox, as often as policy allows, its
// output kept as evidence, judged from how it ended and what it printed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/evidence.h"
#include "engine/verify_policy.h"
#include "judge/outcome/evidence.h"
#include "model/verification.h"
#include "os/cancel_token.h"
#include "os/process/standing_sandbox.h"
#include "os/sandbox/sandbox.h"
#include "reports/selection.h"

namespace assay::engine {

struct CheckRequest {
  model::AcceptanceCheck check;
  std::string folder;   // where it runs
  std::string scratch;  // a name for what is its own: a folder of HOME and TMPDIR, files of output beside it
  os::Sandbox sandbox;
  std::vector<std::string> environment_grants;
  std::vector<std::string> environment_changes;
  std::chrono::milliseconds timeout{600'000};
  std::uint32_t retries = 0;
  const os::CancelToken* cancel = nullptr;
  os::StandingSandboxes* standing = nullptr;  // shared by the checks of one verification
  std::vector<RunnerReport> runners{};        // reports that the policy names
  reports::Selection only{};                  // of no files: all tests
  std::vector<std::string> cover{};           // files whose executed lines are wanted
  std::string reports{};  // the folder for reports of test runners (ReportedCommand); empty: beside `scratch`
};

// Called with the latest line of output while the check runs, from the thread that runs it.
using OnLine = std::function<void(std::string_view)>;

struct CheckRun {
  model::VerifiedCheck check;
  judge::CommandRun run;      // of the last attempt
  judge::CommandRun on_base;  // the same on the target; of no command: it was not run there
  bool cancelled = false;
};

Result<CheckRun> run_check(const CheckRequest& request, const Evidence& evidence, const OnLine& on_line);

}  // namespace assay::engine
