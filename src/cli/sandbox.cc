// `assay sandbox`: runs a command as a check would be run, so that people can see what it sees.
#include <algorithm>
#include <cstdlib>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "engine/sandbox_policy.h"
#include "os/files.h"
#include "os/process/process.h"
#include "os/process/sandbox_probe.h"
#include "os/process/standing_sandbox.h"

namespace assay::cli {

namespace {

constexpr Flag k_sandbox_table[] = {
    {"--level", "", Takes::value, "LEVEL", "bubblewrap, landlock or off (default: the best that works here)"},
    {"--network", "", Takes::nothing, "", "let it use the network (default: none but its own loopback)"},
    {"--writable", "", Takes::values, "DIR", "a folder it may write besides the work tree"},
    {"--readable", "", Takes::values, "PATH", "a path it may read"},
    {"--env", "", Takes::values, "NAME", "let a variable through; NAME* for all that begin so; NAME=VALUE sets one"},
    {"--scratch", "", Takes::value, "DIR", "keep its HOME and TMPDIR there (default: new ones, removed afterwards)"},
    {"--timeout-ms", "", Takes::value, "N", "end it after that time (600000)"},
    {"--idle-ms", "", Takes::value, "N", "end it when it says nothing for that time"},
    {"--processes", "", Takes::value, "N", "processes and threads at a time (2048)"},
    {"--memory-mb", "", Takes::value, "N", "memory of all its processes (three quarters of the machine's)"},
    {"--file-mb", "", Takes::value, "N", "size of one file (16384)"},
    {"--disk-mb", "", Takes::value, "N", "growth of what it may write (32768)"},
    {"--files", "", Takes::value, "N", "number of new files (4000000)"},
    {"--open-files", "", Takes::value, "N", "open files of one process (65536)"},
    {"--output", "", Takes::value, "FILE", "write its output there instead of showing it"},
    {"--output-mb", "", Takes::value, "N", "how much of it to keep in the file (1024); the rest is counted"},
    {"--output-limit-mb", "", Takes::value, "N", "end it when it has written that much"},
    {"--standing", "", Takes::nothing, "", "in a sandbox that could serve further commands, as `verify` uses it"},
    {"--probe", "", Takes::nothing, "", "run nothing; tell which level works here and why"},
    {"--json", "", Takes::nothing, "", "print what became of it as JSON, with both ends of its output"},
};

constexpr std::uint64_t k_mega = std::uint64_t{1} << 20;

Result<void> read_number(const Parsed& options, std::string_view flag, std::uint64_t unit, std::uint64_t& into) {
  const auto text = options.value(flag);
  if (!text) return {};
  const auto number = parse_uint(*text);
  if (!number || *number == 0 || *number > (std::uint64_t{1} << 40))
    return invalid_input(cat(flag, " takes a number from 1, not ", excerpt(*text, 40)));
  into = *number * unit;
  return {};
}

Result<void> read_time(const Parsed& options, std::string_view flag, std::chrono::milliseconds& into) {
  auto number = static_cast<std::uint64_t>(into.count());
  TRY(read_number(options, flag, 1, number));
  into = std::chrono::milliseconds(number);
  return {};
}

Result<std::vector<std::string>> absolute(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const auto& path : paths) {
    TRY_ASSIGN(auto real, os::real_path(path));
    out.push_back(std::move(real));
  }
  return out;
}

Result<os::Sandbox> wanted_sandbox(const Parsed& options, os::Sandbox::Level level) {
  engine::SandboxRequest wish;
  wish.level = level;
  wish.tools = os::Sandbox::Tools::programs_and_packages;
  if (options.has("--network")) wish.network = os::Sandbox::Network::host;
  TRY_ASSIGN(wish.writable, absolute(options.values("--writable")));
  TRY_ASSIGN(wish.readable, absolute(options.values("--readable")));
  TRY(read_number(options, "--processes", 1, wish.limits.processes));
  TRY(read_number(options, "--memory-mb", k_mega, wish.limits.memory));
  TRY(read_number(options, "--file-mb", k_mega, wish.limits.file_size));
  TRY(read_number(options, "--disk-mb", k_mega, wish.limits.disk));
  TRY(read_number(options, "--files", 1, wish.limits.files));
  TRY(read_number(options, "--open-files", 1, wish.limits.open_files));
  return engine::sandbox_for(".", wish);
}

// Without a wish bubblewrap is taken to work: trying it first would take as long as using it.
Result<os::Outcome> run_at_best_level(os::Command& command, const Parsed& options, const os::OnOutput& show) {
  auto outcome = os::run(command, show);
  if (outcome || outcome.error().code != Code::unavailable || options.has("--level")) return outcome;
  TRY_ASSIGN(const auto level, os::best_sandbox_level());
  if (level == os::Sandbox::Level::bubblewrap) return outcome;
  TRY_ASSIGN(command.sandbox, wanted_sandbox(options, level));
  return os::run(command, show);
}

Result<os::Command> wanted_command(const Parsed& options) {
  os::Command command;
  command.argv = options.words();
  if (command.argv.empty()) return invalid_input("no command; write it behind --: assay sandbox -- npm test");
  command.environment = os::EnvironmentMode::scrubbed;
  for (const auto& entry : options.values("--env"))
    (contains(entry, "=") ? command.environment_changes : command.environment_grants).push_back(entry);
  command.scratch = options.value("--scratch").value_or("");
  TRY(read_time(options, "--timeout-ms", command.timeout));
  TRY(read_time(options, "--idle-ms", command.idle_timeout));
  command.output.file = options.value("--output").value_or("");
  TRY(read_number(options, "--output-mb", k_mega, command.output.file_limit));
  TRY(read_number(options, "--output-limit-mb", k_mega, command.output_limit));
  TRY_ASSIGN(const auto level, os::level_named(options.value("--level").value_or("bubblewrap")));
  TRY_ASSIGN(command.sandbox, wanted_sandbox(options, level));
  return command;
}

json::value outcome_json(const os::Outcome& outcome, const os::Command& command) {
  json::object out;
  out["schemaVersion"] = 1;
  out["level"] = os::name_of(command.sandbox->level);
  out["network"] = command.sandbox->network == os::Sandbox::Network::host ? "host" : "none";
  out["limits"] = outcome.limits;
  out["outcome"] = os::name_of(outcome.ended);
  out["exit_code"] = outcome.ended == os::Ended::exited ? json::value(outcome.exit_code) : json::value(nullptr);
  out["signal"] = outcome.signal != 0 ? json::value(os::signal_name(outcome.signal)) : json::value(nullptr);
  out["start_error"] = outcome.start_error.empty() ? json::value(nullptr) : json::value(to_utf8(outcome.start_error));
  out["duration_ms"] = outcome.duration.count();
  json::array tampered;
  for (const auto& path : outcome.tampered) tampered.emplace_back(to_utf8(path));
  out["tampered"] = std::move(tampered);
  out["output"] = json::object{{"bytes", outcome.output_bytes},  {"file_bytes", outcome.file_bytes},
                               {"truncated", outcome.truncated}, {"head", to_utf8(outcome.head)},
                               {"tail", to_utf8(outcome.tail)},  {"between", outcome.between()}};
  return out;
}

json::value probe_json(const os::SandboxProbe& probe) {
  json::array notes;
  for (const auto& note : probe.notes) notes.emplace_back(note);
  const auto trial = [](const os::SandboxProbe::Trial& t) { return json::object{{"works", t.works}, {"why", t.why}}; };
  return json::object{{"schemaVersion", 1},
                      {"level", os::name_of(probe.level)},
                      {"why", probe.why},
                      {"bubblewrap", trial(probe.bubblewrap)},
                      {"landlock", trial(probe.landlock)},
                      {"limits", json::object{{"by", probe.limits}, {"why", probe.limits_why}}},
                      {"notes", std::move(notes)}};
}

Result<int> print_probe(const Parsed& options) {
  TRY_ASSIGN(const auto probe, os::probe_sandbox());
  if (options.has("--json")) {
    TRY(print(write_json(probe_json(probe), Indent::two_spaces) + "\n"));
    return k_exit_ok;
  }
  std::string text = cat(os::name_of(probe.level), ": ", probe.why, "\n  ", probe.limits_why, "\n");
  for (const auto& note : probe.notes) text += cat("  ", note, "\n");
  TRY(print(text));
  return k_exit_ok;
}

int exit_status(const os::Outcome& outcome) {
  switch (outcome.ended) {
    case os::Ended::could_not_start:
    case os::Ended::machine_memory:
    case os::Ended::cancelled: return k_exit_error;
    default: break;
  }
  return outcome.succeeded() ? k_exit_ok : k_exit_gate;
}

Result<void> print_error(std::string_view text) { return os::write_all(STDERR_FILENO, text, "standard error"); }

}  // namespace

