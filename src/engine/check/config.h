// Defaults for a workspace check: verifier.config.json (the contract's names) or assay.toml (the
// same settings under [check], in snake_case). Command line values win; unknown keys are errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::engine {

enum class FailOn { never, mergeable, conditional, inconclusive, not_mergeable };
Result<FailOn> fail_on_named(std::string_view name);

// Whether the commands run in a sandbox. automatic: where one works.
enum class SandboxMode { automatic, on, off };
Result<SandboxMode> sandbox_mode_named(std::string_view name);

struct CheckConfig {
  std::optional<std::string> base;
  std::optional<std::string> intent;
  std::optional<std::string> intent_file;
  std::vector<std::string> verify_commands;
  std::optional<std::uint64_t> verify_timeout_ms;
  std::optional<std::string> output_dir;
  std::optional<bool> markdown;
  std::optional<FailOn> fail_on;
  std::optional<SandboxMode> sandbox;
  std::vector<std::string> sufficient;  // commands that are evidence although they run no tests
  std::optional<bool> infer_commands;   // run what the repository's files ask for when no command is named
  std::optional<bool> clean;
  std::optional<std::uint64_t> keep_runs;  // how many folders of runs stay
  std::optional<bool> compare_with_base;   // run the commands on the base as well
  std::optional<bool> side_by_side;        // at the same time, where the sandbox keeps the two apart
};

Result<CheckConfig> parse_verifier_config(std::string_view text, std::string_view name);
Result<CheckConfig> parse_assay_toml(std::string_view text, std::string_view name);

// `named` is what --config gave; empty: verifier.config.json, then assay.toml, of the workspace if
// there. Both there: an error, because which one counts would be a guess.
Result<CheckConfig> load_config(const std::string& workspace, const std::string& named);

}  // namespace assay::engine
