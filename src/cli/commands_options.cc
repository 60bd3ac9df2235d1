#include "cli/commands_options.h"

#include "base/text.h"
#include "os/files.h"

namespace assay::cli {

namespace {

Result<std::uint64_t> timeout_of(const std::string& text) {
  const auto value = parse_uint(text);
  if (!value || *value == 0 || *value > std::uint64_t{7} * 24 * 3600 * 1000) {
    return invalid_input(cat("--verify-timeout-ms takes a whole number from 1 to one week, not ", excerpt(text, 40)));
  }
  return *value;
}

}  // namespace

Result<void> read_grants(const Parsed& options, engine::WorkspaceRequest& request) {
  if (options.has("--sandbox")) {
    const auto modes = options.values("--sandbox");
    TRY_ASSIGN(request.sandbox, engine::sandbox_mode_named(modes.empty() ? "on" : modes.back()));
  }
  if (options.has("--no-sandbox")) {
    if (request.sandbox && *request.sandbox != engine::SandboxMode::off)
      return invalid_input("give --sandbox or --no-sandbox, not both");
    request.sandbox = engine::SandboxMode::off;
  }
  request.network = options.has("--network");
  request.environment = options.values("--env");
  for (const auto& path : options.values("--readable")) {
    TRY_ASSIGN(auto real, os::real_path(path));
    request.readable.push_back(std::move(real));
  }
  return {};
}

Result<void> read_commands(const Parsed& options, engine::WorkspaceRequest& request) {
  request.verify_commands = options.values("--verify-command");
  for (const auto& command : request.verify_commands) {
    if (trim(command).empty()) return invalid_input("--verify-command must not be empty");
  }
  if (const auto timeout = options.value("--verify-timeout-ms")) {
    TRY_ASSIGN(request.verify_timeout_ms, timeout_of(*timeout));
  }
  return read_grants(options, request);
}

}  // namespace assay::cli
