#include "cli/cli.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <signal.h>
#include <unistd.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/command.h"
#include "os/files.h"

namespace assay::cli {

Result<void> print(std::string_view text) { return os::write_all(STDOUT_FILENO, text, "standard output"); }

namespace {

const CommandInfo* find_command(std::string_view name) {
  for (const auto& command : commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

std::string overview(std::string_view program) {
  std::string out = cat("Usage: ", program, " <command> [options]\n\n",
                        "Judges a change made by a coding agent, from evidence: the task, the diff, what the\n"
                        "verification really said, and the builder's report.\n\nCommands:\n");
  for (const auto& command : commands()) {
    std::string name(command.name);
    name.resize(10, ' ');
    out += cat("  ", name, command.summary, "\n");
  }
  out += cat("\nStart here, in a git repository with a change:\n  ", program,
             " check --intent \"what was asked\" --verify-command \"npm test\"\n\n", "More: ", program,
             " <command> --help\n");
  return out;
}

bool asks_for_help(const std::vector<std::string>& arguments) {
  for (const auto& argument : arguments) {
    if (argument == "--help" || argument == "-h") return true;
  }
  return false;
}

Result<int> dispatch(Invocation& invocation) {
  auto& arguments = invocation.arguments;
  if (arguments.empty()) {
    const char* result_path = std::getenv("KAIZEN_VERIFIER_RESULT_PATH");
    if (result_path != nullptr && *result_path != 0) return run_orchestrator(invocation);
    if (!invocation.shim) {
      TRY(print(overview(invocation.program)));
      return k_exit_ok;
    }
  }
  const std::string first = arguments.empty() ? "" : arguments.front();
  if (first == "--version" || first == "-v") return run_version(invocation);
  if (first == "--help" || first == "-h" || first == "help") {
    const CommandInfo* about = arguments.size() > 1 ? find_command(arguments[1]) : nullptr;
    TRY(print(about != nullptr ? help_of(*about, invocation.program) : overview(invocation.program)));
    return k_exit_ok;
  }
  // Bare options are the contract's short form of `verdict`.
  if (first.empty() || first[0] == '-') return run_verdict(invocation);
  const CommandInfo* command = find_command(first);
  if (command == nullptr) {
    std::vector<std::string_view> known;
    for (const auto& each : commands()) known.push_back(each.name);
    const auto close = nearest(first, known);
    return invalid_input(close.empty()
                             ? cat("unknown command ", excerpt(first, 40), "; see ", invocation.program, " --help")
                             : cat("unknown command ", excerpt(first, 40), "; did you mean ", close, "?"));
  }
  arguments.erase(arguments.begin());
  if (asks_for_help(arguments)) {
    TRY(print(help_of(*command, invocation.program)));
    return k_exit_ok;
  }
  return command->run(invocation);
}

}  // namespace

std::string help_of(const CommandInfo& command, std::string_view program) {
  std::string out = cat("Usage: ", program, " ", command.name, " ", command.usage, "\n\n", command.text, "\n");
  if (!command.flags.empty()) out += cat("\nOptions:\n", describe(command.flags));
  if (!command.examples.empty()) out += cat("\nExamples:\n", replace_all(std::string(command.examples), "{}", program));
  return out;
}

int run(int argc, char** argv) {
  ::signal(SIGPIPE, SIG_IGN);
  Invocation invocation;
  const std::string name = argc > 0 ? os::file_name(argv[0]) : "assay";
  invocation.shim = name == "verifier";
  invocation.program = invocation.shim ? "verifier" : "assay";
  for (int i = 1; i < argc; ++i) invocation.arguments.emplace_back(argv[i]);
  const auto status = dispatch(invocation);
  if (status) return *status;
  const std::string message = cat(invocation.program, ": ", status.error().message, "\n");
  std::fputs(message.c_str(), stderr);
  return k_exit_error;
}

}  // namespace assay::cli
