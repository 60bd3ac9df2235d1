#include "cli/help.h"

#include "base/nearest.h"
#include "base/text.h"
#include "cli/manual.h"
#include "cli/operation_command.h"
#include "cli/operations.h"
#include "cli/overview.h"
#include "cli/topics.h"
#include "ops/table/table.h"

namespace assay::cli {

namespace {

constexpr Flag k_help_table[] = {
    {"--man", "", Takes::nothing, "", "print the page of the manual, for man(1): assay help --man check | man -l -"},
    {"--list", "", Takes::nothing, "", "with --man: print the names of all pages"},
};

// Called as `verifier`: the contract's commands and nothing else.
std::string short_overview(std::string_view program) {
  std::string out = cat("Usage: ", program, " <command> [options]\n\n",
                        "Judges a change made by a coding agent, from evidence: the task, the diff, what the\n"
                        "verification really said, and the builder's report.\n\nCommands:\n");
  for (const std::string_view name : {"check", "verdict", "explain", "eval", "schema", "version"}) {
    for (const auto& line : all_commands()) {
      std::string padded(line.name);
      padded.resize(12, ' ');
      if (line.name == name) out += cat("  ", padded, line.summary, "\n");
    }
  }
  return out + cat("\nMore: ", program, " <command> --help\n");
}

std::string help_of_topic(const Topic& topic) {
  return cat(topic.name, ": ", topic.summary, "\n\n", replace_all(std::string(topic.text), "`", ""), "\n");
}

Result<std::string> manual_text(const Parsed& parsed) {
  if (parsed.has("--list")) {
    if (!parsed.words().empty()) return invalid_input("--list takes no command: assay help --man --list");
    return join(manual_pages(), "\n") + "\n";
  }
  // `mission new` is on the page of `mission`.
  return manual_page(parsed.words().empty() ? "" : parsed.words().front());
}

}  // namespace

const std::span<const Flag> k_help_flags = k_help_table;

const CommandInfo* find_command(std::string_view name) {
  for (const auto& command : commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

const ops::Operation* operation_of_shim(std::string_view name) {
  const bool has = name == "check" || name == "verdict" || name == "explain";
  return has ? ops::find_operation(name) : nullptr;
}

Error unknown_command(const std::string& word, std::string_view program) {
  std::vector<std::string_view> known;
  for (const auto& each : all_commands()) known.push_back(each.name);
  const auto close = nearest(word, known);
  return invalid_input(close.empty() ? cat("unknown command ", excerpt(word, 40), "; see ", program, " --help")
                                     : cat("unknown command ", excerpt(word, 40), "; did you mean ", close, "?"));
}

Result<std::string> help_about(std::span<const std::string> words, const Invocation& invocation) {
  const auto program = invocation.program;
  if (words.empty()) return invocation.shim ? short_overview(program) : overview(program);
  if (const CommandInfo* command = find_command(words[0])) return help_of(*command, program);
  if (const auto* operation = operation_of_shim(words[0])) return OperationCommand(*operation).help(program);
  if (invocation.shim) return short_overview(program);
  if (const auto called = called_operation(words); called.operation != nullptr) {
    return OperationCommand(*called.operation).help(program);
  }
  if (is_group(words[0])) return help_of_group(words[0], program);
  // "exit codes" is what one types for exit-codes.
  if (const auto* topic = find_topic(join({words.begin(), words.end()}, "-"))) return help_of_topic(*topic);
  return unknown_command(words[0], program);
}

std::string help_of(const CommandInfo& command, std::string_view program) {
  std::string out = cat("Usage: ", program, " ", command.name, " ", command.usage, "\n\n", command.text, "\n");
  if (!command.flags.empty()) out += cat("\nOptions:\n", describe(command.flags));
  if (!command.examples.empty()) out += cat("\nExamples:\n", replace_all(std::string(command.examples), "{}", program));
  return out;
}

Result<int> run_help(const Invocation& invocation) {
  TRY_ASSIGN(const auto parsed, parse(k_help_flags, invocation.arguments));
  if (parsed.has("--list") && !parsed.has("--man")) return invalid_input("--list goes with --man");
  if (parsed.has("--man")) {
    TRY_ASSIGN(const auto page, manual_text(parsed));
    TRY(print(page));
    return k_exit_ok;
  }
  TRY_ASSIGN(const auto text, help_about(parsed.words(), invocation));
  TRY(print(text));
  return k_exit_ok;
}

}  // namespace assay::cli
