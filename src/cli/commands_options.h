// The flags that say which commands verify a change (of calibrate), and what they are granted (of check too).
#pragma once

#include <array>

#include "base/result.h"
#include "cli/options.h"
#include "engine/check/workspace.h"

namespace assay::cli {

constexpr auto k_commands_flags = std::to_array<Flag>({
    {"--verify-command", "", Takes::values, "CMD", "run this to verify; may be repeated"},
    {"--verify-timeout-ms", "", Takes::value, "MS", "time for each command (default: 600000)"},
});

// The sandbox of check and of calibrate.
constexpr auto k_grant_flags = std::to_array<Flag>({
    {"--sandbox", "", Takes::optional_value, "auto|on|off",
     "run the commands in a sandbox: where one works (auto, the default), always, never"},
    {"--no-sandbox", "", Takes::nothing, "", "the same as --sandbox=off"},
    {"--network", "", Takes::nothing, "", "let commands in the sandbox use the network"},
    {"--readable", "", Takes::values, "PATH", "let them read it; may be repeated"},
    {"--env", "", Takes::values, "NAME", "let them have a variable; NAME* for all that begin so, NAME=VALUE sets one"},
});

// The commands and what they are granted.
Result<void> read_commands(const Parsed& options, engine::WorkspaceRequest& request);
Result<void> read_grants(const Parsed& options, engine::WorkspaceRequest& request);

}  // namespace assay::cli
