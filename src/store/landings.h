// Landings: what is about to become the target branch, what became it, and which of that is signed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/landing.h"
#include "store/store.h"

namespace assay::store {

struct LandingIntent {
  model::Landing landing;
  std::uint64_t version = 0;  // of the mission
};

struct LandingSignature {
  std::string landing;  // its id
  std::string tip;      // whose note has it
  model::MissionId mission;
  std::string approval;  // SHA-256 of the line of its approval
  Time signed_at;
};

class Landings {
 public:
  explicit Landings(Database& database) : m_database(database) {}

  Result<std::optional<model::Landing>> latest(const model::MissionId& id) const;
  Result<std::vector<model::Landing>> of(const model::MissionId& id) const;  // oldest first
  // Those that became `tip`, or are about to, in the order in which they were written down: a batch.
  Result<std::vector<model::Landing>> at(std::string_view tip) const;
  Result<bool> has_commit(std::string_view commit) const;  // that was intended, whatever came of it

  Result<std::vector<model::Landing>> not_signed() const;  // recorded and not signed, oldest first
  Result<std::optional<LandingSignature>> signature_of(std::string_view landing) const;
  // The one that was signed last before that time, or at it and written down earlier than that landing.
  Result<std::optional<LandingSignature>> signed_before(Time time, std::string_view landing) const;

 private:
  Database& m_database;
};

class LandingChanges {
 public:
  explicit LandingChanges(Changes changes) : m_changes(std::move(changes)) {}

  // Writes down what is about to happen, all or none; ids and times are made here. Conflict unless each
  // mission is ready_to_land in this very transaction, at the version given, with no landing under way.
  Result<std::vector<model::Landing>> begin(std::span<const LandingIntent> intents);
  Result<void> propose(std::string_view landing);  // its branch was pushed
  Result<void> abandon(std::string_view landing, std::string_view reason);
  // It is in the target, with the verified tree, at `commit`: landed_at, the status and the checkpoint in one
  // transaction. Nothing is done when it was recorded before. What was written down decides, whatever happened to the
  // mission since.
  Result<model::Landing> finish(std::string_view landing, std::string_view commit, std::string_view proof);
  // Their attestations are written: landing and approval count, the time is one for all. Those that were known as
  // signed stay as they are.
  Result<void> note_signed(std::span<const LandingSignature> landings);

 private:
  Changes m_changes;
};

}  // namespace assay::store
