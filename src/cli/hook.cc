// `assay hook`: what clients of coding agents call, and how it gets into their settings.
#include "engine/hook/hook.h"

#include <cstdio>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands_options.h"
#include "engine/hook/hook_files.h"
#include "engine/hook/push.h"
#include "git/repository.h"
#include "os/cancel_token.h"
#include "os/files.h"

namespace assay::cli {

namespace {

constexpr std::uint64_t k_hook_input_limit = std::uint64_t{64} << 20;
// A client takes 2 for "refused", with what is on standard error as the reason: trouble of ours must never be that.
constexpr int k_exit_trouble = 1;

constexpr auto k_hook_only_flags = std::to_array<Flag>({
    {"--dialect", "", Takes::value, "claude|codex|gemini|copilot|cursor",
     "the client that asks (default: seen from what it sends)"},
    {"--task", "--intent", Takes::value, "TEXT", "what was asked for (default: the prompts of the session)"},
    {"--task-file", "--intent-file", Takes::value, "FILE", "the same from a file"},
    {"--base", "", Takes::value, "REV", "measure the change against this (default: inferred)"},
    {"--fail-on", "", Takes::value, "KIND", "send the agent back on conditional (the default) or not_mergeable alone"},
});
constexpr auto k_hook_file_flags = std::to_array<Flag>({
    {"--project", "", Takes::nothing, "", "install, uninstall: the settings of this repository (the default)"},
    {"--user", "", Takes::nothing, "", "install, uninstall: your own settings, for all repositories"},
    {"--json", "", Takes::nothing, "", "install, uninstall, status: print JSON"},
});
constexpr auto k_hook_table = joined(k_hook_only_flags, k_commands_flags, k_hook_file_flags);

Result<hooks::Client> client_of(std::string_view name) {
  if (const auto client = hooks::client_named(name)) return *client;
  return invalid_input(cat("there is no client ", excerpt(printable(name), 40),
                           "; known are claude, codex, gemini, copilot, cursor and git"));
}

Result<engine::HookRequest> read_hook_options(const Parsed& options) {
  engine::HookRequest request;
  TRY(read_commands(options, request.check));
  request.check.base = options.value("--base");
  if (const auto kind = options.value("--fail-on")) {
    TRY_ASSIGN(const auto fail_on, engine::fail_on_named(*kind));
    if (fail_on != engine::FailOn::conditional && fail_on != engine::FailOn::not_mergeable)
      return invalid_input("--fail-on of a hook takes conditional or not_mergeable");
    request.check.fail_on = fail_on;
  }
  request.task = options.value("--task").value_or("");
  if (const auto file = options.value("--task-file")) {
    if (!request.task.empty()) return invalid_input("give --task or --task-file, not both");
    TRY_ASSIGN(request.task, os::read_file(*file));
  }
  return request;
}

Result<engine::HookRequest> read_hook_request(const Parsed& options) {
  TRY_ASSIGN(auto request, read_hook_options(options));
  std::optional<hooks::Client> forced;
  if (const auto dialect = options.value("--dialect")) {
    TRY_ASSIGN(forced, client_of(*dialect));
  }
  TRY_ASSIGN(const auto input, os::read_stdin(k_hook_input_limit));
  TRY_ASSIGN(request.input, hooks::read_input(input, forced));
  return request;
}

Result<engine::HookAnswer> answer(const Parsed& options) {
  TRY_ASSIGN(const auto request, read_hook_request(options));
  os::cancel_on_signals();
  SystemClock clock;
  return engine::answer_hook(request, clock);
}

void note(std::string_view text) {
  (void)os::write_all(STDERR_FILENO, cat("assay: ", printable(text), "\n"), "standard error");
}

int answer_client(const Parsed& options) {
  const auto answered = answer(options);
  if (!answered) {
    note(answered.error().message);
    return k_exit_trouble;
  }
  if (!answered->note.empty()) note(answered->note);
  return answered->output.empty() || print(answered->output) ? k_exit_ok : k_exit_trouble;
}

// A word of a shell, as it stands or in quotes.
std::string shell_word(std::string_view word) {
  const auto plain = [](char c) {
    return is_alnum(c) || is_one_of(std::string_view(&c, 1), {"/", ".", "-", "_", "=", ":", ",", "@", "+"});
  };
  bool is_plain = !word.empty();
  for (const char c : word) is_plain = is_plain && plain(c);
  return is_plain ? std::string(word) : cat("'", replace_all(std::string(word), "'", "'\\''"), "'");
}

// "assay hook", with what was given to `install` for it.
std::string hook_command(const Parsed& options, std::string_view verb = {}) {
  std::string out = cat("assay hook", verb);
  const auto add = [&](const Flag& flag) {
    for (const auto& value : options.values(flag.name)) {
      out += cat(" ", flag.name);
      if (flag.takes != Takes::nothing) out += cat("=", shell_word(value));
    }
  };
  for (const auto& flag : k_hook_only_flags) add(flag);
  for (const auto& flag : k_commands_flags) add(flag);
  return out;
}

std::string_view word_for(hooks::Installed state) {
  switch (state) {
    case hooks::Installed::no: return "no";
    case hooks::Installed::partly: return "partly";
    case hooks::Installed::yes: break;
  }
  return "yes";
}

std::string_view word_for(engine::HookScope scope) { return scope == engine::HookScope::user ? "user" : "project"; }

json::object hook_json(const engine::HookFile& file) {
  json::object out{{"client", hooks::name_of(file.client)},
                   {"scope", word_for(file.scope)},
                   {"file", file.file},
                   {"installed", word_for(file.state)}};
  if (!file.problem.empty()) out["problem"] = file.problem;
  return out;
}

Result<int> show_status(const Parsed& options) {
  const auto repository = git::Repository::open(".");
  const auto found = engine::find_hooks(repository ? repository->root() : std::string(), hook_command(options));
  json::array files;
  std::string text;
  for (const auto& file : found) {
    files.push_back(hook_json(file));
    const auto state = file.problem.empty() ? std::string(word_for(file.state)) : cat("cannot be read: ", file.problem);
    text += cat(hooks::name_of(file.client), std::string(10 - hooks::name_of(file.client).size(), ' '),
                word_for(file.scope), file.scope == engine::HookScope::user ? "     " : "  ", state,
                std::string(state.size() < 8 ? 8 - state.size() : 1, ' '), printable(file.file), "\n");
  }
  TRY(print(options.has("--json") ? write_json(json::object{{"hooks", std::move(files)}}, Indent::two_spaces) + "\n"
                                  : text));
  return k_exit_ok;
}

// What git calls before it pushes. It refuses with 1; trouble of ours is 1 too, because a push can be repeated.
Result<int> answer_push(const Parsed& options) {
  TRY_ASSIGN(const auto given, read_hook_options(options));
  auto check = given.check;
  if (!given.task.empty()) check.intent = given.task;
  TRY_ASSIGN(const auto lines, os::read_stdin(k_hook_input_limit));
  TRY_ASSIGN(const auto repository, git::Repository::open("."));
  os::cancel_on_signals();
  TRY_ASSIGN(const auto branches, engine::judge_push(repository, lines, check, note));
  bool refused = false;
  for (const auto& branch : branches) {
    refused = refused || branch.refused;
    note(cat(branch.branch, ": ", branch.final_verdict, branch.refused ? ", not pushed" : ""));
    if (!branch.findings.empty())
      (void)os::write_all(STDERR_FILENO, cat(branch.findings, "All of it: assay explain ", branch.run, "\n"),
                          "standard error");
  }
  if (refused) note("to push it all the same: git push --no-verify");
  return refused ? k_exit_gate : k_exit_ok;
}

Result<int> change_git_hook(const Parsed& options) {
  if (options.has("--user")) return invalid_input("git's hook is one of a repository; there is none for the user");
  TRY_ASSIGN(const auto repository, git::Repository::open("."));
  const bool installs = options.words()[0] == "install";
  TRY_ASSIGN(const auto file, installs ? engine::install_push_hook(repository, hook_command(options, " pre-push"))
                                       : engine::uninstall_push_hook(repository));
  const json::object document{
      {"client", "git"}, {"scope", "project"}, {"file", file}, {"installed", installs ? "yes" : "no"}};
  TRY(print(options.has("--json") ? write_json(document, Indent::two_spaces) + "\n"
            : installs            ? cat("git push asks Assay first, by ", printable(file),
                                        ".\nTake it out with: assay hook uninstall git\n")
                                  : cat("No call of Assay is in ", printable(file), " any more.\n")));
  return k_exit_ok;
}

Result<int> change_settings(const Parsed& options) {
  const auto& words = options.words();
  if (words.size() < 2)
    return invalid_input(
        cat("assay hook ", words[0], " wants a client: claude, codex, gemini, copilot, cursor or git"));
  if (words[1] == "git") return change_git_hook(options);
  TRY_ASSIGN(const auto client, client_of(words[1]));
  if (options.has("--project") && options.has("--user")) return invalid_input("give --project or --user, not both");
  const auto scope = options.has("--user") ? engine::HookScope::user : engine::HookScope::project;
  std::string top;
  if (scope == engine::HookScope::project) {
    TRY_ASSIGN(const auto repository, git::Repository::open("."));
    top = repository.root();
  }
  const bool installs = words[0] == "install";
  TRY_ASSIGN(const auto file, installs ? engine::install_hooks(client, scope, top, hook_command(options))
                                       : engine::uninstall_hooks(client, scope, top));
  if (options.has("--json")) {
    TRY(print(write_json(hook_json(file), Indent::two_spaces) + "\n"));
    return k_exit_ok;
  }
  const auto who = hooks::name_of(client);
  TRY(print(installs
                ? cat("Hooks of ", who, " are in ", printable(file.file), ".\nWhen ", who,
                      " says that it is done, `assay check` judges the change; it goes on when that is not accepted.\n"
                      "Take them out with: assay hook uninstall ",
                      who, scope == engine::HookScope::user ? " --user\n" : "\n")
                : cat("No hook of Assay is in ", printable(file.file), " any more.\n")));
  if (installs && client == hooks::Client::codex)
    TRY(print("codex asks once whether it may trust these hooks; say yes in /hooks.\n"));
  return k_exit_ok;
}

}  // namespace

const std::span<const Flag> k_hook_flags = k_hook_table;

Result<int> run_hook(const Invocation& invocation) {
  const auto options = parse(k_hook_flags, invocation.arguments);
  if (options && !options->words().empty()) {
    const auto& verb = options->words().front();
    if (verb == "pre-push") return answer_push(*options);  // git names the remote behind it
    if (options->words().size() > (verb == "status" ? 1u : 2u))
      return invalid_input(cat("unexpected argument ", excerpt(printable(options->words().back()), 40)));
    if (verb == "status") return show_status(*options);
    if (verb == "install" || verb == "uninstall") return change_settings(*options);
    return invalid_input(cat("assay hook knows install, uninstall and status, not ", excerpt(printable(verb), 40)));
  }
  // Somebody at a terminal is no client.
  if (::isatty(STDIN_FILENO) != 0) {
    if (!options) return options.error();
    return invalid_input(
        "assay hook is called by coding agents; see `assay hook --help` and `assay hook install claude`");
  }
  if (!options) {
    note(options.error().message);
    return k_exit_trouble;
  }
  return answer_client(*options);
}

}  // namespace assay::cli
