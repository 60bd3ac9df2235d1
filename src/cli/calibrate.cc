// `assay calibrate`: wiring between the flags, the engine and what is printed.
#include "engine/calibrate/calibrate.h"

#include <cstdio>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands_options.h"
#include "cli/output.h"
#include "ops/board/calibration.h"
#include "ops/operation.h"
#include "os/cancel_token.h"
#include "os/files.h"
#include "report/shield.h"

namespace assay::cli {

namespace {

constexpr auto k_history_flags = std::to_array<Flag>({
    {"--commits", "", Takes::value, "N", "how many commits to take (default: 10)"},
    {"--since", "", Takes::value, "REV", "only commits after this one"},
    {"--budget-minutes", "", Takes::value, "M", "begin nothing new after this time (default: 30)"},
});
constexpr auto k_calibration_flags = std::to_array<Flag>({
    {"--workspace", "", Takes::value, "DIR", "the git work tree (default: here)"},
    {"--last", "", Takes::nothing, "", "show what was measured last, and measure nothing"},
    {"--json", "", Takes::nothing, "", "print JSON (the default when not on a terminal)"},
    {"--shield", "", Takes::value, "FILE", "also write an image for a README (SVG)"},
});
constexpr auto k_calibrate_table = joined(k_history_flags, k_commands_flags, k_grant_flags, k_calibration_flags);

Result<engine::CalibrateRequest> calibrate_request(const Parsed& options) {
  engine::CalibrateRequest request;
  request.check.workspace = options.value("--workspace").value_or(".");
  TRY(read_commands(options, request.check));
  TRY_ASSIGN(request.commits, number_of(options, "--commits", {1, 1000}, request.commits));
  TRY_ASSIGN(const auto minutes, number_of(options, "--budget-minutes", {1, 7 * 24 * 60},
                                           static_cast<std::uint64_t>(request.budget.count())));
  request.budget = std::chrono::minutes(minutes);
  request.since = options.value("--since");
  return request;
}

void say(std::string_view line) { (void)os::write_all(STDERR_FILENO, cat(printable(line), "\n"), "standard error"); }

Result<ops::CalibrationDocument> measure(const Parsed& options) {
  TRY_ASSIGN(const auto request, calibrate_request(options));
  os::cancel_on_signals();
  TRY_ASSIGN(const auto calibration, engine::calibrate(request, say, say));
  return ops::calibration_document(calibration);
}

Result<ops::CalibrationDocument> look_up(const Parsed& options, Clock& clock) {
  ops::Context::Setup setup;
  setup.folder = options.value("--workspace").value_or(".");
  ops::Context context(std::move(setup), clock);
  return ops::ShowCalibration::run(context, {});
}

// Nothing missed and nothing honest blocked is green.
report::ShieldColour colour_for(const ops::CalibrationDocument& document) {
  if (document.of == 0) return report::ShieldColour::grey;
  if (document.kinds.front().blocked > 0 || document.caught * 2 < document.of) return report::ShieldColour::red;
  return document.caught * 10 < document.of * 9 ? report::ShieldColour::yellow : report::ShieldColour::green;
}

int status_of(const ops::CalibrationDocument& document) {
  if (document.end == engine::CalibrationEnd::interrupted) return k_exit_error;
  return document.taken == 0 ? k_exit_gate : k_exit_ok;
}

}  // namespace

const std::span<const Flag> k_calibrate_flags = k_calibrate_table;

Result<int> run_calibrate(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_calibrate_flags, invocation.arguments));
  if (!options.words().empty())
    return invalid_input(cat("unexpected argument ", excerpt(options.words().front(), 40), "; options start with --"));
  SystemClock clock;
  TRY_ASSIGN(auto document, options.has("--last") ? look_up(options, clock) : measure(options));
  if (const auto file = options.value("--shield"))
    TRY(os::write_file(*file, report::shield_svg("gate", ops::outcome_in_words(document), colour_for(document))));
  const bool as_json = options.has("--json") || ::isatty(STDOUT_FILENO) == 0;
  TRY(print(as_json ? write_json(ops::encode(document), Indent::two_spaces) + "\n"
                    : ops::present(document, terminal_of_stdout(clock))));
  return status_of(document);
}

}  // namespace assay::cli
