// `assay land`: the operation, with what goes on shown meanwhile.
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/land_steps.h"
#include "cli/operation_run.h"
#include "cli/present.h"
#include "cli/verify_rows.h"
#include "ops/codec.h"
#include "ops/landing.h"
#include "os/cancel_token.h"

namespace assay::cli {

namespace {

using engine::LandOutcome;

VerifyRows::Style style_for(const Setting& setting) {
  const char* ci = std::getenv("CI");
  if (::isatty(STDERR_FILENO) == 1 && (ci == nullptr || *ci == 0)) return VerifyRows::Style::rows;
  return setting.as_json ? VerifyRows::Style::silent : VerifyRows::Style::lines;
}

}  // namespace

Result<int> run_land(Setting& setting, const json::object& from) {
  TRY_ASSIGN(const auto request, ops::decode<ops::Land::Request>(from));
  const auto terminal = Terminal::of_stdout(setting.context.clock());
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
  return document->report.outcome == LandOutcome::refused ? k_exit_gate : k_exit_ok;
}

}  // namespace assay::cli