const std::span<const Flag> k_sandbox_flags = k_sandbox_table;

Result<int> run_sandbox(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_sandbox_flags, invocation.arguments));
  os::cancel_on_signals();
  if (options.has("--probe")) return print_probe(options);
  TRY_ASSIGN(auto command, wanted_command(options));
  os::StandingSandboxes standing;
  if (options.has("--standing")) {
    if (options.has("--scratch"))
      return invalid_input("--standing has a scratch folder of its own; leave out --scratch");
    command.standing = &standing;
  }
  const bool as_json = options.has("--json");
  os::OnOutput show;
  if (!as_json && command.output.file.empty()) show = [](std::string_view chunk) { (void)print(chunk); };
  TRY_ASSIGN(const auto outcome, run_at_best_level(command, options, show));
  if (as_json)
    TRY(print(write_json(outcome_json(outcome, command), Indent::two_spaces) + "\n"));
  else if (!outcome.succeeded() || !outcome.tampered.empty())
    TRY(print_error(cat(invocation.program, ": ", os::describe(outcome),
                        " (sandbox: ", os::name_of(command.sandbox->level), ")\n")));
  for (const auto& path : outcome.tampered)
    TRY(print_error(cat(invocation.program, ": it changed ", to_utf8(path), ", which was put back\n")));
  return exit_status(outcome);
}

}  // namespace assay::cli
