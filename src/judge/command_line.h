// Commands as they stand in package scripts, pipelines and makefiles, and what they verify with.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/gate_file.h"

namespace assay::judge {

struct Command {
  size_t line = 0;
  std::string key;   // the script's name in package.json, else empty
  std::string text;  // what is run
};

// "test": "jest --ci" -> {test, jest --ci}; a file may stand on one line.
std::vector<Command> package_scripts(std::string_view line);
bool is_verifying_key(std::string_view key);

// A line of a pipeline or makefile that is run, as opposed to a key, a name or a comment.
std::optional<Command> run_line(std::string_view line, GateFile gate);

// The tool a command verifies with: "pytest", "lint", "test"; empty when it does not verify.
std::string tool_of(std::string_view command);

bool does_nothing(std::string_view command);  // echo, true, exit 0

// Why `after` verifies less than `before`; empty when it does not.
std::string weaker(std::string_view before, std::string_view after);
// The same tool on a part of what it was run on: "pytest tests/unit" for "pytest". Others may run the rest.
std::string narrower(std::string_view before, std::string_view after);
// "npm run test:unit" for "npm test": a part, as far as its name tells.
std::string other_script(std::string_view before, std::string_view after);

}  // namespace assay::judge
