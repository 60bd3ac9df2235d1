#include "git/call.h"

#include <atomic>
#include <cstdint>

#include <unistd.h>

#include "base/text.h"
#include "git/network_call.h"
#include "os/files.h"
#include "os/process/process.h"

namespace assay::git {

namespace {

// Configuration that could run programs or change output, overruled for every call.
constexpr const char* k_settings[] = {"core.quotepath=false",
                                      "core.fsmonitor=false",
                                      "core.hooksPath=/dev/null",
                                      "core.pager=cat",
                                      "core.editor=false",
                                      "core.askPass=",
                                      "core.alternateRefsCommand=true",
                                      "core.untrackedCache=false",
                                      "core.trustctime=true",
                                      "core.checkStat=default",
                                      "core.warnAmbiguousRefs=false",
                                      "advice.detachedHead=false",
                                      "color.ui=false",
                                      "diff.noprefix=false",
                                      "diff.mnemonicPrefix=false",
                                      "diff.renames=true",
                                      "diff.ignoreSubmodules=none",
                                      "diff.orderFile=/dev/null",
                                      "status.showUntrackedFiles=all",
                                      "submodule.recurse=false",
                                      "commit.gpgsign=false",
                                      "push.gpgSign=false",
                                      "push.followTags=false",
                                      "push.recurseSubmodules=no",
                                      "maintenance.auto=false",
                                      "gc.auto=0"};

// A network call needs the user's ways to authenticate: these are the user's own, set outside any repository.
constexpr const char* k_kept_for_network[] = {
    "GIT_SSH",           "GIT_SSH_COMMAND",   "GIT_SSH_VARIANT",    "GIT_ASKPASS",
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"};

bool is_kept(std::string_view name, Network network) {
  // Where the user's own configuration lies is the user's choice in every call.
  if (name.starts_with("GIT_CONFIG_GLOBAL") || name == "GIT_CONFIG_SYSTEM" || name == "GIT_CONFIG_NOSYSTEM")
    return true;
  if (network == Network::no) return false;
  for (const std::string_view kept : k_kept_for_network) {
    if (name == kept) return true;
  }
  return false;
}

std::string_view name_of(std::string_view entry) { return entry.substr(0, entry.find('=')); }

// Everything named GIT_* goes: some of it is set by git itself when we are called from a hook, the
// rest points git elsewhere or makes it talk. The folder we were given counts.
std::vector<std::string> environment_of(const Call& call) {
  std::vector<std::string> out = call.environment;
  const auto add = [&](std::string entry) {
    for (const auto& present : call.environment) {
      if (name_of(present) == name_of(entry)) return;
    }
    out.push_back(std::move(entry));
  };
  add("GIT_TERMINAL_PROMPT=0");
  add("GIT_OPTIONAL_LOCKS=0");
  add("GIT_ALLOW_PROTOCOL=" + std::string(call.network == Network::yes ? "file:git:http:https:ssh" : "none"));
  add("GIT_NO_LAZY_FETCH=1");
  add("GCM_INTERACTIVE=never");
  add("LC_ALL=C");
  add("LANGUAGE");
  add("SSH_ASKPASS");
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view name = name_of(*entry);
    if (name.starts_with("GIT_") && !is_kept(name, call.network)) add(std::string(name));
  }
  return out;
}

// One folder for what is told all calls of this process: making one per call would cost as much
// as the smallest calls themselves.
Result<std::string> scratch_name() {
  static const Result<os::ScratchFolder> folder = os::ScratchFolder::make("assay-git");
  static std::atomic<std::uint64_t> next{0};
  if (!folder) return Error(folder.error());
  return os::join_path(folder->path(), cat(next.fetch_add(1)));
}

struct Removed {
  std::string path;
  ~Removed() {
    if (!path.empty()) ::unlink(path.c_str());
  }
};

constexpr size_t k_argument_end = size_t{128} << 10;  // Linux takes no longer one
constexpr std::uint64_t k_answer_end = std::uint64_t{2} << 30;

Error not_ended(const os::Outcome& outcome, const Call& call, std::chrono::milliseconds silence) {
  const std::string what = call.arguments.empty() ? "" : call.arguments.front();
  switch (outcome.ended) {
    case os::Ended::could_not_start:
      if (!os::is_folder(call.folder)) return not_found(cat("the folder ", call.folder, " does not exist"));
      return unavailable(cat("git could not be started (", outcome.start_error, "); install git 2.38 or newer"));
    case os::Ended::cancelled: return unavailable("cancelled");
    case os::Ended::signalled:
      return unavailable(
          cat("git ", what, " in ", call.folder, " was ended by signal ", outcome.signal, " from outside; try again"));
    case os::Ended::timed_out:
      return unavailable(
          cat("git ", what, " in ", call.folder, " was ended after ", call.timeout.count() / 1000, " s"));
    case os::Ended::idle:
      return unavailable(cat("it did not answer for ", silence.count() / 1000, " s and was given up"));
    case os::Ended::output_limit:
      return unavailable(cat("git ", what, " in ", call.folder, " answers with more than 2 GiB"));
    default: return unavailable(cat("git ", what, " in ", call.folder, " did not end by itself"));
  }
}

// `silence`: 0 for never.
Result<Answer> run_git(const Call& call, std::chrono::milliseconds silence) {
  for (const auto& argument : call.arguments) {
    if (argument.size() >= k_argument_end) {
      return invalid_input(
          cat("git cannot be given an argument of ", argument.size(), " bytes: ", excerpt(argument, 40)));
    }
  }
  os::Command command;
  command.argv = {"git", "--no-pager"};
  for (const char* setting : k_settings) {
    command.argv.emplace_back("-c");
    command.argv.emplace_back(setting);
  }
  command.argv.insert(command.argv.end(), call.arguments.begin(), call.arguments.end());
  command.folder = call.folder;
  command.timeout = call.timeout;
  command.idle_timeout = silence;
  command.environment_changes = environment_of(call);

  Removed input;
  if (call.input) {
    TRY_ASSIGN(input.path, scratch_name());
    TRY(os::write_file(input.path, *call.input));
    command.stdin_file = input.path;
  }
  Answer answer;
  constexpr size_t k_errors_kept = size_t{64} << 10;
  command.stdout_file = call.output_file;
  command.output.head = command.output.tail = 0;
  command.output_limit = k_answer_end;
  command.on_errors = [&](std::string_view text) {
    answer.errors.append(text.substr(0, k_errors_kept - answer.errors.size()));
  };
  TRY_ASSIGN(const auto outcome, os::run(command, [&](std::string_view text) { answer.output += text; }));
  if (outcome.ended != os::Ended::exited) return not_ended(outcome, call, silence);
  answer.exit_code = outcome.exit_code;
  return answer;
}

}  // namespace

Result<Answer> call(const Call& call) { return run_git(call, std::chrono::milliseconds(0)); }

Result<Answer> call_network(Call call, std::chrono::milliseconds silence) {
  call.network = Network::yes;
  return run_git(call, silence);
}

std::string Answer::why() const {
  for (const std::string_view text : {std::string_view(errors), std::string_view(output)}) {
    std::string_view first;
    for (const auto line : split_lines(text)) {
      if (line.starts_with("fatal: ") || line.starts_with("error: ")) return std::string(line);
      if (first.empty()) first = trim(line);
    }
    if (!first.empty()) return std::string(first);
  }
  return cat("exit status ", exit_code);
}

std::vector<std::string> identity(std::int64_t date) {
  std::vector<std::string> out;
  for (const char* role : {"AUTHOR", "COMMITTER"}) {
    out.push_back(cat("GIT_", role, "_NAME=Assay"));
    out.push_back(cat("GIT_", role, "_EMAIL=assay@localhost"));
    out.push_back(cat("GIT_", role, "_DATE=@", date, " +0000"));
  }
  return out;
}

}  // namespace assay::git
