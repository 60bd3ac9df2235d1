// Prints a check in the form that was asked for.
#pragma once

#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "base/terminal.h"
#include "cli/command.h"
#include "model/check.h"

namespace assay::cli {

enum class Layout { json, markdown };

// Standard output gets one document: the full one, Markdown, JSON, or on a terminal text for people
// (never when called as the shim). Files that were asked for (formats.h) are written too.
Result<void> print_check(const model::Check& check, const Parsed& options, const Invocation& invocation, Layout layout);

// Whether this is a GitHub workflow, where annotations and a summary are wanted.
bool in_github();
// Annotations go to standard error: GitHub reads both streams, and standard output stays a document.
Result<void> tell_github(std::string_view annotations, std::string_view summary);

// Whether text for people may be coloured: a terminal, and NO_COLOR is not set.
bool use_colour();
// The terminal at standard output; of no width where there is none.
Terminal terminal_of_stdout(Clock& clock);

}  // namespace assay::cli
