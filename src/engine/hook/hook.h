// `assay hook`: a coding agent's client asks whether its agent may stop, or may make an edit. The answer is the
// verdict of `assay check` on the work tree, with the prompts of the session as the task. See docs/hooks.md.
#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "engine/check/workspace.h"
#include "hooks/input.h"

namespace assay::engine {

struct HookRequest {
  hooks::Input input;
  WorkspaceRequest check;  // commands, grants and threshold as the person set them; the rest is filled in here
  std::string task;        // instead of the session's prompts; empty: those
};

struct HookAnswer {
  std::string output;  // for the client, in its own form; empty: yes
  std::string note;    // for a person; empty: none
};

// Error: it could not be found out. That never keeps the agent from anything.
Result<HookAnswer> answer_hook(const HookRequest& request, Clock& clock);

}  // namespace assay::engine
