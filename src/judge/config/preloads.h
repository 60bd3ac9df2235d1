// Settings that load something into the run of the tests, or build them so that they cannot fail:
// node --require, RUBYOPT, -include, NDEBUG, a tool that is a script of the project.
#pragma once

#include <optional>
#include <string>

#include "judge/gate_file.h"
#include "judge/rule.h"

namespace assay::judge {

struct Preload {
  std::string what;
  std::string file;  // counts only where the change has that file; empty: by itself
  model::Severity severity = model::Severity::should_fix;
};

// What an added line of a file that gates are made of brings into the run.
std::optional<Preload> preload_on(const CodeHunk& hunk, size_t at, GateFile gate);

// The path names that file, whatever folder the setting starts from: "./tools/quiet" is tools/quiet.rb.
bool is_file_named(std::string_view path, std::string_view file);

// A recipe that hands the output of tests to a filter, whose status is then the status of all.
std::optional<Preload> filter_on(const CodeHunk& hunk, std::string_view recipe);

}  // namespace assay::judge
