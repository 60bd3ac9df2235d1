// How a command ended, as the judge wants to hear it.
#pragma once

#include <string>

#include "base/result.h"
#include "base/source.h"
#include "judge/outcome/evidence.h"
#include "os/process/process.h"

namespace assay::engine {

// Reads the output (nullptr: there was none) and puts it beside the outcome.
Result<judge::CommandRun> read_run(const std::string& command, const os::Outcome& outcome, std::uint64_t timeout_ms,
                                   ByteSource* output);

}  // namespace assay::engine
