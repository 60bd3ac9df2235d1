#include "engine/run/run_commands.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>

#include "base/redact.h"
#include "base/text.h"
#include "engine/log_file.h"
#include "engine/run/command_run.h"
#include "engine/run/reported_command.h"
#include "os/files.h"
#include "os/process/process.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_output_limit = std::uint64_t{4} << 30;

std::string closing_line(const judge::CommandRun& run) {
  std::string how = "could not be started";
  if (run.timed_out)
    how = cat("timed out after ", run.timeout_ms, " ms");
  else if (run.output_limit)
    how = "ended: too much output";
  else if (run.exit_code)
    how = cat("exit ", *run.exit_code);
  else if (run.signal)
    how = cat("ended by ", *run.signal);
  return cat("[", how, ", ", run.duration_ms, " ms]\n\n");
}

Result<judge::CommandRun> run_one(const std::string& text, const CommandsRequest& request, const std::string& raw_file,
                                  LogFile& log) {
  os::Command command;
  command.folder = request.folder;
  command.timeout = std::chrono::milliseconds(request.timeout_ms);
  command.output_limit = k_output_limit;
  command.sandbox = request.sandbox;
  command.cancel = request.cancel;
  if (request.sandbox) {
    command.environment = os::EnvironmentMode::scrubbed;
    for (const auto& entry : request.environment)
      (contains(entry, "=") ? command.environment_changes : command.environment_grants).push_back(entry);
  }
  for (const auto& variable : request.variables) command.environment_changes.push_back(variable);
  TRY_ASSIGN(const auto reported, ReportedCommand::make(command, text, cat(raw_file, ".reported"), request.runners,
                                                        request.only, request.cover));
  const os::Fd raw(::open(raw_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!raw.is_open()) return unavailable(cat("cannot write ", raw_file, ": ", std::strerror(errno)));
  Result<void> written;
  TRY_ASSIGN(const auto outcome, os::run(command, [&](std::string_view chunk) {
               if (written) written = os::write_all(raw.get(), chunk, raw_file);
             }));
  if (!written) return written.error();
  if (outcome.ended == os::Ended::cancelled) return unavailable(cat("cancelled while running `", text, "`"));

  TRY_ASSIGN(const auto output, os::FileSource::open(raw_file));
  TRY_ASSIGN(auto run, read_run(text, outcome, request.timeout_ms, output.get()));
  TRY(reported.collect(run));
  TRY(log.add(cat("$ ", redact(text), "\n")));
  run.log_line = log.lines();
  TRY(log.add_redacted(raw_file));
  TRY(log.end_line());
  for (const auto& path : outcome.tampered) TRY(log.add(cat("[it changed ", to_utf8(path), ", which was put back]\n")));
  TRY(log.add(closing_line(run)));
  return run;
}

}  // namespace

Result<std::vector<judge::CommandRun>> run_commands(const CommandsRequest& request,
                                                    const std::function<void(std::string_view)>& progress) {
  TRY_ASSIGN(auto log, LogFile::open(request.log_file));
  std::vector<judge::CommandRun> runs;
  for (const auto& command : request.commands) {
    if (progress) progress(cat("running ", redact(command)));
    TRY_ASSIGN(auto run,
               run_one(command, request, os::join_path(request.scratch, cat("run-", runs.size(), ".raw")), log));
    if (progress) progress(trim(closing_line(run)));
    if (request.after_each) TRY(request.after_each(run));
    runs.push_back(std::move(run));
    if (request.stops_at_failure && runs.back().exit_code != 0) break;
  }
  return runs;
}

bool any_failed(const std::vector<judge::CommandRun>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const auto& run) { return run.exit_code != 0; });
}

}  // namespace assay::engine
