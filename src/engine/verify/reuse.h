// Results that may be used again. A check's result depends on the tree it ran on, its command, the programs
// of this machine, what was prepared, its environment and the sandbox; when all are the same, so is the result.
// Only passes are used again.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "engine/run/circumstances.h"
#include "engine/run/tool_identity.h"
#include "engine/verify/run_check.h"

namespace assay::engine {

// Those that commands find which are let have these variables of ours.
Tools tools_for(const std::vector<std::string>& grants);

// The name of everything that `request` on `tree` depends on.
std::string reuse_key(const std::string& tree, const CheckRequest& request, const std::string& prepared_key,
                      const Tools& tools, NamedFiles files = NamedFiles::counted);
// The name under which a failure with those inputs is remembered.
std::string failure_key(const std::string& key);

// A passed check as text and back. Nothing when the text is not understood: it is then run again.
std::string write_reusable(const model::VerifiedCheck& check, Time at);
std::optional<model::VerifiedCheck> read_reusable(std::string_view text);

// What the kept output of a passed check said, as if it had just run.
Result<judge::CommandRun> read_kept_run(const CheckRequest& request, const model::VerifiedCheck& check,
                                        const Evidence& evidence);

}  // namespace assay::engine
