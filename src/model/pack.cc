#include "model/pack.h"

#include <algorithm>

#include "base/names.h"

namespace assay::model {

namespace {

constexpr std::string_view k_acceptance_kind_names[] = {"command", "file", "manual"};
constexpr std::string_view k_acceptance_status_names[] = {"pending", "passed", "failed", "skipped"};
constexpr std::string_view k_pack_statuses[] = {"pending", "passed", "failed"};

}  // namespace

std::string_view name(AcceptanceKind kind) { return name_in(k_acceptance_kind_names, kind); }
std::string_view name(AcceptanceStatus status) { return name_in(k_acceptance_status_names, status); }
std::string_view name(PackStatus status) { return name_in(k_pack_statuses, status); }
std::optional<AcceptanceKind> acceptance_kind_named(std::string_view n) {
  return value_in<AcceptanceKind>(k_acceptance_kind_names, n);
}
std::optional<AcceptanceStatus> acceptance_status_named(std::string_view n) {
  return value_in<AcceptanceStatus>(k_acceptance_status_names, n);
}

PackStatus pack_status(const CheckCounts& counts) {
  if (counts[AcceptanceStatus::failed] > 0) return PackStatus::failed;
  if (counts[AcceptanceStatus::pending] > 0) return PackStatus::pending;
  const auto finished = counts[AcceptanceStatus::passed] + counts[AcceptanceStatus::skipped];
  return finished > 0 ? PackStatus::passed : PackStatus::pending;
}

bool is_flaky(const AcceptanceCheck& check) {
  return check.status == AcceptanceStatus::passed && check.last_output && check.last_output->starts_with(k_flaky_mark);
}

const CheckAnswer* answer_to(const AcceptancePack& pack, const CheckId& check) {
  const auto found = std::find_if(pack.answers.begin(), pack.answers.end(),
                                  [&](const CheckAnswer& answer) { return answer.check == check; });
  return found == pack.answers.end() ? nullptr : &*found;
}

bool same_check(const AcceptanceCheck& a, const AcceptanceCheck& b) {
  return a.kind == b.kind && a.command == b.command && a.path == b.path && a.title == b.title;
}

}  // namespace assay::model
