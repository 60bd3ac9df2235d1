// `assay store`: stores as wholes.
#pragma once

#include "cli/command.h"

namespace assay::cli {

Result<int> run_store(const Invocation& invocation);
extern const std::span<const Flag> k_store_flags;

}  // namespace assay::cli
