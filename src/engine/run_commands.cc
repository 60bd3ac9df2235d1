#include "engine/run_commands.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/redact.h"
#include "base/text.h"
#include "logs/reader.h"
#include "os/files.h"
#include "os/process.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_output_limit = std::uint64_t{4} << 30;

// The redacted log of all commands, with its line count.
class LogFile {
 public:
  static Result<LogFile> open(const std::string& path) {
    os::Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!fd.is_open()) return unavailable(cat("cannot write ", path, ": ", std::strerror(errno)));
    return LogFile(std::move(fd), path);
  }
  Result<void> add(std::string_view text) {
    if (text.empty()) return {};
    m_lines += count_newlines(text);
    m_mid_line = text.back() != '\n';
    return os::write_all(m_fd.get(), text, m_path);
  }
  Result<void> end_line() { return m_mid_line ? add("\n") : Result<void>(); }
  std::uint64_t lines() const { return m_lines; }

 private:
  LogFile(os::Fd fd, std::string path) : m_fd(std::move(fd)), m_path(std::move(path)) {}
  os::Fd m_fd;
  std::string m_path;
  std::uint64_t m_lines = 0;
  bool m_mid_line = false;
};

judge::CommandRun describe(const std::string& command, const os::Outcome& outcome, std::uint64_t timeout_ms) {
  judge::CommandRun run;
  run.command = command;
  run.timeout_ms = timeout_ms;
  run.duration_ms = static_cast<std::uint64_t>(outcome.duration.count());
  switch (outcome.ended) {
    case os::Ended::exited: run.exit_code = outcome.exit_code; break;
    case os::Ended::signalled: run.signal = os::signal_name(outcome.signal); break;
    case os::Ended::timed_out:
      run.timed_out = true;
      run.signal = os::signal_name(outcome.signal);
      break;
    case os::Ended::could_not_start: run.could_not_start = true; break;
    case os::Ended::output_limit: run.output_limit = true; break;
    case os::Ended::idle:
    case os::Ended::out_of_memory:
    case os::Ended::process_limit:
    case os::Ended::disk_limit: run.signal = os::signal_name(outcome.signal != 0 ? outcome.signal : SIGKILL); break;
    case os::Ended::cancelled: break;
  }
  return run;
}

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

// Copies the raw output into the log, secrets taken out.
Result<void> keep_redacted(const std::string& raw_file, LogFile& log) {
  TRY_ASSIGN(const auto raw, os::FileSource::open(raw_file));
  RedactStream redactor;
  std::vector<char> buffer(size_t{256} << 10);
  std::string out;
  for (;;) {
    TRY_ASSIGN(const size_t n, raw->read(buffer));
    if (n == 0) break;
    redactor.feed({buffer.data(), n}, out);
    TRY(log.add(out));
    out.clear();
  }
  redactor.finish(out);
  TRY(log.add(out));
  return log.end_line();
}

Result<judge::CommandRun> run_one(const std::string& text, const RunOrders& orders, const std::string& raw_file,
                                  LogFile& log) {
  os::Command command;
  command.argv = {"/bin/sh", "-c", text};
  command.folder = orders.folder;
  command.timeout = std::chrono::milliseconds(orders.timeout_ms);
  command.output_limit = k_output_limit;
  const os::Fd raw(::open(raw_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!raw.is_open()) return unavailable(cat("cannot write ", raw_file, ": ", std::strerror(errno)));
  Result<void> written;
  TRY_ASSIGN(const auto outcome, os::run(command, [&](std::string_view chunk) {
               if (written) written = os::write_all(raw.get(), chunk, raw_file);
             }));
  if (!written) return written.error();
  if (outcome.ended == os::Ended::cancelled) return unavailable(cat("cancelled while running `", text, "`"));

  auto run = describe(text, outcome, orders.timeout_ms);
  TRY(log.add(cat("$ ", redact(text), "\n")));
  run.log_line = log.lines();
  TRY_ASSIGN(const auto source, os::FileSource::open(raw_file));
  TRY_ASSIGN(run.log, logs::read_log(*source));
  TRY(keep_redacted(raw_file, log));
  TRY(log.add(closing_line(run)));
  return run;
}

}  // namespace

Result<std::vector<judge::CommandRun>> run_commands(const RunOrders& orders,
                                                    const std::function<void(std::string_view)>& progress) {
  TRY_ASSIGN(auto log, LogFile::open(orders.log_file));
  std::vector<judge::CommandRun> runs;
  for (const auto& command : orders.commands) {
    if (progress) progress(cat("running ", redact(command)));
    TRY_ASSIGN(auto run, run_one(command, orders, os::join_path(orders.scratch, "output.raw"), log));
    if (progress) progress(trim(closing_line(run)));
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace assay::engine
