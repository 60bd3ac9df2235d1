// The command line: flags, printing, wiring.
#pragma once

namespace assay::cli {

// Runs one invocation and returns the exit status.
int run(int argc, char** argv);

}  // namespace assay::cli
