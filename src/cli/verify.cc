// `assay verify`: wiring between the flags, the engine and what is printed.
#include "engine/verify/verify.h"

#include <cstdlib>

#include <unistd.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/formats.h"
#include "cli/output.h"
#include "cli/verify_rows.h"
#include "ops/context.h"
#include "ops/given_text.h"
#include "ops/notices.h"
#include "ops/verification_text.h"
#include "ops/worktrees.h"
#include "os/cancel_token.h"
#include "os/files.h"
#include "report/ci.h"
#include "report/terminal.h"
#include "report/verification.h"
#include "store/missions.h"

namespace assay::cli {

namespace {

using model::VerificationOutcome;

constexpr auto k_verify_run_flags = std::to_array<Flag>({
    {"--branch", "", Takes::values, "NAME", "also count this branch as work of the mission"},
    {"--fresh", "", Takes::nothing, "", "run every check, use no earlier result"},
    {"--accept-unproven", "", Takes::value, "REASON", "let work pass that nothing proves; recorded with your name"},
    {"--jobs", "-j", Takes::value, "N", "checks at the same time; default: assay.toml, else one per processor"},
    {"--no-sandbox", "", Takes::nothing, "", "run checks without a sandbox; recorded and shown"},
});
constexpr auto k_verify_actor_flags = std::to_array<Flag>({
    {"--as", "", Takes::value, "NAME", "who does this, for the record"},
});
constexpr auto k_verify_table = joined(k_verify_run_flags, flags_of(k_verification_formats), k_verify_actor_flags);

VerifyRows::Style style_for(const Parsed& options) {
  const char* ci = std::getenv("CI");
  const bool in_ci = ci != nullptr && *ci != 0;
  if (::isatty(STDERR_FILENO) == 1 && !in_ci) return VerifyRows::Style::rows;
  return options.has("--json") ? VerifyRows::Style::silent : VerifyRows::Style::lines;
}

Result<engine::VerifyRequest> request_of(const Parsed& options, ops::Context& context) {
  if (options.words().size() > 1) return invalid_input("verify takes one mission at a time");
  engine::VerifyRequest request;
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(request.mission, store->missions().resolve(options.words().empty() ? "" : options.words().front()));
  TRY_ASSIGN(request.actor, context.actor());
  request.branches = options.values("--branch");
  request.fresh = options.has("--fresh");
  if (const auto reason = options.value("--accept-unproven")) {
    TRY(ops::check_line("the reason", *reason));
    request.accept_unproven = trim(*reason);
  }
  request.sandbox_off = options.has("--no-sandbox");
  TRY_ASSIGN(const auto jobs, number_of(options, "--jobs", {1, 256}, request.jobs));
  request.jobs = static_cast<std::uint32_t>(jobs);
  return request;
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
Result<void> print_for_people(const model::Verification& verification, const Terminal& terminal) {
  const std::string text = cat(ops::present_verification(verification, terminal),
                               report::proof_terminal(verification.proof, 3, terminal.colours));
  if (!in_github()) return print(text);
  const std::string token = random_name(24);
  return print(cat("::stop-commands::", token, "\n", text, "::", token, "::\n"));
}

Result<void> print_verification(const model::Verification& verification, const Parsed& options,
                                const Terminal& terminal) {
  TRY_ASSIGN(const bool is_printed, write_reports(verification, options));
  if (is_printed) return {};
  if (const auto* format = printed(k_verification_formats, options))
    return print(format->write(verification, Indent::two_spaces));
  return print_for_people(verification, terminal);
}

int exit_status(VerificationOutcome outcome) {
  switch (outcome) {
    case VerificationOutcome::passed: return k_exit_ok;
    case VerificationOutcome::failed:
    case VerificationOutcome::conflict: return k_exit_gate;
    case VerificationOutcome::not_run:
    case VerificationOutcome::needs_person:
    case VerificationOutcome::cancelled: break;
  }
  return k_exit_error;
}

}  // namespace

const std::span<const Flag> k_verify_flags = k_verify_table;

Result<int> run_verify(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_verify_table, invocation.arguments));
  TRY(check_one_is_printed(k_verification_formats, options));
  SystemClock clock;
  ops::Context::Setup setup;
  if (const auto name = options.value("--as")) {
    TRY_ASSIGN(setup.actor, ops::person(*name));
  }
  ops::Context context(std::move(setup), clock);
  TRY_ASSIGN(const auto request, request_of(options, context));
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(auto* store, context.store());
  os::cancel_on_signals();
  const auto terminal = terminal_of_stdout(clock);
  VerifyRows rows(style_for(options), terminal);
  const auto result = engine::verify({*repository, home->folder, *store, clock, rows, nullptr}, request);
  rows.clear();
  if (!result) return result.error();
  ops::leave_news(context);
  TRY(print_verification(*result, options, terminal));
  ops::retire_ended(context);
  return exit_status(result->outcome);
}

}  // namespace assay::cli
