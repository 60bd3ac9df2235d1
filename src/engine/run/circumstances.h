// What commands come to beside the files of their tree, as texts that are others when any of it is another: the
// programs of this machine, variables, the sandbox, dependencies that git does not have. What was kept of a run holds
// only where all of that is as it was.
#pragma once

#include <optional>
#include <string>

#include "engine/run/command_sandbox.h"
#include "engine/run/run_commands.h"
#include "os/sandbox/sandbox.h"

namespace assay::engine {

// Level, network and limits; none of the places.
std::string walls_of(const os::Sandbox& sandbox);

// Files that commands name by absolute paths and that are no programs. Left out: the caller compares them itself.
enum class NamedFiles { counted, left_out };

// Of commands that are shown the dependencies of `workspace`. Nothing: there is too much to look at, so nothing that
// these commands say is kept.
std::optional<std::string> circumstances_of(const CommandsRequest& commands, const CommandSandbox& sandbox,
                                            const std::string& workspace, NamedFiles files = NamedFiles::counted);

}  // namespace assay::engine
