// The sandbox that a command of a work tree runs in: what it may write and read, and what of git it
// sees. docs/sandbox.md says the same for people.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/sandbox/sandbox.h"

namespace assay::engine {

struct SandboxRequest {
  std::optional<os::Sandbox::Level> level;  // nothing: the best that works here
  os::Sandbox::Network network = os::Sandbox::Network::none;
  std::vector<std::string> writable;  // besides the work tree; absolute
  std::vector<std::string> readable;
  std::vector<std::string> sealed;  // besides what always is: evidence kept at another place
  os::Sandbox::Tools tools = os::Sandbox::Tools::programs;
  os::SandboxLimits limits;
  std::string shown_as;  // see os::Sandbox
};

// For a command in `folder`: its work tree is writable, its git directory can be read (without
// remotes and credentials) and not written. What Assay keeps (engine/sealed_places.h) and other work trees are out of
// sight, whatever is granted. Error unavailable: no sandbox works here, the command
// must not be run. Error invalid_input: a path was granted that never is.
Result<os::Sandbox> sandbox_for(const std::string& folder, const SandboxRequest& wish);

// Why no sandbox can hold a command in this folder, whatever lies in it: none works on this machine, or only Landlock
// and the folder is a main checkout. Empty: one can.
std::string why_no_sandbox(const std::string& folder);

}  // namespace assay::engine
