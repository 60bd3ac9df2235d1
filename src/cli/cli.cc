#include "cli/cli.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <signal.h>
#include <unistd.h>

#include "base/json.h"
#include "base/nearest.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/operation_command.h"
#include "cli/operations.h"
#include "ops/errors.h"
#include "ops/table/table.h"
#include "os/files.h"
#include "os/scratch_home.h"

namespace assay::cli {

Result<void> print(std::string_view text) { return os::write_all(STDOUT_FILENO, text, "standard output"); }

namespace {

const CommandInfo* find_command(std::string_view name) {
  for (const auto& command : commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

// What the contract of the verifier has of the operations.
const ops::Operation* operation_of_shim(std::string_view name) {
  const bool has = name == "check" || name == "verdict" || name == "explain";
  return has ? ops::find_operation(name) : nullptr;
}

struct Line {
  std::string_view name;
  std::string_view summary;
};

// Everything that can be called by its first word.
std::vector<Line> all_commands() {
  std::vector<Line> out;
  for (const auto& command : commands()) {
    if (!command.summary.empty()) out.push_back({command.name, command.summary});
  }
  for (const auto& group : operation_groups()) out.push_back({group.name, group.summary});
  for (const auto* operation : ops::operations()) {
    if (!contains(operation->name, ".")) out.push_back({operation->name, operation->summary});
  }
  return out;
}

struct Section {
  std::string_view title;
  std::vector<std::string_view> names;  // in this order
};

std::string line_of(const Line& line) {
  std::string padded(line.name);
  padded.resize(12, ' ');
  return cat("  ", padded, line.summary, "\n");
}

// Called as `verifier`: the contract's commands and nothing else.
std::string short_overview(std::string_view program) {
  std::string out = cat("Usage: ", program, " <command> [options]\n\n",
                        "Judges a change made by a coding agent, from evidence: the task, the diff, what the\n"
                        "verification really said, and the builder's report.\n\nCommands:\n");
  for (const std::string_view name : {"check", "verdict", "explain", "eval", "schema", "version"}) {
    if (const auto* operation = operation_of_shim(name)) out += line_of({operation->name, operation->summary});
    if (const auto* command = find_command(name)) out += line_of({command->name, command->summary});
  }
  return out + cat("\nMore: ", program, " <command> --help\n");
}

std::string overview(const Invocation& invocation) {
  const std::string_view program = invocation.program;
  if (invocation.shim) return short_overview(program);
  std::string out = cat("Usage: ", program, " <command> [options]\n\n",
                        "The gate for changes made by coding agents: what was promised, what the evidence shows,\n"
                        "what may land.\n");
  std::vector<Section> sections = {
      {"Judge a change", {"check", "critic", "verdict", "explain", "hook", "eval", "calibrate"}},
      {"Say what is wanted", {"init", "mission", "plan", "task", "accept", "pack"}},
      {"Let agents work", {"run", "worker", "answer", "pause", "resume", "cancel", "verify", "worktree"}},
      {"See how it goes", {"status", "watch", "transcript", "board", "log", "audit"}},
      {"Land and ship", {"land", "queue", "revert", "ship", "story", "redeploy", "close", "fix"}},
      {"Serve people and programs", {"serve", "token", "mcp", "notify"}},
      {"Set up", {"doctor", "calibration", "config", "store", "sandbox", "schema", "completion", "version"}},
      {"More", {}}};
  auto lines = all_commands();
  for (const auto& line : lines) {
    bool placed = false;
    for (const auto& section : sections) {
      for (const auto name : section.names) placed = placed || name == line.name;
    }
    if (!placed) sections.back().names.push_back(line.name);
  }
  for (const auto& section : sections) {
    if (section.names.empty()) continue;
    out += cat("\n", section.title, ":\n");
    for (const auto name : section.names) {
      for (const auto& line : lines) {
        if (line.name == name) out += line_of(line);
      }
    }
  }
  out += cat("\nStart here, in a git repository:\n  ", program,
             " check --intent \"what was asked\" --verify-command \"npm test\"\n  ", program,
             " mission new \"what you want\"\n\n", "More: ", program, " <command> --help\n");
  return out;
}

bool has_flag(const std::vector<std::string>& arguments, std::string_view name) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::find(arguments.begin(), end, name) != end;
}

bool asks_for_help(const std::vector<std::string>& arguments) {
  return has_flag(arguments, "--help") || has_flag(arguments, "-h");
}

// Who asks for JSON gets an error as a document too. The contract of `check`, `verdict` and the shim is older and has
// nothing on standard output then.
bool wants_error_document(const Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  if (invocation.shim || arguments.empty() || arguments[0].starts_with('-')) return false;
  return arguments[0] != "check" && arguments[0] != "verdict" && has_flag(arguments, "--json");
}

Error unknown_command(const std::string& word, std::string_view program) {
  std::vector<std::string_view> known;
  for (const auto& each : all_commands()) known.push_back(each.name);
  const auto close = nearest(word, known);
  return invalid_input(close.empty() ? cat("unknown command ", excerpt(word, 40), "; see ", program, " --help")
                                     : cat("unknown command ", excerpt(word, 40), "; did you mean ", close, "?"));
}

Error unknown_verb(const std::string& group, const std::string& word, std::string_view program) {
  const auto known = verbs_of_group(group);
  const auto close = nearest(word, known);
  return invalid_input(
      close.empty()
          ? cat("unknown command ", group, " ", excerpt(word, 40), "; see ", program, " ", group, " --help")
          : cat("unknown command ", group, " ", excerpt(word, 40), "; did you mean ", group, " ", close, "?"));
}

// Help about what `words` name; the overview when they name nothing.
Result<std::string> help_about(std::span<const std::string> words, const Invocation& invocation) {
  const auto program = invocation.program;
  if (words.empty()) return overview(invocation);
  if (const CommandInfo* command = find_command(words[0])) return help_of(*command, program);
  if (const auto* operation = operation_of_shim(words[0])) return OperationCommand(*operation).help(program);
  if (invocation.shim) return overview(invocation);
  if (const auto called = called_operation(words); called.operation != nullptr) {
    return OperationCommand(*called.operation).help(program);
  }
  if (is_group(words[0])) return help_of_group(words[0], program);
  return unknown_command(words[0], program);
}

Result<int> run_group_word(const Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  if (arguments.size() < 2 || asks_for_help(arguments)) {
    TRY(print(help_of_group(arguments[0], invocation.program)));
    return arguments.size() < 2 ? k_exit_error : k_exit_ok;
  }
  if (arguments[1].starts_with('-')) {
    const auto verbs = verbs_of_group(arguments[0]);
    return invalid_input(
        cat("say what to do: ", invocation.program, " ", arguments[0], " ", join({verbs.begin(), verbs.end()}, ", ")));
  }
  return unknown_verb(arguments[0], arguments[1], invocation.program);
}

Called called_by(std::span<const std::string> arguments, const Invocation& invocation) {
  if (!invocation.shim) return called_operation(arguments);
  const auto* operation = operation_of_shim(arguments.front());
  return operation == nullptr ? Called{} : Called{operation, 1};
}

Result<int> dispatch(Invocation& invocation) {
  auto& arguments = invocation.arguments;
  if (arguments.empty()) {
    const char* result_path = std::getenv("KAIZEN_VERIFIER_RESULT_PATH");
    if (result_path != nullptr && *result_path != 0) return run_orchestrator(invocation);
    if (!invocation.shim) {
      TRY(print(overview(invocation)));
      return k_exit_ok;
    }
  }
  const std::string first = arguments.empty() ? "" : arguments.front();
  if (first == "--version" || first == "-v") return run_version(invocation);
  if (first == "--help" || first == "-h" || first == "help") {
    TRY_ASSIGN(const auto text, help_about(std::span(arguments).subspan(1), invocation));
    TRY(print(text));
    return k_exit_ok;
  }
  // Bare options are the contract's short form of `verdict`.
  if (first.empty() || first[0] == '-') return run_operation(*operation_of_shim("verdict"), invocation);
  const CommandInfo* command = find_command(first);
  const Called called = command != nullptr ? Called{} : called_by(arguments, invocation);
  if (command == nullptr && called.operation == nullptr) {
    if (!invocation.shim && is_group(first)) return run_group_word(invocation);
    return unknown_command(first, invocation.program);
  }
  if (asks_for_help(arguments) && first != "complete") {
    TRY_ASSIGN(const auto text, help_about(arguments, invocation));
    TRY(print(text));
    return k_exit_ok;
  }
  arguments.erase(arguments.begin(),
                  arguments.begin() + (command != nullptr ? 1 : static_cast<std::ptrdiff_t>(called.words)));
  return command != nullptr ? command->run(invocation) : run_operation(*called.operation, invocation);
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
  const bool as_document = wants_error_document(invocation);
  os::sweep_scratch();
  const auto status = dispatch(invocation);
  if (status) return *status;
  // On one line, so that it can end a stream of lines. Standard output may be what is wrong: then standard error says
  // it.
  if (as_document) (void)print(write_json(ops::error_document(status.error())) + "\n");
  // Messages may quote what agents and files said.
  const std::string message = cat(invocation.program, ": ", printable_lines(status.error().message), "\n");
  std::fputs(message.c_str(), stderr);
  return ops::kind_of(status.error().code).exit_status;
}

}  // namespace assay::cli
