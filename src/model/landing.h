// A landing: what was meant to happen to the target branch, written down before it happens, and what
// came of it. A rerun reads it to finish what was begun.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/ids.h"

namespace assay::model {

enum class LandStrategy { merge, squash, rebase };
enum class LandVia { direct, pull_request };

// intended: about to be done, or interrupted. proposed: pushed as a branch, somebody else merges it.
// landed: proven to be in the target. abandoned: given up, nothing of it is in the target.
enum class LandingState { intended, proposed, landed, abandoned };

std::string_view name(LandStrategy);
std::string_view name(LandVia);  // "direct", "pr"
std::string_view name(LandingState);
std::optional<LandStrategy> land_strategy_named(std::string_view);
std::optional<LandVia> land_via_named(std::string_view);
std::optional<LandingState> landing_state_named(std::string_view);

struct Landing {
  std::string id;  // "landing-…"
  MissionId mission;
  LandingState state = LandingState::intended;
  LandStrategy strategy = LandStrategy::merge;
  LandVia via = LandVia::direct;
  std::string target_branch;
  std::string target_commit;    // what the target must still be
  std::string verification;     // its id
  std::string verified_commit;  // what the verification holds for
  std::string verified_tree;
  std::string evidence;  // digest of the verification's report
  std::string commit;    // what was made to land; of a proposal, once landed, what the host made of it
  std::string onto;      // what `commit` was made on: the target, or the one before it in its batch
  std::string tip;       // what the target becomes, with the verified tree: `commit`, or the end of its batch
  std::string remote;    // empty: this repository alone
  std::string branch;    // of a proposal, on the remote
  std::string proof;     // how it was seen to be there
  std::string reason;    // why it was abandoned
  std::string actor;
  Time started_at;
  std::optional<Time> finished_at;

  bool is_open() const { return state == LandingState::intended || state == LandingState::proposed; }
};

}  // namespace assay::model
