// Verifications: what was verified when, and results of checks that may be used again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/verification.h"
#include "store/packs.h"
#include "store/store.h"

namespace assay::store {

// What a verification was bound to and came to. The whole of it is a document among the evidence.
struct VerificationRecord {
  std::string id;  // "verification-…"
  std::string commit;
  std::string tree;
  std::string target_commit;
  model::VerificationOutcome outcome = model::VerificationOutcome::not_run;
  std::string report;  // digest of the document
  Time started_at;
  Time finished_at;
};

// The result of a check by the name of everything it depends on; see engine/verify/reuse.h.
struct KeptResult {
  std::string name;
  std::string result;
};

class Verifications {
 public:
  explicit Verifications(Database& database) : m_database(database) {}

  Result<std::optional<VerificationRecord>> latest(const model::MissionId& id) const;
  Result<std::vector<VerificationRecord>> newest(const model::MissionId& id, std::uint32_t most) const;
  Result<std::optional<std::string>> kept_result(std::string_view name) const;

 private:
  Database& m_database;
};

class VerificationChanges {
 public:
  explicit VerificationChanges(Changes changes) : m_changes(std::move(changes)) {}

  // The results and the record in one transaction. Conflict when the mission is no longer at
  // `version`: then the results are of other work.
  Result<model::PackStatus> record(const model::MissionId& id, std::uint64_t version, const VerificationRecord& record,
                                   std::span<const CheckResult> results, std::string_view detail);
  Result<void> keep_results(std::span<const KeptResult> results);  // in one transaction

 private:
  Changes m_changes;
};

}  // namespace assay::store
