// A verification made here and now: one call that ends when it has ended. Who does not want to wait asks for one
// (AskToVerify), which a worker does.
#include <algorithm>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/given_text.h"
#include "ops/operation.h"
#include "ops/verification_text.h"
#include "ops/work/verifications.h"
#include "ops/work/worktrees.h"
#include "report/schemas.h"
#include "report/terminal.h"
#include "report/verification.h"
#include "store/missions.h"

namespace assay::ops {

namespace {

using model::VerificationOutcome;

constexpr std::uint32_t k_most_checks_at_once = 256;
constexpr size_t k_checks_in_brief = 8;
constexpr size_t k_lines_of_output = 20;

// What goes on, for whoever asked to hear of it.
class ToldVerification final : public engine::VerifyEvents {
 public:
  explicit ToldVerification(const std::function<void(std::string_view)>& tell) : m_tell(tell) {}
  void stage(std::string_view text) override { say(std::string(text)); }
  void planned(const std::vector<model::AcceptanceCheck>& checks) override {
    say(cat("running ", plural(checks.size(), "check")));
  }
  void finished(const model::VerifiedCheck& check) override {
    say(cat(check.title, ": ", name(reported_status(check))));
  }

 private:
  void say(const std::string& line) {
    if (m_tell) m_tell(line);
  }
  const std::function<void(std::string_view)>& m_tell;
};

json::value schema_of_verification() { return report::schema_named("verification").value_or(json::object{}); }

std::string last_lines(const std::string& text) {
  const auto lines = split_lines(text);
  std::string out;
  for (size_t i = lines.size() - std::min(lines.size(), k_lines_of_output); i < lines.size(); ++i)
    out += cat("  | ", printable(lines[i]), "\n");
  return out;
}

}  // namespace

Result<std::string> reason_of(const std::optional<std::string>& accept_unproven) {
  if (!accept_unproven) return std::string();
  TRY(check_line("the reason", *accept_unproven));
  return std::string(trim(*accept_unproven));
}

void accept_unproven_field(Fields& f, std::optional<std::string>& reason) {
  f.field({.name = "acceptUnproven",
           .help = "why it may land although nothing proves it; recorded with your name",
           .value = "REASON",
           .was = "accept_unproven",
           .callers = Callers::people},
          reason);
}

void VerifyMission::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
  f.field({.name = "branches",
           .help = "also count this branch as work of the mission; may be repeated",
           .value = "NAME",
           .flag = "--branch",
           .completes = Completes::branch},
          branches);
  f.field(flag("fresh", "run every check, use no earlier result"), fresh);
  accept_unproven_field(f, accept_unproven);
  f.field({.name = "jobs",
           .help = "checks at the same time; default: assay.toml, else one per processor",
           .alias = "-j",
           .least = 1,
           .most = k_most_checks_at_once},
          jobs);
}

Result<VerificationDocument> verify_watched(Context& context, const VerifyMission::Request& request,
                                            const VerifyWatch& watch) {
  TRY_ASSIGN(auto* store, context.store());
  engine::VerifyRequest asked;
  TRY_ASSIGN(asked.mission, store->missions().resolve(request.mission));
  TRY_ASSIGN(asked.actor, context.actor());
  asked.branches = request.branches;
  asked.fresh = request.fresh;
  TRY_ASSIGN(asked.accept_unproven, reason_of(request.accept_unproven));
  asked.sandbox_off = watch.sandbox_off;
  asked.jobs = static_cast<std::uint32_t>(request.jobs.value_or(0));
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(
      auto verification,
      engine::verify({*repository, home->folder, *store, context.clock(), watch.events, context.cancel()}, asked));
  retire_ended(context);
  return VerificationDocument{std::move(verification)};
}

Result<VerificationDocument> VerifyMission::run(Context& context, const Request& request) {
  ToldVerification events(context.progress());
  return verify_watched(context, request, {events});
}

json::value VerificationDocument::document() const { return report::verification_json(verification); }

std::string VerificationDocument::brief() const {
  std::string out = cat(name(verification.outcome), ": ", printable(verification.reason), "\n");
  size_t told = 0;
  for (const auto& check : verification.checks) {
    const auto status = reported_status(check);
    if (status == model::ReportedStatus::passed || told++ == k_checks_in_brief) continue;
    out += cat("- ", printable(check.title), ": ", name(status), check.reason.empty() ? "" : ", ",
               printable(check.reason), "\n", last_lines(check.last_output));
  }
  for (const auto& conflict : verification.conflicts)
    out += cat("- does not merge: ", printable(conflict.path), "  ", printable(conflict.message), "\n");
  for (const auto& finding : verification.findings)
    out += cat("- ", name(finding.severity), ": ", printable(finding.message), " [", finding.rule, "]\n");
  return out;
}

Ending VerificationDocument::ending() const {
  switch (verification.outcome) {
    case VerificationOutcome::passed: return Ending::done;
    case VerificationOutcome::failed:
    case VerificationOutcome::conflict: return Ending::gate_failed;
    case VerificationOutcome::not_run:
    case VerificationOutcome::needs_person:
    case VerificationOutcome::cancelled: break;
  }
  return Ending::refused;
}

std::string present(const VerificationDocument& answer, const Terminal& terminal) {
  return cat(present_verification(answer.verification, terminal),
             report::proof_terminal(answer.verification.proof, 3, terminal.colours));
}

constinit const NamedSchema VerificationDocument::k_schema{"verification", "A verification", nullptr,
                                                           schema_of_verification};

constinit const Operation k_verify_operation = waits<VerifyMission>(
    {"verify", "run a mission's checks on its combined work, in a sandbox",
     "Merges the work of the completed tasks (branches assay/<mission>/<task>) onto the target branch, prepares\n"
     "dependencies, runs the acceptance checks in a sandbox, holds the combined change to the rules of\n"
     "`assay check`, and moves the mission to ready_to_land or blocked. Your checkout is not touched. Results\n"
     "whose inputs did not change are used again. See docs/verification.md.\n\n"
     "Exit status: 0 all passed, 1 something failed or does not merge, 2 it could not be found out.",
     "  {} verify\n  {} verify mission-abc --fresh --junit checks.xml\n  {} verify --branch feature --json\n", "POST",
     "/api/missions/{mission}/verification"});

}  // namespace assay::ops
