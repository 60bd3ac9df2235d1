// The variables a command gets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::os {

// inherited: ours. scrubbed: only what is on a short list that holds no secret (where programs and
// toolchains lie, language, time zone), so no token, no agent socket, nothing that loads code.
enum class EnvironmentMode { inherited, scrubbed };

// "NAME=value" entries. `grants` are names to let through when scrubbed ("NAME*": all that begin
// so), `changes` set ("NAME=value") or remove ("NAME") last.
std::vector<std::string> make_environment(EnvironmentMode mode, const std::vector<std::string>& grants,
                                          const std::vector<std::string>& changes);

// The value of a variable in such a list; empty when it is not there.
std::string_view value_in(const std::vector<std::string>& environment, std::string_view name);

// The file that running `name` means, found along `path` as a shell would; `name` itself when it
// has a slash. Error not_found says where was looked.
Result<std::string> find_program(const std::string& name, std::string_view path);

}  // namespace assay::os
