// `assay land` and `assay queue run`: the operations, with what goes on shown meanwhile.
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/land_steps.h"
#include "cli/operation_run.h"
#include "cli/output.h"
#include "cli/verify_rows.h"
#include "ops/codec.h"
#include "ops/work/landing.h"
#include "ops/work/queue.h"
#include "os/cancel_token.h"

namespace assay::cli {

namespace {

using engine::LandOutcome;

VerifyRows::Style style_for(const Setting& setting) {
  const char* ci = std::getenv("CI");
  if (::isatty(STDERR_FILENO) == 1 && (ci == nullptr || *ci == 0)) return VerifyRows::Style::rows;
  return setting.as_json ? VerifyRows::Style::silent : VerifyRows::Style::lines;
}

std::string list_of(const std::vector<model::MissionId>& missions) {
  std::string out;
  for (const auto& mission : missions) out += cat(out.empty() ? "" : " + ", mission.text);
  return out;
}

// A line on standard error for what happens to the queue; the rows below it are the checks.
class QueueLines final : public engine::QueueEvents {
 public:
  void verifying(const std::vector<model::MissionId>& missions) override {
    print_line(cat("verifying ", plural(missions.size(), "mission"), ": ", list_of(missions)));
  }
  void verified(const model::Verification& done) override {
    print_line(cat("  ", name(done.outcome), ": ", done.reason));
  }
  void landed(const model::MissionId& mission, std::string_view title) override {
    print_line(cat("landed ", mission.text, "  ", title));
  }
  void evicted(const model::MissionId& mission, std::string_view finding) override {
    print_line(cat("evicted ", mission.text, "  ", finding));
  }

 private:
  static void print_line(const std::string& line) { std::fputs(cat(printable(line), "\n").c_str(), stderr); }
};

}  // namespace

Result<int> run_land(Setting& setting, const json::object& from) {
  TRY_ASSIGN(const auto request, ops::decode<ops::Land::Request>(from));
  const auto terminal = terminal_of_stdout(setting.context.clock());
  os::cancel_on_signals();
  LandSteps steps;
  VerifyRows rows(style_for(setting), terminal);
  auto document = ops::land_watched(setting.context, request, {rows, steps});
  rows.clear();
  if (!document) return document.error();
  if (setting.as_json) {
    TRY(print(write_json(ops::encode(*document), Indent::two_spaces) + "\n"));
  } else {
    TRY(print(present(*document, terminal)));
  }
  const auto& report = document->report;
  const bool taken_out = report.outcome == LandOutcome::already_landed && !report.next.empty();
  return report.outcome == LandOutcome::refused || taken_out ? k_exit_gate : k_exit_ok;
}

Result<int> run_queue(Setting& setting, const json::object& from) {
  TRY(ops::decode<ops::RunQueue::Request>(from));
  const auto terminal = terminal_of_stdout(setting.context.clock());
  os::cancel_on_signals();
  LandSteps steps;
  QueueLines lines;
  engine::VerifyEvents silent;
  TRY_ASSIGN(auto document, ops::run_queue_watched(setting.context, {silent, steps, lines}));
  if (setting.as_json) {
    TRY(print(write_json(ops::encode(document), Indent::two_spaces) + "\n"));
  } else {
    TRY(print(present(document, terminal)));
  }
  if (!document.report.stopped.empty()) return k_exit_error;
  return document.report.evicted.empty() ? k_exit_ok : k_exit_gate;
}

}  // namespace assay::cli
