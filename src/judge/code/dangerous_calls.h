// Calls that run, load or trust what they are given, told by name.
#pragma once

#include <string_view>

#include "judge/rule.h"

namespace assay::judge {

// Anything among the tokens from `begin` to `end` that is not a constant: a name, or interpolation in a string.
bool is_variable(const Tokens& t, size_t begin, size_t end);

// The dangerous thing that a line does with something that is not a constant; empty when nothing.
std::string_view dangerous_call(const CodeLine& line, const Tokens& t, diff::Language language);
// The same for a line of a shell script or of a file with commands in it.
std::string_view dangerous_command(const CodeLine& line);

}  // namespace assay::judge
