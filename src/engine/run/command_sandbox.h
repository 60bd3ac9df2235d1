// What the sandbox around commands is to be.
#pragma once

#include <string>
#include <vector>

#include "engine/sandbox_policy.h"

namespace assay::engine {

struct CommandSandbox {
  bool used = false;
  SandboxRequest request{};
  std::vector<std::string> environment{};  // let into it: "NAME", "NAME*" or "NAME=value"
  std::string note{};                      // why there is none, for a person who asked for none
};

}  // namespace assay::engine
