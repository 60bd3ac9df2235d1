// `assay check` on a git work tree: collects the evidence itself, judges it, keeps it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/check/config.h"
#include "model/check.h"
#include "model/waiver.h"
#include "os/cancel_token.h"

namespace assay::engine {

// What the command line gave; what is empty comes from the configuration or is inferred.
struct WorkspaceRequest {
  std::string workspace = ".";
  std::string config;  // a configuration file
  std::optional<std::string> base;
  std::string policy_commit;  // whose settings, rules and waivers count, and nobody else's; empty: the base's
  std::optional<std::string> intent;
  std::vector<std::string> verify_commands;  // empty: the configured ones
  bool infers_commands = true;               // else what the repository's files ask for, unless the policy says no
  std::optional<std::uint64_t> verify_timeout_ms;
  std::optional<std::string> output_dir;
  std::optional<FailOn> fail_on;
  FailOn fail_on_otherwise = FailOn::never;  // when neither this nor the configuration says it
  std::optional<bool> markdown;
  std::optional<SandboxMode> sandbox;  // nothing: the configured one, else the next
  SandboxMode sandbox_otherwise = SandboxMode::automatic;
  // Granted to commands in a sandbox, besides what [sandbox] of the base's assay.toml grants.
  bool network = false;
  bool clean = false;  // run the commands in a tree of their own that holds the change and nothing that git ignores
  std::vector<std::string> readable;  // absolute
  std::vector<std::string> environment;
  std::string builder_report;
  std::string dependencies_of;              // a work tree whose dependencies are shown; empty: those of the workspace
  std::optional<model::ProofLevel> proof;   // instead of the configured one
  std::vector<std::string> input_files;     // where intent and builder's report were read from
  std::vector<model::Waiver> waivers;       // of the person who asks, complete
  std::string baseline;                     // a file of findings that were known before; empty: none
  const os::CancelToken* cancel = nullptr;  // ends the commands; the check is then an error
};

struct WorkspaceResult {
  model::Check check;
  FailOn fail_on = FailOn::never;
  bool markdown = false;
};

// Told what is going on: a line for a person. Called from the calling thread.
using OnProgress = std::function<void(std::string_view)>;

// `notice` is told what a person should know even when nobody watches: one line each.
Result<WorkspaceResult> check_workspace(const WorkspaceRequest& request, const OnProgress& progress,
                                        const OnProgress& notice);

// Whether the final verdict reaches the threshold that fails a job.
bool fails(model::FinalVerdict verdict, FailOn fail_on);

}  // namespace assay::engine
