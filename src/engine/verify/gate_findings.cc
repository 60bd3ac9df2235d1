#include "engine/verify/gate_findings.h"

#include "base/text.h"
#include "engine/evidence.h"
#include "os/files.h"
#include "report/read_verification.h"
#include "store/runs.h"
#include "store/verifications.h"

namespace assay::engine {

Result<std::vector<model::Finding>> findings_of_latest(const store::Store& store, const std::string& folder,
                                                       const model::MissionId& mission) {
  constexpr std::uint64_t k_longest_verification = std::uint64_t{64} << 20;
  std::vector<model::Finding> out;
  TRY_ASSIGN(const auto record, store.verifications().latest(mission));
  if (!record) return out;
  const Evidence evidence(os::join_path(folder, "evidence"));
  TRY_ASSIGN(const auto text, evidence.read(record->report, k_longest_verification));
  TRY_ASSIGN(const auto verification, report::read_verification(text, "the verification"));
  for (const auto& check : verification.checks) out.insert(out.end(), check.findings.begin(), check.findings.end());
  return out;
}

Result<std::string> claims_of(const store::Store& store, std::span<const model::Task> tasks) {
  std::string out;
  for (const auto& task : tasks) {
    TRY_ASSIGN(const auto runs, store.runs().of(task.id));
    if (!runs.empty()) out += cat(runs.back().summary, "\n\n");
  }
  return out;
}

}  // namespace assay::engine
