// What every command gets and gives.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/options.h"

namespace assay::cli {

// Exit statuses: judged (or done), a gate that failed, and everything that went wrong.
constexpr int k_exit_ok = 0;
constexpr int k_exit_gate = 1;
constexpr int k_exit_error = 2;

struct Invocation {
  std::string_view program;            // "assay" or "verifier"
  bool shim = false;                   // called as `verifier`: the contract and nothing else
  std::vector<std::string> arguments;  // behind the command's name
};

struct CommandInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view usage;  // lines after "Usage:"
  std::string_view text;   // a paragraph or two
  std::string_view examples;
  std::span<const Flag> flags;
  Result<int> (*run)(const Invocation&);
};

std::span<const CommandInfo> commands();
std::string help_of(const CommandInfo& command, std::string_view program);

Result<int> run_eval(const Invocation& invocation);
Result<int> run_calibrate(const Invocation& invocation);
Result<int> run_help(const Invocation& invocation);
Result<int> run_version(const Invocation& invocation);
Result<int> run_orchestrator(const Invocation& invocation);
Result<int> run_schema(const Invocation& invocation);
Result<int> run_audit(const Invocation& invocation);
Result<int> run_sandbox(const Invocation& invocation);
Result<int> run_mcp(const Invocation& invocation);
Result<int> run_serve(const Invocation& invocation);
Result<int> run_token(const Invocation& invocation);
Result<int> run_probe(const Invocation& invocation);
Result<int> run_transcript(const Invocation& invocation);
Result<int> run_watch(const Invocation& invocation);
Result<int> run_worker(const Invocation& invocation);
Result<int> run_hook(const Invocation& invocation);

extern const std::span<const Flag> k_eval_flags;
extern const std::span<const Flag> k_calibrate_flags;
extern const std::span<const Flag> k_help_flags;
extern const std::span<const Flag> k_version_flags;
extern const std::span<const Flag> k_schema_flags;
extern const std::span<const Flag> k_audit_flags;
extern const std::span<const Flag> k_sandbox_flags;
extern const std::span<const Flag> k_mcp_flags;
extern const std::span<const Flag> k_serve_flags;
extern const std::span<const Flag> k_token_flags;
extern const std::span<const Flag> k_probe_flags;
extern const std::span<const Flag> k_transcript_flags;
extern const std::span<const Flag> k_watch_flags;
extern const std::span<const Flag> k_worker_flags;
extern const std::span<const Flag> k_hook_flags;

// Every document that `assay schema` knows.
std::vector<std::string_view> schema_names();

// Prints to standard output; an error when it cannot (a full disk must not look like success).
Result<void> print(std::string_view text);

}  // namespace assay::cli
