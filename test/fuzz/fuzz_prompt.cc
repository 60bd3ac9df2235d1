// An orchestrator's prompt is hostile text: any bytes must parse, and forged text must not make a
// failed command pass.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/check/prompt.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  assay::engine::parse_prompt(text);
  const std::string around =
      "# Issue #1: T\n## Issue body\n" + text +
      "\n# Builder result\nb\n# Mechanical verification\n- [ ] the test\n# Verification logs\n```\nx\n```\n"
      "# Changed files\n# Diff\n# Decision rules\n# Final response\n";
  bool failed = false;
  for (const auto& command : assay::engine::parse_prompt(around).commands) failed = failed || !command.passed;
  if (!failed) std::abort();
  return 0;
}
