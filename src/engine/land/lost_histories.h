// Histories that a store should have and has not. A store that was emptied, replaced or set back is intact in
// itself; what lies outside of it tells: the heads noted in the state folder, the attestations of landings (git
// notes), refs and branches of missions, evidence.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/home.h"
#include "git/repository.h"
#include "store/store.h"

namespace assay::engine {

struct LostHistory {
  std::string mission;  // its id
  std::string what;     // a sentence
};

struct LostHistories {
  std::vector<LostHistory> proven;
  // What may have another cause: refs made by hand, landings of somebody else's store.
  std::vector<std::string> notes;
};

// Without what a person has accepted (Store::accept_losses).
Result<LostHistories> find_lost_histories(const Home& home, const git::Repository& repository, store::Store& store);

}  // namespace assay::engine
