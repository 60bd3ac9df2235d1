#include "model/verification.h"

#include <algorithm>

#include "base/names.h"
#include "base/text.h"

namespace assay::model {

namespace {

constexpr std::string_view k_outcomes[] = {"passed", "failed", "not_run", "conflict", "cancelled", "needs_person"};
constexpr std::string_view k_reported[] = {"pending", "passed", "failed", "skipped", "flaky"};

constexpr std::string_view k_standings[] = {"unproven", "shown", "failed", "proves_nothing", "for_person"};

}  // namespace

std::string_view name(CriterionStanding standing) { return name_in(k_standings, standing); }
std::optional<CriterionStanding> criterion_standing_named(std::string_view n) {
  return value_in<CriterionStanding>(k_standings, n);
}
std::string_view name(VerificationOutcome outcome) { return name_in(k_outcomes, outcome); }
std::optional<VerificationOutcome> verification_outcome_named(std::string_view n) {
  return value_in<VerificationOutcome>(k_outcomes, n);
}
std::string_view name(ReportedStatus status) { return name_in(k_reported, status); }

ReportedStatus reported_status(const VerifiedCheck& check) {
  switch (check.status) {
    case AcceptanceStatus::passed: return check.flaky ? ReportedStatus::flaky : ReportedStatus::passed;
    case AcceptanceStatus::failed: return ReportedStatus::failed;
    case AcceptanceStatus::skipped: return ReportedStatus::skipped;
    case AcceptanceStatus::pending: break;
  }
  return ReportedStatus::pending;
}

std::string describe(const AcceptedUnproven& accepted) {
  return cat("Accepted without proof by ", accepted.by, " on ", to_iso(accepted.at).substr(0, 10), ": ",
             accepted.reason);
}

std::string describe(const CriterionProof& criterion) {
  if (!criterion.proof) return criterion.detail;
  std::string out(name(*criterion.proof));
  std::replace(out.begin(), out.end(), '_', ' ');
  return cat(out, ": ", criterion.detail);
}

}  // namespace assay::model
