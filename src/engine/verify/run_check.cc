#include "engine/verify/run_check.h"

#include "base/clock.h"
#include "base/redact.h"
#include "base/source.h"
#include "base/text.h"
#include "engine/log_file.h"
#include "engine/run/command_run.h"
#include "engine/run/reported_command.h"
#include "judge/outcome/check_outcome.h"
#include "os/files.h"
#include "os/process/process.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_kept_on_disk = std::uint64_t{256} << 20;
constexpr std::uint64_t k_output_most = std::uint64_t{16} << 30;
constexpr size_t k_shown_head = 2'000;
constexpr size_t k_shown_tail = 6'000;

os::Command command_for(const CheckRequest& request, const std::string& raw_file) {
  os::Command command;
  command.folder = request.folder;
  command.environment = os::EnvironmentMode::scrubbed;
  command.environment_grants = request.environment_grants;
  command.environment_changes = request.environment_changes;
  if (request.standing == nullptr) command.scratch = request.scratch;
  command.timeout = request.timeout;
  command.output_limit = k_output_most;
  command.output.file = raw_file;
  command.output.when = os::OutputOptions::File::past_head;
  command.output.file_limit = k_kept_on_disk;
  command.sandbox = request.sandbox;
  command.cancel = request.cancel;
  command.standing = request.standing;
  return command;
}

// The last whole line that has something to read.
std::string_view last_line(std::string_view chunk) {
  const auto end = chunk.find_last_not_of("\r\n \t");
  if (end == std::string_view::npos) return {};
  const auto begin = chunk.find_last_of("\r\n", end);
  return chunk.substr(begin == std::string_view::npos ? 0 : begin + 1,
                      end - (begin == std::string_view::npos ? 0 : begin + 1) + 1);
}

// What is shown and stored of the output: its two ends.
std::string ends_of(const os::Outcome& outcome) {
  const std::string whole = redact(outcome.between() == 0 ? outcome.head + outcome.tail : outcome.head);
  if (outcome.between() == 0 && whole.size() <= k_shown_head + k_shown_tail) return to_utf8(whole);
  const std::string last = outcome.between() == 0 ? whole : redact(outcome.tail);
  const auto head = to_utf8(std::string_view(whole).substr(0, k_shown_head));
  const auto tail =
      to_utf8(last.size() > k_shown_tail ? std::string_view(last).substr(last.size() - k_shown_tail) : last);
  const auto left_out = outcome.output_bytes - std::min<std::uint64_t>(outcome.output_bytes, head.size() + tail.size());
  return cat(head, "\n[… ", left_out, " bytes left out …]\n", tail);
}

struct Tried {
  model::Attempt attempt;
  judge::CheckOutcome outcome;
  judge::CommandRun run;
  std::string shown;
  bool cancelled = false;
};

// The whole output again, from memory or the file it outgrew; nothing when there was none.
Result<std::unique_ptr<ByteSource>> output_of(const os::Outcome& ended, const std::string& raw_file) {
  if (ended.output_bytes == 0) return std::unique_ptr<ByteSource>();
  if (ended.file_bytes == 0) return std::unique_ptr<ByteSource>(std::make_unique<TextSource>(ended.head));
  TRY_ASSIGN(auto file, os::FileSource::open(raw_file));
  return std::unique_ptr<ByteSource>(std::move(file));
}

// Without its secrets, among the evidence; the digest.
Result<std::string> keep_output(const os::Outcome& ended, const CheckRequest& request, const std::string& raw_file,
                                const Evidence& evidence) {
  if (ended.output_bytes == 0) return std::string();
  if (ended.file_bytes == 0) return evidence.keep(redact(ended.head));
  const std::string log_path = request.scratch + ".log";
  TRY_ASSIGN(auto log, LogFile::open(log_path));
  TRY(log.add_redacted(raw_file));
  return evidence.keep_file(log_path);
}

Result<Tried> try_once(const CheckRequest& request, const Evidence& evidence, const OnLine& on_line) {
  const std::string raw_file = request.scratch + ".raw";
  const auto start = SystemClock().now();
  auto command = command_for(request, raw_file);
  const auto reports = request.reports.empty() ? request.scratch + ".reports" : request.reports;
  TRY_ASSIGN(const auto reported, ReportedCommand::make(command, request.check.command.value_or("false"), reports,
                                                        request.runners, request.only, request.cover));
  TRY_ASSIGN(const auto ended, os::run(command, [&](std::string_view chunk) {
               if (const auto line = last_line(chunk); on_line && !line.empty()) on_line(line);
             }));
  Tried tried;
  tried.cancelled = ended.ended == os::Ended::cancelled;
  tried.attempt.ended = os::describe(ended);
  tried.attempt.started_at = start;
  tried.attempt.duration_ms = static_cast<std::uint64_t>(ended.duration.count());
  tried.attempt.output_bytes = ended.output_bytes;
  tried.attempt.truncated = ended.truncated;
  tried.shown = ends_of(ended);
  if (tried.cancelled) return tried;

  const auto timeout_ms = static_cast<std::uint64_t>(request.timeout.count());
  TRY_ASSIGN(const auto output, output_of(ended, raw_file));
  TRY_ASSIGN(tried.run, read_run(request.check.command.value_or(""), ended, timeout_ms, output.get()));
  TRY(reported.collect(tried.run));
  tried.outcome = judge::judge_check(tried.run);
  if (ended.ended == os::Ended::could_not_start) tried.outcome.reason = ended.start_error;
  tried.attempt.proof = name(tried.outcome.proof);
  tried.attempt.reason = tried.outcome.reason;
  tried.attempt.tests_passed = tried.outcome.tests_passed;
  tried.attempt.tests_failed = tried.outcome.tests_failed;
  tried.attempt.tests_skipped = tried.outcome.tests_skipped;
  TRY_ASSIGN(tried.attempt.output, keep_output(ended, request, raw_file, evidence));
  return tried;
}

model::AcceptanceStatus status_of(judge::Proof proof) {
  switch (proof) {
    case judge::Proof::passed: return model::AcceptanceStatus::passed;
    case judge::Proof::failed: return model::AcceptanceStatus::failed;
    case judge::Proof::not_run: break;
  }
  return model::AcceptanceStatus::pending;
}

}  // namespace

Result<CheckRun> run_check(const CheckRequest& request, const Evidence& evidence, const OnLine& on_line) {
  CheckRun out;
  auto& check = out.check;
  check.id = request.check.id;
  check.title = request.check.title;
  check.kind = request.check.kind;
  check.subject = redact(request.check.command.value_or(""));
  for (std::uint32_t i = 0; i <= request.retries; ++i) {
    TRY_ASSIGN(auto tried, try_once(request, evidence, on_line));
    check.attempts.push_back(tried.attempt);
    check.last_output = std::move(tried.shown);
    if (tried.cancelled) {
      out.cancelled = true;
      check.reason = "It was cancelled.";
      return out;
    }
    check.status = status_of(tried.outcome.proof);
    check.reason = tried.outcome.reason;
    check.findings = std::move(tried.outcome.findings);
    out.run = std::move(tried.run);
    if (check.status == model::AcceptanceStatus::pending) check.reason = cat("Not run: ", check.reason);
    if (check.status != model::AcceptanceStatus::failed) break;
  }
  check.flaky = check.status == model::AcceptanceStatus::passed && check.attempts.size() > 1;
  if (check.flaky) {
    check.reason = cat(model::k_flaky_mark, "passed at attempt ", check.attempts.size(), " after ",
                       check.attempts.front().ended, ".");
  }
  return out;
}

}  // namespace assay::engine
