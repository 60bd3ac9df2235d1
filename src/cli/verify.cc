// `assay verify`: wiring between the flags, the engine and what is printed.

#include <cstdlib>

#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "cli/formats.h"
#include "cli/operation_run.h"
#include "cli/output.h"
#include "cli/verify_rows.h"
#include "ops/codec.h"
#include "ops/work/verifications.h"
#include "os/cancel_token.h"
#include "os/files.h"
#include "report/ci.h"
#include "report/verification.h"

namespace assay::cli {

namespace {

constexpr auto k_sandbox_off_flags = std::to_array<Flag>({
    {"--no-sandbox", "", Takes::nothing, "", "run checks without a sandbox; recorded and shown"},
});
constexpr auto k_verify_table = joined(k_sandbox_off_flags, flags_of(k_verification_formats));

VerifyRows::Style style_for(const Parsed& options) {
  const char* ci = std::getenv("CI");
  const bool in_ci = ci != nullptr && *ci != 0;
  if (::isatty(STDERR_FILENO) == 1 && !in_ci) return VerifyRows::Style::rows;
  return options.has("--json") ? VerifyRows::Style::silent : VerifyRows::Style::lines;
}

// Whether one of them was printed.
Result<bool> write_reports(const model::Verification& verification, const Parsed& options) {
  TRY_ASSIGN(const bool is_printed, write_files(verification, k_verification_formats, options));
  if (in_github()) {
    TRY(tell_github(report::github_annotations(report::findings_of(verification)),
                    report::verification_markdown(verification)));
  }
  return is_printed;
}

// In a workflow, lines that checks printed must not be taken for commands of the workflow.
Result<void> print_for_people(const ops::VerificationDocument& answer, const Terminal& terminal) {
  const std::string text = present(answer, terminal);
  if (!in_github()) return print(text);
  const std::string token = random_name(24);
  return print(cat("::stop-commands::", token, "\n", text, "::", token, "::\n"));
}

Result<void> print_answer(const ops::VerifyMission::Response& answer, const Parsed& options, const Terminal& terminal) {
  TRY_ASSIGN(const bool is_printed, write_reports(answer.verification, options));
  if (is_printed) return {};
  if (const auto* format = printed(k_verification_formats, options))
    return print(format->write(answer.verification, Indent::two_spaces));
  return print_for_people(answer, terminal);
}

}  // namespace

const std::span<const Flag> k_verify_flags = k_verify_table;

Result<int> run_verify(Setting& setting, const json::object& from) {
  TRY_ASSIGN(const auto request, ops::decode<ops::VerifyMission::Request>(from));
  const auto& options = setting.parsed;
  TRY(check_one_is_printed(k_verification_formats, options));
  os::cancel_on_signals();
  const auto terminal = terminal_of_stdout(setting.context.clock());
  VerifyRows rows(style_for(options), terminal);
  const auto answer = ops::verify_watched(setting.context, request, {rows, options.has("--no-sandbox")});
  rows.clear();
  if (!answer) return answer.error();
  TRY(print_answer(*answer, options, terminal));
  return exit_status(answer->ending());
}

}  // namespace assay::cli
