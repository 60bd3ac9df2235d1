// `assay help`, and what is printed wherever somebody asks for help.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "ops/operation.h"

namespace assay::cli {

const CommandInfo* find_command(std::string_view name);

// What the contract of the verifier has of the operations; nullptr for all others.
const ops::Operation* operation_of_shim(std::string_view name);

// Help about the command or topic that `words` name; the overview when they name nothing.
Result<std::string> help_about(std::span<const std::string> words, const Invocation& invocation);

Error unknown_command(const std::string& word, std::string_view program);

}  // namespace assay::cli
