// What a task is asked for is asked for alike when it is made and when it is changed.
#pragma once

#include <string_view>

#include "ops/fields.h"

namespace assay::ops::task_field {

inline Field acceptance_criteria() {
  return {.name = "acceptanceCriteria",
          .help = "what another agent can check, one sentence a line",
          .value = "TEXT",
          .flag = "--accept",
          .from_file = true,
          .was = "acceptance_criteria"};
}

inline Field files_modified() {
  return {.name = "filesModified",
          .help = "files it may touch; may be repeated",
          .value = "GLOB",
          .flag = "--files",
          .was = "files_modified"};
}

inline Field instructions(std::string_view help) {
  return {.name = "instructions", .help = help, .value = "TEXT", .from_file = true};
}

inline Field agent() { return flag("agent", "which agent does it: claude, codex, gemini, …", "NAME"); }

inline Field timeout_ms(std::string_view help) {
  return {.name = "timeoutMs",
          .help = help,
          .value = "TIME",
          .flag = "--timeout",
          .unit = Unit::milliseconds,
          .was = "timeout_ms"};
}

inline Field max_attempts(std::string_view help) {
  return {.name = "maxAttempts", .help = help, .flag = "--attempts", .was = "max_attempts"};
}

inline Field force() { return flag("force", "keep criteria although they are vague"); }

}  // namespace assay::ops::task_field
